"""Claims with delta > 0 about noisy values, against closed forms and clamped mechanisms."""

from fractions import Fraction
from itertools import product

import pytest

from assay import EPS, Dist, Mechanism, adjacency, exp, flip, ln, number
from assay.decide import (
    FailsFor,
    SymbolicMechanism,
    decide,
    exponential,
    geometric,
    laplace,
    one_sided_geometric,
)
from assay.decide.certificates.witness_events import witness_events
from assay.decide.regions.cases import Range
from assay.dp import Proved, Undecided
from assay.studies.literature import programs as p
from tests.decide.certificates.test_witness_events import as_read, recheck
from tests.decide.symbolic_programs import cube

EPSILONS = [Fraction(1, 10), Fraction(1, 2), Fraction(1), Fraction(3), Fraction(8)]
CLAIMS = [(EPS / 2, Fraction(1, 10)), (EPS / 3, Fraction(1, 100)), (EPS * Fraction(3, 4), exp(-EPS) / 4)]


def geometric_delta(epsilon, claimed, shift):
    """sum over z of max(0, p(z) - e^claimed p(z - shift)) for rate epsilon, term by term."""
    a = exp(-epsilon)
    scale, factor = (1 - a) / (1 + a), claimed.exp()
    below = a**shift / (1 - a)  # sum over z <= 0 of a^|z - shift|
    total = max(number(0), scale * (1 / (1 - a) - factor * below))
    for z in range(1, shift):
        total = total + max(number(0), scale * (a**z - factor * a ** (shift - z)))
    return total + max(number(0), scale * (below - factor / (1 - a)))


@pytest.mark.parametrize("claim", CLAIMS, ids=str)
@pytest.mark.parametrize("shift", [1, 2, 3])
def test_the_geometric_mechanism(claim, shift):
    m = SymbolicMechanism(p.sums.noisy_sum(geometric), [(0,), (shift,)], adjacency.all_pairs())
    verdict = decide(m, *claim)
    for epsilon in EPSILONS:
        fails = geometric_delta(epsilon, claim[0].substitute(epsilon), shift) > number(claim[1]).substitute(
            epsilon
        )
        assert fails is (isinstance(verdict, FailsFor) and epsilon in verdict.failing)


@pytest.mark.parametrize("claim", CLAIMS, ids=str)
def test_the_laplace_mechanism(claim):
    """delta(c eps) = 1 - e^(-(1 - c) eps/2) for c <= 1."""
    verdict = decide(
        SymbolicMechanism(p.sums.noisy_sum(laplace), [(0,), (1,)], adjacency.all_pairs()), *claim
    )
    assert verdict.complete
    for epsilon in EPSILONS:
        exact = 1 - exp((claim[0].substitute(epsilon) - epsilon) / 2)
        assert (exact > number(claim[1]).substitute(epsilon)) is (epsilon in verdict.failing)


def test_a_closed_form_end():
    verdict = decide(
        SymbolicMechanism(p.sums.noisy_sum(laplace), [(0,), (1,)], adjacency.all_pairs()),
        EPS / 2,
        Fraction(1, 10),
    )
    assert verdict.failing.ends() == [(4 * ln(Fraction(10, 9)), None)]


@pytest.mark.parametrize("noise", [exponential, one_sided_geometric])
def test_one_sided_noise(noise):
    """The larger input cannot explain values below it, which have probability 1 - e^-eps."""
    verdict = decide(
        SymbolicMechanism(p.sums.noisy_sum(noise), [(0,), (1,)], adjacency.all_pairs()), EPS, Fraction(1, 2)
    )
    assert verdict.failing.ends() == [(ln(2), None)]


def values_of(width):
    """A program that releases its values, and the same one with values clamped by comparisons."""

    def whole(q):
        return tuple(a + geometric(EPS) for a in q)

    def clamped(q):
        noisy = [a + geometric(EPS) for a in q]
        return tuple(next((e for e in range(width) if z <= e), width) for z in noisy)

    return whole, clamped


