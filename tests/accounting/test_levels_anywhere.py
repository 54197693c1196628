"""On levels that no one would choose the truth is held, and a bound that is left out is noticed."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from flint import arb

from assay.accounting import Gaussian, Subsampled
from assay.accounting.inversion import transform_of
from assay.accounting.inversion.integral import Table
from assay.accounting.levels import engine, sums
from assay.accounting.levels.cuts import Cut, Sampled, Share
from assay.accounting.levels.engine import Ladder, SampledRounds
from assay.accounting.levels.solver import Levels
from assay.accounting.planning.level_cuts import Closing, Level, Plan, Planner
from assay.accounting.planning.level_integrals import Landscape
from assay.exact._flint import precision
from assay.exact.bracket import probability
from tests.accounting import independent_truths as truths
from tests.accounting.independent_truths import ball, ends

RATE, STEEPNESS = Fraction(1, 3), 4.0
REMOVED, ADDED = (Landscape(Sampled(Fraction(1), RATE, added), 40.0, STEEPNESS) for added in (False, True))
OTHER = transform_of(Gaussian(Fraction(1, 4)))


def one(adding: bool) -> Callable[[Fraction], arb]:
    return lambda at: truths.sampled_gaussian(arb(1), ball(RATE), ball(at), adding)


def two(adding: bool) -> Callable[[Fraction], arb]:
    return lambda at: truths.sampled_and_gaussian(arb(1), ball(RATE), arb("0.5"), ball(at), adding)


KNOWN = {
    "removed": (SampledRounds(((REMOVED, 1),), (), 10**9), one(False)),
    "added": (SampledRounds(((ADDED, 1),), (), 10**9), one(True)),
    "removed and another": (SampledRounds(((REMOVED, 1),), ((OTHER, 1),), 10**9), two(False)),
    "added and another": (SampledRounds(((ADDED, 1),), ((OTHER, 1),), 10**9), two(True)),
}


def any_level(random: Random, upper: Cut, lower: Cut | None) -> Level:
    c, step = Fraction(random.randint(1, 200), 64), Fraction(random.randint(8, 200), 64)
    alias, height = c + Fraction(random.randint(1, 200), 64), Fraction(random.randint(0, 22), 64)
    lowers = None if lower is None else (lower,)
    return Level(c, alias, step, random.randint(2, 14), (upper,), lowers, (height,), random.randint(12, 40))


def any_plan(random: Random) -> Plan:
    """Some cuts, the lines between them, and any end."""
    count = random.randint(1, 3)
    places = sorted((Fraction(random.randint(-128, 320), 64) for _ in range(count + 1)), reverse=True)
    cuts = [Cut(place, Fraction(STEEPNESS)) for place in places]
    closed = random.choice([0, 1, 2])
    levels = [any_level(random, *pair) for pair in pairwise(cuts)]
    if closed == 0:
        return Plan((cuts[0],), (*levels, any_level(random, cuts[-1], None)), None)
    c = Fraction(random.randint(0, 200), 64)
    return Plan(
        (cuts[0],), tuple(levels), Closing((cuts[-1],), c if closed == 1 else -1 - c - Fraction(1, 64))
    )


def missed(name: str, count: int) -> int:
    """How many of `count` brackets miss the truth."""
    random, wrong = Random(name), 0
    rounds, truth = KNOWN[name]
    for _ in range(count):
        epsilon = Fraction(random.randint(0, 90), 64)
        ladder = Ladder.of(rounds, any_plan(random))
        with precision(100):
            found = probability(ladder.tail(ball(epsilon)))
            low, high = ends(truth(epsilon))
        wrong += found.lower > high or found.upper < low
    return wrong


@pytest.mark.slow
@pytest.mark.parametrize("name", KNOWN)
def test_any_plan_holds_the_truth(name):
    assert missed(name, 15) == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("where", "name", "careless"),
    [
        (Table, "_aliases", lambda self, c, epsilon: arb(0)),
        (SampledRounds, "beyond", lambda self, level: arb(0)),
        (SampledRounds, "lost", lambda self, cuts: arb(0)),
    ],
)
def test_a_bound_that_is_left_out_is_noticed(where, name, careless, monkeypatch):
    monkeypatch.setattr(where, name, careless)
    assert missed("removed", 10) + missed("added", 10)


@pytest.mark.slow
@pytest.mark.parametrize("kept", [None, -1, -2])
def test_a_level_that_is_left_out_is_noticed(kept, monkeypatch):
    right = Planner.plan

    def careless(self):
        plan = right(self)
        assert len(plan.levels) > 1
        return Plan(plan.first, plan.levels[:kept], plan.closing)

    monkeypatch.setattr(Planner, "plan", careless)
    at = Fraction(1, 4)
    ladder = Levels.of([(Subsampled.of(Gaussian.of(1), RATE), 1)])._ladder(float(at), -12.0)
    with precision(100):
        found, (low, high) = probability(ladder.tail(ball(at))), ends(one(False)(at))
    assert (found.lower > high or found.upper < low) == (kept is not None)


# one sum, with a quadrature that no one would choose


def any_quadrature(random: Random) -> sums.Quadrature:
    strip, step = Fraction(random.randint(1, 24), 64), Fraction(random.randint(16, 90), 64)
    cell, far = Fraction(random.randint(8, 32), 64), Fraction(random.randint(0, 400), 64)
    return sums.Quadrature(strip, step, random.randint(2, 8), random.randint(4, 20), cell, far)


def sums_missed(count: int) -> int:
    """How many transforms, and bounds beyond a frequency, miss what a good quadrature finds."""
    random, wrong = Random("sums"), 0
    good = sums.Quadrature(Fraction(22, 64), Fraction(1, 64), 900, 900, Fraction(1, 32), Fraction(14))
    for _ in range(count):
        land = random.choice([REMOVED, ADDED])
        c, step = Fraction(random.randint(-200, 200), 64), Fraction(random.randint(1, 200), 64)
        upper, lower = (
            Cut(Fraction(random.randint(lo, hi), 64), Fraction(4)) for lo, hi in ((64, 250), (-200, 64))
        )
        with precision(100):
            truth = sums.transforms(land.distribution, c, step, 2, [upper, lower], good)
            found = sums.transforms(land.distribution, c, step, 2, [upper, lower], any_quadrature(random))
            wrong += not all(mine[1].overlaps(true[1]) for mine, true in zip(found, truth, strict=True))
            height, t = Fraction(random.randint(0, 12), 64), land.distribution.power(c)
            share, jump = (Share(upper, lower), truth[0][1] - truth[1][1])
            bound = sums.faded(land.distribution, t, step, share, height, any_quadrature(random))
            wrong += bool(jump.abs_lower() > bound)
    return wrong


@pytest.mark.slow
def test_any_quadrature_of_a_cut_law_holds_its_transform():
    assert sums_missed(30) == 0


@pytest.mark.slow
def test_a_strip_that_is_not_counted_is_noticed(monkeypatch):
    monkeypatch.setattr(sums, "_strip_error", lambda law, way, share, grid: arb(0))
    assert sums_missed(12)


@pytest.mark.slow
def test_tails_that_are_not_counted_are_noticed(monkeypatch):
    monkeypatch.setattr(sums, "tails", lambda law, way, share, left, right: arb(0))
    assert sums_missed(30)


@pytest.mark.slow
def test_mass_between_cuts_that_fades_too_fast_is_noticed(monkeypatch):
    right = engine.faded
    monkeypatch.setattr(engine, "faded", lambda *given: right(*given) / 10**6)
    assert missed("removed", 10) + missed("added", 10)
