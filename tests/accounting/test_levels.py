"""Sampled Gaussian noise level by level: closed forms, direct integration, other engines, planted defects."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.accounting import (
    Bracket,
    DominatingPair,
    Gaussian,
    Laplace,
    Reversed,
    Rounds,
    Subsampled,
    approximate,
    engines,
)
from assay.accounting.densities import phi
from assay.accounting.inversion.integral import Table
from assay.accounting.levels.cuts import Cut, Sampled, Share, sampled_of
from assay.accounting.levels.engine import Levels
from assay.accounting.levels.ladder import Ladder, SampledRounds
from assay.accounting.levels.line_integrals import Way, on_line
from assay.accounting.levels.sums import Quadrature, faded, moment, transforms
from assay.accounting.planning.level_cuts import Plan, Planner
from assay.accounting.planning.level_integrals import Landscape, for_fading, for_values
from assay.accounting.planning.saddle_point import Look
from assay.accounting.single_loss import SingleTotal
from assay.exact import eps
from assay.exact._flint import acb, arb, precision, rational
from assay.exact.bracket import probability

RATES = [Fraction(1, 10**5), Fraction(1, 1000), Fraction(1, 50), Fraction(1, 4), Fraction(9, 10)]
SIGMAS = [Fraction(1, 2), Fraction(1), Fraction(3), Fraction(20)]


@pytest.fixture(autouse=True)
def no_short_grid(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sampled Gaussian noise is inverted level by level, also where a short grid is quicker."""
    monkeypatch.setattr(engines, "SECONDS_OF_LEVELS", -1e9)


def sampled(rate: Fraction | str, sigma: Fraction | str | int, added: bool = False) -> DominatingPair:
    pair = Subsampled.of(Gaussian.of(sigma), rate)
    return Reversed(pair) if added else pair


def by_levels(rounds: list[tuple[DominatingPair, int]], epsilon: Fraction, width: str) -> Bracket | None:
    engine = Levels.of(rounds)
    assert engine is not None
    near = Look.at(rounds, float(epsilon), None).saddle
    return engine.delta(eps(epsilon), Fraction(width), near)


def one_round(pair: DominatingPair, epsilon: Fraction) -> Bracket:
    return SingleTotal(pair, 300).delta(eps(epsilon))


def meet(a: Bracket, b: Bracket) -> bool:
    if a.upper is None or b.upper is None:
        raise ValueError("both brackets have to be finite")
    return a.lower <= b.upper and b.lower <= a.upper


# one round: the closed form


ONE = [
    ("0.01", 1, False, "1/2"),
    pytest.param("0.01", 1, True, "1/200", marks=pytest.mark.slow),
    pytest.param("0.00001", "1/2", False, "1/1000", marks=pytest.mark.slow),
    ("1/4", 3, True, "1/10"),
    ("9/10", 1, False, "5"),
]


@pytest.mark.parametrize(("rate", "sigma", "added", "epsilon"), ONE)
def test_one_round_is_the_closed_form(rate: str, sigma: str | int, added: bool, epsilon: str) -> None:
    pair = sampled(rate, sigma, added)
    truth = one_round(pair, Fraction(epsilon))
    found = by_levels([(pair, 1)], Fraction(epsilon), "1/1000")
    assert found is not None
    assert meet(found, truth)


@pytest.mark.slow
@settings(max_examples=10, deadline=None)
@given(
    st.sampled_from(RATES),
    st.sampled_from(SIGMAS),
    st.booleans(),
    st.fractions(Fraction(1, 20), 6, max_denominator=50),
    st.sampled_from(["1/10", "1e-4"]),
)
def test_one_round_at_any_epsilon(
    rate: Fraction, sigma: Fraction, added: bool, deviations: Fraction, width: str
) -> None:
    pair, mu = sampled(rate, sigma, added), 1 / sigma
    epsilon = Fraction(float(deviations) * float(rate) * (2.718281828 ** float(mu**2) - 1) ** 0.5)
    truth = one_round(pair, epsilon)
    if truth.lower > Fraction(1, 10**60):
        found = by_levels([(pair, 1)], epsilon, width)
        assert found is None or meet(found, truth)


# two rounds: direct integration


