"""Parallel composition, filters and odometers, by the definitions of parallel.json and filters.json."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import Any

from .formulas import capped, unlike
from .reals import INF, Given, R, Refused, at_most, delta, epsilon, expression, has, real, whole


def guarantees(given: Given, name: str = "guarantees") -> Any:
    found = [(epsilon(each), delta(each)) for each in given[name]]
    if not found:
        raise Refused(name)
    return found


def total(values: Any) -> Any:
    values = [x for x in values if x]
    if INF in values:
        return INF
    if values and all(isinstance(x, Fraction) for x in values):
        return sum(values, Fraction(0))
    return sum(map(R().of, values), R().of(0))


def both(costs: Any) -> Any:
    """The largest epsilon, and the largest delta."""
    return {"epsilon": max(e for e, _ in costs), "delta": capped(max(d for _, d in costs))}


def affected(given: Given, parts: Any) -> Any:
    m = whole(given, "affected", 1, len(parts))
    return 1 if has("OverlapIgnored") else m


def parallel(given: Given) -> Any:
    parts = guarantees(given)
    m = affected(given, parts)
    sums = (total(sorted(each)[-m:]) for each in zip(*parts, strict=True))
    return both([tuple(sums)])


def replaced(given: Given) -> Any:
    parts, inside = guarantees(given), guarantees(given, "replaced")
    if len(parts) != len(inside) or len(parts) < 2:
        raise Refused("replaced")
    if has("MovedRecord"):
        return both([*parts, *inside])
    moved = [(total([e, f]), d + g) for (e, d), (f, g) in combinations(parts, 2)]
    return both([*moved, *inside])


def overlapping(given: Given) -> Any:
    parts, costs = guarantees(given), []
    for kind in given["records"]:
        listed = [whole({"part": i}, "part", 1, len(parts)) for i in kind]
        if len(set(listed)) < len(listed):
            raise Refused("records")
        inside = [parts[i - 1] for i in listed] or [(R().of(0), R().of(0))]
        add = max if has("OverlapIgnored") else total
        costs.append(tuple(add(each) for each in zip(*inside, strict=True)))
    if not costs:
        raise Refused("records")
    return both(costs)


def parallel_delta(given: Given) -> Any:
    parts = given["guarantees"]
    if not 1 <= len(parts) <= 12:
        raise Refused("guarantees")
    m = affected(given, parts)
    return max(unlike({"guarantees": list(each), "at": given["at"]}) for each in combinations(parts, m))


# Filters


def admitted(costs: Any, holds: Any) -> Any:
    """The decisions, and the sums at the end; `holds` tells whether sums are within the budget."""
    spent, decisions = [R().of(0)] * len(costs[0]), []
    for cost in costs:
        after = [total(pair) for pair in zip(spent, cost, strict=True)]
        good = INF not in after and holds(spent if has("CheckedAfterSpending") else after)
        decisions.append(good)
        if good or (has("RefusedIsCharged") and INF not in after):
            spent = after
    return decisions, spent


def within(x: Any, limit: Any) -> Any:
    """x <= limit; with the bug x < limit, unless nothing was spent."""
    if isinstance(x, Fraction) and isinstance(limit, Fraction):
        return x < limit or (x == limit and not (x and has("ExactlySpent")))
    x, limit = (R().of(each) for each in (x, limit))
    return at_most(x, limit) and not (has("ExactlySpent") and x and R().same(x, limit))


def exactly(given: Given, name: str, value: Any) -> Any:
    """The fraction that an argument is, where it is one: a difference of 1e-300 decides."""
    if not R().is_exact:
        return value
    found = expression(given[name]) if value else Fraction(0)
    return found if isinstance(found, Fraction) else value


def basic(given: Given) -> Any:
    guarantees(given, "rounds")
    limits = epsilon(given, finite=True), real(given, "delta", 0, 1)
    budget = [exactly(given, n, x) for n, x in zip(("epsilon", "delta"), limits, strict=True)]
    costs = [
        (exactly(each, "epsilon", epsilon(each)), exactly(each, "delta", delta(each)))
        for each in given["rounds"]
    ]
    return admitted(costs, lambda spent: all(map(within, spent, budget)))


def spent(given: Given) -> Any:
    e, d = basic(given)[1]
    return {"epsilon": R().of(e), "delta": R().of(d)}


def pure_rho(e: Any) -> Any:
    return INF if e == INF else e * (R().exp(e) - 1) / (R().exp(e) + 1)


def advanced(given: Given) -> Any:
    e, d, r = epsilon(given, finite=True), real(given, "delta", 0, 1), R()
    slack = real(given, "slack", above=0, below=1)
    costs = [(pure_rho(x), y) for x, y in guarantees(given, "rounds")]

    def holds(spent: Any) -> Any:
        rho = spent[0]
        return within(rho + 2 * r.sqrt(rho * r.ln(1 / slack)), e) and within(spent[1], d)

    return admitted(costs, holds)[0]


def diverging(given: Given, pure: Any, noise: Any) -> Any:
    """What each round costs."""
    found = []
    for each in given["rounds"]:
        if set(each) == {"epsilon"}:
            found.append(pure(epsilon(each, finite=True)))
        elif set(each) == {"sigma"}:
            found.append(noise(real(each, "sigma", above=0)))
        else:
            raise Refused("rounds")
    if not found:
        raise Refused("rounds")
    return found


def divergences(given: Given, a: Any) -> Any:
    """D_a of each round."""
    r = R()

    def pure(e: Any) -> Any:
        return r.ln((r.exp(a * e) + r.exp((1 - a) * e)) / (1 + r.exp(e))) / (a - 1) if e else e

    return diverging(given, pure, lambda s: a / (2 * s * s))


def concentrations(given: Given) -> Any:
    return diverging(given, pure_rho, lambda s: 1 / (2 * s * s))


def order(given: Given, name: str = "order") -> Any:
    return real(given, name, above=1)


def renyi(given: Given) -> Any:
    limit = real(given, "r", 0)
    costs = [(x,) for x in divergences(given, order(given))]
    return admitted(costs, lambda spent: within(spent[0], limit))[0]


def concentrated(given: Given) -> Any:
    limit = real(given, "rho", 0)
    return admitted([(x,) for x in concentrations(given)], lambda spent: within(spent[0], limit))[0]


def curve(given: Given) -> Any:
    e, d, r = epsilon(given, finite=True), real(given, "delta", above=0, below=1), R()
    orders = [order({"a": each}, "a") for each in given["orders"]]
    if not orders or len(set(orders)) < len(orders):
        raise Refused("orders")
    share = 1 if has("DeltaNotShared") else len(orders)

    def holds(spent: Any) -> Any:
        of_orders = (
            r.exp((a - 1) * (s - e)) * r.power(1 - 1 / a, a) / (a - 1)
            for a, s in zip(orders, spent, strict=True)
        )
        return sum(1 / each for each in of_orders) / share >= 1 / d

    return admitted(list(zip(*(divergences(given, a) for a in orders), strict=True)), holds)[0]


def renyi_odometer(given: Given) -> Any:
    a, d = order(given), real(given, "delta", above=0, below=1)
    return sum(divergences(given, a), R().of(0)) + R().ln(1 / d) / (a - 1)


def concentrated_odometer(given: Given) -> Any:
    start, d, r = real(given, "start", above=0), real(given, "delta", above=0, below=1), R()
    sums, budget, j = sum(concentrations(given), r.of(0)), start, 0
    if sums == 0:
        return r.of(0)
    while not at_most(sums, budget):
        budget, j = 2 * budget, j + 1
    share = 1 if has("DeltaNotShared") else (j + 1) * (j + 2)
    return budget + 2 * r.sqrt(budget * r.ln(share / d))


FUNCTIONS = {
    "parallel_composition": parallel,
    "parallel_replace_one": replaced,
    "overlapping_composition": overlapping,
    "parallel_delta": parallel_delta,
    "basic_filter": lambda g: basic(g)[0],
    "basic_filter_spent": spent,
    "advanced_filter": advanced,
    "renyi_filter": renyi,
    "concentrated_filter": concentrated,
    "renyi_curve_filter": curve,
    "renyi_odometer": renyi_odometer,
    "concentrated_odometer": concentrated_odometer,
}
