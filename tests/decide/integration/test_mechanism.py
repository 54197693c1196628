"""Programs with Gaussian noise: verdicts against closed forms, and the exact engine on other noise."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import assay
from assay import EPS, adjacency, flip, ln, number
from assay.decide import (
    CertifiedMechanism,
    OutsideClass,
    at_epsilon,
    exponential,
    gaussian,
    geometric,
    laplace,
)
from assay.decide.integration import audit
from assay.errors import FloatRefused, InvalidType, InvalidValue

from .programs import ALL, above_one, agree, argmax, ends, min_max, narrow, on_cube, svt
from .test_integrals import ball, phi

BITS = [0, 1]


@assay.program
def laplace_svt(q):
    bar = laplace("1/4")
    for i, a in enumerate(q):
        if a + laplace("1/8") >= bar:
            return i
    return None


@assay.program
def laplace_min_max(q):
    first = [a + laplace("1/2") for a in q[:2]]
    low, high = min(first), max(first)
    return tuple(low <= a + laplace(1) <= high for a in q[2:])


@assay.program
def ordered(q):
    noisy = [a + laplace("1/2") for a in q]
    return tuple(sorted(range(len(q)), key=lambda i: noisy[i]))


@assay.program
def bounded(q):
    a, b = q[0] + exponential(1), q[1] + laplace(2)
    if flip("1/3"):
        return a > b > 0
    return max(a, 2) > b if q[2] else b - a > 1


@assay.program
def rings(q):
    x, y, z = (laplace(rate) for rate in (1, "1/2", 1))
    if q[0]:
        return x - y < 1 and y - z < 1 and z - x < 1
    return abs(x - y) < 1 and abs(z - x) < 1 and abs(y - z) < 1


EXACT = [laplace_svt, laplace_min_max, ordered, bounded, rings]


@pytest.mark.parametrize("program", EXACT)
def test_noise_with_closed_forms_has_the_exact_probabilities(program):
    """The same programs by the symbolic engine, which shares nothing with integration."""
    domain = [(0, 0, 0), (0, 1, 0), (1, 0, 1)]
    truth = at_epsilon(program, domain, ALL)
    found = CertifiedMechanism(program, domain, ALL)
    for x in domain:
        row = found.distribution(x)
        assert set(row) == set(truth.distribution(x).support)
        for o, p in row.items():
            assert agree(p.enclosure(60), truth.distribution(x)[o].enclosure(200))
            assert narrow(p.enclosure(60), 45)
    for epsilon in ("1/8", "1/2"):
        assert agree(found.delta(epsilon).enclosure(60), truth.delta(epsilon).enclosure(200))
        for delta in ("1/1000", "1/10"):
            assert found.audit(epsilon, delta).word == truth.audit(epsilon, delta).word


@pytest.mark.parametrize("program", [svt, argmax, min_max])
def test_probabilities_add_up_to_one(program):
    mechanism = on_cube(program, 3)
    for x in mechanism.domain:
        total = sum((p.enclosure(60) for p in mechanism.distribution(x).values()), number(0).enclosure(60))
        assert ends(total)[0] <= 1 <= ends(total)[1]
        assert narrow(total, 44)


def threshold_delta(epsilon, sigma=3, bar=1):
    """delta of [q + Gaussian >= bar] for q = 0, 1: two outputs, one of which is likelier on each input."""

    def above(q):
        return phi(ball(Fraction(q - bar, sigma)))

    factor = epsilon.exp()
    gaps = [
        p - factor * q
        for x, y in ((0, 1), (1, 0))
        for p, q in ((above(x), above(y)), (1 - above(x), 1 - above(y)))
    ]
    by_pair = [gaps[0].max(0) + gaps[1].max(0), gaps[2].max(0) + gaps[3].max(0)]
    return by_pair[0].max(by_pair[1])


@pytest.mark.parametrize("epsilon", ["0", "1/20", "1/10", "1/5", "2"])
def test_one_threshold_has_the_closed_form(epsilon):
    mechanism = CertifiedMechanism(above_one, BITS, ALL)
    truth = threshold_delta(ball(epsilon))
    found = mechanism.delta(epsilon)
    assert agree(found.enclosure(60), truth)
    low, high = (Fraction(end) for end in (found.lower(12), found.upper(12)))
    if high > 0:
        assert mechanism.audit(epsilon, high + Fraction(1, 10**10)).word == "verified"
        assert mechanism.audit(epsilon, low - Fraction(1, 10**10)).word == "refuted"


def test_the_rows_of_the_literature_at_small_sizes():
    for program, n in ((svt, 2), (argmax, 2), (argmax, 3), (min_max, 3)):
        assert on_cube(program, n).audit("1/2", "1/100").word == "verified"
        assert on_cube(program, n).audit(0, "1/100000").word == "refuted"


def test_a_witness_can_be_compared_with_a_pencil():
    verdict = on_cube(argmax, 2).audit("1/10", "1/1000")
    witness = verdict.witness
    assert witness.bounds
    assert witness.relation == ">"
    x, y = witness.inputs
    mechanism = on_cube(argmax, 2)
    for each in witness.outcomes:
        assert mechanism.distribution(x)[each.outcome] > each.p
        assert mechanism.distribution(y)[each.outcome] < each.q


def test_inputs_that_are_moved_or_renamed_are_told_to_be_alike():
    mechanism = on_cube(argmax, 3)
    assert mechanism.row((0, 0, 0)) == mechanism.row((1, 1, 1))
    assert mechanism.row((0, 0, 1))[2] == mechanism.row((1, 0, 0))[0]
    alone = CertifiedMechanism(argmax, [(0, 0, 0), (1, 1, 1)], ALL)
    assert alone.audit(0).holds
    assert alone.audit(0).tight


@assay.program
def two_ways(b):
    """P(True) = Phi(1/sqrt(2)) on both inputs, in two ways."""
    return gaussian(1) <= gaussian(1) + 1 if b else gaussian(variance=2) <= 1


def test_a_tie_is_undecided_and_no_pass(monkeypatch):
    monkeypatch.setattr(audit, "LAST_BITS", 160)  # which is enough, and quicker
    mechanism = CertifiedMechanism(two_ways, BITS, ALL)
    verdict = mechanism.audit(0)
    assert verdict.word == "undecided"
    assert not verdict.holds
    assert "claim a little more" in verdict.reason
    assert mechanism.audit(0, "1/10000000000000000000").word == "verified"
    assert mechanism.audit("1/10000000000000000000").word == "verified"


def test_exact_numbers_stay_exact_beside_gaussian_noise():
    @assay.program
    def fair(b):
        return gaussian(5) <= 0 if flip("3/4" if b else "1/2") else None

    mechanism = CertifiedMechanism(fair, BITS, ALL)
    assert mechanism.audit(0, "1/4").tight
    assert mechanism.audit(0, "249/1000").word == "refuted"
    assert mechanism.audit(ln(2)).word == "verified"
    assert mechanism.audit(ln(2)).tight
    assert mechanism.audit("69/100").word == "refuted"


def test_infinite_and_huge_epsilon():
    @assay.program
    def leaky(b):
        return "never" if b and gaussian(1) > 2 else "often"

    mechanism = CertifiedMechanism(leaky, BITS, ALL)
    truth = 1 - phi(ball(2))
    for epsilon in ("inf", "1000000", 50):
        assert agree(mechanism.delta(epsilon).enclosure(60), truth)
        assert mechanism.audit(epsilon, "1/40").word == "verified"
        assert mechanism.audit(epsilon, "1/50").word == "refuted"
    assert on_cube(argmax, 2).audit("inf").word == "verified"
    assert on_cube(argmax, 2).audit("1000000000").word == "verified"
    assert on_cube(argmax, 2).audit("1/2", 1).word == "verified"


@pytest.mark.parametrize("shift", [10, 35])
def test_answers_far_away_are_told_apart_though_probabilities_are_tiny(shift):
    @assay.program
    def far(b):
        return gaussian(1) + b * shift > 0

    mechanism = CertifiedMechanism(far, BITS, ALL)
    assert mechanism.audit(shift, "1/4").word == "refuted"
    assert mechanism.audit(shift, "1/2").word == "verified"
    assert (
        mechanism.audit(shift**2).word == "verified"
    )  # 1/2 = e^epsilon Phi(-shift) near shift^2/2 + ln shift
    assert mechanism.audit(Fraction(shift**2, 2)).word == "refuted"


def test_noise_of_extreme_sizes_and_answers_far_away():
    tiny, huge = Fraction(1, 10**300), 10**300
    programs = {
        lambda b: b + gaussian(tiny) > 1: ("refuted", "verified"),
        lambda b: b + gaussian(huge) > 1: ("refuted", "verified"),
        lambda b: b * huge + gaussian(1) > gaussian(2): ("refuted", "verified"),
        lambda b: b + gaussian(1) > gaussian(tiny): ("refuted", "verified"),
    }
    for program, words in programs.items():
        mechanism = CertifiedMechanism(program, [0, 2], ALL)
        assert mechanism.audit(0).word == words[0]
        assert mechanism.audit(0, 1).word == words[1]


@settings(max_examples=6, deadline=None)
@given(
    st.fractions(Fraction(1, 3), 6, max_denominator=3), st.fractions(Fraction(1, 20), 1, max_denominator=20)
)
def test_the_largest_of_two_has_the_closed_form(sigma, epsilon):
    @assay.program
    def larger(q):
        return q[0] + gaussian(sigma) > q[1] + gaussian(sigma)

    mechanism = on_cube(larger, 2)
    factor = ball(epsilon).exp()
    top = [phi(ball(d) / (ball(sigma) * ball(2).sqrt())) for d in (-1, 0, 1)]
    sums = [
        (top[i] - factor * top[j]).max(0) + (1 - top[i] - factor * (1 - top[j])).max(0)
        for i, j in product(range(3), repeat=2)
    ]
    truth = sums[0]
    for each in sums[1:]:
        truth = truth.max(each)
    assert agree(mechanism.delta(epsilon).enclosure(60), truth)


def refused(program, error, text, domain=BITS, epsilon=None):
    with pytest.raises(error, match=text):
        CertifiedMechanism(program, domain, ALL, epsilon)


def test_what_is_refused():
    refused(lambda b: b + laplace(1), InvalidValue, "holds noisy values")
    refused(lambda b: b + gaussian(0.5) > 0, OutsideClass, "line")
    refused(lambda b: b + gaussian(0) > 0, OutsideClass, "must be positive")
    refused(lambda b: b + gaussian(-1) > 0, OutsideClass, "must be positive")
    refused(lambda b: b + gaussian() > 0, OutsideClass, "sigma or variance")
    refused(lambda b: b + gaussian(1, variance=1) > 0, OutsideClass, "sigma or variance")
    refused(lambda b: gaussian(gaussian(1)) > b, OutsideClass, "itself noisy")
    refused(lambda b: gaussian(EPS) > b, OutsideClass, "sigma")
    refused(lambda b: gaussian("nan") > b, OutsideClass, "sigma")
    refused(lambda b: gaussian(1) + gaussian(2) + gaussian(3) > b, OutsideClass, "three draws")
    refused(lambda b: gaussian(1) > b and geometric(1) > b, InvalidType, "integers")
    refused(lambda b: gaussian(1) > b and laplace(EPS) > b, OutsideClass, "positive rational")
    mechanism = CertifiedMechanism(above_one, BITS, ALL)
    with pytest.raises(InvalidValue):
        mechanism.audit(-1)
    with pytest.raises(InvalidValue):
        mechanism.audit(1, 2)
    with pytest.raises(FloatRefused):
        mechanism.audit(0.5)
    with pytest.raises(InvalidValue, match="EPS"):
        mechanism.audit(EPS)
    with pytest.raises(InvalidValue, match="domain"):
        mechanism.row(7)


def test_other_readers_refuse_gaussian_noise():
    from assay.decide import SymbolicMechanism

    for read in (at_epsilon, SymbolicMechanism):
        with pytest.raises(OutsideClass, match="CertifiedMechanism"):
            read(above_one, BITS, adjacency.all_pairs())
