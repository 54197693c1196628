"""The exponential mechanism: rows, exact epsilons, privacy claims, and base 2."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import INFINITY, Dist, Mechanism, adjacency, eps, exp, ln, number, sqrt
from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.mechanisms import (
    exponential_base2,
    exponential_base2_distribution,
    exponential_mechanism,
    gibbs_distribution,
    permute_and_flip,
    permute_and_flip_distribution,
)

rates = st.sampled_from([ln(2), ln(3), eps("1/2"), eps(1), ln("9/4")])


scores = st.lists(st.sampled_from([Fraction(k, 2) for k in range(-3, 4)]), min_size=1, max_size=4)


steps = st.sampled_from([Fraction(1), Fraction(2), Fraction(1, 2)])


MONOTONE = adjacency.explicit(
    [(u, v) for u, v in product(product((0, 1), repeat=3), repeat=2) if u != v and all(map(int.__le__, u, v))]
)


@given(rates, scores, steps, st.booleans())
def test_exponential_weights(e, u, step, monotonic):
    law = gibbs_distribution(dict(enumerate(u)), e, sensitivity=step, monotonic=monotonic)
    weights = [exp(e * (x / (step if monotonic else 2 * step))) for x in u]
    assert [law[i] * sum(weights) for i in range(len(u))] == weights


@given(rates, st.integers(1, 4))
def test_exact_epsilon_of_the_exponential_mechanism_on_bits(e, n):
    m = exponential_mechanism(e, n=n)
    b = exp(e / 2)
    assert m.epsilon() == ln(b * (1 + (n - 1) * b) / (b + n - 1))
    assert m.epsilon() < e


@pytest.mark.parametrize("build", [exponential_mechanism, permute_and_flip])
@given(e=rates, step=st.integers(1, 2))
def test_claims_on_wider_domains(build, e, step):
    domain = list(product(range(step + 1), repeat=2))
    m = build(e, sensitivity=step, domain=domain, adjacency=adjacency.linf(step))
    assert 0 < m.epsilon() <= e


@pytest.mark.parametrize("build", [exponential_mechanism, permute_and_flip])
@given(e=rates)
def test_without_the_two_the_claim_holds_for_monotone_changes_only(build, e):
    assert build(e, n=3, monotonic=True, adjacency=MONOTONE).epsilon() <= e
    assert build(e, n=3, monotonic=True).epsilon() > e


def test_ln_3_lives_in_the_field_of_sqrt_3():
    m = exponential_mechanism(ln(3), n=2)
    assert m.distribution((0, 1))[1] == sqrt(3) / (1 + sqrt(3))
    assert m.epsilon() == ln(3) / 2


@given(rates, scores)
def test_infinite_and_zero_epsilon(e, u):
    table = dict(enumerate(u))
    best = [i for i, x in table.items() if x == max(u)]
    for law in (gibbs_distribution, permute_and_flip_distribution):
        assert law(table, INFINITY) == Dist.uniform(best)
        assert law(table, 0) == Dist.uniform(table)


@given(st.integers(1, 8), st.integers(1, 3), st.lists(st.integers(-2, 3), min_size=1, max_size=4))
def test_base_2_weights_are_powers_of_a_dyadic_number(x, z, costs):
    w = Fraction(x, 8) ** z
    law = exponential_base2_distribution(dict(enumerate(costs)), x, 3, z=z)
    assert [law[i] * sum(w**u for u in costs) for i in range(len(costs))] == [w**u for u in costs]
    assert all(law[i].is_rational for i in law.support)


@given(st.integers(1, 7), st.integers(1, 2), st.integers(1, 3))
def test_base_2_is_the_exponential_mechanism_with_that_epsilon(x, z, n):
    claim = ln(Fraction(8, x)) * 2 * z
    m = exponential_base2(x, 3, z=z, n=n)
    assert m.epsilon() <= claim
    for u in m.domain:
        assert m.distribution(u) == gibbs_distribution({i: -c for i, c in enumerate(u)}, claim)


def test_own_scores_over_own_outputs():
    score = {"a": {"left": 1, "right": 0}, "b": {"left": 0, "right": 1}}
    m = Mechanism(
        lambda x: gibbs_distribution(score[x], ln(9)), domain=["a", "b"], adjacency=adjacency.all_pairs()
    )
    assert m.distribution("a") == Dist({"left": "3/4", "right": "1/4"})
    assert m.epsilon() == ln(3)


def test_scores_may_be_rational_inputs():
    domain = [(Fraction(0), Fraction(1, 2)), (Fraction(1, 2), Fraction(0))]
    m = exponential_mechanism(1, sensitivity="1/2", domain=domain, adjacency=adjacency.all_pairs())
    assert m.epsilon() == eps("1/2")
    assert m.distribution(domain[0])[1] == 1 / (1 + exp("-1/2"))


@pytest.mark.parametrize(
    ("build", "error", "words"),
    [
        (lambda: gibbs_distribution({}, 1), InvalidValue, "scores is empty"),
        (lambda: gibbs_distribution([1, 2], 1), InvalidType, "scores = [1, 2] is a list"),
        (lambda: gibbs_distribution({"a": 0.5}, 1), FloatRefused, "scores['a'] = 0.5"),
        (lambda: gibbs_distribution({"a": "sqrt(2)"}, 1), InvalidValue, "scores['a'] = sqrt(2)"),
        (lambda: gibbs_distribution({"a": 1}, -1), InvalidValue, "epsilon = -1 is negative"),
        (lambda: gibbs_distribution({"a": 1}, 1, sensitivity=0), InvalidValue, "sensitivity = 0"),
        (lambda: exponential_mechanism(1, n=0), InvalidValue, "n = 0"),
        (lambda: exponential_mechanism(1, sensitivity=-1), InvalidValue, "sensitivity = -1"),
        (lambda: exponential_mechanism(1, domain=[0, 1]).matrix(), InvalidType, "input = 0 is a int"),
        (
            lambda: exponential_mechanism(1, domain=[(0.5,), (1,)], adjacency=adjacency.all_pairs()).matrix(),
            FloatRefused,
            "0.5",
        ),
        (lambda: exponential_base2(1, 1, domain=[0, 1]).matrix(), InvalidType, "input = 0 is a int"),
        (lambda: exponential_base2(3, 1), InvalidValue, "x = 3 (int) exceeds 2^y, y = 1"),
        (lambda: exponential_base2(0, 1), InvalidValue, "x = 0"),
        (lambda: exponential_base2_distribution({"a": Fraction(1, 2)}, 1, 1), InvalidType, "costs['a']"),
        (lambda: exponential_base2_distribution({}, 1, 1), InvalidValue, "costs is empty"),
        (lambda: exponential_base2_distribution([0], 1, 1), InvalidType, "costs = [0] is a list"),
    ],
)
def test_bad_parameters_are_refused(build, error, words):
    with pytest.raises(error) as caught:
        build()
    assert words in str(caught.value)


def test_an_epsilon_of_zero_ignores_the_scores():
    assert exponential_mechanism(0, n=3).epsilon() == 0
    assert permute_and_flip(0, n=3).epsilon() == 0
    assert exponential_base2(2, 1, n=3).epsilon() == 0
    assert exponential_mechanism(number(0).as_fraction(), n=2).delta(0) == 0
