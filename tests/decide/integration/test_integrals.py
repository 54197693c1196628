"""Probabilities of trees: closed forms, integration by FLINT, Riemann sums, and the exact engine."""

from __future__ import annotations

from fractions import Fraction
from math import factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.decide.integration.cells import Line
from assay.decide.integration.integrals import Integrals
from assay.decide.integration.trees import signed_trees
from assay.exact._flint import acb, arb, precision, rational
from assay.programs.noise.orders import ORIGIN, Distribution

from .programs import agree, ends, narrow

BOUNDS = st.fractions(-3, 3, max_denominator=4)
VARIANCES = st.fractions(Fraction(1, 3), 20, max_denominator=3)


def gauss(variance):
    return Distribution(False, True, Fraction(0), Fraction(variance))


def laplace(rate):
    return Distribution(False, True, Fraction(rate))


def exponential(rate):
    return Distribution(False, False, Fraction(rate))


def probability(distributions, bounds, bits=60):
    """The probability of a cone, by trees."""
    exact = {pair: Fraction(n) for pair, n in bounds.items()}
    found = signed_trees(tuple(distributions), exact)
    integrals = Integrals([tree for trees in found for tree in trees], bits)
    with precision(bits + 24):
        return sum((n * integrals.product(trees) for trees, n in found.items()), arb(0))


def phi(x, bits=120):
    """The normal distribution function of a ball."""
    with precision(bits):
        return (-x / arb(2).sqrt()).erfc() / 2


def ball(x):
    return arb(rational(Fraction(x)))


@settings(max_examples=15)
@given(VARIANCES, BOUNDS, st.sampled_from([40, 80, 160]))
def test_a_bound_on_one_draw_is_the_normal_distribution_function(variance, n, bits):
    with precision(250):
        truth = phi(ball(n) / ball(variance).sqrt(), 250)
    found = probability([gauss(variance)], {(0, ORIGIN): n}, bits)
    assert agree(found, truth)
    assert narrow(found, bits - 8)


@settings(max_examples=15)
@given(VARIANCES, VARIANCES, BOUNDS)
def test_two_draws_differ_by_a_draw_of_the_sum_of_their_variances(v, w, n):
    with precision(120):
        truth = phi(ball(n) / ball(v + w).sqrt())
    assert agree(probability([gauss(v), gauss(w)], {(0, 1): n}), truth)


@pytest.mark.parametrize(
    ("big", "small"), [(10**12, 1), (1, Fraction(1, 10**9)), (10**8, Fraction(1, 10**8))]
)
def test_noise_of_very_different_sizes(big, small):
    with precision(160):
        truth = phi(1 / ball(big + small).sqrt(), 160)
    found = probability([gauss(big), gauss(small)], {(0, 1): 1})
    assert agree(found, truth)
    assert narrow(found, 50)


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_an_order_of_equal_draws_has_one_over_n_factorial(n):
    chain = {(i, i + 1): 0 for i in range(n - 1)}
    for distribution in (gauss(3), laplace("1/2"), exponential(2)):
        own = {(ORIGIN, i): 0 for i in range(n)} if not distribution.two_sided else {}
        found = probability([distribution] * n, chain | own)
        assert ends(found)[0] <= Fraction(1, factorial(n)) <= ends(found)[1]
        assert narrow(found, 45)


def star(offsets, variance, leaves, bits=80):
    """P(z_i + offset_i <= z_0 for all i) by FLINT's integration of a product of distribution functions."""
    v, w = ball(variance), ball(leaves)

    def integrand(x, _):
        found = (-x * x / (2 * v)).exp() / (2 * acb.pi() * v).sqrt()
        for n in offsets:
            found *= (-(x - ball(n)) / (2 * w).sqrt()).erfc() / 2
        return found

    with precision(bits):
        far = 14 * int(Fraction(variance) + 1)
        inner = acb.integral(integrand, -far, far).real
        return inner + arb(0).union((ball(far) / (2 * v).sqrt()).erfc())


@settings(max_examples=8, deadline=None)
@given(st.lists(BOUNDS, min_size=2, max_size=4), VARIANCES, VARIANCES)
def test_a_star_is_an_integral_of_a_product(offsets, v, w):
    found = probability(
        [gauss(v), *[gauss(w)] * len(offsets)], {(i + 1, 0): -n for i, n in enumerate(offsets)}, 50
    )
    assert agree(found, star(offsets, v, w))
    assert narrow(found, 36)


def riemann(steps):
    """P(l <= x <= r, l <= y <= r) for l, r of variance 4 and x, y of variance 1, by a crude sum from both
    sides.

    P(l in cell i, r in cell j) times the least and the largest square of Phi(r) - Phi(l) there.
    """
    points = [Fraction(12 * i, steps) - 6 for i in range(steps + 1)]
    with precision(60):
        wide = [phi(ball(p) / 2, 60) for p in points]
        narrow_ = [phi(ball(p), 60) for p in points]
        low = high = arb(0)
        for i in range(steps):
            a = wide[i + 1] - wide[i]
            for j in range(i, steps):
                b = wide[j + 1] - wide[j]
                least = (narrow_[j] - narrow_[i + 1]).max(arb(0)) if j > i else arb(0)
                low += a * b * least**2
                high += a * b * (narrow_[j + 1] - narrow_[i]) ** 2
        outside = 2 * (1 - wide[-1] + wide[0])
        return low.union(high + outside)


def test_a_minimum_and_a_maximum_by_a_riemann_sum():
    """Two draws between the first and the second draw, in that order."""
    between = {(0, 2): 0, (2, 1): 0, (0, 3): 0, (3, 1): 0}
    found = probability([gauss(4), gauss(4), gauss(1), gauss(1)], between)
    assert agree(found, riemann(60))
    assert narrow(found, 45)
    assert not narrow(riemann(60), 7)  # the crude sum is no sharper than that


def test_planted_defects_are_seen(monkeypatch):
    """Without the error of the Taylor polynomial, or the mass beyond the cells, a truth falls outside."""
    from assay.decide.integration import integrals, models

    truth = phi(ball(Fraction(1, 3)), 120)
    with monkeypatch.context() as changed:
        changed.setattr(models, "_largest", lambda *given: arb(0))
        changed.setattr(models, "_degree", lambda *given: (6, Fraction(2)))
        assert not agree(probability([gauss(1)], {(0, ORIGIN): "1/3"}, 40), truth)
    with monkeypatch.context() as changed:
        changed.setattr(integrals, "tail", lambda *given: arb(0))
        changed.setattr(integrals, "Line", lambda centred, cuts, bits: Line(centred, cuts, 1))
        assert not agree(probability([gauss(1)], {(0, ORIGIN): "1/3"}, 40), truth)
    assert agree(probability([gauss(1)], {(0, ORIGIN): "1/3"}, 40), truth)
