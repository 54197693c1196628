"""rho of zero-concentrated differential privacy, bounded from samples."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from assay.adjacency import all_pairs
from assay.dp import Dist, Mechanism
from assay.errors import FloatRefused
from assay.testing.blackbox.concentrated import ORDERS, binary_divergence, zcdp_bound

P, Q = Fraction(1, 2), Fraction(1, 15)


def coin(p: Fraction, seed: int):
    source = random.Random(seed)
    return lambda: source.randrange(p.denominator) < p.numerator


def rho_of(p: Fraction, q: Fraction):
    table = {0: Dist.bernoulli(p), 1: Dist.bernoulli(q)}
    return Mechanism(table, [0, 1], all_pairs()).zcdp()


@pytest.mark.parametrize("order", ORDERS)
def test_the_divergence_is_that_of_the_reference(order: Fraction) -> None:
    mechanism = Mechanism({0: Dist.bernoulli(P), 1: Dist.bernoulli(Q)}, [0, 1], all_pairs(symmetric=False))
    exact = mechanism.renyi(order)
    assert abs(binary_divergence(P, Q, order) - exact) < Fraction(1, 10**40)


def test_no_event_in_favour_gives_zero() -> None:
    assert binary_divergence(Q, P, Fraction(2)) == 0
    assert binary_divergence(P, P, Fraction(2)) == 0


def test_a_claim_that_is_too_small_is_contradicted() -> None:
    found = zcdp_bound(coin(P, 1), coin(Q, 2), claimed="1/2", samples=30_000)
    assert rho_of(P, Q) > Fraction(1, 2)
    assert found.contradicted
    assert found.bound > Fraction(1, 2)
    assert found.p <= P
    assert found.q >= Q
    assert "CONTRADICTED" in str(found)


@pytest.mark.slow
def test_the_true_rho_is_not_contradicted() -> None:
    for seed in range(5):
        found = zcdp_bound(coin(P, seed), coin(Q, 100 + seed), claimed="3/4", samples=4000)
        assert rho_of(P, Q) < Fraction(3, 4)
        assert not found.contradicted
        assert found.bound < Fraction(3, 4)


def test_a_float_claim_is_refused() -> None:
    with pytest.raises(FloatRefused):
        zcdp_bound(coin(P, 1), coin(Q, 2), claimed=0.5)
