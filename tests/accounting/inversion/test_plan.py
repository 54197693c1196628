"""A little noise on the loss: the bracket holds the truth whatever the noise and the line are."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from flint import arb

from assay.accounting import Gaussian, Laplace, Rounds, pure
from assay.accounting.inversion import transform_of
from assay.accounting.inversion.integral import Table
from assay.accounting.inversion.plan import Smoothed, plan_for, variance_for
from assay.accounting.planning.inversion_line import Exponent, Line, choose_line
from assay.composition.pair import DominatingPair
from assay.exact._flint import bounds, precision
from tests.accounting import independent_truths as truths
from tests.accounting.independent_truths import ball, ends

Known = tuple[list[tuple[DominatingPair, int]], object]
KNOWN = {
    "gaussian": ([(Gaussian.of(2), 1)], lambda at: truths.gaussian(arb("0.5"), at)),
    "laplace": ([(Laplace.of(2), 3)], lambda at: truths.laplace(2, 3, at)),
    "many": ([(Laplace.of(5), 12)], lambda at: truths.laplace(5, 12, at)),
    "response": ([(pure("1/2"), 7)], lambda at: truths.response(arb("0.5"), 7, at)),
}


def transforms(name):
    return tuple((transform_of(pair), count) for pair, count in KNOWN[name][0])


def good_line(name, c, epsilon, variance):
    """A line on which nothing but the noise is felt."""
    noisy = (*transforms(name), (transform_of(Gaussian(variance)), 1))
    return choose_line(Exponent(noisy), c, float(epsilon), 40)


def asked(name, line, variance, epsilon):
    """The ball, and the ends of the truth."""
    with precision(120):
        found = Smoothed.on(line, transforms(name), variance).tail(ball(epsilon))
        return bounds(found), ends(KNOWN[name][1](ball(epsilon)))


VARIANCES = [Fraction(1, 4096), Fraction(1, 100), Fraction(1, 4), Fraction(4)]
EPSILONS = [Fraction(0), Fraction(1, 3), Fraction(1), Fraction(3, 2)]


@pytest.mark.parametrize("name", KNOWN)
@pytest.mark.parametrize("variance", VARIANCES)
def test_the_truth_lies_between(name, variance):
    """At places where delta bends, too: 1/2 and 3/2 are losses."""
    for epsilon in EPSILONS:
        for c in (Fraction(1, 2), Fraction(3)):
            line = good_line(name, c, epsilon, variance)
            (low, high), truth = asked(name, line, variance, epsilon)
            assert low <= truth[1]
            assert truth[0] <= high


def any_line(random: Random) -> Line:
    """A line that no one would choose."""
    negative = random.random() < 0.4
    c = Fraction(random.randint(-63, -1), 64) if negative else Fraction(random.randint(1, 300), 64)
    alias = Fraction(-1) if negative else c + Fraction(random.randint(1, 200), 64)
    return Line(c, Fraction(random.randint(4, 400), 64), random.randint(2, 60), alias, 0)


@pytest.mark.parametrize("name", KNOWN)
def test_on_any_line(name):
    random = Random(name)
    for _ in range(15 if name == "many" else 40):
        epsilon, variance = Fraction(random.randint(0, 90), 64), Fraction(random.randint(1, 200), 256)
        found, truth = asked(name, any_line(random), variance, epsilon)
        assert found is None or (found[0] <= truth[1] and truth[0] <= found[1])


@pytest.mark.parametrize("name", KNOWN)
def test_what_is_lost_is_of_second_order(name):
    """A tenth of the noise, a hundredth of the width."""
    widths = []
    for tau in (Fraction(1, 10), Fraction(1, 100)):
        line = good_line(name, Fraction(2), Fraction(2, 3), tau**2)
        (low, high), _ = asked(name, line, tau**2, Fraction(2, 3))
        widths.append(high - low)
    assert widths[1] < widths[0] / 20 or widths[0] < Fraction(1, 10**8)


@pytest.mark.parametrize("defect", ["nothing", "half", "no density beyond"])
def test_planted_defects_are_noticed(monkeypatch, defect):
    """What the noise adds, left out; halved; the density cut at its nodes without the rest."""
    right = Smoothed.density

    def wrong(self, epsilon):
        if defect == "no density beyond":
            return right(Smoothed(self.table, self.variance, arb(0)), epsilon)
        return right(self, epsilon) * (0 if defect == "nothing" else arb("0.4"))

    def missed():
        count = 0
        for name in ("laplace", "response"):
            for epsilon in (Fraction(1, 2), Fraction(3, 2) - Fraction(1, 10**6)):
                variance = Fraction(1, 10**4)
                line = good_line(name, Fraction(2), epsilon, variance)
                if defect == "no density beyond":
                    # so few nodes that the rest is most of the density; a bound on delta would hide it
                    line = Line(line.c, line.step, 3, line.alias, 0)
                    monkeypatch.setattr(Table, "_cut", lambda self, c, at: arb(0))
                (low, high), truth = asked(name, line, variance, epsilon)
                count += low > truth[1] or truth[0] > high
        return count

    if defect != "no density beyond":
        assert missed() == 0
    monkeypatch.setattr(Smoothed, "density", wrong)
    assert missed()


def test_noise_makes_a_line_shorter_and_is_left_out_where_it_is_short():
    steady = ((transform_of(Gaussian.of(1)), 1),)
    assert plan_for(steady, Fraction(2), 1.0, 20, 1e-3).variance is None
    restless = tuple((transform_of(Laplace.of(10 + 3 * i)), 10) for i in range(5))
    found = plan_for(restless, Fraction(10), 1.5, 20, 1e-3)
    assert found.variance is not None
    assert 0 < found.cost(restless) < 1
    assert variance_for(1e-3, 10.0) <= Fraction(1, 10**5)


def test_many_distinct_mechanisms_against_the_grids():
    rounds = [(Laplace.of(10 + 3 * i), 4) for i in range(5)]
    found = [Rounds(rounds, engine=name).epsilon("1e-6", "1/200") for name in ("inversion", "fourier")]
    assert max(each.lower for each in found) <= min(each.upper for each in found)
    assert all(each.relative_width <= Fraction(1, 200) for each in found)
