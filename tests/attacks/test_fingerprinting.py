"""The fingerprinting code: its probabilities, its two bounds against the exact worst case; M_k."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import Dist, Mechanism, adjacency, exp, ln, mechanisms
from assay.attacks.fingerprinting import FingerprintingCode, average_error, code_length
from assay.attacks.fingerprinting_exact import worst_escape, worst_false_accusation
from assay.attacks.fingerprinting_group import fill_shift, group_reduction
from assay.errors import BudgetExceeded, FloatRefused, InvalidValue


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_entry_of_a_user_has_the_mean_that_the_score_subtracts(n):
    law = FingerprintingCode(n, 1).column_distribution()
    for others in product((-1, 1), repeat=n - 1):
        given_others = law.condition(lambda column, others=others: column[1:] == others)
        assert given_others.expectation(lambda column: column[0]) == Fraction(sum(others), n + 1)


@pytest.mark.parametrize("n", [1, 2, 5])
def test_the_mean_square_of_a_column_mean(n):
    law = FingerprintingCode(n, 1).column_distribution()
    assert law.expectation(lambda c: Fraction(sum(c), n) ** 2) == Fraction(n + 2, 3 * n)


@given(st.data())
def test_the_scores_add_up_to_the_correlation_with_the_means(data):
    n, d = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 4))
    rows = tuple(tuple(data.draw(st.sampled_from([-1, 1])) for _ in range(d)) for _ in range(n))
    answer = [data.draw(st.fractions(-1, 1, max_denominator=5)) for _ in range(d)]
    means = [Fraction(sum(c), n) for c in zip(*rows, strict=True)]
    total = sum(FingerprintingCode(n, d).scores(rows, answer))
    assert total == Fraction(2 * n, n + 1) * sum(a * m for a, m in zip(answer, means, strict=True))


def brute_false_accusation(code, grid):
    """The same worst case over databases themselves, for user 0."""
    chances: dict[tuple, dict[tuple, Fraction]] = {}
    for rows, mass in code.databases():
        for answer in product(grid, repeat=code.length):
            if 0 in code.trace(rows, answer):
                seen = chances.setdefault(rows[1:], {})
                seen[answer] = seen.get(answer, Fraction(0)) + mass
    return sum(max(seen.values()) for seen in chances.values())


@pytest.mark.parametrize(("n", "d", "tau"), [(1, 2, 1), (2, 2, "1/2"), (2, 2, 1), (3, 2, "1/2")])
def test_the_worst_false_accusation_against_brute_force(n, d, tau):
    code, grid = FingerprintingCode(n, d, tau), [Fraction(-1), Fraction(0), Fraction(1)]
    exact = worst_false_accusation(code, grid)
    assert exact == brute_false_accusation(code, grid)
    assert 0 < exact <= code.soundness_bound()


@pytest.mark.parametrize(("n", "d", "tau"), [(1, 4, 1), (2, 4, "1/4"), (2, 6, "1/3"), (3, 4, "1/4")])
def test_the_worst_escape_is_within_its_bound(n, d, tau):
    code = FingerprintingCode(n, d, tau)
    assert worst_escape(code, levels=(-1, 0, 1)) <= code.completeness_bound()


def test_the_completeness_bound_is_its_formula():
    gap = Fraction(4, 6) - Fraction(1, 8) - Fraction(3, 12) * Fraction(1, 3)
    assert FingerprintingCode(2, 6, "1/3").completeness_bound() == exp(-12 * gap**2)
    assert FingerprintingCode(2, 6, "1/3").completeness_bound("1/4") == exp(-12 * (gap - Fraction(1, 8)) ** 2)
    assert FingerprintingCode(2, 6, 6).completeness_bound() == 1


def test_soundness_is_nearly_attained_by_one_user():
    """n = 1: the score is a sum of d signs, P[> tau] is binomial."""
    for d, tau in ((4, 2), (6, 3)):
        exact = worst_false_accusation(FingerprintingCode(1, d, tau), levels=(1,))
        assert exact == Fraction(sum(comb(d, k) for k in range(d + 1) if 2 * k - d > tau), 2**d)


def test_a_threshold_of_zero_accuses_the_innocent():
    """The planted defect: without a threshold the code is not sound."""
    assert worst_false_accusation(FingerprintingCode(1, 3, 0)) == Fraction(1, 2)


def test_the_stated_length_suffices():
    for n, delta in ((1, "1/10"), (5, "1/1000"), (20, "1/1000000")):
        code = FingerprintingCode(n, code_length(n, delta))
        assert code.soundness_bound() <= Fraction(delta)
        assert code.completeness_bound() <= Fraction(1, 100)
    shorter = FingerprintingCode(5, code_length(5, "1/1000") - 1)
    assert shorter.soundness_bound() > Fraction(1, 1000)


def test_exact_answers_accuse_only_users_in_the_data():
    rows = ((1, 1, 1, 1), (1, -1, 1, -1))
    code = FingerprintingCode(2, 4, 1)
    assert code.trace(rows, (1, 1, 1, 1)) == {0}
    assert average_error(rows, (1, 0, 1, 0)) == 0


@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_the_reduction_is_the_mechanism_on_copies(k):
    target = mechanisms.name_and_shame(4, "1/10", rows=(-1, 1))
    made = group_reduction(target, k, fill=1)
    assert (made.rows, made.fill) == (4 // k, 4 % k)
    for x in made.mechanism.domain:
        assert made.mechanism.distribution(x) == target.distribution(x * k + (1,) * made.fill)
    assert made.mechanism.delta(0) <= made.guarantee(0, "1/10").delta


@pytest.mark.parametrize(("n", "k"), [(2, 2), (3, 2), (5, 3), (7, 4)])
def test_filling_moves_the_mean_by_its_share(n, k):
    moves = []
    for short in product((-1, 1), repeat=n // k):
        full = short * k + (1,) * (n % k)
        moves.append(abs(Fraction(sum(full), n) - Fraction(sum(short), n // k)))
    assert max(moves) == fill_shift(n, k) <= Fraction(2 * (k - 1), n)


def test_a_factor_of_two_a_row_is_a_factor_of_eight_for_three_copies():
    inputs = list(product((0, 1), repeat=3))
    law = {x: Dist.bernoulli(Fraction(2 ** sum(x), 9)) for x in inputs}
    made = group_reduction(Mechanism(law, inputs, adjacency.hamming(1)), 3, fill=0)
    assert made.mechanism.distribution((1,))[True] == 8 * made.mechanism.distribution((0,))[True]
    assert made.mechanism.epsilon() == ln(8) < made.guarantee(ln(5)).epsilon


@pytest.mark.parametrize(
    ("call", "kind", "message"),
    [
        (lambda: FingerprintingCode(0, 1), InvalidValue, "users >= 1"),
        (lambda: FingerprintingCode(1, 0), InvalidValue, "length >= 1"),
        (lambda: FingerprintingCode(1, 1, -1), InvalidValue, "threshold = -1"),
        (lambda: FingerprintingCode(1, 1, 0.5), FloatRefused, "'1/2'"),
        (lambda: FingerprintingCode(2, 2).trace(((1, 1),), (0, 0)), InvalidValue, "n = 2"),
        (lambda: FingerprintingCode(1, 2).trace(((1, 2),), (0, 0)), InvalidValue, "-1 and 1"),
        (lambda: FingerprintingCode(1, 2).trace(((1, 1),), (0, 2)), InvalidValue, "clip"),
        (lambda: FingerprintingCode(1, 2).trace(((1, 1),), (0,)), InvalidValue, "d = 2"),
        (lambda: FingerprintingCode(1, 2).completeness_bound(0), InvalidValue, "0 < alpha"),
        (lambda: code_length(1, 0), InvalidValue, "0 < delta < 1"),
        (lambda: code_length(1, 1), InvalidValue, "0 < delta < 1"),
        (lambda: code_length(0, "1/2"), InvalidValue, "users >= 1"),
        (lambda: worst_false_accusation(FingerprintingCode(9, 9)), BudgetExceeded, "fewer users"),
        (lambda: worst_escape(FingerprintingCode(1, 2), 0), InvalidValue, "0 < alpha"),
        (lambda: fill_shift(0, 1), InvalidValue, "n >= 1"),
        (lambda: fill_shift(1, 0), InvalidValue, "k >= 1"),
        (
            lambda: group_reduction(mechanisms.name_and_shame(2, "1/10"), 3, fill=0),
            InvalidValue,
            "k <= n = 2",
        ),
        (lambda: group_reduction(mechanisms.randomised_response(ln(3)), 1, fill=0), InvalidValue, "tuples"),
        (
            lambda: group_reduction(mechanisms.name_and_shame(3, "1/10"), 2, fill=7),
            InvalidValue,
            "two are needed",
        ),
    ],
)
def test_what_lies_outside_is_refused_by_name(call, kind, message):
    with pytest.raises(kind, match=message):
        call()
