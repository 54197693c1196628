"""Discrete Gaussian noise on the integers and on vectors: against sums over outputs and other routes."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.accounting import DiscreteGaussian as Pair
from assay.accounting import Round, Rounds
from assay.errors import BudgetExceeded, FloatRefused, InvalidType, InvalidValue
from assay.exact import certified, exp, ln, maximum, sqrt
from assay.integers import discrete_gaussian, discrete_gaussian_vectors, skellam
from tests.effort import fewer


def by_sum(mass, epsilon, distance):
    """sum_y max(p(y) - e^epsilon p(y - d), 0) over a long range, from below."""
    total = certified(0)
    for y in range(-12, distance + 1):
        gain = mass(y) - certified(exp(epsilon)) * mass(y - distance)
        total += gain if gain.enclosure(60) > 0 else 0
    return total


@given(st.sampled_from([Fraction(1, 2), Fraction(2)]), st.integers(1, 2), st.sampled_from([0, 1]))
@fewer(6)
@pytest.mark.parametrize("noise", [discrete_gaussian, skellam])
def test_delta_is_the_sum_over_outputs(noise, variance, sensitivity, epsilon):
    made = noise(variance, sensitivity=sensitivity)
    gap = made.delta(epsilon) - maximum([by_sum(made.probability, epsilon, d) for d in (1, sensitivity)])
    # what the long range leaves out
    assert not gap.enclosure(60) < 0
    assert gap.enclosure(60) < 2**-20


def test_probabilities_sum_to_one_and_decay():
    for noise in (discrete_gaussian(2), skellam(2)):
        total = sum((noise.probability(y) for y in range(-30, 31)), certified(0))
        assert total.enclosure(60).overlaps(certified(1).enclosure(60)) or total < 1
        assert noise.probability(0) > noise.probability(1)
        assert 0 <= noise.probability(10**6).enclosure(60).upper() < 1


@given(st.sampled_from([(1, 1), (2, 1), (2, 2), (3,)]), st.sampled_from(["0", "1/2", "1"]))
@fewer(4)
def test_delta_of_vectors_is_the_sum_over_pairs_of_outputs(shift, epsilon):
    """One distance, all outputs of a box, and no convolution."""
    line, e = discrete_gaussian(1), certified(exp(epsilon))
    masses = {y: line.probability(y) for y in range(-9, 13)}
    total = certified(0)
    for y in product(range(-9, 10), repeat=len(shift)):
        p = q = certified(1)
        for z, v in zip(y, shift, strict=True):
            p, q = p * masses[z], q * masses.get(z - v, certified(0))
        gain = p - e * q
        total += gain if gain.enclosure(60) > 0 else 0
    square = sum(v * v for v in shift)
    found = discrete_gaussian_vectors(len(shift), 1, sensitivity=sqrt(square))
    assert found.delta(epsilon).enclosure(60) > total.enclosure(60).lower() - 2**-12
    single = [v for v in found.shifts() if v == shift]
    assert len(single) == 1


def test_vectors_are_rounds_of_their_coordinates():
    """(1, 1) is two rounds at distance 1, by the accountant's own enclosures."""
    rounds = Rounds([(Round.given(Pair(Fraction(4), 1)), 2)]).delta(1, "1/1000000")
    line = discrete_gaussian(4)
    vectors = discrete_gaussian_vectors(2, 4, sensitivity=sqrt(2))
    assert rounds.lower <= vectors.delta(1) <= rounds.upper
    assert vectors.delta(1) > line.delta(1)
    assert discrete_gaussian_vectors(1, 4).delta(1).decimal(15) == line.delta(1).decimal(15)


def test_concentrated_privacy_is_attained_at_order_two():
    """sum p^2/q = e^(D^2/variance) exactly: the Renyi divergence of order 2 is 2 rho."""
    noise = discrete_gaussian(2, sensitivity=3)
    total = certified(0)
    for y in range(-40, 41):
        total += noise.probability(y) ** 2 / noise.probability(y - 3)
    assert total.enclosure(100).overlaps(exp(2 * noise.zcdp()).enclosure(100)) or abs(
        total - exp(2 * noise.zcdp())
    ) < Fraction(1, 2**60)
    assert discrete_gaussian_vectors(3, 2, sensitivity=sqrt(3)).zcdp() == Fraction(3, 4)
    assert discrete_gaussian_vectors(1, 2, sensitivity=sqrt(3)).zcdp() == Fraction(1, 4)


def test_shifts_are_all_distances_up_to_symmetry():
    assert set(discrete_gaussian_vectors(2, 1, sensitivity=2).shifts()) == {(1,), (1, 1), (2,)}
    for d, square in product(range(1, 4), range(1, 10)):
        found = set(discrete_gaussian_vectors(d, 1, sensitivity=sqrt(square)).shifts())
        box = product(range(-3, 4), repeat=d)
        near = {
            tuple(sorted((abs(a) for a in v if a), reverse=True))
            for v in box
            if 0 < sum(a * a for a in v) <= square
        }
        assert found == near


def test_smaller_distances_lose_less():
    for noise in (discrete_gaussian, skellam):
        deltas = [noise(3, sensitivity=d).delta("1/2") for d in range(1, 5)]
        assert all(a < b for a, b in pairwise(deltas))


def test_the_sensitivity_of_one_coordinate_is_too_little_for_two():
    right = discrete_gaussian_vectors(2, 8, sensitivity=sqrt(2))
    allowed = discrete_gaussian_vectors(2, 8).delta(1).upper(10)
    assert right.audit(1, allowed).word == "refuted"


def test_bad_input():
    for call, error, message in (
        (lambda: discrete_gaussian(-1), InvalidValue, "variance = -1"),
        (lambda: discrete_gaussian(ln(2)), InvalidType, "variance"),
        (lambda: discrete_gaussian(1).probability("a"), InvalidType, "y = 'a'"),
        (lambda: discrete_gaussian(1, sensitivity=0), InvalidValue, "sensitivity = 0"),
        (lambda: discrete_gaussian_vectors(0, 1), InvalidValue, "d = 0"),
        (lambda: discrete_gaussian_vectors(2, 1, sensitivity="1/2"), InvalidValue, "sensitivity = 1/2"),
        (lambda: discrete_gaussian_vectors(2, 1, sensitivity=0.5), FloatRefused, "sensitivity = 0.5"),
        (lambda: discrete_gaussian_vectors(10**6, 1), BudgetExceeded, "use fewer"),
        (lambda: discrete_gaussian_vectors(9, 1, sensitivity=20), BudgetExceeded, "give a smaller one"),
        (lambda: discrete_gaussian_vectors(2, 10**9).delta(1).decimal(3), BudgetExceeded, "smaller"),
    ):
        with pytest.raises(error, match=message):
            call()
