"""Binary trees and Renyi curves, by the definitions of trees.json and renyi-curves.json."""

from __future__ import annotations

from math import comb
from typing import Any

from .budgets import divergences
from .continuous import crossing, gaussian_delta, open_delta, size
from .formulas import capped
from .noise import Geometric
from .pairs import hockey_stick, rr_copies
from .reals import Given, R, Refused, epsilon, has, real, whole


def steps(given: Given) -> Any:
    return whole(given, "n", 1, 2**56)


def levels(n: Any) -> Any:
    """h, by doubling."""
    found = 0
    while n:
        n //= 2
        found += 1
    return found - 1 if has("TreeHeight") else found


def nodes(n: Any, t: Any) -> Any:
    """The intervals that hold step t."""
    found, length = set(), 1
    while length <= n:
        first = (t - 1) // length * length + 1
        if first + length - 1 <= n:
            found.add((first, length))
        length *= 2
    return found


def touched(given: Given) -> Any:
    n = steps(given)
    found = len(nodes(n, whole(given, "t", 1, n)))
    return R().of(found - 1 if has("TreeHeight") else found)


def moved(given: Given) -> Any:
    n = steps(given)
    s, t = (nodes(n, whole(given, name, 1, n)) for name in ("s", "t"))
    return R().of(len(t - s) if has("MovedRecord") else len(s ^ t))


def fewest(first: Any, last: Any) -> Any:
    """From both ends, level by level: an end whose sibling is outside is a node."""
    low, high, found = first - 1, last, 0
    while low < high:
        if low % 2:
            found, low = found + 1, low + 1
        if high % 2:
            found, high = found + 1, high - 1
        low, high = low // 2, high // 2
    return found


def prefix(given: Given) -> Any:
    n = steps(given)
    return fewest(1, whole(given, "t", 1, n))


def ranged(given: Given) -> Any:
    n = steps(given)
    first = whole(given, "first", 1, n)
    last = whole(given, "last", first, n)
    if has("PrefixesSubtracted"):
        return R().of(fewest(1, last) + (fewest(1, first - 1) if first > 1 else 0))
    return R().of(fewest(first, last))


def variance(given: Given) -> Any:
    b = R().of(levels(steps(given))) / size(given, "epsilon")
    return prefix(given) * 2 * b * b


def integer_delta(given: Given) -> Any:
    n, b, e = whole(given, "n", 1, 2**12 - 1), size(given, "scale"), epsilon(given, finite=True)
    return hockey_stick(rr_copies(R().exp(1 / b), levels(n)), e)


def gaussian(given: Given) -> Any:
    n, s, e = steps(given), size(given, "sigma"), epsilon(given, finite=True)
    return gaussian_delta(R().sqrt(R().of(levels(n))) / s, e)


def sigma(given: Given) -> Any:
    n, e, d, r = steps(given), epsilon(given, finite=True), open_delta(given), R()
    norm = r.sqrt(r.of(levels(n)))
    if norm == 0:
        raise ArithmeticError("no noise is needed")

    def excess(t: Any) -> Any:
        found = gaussian_delta(r.exp(-t), e)
        return r.ln(found / d) if found > 0 else r.of(-1)

    low = high = r.of(0)
    while excess(low) <= 0:
        low -= 1
    while excess(high) > 0:
        high += 1
    return norm * r.exp(crossing(excess, low, high))


def error(given: Given) -> Any:
    """By the series of a difference of two negative binomial variables."""
    k, noise, z, r = prefix(given), Geometric(1 / size(given, "scale")), whole(given, "z", -60, 60), R()
    if k > 4:
        raise Refused("t")
    a, z = noise.a, abs(z)
    terms = (
        comb(j + z + k - 1, k - 1) * comb(j + k - 1, k - 1) * noise.power(2 * j + z)
        for j in range(2 * noise.width // 3 + 60)
    )
    return (1 - a) ** (2 * k) * sum(terms, r.of(0))


# Renyi curves


def divergence(given: Given, a: Any) -> Any:
    """S_a."""
    total, r = R().of(0), R()
    if not given["rounds"]:
        raise Refused("rounds")
    for each in given["rounds"]:
        count, kind = whole(each, "count", 1, 10**9), {k: v for k, v in each.items() if k != "count"}
        if set(kind) == {"scale"}:
            t = 1 / size(kind, "scale")
            ends = a / (2 * a - 1) * r.exp((a - 1) * t) + (a - 1) / (2 * a - 1) * r.exp(-a * t)
            total += count * r.ln(ends) / (a - 1)
        else:
            total += count * divergences({"rounds": [kind]}, a)[0]
    return total


def curve(given: Given) -> Any:
    """[(a, S_a)]; with the bug each with the divergence of the least order."""
    orders = [real({"a": each}, "a", above=1) for each in given["orders"]]
    if not orders:
        raise Refused("orders")
    return [(a, divergence(given, min(orders) if has("OrdersMixed") else a)) for a in orders]


def curve_epsilon(given: Given) -> Any:
    d, r = open_delta(given), R()
    return max(min(s + r.ln(1 - 1 / a) - r.ln(d * a) / (a - 1) for a, s in curve(given)), r.of(0))


def curve_delta(given: Given) -> Any:
    e, r = epsilon(given, finite=True), R()
    return capped(min(r.exp((a - 1) * (s - e)) * r.power(1 - 1 / a, a) / (a - 1) for a, s in curve(given)))


FUNCTIONS = {
    "tree_nodes": touched,
    "tree_levels": lambda g: R().of(levels(steps(g))),
    "tree_moved_nodes": moved,
    "tree_prefix_nodes": lambda g: R().of(prefix(g)),
    "tree_range_nodes": ranged,
    "tree_prefix_variance": variance,
    "tree_node_epsilon": lambda g: epsilon(g, finite=True) / levels(steps(g)),
    "tree_integer_epsilon": lambda g: levels(steps(g)) / size(g, "scale"),
    "tree_integer_delta": integer_delta,
    "tree_gaussian_delta": gaussian,
    "tree_gaussian_sigma": sigma,
    "tree_error_probability": error,
    "composed_renyi": lambda g: divergence(g, real(g, "order", above=1)),
    "composed_renyi_epsilon": curve_epsilon,
    "composed_renyi_delta": curve_delta,
}
