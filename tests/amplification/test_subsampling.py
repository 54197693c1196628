"""The exact subsampled mechanisms against an independent enumeration, and samples that leak."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.adjacency import add_remove_one, hamming
from assay.amplification import (
    Sampling,
    poisson_amplification,
    poisson_sampling,
    release_sample,
    reuse_sample,
    sampling_with_replacement,
    sampling_without_replacement,
    subsample,
    without_replacement_amplification,
)
from assay.dp import Dist, Mechanism
from assay.errors import InvalidType, InvalidValue
from assay.exact import INFINITY, ln
from assay.theorems import basic_composition, compare, compose
from assay.theorems.witnesses import presence
from tests.theorems.small import (
    ADD_REMOVE,
    REPLACE,
    as_table,
    inner_probabilities,
    mechanism,
    mix,
    sequences,
    tables,
)

RATES = inner_probabilities


@given(tables(sequences(2, 2)), RATES)
def test_poisson_by_enumeration(base, q):
    exact = subsample(mechanism(base), poisson_sampling(q), sequences(2, 2), ADD_REMOVE)
    for x in sequences(2, 2):
        coins = list(product((0, 1), repeat=len(x)))
        weights = [q ** sum(c) * (1 - q) ** (len(x) - sum(c)) for c in coins]
        kept = [tuple(r for r, c in zip(x, coin, strict=True) if c) for coin in coins]
        assert as_table(exact)[x] == mix((w, base[k]) for w, k in zip(weights, kept, strict=True))


@given(tables(sequences(2, 2, 2)))
def test_without_replacement_by_enumeration(base):
    exact = subsample(mechanism(base), sampling_without_replacement(2), sequences(2, 3, 3), REPLACE)
    for x in sequences(2, 3, 3):
        orders = [tuple(x[i] for i in sorted(order[:2])) for order in permutations(range(3))]
        assert as_table(exact)[x] == mix((Fraction(1, 6), base[part]) for part in orders)


@given(tables(sequences(2, 2, 2)))
def test_with_replacement_by_enumeration(base):
    exact = subsample(mechanism(base), sampling_with_replacement(2), sequences(2, 3, 3), REPLACE)
    for x in sequences(2, 3, 3):
        draws = [tuple(x[i] for i in sorted(draw)) for draw in product(range(3), repeat=2)]
        assert as_table(exact)[x] == mix((Fraction(1, 9), base[part]) for part in draws)


@given(tables(sequences(2, 2)), tables(sequences(2, 2)), RATES)
def test_one_sample_for_two_releases_is_the_subsampled_composition(first, second, q):
    ms = [mechanism(first, ADD_REMOVE), mechanism(second, ADD_REMOVE)]
    scheme, domain = poisson_sampling(q), sequences(2, 2)
    reused = reuse_sample(ms, scheme, domain, ADD_REMOVE)
    assert as_table(reused) == as_table(subsample(compose(*ms), scheme, domain, ADD_REMOVE))
    for b in (0, 1):
        alone = subsample(ms[b], scheme, domain, ADD_REMOVE)
        assert {
            x: mix((w, {y[b]: Fraction(1)}) for y, w in row.items()) for x, row in as_table(reused).items()
        } == (as_table(alone))


@pytest.mark.parametrize(
    ("scheme", "domain", "relation"),
    [
        (poisson_sampling("1/4"), sequences(2, 2), ADD_REMOVE),
        (sampling_without_replacement(1), sequences(2, 3, 3), REPLACE),
    ],
)
def test_reusing_the_sample_breaks_the_composed_amplification(scheme, domain, relation):
    base = presence(1, ln(3), 0, sequences(2, 3), ADD_REMOVE)
    one = subsample(base, scheme, domain, relation)
    twice = basic_composition([(one.epsilon(), 0)] * 2)
    assert compare(compose(one, one), twice).status == "tight"
    reused = reuse_sample([base, base], scheme, domain, relation)
    assert compare(reused, twice).status == "violated"
    # and this is what it does satisfy: the amplified composition
    q = Fraction(1, 4) if relation is ADD_REMOVE else Fraction(1, 3)
    assert compare(reused, poisson_amplification(2 * ln(3), 0, q)).status == "tight"


@pytest.mark.parametrize("released", ["positions", "records"])
def test_releasing_the_sample_undoes_the_amplification(released):
    base = presence(1, ln(3), 0, sequences(2, 3), ADD_REMOVE)
    shown = release_sample(
        base, sampling_without_replacement(1), sequences(2, 3, 3), REPLACE, released=released
    )
    bound = without_replacement_amplification(ln(3), 0, 1, 3)
    assert compare(shown, bound).status == "violated"
    assert shown.epsilon() == (ln(3) if released == "positions" else INFINITY)
    hidden = Mechanism(lambda x: shown.distribution(x).map(lambda y: y[1]), shown.domain, REPLACE)
    assert compare(hidden, bound).status == "tight"


def test_what_a_released_sample_looks_like():
    base = Mechanism(lambda x: Dist.point(sum(x)), sequences(3, 2), ADD_REMOVE)
    domain = [(2, 0), (2,)]
    by_position = release_sample(base, poisson_sampling("1/2"), domain, ADD_REMOVE)
    assert by_position.distribution((2, 0)) == Dist.uniform([((), 0), ((0,), 2), ((1,), 0), ((0, 1), 2)])
    by_record = release_sample(base, poisson_sampling("1/2"), domain, ADD_REMOVE, released="records")
    assert by_record.distribution((2, 0)) == Dist.uniform([((), 0), ((2,), 2), ((0,), 0), ((2, 0), 2)])
    # under add/remove-one positions betray the size as well
    assert by_position.epsilon() == INFINITY


def test_sampling_that_depends_on_the_data_breaks_the_bound():
    # the sample is everything if the first record is 1, nothing otherwise
    base = presence(1, ln(3), 0, sequences(2, 2), ADD_REMOVE)
    peeking = Mechanism(lambda x: base.distribution(x if x[0] else ()), sequences(2, 2, 2), hamming(1))
    assert compare(peeking, without_replacement_amplification(ln(3), 0, 1, 2)).status == "violated"


def test_correlated_positions_are_still_one_record():
    # both or none: the rate of each record is 1/2, and one record changes only its own share
    scheme = {2: Sampling(2, {(): "1/2", (0, 1): "1/2"})}.__getitem__
    base = presence(1, ln(3), 0, sequences(2, 2), ADD_REMOVE)
    exact = subsample(base, scheme, sequences(2, 2, 2), REPLACE)
    assert compare(exact, without_replacement_amplification(ln(3), 0, 1, 2)).status == "tight"


def test_sets_and_multisets():
    sets = [frozenset(s) for s in ((), (0,), (1,), (0, 1))]
    echo = Mechanism(Dist.point, sets, add_remove_one("set"))
    half = subsample(echo, poisson_sampling("1/2"), sets, add_remove_one("set"))
    assert half.distribution(frozenset((0, 1))) == Dist.uniform(sets)
    counted = [frozenset(), frozenset({(0, 1)}), frozenset({(0, 2)})]
    tally = Mechanism(Dist.point, counted, add_remove_one("multiset"))
    half = subsample(tally, poisson_sampling("1/2"), counted, add_remove_one("multiset"))
    assert half.distribution(counted[2]) == Dist({counted[0]: "1/4", counted[1]: "1/2", counted[2]: "1/4"})
    twice = subsample(Dist.point, sampling_with_replacement(2), counted[1:], add_remove_one("multiset"))
    assert twice.distribution(counted[1]) == Dist.point(counted[2])
    with pytest.raises(InvalidValue, match="draws a record twice"):
        subsample(Dist.point, sampling_with_replacement(2), sets[1:], add_remove_one("set")).distribution(
            sets[1]
        )


def test_a_frozenset_of_pairs_is_never_guessed_to_be_a_set_or_a_multiset():
    twice = frozenset({("a", 2)})
    once = frozenset({("a", 1)})
    unclear = add_remove_one("multiset").power(2)
    m = subsample(Dist.point, poisson_sampling("1/2"), [frozenset(), once, twice], unclear)
    assert m.distribution(frozenset()) == Dist.point(frozenset())
    with pytest.raises(InvalidValue, match="could be a set of pairs or a multiset"):
        m.distribution(twice)
    pairs = subsample(Dist.point, poisson_sampling("1/2"), [frozenset(), once], add_remove_one("set"))
    assert pairs.distribution(once) == Dist.uniform([frozenset(), once])
    sets = subsample(
        Dist.point, poisson_sampling("1/2"), [frozenset(), frozenset("a")], add_remove_one("set").power(1)
    )
    assert sets.distribution(frozenset("a")) == Dist.uniform([frozenset(), frozenset("a")])


@pytest.mark.parametrize("kind", ["sequence", "multiset"])
def test_a_function_as_base(kind):
    m = subsample(lambda x: Dist.point(len(x)), poisson_sampling("1/2"), [(0, 1), (0,)], add_remove_one(kind))
    assert m.distribution((0, 1)) == Dist({0: "1/4", 1: "1/2", 2: "1/4"})


def test_bad_input():
    base = mechanism({(): {0: Fraction(1)}, (0,): {0: Fraction(1)}}, ADD_REMOVE)
    domain = [(0, 0), (0,)]
    with pytest.raises(InvalidValue, match="not in the domain"):
        subsample(base, poisson_sampling("1/2"), domain, ADD_REMOVE).distribution((0, 0))
    with pytest.raises(InvalidType, match="base is 3"):
        subsample(3, poisson_sampling("1/2"), domain, ADD_REMOVE)
    with pytest.raises(InvalidType, match="not a Sampling"):
        subsample(base, lambda n: n, domain, ADD_REMOVE).distribution((0,))
    with pytest.raises(InvalidValue, match="over n = 3 positions"):
        subsample(base, lambda n: poisson_sampling("1/2")(3), domain, ADD_REMOVE).distribution((0,))
    for wrong in (subsample, release_sample, lambda base, *rest: reuse_sample([base], *rest)):
        with pytest.raises(InvalidType, match="scheme is 5"):
            wrong(base, 5, domain, ADD_REMOVE)
    with pytest.raises(InvalidType, match="bases is 3"):
        reuse_sample(3, poisson_sampling("1/2"), domain, ADD_REMOVE)
    with pytest.raises(InvalidValue, match="released = 'all'"):
        release_sample(base, poisson_sampling("1/2"), domain, ADD_REMOVE, released="all")
    with pytest.raises(InvalidValue, match="no base mechanism"):
        reuse_sample([], poisson_sampling("1/2"), domain, ADD_REMOVE)
    with pytest.raises(InvalidType, match="not a data set"):
        subsample(base, poisson_sampling("1/2"), ["ab", "a"], ADD_REMOVE).distribution("a")


@given(st.sampled_from([0, 1]))
def test_the_extreme_rates(q):
    base = mechanism({x: {x: Fraction(1)} for x in sequences(2, 2)}, ADD_REMOVE)
    m = subsample(base, poisson_sampling(q), sequences(2, 2), ADD_REMOVE)
    for x in m.domain:
        assert m.distribution(x) == Dist.point(x if q else ())
