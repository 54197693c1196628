"""The game of adaptive composition against all adversaries written out as functions of the transcript."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.adjacency import all_pairs, explicit
from assay.dp import Dist, Mechanism, hockey_stick, profile
from assay.errors import InvalidType, InvalidValue
from assay.exact import INFINITY, eps, ln, number
from assay.theorems import (
    adaptive_delta,
    dominating_pair,
    group,
    group_privacy,
    group_tradeoff,
    optimal_composition,
    pairs_of,
)
from assay.theorems.witnesses import canonical_mechanism, group_chain

from .small import brute_delta, log, mechanism, plain, ratios, rows, tables

PAIRS = st.lists(st.tuples(rows(2), rows(2)), min_size=1, max_size=3)


def laws(pairs):
    """Rows as distributions."""
    return [(Dist(p), Dist(q)) for p, q in pairs]


def transcripts(first, choice, second):
    """The two distributions of the transcript of an adversary who plays `choice[y]` after the outcome y."""
    worlds = []
    for world in (0, 1):
        law = {}
        for y, mass in first[world].items():
            for z, more in second[choice[y]][world].items():
                law[y, z] = mass * more
        worlds.append(law)
    return worlds


@given(PAIRS, PAIRS, ratios)
@settings(max_examples=12)
def test_the_game_is_the_best_of_all_adversaries(first, second, t):
    best = max(
        brute_delta(*transcripts(pair, dict(enumerate(choice)), second), t)
        for pair in first
        for choice in product(range(len(second)), repeat=2)
    )
    assert adaptive_delta([laws(first), laws(second)], log(t)) == best
    assert adaptive_delta([laws(first)], log(t)) == max(brute_delta(p, q, t) for p, q in first)


@given(PAIRS, ratios)
@settings(max_examples=10)
def test_the_dominating_pair_is_the_upper_envelope(pairs, t):
    p, q = dominating_pair(laws(pairs))
    for at in (t, 1 / t, Fraction(0)):
        assert brute_delta(plain(p), plain(q), at) == max(brute_delta(a, b, at) for a, b in pairs)
    assert hockey_stick(p, q, INFINITY) == max(hockey_stick(a, b, INFINITY) for a, b in laws(pairs))


@given(PAIRS, PAIRS, ratios)
@settings(max_examples=12)
def test_dominating_pairs_bound_the_game(first, second, t):
    (p, q), (r, s) = dominating_pair(laws(first)), dominating_pair(laws(second))
    bound = hockey_stick(Dist.product(p, r), Dist.product(q, s), log(t))
    assert adaptive_delta([laws(first), laws(second)], log(t)) <= bound


def test_the_bound_of_a_constructed_pair_is_not_attained():
    leak = Dist({0: "99/100", 1: "1/100"}), Dist.point(0)
    noise = Dist({0: "3/4", 1: "1/4"}), Dist({0: "1/4", 1: "3/4"})
    p, q = dominating_pair([leak, noise])
    assert profile(p, q) not in (profile(*leak), profile(*noise))
    reached = adaptive_delta([[leak, noise]] * 2, ln(3))
    assert reached < hockey_stick(Dist.product(p, p), Dist.product(q, q), ln(3))


def test_choosing_by_the_outcome_beats_every_fixed_choice():
    leak = Dist({0: "4/5", 1: "1/5"}), Dist.point(0)
    noise = Dist({0: "3/4", 1: "1/4"}), Dist({0: "1/4", 1: "3/4"})
    fixed = max(
        hockey_stick(Dist.product(*(a[0] for a in chosen)), Dist.product(*(a[1] for a in chosen)), ln(3))
        for chosen in product([leak, noise], repeat=2)
    )
    assert fixed < adaptive_delta([[leak, noise]] * 2, ln(3))


@pytest.mark.parametrize("k", [0, 1, 2, 3])
def test_randomised_response_is_its_own_worst_case(k):
    pairs = pairs_of(canonical_mechanism(ln(2), "1/10"))
    for at in (eps(0), ln(2), ln(3)):
        exact = optimal_composition(ln(2), "1/10", k, symmetric=True)(at) if k else 0
        assert adaptive_delta([pairs] * k, at) == exact
    assert adaptive_delta([pairs] * k, INFINITY) == 1 - Fraction(9, 10) ** k


@given(tables(range(4)), ratios, st.integers(1, 3))
@settings(max_examples=8)
def test_the_trade_off_function_of_groups(table, t, m):
    line = Mechanism(table, range(4), explicit([(0, 1), (1, 2), (2, 3)]))
    bound = group_tradeoff(line.tradeoff(), m)
    assert bound <= group(line, m).tradeoff()
    delta = bound.profile()(log(t**m))
    assert delta <= group_privacy(log(t), line.delta(log(t)), m).delta


@pytest.mark.parametrize("m", [1, 2, 3])
def test_the_chain_attains_the_group_bound(m):
    chain = group_chain(ln(2), "1/1000", m)
    exact = group(chain, m)
    bound = group_tradeoff(chain.tradeoff(), m).profile()
    assert exact.delta(m * ln(2)) == bound(m * ln(2)) == number("1/1000") * (2**m - 1)


def test_pairs_are_those_of_the_adjacency():
    m = mechanism({0: {0: Fraction(1)}, 1: {1: Fraction(1)}})
    assert pairs_of(m) == ((Dist.point(0), Dist.point(1)), (Dist.point(1), Dist.point(0)))
    one_way = Mechanism(m.source, [0, 1], all_pairs(symmetric=False))
    assert pairs_of(one_way) == ((Dist.point(0), Dist.point(1)),)


def test_bad_input():
    with pytest.raises(InvalidValue, match="pairs is empty"):
        dominating_pair([])
    with pytest.raises(InvalidType, match="pairs is 5"):
        dominating_pair(5)
    with pytest.raises(InvalidValue, match="a round has no pairs"):
        adaptive_delta([[]], 1)
    with pytest.raises(InvalidType, match="not a pair of distributions"):
        adaptive_delta([[(Dist.point(0), 1)]], 1)
    with pytest.raises(InvalidValue, match="negative"):
        adaptive_delta([pairs_of(canonical_mechanism(1))], -1)
    with pytest.raises(InvalidType, match="not a Mechanism"):
        pairs_of(3)
    with pytest.raises(InvalidType, match=r"f is 3 \(int\); give a TradeOff"):
        group_tradeoff(3, 2)
    with pytest.raises(InvalidValue, match="k = 0"):
        group_tradeoff(canonical_mechanism(1).tradeoff(), 0)