@pytest.mark.parametrize("claim", CLAIMS, ids=str)
@pytest.mark.parametrize("n", [1, 2])
def test_merging_values_beyond_all_offsets_changes_nothing(claim, n):
    whole, clamped = values_of(1)
    inputs = list(product((0, 1), repeat=n))
    left, right = (
        decide(SymbolicMechanism(body, inputs, adjacency.linf(1)), *claim) for body in (whole, clamped)
    )
    assert left.word == right.word
    if isinstance(left, FailsFor):
        assert left.failing == right.failing


@pytest.mark.parametrize("claim", CLAIMS, ids=str)
def test_the_value_of_a_maximum(claim):
    """Where it is decided, a finely binned maximum fails for the same eps or fewer."""

    def binned(q):
        largest = max(a + geometric(EPS / 2) for a in q)
        return next((e for e in range(-3, 6) if largest <= e), 6)

    inputs = cube(2, (0, 1))
    verdict = decide(SymbolicMechanism(p.sums.noisy_maximum(geometric), inputs, adjacency.linf(1)), *claim)
    coarse = decide(SymbolicMechanism(binned, inputs, adjacency.linf(1)), *claim)
    for epsilon in EPSILONS:
        if isinstance(coarse, FailsFor) and epsilon in coarse.failing and isinstance(verdict, FailsFor):
            assert epsilon in verdict.failing or not verdict.complete


@pytest.mark.slow
@pytest.mark.parametrize("noise", [geometric, laplace])
@pytest.mark.parametrize(
    "body",
    [
        p.sums.noisy_sum,
        p.sparse_vector.num_svt,
        p.sparse_vector.svt3_values,
        p.sums.noisy_maximum,
        p.sums.histogram,
    ],
)
def test_every_refutation_is_confirmed(noise, body):
    found = 0
    inputs = [(0, 0), (1, 1), (0, 1)]
    m = SymbolicMechanism(body(noise), inputs, adjacency.linf(1))

    for claim in CLAIMS[:2]:
        verdict = decide(m, *claim)
        if isinstance(verdict, FailsFor):
            assert verdict.witness.relation == ">"
            assert recheck.confirmed(as_read(witness_events(m, verdict)))
            found += 1
        else:
            assert isinstance(verdict, Proved | Undecided)
    assert found or body is p.sparse_vector.num_svt


def test_pure_claims_agree_with_an_infinitesimal_reading():
    """A claim that holds without delta holds with any."""
    m = SymbolicMechanism(p.sparse_vector.num_svt(geometric), cube(2, (0, 1)), adjacency.linf(1))
    assert decide(m, EPS).holds
    assert decide(m, EPS, Fraction(1, 1000)).holds


def test_ranges_are_shown():
    assert [str(Range(*each)) for each in ((0, 0), (None, 1), (1, None), (1, 2, 4), (None, None))] == [
        "0",
        "(-inf, 1]",
        "[1, inf)",
        "[1/4, 1/2]",
        "(-inf, inf)",
    ]


def two_answers(q):
    return q + laplace(EPS), -q + laplace(EPS)


def sampled(q):
    return (q if flip("1/2") else 0) + laplace(EPS)


def larger(q):
    return max(each + laplace(EPS) for each in q)


def test_what_is_not_covered_is_undecided_with_a_reason():
    """(3/2 eps, 1) holds as every claim with delta = 1 does, and no region shows it."""
    m = SymbolicMechanism(two_answers, [0, 1], adjacency.all_pairs())
    verdict = decide(m, EPS * Fraction(3, 2), 1 - exp(-EPS * 4))
    assert isinstance(verdict, Undecided)
    assert "several noisy values" in verdict.reason
    assert not verdict.holds


UNCOVERED = [
    (lambda q: q + laplace(EPS), [0, 1], ln(2), Fraction(1, 4)),
    (lambda q: q + laplace(EPS), [0, 1], EPS * Fraction(997, 1000), Fraction(1, 10**4)),
    (sampled, [0, 1], EPS / 2, Fraction(1, 20)),
    (sampled, [0, 1], ln(2), Fraction(1, 9)),
    (two_answers, [0, 1], EPS / 2, Fraction(1, 10)),
    (two_answers, [0, 1], EPS * Fraction(7, 4), Fraction(1, 1000)),
    (larger, [(0, 0), (0, 1), (1, 1)], EPS / 2, Fraction(1, 10)),
]
"""Claims that fail, where regions of one sign do not cover all values for every epsilon."""


