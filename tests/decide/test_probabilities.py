"""Closed-form probabilities: against exact enumeration of truncated noise, rigorous integration, and the
catalogue.
"""

from fractions import Fraction
from itertools import pairwise, product

import pytest
from flint import acb, arb, ctx
from hypothesis import given
from hypothesis import strategies as st

from assay import EPS, adjacency, mechanisms
from assay.decide import SymbolicMechanism, exponential, geometric, laplace, one_sided_geometric
from assay.decide.probabilities.noise import CONTINUOUS, DISCRETE
from assay.decide.probabilities.piecewise import indicator, one_sided, two_sided
from assay.decide.probabilities.values import ONE, ZERO, Value
from tests.decide.symbolic_programs import (
    at,
    binned_gap,
    binned_maximum,
    cube,
    law_at,
    noisy_max,
    ranking,
    sparse_vector,
)

Y_VALUE = Fraction(1, 16)
"""e^(-t), so small that hardly any noise is cut off."""


class Plain:
    """Noise with a known value, for running a program on one outcome of its draws."""

    def __init__(self, values):
        self.values = iter(values)

    def __call__(self, rate):
        return next(self.values)


def draws_of(body, q):
    """The rates of the draws that the program makes at most on one input (all programs here draw them up
    front).
    """
    rates = []

    def note(rate):
        rates.append(rate.symbolic)
        return 0

    body(note)(q)
    return rates


def truncated_law(body, q, k, y, two, reach):
    """(distribution of the outputs with every draw cut to |z| <= reach, the mass that is cut off at most)."""
    rates = [int(rate * k) for rate in draws_of(body, q)]
    weights = []
    for rate in rates:
        a = y**rate
        c = (1 - a) / (1 + a) if two else 1 - a
        weights.append({z: c * a ** abs(z) for z in range(-reach if two else 0, reach + 1)})
    law = {}
    for zs in product(*weights):
        mass = Fraction(1)
        for z, w in zip(zs, weights, strict=True):
            mass *= w[z]
        outcome = body(Plain(zs))(q)
        law[outcome] = law.get(outcome, 0) + mass
    cut = sum(1 - sum(w.values()) for w in weights)
    return law, cut


CASES = [
    (noisy_max, geometric, True, cube(2)),
    (noisy_max, one_sided_geometric, False, cube(2)),
    (ranking, geometric, True, cube(2)),
    (binned_maximum, geometric, True, cube(2)),
    (binned_maximum, one_sided_geometric, False, cube(2)),
    (binned_gap, geometric, True, cube(1)),
    (noisy_max, geometric, True, [(0, 1, 0), (1, -1, 0)]),
    (ranking, geometric, True, [(0, 1, 0)]),
    (ranking, one_sided_geometric, False, [(0, 1, 0)]),
]


@pytest.mark.parametrize(("body", "noise", "two", "inputs"), CASES)
def test_truncated_enumeration_agrees_up_to_the_mass_that_is_cut(body, noise, two, inputs):
    reach = 14 if len(inputs[0]) < 3 else 5
    others = [*inputs, tuple(e + 1 for e in inputs[0])]
    m = SymbolicMechanism(body(noise), dict.fromkeys(others), adjacency.all_pairs())
    for q in inputs:
        exact = law_at(m.distribution(q), Y_VALUE)
        law, cut = truncated_law(body, q, m.k, Y_VALUE, two, reach)
        assert sum(exact.values()) == 1
        assert set(law) <= set(exact)
        for outcome, p in exact.items():
            assert 0 <= p - law.get(outcome, 0) <= cut
        assert cut < Fraction(1, 100)


@pytest.mark.parametrize("c", [1, 2])
def test_sparse_vector_equals_the_catalogue(c):
    """The catalogue sums the two-sided geometric noise by another route."""
    for n in (1, 2, 3):
        symbolic = SymbolicMechanism(sparse_vector(geometric, c), cube(n), adjacency.linf(1))
        other = SymbolicMechanism.of(mechanisms.svt_lyu_su_li(EPS, n=n, c=c))
        assert symbolic.k == other.k
        for q in cube(n):
            assert symbolic.distribution(q) == other.distribution(q)


def _tail(rate, offset, t, below):
    """P(offset + Z >= t) for Laplace noise and real t, analytic in t on the given side of the offset."""
    if below:
        return 1 - (rate * (t - offset)).exp() / 2
    return (-(rate * (t - offset))).exp() / 2


