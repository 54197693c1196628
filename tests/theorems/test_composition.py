from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.adjacency import all_pairs, hamming
from assay.dp import Dist, Mechanism
from assay.errors import BudgetExceeded, InvalidType, InvalidValue
from assay.exact import INFINITY, ln, number
from assay.theorems import Guarantee, basic_composition, compare, compose, compose_adaptively
from assay.theorems.witnesses import canonical_mechanism

from .small import as_table, log, mechanism, plain, ratios, tables, worst_delta

THIRD = Fraction(1, 3)


@pytest.mark.slow
@given(tables(range(2)), tables(range(2)), ratios)
def test_composition_is_the_mechanism_of_pairs(first, second, t):
    both = compose(mechanism(first), mechanism(second))
    pairs = {x: {(a, b): p * q for a, p in first[x].items() for b, q in second[x].items()} for x in first}
    assert as_table(both) == pairs
    assert both.delta(log(t)) == worst_delta(pairs, both.pairs, t)


@given(tables(range(3)), tables(range(3)), ratios, ratios)
def test_the_sum_bound_holds_at_every_split(first, second, s, t):
    one, two = mechanism(first), mechanism(second)
    bound = basic_composition([(log(s), one.delta(log(s))), (log(t), two.delta(log(t)))])
    assert bound.epsilon == log(s * t)
    assert bound.delta == min(one.delta(log(s)) + two.delta(log(t)), 1)
    assert compare(compose(one, two), bound).holds


@given(tables(range(2), 2), st.lists(tables(range(2), 2), min_size=2, max_size=2), ratios, ratios)
def test_adaptive_composition_by_hand_and_its_bound(first, seconds, s, t):
    one, later = mechanism(first), [mechanism(table) for table in seconds]
    adaptive = compose_adaptively(one, lambda seen: later[seen[0]])
    by_hand = {
        x: {(a, b): p * q for a, p in first[x].items() for b, q in seconds[a][x].items()} for x in first
    }
    assert as_table(adaptive) == by_hand
    worst = max(m.delta(log(t)) for m in later)
    assert compare(adaptive, basic_composition([(log(s), one.delta(log(s))), (log(t), worst)])).holds


@given(tables(range(2), 2), tables(range(2), 2), tables(range(2), 2))
def test_a_constant_choice_is_not_adaptive(a, b, c):
    ms = [mechanism(table) for table in (a, b, c)]
    adaptive = compose_adaptively(ms[0], lambda seen: ms[1], lambda seen: ms[2])
    assert as_table(adaptive) == as_table(compose(*ms))


@given(st.lists(tables(range(2), 2, least=1), min_size=4, max_size=4))
def test_a_chooser_sees_the_whole_transcript(found):
    ms = [mechanism(table) for table in found]

    def choose(seen):
        return ms[sum(seen) % 4]

    three = compose_adaptively(ms[0], choose, choose)
    for x, row in as_table(three).items():
        assert set(row) == set(product(range(2), repeat=3))
        for (a, b, c), p in row.items():
            assert p == found[0][x][a] * found[a][x][b] * found[a + b][x][c]
    worst = max(m.epsilon() for m in ms)
    assert compare(three, basic_composition([(worst, 0)] * 3)).holds


@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_randomised_response_attains_the_sum(k):
    one = canonical_mechanism(ln(3))
    assert compare(compose(*[one] * k), basic_composition([(ln(3), 0)] * k)).status == "tight"


def test_one_leak_attains_the_sum_of_deltas():
    leak, quiet = canonical_mechanism(0, "1/5"), canonical_mechanism(ln(2))
    bound = basic_composition([Guarantee(0, "1/5"), Guarantee(ln(2))])
    assert compare(compose(leak, quiet), bound).status == "tight"
    twice = compare(compose(leak, leak), basic_composition([(0, "1/5")] * 2))
    assert twice.delta.by == number("1/25")


def test_shared_randomness_breaks_the_sum():
    # y1 = x xor r and y2 = r hide x perfectly one by one; with one coin r for both they show it
    joint = Mechanism(lambda x: Dist.uniform([0, 1]).map(lambda r: (x ^ r, r)), [0, 1], all_pairs())
    first, second = (
        Mechanism(lambda x, i=i: joint.distribution(x).map(lambda y: y[i]), [0, 1], all_pairs())
        for i in (0, 1)
    )
    assert first.epsilon() == second.epsilon() == 0
    assert compare(joint, basic_composition([(0, 0), (0, 0)])).status == "violated"
    assert joint.epsilon() == INFINITY


def test_a_choice_by_the_data_breaks_the_sum():
    # each of the two mechanisms ignores its input; which one runs does not
    zero, one = (Mechanism(lambda x, b=b: Dist.point(b), [0, 1], all_pairs()) for b in (0, 1))
    chosen = Mechanism(lambda x: (one if x else zero).distribution(x), [0, 1], all_pairs())
    assert compare(chosen, basic_composition([(0, 0)])).status == "violated"


def test_a_large_sum_of_deltas_is_one():
    assert basic_composition([(0, "2/3"), (0, "2/3")]) == Guarantee(0, 1)
    assert basic_composition([("inf", 0), (1, "1/3")]) == Guarantee("inf", THIRD)


def test_order_of_the_outputs_is_the_order_of_the_mechanisms():
    a = mechanism({0: {"a": Fraction(1)}, 1: {"a": Fraction(1)}})
    b = mechanism({0: {"b": Fraction(1)}, 1: {"b": Fraction(1)}})
    assert plain(compose(a, b).distribution(0)) == {("a", "b"): Fraction(1)}
    assert plain(compose_adaptively(a, lambda seen: b).distribution(1)) == {("a", "b"): Fraction(1)}
    assert prod(compose(a).distribution(0)[("a",)] for _ in range(2)) == number(1)


def test_transcripts_are_counted_before_they_are_listed():
    many = Mechanism(lambda x: Dist.uniform(range(1000)), [0, 1], all_pairs())
    with pytest.raises(BudgetExceeded, match=r"2 rounds makes 1000000 transcripts, more than the 8,192"):
        compose_adaptively(many, lambda seen: many).epsilon()


def test_bad_input():
    m = canonical_mechanism(ln(2))
    other = Mechanism(lambda x: Dist.point(0), [False, True, 2], all_pairs())
    fewer = Mechanism(lambda x: Dist.point(0), [(0, 0), (0, 1), (1, 1)], hamming(1))
    more = Mechanism(lambda x: Dist.point(0), [(0, 0), (0, 1), (1, 1)], all_pairs())
    with pytest.raises(InvalidValue, match="no mechanism"):
        compose()
    with pytest.raises(InvalidValue, match="another domain"):
        compose(m, other)
    with pytest.raises(InvalidValue, match="other adjacent pairs"):
        compose(fewer, more)
    with pytest.raises(InvalidType, match="not a Mechanism"):
        compose(m, lambda x: Dist.point(x))
    with pytest.raises(InvalidType, match="not a Mechanism"):
        compose_adaptively(m, lambda seen: seen).distribution(True)
    with pytest.raises(InvalidValue, match="another domain"):
        compose_adaptively(m, lambda seen: other).distribution(True)
    with pytest.raises(InvalidType, match="chooser is 5"):
        compose_adaptively(m, 5)
    with pytest.raises(InvalidType, match="guarantees is 5"):
        basic_composition(5)
    with pytest.raises(InvalidValue, match="no guarantee"):
        basic_composition([])
    with pytest.raises(InvalidType, match="guarantees holds"):
        basic_composition([ln(3)])
    with pytest.raises(InvalidValue, match="negative"):
        basic_composition([(-1, 0)])