@pytest.mark.parametrize(("program", "domain", "epsilon", "delta"), UNCOVERED)
def test_what_is_not_covered_can_be_refuted(program, domain, epsilon, delta):
    """An event of regions is one event of many: the witness stands, and is confirmed by itself."""
    m = SymbolicMechanism(program, domain, adjacency.all_pairs())
    verdict = decide(m, epsilon, delta)
    assert isinstance(verdict, FailsFor)
    assert verdict.witness.relation == ">"
    assert recheck.confirmed(as_read(witness_events(m, verdict)))


def test_what_is_left_open_is_said_where_the_claim_fails():
    """delta(ln 2) = 1 - sqrt(2) e^(-eps/2) exceeds 1/4 from ln(32/9) on, and regions show it later."""
    m = SymbolicMechanism(lambda q: q + laplace(EPS), [0, 1], adjacency.all_pairs())
    verdict = decide(m, ln(2), "1/4")
    assert not verdict.complete
    for e in (Fraction(1, 10), Fraction(6, 5), Fraction(5, 4)):
        assert e not in verdict.failing
    assert str(verdict).startswith("refuted: fails at least for")


def test_finite_and_noisy_outcomes_together():
    table = {0: Dist({"a": "1/2", "b": "1/2"}), 1: Dist({"a": "1/3", "b": "2/3"})}
    plain = Mechanism(table, [0, 1], adjacency.all_pairs())
    assert plain.delta(0) == number("1/6")

    def program(q):
        return "sure" if q[0] >= 1 else q[0] + geometric(EPS)

    m = SymbolicMechanism(program, [(0,), (1,)], adjacency.all_pairs())
    assert decide(m, EPS, Fraction(1, 2)).failing.is_everything


@pytest.mark.parametrize("c", [Fraction(1, 13), Fraction(3, 11), Fraction(9, 25)])
def test_one_draw_of_laplace_noise_is_decided_at_its_exact_delta(c):
    """delta(c eps) = 1 - e^((c - 1) eps/2): the sign of p - e^(c eps) p' changes at (1 - c)/2."""
    m = SymbolicMechanism(lambda q: q + laplace(EPS), [0, 1], adjacency.all_pairs())
    verdict = decide(m, c * EPS, 1 - exp((c - 1) / 2 * EPS))
    assert isinstance(verdict, Proved)
    assert verdict.certificate.check()
    assert isinstance(decide(m, c * EPS, (1 - exp((c - 1) / 2 * EPS)) / 2), FailsFor)


def test_a_constant_delta_is_refuted_exactly_where_the_exact_one_exceeds_it():
    m = SymbolicMechanism(lambda q: q + laplace(EPS), [0, 1], adjacency.all_pairs())
    verdict = decide(m, Fraction(19, 20) * EPS, "1/1000")
    assert isinstance(verdict, FailsFor)
    assert verdict.complete
    for e in (Fraction(1, 100), Fraction(1, 30), Fraction(1, 20), Fraction(1), Fraction(9)):
        assert (e in verdict.failing) == (1 - exp(-e / 40) > Fraction(1, 1000))


@pytest.mark.parametrize(("rate", "c"), [("5/4", "1"), ("1/3", "1/4"), ("3/2", "1/5")])
def test_a_laplace_draw_of_any_rate_is_decided_at_its_smallest_delta(rate, c):
    """delta(c eps) = 1 - e^(-(rate - c) eps/2): p/p' = e^(c eps) at (1 - c/rate)/2."""
    rate, c = Fraction(rate), Fraction(c)
    m = SymbolicMechanism(lambda b: b + laplace(EPS * rate), [0, 1], adjacency.all_pairs())
    assert decide(m, EPS * c, 1 - exp(-EPS * (rate - c) / 2)).holds
    refuted = decide(m, EPS * c, 1 - exp(-EPS * (rate - c) / 3))
    assert refuted.complete
    assert refuted.failing.is_everything
