"""The smallest epsilon: both ends are decided, closed forms lie between them, and where there is none."""

from fractions import Fraction

import pytest

from assay import flip
from assay.decide import CertifiedMechanism, gaussian
from assay.errors import FloatRefused, InvalidValue

from .programs import ALL, above_one, on_cube, svt
from .test_integrals import ball, phi

BITS = [0, 1]


def value(b):
    return b + gaussian(2)


@pytest.mark.parametrize("delta", ["1/10", "1/100", "1/1000000"])
def test_both_ends_are_decided(delta):
    for mechanism in (CertifiedMechanism(value, BITS, ALL), on_cube(svt, 2)):
        found = mechanism.epsilon(delta)
        assert found.upper - found.lower <= found.upper / 10**6
        assert mechanism.audit(found.upper, delta).word == "verified"
        assert not found.lower or mechanism.audit(found.lower, delta).word == "refuted"


def test_pure_privacy_of_a_comparison_is_the_largest_ratio():
    found = CertifiedMechanism(above_one, BITS, ALL).epsilon(0, digits=9)
    tail = [phi(ball(Fraction(b - 1, 3))) for b in BITS]
    exact = max((tail[1] / tail[0]).log(), ((1 - tail[0]) / (1 - tail[1])).log())
    assert ball(found.lower) < exact < ball(found.upper)


def test_where_no_epsilon_is_enough():
    assert CertifiedMechanism(value, BITS, ALL).epsilon(0).is_infinite
    revealing = CertifiedMechanism(lambda b: b if flip("1/3") else int(gaussian(1) > 0) + 2, BITS, ALL)
    assert revealing.epsilon("1/4").is_infinite
    assert revealing.epsilon("1/3").upper == 0
    assert CertifiedMechanism(lambda b: gaussian(1) > 0, BITS, ALL).epsilon(0).upper == 0


@pytest.mark.parametrize(
    ("delta", "digits", "error"),
    [(-1, 6, InvalidValue), (2, 6, InvalidValue), (0.1, 6, FloatRefused), ("1/10", 0, InvalidValue)],
)
def test_bad_input(delta, digits, error):
    with pytest.raises(error):
        CertifiedMechanism(value, BITS, ALL).epsilon(delta, digits)
