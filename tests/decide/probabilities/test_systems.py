"""Differences of draws that are compared: against probabilities of bounds on them, and enumeration."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import EPS, adjacency
from assay.decide import (
    FailsFor,
    SymbolicMechanism,
    decide,
    exponential,
    geometric,
    laplace,
    one_sided_geometric,
    smallest_multiple,
)
from assay.decide.certificates.witness_events import witness_events
from assay.decide.probabilities.output_distributions import distribution_of_path
from assay.decide.probabilities.systems import components, kept_distribution
from assay.decide.probabilities.values import ONE, ZERO
from assay.errors import InvalidType
from assay.programs.noise.orders import Constraint, Distribution, Order
from tests.decide.certificates.test_witness_events import as_read, recheck
from tests.decide.symbolic_programs import cube

RATES = st.sampled_from([Fraction(1), Fraction(2)])


@st.composite
def systems(draw, discrete):
    """Draw 0 is compared with draw 1 alone, and draw 1 with others; bounds on the first two now and then."""
    order = Order()
    for _ in range(draw(st.integers(2, 4))):
        order.draw(Distribution(discrete, draw(st.booleans()), draw(RATES)))
    pairs = [(0, 1), (1, 0), (0, -1), (-1, 1)]
    pairs += [pair for k in range(2, len(order.distributions)) for pair in ((k, 1), (1, k))]
    asked = [(0, 1), *draw(st.lists(st.sampled_from(pairs), max_size=3))]
    for k in range(2, len(order.distributions)):
        asked.append((k, 1))
    for i, j in asked:
        c = Constraint(i, j, draw(st.integers(-2, 3)))
        if order.forced(c) is None:
            order.assume(c)
    return order


def probability(order, *more):
    """P(all constraints), by eliminating all draws."""
    longer = Order()
    for each in order.distributions:
        longer.draw(each)
    for c in (*order.constraints, *more):
        longer.assume(c)
    return distribution_of_path(longer, ONE, (), 1).value()


@pytest.mark.parametrize("discrete", [True, False])
@pytest.mark.parametrize("pair", [(0, 1), (1, 0)])
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_it_adds_up_to_the_probability_of_every_bound_on_the_difference(discrete, pair, data):
    order = data.draw(systems(discrete))
    parts = components(order.distributions, order.constraints, pair, 1, 1, [pair])
    (part,) = [part for part, _ in parts if part.difference is not None]
    gap = kept_distribution(part)
    rest = ONE
    for other, draws in parts:
        if other.difference is None:
            rest = rest * sum((f.total() for f in _eliminated(other)), ZERO)
        assert draws
    assert gap.total() * rest == probability(order)
    rising = gap.cumulative()
    i, j = pair
    for n in range(-4, 5):
        assert rising.at(n) * rest == probability(order, Constraint(i, j, n))


def _eliminated(part):
    from assay.decide.probabilities.systems import _eliminated as eliminated

    return eliminated(part)


def gap_of_largest(noise, rate=EPS / 2):
    """The largest of all answers and how far it is above the second."""

    def program(q):
        v = [answer + noise(rate) for answer in q]
        order = sorted(range(len(q)), key=lambda i: v[i])
        return order[-1], v[order[-1]] - v[order[-2]]

    return program


def gap_to_threshold(noise, query=EPS / 4):
    def program(q):
        bar = noise(EPS / 2)
        for i, answer in enumerate(q):
            value = answer + noise(query)
            if value >= bar:
                return i, value - bar
        return None

    return program


def masses(outcome, mechanism, x, at):
    """P(outcome with the gap v) for v in -30..30, at one epsilon."""
    p = mechanism.row(x)[outcome]
    return {v: p.at((v,)).at(at / mechanism.k) for v in range(-30, 31)}


def test_the_gap_of_two_integers_by_enumeration():
    """P(gap = g) by a sum over both noises in -60..60, which leaves out less than 10^-9."""
    from assay import exp

    mechanism = SymbolicMechanism(gap_of_largest(geometric, EPS * 2), [(0, 1), (0, 0)], adjacency.linf(1))
    weight = {z: (exp(-abs(z) * 2) * (1 - exp(-2)) / (1 + exp(-2))).lower(30) for z in range(-60, 61)}
    for outcome in mechanism.row((0, 1)):
        found = masses(outcome, mechanism, (0, 1), Fraction(1))
        winner = outcome[0]
        for g in range(0, 4):
            enumerated = sum(
                Fraction(weight[a]) * Fraction(weight[b])
                for a in range(-50, 51)
                for b in (a - 1 - g if winner == 0 else a - 1 + g,)
                if b in weight and (a > b + 1 if winner == 0 else b + 1 >= a)
            )
            assert abs(found[g] - enumerated) < Fraction(1, 10**9)


@pytest.mark.parametrize("noise", [laplace, geometric, exponential, one_sided_geometric])
def test_the_gap_costs_no_more_than_the_position(noise):
    """Of noisy max the gap is free: eps for noise of rate eps/2."""
    mechanism = SymbolicMechanism(gap_of_largest(noise), cube(2, (0, 1)), adjacency.linf(1))
    assert decide(mechanism, EPS).holds
    assert smallest_multiple(mechanism).low == 1


@pytest.mark.parametrize("noise", [laplace, geometric])
def test_the_gap_to_a_threshold(noise):
    mechanism = SymbolicMechanism(gap_to_threshold(noise), cube(2, (0, 1)), adjacency.linf(1))
    assert decide(mechanism, EPS).holds
    verdict = decide(mechanism, EPS / 4)
    assert isinstance(verdict, FailsFor)
    assert verdict.witness.relation == ">"
    if noise is geometric:  # a window of a difference of real draws is too narrow for the cells of the script
        assert recheck.confirmed(as_read(witness_events(mechanism, verdict)))
    loud = SymbolicMechanism(gap_to_threshold(noise, EPS * 2), cube(2, (0, 1)), adjacency.linf(1))
    assert isinstance(decide(loud, EPS), FailsFor)


def test_both_draws_compared_with_others_is_refused():
    def program(q):
        a, b, c = (laplace(EPS) for _ in range(3))
        d = q + laplace(EPS)
        return a - b if a > c and b > d and a > b else None

    with pytest.raises(InvalidType, match="both of which"):
        SymbolicMechanism(program, [0, 1], adjacency.all_pairs())
