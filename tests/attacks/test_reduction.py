"""The reduction to epsilon = 1: the number of copies against sums of powers, and each condition."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.attacks.reduction import copies_for_unit_epsilon, reduce_to_unit_epsilon
from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.exact import eps, exp
from assay.theorems import group_factor

steps = st.integers(1, 30).map(lambda d: Fraction(1, d)) | st.sampled_from([Fraction(3, 7), Fraction(2, 19)])


@given(steps)
def test_the_largest_number_of_copies(step):
    k = copies_for_unit_epsilon(step)
    assert group_factor(step, k) * step <= 1
    assert group_factor(step, k + 1) * step > 1
    assert k * step <= 1


@given(steps)
def test_copies_in_units_of_ln_2(step):
    k = copies_for_unit_epsilon(step)
    assert exp((k + 1) * step) > 2
    if step <= Fraction(1, 10):
        assert group_factor(step, int(1 / step)) * step > 1


@given(steps, st.integers(20, 60), st.integers(40, 400))
def test_the_guarantee_and_the_error(step, d, n):
    alpha, delta = Fraction(1, d), Fraction(1, 10**6)
    k = copies_for_unit_epsilon(step)
    if n < 2 * k:
        return
    found = reduce_to_unit_epsilon(step, delta, alpha, n)
    assert found.copies == k
    assert found.copies * found.rows <= n
    assert found.guarantee.epsilon <= eps(1)
    assert found.guarantee.delta <= delta / step
    assert found.error <= Fraction(1, 10)
    assert found.rows == 1 or alpha * n / (k * (found.rows - 1)) > Fraction(1, 10)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: copies_for_unit_epsilon(2), InvalidValue, "epsilon = 2 is not a rational number in"),
        (lambda: copies_for_unit_epsilon(0), InvalidValue, "epsilon = 0 is not a rational number in"),
        (lambda: copies_for_unit_epsilon(exp(-1)), InvalidValue, "epsilon = .* is not a rational number"),
        (lambda: copies_for_unit_epsilon(0.1), FloatRefused, "epsilon"),
        (
            lambda: reduce_to_unit_epsilon("1/10", 2, "1/20", 100),
            InvalidValue,
            r"delta = 2 \(int\) is not in",
        ),
        (lambda: reduce_to_unit_epsilon("1/10", 0, 0, 100), InvalidValue, "alpha = 0 is not a rational"),
        (lambda: reduce_to_unit_epsilon("1/10", 0, "1/20", 0), InvalidValue, "n >= 1"),
        (lambda: reduce_to_unit_epsilon("1/10", 0, "1/20", "9"), InvalidType, "n = '9' is a str"),
        (lambda: reduce_to_unit_epsilon("1/10", 0, "1/2", 100), InvalidValue, "the condition k n' <= n"),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()
