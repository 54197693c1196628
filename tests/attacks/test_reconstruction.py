"""Reconstruction attacks against brute force, their proved bounds, and mechanisms of the catalogue."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import Dist, eps, exp, ln, number
from assay.attacks.reconstruction import (
    count_ones,
    distance,
    expected_fraction,
    noisy_counts,
    true_answers,
)
from assay.attacks.reconstruction_exhaustive import exponential_adversary, largest_distance, subset_queries
from assay.attacks.reconstruction_hadamard import (
    hadamard_adversary,
    hadamard_answers,
    hadamard_queries,
    query_count,
    walsh_hadamard,
    wrong_rows_bound,
)
from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.mechanisms import (
    discrete_laplace_clamped,
    geometric_clamped,
    geometric_truncated,
    noise,
    randomised_response_bits,
)

bits = st.lists(st.integers(0, 1), min_size=1, max_size=9).map(tuple)


@given(st.integers(0, 4).flatmap(lambda k: st.lists(st.integers(), min_size=2**k, max_size=2**k)))
def test_the_transform_is_its_definition_and_its_own_inverse(values):
    n = len(values)
    signs = [[-1 if (r & i).bit_count() % 2 else 1 for i in range(n)] for r in range(n)]
    found = walsh_hadamard(values)
    assert found == [sum(s * v for s, v in zip(row, values, strict=True)) for row in signs]
    assert walsh_hadamard(found) == [n * v for v in values]
    assert sum(v * v for v in found) == n * sum(v * v for v in values)


@pytest.mark.parametrize("values", [[], [1, 2, 3], [0] * 6])
def test_a_length_that_is_no_power_of_two_is_refused(values):
    with pytest.raises(InvalidValue, match="power of two"):
        walsh_hadamard(values)


@given(bits)
def test_the_answers_by_one_transform_are_the_counts(x):
    queries = hadamard_queries(len(x))
    assert hadamard_answers(x) == true_answers(x, queries) == tuple(count_ones(x, q) for q in queries)
    assert len(queries) == query_count(len(x)) < 2 * len(x) + (len(x) == 1)


@given(bits, st.fractions(0, 3, max_denominator=8), st.randoms(use_true_random=False))
def test_no_more_rows_are_wrong_than_is_proved(x, error, source):
    answers = [a + error * Fraction(source.randint(-8, 8), 8) for a in hadamard_answers(x)]
    assert distance(hadamard_adversary(answers, len(x)), x) <= wrong_rows_bound(len(x), error)


@given(bits)
def test_exact_answers_give_the_database(x):
    assert hadamard_adversary(hadamard_answers(x), len(x)) == x
    answers = true_answers(x, subset_queries(len(x)))
    assert exponential_adversary(answers, len(x)).rows == exponential_adversary(answers, len(x), 0).rows == x


def test_the_bound_is_met_for_small_sizes():
    """The worst case over all errors of +-E on every answer, beside the bound."""
    worst = {}
    for error in (Fraction(1, 4), Fraction(1, 2), Fraction(1)):
        truth, n = hadamard_answers((0, 0, 0, 0)), 4
        signs = product((-error, error), repeat=4)
        found = (hadamard_adversary([a + e for a, e in zip(truth, each, strict=True)], n) for each in signs)
        worst[error] = max(map(sum, found))
        assert worst[error] <= wrong_rows_bound(n, error)
    assert worst[Fraction(1)] == 3
    assert worst[Fraction(1, 4)] > 0 == wrong_rows_bound(4, "1/7")


@pytest.mark.parametrize("n", [1 << 16])
def test_65536_rows(n):
    source = random.Random(7)
    x = tuple(source.getrandbits(1) for _ in range(n))
    answers = [a + source.randint(-25, 25) for a in hadamard_answers(x)]
    assert distance(hadamard_adversary(answers, n), x) <= wrong_rows_bound(n, 25) < n // 6


@given(st.integers(1, 4), st.integers(0, 2), st.data())
def test_the_exponential_adversary_stays_within_4e(n, error, data):
    x = data.draw(st.tuples(*[st.integers(0, 1)] * n))
    truth = true_answers(x, subset_queries(n))
    answers = [a + data.draw(st.integers(-error, error)) for a in truth]
    for found in (exponential_adversary(answers, n, error), exponential_adversary(answers, n)):
        assert distance(found.rows, x) <= largest_distance(n, error) <= 4 * error
        counts = true_answers(found.rows, subset_queries(n))
        assert found.error == max(abs(a - c) for a, c in zip(answers, counts, strict=True)) <= error


@given(st.lists(st.fractions(-1, 4, max_denominator=3), min_size=8, max_size=8))
def test_the_least_error_is_that_of_brute_force(answers):
    deviations = {
        x: max(abs(a - c) for a, c in zip(answers, true_answers(x, range(8)), strict=True))
        for x in product((0, 1), repeat=3)
    }
    found = exponential_adversary(answers, 3)
    assert found.error == deviations[found.rows] == min(deviations.values())
    if found.error > 0:
        with pytest.raises(InvalidValue, match="no database"):
            exponential_adversary(answers, 3, found.error / 2)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
@pytest.mark.parametrize("error", ["0", "1/2", "3/4", "1", "5/4"])
def test_the_largest_distance_is_attained(n, error):
    databases = list(product((0, 1), repeat=n))
    counts = {x: true_answers(x, subset_queries(n)) for x in databases}
    far = max(
        distance(x, y)
        for x, y in product(databases, repeat=2)
        if all(abs(a - b) <= 2 * Fraction(error) for a, b in zip(counts[x], counts[y], strict=True))
    )
    assert far == largest_distance(n, error)


COUNTING = {
    "geometric_clamped": lambda n: geometric_clamped(n, ln(3)),
    "geometric_truncated": lambda n: geometric_truncated(n, ln(2)),
    "discrete_laplace_clamped": lambda n: discrete_laplace_clamped(1, 0, n),
    "noise": lambda n: noise.two_sided_geometric_truncated(ln(2), -1, 1),
}


@pytest.mark.parametrize("name", COUNTING)
def test_the_expected_fraction_is_that_of_enumeration(name):
    n, queries = 2, hadamard_queries(2)
    counting = COUNTING[name](n)
    mechanism = noisy_counts(n, queries, counting)
    found = expected_fraction(mechanism, lambda answers: hadamard_adversary(answers, n))
    by_hand = {}
    for x in product((0, 1), repeat=n):
        total = number(0)
        laws = [
            counting.map(lambda z, a=a: z + a) if isinstance(counting, Dist) else counting.distribution(a)
            for a in true_answers(x, queries)
        ]
        for (a, p), (b, q) in product(laws[0].items(), laws[1].items()):
            total += p * q * (n - distance(hadamard_adversary((a, b), n), x)) / n
        by_hand[x] = total
    assert found.worst == min(by_hand.values()) == by_hand[found.hardest]
    assert found.best == max(by_hand.values()) == by_hand[found.easiest]
    assert found.average == sum(by_hand.values()) / 4


@pytest.mark.parametrize("level", [ln(2), eps("1/2")])
def test_no_adversary_beats_the_bound_of_differential_privacy(level):
    bound = exp(level) / (1 + exp(level))
    told = expected_fraction(randomised_response_bits(3, level), lambda rows: rows)
    assert told.average == told.worst == told.best == bound
    lied_to = expected_fraction(randomised_response_bits(3, level), lambda rows: [1 - b for b in rows])
    assert lied_to.average == 1 - bound
    guess = expected_fraction(randomised_response_bits(3, level), lambda rows: (0, 0, 0))
    assert guess.average == number("1/2")
    queries = subset_queries(2)
    counted = noisy_counts(2, queries, geometric_clamped(2, level / len(queries)))
    attacked = expected_fraction(counted, lambda answers: exponential_adversary(answers, 2).rows)
    assert number("1/2") < attacked.average <= bound


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: hadamard_answers(()), InvalidValue, "n >= 1"),
        (lambda: hadamard_answers((0, 2)), InvalidValue, r"rows\[1\] = 2 is not 0 or 1"),
        (lambda: hadamard_answers((True,)), InvalidType, "bool"),
        (lambda: hadamard_queries(0), InvalidValue, "n >= 1"),
        (lambda: hadamard_adversary([1, 2, 3], 2), InvalidValue, "there are 2 queries"),
        (lambda: hadamard_adversary([0.5, 1], 2), FloatRefused, "1/2"),
        (lambda: hadamard_adversary([exp(1), 1], 2), InvalidValue, "irrational"),
        (lambda: wrong_rows_bound(4, -1), InvalidValue, "E is rational and >= 0"),
        (lambda: exponential_adversary([0] * 4, 3), InvalidValue, "there are 8 queries"),
        (lambda: subset_queries(17), InvalidValue, "beyond the 16 rows"),
        (lambda: subset_queries("2"), InvalidType, "str"),
        (lambda: noisy_counts(2, [], geometric_clamped(2, 1)), InvalidValue, "queries is empty"),
        (lambda: noisy_counts(2, [4], geometric_clamped(2, 1)), InvalidValue, "bit mask from 0 to 3"),
        (
            lambda: expected_fraction(randomised_response_bits(2, 1), lambda y: y[:1]),
            InvalidValue,
            "returned 1 rows",
        ),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()
