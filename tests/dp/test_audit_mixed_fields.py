"""Probabilities and claims of different fields: verdicts and measures, beside sixty digits."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import Mechanism, Undecided, adjacency, exp, ln, mechanisms, number, root, sqrt
from assay.dp.witness import excess_sign
from assay.exact import EPS
from tests.dp.test_witness import recheck

HEADS = [
    (sqrt(2) / 2, lambda: mpmath.sqrt(2) / 2),
    (1 / sqrt(3), lambda: 1 / mpmath.sqrt(3)),
    (1 / (1 + exp("1/2")), lambda: 1 / (1 + mpmath.exp(0.5))),
    (root(5, 3) / 3, lambda: mpmath.cbrt(5) / 3),
    (exp(-1) / 2 + sqrt(2) / 4, lambda: mpmath.exp(-1) / 2 + mpmath.sqrt(2) / 4),
    (number("2/5"), lambda: mpmath.mpf(2) / 5),
]
EPSILONS = [
    ("1/2", lambda: mpmath.mpf(1) / 2),
    ("11/10", lambda: mpmath.mpf(11) / 10),
    (ln(2), lambda: mpmath.log(2)),
    (ln(3) / 2, lambda: mpmath.log(3) / 2),
    (ln(1 + sqrt(2)) / 3, lambda: mpmath.log(1 + mpmath.sqrt(2)) / 3),
    (Fraction(0.1), lambda: mpmath.mpf(0.1)),
    (0, lambda: mpmath.mpf(0)),
]
DELTAS = [
    (0, lambda: mpmath.mpf(0)),
    ("1/10", lambda: mpmath.mpf(1) / 10),
    (exp(-1), lambda: mpmath.exp(-1)),
    (sqrt(2) / 20, lambda: mpmath.sqrt(2) / 20),
]
engines = pytest.mark.parametrize("engine", [None, "reference"])


def coins(heads, engine=None):
    rows = {x: {0: p, 1: 1 - p} for x, p in enumerate(heads)}
    return Mechanism(rows, range(len(heads)), adjacency.all_pairs(), engine=engine)


def delta_in_digits(heads, epsilon):
    """max over pairs of sum max(P - e^epsilon Q, 0)."""
    rows = [(p, 1 - p) for p in heads]
    factor = mpmath.exp(epsilon)
    return max(
        sum(max(a - factor * b, 0) for a, b in zip(p, q, strict=True))
        for i, p in enumerate(rows)
        for j, q in enumerate(rows)
        if i != j
    )


chosen = st.lists(st.sampled_from(HEADS), min_size=2, max_size=3, unique_by=id)


@engines
@settings(max_examples=40)
@given(heads=chosen, epsilon=st.sampled_from(EPSILONS), delta=st.sampled_from(DELTAS))
def test_audits_are_decided_as_by_sixty_digits(engine, heads, epsilon, delta):
    m = coins([p for p, _ in heads], engine)
    verdict = m.audit(epsilon[0], delta[0])
    assert not isinstance(verdict, Undecided)
    with mpmath.workdps(60):
        excess = delta_in_digits([p() for _, p in heads], epsilon[1]()) - delta[1]()
        if abs(excess) > mpmath.mpf(10) ** -50:
            assert verdict.holds is bool(excess < 0)
    if not verdict.holds:
        assert verdict.witness.relation == ">"


@pytest.mark.slow
@settings(max_examples=25)
@given(heads=chosen, epsilon=st.sampled_from(EPSILONS[:4]), delta=st.sampled_from(DELTAS))
def test_both_engines_measure_the_same(heads, epsilon, delta):
    fast, slow = (coins([p for p, _ in heads], engine).worst_case for engine in ("fast", "reference"))
    assert fast.delta(epsilon[0]) == slow.delta(epsilon[0])
    assert fast.epsilon(delta[0]) == slow.epsilon(delta[0])
    assert fast.total_variation() == slow.total_variation()
    assert fast.profile() == slow.profile()
    assert fast.tradeoff() == slow.tradeoff()
    assert fast.renyi(2) == slow.renyi(2)
    with mpmath.workdps(60):
        expected = delta_in_digits([p() for _, p in heads], epsilon[1]())
        assert (
            abs(mpmath.mpf(str(slow.delta(epsilon[0]).value.decimal(40))) - expected) < mpmath.mpf(10) ** -38
        )


@engines
def test_true_ties_are_ties(engine):
    """delta(epsilon) and epsilon(delta) are exact, so that the claim made of them is tight."""
    m = coins([sqrt(2) / 2, 1 / sqrt(3), 1 / (1 + exp("1/2"))], engine)
    for epsilon in ("1/10", ln(5) / 4):
        assert m.audit(epsilon, m.delta(epsilon)).tight
        assert m.profile()(epsilon) == m.delta(epsilon)
    for delta in ("1/100", exp(-4), sqrt(3) / 50):
        assert m.audit(m.epsilon(delta), delta).tight
        assert m.profile().epsilon(delta) == m.epsilon(delta)
    assert m.audit(m.epsilon()).tight


@engines
def test_randomised_response_across_fields(engine):
    m = mechanisms.randomised_response(ln(3)).with_engine(engine)
    assert m.audit("11/10").holds
    assert not m.audit("109/100").holds
    assert m.epsilon(exp(-1)) == ln((3 * number("1/4") - exp(-1)) * 4)
    half = mechanisms.randomised_response(ln(3) / 2).with_engine(engine)
    refuted = half.audit("1/2", "1/100")
    assert refuted.witness.relation == ">"
    assert recheck(refuted.witness) == "confirmed"
    assert half.delta("1/2") == (sqrt(3) - exp("1/2")) / (1 + sqrt(3))


@pytest.mark.parametrize("epsilon", [ln(1 + sqrt(2)) / 3, Fraction(0.1), ln(exp(1) - 2) / 7 + 1])
def test_claims_whose_exponential_is_in_no_field_of_the_probabilities(epsilon):
    """The sign of P - e^epsilon Q - delta, as that of ln((P - delta)/Q) - epsilon, on both sides of a tie."""
    p, q, bound = sqrt(2) / 2, 1 / (1 + exp("1/2")), ln(1) + epsilon
    with mpmath.workdps(60):
        factor = mpmath.exp(mpmath.mpf(str(bound.decimal(50))))
        tie = mpmath.sqrt(2) / 2 - factor / (1 + mpmath.exp(mpmath.mpf(1) / 2))
    near = Fraction(mpmath.nstr(tie, 30))
    assert [
        excess_sign(p, q, bound, number(near + d)) for d in (Fraction(-1, 10**20), Fraction(1, 10**20))
    ] == [1, -1]
    assert excess_sign(number(near), q, bound, p) == -1
    assert excess_sign(p, number(0), bound, p) == 0


def test_the_symbol_beside_an_irrational_number_is_undecided_or_decided():
    m = Mechanism(
        {0: {0: exp(-EPS), 1: 1 - exp(-EPS)}, 1: {0: "1/2", 1: "1/2"}}, [0, 1], adjacency.all_pairs()
    )
    verdict = m.with_engine("reference").audit(EPS, sqrt(2) / 100)
    assert isinstance(verdict, Undecided)
    assert not m.audit(EPS, sqrt(2) / 100).holds