@pytest.mark.parametrize("epsilon", [Fraction(1, 3), Fraction(2), Fraction(7)])
@pytest.mark.parametrize("q", [(0, 0), (1, -1), (-1, 1, 0), (1, 1, 1)])
def test_laplace_sparse_vector_against_rigorous_integration(epsilon, q):
    """P(FALSE ... FALSE TRUE) = integral of the threshold's density times tails, by enclosures of the
    integral.
    """
    m = SymbolicMechanism(sparse_vector(laplace), [q, (*q[:-1], q[-1] - 1)], adjacency.all_pairs())
    outcome = tuple(i == len(q) - 1 for i in range(len(q)))
    before, ctx.prec = ctx.prec, 128
    try:
        e = acb(arb(epsilon.numerator) / epsilon.denominator)
        edges = sorted({-400, *q, 0, 400})

        def piece(low, high):
            def integrand(t, _):
                density = e / 4 * ((e / 2 * t).exp() if high <= 0 else (-(e / 2 * t)).exp())
                for i, a in enumerate(q):
                    tail = _tail(e / 4, a, t, high <= a)
                    density *= tail if i == len(q) - 1 else 1 - tail
                return density

            return acb.integral(integrand, acb(low), acb(high))

        total = sum((piece(low, high) for low, high in pairwise(edges)), acb(0)).real
        outside = (-(e.real / 2 * 400)).exp()
        ours = m.distribution(q)[outcome].enclosure(arb(epsilon.numerator) / (epsilon.denominator * m.k), 128)
        assert (ours - total).abs_upper() <= (outside + arb(2) ** -60).abs_upper()
    finally:
        ctx.prec = before


@pytest.mark.parametrize("noise", [geometric, laplace, exponential, one_sided_geometric])
@pytest.mark.parametrize("body", [noisy_max, ranking, binned_maximum, sparse_vector])
def test_probabilities_sum_to_one_identically(body, noise):
    m = SymbolicMechanism(body(noise), [(0, 1, -1), (0, 0, 0), (2, -1, 1)], adjacency.all_pairs())
    for q in m.domain:
        assert sum(m.distribution(q).values(), ZERO) == ONE


@pytest.mark.parametrize("noise", [laplace, exponential])
def test_equal_continuous_draws_have_probability_zero(noise):
    m = SymbolicMechanism(ranking(noise), [(0, 0), (0, 1)], adjacency.all_pairs())
    assert (2, 2) not in m.distribution((0, 0))
    assert m.distribution((0, 0)) == {(2, 1): Value.of(Fraction(1, 2)), (1, 2): Value.of(Fraction(1, 2))}


@given(st.integers(1, 3), st.integers(-3, 3), st.integers(-3, 3), st.sampled_from([DISCRETE, CONTINUOUS]))
def test_cumulative_sums_and_shifts(rate, n, z, family):
    for law in (two_sided(family, rate), one_sided(family, rate)):
        assert law.total() == ONE
        rising = law.cumulative()
        assert rising.at(z) + law.remaining().at(z) == ONE
        assert law.shift(n).at(z) == law.at(z + n)
        assert rising.shift(n).at(z) == rising.at(z + n)
        if family.discrete:
            assert rising.at(z) - rising.at(z - 1) == law.at(z)
        window = (law * indicator(family, z, z + 2)).total()
        step = 1 if family.discrete else 0
        assert window == rising.at(z + 2 - step) - rising.at(z - step)


@given(
    st.lists(st.integers(1, 2), min_size=3, max_size=3), st.lists(st.integers(-2, 2), min_size=3, max_size=3)
)
def test_three_draws_in_a_circle_of_comparisons(rates, offsets):
    """P(z0 <= z1 + a, z1 <= z2 + b, z2 <= z0 + c) has no leaf to start from; the truncated sum confirms
    it.
    """

    def circle(q):
        z = [geometric(EPS * rate) for rate in rates]
        return z[0] <= z[1] + q[0] and z[1] <= z[2] + q[1] and z[2] <= z[0] + q[2]

    a, b, c = offsets
    m = SymbolicMechanism(circle, [tuple(offsets), (a + 1, b, c)], adjacency.all_pairs())
    exact = at(m.distribution(tuple(offsets)).get(True, ZERO), Y_VALUE)
    weights = []
    for rate in rates:
        p = Y_VALUE**rate
        weights.append({z: (1 - p) / (1 + p) * p ** abs(z) for z in range(-5, 6)})
    total = sum(
        weights[0][x] * weights[1][y] * weights[2][z]
        for x, y, z in product(range(-5, 6), repeat=3)
        if x <= y + a and y <= z + b and z <= x + c
    )
    assert 0 <= exact - total <= sum(1 - sum(w.values()) for w in weights)
