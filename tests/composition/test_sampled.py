"""Sampled rounds against the reference, which enumerates every sample of small data sets."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import Dist, Mechanism, ln, number
from assay.accounting import Rounds
from assay.adjacency import add_remove_one, all_pairs, replace_one
from assay.amplification import (
    amplified_epsilon,
    poisson_sampling,
    sampling_without_replacement,
    subsample,
)
from assay.composition import FinitePair, Round, game_delta, poisson, without_replacement
from assay.dp import hockey_stick
from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.exact import INFINITY, eps
from assay.theorems import adaptive_delta, compose, dominating_pair, pairs_of
from assay.theorems.witnesses import presence
from tests.strategies import RATIONAL, dist_pairs, dists, epsilons

RATES = st.sampled_from([Fraction(0), Fraction(1, 7), Fraction(1, 2), Fraction(1)])
LEVELS = (eps(0), ln("5/4"), ln(2), INFINITY)
PARTS = [x for n in range(3) for x in product("ab", repeat=n)]
"""Sequences of at most two records, with all their parts."""


def fill(data, domain, relation):
    """A mechanism with small random distributions on three outcomes."""
    law = dists(RATIONAL, outcomes=("u", "v", "w"))
    return Mechanism({x: data.draw(law) for x in domain}, domain, relation)


def directed(mechanism, relation):
    """(M(x), M(x')) for the pairs of a relation."""
    return [
        (mechanism.distribution(x), mechanism.distribution(y)) for x, y in relation.pairs(mechanism.domain)
    ]


def squares(pair):
    """Two independent observations."""
    return tuple(Dist.product(law, law) for law in pair)


@given(st.data(), RATES)
@settings(max_examples=3)
def test_poisson_bounds_every_data_set_in_each_direction(data, rate):
    base = fill(data, PARTS, add_remove_one("sequence"))
    exact = subsample(base, poisson_sampling(rate), PARTS, base.adjacency)
    removed = directed(exact, add_remove_one("sequence", symmetric=False))
    use, level = poisson(base, rate), data.draw(st.sampled_from(LEVELS))
    composed = Rounds.of(use, 2)
    for direction, pairs in {"remove": removed, "add": [(q, p) for p, q in removed]}.items():
        assert max(hockey_stick(p, q, level) for p, q in pairs) <= use.dominating(direction).finite.profile()(
            level
        )
        game = adaptive_delta([pairs] * 2, level)
        assert game <= composed.loss(direction).delta(level)
    one_way = Mechanism(base.source, PARTS, add_remove_one("sequence", symmetric=False))
    assert Rounds.of(poisson(one_way, rate), 2).delta(level).value == composed.loss("remove").delta(level)


@given(dist_pairs(RATIONAL, max_size=3), RATES, epsilons())
@settings(max_examples=5)
def test_one_record_attains_it_and_is_named(pair, rate, level):
    p, q = pair
    base = Mechanism({("r",): p, (): q}, [(), ("r",)], add_remove_one("sequence"))
    exact = subsample(base, poisson_sampling(rate), base.domain, base.adjacency)
    both = {"remove": (("r",), ()), "add": ((), ("r",))}
    composed, same = Rounds.of(poisson(base, rate), 2), Rounds.of(exact, 2)
    by_pair = Rounds.of(poisson(Round.of(FinitePair.of(p, q)), rate), 2)
    for direction, inputs in both.items():
        laws = squares([exact.distribution(x) for x in inputs])
        value = hockey_stick(*laws, level)
        assert value == composed.loss(direction).delta(level) == by_pair.loss(direction).delta(level)
        assert value == same.loss(direction).delta(level)
        assert composed.dominating(direction)[0].attained_by == inputs
    worst = composed.delta(level)
    assert worst.attained
    assert worst.value == compose(exact, exact).delta(level) == game_delta(composed, level)


@pytest.mark.slow
@given(st.data(), RATES)
@settings(max_examples=12)
def test_poisson_under_replacement_bounds_every_data_set(data, rate):
    base = fill(data, PARTS, replace_one("sequence"))
    exact = subsample(base, poisson_sampling(rate), PARTS, base.adjacency)
    composed, level = Rounds.of(poisson(base, rate), 2), data.draw(st.sampled_from(LEVELS))
    assert Rounds.of(poisson(base, rate), 1).delta(level).value >= exact.delta(level)
    assert composed.delta(level).value >= adaptive_delta([pairs_of(exact)] * 2, level)


@pytest.mark.slow
@given(st.data(), RATES, epsilons())
@settings(max_examples=4)
def test_single_records_attain_it_under_replacement(data, rate, level):
    domain = [(), ("a",), ("b",)]
    base = fill(data, domain, replace_one("sequence"))
    exact = subsample(base, poisson_sampling(rate), domain, base.adjacency)
    use = poisson(base, rate)
    assert use.is_exact()
    assert Rounds.of(use, 2).delta(level).value == Rounds.of(exact, 2).delta(level).value
    assert Rounds.of(use, 1).delta(level).value == exact.delta(level)


@pytest.mark.parametrize("kind", ["multiset", "set"])
def test_other_spellings_of_data_sets(kind):
    spell = frozenset if kind == "set" else tuple
    domain = [spell(x) for x in ((), ("a",), ("b",), ("a", "b"))]
    laws = {x: Dist.bernoulli(Fraction(1 + len(x) + 2 * ("a" in x), 7)) for x in domain}
    for relation in (replace_one(kind), add_remove_one(kind)):
        base = Mechanism(laws, domain, relation)
        exact = subsample(base, poisson_sampling("1/3"), domain, relation)
        one, two = (Rounds.of(poisson(base, "1/3"), k) for k in (1, 2))
        for level in LEVELS:
            assert exact.delta(level) <= one.delta(level).value
            assert compose(exact, exact).delta(level) <= two.delta(level).value


def test_a_larger_data_set_that_hides_more_is_only_bounded():
    laws = {(): Dist.point(0), ("a",): Dist.point(0), ("b",): Dist.point(0), ("a", "b"): Dist.point(1)}
    base = Mechanism(laws, list(laws), add_remove_one())
    exact = subsample(base, poisson_sampling("1/2"), list(laws), base.adjacency)
    worst = Rounds.of(poisson(base, "1/2"), 1).delta(0)
    assert worst.value == Fraction(1, 2) > exact.delta(0) == Fraction(1, 4)
    assert not worst.attained
    assert worst.explained().startswith("1/2 (at most, remove: ")


@pytest.mark.slow
@given(st.data(), st.integers(2, 3))
@settings(max_examples=12)
def test_without_replacement_bounds_every_data_set(data, n):
    samples = [x for x in product("ab", repeat=2) if list(x) == sorted(x)]
    records = [x for x in product("ab", repeat=n) if list(x) == sorted(x)]
    base = fill(data, samples, replace_one("multiset"))
    exact = subsample(base, sampling_without_replacement(2), records, replace_one("multiset"))
    use, level = without_replacement(base, n), data.draw(st.sampled_from(LEVELS))
    assert Rounds.of(use, 1).delta(level).value >= exact.delta(level)
    assert Rounds.of(use, 2).delta(level).value >= adaptive_delta([pairs_of(exact)] * 2, level)
    assert use.is_exact() == (n == 2)


@pytest.mark.parametrize(("epsilon", "delta"), [(ln(3), 0), (ln(2), "1/10")])
@pytest.mark.parametrize("n", [2, 3])
def test_presence_attains_it_without_replacement(epsilon, delta, n):
    relation = replace_one("sequence")
    base = presence("a", epsilon, delta, list(product("abc", repeat=2)), relation)
    records = [x for x in product("abc", repeat=n) if x.count("a") < 2]
    exact = subsample(base, sampling_without_replacement(2), records, relation)
    composed = Rounds.of(without_replacement(base, n), 1)
    for level in (*LEVELS, epsilon, amplified_epsilon(epsilon, Fraction(2, n))):
        assert composed.delta(level).value == exact.delta(level)
    assert composed.epsilon(Fraction(2, n) * number(delta)).value == amplified_epsilon(
        epsilon, Fraction(2, n)
    )
    # below t = 1 the exchanged pair is the larger one, which two rounds show
    twice, pair = Rounds.of(without_replacement(base, n), 2), dominating_pair(pairs_of(exact))
    for level in LEVELS:
        assert twice.delta(level).value == hockey_stick(*squares(pair), level)


@given(dist_pairs(RATIONAL, max_size=4))
@settings(max_examples=8)
def test_rates_zero_and_one_are_nothing_and_everything(pair):
    use = Round.of(FinitePair.of(*pair))
    assert Rounds.of(poisson(use, 0), 10**6).delta(0).value == 0
    assert Rounds.of(poisson(use, 0), 10**6).epsilon(0).value == 0
    for direction in ("remove", "add"):
        whole = poisson(use, 1).dominating(direction).finite
        assert whole.profile() == use.dominating(direction).finite.profile()
        assert whole.profile() == FinitePair.of(*(pair if direction == "remove" else pair[::-1])).profile()


def test_a_rate_in_between_of_a_round_that_tells_all():
    use = poisson(FinitePair.of(Dist.point(1), Dist.point(0)), "1/3")
    assert Rounds.of(use, 3).loss("remove").delta("inf") == 1 - Fraction(2, 3) ** 3
    assert Rounds.of(use, 3).loss("add").epsilon(0) == 3 * ln("3/2")


def test_bad_input():
    bit = Mechanism({0: Dist.point(0), 1: Dist.point(0)}, [0, 1], all_pairs())
    laws = {x: Dist.bernoulli(Fraction(1, 2 + len(x))) for x in PARTS}
    base = Mechanism(laws, PARTS, add_remove_one("sequence"))
    for rate in (-1, "3/2"):
        with pytest.raises(InvalidValue, match=r"rate = .* is outside"):
            poisson(base, rate)
    with pytest.raises(FloatRefused, match="rate"):
        poisson(base, 0.1)
    with pytest.raises(InvalidValue, match="neither add_remove_one nor replace_one"):
        poisson(bit, "1/2")
    with pytest.raises(InvalidValue, match="not its part"):
        poisson(Mechanism(laws, PARTS[1:], add_remove_one("sequence")), "1/2")
    with pytest.raises(InvalidValue, match="not its part"):
        poisson(Mechanism(laws, PARTS[1:], replace_one("sequence")), "1/2")
    with pytest.raises(InvalidValue, match="has the directions either order"):
        poisson(Round.of(bit), "1/2")
    with pytest.raises(InvalidType, match="give a Mechanism"):
        poisson("gaussian", "1/2")
    with pytest.raises(InvalidValue, match="is not replace-one"):
        without_replacement(base, 3)
    mixed = Mechanism(laws, PARTS, replace_one("sequence"))
    with pytest.raises(InvalidValue, match="data sets of 0, 1, 2 records"):
        without_replacement(mixed, 3)
    pairs = Mechanism({x: Dist.bernoulli("1/2") for x in PARTS[3:]}, PARTS[3:], replace_one("sequence"))
    with pytest.raises(InvalidValue, match="n = 1 and m = 2"):
        without_replacement(pairs, 1)
    with pytest.raises(InvalidType, match="n = True"):
        without_replacement(pairs, True)
    ordered = Mechanism({x: Dist.point(x) for x in PARTS[3:]}, PARTS[3:], replace_one("sequence"))
    with pytest.raises(InvalidValue, match="does not depend on their order"):
        without_replacement(ordered, 3)
