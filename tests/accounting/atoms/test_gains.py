"""Closed forms of E (1 - e^(x - L))_+ against other routes: sums, integrals and textbooks."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from flint import acb, arb, fmpq
from hypothesis import given
from hypothesis import strategies as st

from assay.accounting import Gaussian, Laplace, Subsampled
from assay.accounting.atoms.gains import OfLaplace, OfList, OfTails, residue_at_zero
from assay.accounting.atoms.losses import Losses
from assay.exact._flint import precision

from ...effort import fewer
from .. import independent_truths as truths

SCALES = st.sampled_from([Fraction(1, 2), Fraction(1), Fraction(3), Fraction(10), Fraction(7, 3)])


def agrees(found: arb, truth: arb, digits: int = 20) -> bool:
    """Whether two balls may be the same number, and both are narrow."""
    return found.overlaps(truth) and found.rad() < arb(10) ** -digits and truth.rad() < arb(10) ** -digits


@fewer(1)
@given(SCALES, st.integers(1, 12), st.fractions(-1, 1, max_denominator=40))
def test_equal_laplace_mechanisms_against_the_sum_of_their_own_proof(scale, count, part):
    """Negative x, and x that are places themselves, among them."""
    with precision(300):
        x = part * count / scale
        found = OfLaplace(((1 / scale, count),)).at(truths.ball(x))
        assert agrees(found, truths.laplace(scale, count, truths.ball(x)))


def laplace_gain(e: Fraction, x: acb, low: bool, high: bool) -> acb:
    """E (1 - e^(x - L))_+ of one Laplace mechanism: x below -e, above e, or between."""
    if high:
        return acb(0)
    return 1 - x.exp() if low else 1 - ((x - truths.ball(e)) / 2).exp()


def two_laplace(first: Fraction, second: Fraction, x: Fraction) -> arb:
    """By the atoms and rigorous integrals of the density of the first one, between bends of the second."""
    e = truths.ball(first)
    total = arb(0)
    for place, mass in ((first, arb(1) / 2), (-first, (-e).exp() / 2)):
        rest = x - place
        total += mass * laplace_gain(second, acb(truths.ball(rest)), rest < -second, rest > second).real
    edges = sorted({-first, first, *(p for p in (x - second, x + second) if -first < p < first)})
    for a, b in pairwise(edges):
        middle = x - (a + b) / 2
        low, high = middle < -second, middle > second

        def density(z: acb, _: bool, low: bool = low, high: bool = high) -> acb:
            return ((z - e) / 2).exp() / 4 * laplace_gain(second, truths.ball(x) - z, low, high)

        total += acb.integral(density, acb(truths.ball(a)), acb(truths.ball(b))).real
    return total


@fewer(2)
@given(SCALES, SCALES, st.fractions(-1, 1, max_denominator=20))
def test_two_laplace_mechanisms_against_an_integral(first, second, part):
    with precision(200):
        e, f = 1 / first, 1 / second
        x = part * (e + f)
        kinds = ((e, 1), (f, 1)) if e != f else ((e, 2),)
        assert agrees(OfLaplace(kinds).at(truths.ball(x)), two_laplace(e, f, x))


@given(SCALES, st.fractions(-3, 3, max_denominator=20))
def test_one_round_is_its_textbook_formula(scale, x):
    with precision(200):
        found = OfTails(Laplace.of(scale)).at(truths.ball(x))
        assert agrees(found, OfLaplace(((1 / scale, 1),)).at(truths.ball(x)))
        assert agrees(
            OfTails(Gaussian.of(scale)).at(truths.ball(x)),
            truths.gaussian(1 / truths.ball(scale), truths.ball(x)),
        )


@given(
    st.lists(
        st.tuples(st.integers(-8, 8), st.integers(1, 9)), min_size=1, max_size=8, unique_by=lambda a: a[0]
    ),
    st.integers(-20, 20),
)
def test_a_list_is_its_sum(atoms, x):
    """Also where x is a loss of the list, and where two losses are nearly the same."""
    whole = sum(w for _, w in atoms)
    with precision(200):
        places = [arb(fmpq(a, 2)) + arb(2) ** -60 * (a % 3) for a, _ in sorted(atoms)]
        masses = [arb(w) / whole for _, w in sorted(atoms)]
        ball = truths.ball(Fraction(x, 4))
        found = OfList(Losses(tuple(places), tuple(masses), arb(0))).at(ball)
        assert agrees(found, truths.expectation(zip(places, masses, strict=True), ball))


@pytest.mark.parametrize("count", [1, 2, 5, 9])
def test_the_residue_at_zero_is_a_contour_integral(count):
    """Around a circle that holds 0 and no other pole; (K-1)!/2 of it in closed form."""
    z = Fraction(7, 10)
    with precision(100):
        for b in range(count + 1):

            def around(angle: acb, _: bool, b: int = b) -> acb:
                u = (acb(0, 1) * angle).exp() / 4
                value = (1 + 1 / (2 * u)) ** (count - b) * (1 - 1 / (2 * u)) ** b / (u * u - acb(fmpq(1, 4)))
                return value * (2 * truths.ball(z) * u).exp() * u

            wanted = (acb.integral(around, acb(0), acb(2 * arb.pi())) / (2 * arb.pi())).real
            half = residue_at_zero(count, b)(truths.ball(z)) * 2
            for j in range(1, count):
                half = half / j
            assert agrees(half, wanted)


def test_a_place_on_the_edge_counts_for_nothing():
    """x equal to the largest loss, known as a ball alone."""
    with precision(128):
        top = (arb(2).sqrt() * arb(2).sqrt()) * arb(fmpq(1, 10))
        found = OfLaplace(((Fraction(1, 10), 2),)).at(top)
        assert found.contains(0)
        assert found.rad() < arb(10) ** -30
        assert not OfLaplace(((Fraction(1, 10), 2),)).at(top - arb(10) ** -6).contains(0)


def test_a_sampled_pair_in_closed_form():
    with precision(160):
        pair, x = Subsampled.of(Gaussian.of(2), "1/4"), truths.ball(Fraction(1, 10))
        truth = truths.sampled_gaussian(truths.ball(Fraction(1, 2)), truths.ball(Fraction(1, 4)), x, False)
        assert agrees(OfTails(pair).at(x), truth)


def test_a_loss_that_is_known_roughly_counts_from_nothing_to_all_of_it():
    """A wide ball around x: neither end may be taken for certain."""
    with precision(100):
        place = arb(0, arb("0.25"))
        found = OfList(Losses((place,), (arb(1),), arb(0))).at(arb(fmpq(1, 8)))
        assert found.contains(0)
        assert found.upper() >= 1 - arb("-0.125").exp() - arb("1e-9")