def two_rounds(rate: str, sigma: str, epsilon: str, added: bool, points: int) -> arb:
    """E f(L - epsilon) as the mean over one loss of the closed form of the other, by a plain sum."""
    q, mu, growth = arb(rate), 1 / arb(sigma), arb(epsilon).exp()
    total = arb(0)
    for j in range(-12 * points, 14 * points + 1):
        x = arb(j) / points
        ratio = 1 - q + q * (mu * x - mu * mu / 2).exp()
        # the other loss has to exceed ln g
        g = growth * ratio if added else growth / ratio
        z = ((1 / g if added else g) - 1 + q) / q
        y = z.log() / mu + mu / 2 if bool(z > 0) else None
        if added:
            other = arb(0) if y is None else phi(y) - g * ((1 - q) * phi(y) + q * phi(y - mu))
        else:
            other = 1 - g if y is None else (1 - q) * phi(-y) + q * phi(mu - y) - g * phi(-y)
            other *= ratio
        total += (-x * x / 2).exp() * other
    return total / points / (2 * arb.pi()).sqrt()


TWO = [
    ("0.01", "1", "0.4", False, "1e-8"),
    ("0.001", "1.5", "0.9", False, "1e-8"),
    ("0.001", "0.5", "0.0008", True, "1e-5"),
    ("0.25", "2", "0.5", True, "1e-8"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("rate", "sigma", "epsilon", "added", "narrow"), TWO)
def test_two_rounds_are_the_double_integral(
    rate: str, sigma: str, epsilon: str, added: bool, narrow: str
) -> None:
    with precision(200):
        rough, fine = (two_rounds(rate, sigma, epsilon, added, points) for points in (1000, 2000))
        truth = fine + arb(0, abs(fine - rough).upper())
        assert float(truth.rad()) < 1e-6 * float(fine.mid())
        for width in ("1/100", narrow):
            found = by_levels([(sampled(rate, sigma, added), 2)], Fraction(epsilon), width)
            assert found is not None
            assert truth.overlaps(arb(rational(found.lower)).union(arb(rational(found.upper or Fraction(1)))))


# any plan, however poor, gives a bracket that holds; and every part of it is needed

LAW = Sampled(Fraction(1), Fraction(1, 100), False)
EPSILON = Fraction(1, 2)


def planned(
    law: Sampled, epsilon: Fraction, tolerance: float, steepness: float = 8.0
) -> tuple[SampledRounds, Plan]:
    rounds = SampledRounds(((Landscape(law, 8 - tolerance, steepness), 1),), (), 10**9)
    plan = Planner(rounds.distributions, (), float(epsilon), tolerance, 5000).plan()
    assert plan is not None
    return rounds, plan


def answer(ladder: Ladder, epsilon: Fraction) -> Bracket:
    with precision(ladder.bits):
        return probability(ladder.tail(arb(rational(epsilon))))


def spoilt(plan: Plan, part: int, fewer: int, steps: Fraction) -> Plan:
    """The same plan with fewer nodes and another step in one level."""
    levels = list(plan.levels)
    level = levels[part % len(levels)]
    levels[part % len(levels)] = replace(
        level, count=max(1, level.count // fewer) + 1, step=level.step * steps
    )
    return Plan(plan.first, tuple(levels), plan.closing)


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(
    st.booleans(),
    st.integers(0, 3),
    st.integers(1, 9),
    st.fractions(Fraction(1, 2), 5, max_denominator=6),
    st.sampled_from([-14.0, -19.0]),
)
def test_any_plan_gives_a_bracket_that_holds(
    added: bool, part: int, fewer: int, steps: Fraction, tolerance: float
) -> None:
    law, epsilon = Sampled(Fraction(1), Fraction(1, 10), added), Fraction(1, 20) if added else Fraction(1, 2)
    rounds, plan = planned(law, epsilon, tolerance)
    truth = one_round(sampled("1/10", 1, added), epsilon)
    found = answer(Ladder.of(rounds, spoilt(plan, part, fewer, steps)), epsilon)
    assert meet(found, truth)


def test_every_part_of_the_bracket_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each error is made large on purpose; without its bound the bracket misses the truth."""
    truth = one_round(sampled("1/100", 1), EPSILON)
    rounds, plan = planned(LAW, EPSILON, log(float(truth.lower)) - 16)
    ladder = Ladder.of(rounds, plan)
    assert meet(answer(ladder, EPSILON), truth)
    assert len(plan.levels) > 1

    near = Planner(rounds.distributions, (), float(EPSILON), log(float(truth.lower)) - 3, 5000).first()
    first = replace(plan.levels[0], uppers=near)
    lossy = Ladder.of(rounds, Plan(near, (first, *plan.levels[1:]), plan.closing))
    assert meet(answer(lossy, EPSILON), truth)
    assert not meet(answer(replace(lossy, lost=arb(0)), EPSILON), truth)

    short = Ladder.of(rounds, spoilt(plan, 0, 8, Fraction(1)))
    assert meet(answer(short, EPSILON), truth)
    (table, bits), *others = short.tables
    blind = replace(short, tables=((replace(table, beyond=arb(0)), bits), *others))
    assert not meet(answer(blind, EPSILON), truth)

    folded = Ladder.of(rounds, spoilt(plan, 0, 1, Fraction(3)))
    assert meet(answer(folded, EPSILON), truth)
    monkeypatch.setattr(Table, "_aliases", lambda *_: arb(0))
    assert not meet(answer(folded, EPSILON), truth)


def test_what_is_certainly_large_is_closed_by_both_masses() -> None:
    """Far below the bulk of the losses nothing is inverted: delta is P - e^epsilon Q of what is kept."""
    pair, law = sampled("1/2", 1, True), Sampled(Fraction(1), Fraction(1, 2), True)
    rounds, plan = planned(law, Fraction(-8), -12.0)
    assert plan.closing is not None
    assert plan.closing.c < -1
    ladder = Ladder.of(rounds, plan)
    with precision(200):
        tail = pair.tail(arb(-8))
        truth = tail.p - arb(-8).exp() * tail.q
    assert ladder.tail(arb(-8)).overlaps(truth)
    forgotten = replace(ladder, masses=(ladder.masses[0], arb(0), ladder.masses[2]))
    assert not forgotten.tail(arb(-8)).overlaps(truth)


# sums and bounds


def summed(law: Sampled, share: Share, tau: acb, height: float = 0.0) -> acb:
    """The integral along Im x = height by many points; the error is far below 1e-9."""
    total, h = acb(0), arb("0.02")
    for j in range(-600, 601):
        z = acb(h * j, height)
        r = law.rest + rational(law.rate) * (law.mu * z - law.mu**2 / 2).exp()
        kept = acb(1) if share.upper is None else (-_u(share.upper, z)).exp()
        kept -= acb(0) if share.lower is None else (-_u(share.lower, z)).exp()
        total += kept * (tau * r.log()).exp() * (-z * z / 2).exp()
    return total * h / (2 * arb.pi()).sqrt()


def _u(cut: Cut, z: acb) -> acb:
    return (rational(cut.steepness) * (z - rational(cut.place))).exp()


@pytest.mark.parametrize("added", [False, True])
def test_sums_and_fading_bounds_against_plain_sums(added: bool) -> None:
    law = Sampled(Fraction(1), Fraction(1, 20), added)
    land = Landscape(law, 30.0, 8.0)
    upper, lower = Cut(Fraction(4), Fraction(8)), Cut(Fraction(2), Fraction(8))
    c, step = Fraction(7, 2), Fraction(3)
    with precision(100):
        grid = for_values(land, land.power(3.5), 12.0, upper, 40)
        above, below = transforms(law, c, step, 5, (upper, lower), grid)
        for n in (0, 4):
            tau = acb(rational(law.power(c)), rational(-n * step if added else n * step))
            for found, cut in ((above[n], upper), (below[n], lower)):
                exact = summed(law, Share(cut), tau)
                assert bool(abs(found - exact) < arb("1e-9"))
                assert float(found.real.rad()) < 1e-9
            jump = summed(law, Share(upper, lower), tau)
            for omega in (Fraction(0), n * step):
                for height in (Fraction(0), Fraction(1, 10), Fraction(17, 100)):
                    share = Share(upper, lower)
                    cells = for_fading(land, land.power(3.5), float(omega), (upper, lower), float(height), 10)
                    bound = faded(law, law.power(c), omega, share, height, cells)
                    assert bound.is_finite()
                    assert bool(abs(jump) < bound * arb("1.001"))


def test_a_line_is_bounded_by_its_cells() -> None:
    """Against the modulus, summed plainly; cells are pessimistic, by less than a factor of 4."""
    law, cut = Sampled(Fraction(1), Fraction(1, 20), False), Cut(Fraction(3), Fraction(8))
    share = Share(cut)
    height, push = Fraction(1, 10), Fraction(40)
    with precision(100):
        way = Way(Fraction(5, 2), (height, height), push, share.cosine(height))
        bound = on_line(law, way, share, -160, 80, Fraction(1, 16))
        total, h = arb(0), arb("0.01")
        for j in range(-1000, 1001):
            z = acb(h * j, rational(height))
            r = law.rest + rational(law.rate) * (law.mu * z - law.mu**2 / 2).exp()
            size = (r.abs_upper().log() * arb("2.5") + r.arg() * 40).exp()
            total += (
                size
                * abs((-_u(share.upper or Cut(Fraction(0), Fraction(1)), z)).exp())
                * (-((h * j) ** 2) / 2).exp()
            )
        total *= h / (2 * arb.pi()).sqrt()
        assert bool(total < bound * arb("1.000001"))
        assert bool(bound < 4 * total)


@pytest.mark.parametrize(
    "grid",
    [
        Quadrature(Fraction(1, 8), Fraction(1, 3), 20, 12, Fraction(1, 32), Fraction(5)),
        Quadrature(Fraction(1, 8), Fraction(1, 20), 30, 60, Fraction(1, 32), Fraction(5)),
        Quadrature(Fraction(3), Fraction(1, 20), 200, 120, Fraction(1, 32), Fraction(5)),
    ],
)
def test_poor_sums_have_honest_errors(grid: Quadrature) -> None:
    """Too coarse, too short, and a strip beyond which nothing is bounded."""
    cut, law = Cut(Fraction(3), Fraction(8)), Sampled(Fraction(1), Fraction(1, 20), False)
    with precision(100):
        found = moment(law, Fraction(2), cut, grid)
        exact = summed(law, Share(cut), acb(3)).real
        assert found.overlaps(exact + arb(0, "1e-20"))
        assert not float(found.rad()) < 1e-6


# other engines, other rounds


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rate", "sigma", "count"),
    [("0.001", "1", 10), ("0.01", "0.5", 30), ("0.0001", "2", 1000), ("0.02", "1", 200)],
)
def test_all_engines_answer_the_same(rate: str, sigma: str, count: int) -> None:
    for added in (False, True):
        rounds = [(sampled(rate, sigma, added), count)]
        found = [Rounds(rounds).epsilon("1e-6", width) for width in ("1/50", "1e-4", "1e-8")]
        found.append(Rounds(rounds, engine="fourier").epsilon("1e-6", "1/100"))
        assert all(meet(a, b) for a in found for b in found)


@pytest.mark.parametrize("other", [Laplace.of(4), approximate("1/10", "1e-7")])
def test_with_rounds_of_other_kinds(other: DominatingPair) -> None:
    rounds = [(sampled("1/50", 1), 20), (sampled("1/10", 3), 5), (other, 2), (Gaussian.of(9), 1)]
    slow = Rounds(rounds, engine="fourier").delta("3/2", "1/20")
    found = Rounds(rounds).delta("3/2", "1/20")
    assert meet(found, slow)


def test_a_delta_that_needs_no_epsilon_and_one_that_nearly_does() -> None:
    rounds = [(sampled("1e-5", 10), 2)]
    assert Rounds(rounds).epsilon("1e-6") == Bracket(Fraction(0), Fraction(0))
    zero = Rounds(rounds).delta("0", "1e-6")
    found = Rounds(rounds).epsilon(zero.lower * Fraction(9, 10), "1/100")
    assert found.lower > 0
    assert found.floats()[1] < 1e-6


def test_small_deltas_and_many_rounds() -> None:
    rounds = [(sampled("1e-4", 1), 10**6)]
    deltas = ["1e-6", "1e-30"]
    found = [Rounds(rounds).epsilon(delta) for delta in deltas]
    assert all(answer.engine == "inversion" for answer in found)
    assert found[0].floats()[1] < found[1].floats()[0]


def test_rounds_that_are_not_sampled_noise() -> None:
    assert sampled_of(Gaussian.of(1)) is None
    assert sampled_of(Subsampled(Laplace.of(1), Fraction(1, 2))) is None
    assert sampled_of(Subsampled.of(Gaussian(Fraction(1)), Fraction(1))) is None
    assert Levels.of([(Laplace.of(1), 3)]) is None


def test_other_engines_answer_without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = [(sampled("1/10", 1), 20)]
    expected = Rounds(rounds).epsilon("1e-3", "1/10")
    monkeypatch.setattr(engines, "find_spec", lambda name: None)
    assert meet(Rounds(rounds).epsilon("1e-3", "1/10"), expected)


def test_no_more_memory_than_allowed() -> None:
    rounds = [(sampled("1/100", 1), 2)]
    near = Look.at(rounds, 0.4, None).saddle
    engine = Levels.of(rounds, 10**5)
    assert engine is not None
    assert engine.delta(eps("2/5"), Fraction(1, 100), near) is None
