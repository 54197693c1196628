"""Measures of a pair of distributions, of independent copies of it, and of releases of samples."""

from __future__ import annotations

from itertools import combinations_with_replacement, pairwise, product
from math import comb, factorial, prod
from typing import Any

from .reals import INF, Given, R, Refused, at_most, epsilon, expression, has, real, whole, word

MOST_COPIES = 64


def pair(given: Given) -> Any:
    """[(P(o), Q(o)) for each outcome]."""
    lists = []
    for name in ("p", "q"):
        values = [expression(text) for text in given[name]]
        if any(v < 0 for v in values) or sum(values) != 1:
            raise Refused(name)
        lists.append(values)
    if len(lists[0]) != len(lists[1]):
        raise Refused("p and q")
    r = R()
    found = [(r.of(p), r.of(q)) for p, q in zip(*lists, strict=True)]
    if has("Asymmetry"):
        found = [(q, p) for p, q in found]
    if has("InfiniteLoss"):
        found = [(p, q) for p, q in found if p and q]
    return found


def hockey_stick(rows: Any, e: Any) -> Any:
    """The sum of max(P(o) - e^epsilon Q(o), 0)."""
    gains = [_gain(p, q, e) for p, q in rows]
    return max(gains, default=R().of(0)) if has("EventsNotOutcomes") else sum(gains, R().of(0))


def _gain(p: Any, q: Any, e: Any) -> Any:
    if e == INF:
        return p if q == 0 else R().of(0)
    return max(p - R().exp(e) * q, R().of(0))


def ratios(rows: Any) -> Any:
    """The outcomes by decreasing P/Q > 0, equal ratios together: (ratio, P, Q); Q = 0 comes first, as inf."""
    groups: list[tuple[Any, Any, Any]] = []
    for p, q in sorted(rows, key=lambda row: row[0] / row[1] if row[1] else INF, reverse=True):
        ratio = p / q if q else INF
        if groups and R().same(groups[-1][0], ratio):
            groups[-1] = (groups[-1][0], groups[-1][1] + p, groups[-1][2] + q)
        elif p:
            groups.append((ratio, p, q))
    return groups


def smallest_epsilon(rows: Any, d: Any) -> Any:
    """The smallest epsilon >= 0 at which the hockey-stick divergence is at most d."""
    zero = R().of(0)
    a = sum((p for p, q in rows if q == 0), zero)
    b = zero
    if not at_most(a, d):
        return INF
    finite = [group for group in ratios(rows) if group[0] != INF and group[0] > 1]
    for i, (_, p, q) in enumerate(finite):
        a, b = a + p, b + q
        x = (a - d) / b
        after = finite[i + 1][0] if i + 1 < len(finite) else 1
        if x > after and not R().same(x, R().of(after)):
            return R().ln(x)
    return zero


def profile(given: Given) -> Any:
    rows = pair(given)
    points = [(R().of(0), hockey_stick(rows, R().of(0)))]
    for ratio, _, _ in reversed(ratios(rows)):
        if ratio != INF and ratio > 1 and not R().same(ratio, R().of(1)):
            e = R().ln(ratio)
            points.append((e, hockey_stick(rows, e)))
    return points


def tradeoff(rows: Any) -> Any:
    """The vertices, by increasing alpha."""
    alpha, beta = R().of(0), sum((q for p, q in rows if p), R().of(0))
    points = [(alpha, beta)]
    for _, p, q in reversed(ratios(rows)):
        alpha, beta = alpha + p, beta - q
        points.append((alpha, beta))
    return points


def type_two_error(given: Given) -> Any:
    alpha = real(given, "alpha", 0, 1)
    points = tradeoff(pair(given))
    for (a, b), (c, d) in pairwise(points):
        if a <= alpha <= c:
            return b + (d - b) * (alpha - a) / (c - a)
    return points[-1][1]


def renyi(rows: Any, a: Any) -> Any:
    r = R()
    zero = r.of(0)
    if a == 0:
        mass = sum((q for p, q in rows if p), zero)
        return -r.ln(mass) if mass else INF
    if a == INF:
        found = ratios(rows)
        return INF if not found or found[0][0] == INF else r.ln(found[0][0])
    if a >= 1 and any(p and not q for p, q in rows):
        return INF
    common = [(p, q) for p, q in rows if p and q]
    if not common:
        return INF
    if a == 1:
        return sum((p * r.ln(p / q) for p, q in common), zero)
    return r.ln(sum((r.power(p, a) * r.power(q, 1 - a) for p, q in common), zero)) / (a - 1)


def zcdp(given: Given) -> Any:
    """The supremum over a > 1 of D_a/a: its limit at 1, or the peak between two grid points, by thirds."""
    rows = pair(given)
    if not all(q for p, q in rows if p):
        return INF
    r = R()

    def at(t: Any) -> Any:  # a = 1 + e^t
        a = 1 + r.exp(t)
        return renyi(rows, a) / a

    if not rows:
        return r.of(0)
    limit = renyi(rows, r.of(1))
    grid = [r.of(i) / 2 for i in range(-60, 16)]
    best = max(range(1, len(grid) - 1), key=lambda i: at(grid[i]))
    low, high = grid[best - 1], grid[best + 1]
    for _ in range(110):
        left, right = low + (high - low) / 3, high - (high - low) / 3
        low, high = (left, high) if at(left) < at(right) else (low, right)
    return max(limit, at(low))


