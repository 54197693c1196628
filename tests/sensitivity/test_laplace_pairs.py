"""delta of two Laplace distributions, against sums over cells on which the sign of the loss is known."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InvalidType, InvalidValue
from assay.exact import certified, ln, maximum
from assay.sensitivity import laplace_delta
from tests.effort import fewer

SCALES = st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(4, 3), Fraction(3)])
SHIFTS = st.sampled_from([Fraction(0), Fraction(1, 3), Fraction(2), Fraction(7, 2)])
LEVELS = st.sampled_from([Fraction(0), Fraction(1, 4), Fraction(1), Fraction(2)])


def below(z, scale):
    """F(z) of a centred Laplace distribution, case by case."""
    tail = (-certified(abs(z) / scale)).exp() / 2
    return tail if z <= 0 else 1 - tail


def brackets(epsilon, shift, b, c):
    """Sums over cells with ends at 0 and m; the larger one adds P where the loss crosses epsilon."""
    ends = sorted({Fraction(i, 4) for i in range(-24, 25)} | {Fraction(0), shift})

    def loss(z):
        return certified(c / b).log() - abs(z) / b + abs(z - shift) / c - epsilon

    factor, low, crossed = certified(epsilon).exp(), certified(0), certified(0)
    cells = [(None, ends[0]), *pairwise(ends), (ends[-1], None)]
    for left, right in cells:
        p, q = (
            (1 if right is None else below(right - at, s)) - (0 if left is None else below(left - at, s))
            for at, s in ((0, b), (shift, c))
        )
        low += maximum([certified(p) - factor * q, 0])
        outer = left is None or right is None
        if outer or loss(left).enclosure(64) * loss(right).enclosure(64) < 0:
            crossed += p
    return low, low + crossed


@given(LEVELS, SHIFTS, SCALES, SCALES)
@fewer(3)
def test_it_lies_between_sums_over_cells(epsilon, shift, b, c):
    found = laplace_delta(epsilon, shift, b, c).enclosure(128)
    low, high = brackets(epsilon, shift, b, c)
    assert not found < low.enclosure(128)
    assert not found > high.enclosure(128)
    assert high.enclosure(128) - low.enclosure(128) < 1


@given(LEVELS, SHIFTS, SCALES)
def test_equal_scales_have_the_known_form(epsilon, shift, b):
    found = laplace_delta(epsilon, shift, b, b)
    if shift / b <= epsilon:
        assert found.enclosure(64) == 0
    else:
        expected = 1 - ((certified(epsilon) - shift / b) / 2).exp()
        assert (found - expected).enclosure(200).overlaps(certified(0).enclosure(9))


@given(LEVELS, SHIFTS, SCALES, SCALES)
def test_a_shift_has_no_sign_and_lengths_no_unit(epsilon, shift, b, c):
    one = laplace_delta(epsilon, shift, b, c)
    others = (laplace_delta(epsilon, -shift, b, c), laplace_delta(epsilon, 3 * shift, 3 * b, 3 * c))
    assert all(one.enclosure(100).overlaps(other.enclosure(100)) for other in others)


def test_points():
    assert laplace_delta(1, 0, 0, 0) == 0
    assert laplace_delta(1, 2, 0, 0) == laplace_delta(1, 0, 0, 1) == laplace_delta(1, 0, 1, 0) == 1


def test_total_variation_of_two_scales():
    # densities of scales 1 and 2 cross at |z| = 2 ln 2: 1 - e^-t against 1 - e^(-t/2)
    found = laplace_delta(0, 0, 1, 2) - Fraction(1, 4)
    assert found.enclosure(200).overlaps(certified(0).enclosure(9))
    assert laplace_delta(ln(2), 0, 1, 2).enclosure(200).overlaps(certified(0).enclosure(9))
    assert laplace_delta(1, 0, 1, 2).enclosure(60) == 0


def test_bad_input():
    with pytest.raises(InvalidValue, match="scale = -1"):
        laplace_delta(1, 0, -1, 1)
    with pytest.raises(InvalidValue, match="other = -1"):
        laplace_delta(1, 0, 1, -1)
    with pytest.raises(InvalidValue, match="epsilon = inf"):
        laplace_delta("inf", 0, 1, 1)
    with pytest.raises(InvalidValue, match="shift = 'a'"):
        laplace_delta(1, "a", 1, 1)
    with pytest.raises(InvalidType, match="scale = None"):
        laplace_delta(1, 1, None, 1)
