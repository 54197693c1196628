"""The distributions of finite probability, on generated distributions in every field."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from fractions import Fraction
from itertools import chain, combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import Dist, Number, exp, number, sqrt
from tests.strategies import (
    ANY_FAMILY,
    DECIDED,
    RATIONAL,
    Family,
    dist_pairs,
    dists,
    families,
    positive_numbers,
    probabilities,
    thetas,
)

any_dist = families(ANY_FAMILY).flatmap(dists)
any_pair = families(DECIDED).flatmap(dist_pairs)


def events(outcomes):
    """All subsets of the outcomes."""
    outcomes = list(outcomes)
    return chain.from_iterable(combinations(outcomes, k) for k in range(len(outcomes) + 1))


@st.composite
def kernels(draw, family: Family, outcomes=tuple("abc")):
    """A distribution on o0, o1, ... and two Markov kernels to apply after it, all in one field."""
    theta = draw(thetas(family))
    d = draw(dists(family, theta=theta, max_size=4))
    f = {o: draw(dists(family, theta=theta, outcomes=outcomes)) for o in d.support}
    g = {o: draw(dists(family, theta=theta, outcomes="xy")) for o in outcomes}
    return d, f.__getitem__, g.__getitem__


@given(any_dist)
def test_probabilities_are_positive_and_sum_to_exactly_one(d):
    assert sum(p for _, p in d.items()) == 1
    assert all(p > 0 for _, p in d.items())
    assert len(d) == len(d.support) >= 1
    assert [d[o] for o in d.support] == [p for _, p in d.items()] == [d.probability(o) for o in d.support]
    assert d["never"] == 0


@pytest.mark.slow
@given(families(ANY_FAMILY).flatmap(kernels))
def test_bind_obeys_the_monad_laws(drawn):
    d, f, g = drawn
    for o in d.support:
        assert Dist.point(o).bind(f) == f(o)
    assert d.bind(Dist.point) == d
    assert d.bind(f).bind(g) == d.bind(lambda o: f(o).bind(g))


@pytest.mark.slow
@given(families(ANY_FAMILY).flatmap(kernels))
def test_bind_is_the_law_of_total_probability(drawn):
    d, f, _ = drawn
    for u in "abc":
        assert d.bind(f)[u] == sum((p * f(o)[u] for o, p in d.items()), number(0))
    assert d.bind(f) == Dist.mixture([(p, f(o)) for o, p in d.items()])


@given(any_dist, st.functions(like=lambda o: None, returns=st.integers(0, 2), pure=True))
def test_map_is_the_pushforward(d, f):
    image = d.map(f)
    assert image == d.bind(lambda o: Dist.point(f(o)))
    for u in range(3):
        assert image[u] == d.prob(lambda o, u=u: f(o) == u)
    assert d.map(lambda o: o) == d
    assert image.map(str) == d.map(lambda o: str(f(o)))


@given(families(DECIDED).flatmap(lambda f: st.tuples(dists(f, max_size=3), dists(RATIONAL, max_size=3))))
def test_product_has_its_factors_as_independent_marginals(drawn):
    p, q = drawn
    both = Dist.product(p, q)
    assert both.map(lambda pair: pair[0]) == p
    assert both.map(lambda pair: pair[1]) == q
    for a in p.support:
        assert both.condition(lambda pair, a=a: pair[0] == a).map(lambda pair: pair[1]) == q
        for b in q.support:
            assert both[a, b] == p[a] * q[b]


@given(dists(max_size=3), dists(max_size=3), dists(max_size=2))
def test_product_of_three_and_of_none(p, q, r):
    nested = Dist.product(Dist.product(p, q), r).map(lambda o: (*o[0], o[1]))
    assert Dist.product(p, q, r) == nested
    assert Dist.product() == Dist.point(())
    assert Dist.product(p) == p.map(lambda o: (o,))


@given(any_pair, probabilities())
def test_mixture_weighs_its_components(pair, w):
    p, q = pair
    mixed = Dist.mixture([(w, p), (1 - w, q)])
    for o in set(p.support) | set(q.support):
        assert mixed[o] == w * p[o] + (1 - w) * q[o]
    assert mixed == Dist.bernoulli(w).bind(lambda heads: p if heads else q)


@given(any_dist, st.data())
def test_conditioning_is_bayes_rule(d, data):
    event = data.draw(st.sets(st.sampled_from(d.support), min_size=1))
    given_event = d.condition(event)
    assert set(given_event.support) == event
    for o in event:
        assert given_event[o] * d.prob(event) == d[o]
    rest = set(d.support) - event
    if rest:
        parts = [(d.prob(event), given_event), (d.prob(rest), d.condition(rest))]
        assert Dist.mixture(parts) == d


@given(any_pair)
def test_total_variation_is_the_largest_difference_over_all_events(pair):
    p, q = pair
    outcomes = set(p.support) | set(q.support)
    largest = max(p.prob(e) - q.prob(e) for e in events(outcomes))
    assert p.total_variation(q) == q.total_variation(p) == largest
    assert 0 <= largest <= 1
    assert (largest == 0) == (p == q)


@given(dists(), dists(), dists())
def test_total_variation_is_a_distance(p, q, r):
    assert p.total_variation(r) <= p.total_variation(q) + q.total_variation(r)


@given(any_dist)
def test_probability_of_events_is_additive(d):
    for event in events(d.support):
        rest = [o for o in d.support if o not in event]
        assert d.prob(event) + d.prob(rest) == 1
        assert d.prob(event) == d.prob(lambda o, e=event: o in e) == sum((d[o] for o in event), number(0))
        assert d.prob([*event, *event, "never"]) == d.prob(event)


@pytest.mark.slow
@given(families(ANY_FAMILY).flatmap(kernels))
def test_expectation_is_linear_and_has_the_tower_property(drawn):
    d, f, _ = drawn
    score = {"a": number("1/3"), "b": number(-2), "c": number(5)}.__getitem__
    after = d.bind(f)
    assert after.expectation(score) == d.expectation(lambda o: f(o).expectation(score))
    assert after.expectation(lambda u: 3 * score(u) + 1) == 3 * after.expectation(score) + 1
    assert after.expectation(lambda u: int(u == "a")) == after["a"]
    assert after.map(score).expectation() == after.expectation(score)


@given(
    families(ANY_FAMILY).flatmap(
        lambda f: thetas(f).flatmap(lambda t: st.lists(positive_numbers(f, t), min_size=1, max_size=4))
    )
)
def test_weights_are_divided_by_their_sum(weights):
    d = Dist.from_weights(dict(enumerate(weights)))
    assert all(d[i] * sum(weights) == w for i, w in enumerate(weights))
    assert d == Dist.from_weights({i: 7 * w for i, w in enumerate(weights)})


@given(st.lists(st.integers(0, 4), min_size=1, max_size=8))
def test_uniform_counts_repetitions(entries):
    d = Dist.uniform(entries)
    assert dict(d.items()) == {o: Fraction(n, len(entries)) for o, n in Counter(entries).items()}
    assert d.support == tuple(dict.fromkeys(entries))


@given(probabilities())
def test_bernoulli(p):
    d = Dist.bernoulli(p)
    assert d[True] == p
    assert d[False] == 1 - p
    assert len(d) == (1 if p in (0, 1) else 2)


@given(any_dist, st.randoms(use_true_random=False))
def test_equality_and_hash_ignore_the_order(d, rng):
    items = list(d.items())
    rng.shuffle(items)
    again = Dist(dict(items))
    assert again == d
    assert hash(again) == hash(d)
    assert {d: 1}[again] == 1
    assert (again != d) is False


@given(any_pair)
def test_different_distributions_are_not_equal(pair):
    p, q = pair
    assert (p == q) == all(p[o] == q[o] for o in {*p.support, *q.support})


@pytest.mark.slow
@given(any_dist)
def test_copies_and_pickles_are_equal(d):
    for twin in (copy.copy(d), copy.deepcopy(d), pickle.loads(pickle.dumps(d))):
        assert twin == d
        assert hash(twin) == hash(d)
        assert twin.support == d.support


def test_the_example_of_the_introduction():
    d = Dist({True: "3/4", False: "1/4"})
    assert repr(d) == "Dist({True: 3/4, False: 1/4})"
    assert d[True] == Fraction(3, 4)
    assert isinstance(d[True], Number)


def test_all_exact_spellings_are_read():
    third = number("1/3")
    d = Dist({"a": third, "b": "1/3", "c": Fraction(1, 6), "d": "0.125", "e": number("1/24")})
    assert sum(p for _, p in d.items()) == 1
    assert Dist({"a": exp(-1), "b": 1 - exp(-1)})["a"] * exp(1) == 1
    assert Dist({"a": sqrt(2) / 2, "b": 1 - sqrt(2) / 2})["a"] ** 2 == Fraction(1, 2)


def test_outcomes_of_probability_zero_are_dropped():
    assert Dist({"a": 1, "b": 0}).support == ("a",)
    assert Dist({"a": 1, "b": 0}) == Dist.point("a")
    assert Dist.from_weights({"a": 0, "b": 5}) == Dist.point("b")
    assert Dist.mixture([(0, Dist.point("a")), (1, Dist.point("b"))]) == Dist.point("b")
    assert Dist.product(Dist.bernoulli(1), Dist.bernoulli("1/2")).support == ((True, True), (True, False))


def test_the_support_is_in_the_order_first_seen():
    d = Dist({"z": "1/2", "a": "1/4", "m": "1/4"})
    assert d.support == ("z", "a", "m")
    assert d.map(lambda o: "first" if o == "m" else "second").support == ("second", "first")


def test_a_distribution_cannot_be_changed():
    table = {"a": number(1)}
    d = Dist(table)
    table["a"] = number(0)
    assert d["a"] == 1
    for change in (
        lambda: setattr(d, "extra", 1),
        lambda: d.items().mapping.update({"a": 0}),
        lambda: d.__setitem__("a", 0),
    ):
        try:
            change()
        except (AttributeError, TypeError):
            continue
        raise AssertionError("a distribution was changed")


def test_a_256_by_256_channel_is_pushed_through_another():
    bits = Dist.product(*[Dist.bernoulli("3/4")] * 8)
    flipped = bits.map(lambda o: tuple(not b for b in o))
    assert len(bits) == 256
    assert flipped == Dist.product(*[Dist.bernoulli("1/4")] * 8)
    mixed = bits.bind(lambda o: flipped if o[0] else bits)
    assert sum(p for _, p in mixed.items()) == 1
    assert mixed == Dist.mixture([("3/4", flipped), ("1/4", bits)])


@given(any_dist)
def test_iteration_is_over_the_support(d):
    assert tuple(d) == d.support
    assert sorted(map(str, d)) == sorted(str(o) for o, _ in d.items())


def test_conditional_distributions_are_mixed_whether_they_are_one_or_many(monkeypatch):
    monkeypatch.setattr("assay.dp.dist.MOST_KEPT", 3)
    numbers, same = Dist.uniform(range(20)), Dist({0: "1/3", 1: "2/3"})
    assert numbers.bind(lambda n: same) == same
    shared = [Dist.from_weights({0: n + 1, 1: 5 - n}) for n in range(5)]
    expected = {0: 0, 1: 0}
    for n in range(20):
        for outcome, p in shared[n % 5].items():
            expected[outcome] += p / 20
    assert dict(numbers.bind(lambda n: shared[n % 5]).items()) == expected