def probabilistic_delta(given: Given) -> Any:
    e = epsilon(given)
    return sum((p for p, q in pair(given) if _exceeds(p, q, e)), R().of(0))


def _exceeds(p: Any, q: Any, e: Any) -> Any:
    if q == 0:
        return p > 0
    return e != INF and p > R().exp(e) * q and not R().same(p, R().exp(e) * q)


def loss_at_least(given: Given) -> Any:
    """P of the outcomes with P(o) >= e^epsilon Q(o) and P(o) > 0."""
    e, rows = epsilon(given), pair(given)
    if has("LossAtThreshold"):
        return sum((p for p, q in rows if _exceeds(p, q, e)), R().of(0))
    return sum((p for p, q in rows if p and (q == 0 or (e != INF and at_most(R().exp(e) * q, p)))), R().of(0))


def total_variation(given: Given) -> Any:
    gains = [abs(p - q) for p, q in pair(given)]
    return max(gains, default=R().of(0)) / 2 if has("EventsNotOutcomes") else sum(gains, R().of(0)) / 2


def membership_advantage(given: Given) -> Any:
    c = real(given, "prior", 0, 1)
    return sum((max(c * p, (1 - c) * q) for p, q in pair(given)), R().of(0)) - max(c, 1 - c)


def bounded_range(given: Given) -> Any:
    rows = [(p, q) for p, q in pair(given) if p or q]
    if any(not p or not q for p, q in rows):
        return INF
    losses = [R().ln(p / q) for p, q in rows] or [R().of(0)]
    return max(losses) - min(losses)


def copies(rows: Any, k: Any) -> Any:
    """k independent copies: the outcomes up to their order."""
    return (
        [
            tuple(prod(each[side] for each in chosen) * _orders(chosen, rows) for side in (0, 1))
            for chosen in combinations_with_replacement(rows, k)
        ]
        if k > 1 and not has("EventsNotOutcomes")
        else [
            tuple(prod(each[side] for each in chosen) for side in (0, 1))
            for chosen in product(rows, repeat=k)
        ]
    )


def _orders(chosen: Any, rows: Any) -> Any:
    """In how many orders these outcomes, taken by their place in the list, may come."""
    counts: dict[int, int] = {}
    for each in chosen:
        counts[id(each)] = counts.get(id(each), 0) + 1
    return factorial(len(chosen)) // prod(map(factorial, counts.values()))


def composed(given: Given) -> Any:
    return copies(pair(given), whole(given, "k", 1, MOST_COPIES))


def direction_of(given: Given) -> Any:
    """The direction that is asked for, or with a bug always the same."""
    direction = word(given, "direction", "remove", "add")
    if has("Direction"):
        return "remove"
    return "add" if has("AddDirection") else direction


def sampled(given: Given, joint: Any) -> Any:
    k, rate = whole(given, "k", 1, MOST_COPIES), real(given, "rate", 0, 1)
    direction, e, rows = direction_of(given), epsilon(given), pair(given)
    if has("JointSample"):
        joint = False
    if joint:
        both = [((1 - rate) * q + rate * p, q) for p, q in copies(rows, k)]
    else:
        both = copies([((1 - rate) * q + rate * p, q) for p, q in rows], k)
    return hockey_stick(both if direction == "remove" else [(q, p) for p, q in both], e)


def rr_copies(x: Any, k: Any) -> Any:
    """k copies of the pair (x, 1)/(1 + x), (1, x)/(1 + x)."""
    whole_mass = (1 + x) ** k
    return [(comb(k, i) * x ** (k - i) / whole_mass, comb(k, i) * x**i / whole_mass) for i in range(k + 1)]


FUNCTIONS = {
    "delta": lambda g: hockey_stick(pair(g), epsilon(g)),
    "epsilon": lambda g: smallest_epsilon(pair(g), real(g, "delta", 0, 1)),
    "probabilistic_delta": probabilistic_delta,
    "loss_at_least": loss_at_least,
    "total_variation": total_variation,
    "profile": profile,
    "tradeoff": lambda g: tradeoff(pair(g)),
    "type_two_error": type_two_error,
    "renyi": lambda g: renyi(pair(g), real(g, "order", 0, finite=False)),
    "zcdp": zcdp,
    "membership_advantage": membership_advantage,
    "bounded_range": bounded_range,
    "composed_delta": lambda g: hockey_stick(composed(g), epsilon(g)),
    "composed_epsilon": lambda g: smallest_epsilon(composed(g), real(g, "delta", 0, 1)),
    "one_sample_delta": lambda g: sampled(g, True),
    "fresh_samples_delta": lambda g: sampled(g, False),
}
