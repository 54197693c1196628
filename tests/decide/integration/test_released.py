"""Gaussian values in outputs: the analytic delta, events of half-lines, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import floor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import flip, ln
from assay.decide import CertifiedMechanism, gaussian, laplace
from assay.errors import InvalidType, InvalidValue
from assay.exact._flint import arb

from .programs import ALL, agree, narrow
from .test_integrals import ball, phi

BITS = [0, 1]


def analytic(squared, epsilon):
    """Phi(d/2 - epsilon/d) - e^epsilon Phi(-d/2 - epsilon/d)."""
    d = ball(squared).sqrt()
    return phi(d / 2 - ball(epsilon) / d) - ball(epsilon).exp() * phi(-d / 2 - ball(epsilon) / d)


@settings(max_examples=10, deadline=None)
@given(
    st.fractions(Fraction(1, 2), 9, max_denominator=4),
    st.fractions(0, 3, max_denominator=5),
    st.fractions(Fraction(1, 4), 3, max_denominator=4),
)
def test_one_value_has_the_analytic_delta(sigma, epsilon, shift):
    mechanism = CertifiedMechanism(lambda b: gaussian(sigma) + b * shift, BITS, ALL)
    found = mechanism.delta(epsilon)
    assert agree(found.enclosure(60), analytic((shift / sigma) ** 2, epsilon))
    assert narrow(found.enclosure(60), 50)


def test_several_values_add_up_by_squares():
    """Multiples and sums that build on each other are functions of independent values."""

    def values(b):
        x, y = b + gaussian(2), 3 - 2 * b + gaussian(variance=3)
        return x, 5 * y, x + y

    mechanism = CertifiedMechanism(values, BITS, ALL)
    assert agree(mechanism.delta("1/3").enclosure(60), analytic(Fraction(1, 4) + Fraction(4, 3), "1/3"))


def weighted(b):
    return b + gaussian(2) if flip("1/2" if b else "1/3") else None


@pytest.mark.parametrize("epsilon", [Fraction(0), Fraction(1, 4), Fraction(3)])
def test_beside_an_output_of_other_probability_it_is_the_best_half_line(epsilon):
    """sup over r of P(v < r, or v > r) - e^epsilon Q(the same), bounded on both sides on a grid of r."""
    mechanism = CertifiedMechanism(weighted, BITS, ALL)
    grid = [Fraction(n, 8) for n in range(-200, 200)]
    cdf = {(r, c): phi(ball((r - c) / 2)) for r in grid for c in BITS}
    low, high, factor = arb(0), arb(0), ball(epsilon).exp()
    for x, y in ((0, 1), (1, 0)):
        p, q = ball("1/2" if x else "1/3"), ball("1/2" if y else "1/3")
        rest = ((1 - p) - factor * (1 - q)).max(arb(0))
        for r, s in pairwise(grid):
            below, above = cdf[r, x] * p - factor * cdf[r, y] * q, cdf[s, x] * p - factor * cdf[r, y] * q
            right = (1 - cdf[r, x]) * p - factor * (1 - cdf[r, y]) * q
            wide = (1 - cdf[r, x]) * p - factor * (1 - cdf[s, y]) * q
            low = low.max(rest + below).max(rest + right)
            high = high.max(rest + above).max(rest + wide)
    assert agree(mechanism.delta(epsilon).enclosure(60), low.union(high))


@settings(max_examples=6, deadline=None)
@given(
    st.lists(st.fractions(Fraction(1, 2), 5, max_denominator=3), min_size=2, max_size=3),
    st.fractions(0, 2, max_denominator=4),
    st.sampled_from([1, -1]),
)
def test_a_sum_is_one_gaussian_value(sigmas, epsilon, sign):
    mechanism = CertifiedMechanism(lambda b: b + sum(sign * gaussian(s) for s in sigmas), BITS, ALL)
    squared = 1 / sum((s**2 for s in sigmas), Fraction(0))
    assert agree(mechanism.delta(epsilon).enclosure(60), analytic(squared, epsilon))


@settings(max_examples=4, deadline=None)
@given(
    st.fractions(Fraction(1, 2), 3, max_denominator=3),
    st.fractions(-2, 2, max_denominator=4),
    st.fractions(0, 2, max_denominator=4),
    st.sampled_from([Fraction(1), Fraction(2), Fraction(-1, 2)]),
    st.tuples(*[st.sampled_from([Fraction(1, 3), Fraction(1, 2), Fraction(9, 10)])] * 2),
)
def test_a_rounded_value_is_the_sum_over_all_integers(sigma, shift, epsilon, factor, weights):
    """Every integer on its own, in place of half lines, with the cases where two of them tie among them."""

    def rounded(b):
        return floor((gaussian(sigma) + shift * b) * factor) if flip(weights[b]) else None

    found = CertifiedMechanism(rounded, BITS, ALL).delta(epsilon).enclosure(60)
    size, centres, worst = ball(abs(factor) * sigma), (Fraction(0), factor * shift), arb(0)
    for x, y in ((0, 1), (1, 0)):
        total = (ball(1 - weights[x]) - ball(epsilon).exp() * ball(1 - weights[y])).max(arb(0))
        for n in range(-40, 40):
            p, q = (
                ball(weights[z]) * (phi(ball(n + 1 - centres[z]) / size) - phi(ball(n - centres[z]) / size))
                for z in (x, y)
            )
            total += (p - ball(epsilon).exp() * q).max(arb(0))
        worst = worst.max(total)
    assert narrow(found, 40)
    assert abs(found - worst) < arb("1e-12")


def test_two_integers_that_tie_do_not_keep_the_enclosure_wide():
    mechanism = CertifiedMechanism(lambda b: floor(b + gaussian(2)), BITS, ALL)
    assert narrow(mechanism.delta(0).enclosure(60), 50)
    assert mechanism.audit(0, "19146/100000").word == "refuted"
    assert mechanism.audit(0, "19147/100000").word == "verified"


def test_a_value_is_never_pure_and_a_shift_of_nothing_is():
    mechanism = CertifiedMechanism(lambda b: b + gaussian(8), BITS, ALL)
    for epsilon in (0, 1, 5):
        verdict = mechanism.audit(epsilon)
        assert verdict.word == "refuted"
        assert verdict.witness.relation == ">"
    assert mechanism.audit("inf").word == "verified"
    still = CertifiedMechanism(lambda b: gaussian(8), BITS, ALL)
    assert still.audit(0).tight
    assert CertifiedMechanism(weighted, BITS, ALL).audit(ln(2), "1/2").word == "verified"


def test_noise_so_small_that_no_fraction_holds_a_probability():
    """It was undecided, "they may be equal", where delta is 1 but for e^-(10^11)."""
    mechanism = CertifiedMechanism(lambda b: gaussian("1/1000000") + b, BITS, ALL)
    verdict = mechanism.audit(1, "1/2")
    assert verdict.word == "refuted"
    assert verdict.witness.relation == ">"
    assert mechanism.audit(1, 1).word == "verified"


@pytest.mark.parametrize(
    ("program", "error", "text"),
    [
        (lambda b: b + gaussian(1) if flip("1/2") else gaussian(1), InvalidValue, "mixture"),
        (lambda b: gaussian(1 + b), InvalidValue, "other variances"),
        (lambda b: (1 + b) * gaussian(1), InvalidType, "factor"),
        (lambda b: b + laplace(1), InvalidValue, "other noise"),
        (lambda b: max(b + gaussian(1), 0), InvalidValue, "compared"),
        (lambda b: max(b + gaussian(1), gaussian(1)), InvalidValue, "compared"),
        (lambda b: b + gaussian(1) + laplace(1), InvalidValue, "other noise"),
        (lambda b: (floor(b + gaussian(1)), b + gaussian(1)), InvalidValue, "one is rounded"),
    ],
)
def test_what_is_refused(program, error, text):
    with pytest.raises(error, match=text):
        CertifiedMechanism(program, BITS, ALL).audit(1)
