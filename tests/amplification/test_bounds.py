"""Amplification bounds against the exact subsampled mechanisms, their witnesses, and dropped hypotheses."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.adjacency import explicit, replace_one
from assay.amplification import (
    advanced_joint_convexity,
    amplified_epsilon,
    multiplicities,
    one_sided_poisson_amplification,
    poisson_amplification,
    poisson_sampling,
    pure_with_replacement_amplification,
    sampling_with_replacement,
    sampling_without_replacement,
    secrecy_of_the_sample,
    subsample,
    with_replacement_amplification,
    with_replacement_amplification_of_profile,
    without_replacement_amplification,
)
from assay.dp import Dist, Mechanism, hockey_stick
from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.exact import EPS, INFINITY, exp, ln, number
from assay.theorems import Guarantee, compare, group, slack
from assay.theorems.witnesses import multiplicity, presence
from tests.theorems.small import (
    ADD_REMOVE,
    REPLACE,
    inner_probabilities,
    log,
    multisets,
    probabilities,
    ratios,
    rows,
    sequences,
    tables,
)

SMALL = sequences(2, 2)
MULTISETS = replace_one("multiset")
REMOVING = ADD_REMOVE.__class__("sequence", symmetric=False)
"""(x, x with one record removed)."""
ADDING = explicit([(y, x) for x, y in REMOVING.pairs(SMALL)], symmetric=False)


def on(table, adjacency):
    return Mechanism(table, list(table), adjacency)


# Poisson sampling


@given(tables(SMALL), ratios, inner_probabilities)
def test_poisson_in_both_directions_and_in_each(table, t, q):
    for adjacency, direction in ((ADD_REMOVE, None), (REMOVING, "remove"), (ADDING, "add")):
        base = on(table, adjacency)
        bound = poisson_amplification(log(t), base.delta(log(t)), q, direction=direction)
        exact = subsample(base, poisson_sampling(q), SMALL, adjacency)
        assert compare(exact, bound).holds


@given(ratios, probabilities, probabilities)
def test_the_formulas_of_poisson(t, delta, q):
    both = poisson_amplification(log(t), delta, q)
    assert both == poisson_amplification(log(t), delta, q, direction="remove")
    assert both == Guarantee(log(1 + q * (t - 1)), q * delta)
    adding = poisson_amplification(log(t), delta, q, direction="add")
    assert adding.epsilon == -log(1 - q + q / t)
    assert adding.delta == q * delta / (q + (1 - q) * t)
    assert adding.epsilon <= both.epsilon
    assert adding.delta <= both.delta


@pytest.mark.parametrize("epsilon", [ln(3), "1/2", ln(2) / 2, 0])
@pytest.mark.parametrize("delta", [0, "1/10"])
@pytest.mark.parametrize("q", ["1/4", 1])
def test_presence_attains_poisson_in_every_direction(epsilon, delta, q):
    base = presence(1, epsilon, delta, SMALL, ADD_REMOVE)
    for adjacency, direction in ((ADD_REMOVE, None), (REMOVING, "remove"), (ADDING, "add")):
        exact = subsample(base, poisson_sampling(q), SMALL, adjacency)
        assert compare(exact, poisson_amplification(epsilon, delta, q, direction=direction)).status == "tight"


def test_poisson_at_the_ends():
    assert poisson_amplification(ln(3), "1/10", 0) == Guarantee(0, 0)
    assert poisson_amplification(ln(3), "1/10", 1) == Guarantee(ln(3), "1/10")
    assert poisson_amplification("inf", "1/10", "1/2") == Guarantee(INFINITY, "1/20")
    assert poisson_amplification("inf", "1/10", "1/2", direction="add") == Guarantee(ln(2), 0)
    assert poisson_amplification("inf", "1/10", 1, direction="add") == Guarantee(INFINITY, "1/10")
    assert poisson_amplification("inf", "1/10", 0) == Guarantee(0, 0)


def test_an_infinite_epsilon_amplified_exactly():
    # the base publishes its data: absent records stay plausible, present ones do not
    base = Mechanism(Dist.point, SMALL, ADD_REMOVE)
    for adjacency, direction in ((REMOVING, "remove"), (ADDING, "add")):
        exact = subsample(base, poisson_sampling("1/4"), SMALL, adjacency)
        bound = poisson_amplification("inf", 1, "1/4", direction=direction)
        assert compare(exact, bound).holds
    assert exact.epsilon() <= ln("4/3")


def test_for_every_epsilon():
    x = exp(EPS)
    assert amplified_epsilon(EPS, "1/4") == ln((3 + x) / 4)
    assert poisson_amplification(EPS, "1/10", "1/4", direction="add").delta == number("1/40") / (
        number("1/4") + number("3/4") * x
    )


def test_replace_one_needs_more_than_add_remove():
    # (): "m"; a 1 makes "u" likelier and a 2 "d": one step of add/remove is ln 2, a replacement two
    up, middle, down = ({"u": p, "d": 1 - p} for p in (Fraction(2, 3), Fraction(1, 2), Fraction(1, 3)))
    base = Mechanism({(): middle, (1,): up, (2,): down}, [(), (1,), (2,)], ADD_REMOVE)
    epsilon = base.epsilon()
    exact = subsample(base, poisson_sampling("1/2"), [(1,), (2,)], REPLACE)
    assert compare(exact, poisson_amplification(epsilon, 0, "1/2")).status == "violated"
    both = Mechanism(base.distribution, base.domain, explicit([((), (1,)), ((), (2,)), ((1,), (2,))]))
    assert compare(exact, poisson_amplification(both.epsilon(), 0, "1/2")).holds


@given(tables(sequences(2, 2)), ratios, inner_probabilities)
def test_poisson_under_replace_one_with_both_hypotheses(table, t, q):
    relation = explicit({*ADD_REMOVE.pairs(SMALL), *REPLACE.pairs(SMALL)})
    base = on(table, relation)
    exact = subsample(base, poisson_sampling(q), SMALL, REPLACE)
    assert compare(exact, poisson_amplification(log(t), base.delta(log(t)), q)).holds


def test_a_base_that_is_private_on_large_inputs_only():
    # the guarantee is used on every sub-data set: a base that fails on small ones is not amplified
    base = Mechanism(lambda x: Dist.point(x if len(x) == 1 else ()), sequences(2, 2), REPLACE)
    on_pairs = Mechanism(base.distribution, sequences(2, 2, 2), REPLACE)
    assert on_pairs.epsilon() == 0
    exact = subsample(base, poisson_sampling("1/2"), sequences(2, 2, 2), REPLACE)
    assert compare(exact, poisson_amplification(0, 0, "1/2")).status == "violated"


# The one-sided hypothesis


@given(tables(SMALL), ratios, inner_probabilities)
def test_a_one_sided_hypothesis_is_enough(table, t, q):
    base = on(table, REMOVING)
    exact = subsample(base, poisson_sampling(q), SMALL, ADD_REMOVE)
    assert compare(exact, one_sided_poisson_amplification(log(t), base.delta(log(t)), q)).holds


@pytest.mark.parametrize("q", ["1/4", "1/2", "3/4"])
def test_a_sudden_drop_attains_the_one_sided_bound(q):
    def law(x):
        return Dist({"b": 1}) if 1 in x else Dist.uniform(["a", "b"])

    base = Mechanism(law, [(), (1,)], REMOVING)
    assert base.epsilon() == ln(2)
    exact = subsample(base, poisson_sampling(q), [(), (1,)], ADD_REMOVE)
    bound = one_sided_poisson_amplification(ln(2), 0, q)
    assert bound.epsilon == -ln(1 - number(q))
    assert compare(exact, bound).status == "tight"
    # the two-sided formula does not hold for it
    assert compare(exact, poisson_amplification(ln(2), 0, q)).status == "violated"


def test_the_other_side_of_the_one_sided_bound_is_attained_too():
    base = presence(1, ln(9), "1/10", SMALL, ADD_REMOVE)
    exact = subsample(base, poisson_sampling("1/4"), SMALL, ADD_REMOVE)
    assert compare(exact, one_sided_poisson_amplification(ln(9), "1/10", "1/4")).status == "tight"


def test_without_sampling_the_hypothesis_stays_one_sided():
    with pytest.raises(InvalidValue, match="rate < 1"):
        one_sided_poisson_amplification(1, 0, 1)


@pytest.mark.parametrize("q", [Fraction(k, 12) for k in range(1, 12)])
def test_the_secrecy_of_the_sample(q):
    bound = secrecy_of_the_sample(q)
    assert slack(bound.epsilon, poisson_amplification(1, 0, q).epsilon).status == "loose"
    exact = subsample(presence(1, 1, 0, SMALL, ADD_REMOVE), poisson_sampling(q), SMALL, ADD_REMOVE)
    assert compare(exact, poisson_amplification(1, 0, q)).status == "tight"


def test_where_the_one_sided_lemma_ends():
    # the root of 1 - q = e^(-2q) lies between 0.79681 and 0.79682
    assert secrecy_of_the_sample("0.79681", one_sided=True) == Guarantee(Fraction(159362, 100000))
    with pytest.raises(InvalidValue, match=r"violates the condition 1 - rate >= exp\(-2 rate\)"):
        secrecy_of_the_sample("0.79682", one_sided=True)
    for q in ("1/10", "1/2", "0.79681"):
        assert one_sided_poisson_amplification(1, 0, q).epsilon <= 2 * number(q).as_fraction()
    assert one_sided_poisson_amplification(1, 0, "0.79682").epsilon > Fraction(2 * 79682, 100000)


@pytest.mark.parametrize("q", [0, 1, -1, "3/2", exp(-1)])
def test_a_rate_outside_the_lemma(q):
    with pytest.raises(InvalidValue, match="rate"):
        secrecy_of_the_sample(q)


# Sampling without replacement


@given(tables(multisets(3, 2, 2)), ratios)
def test_without_replacement(table, t):
    base = on(table, MULTISETS)
    exact = subsample(base, sampling_without_replacement(2), multisets(3, 3, 3), MULTISETS)
    assert compare(exact, without_replacement_amplification(log(t), base.delta(log(t)), 2, 3)).holds


@given(tables(sequences(2, 2, 2)), ratios)
def test_without_replacement_in_random_order(table, t):
    base = on(table, REPLACE)
    exact = subsample(base, sampling_without_replacement(2, ordered=True), sequences(2, 3, 3), REPLACE)
    assert compare(exact, without_replacement_amplification(log(t), base.delta(log(t)), 2, 3)).holds


@given(tables(sequences(3, 1, 1)), ratios, st.integers(1, 3))
def test_one_record_out_of_n(table, t, n):
    base = on(table, REPLACE)
    exact = subsample(base, sampling_without_replacement(1), sequences(3, n, n), REPLACE)
    assert compare(exact, without_replacement_amplification(log(t), base.delta(log(t)), 1, n)).holds


def test_a_base_that_depends_on_the_order_needs_a_sample_in_random_order():
    # records b, c and a changed a -> d: the samples (a, b) and (b, c) differ in two places
    a, b, c, d = range(4)
    powers = {(a, b): 2, (a, c): 1, (d, b): 1}
    domain = list(product(range(4), repeat=2))

    def power(s):
        # the smallest Lipschitz function above the three values that is 0 elsewhere as far as it can be
        return max(0, *(p - sum(u != v for u, v in zip(s, t, strict=True)) for t, p in powers.items()))

    base = Mechanism(lambda s: Dist.bernoulli(Fraction(3 ** power(s), 1000)), domain, REPLACE)
    assert base.epsilon() == ln(3)
    bound = without_replacement_amplification(ln(3), 0, 2, 3)
    data = [(a, b, c), (d, b, c)]
    assert (
        compare(subsample(base, sampling_without_replacement(2), data, REPLACE), bound).status == "violated"
    )
    in_order = subsample(base, sampling_without_replacement(2, ordered=True), data, REPLACE)
    assert compare(in_order, bound).holds


@pytest.mark.parametrize("delta", [0, "1/10"])
@pytest.mark.parametrize(("m", "n"), [(1, 1), (1, 3), (2, 3), (3, 3), (2, 4)])
def test_presence_attains_without_replacement(m, n, delta):
    base = presence(1, ln(3), delta, sequences(2, m, m), REPLACE)
    exact = subsample(base, sampling_without_replacement(m), sequences(2, n, n), REPLACE)
    assert compare(exact, without_replacement_amplification(ln(3), delta, m, n)).status == "tight"
    assert without_replacement_amplification(ln(3), delta, 0, n) == Guarantee(0, 0)


def test_without_replacement_under_add_remove_is_another_theorem():
    # base private under add/remove-one at ln 2; a sample of fixed size replaces records by others
    up, middle, down = ({"u": p, "d": 1 - p} for p in (Fraction(2, 3), Fraction(1, 2), Fraction(1, 3)))
    base = Mechanism({(): middle, (1,): up, (2,): down}, [(), (1,), (2,)], ADD_REMOVE)
    exact = subsample(base, sampling_without_replacement(1), [(2, 2), (2, 1)], REPLACE)
    assert compare(exact, without_replacement_amplification(base.epsilon(), 0, 1, 2)).status == "violated"


# Sampling with replacement


@pytest.mark.parametrize("ordered", [False, True])
@given(table=tables(multisets(2, 2, 2)), t=ratios, n=st.integers(1, 3), at=ratios)
def test_with_replacement(ordered, table, t, n, at):
    base = on(table, MULTISETS)
    scheme = sampling_with_replacement(2)
    domain, relation = multisets(2, n, n), MULTISETS
    if ordered:
        base = on({x: table[tuple(sorted(x))] for x in sequences(2, 2, 2)}, REPLACE)
        scheme = sampling_with_replacement(2, ordered=True)
        domain, relation = sequences(2, n, n), REPLACE
    exact = subsample(base, scheme, domain, relation)
    delta, deltas = base.delta(log(t)), [group(base, k).delta(log(t)) for k in (1, 2)]
    assert compare(exact, with_replacement_amplification_of_profile(log(t), deltas, n)).holds
    assert compare(exact, with_replacement_amplification(log(t), delta, 2, n)).holds
    assert compare(exact, with_replacement_amplification(log(t), delta, 2, n, at=log(at))).holds


@given(tables(sequences(2, 2, 2)), ratios, st.integers(1, 3))
def test_with_replacement_in_the_order_drawn(table, t, n):
    base = on(table, REPLACE)
    exact = subsample(base, sampling_with_replacement(2, ordered=True), sequences(2, n, n), REPLACE)
    deltas = [group(base, k).delta(log(t)) for k in (1, 2)]
    assert compare(exact, with_replacement_amplification_of_profile(log(t), deltas, n)).holds


@given(tables(multisets(3, 3, 3), 2, least=1), st.integers(1, 3))
def test_pure_with_replacement(table, n):
    base = on(table, MULTISETS)
    epsilon = base.epsilon()
    exact = subsample(base, sampling_with_replacement(3), multisets(3, n, n), MULTISETS)
    bound = pure_with_replacement_amplification(epsilon, 3, n)
    assert compare(exact, Guarantee(bound)).holds
    assert bound <= with_replacement_amplification(epsilon, 0, 3, n).epsilon


@pytest.mark.parametrize(("m", "n"), [(1, 3), (2, 3), (3, 5)])
def test_multiplicity_attains_the_pure_bound(m, n):
    base = multiplicity(1, ln(3), "1/1000", multisets(2, m, m), MULTISETS)
    assert base.epsilon() == ln(3)
    exact = subsample(base, sampling_with_replacement(m), multisets(2, n, n), MULTISETS)
    bound = pure_with_replacement_amplification(ln(3), m, n)
    assert bound == m * ln(1 + number(2) / n)
    assert compare(exact, Guarantee(bound)).status == "tight"


def between(values, m, domain):
    """The largest Lipschitz function through these values, for the number of replacements of records."""

    def distance(s, t):
        return m - sum(min(s.count(r), t.count(r)) for r in set(s))

    return {s: min(v + distance(s, t) for t, v in values.items()) for s in domain}


@pytest.mark.parametrize(
    ("m", "n"),
    [
        (1, 1),
        (2, 1),
        (2, 2),
        (3, 1),
        *(pytest.param(*mn, marks=pytest.mark.slow) for mn in [(3, 2), (3, 3), (4, 2)]),
    ],
)
@pytest.mark.parametrize("ratio", [Fraction(3), Fraction(5, 4)])
def test_the_pure_bound_is_always_attained(m, n, ratio):
    best = max(range(m + 1), key=lambda j: quotient(ratio, m, n, j))
    ones = {(0,) * (m - k) + (1,) * k: max(k - best, 0) for k in range(m + 1)}
    twos = {(0,) * (m - k) + (2,) * k: -min(k, best) for k in range(m + 1)}
    powers = between(ones | twos, m, multisets(3, m, m))
    assert {s: powers[s] for s in ones | twos} == ones | twos
    least = Fraction(1, 10**6)
    base = Mechanism(lambda s: Dist.bernoulli(least * ratio ** powers[s]), multisets(3, m, m), MULTISETS)
    assert base.epsilon() == ln(ratio)
    data = [(0,) * (n - 1) + (r,) for r in (1, 2)]
    exact = subsample(base, sampling_with_replacement(m), data, MULTISETS)
    bound = pure_with_replacement_amplification(ln(ratio), m, n)
    assert best == 0
    assert exp(bound) == quotient(ratio, m, n, best)
    assert compare(exact, Guarantee(bound)).status == "tight"


def quotient(x, m, n, j):
    w = [comb(m, k) * Fraction(1, n) ** k * (1 - Fraction(1, n)) ** (m - k) for k in range(m + 1)]
    return sum(w[k] * x ** max(k - j, 0) for k in range(m + 1)) / sum(
        w[k] / x ** min(k, j) for k in range(m + 1)
    )


def test_the_rate_of_sampling_without_replacement_is_too_small_here():
    base = multiplicity(1, ln(3), "1/1000", multisets(2, 2, 2), MULTISETS)
    exact = subsample(base, sampling_with_replacement(2), multisets(2, 2, 2), MULTISETS)
    assert compare(exact, without_replacement_amplification(ln(3), 0, 2, 2)).status == "violated"
    # nor is the probability of being drawn at all enough, without group privacy
    q = 1 - multiplicities(2, 2)[0]
    assert compare(exact, poisson_amplification(ln(3), 0, q)).status == "violated"


def test_with_replacement_by_hand():
    # m = 2, n = 2: w = (1/4, 1/2, 1/4); deltas 1/10 and 3/10
    found = with_replacement_amplification_of_profile(ln(2), ["1/10", "3/10"], 2)
    assert found == Guarantee(ln("7/4"), number("1/20") + number("3/40"))
    pure = with_replacement_amplification(ln(2), 0, 2, 2)
    assert pure == Guarantee(ln(1 + Fraction(3, 4) * 3), 0)
    leaking = with_replacement_amplification(ln(2), "1/100", 2, 2)
    assert leaking == Guarantee(pure.epsilon, number("1/200") + number("3/400"))


# Advanced joint convexity


@given(rows(3), rows(3), rows(3), probabilities, ratios)
def test_advanced_joint_convexity_is_an_identity(common, p, q, w, t):
    epsilon, delta = advanced_joint_convexity(Dist(common), Dist(p), Dist(q), w, log(t))
    mixed = [Dist.mixture([(1 - w, Dist(common)), (w, Dist(row))]) for row in (p, q)]
    assert epsilon == log(1 + w * (t - 1))
    assert delta == hockey_stick(*mixed, epsilon)


# Bad input


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: poisson_amplification(1, 0, "5/4"), InvalidValue, "rate = 5/4"),
        (lambda: poisson_amplification(1, 2, "1/4"), InvalidValue, "delta = 2"),
        (lambda: poisson_amplification(-1, 0, "1/4"), InvalidValue, "negative"),
        (lambda: poisson_amplification(1, 0, 0.25), FloatRefused, "0.25"),
        (lambda: poisson_amplification(1, 0, "1/4", direction="up"), InvalidValue, "'up'"),
        (lambda: one_sided_poisson_amplification(1, 0, 2), InvalidValue, "rate = 2"),
        (lambda: without_replacement_amplification(1, 0, 3, 2), InvalidValue, "condition m <= n"),
        (lambda: without_replacement_amplification(1, 0, 0, 0), InvalidValue, "n = 0"),
        (lambda: without_replacement_amplification(1, 0, "1", 2), InvalidType, "m = '1' is a str"),
        (lambda: without_replacement_amplification(1, "-1/2", 1, 2), InvalidValue, "delta = -1/2"),
        (lambda: with_replacement_amplification("inf", 0, 1, 2), InvalidValue, "finite"),
        (lambda: with_replacement_amplification(1, 0, 0, 2), InvalidValue, "m = 0"),
        (lambda: with_replacement_amplification(1, 0, 1, 0), InvalidValue, "n = 0"),
        (lambda: with_replacement_amplification_of_profile(1, [], 2), InvalidValue, "group_deltas is empty"),
        (
            lambda: with_replacement_amplification_of_profile(1, [2], 2),
            InvalidValue,
            r"group_deltas\[0\] = 2",
        ),
        (lambda: with_replacement_amplification_of_profile(1, 5, 2), InvalidType, "group_deltas is 5"),
        (lambda: advanced_joint_convexity(1, 2, 3, 0, 1), InvalidType, "common is 1"),
        (lambda: pure_with_replacement_amplification("inf", 1, 2), InvalidValue, "finite"),
        (
            lambda: advanced_joint_convexity(Dist.point(0), Dist.point(0), Dist.point(0), 2, 1),
            InvalidValue,
            "weight",
        ),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()
