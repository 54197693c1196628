"""Calibration where ends stay apart: the safe value by upper ends, the refuted one by lower ends."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest

from assay.accounting import Accountant, calibrate
from assay.accounting.goals import MET, MISSED, AtMost, ByOneEnd, SmallestOf
from assay.exact import eps

mp = mpmath.mp.clone()


def gaussian_delta(mu_squared, epsilon):
    mu = mp.sqrt(mp.mpf(mu_squared.numerator) / mu_squared.denominator)
    return mp.ncdf(mu / 2 - epsilon / mu) - mp.exp(epsilon) * mp.ncdf(-mu / 2 - epsilon / mu)


@pytest.mark.slow
def test_zcdp_between_the_conversion_and_gaussian_noise():
    found = calibrate("zcdp rho=?", epsilon=1, delta="1e-6", width="1/100")
    assert found.safe < found.refuted
    assert gaussian_delta(2 * found.safe, 1) <= mp.mpf("1e-6") < gaussian_delta(2 * found.refuted, 1)
    rho = mp.mpf(found.safe.numerator) / found.safe.denominator
    # at a slightly larger rho no order shows the goal
    larger = rho * mp.mpf("1.03")
    known = [
        larger * a + mp.log(1 - 1 / a) - mp.log(a * mp.mpf("1e-6")) / (a - 1)
        for a in map(mp.mpf, range(2, 400))
    ]
    assert min(known) > 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("texts", "goal"),
    [
        (("zcdp rho=1/100 k=?",), {"epsilon": 2, "delta": "1e-6"}),
        (("zcdp rho=1/100", "gaussian sigma=?"), {"epsilon": 1, "delta": "1e-6"}),
        (("select sigma=? gamma=1/20",), {"epsilon": 1, "delta": "1e-5"}),
        (("zcdp rho=?",), {"advantage": "1/10"}),
    ],
)
def test_both_ends_are_what_they_say(texts, goal):
    found = calibrate(*texts, **goal, width="1/20")
    level, allowed = goal.get("epsilon", 0), Fraction(goal.get("delta", goal.get("advantage")))
    for value, is_safe in ((found.safe, True), (found.refuted, False)):
        accountant = Accountant(width="1/1000")
        for text in texts:
            accountant.compose(text.replace("?", str(value)))
        answer = accountant.delta(level)
        assert answer.upper <= allowed if is_safe else answer.lower > allowed


def test_goals_of_notions():
    assert calibrate("zcdp rho=? k=4", rho=1).safe <= Fraction(1, 4)
    assert calibrate("zcdp rho=? k=4", rho=1).safe > Fraction(249, 1000)
    nothing = calibrate("zcdp rho=?", mu=1)
    assert nothing.safe is None
    assert nothing.refuted < Fraction(51, 100)
    assert calibrate("zcdp rho=?", epsilon=1).safe is None


def test_unknown_is_decided_by_the_side():
    rounds = Accountant().compose("zcdp rho=1/40").rounds
    goal = AtMost(eps(1), Fraction(1, 10**6))
    assert goal.test(rounds, Fraction(1, 100)).side == 0
    assert ByOneEnd(goal, MISSED).test(rounds, Fraction(1, 100)).side == MISSED
    assert ByOneEnd(goal, MET).test(rounds, Fraction(1, 100)).side == MET
    assert ByOneEnd(goal, MET).text == goal.text
    assert [each.limit for each in (goal, SmallestOf("rho", Fraction(2)), SmallestOf("mu", Fraction(3)))] == [
        Fraction(1, 10**6),
        2,
        3,
    ]
