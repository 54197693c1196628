"""The kernels before a judge that shares nothing with them: every event of every pair, in `Fraction`s.

The kernels leave the last step, the measure of a few pairs, to functions of the reference.  An error there
would be the same on both sides of a comparison of the two; here it is not.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import chain, combinations, product
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import INFINITY, Dist, Mechanism, adjacency, ln
from tests.fast.kernels.test_kernels import taken_for

Row: TypeAlias = tuple[Fraction, ...]
Table: TypeAlias = tuple[Row, ...]

NEAR = Fraction(1, 10**25)
RATIOS = [Fraction(1), Fraction(3, 2), Fraction(2), 2 + NEAR, Fraction(7)]
DELTAS = [Fraction(0), NEAR, Fraction(1, 10), Fraction(1, 2), Fraction(9, 10), Fraction(1)]

judged = pytest.mark.parametrize("large", [True, False], ids=["arrays", "lists"])


@st.composite
def rational_tables(draw, most_outcomes: int = 4) -> Table:
    """Rows of small weights, zeros and near ties among them."""
    m = draw(st.integers(1, most_outcomes))
    weight = st.sampled_from([Fraction(0), Fraction(1), Fraction(1), Fraction(2), Fraction(3), 1 + NEAR])
    row = st.lists(weight, min_size=m, max_size=m).filter(any)
    rows = draw(st.lists(row, min_size=2, max_size=3))
    return tuple(tuple(w / sum(row) for w in row) for row in rows)


def fast(table: Table, *, symmetric: bool = True) -> Mechanism:
    """The mechanism by the engine."""
    rows = {x: dict(enumerate(row)) for x, row in enumerate(table)}
    relation = adjacency.all_pairs(symmetric=symmetric)
    return Mechanism(rows, range(len(table)), relation, engine="fast")


def pairs(table: Table, *, symmetric: bool = True) -> list[tuple[Row, Row]]:
    """The ordered pairs of rows."""
    n = len(table)
    return [(table[i], table[j]) for i in range(n) for j in range(n) if (i != j if symmetric else i < j)]


def events(m: int) -> Iterable[tuple[int, ...]]:
    """All subsets of the outcomes."""
    return chain.from_iterable(combinations(range(m), k) for k in range(m + 1))


def largest_gain(p: Row, q: Row, t: Fraction) -> Fraction:
    """max over events of P(S) - t Q(S)."""
    return max(sum((p[o] - t * q[o] for o in s), Fraction(0)) for s in events(len(p)))


def largest_ratio(p: Row, q: Row, delta: Fraction) -> Fraction | None:
    """The least t >= 1 with P(S) <= t Q(S) + delta for all events; None for infinity."""
    least = Fraction(1)
    for s in events(len(p)):
        gain, cost = sum(p[o] for o in s) - delta, sum(q[o] for o in s)
        if gain > 0:
            if not cost:
                return None
            least = max(least, gain / cost)
    return least


def quantile(p: Row, q: Row, delta: Fraction) -> Fraction | None:
    """The least value t of P(o)/Q(o) where P(o) > 0, with P(P > t Q) <= delta; None for infinity."""
    values = sorted({p[o] / q[o] for o in range(len(p)) if p[o] and q[o]})
    for t in values:
        if sum(p[o] for o in range(len(p)) if p[o] > t * q[o]) <= delta:
            return t
    return None


def highest(values: Iterable[Fraction | None]) -> Fraction | None:
    """The largest, where None is infinite."""
    found = list(values)
    return None if None in found else max(v for v in found if v is not None)


def loss(ratio: Fraction | None):
    """Its logarithm."""
    return INFINITY if ratio is None else ln(ratio)


@judged
@settings(max_examples=8)
@given(table=rational_tables(), symmetric=st.booleans())
def test_deltas_of_every_event(large: bool, table: Table, symmetric: bool) -> None:
    m, related = fast(table, symmetric=symmetric), pairs(table, symmetric=symmetric)
    with taken_for(large):
        profile = m.profile()
        for t in RATIOS:
            expected = max(largest_gain(p, q, t) for p, q in related)
            assert m.delta(ln(t)) == profile.at(t) == expected
            exceeding = [sum(x for x, y in zip(p, q, strict=True) if x > t * y) for p, q in related]
            assert m.probabilistic_delta(ln(t)) == max(exceeding)
        assert m.delta("inf") == max(sum(x for x, y in zip(p, q, strict=True) if not y) for p, q in related)
        assert m.total_variation() == max(largest_gain(p, q, Fraction(1)) for p, q in related)


@judged
@settings(max_examples=8)
@given(table=rational_tables(), symmetric=st.booleans())
def test_epsilons_of_every_event(large: bool, table: Table, symmetric: bool) -> None:
    m, related = fast(table, symmetric=symmetric), pairs(table, symmetric=symmetric)
    with taken_for(large):
        for delta in DELTAS:
            ratio = highest(largest_ratio(p, q, delta) for p, q in related)
            assert m.epsilon(delta) == loss(ratio)
            if ratio is not None:
                verdict = m.audit(ln(ratio), delta)
                assert verdict.holds
                if ratio > 1:
                    assert verdict.tight
                    assert not m.audit(ln((1 + ratio) / 2), delta).holds
            upper = highest(quantile(p, q, delta) for p, q in related)
            lower = highest(quantile(q, p, delta) for p, q in related)
            odds = m.posterior_odds(3, delta)
            assert odds.upper == (None if upper is None else 3 * upper)
            assert odds.lower == (0 if lower is None else 3 / lower)


@judged
@settings(max_examples=8)
@given(table=rational_tables())
def test_trade_offs_of_every_test(large: bool, table: Table) -> None:
    """f is the largest convex function below all points (P(S), 1 - Q(S))."""
    m, points = fast(table), {(Fraction(0), Fraction(1)), (Fraction(1), Fraction(0))}
    for p, q in pairs(table):
        points |= {(sum((p[o] for o in s), Fraction(0)), 1 - sum(q[o] for o in s)) for s in events(len(p))}
    with taken_for(large):
        f = m.tradeoff()
    for alpha in (Fraction(0), Fraction(1, 5), Fraction(1, 2), Fraction(2, 3)):
        between = [
            y0 + (y1 - y0) * (alpha - x0) / (x1 - x0)
            for (x0, y0), (x1, y1) in product(points, repeat=2)
            if x0 <= alpha < x1
        ]
        assert f(alpha) == min(between)


@judged
@settings(max_examples=8)
@given(table=rational_tables())
def test_sums_of_powers(large: bool, table: Table) -> None:
    m = fast(table)
    with taken_for(large):
        for a in (2, 3, 7):
            moments = [
                None
                if any(x and not y for x, y in zip(p, q, strict=True))
                else sum(x**a / y ** (a - 1) for x, y in zip(p, q, strict=True) if y)
                for p, q in pairs(table)
            ]
            assert m.renyi(a) * (a - 1) == loss(highest(moments))


ROOTS = [(3, 4, 0, 5), (4, 3, 0, 5), (1, 2, 2, 3), (2, 2, 1, 3), (2, 3, 6, 7), (6, 2, 3, 7), (1, 4, 8, 9)]
"""Sums of squares that are squares: the probabilities have rational roots."""


@judged
@settings(max_examples=8)
@given(chosen=st.lists(st.sampled_from(ROOTS), min_size=2, max_size=3))
def test_sums_of_powers_that_are_halves(large: bool, chosen: list[tuple[int, ...]]) -> None:
    roots = [tuple(Fraction(a, whole) for a in parts) for *parts, whole in chosen]
    m = fast(tuple(tuple(r * r for r in row) for row in roots))
    related = [(p, q) for i, p in enumerate(roots) for j, q in enumerate(roots) if i != j]
    with taken_for(large):
        half, more = m.renyi("1/2"), m.renyi("3/2")
    least = min(sum(x * y for x, y in zip(p, q, strict=True)) for p, q in related)
    assert encloses(half, -2 * ln(least))
    moments = [
        None
        if any(x and not y for x, y in zip(p, q, strict=True))
        else sum(x**3 / y for x, y in zip(p, q, strict=True) if y)
        for p, q in related
    ]
    assert encloses(more, 2 * loss(highest(moments)))


def encloses(value, exact) -> bool:
    """Whether a divergence is, or encloses to 40 digits, an exact logarithm."""
    if value == INFINITY or exact == INFINITY:
        return value == exact
    return bool(value.lower(40) <= exact.upper(40) and exact.lower(40) <= value.upper(40))


@pytest.mark.slow
@judged
@settings(max_examples=5)
@given(table=rational_tables(3))
def test_rho_is_no_less_than_any_divergence_divided_by_its_order(large: bool, table: Table) -> None:
    m = fast(table)
    with taken_for(large):
        rho = m.zcdp()
        for a in ("11/10", 2, 3, 8, 40):
            divergence = m.renyi(a)
            assert (divergence == INFINITY) == (rho == INFINITY)
            if rho != INFINITY:
                assert Fraction(rho.upper(40)) >= Fraction(divergence.lower(40)) / Fraction(a)


@settings(max_examples=8)
@given(data=st.data())
def test_random_neighbours_one_by_one(data: st.DataObject) -> None:
    n, k = data.draw(st.sampled_from([(1, 2), (2, 2), (1, 3)]))
    inputs = list(product(range(k), repeat=n))
    rows = data.draw(rational_tables(3))
    table = {x: data.draw(st.sampled_from(rows)) for x in inputs}
    weights = data.draw(st.lists(st.integers(0, 2), min_size=k, max_size=k).filter(any))
    law = [Fraction(w, sum(weights)) for w in weights]
    m = Mechanism({x: dict(enumerate(r)) for x, r in table.items()}, inputs, adjacency.all_pairs())
    t, eta = data.draw(st.sampled_from(RATIOS)), data.draw(st.sampled_from([None, *DELTAS]))
    gammas = []
    for i in range(n):
        gamma = Fraction(0)
        for draws in product(range(k), repeat=n + 1):
            x, y = draws[:n], (*draws[:i], draws[n], *draws[i + 1 : n])
            forth, back = (largest_gain(a, b, t) for a, b in ((table[x], table[y]), (table[y], table[x])))
            if (forth > 0 or back > 0) if eta is None else forth > eta:
                mass = Fraction(1)
                for d in draws:
                    mass *= law[d]
                gamma += mass
        gammas.append(gamma)
    assert m.random_dp(ln(t), Dist(dict(enumerate(law))), eta) == max(gammas)
    assert m.notes["random_dp"].engine == "fast"


@judged
def test_a_maximum_that_the_survey_puts_behind_another(large: bool) -> None:
    """30 outcomes lose 8 units of 2^-60 together: the larger sum, by 2^-62, has the smaller number."""
    tiny = Fraction(1, 1 << 62)
    each, half = (Fraction(1, 2) + tiny) / 30, Fraction(1, 2)
    table = {
        0: {**{f"a{i}": each for i in range(30)}, "z": half - tiny},
        1: {"z": 1},
        2: {"b": half, "z": half},
    }
    relation = adjacency.explicit([(2, 1), (0, 1)], symmetric=False)
    m = Mechanism(table, range(3), relation, engine="fast")
    with taken_for(large):
        for epsilon in (0, ln(2), "inf"):
            assert m.delta(epsilon) == m.probabilistic_delta(epsilon) == half + tiny
            assert (
                m.worst_case.delta(epsilon).pair == m.worst_case.probabilistic_delta(epsilon).pair == (0, 1)
            )
        assert m.total_variation() == half + tiny
        assert m.epsilon(half) == INFINITY
        assert m.epsilon(half + tiny) == 0
        assert m.posterior_odds(1, half).upper is None
        assert m.posterior_odds(1, half + tiny).upper is not None
        assert m.profile().at(1) == half + tiny


@judged
def test_a_moment_that_the_survey_puts_behind_another(large: bool) -> None:
    """The same for sums of powers: 2^-62 more, in 30 terms."""
    tiny, half = Fraction(1, 1 << 62), Fraction(1, 2)
    each = (half + tiny) / 30
    spread = {f"a{i}": each for i in range(30)}
    table = {
        0: {**spread, "z": half - tiny},
        1: {**{o: p / 2 for o, p in spread.items()}, "z": 1 - (half + tiny) / 2},
        2: {"b": half, "z": half},
        3: {"b": half / 2, "z": 1 - half / 2},
    }
    relation = adjacency.explicit([(2, 3), (0, 1)], symmetric=False)
    m = Mechanism(table, range(4), relation, engine="fast")
    with taken_for(large):
        for a in (2, 5):
            found = m.worst_case.renyi(a)
            gain, rest = half + tiny, 1 - (half + tiny) / 2
            moment = 2 ** (a - 1) * gain + (half - tiny) ** a / rest ** (a - 1)
            assert (found.value * (a - 1), found.pair) == (ln(moment), (0, 1))
        assert m.worst_case.renyi("3/2").pair == (0, 1)
        assert m.worst_case.renyi(1).pair == (0, 1)
        assert m.worst_case.renyi("1/2").pair == (0, 1)
