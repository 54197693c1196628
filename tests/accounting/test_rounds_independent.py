"""The accountant against truths computed without it: closed forms, finite sums, one rigorous integral.

Every engine is forced in turn.  What an engine gives up on is judged by its best bracket.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import expm1, log1p
from random import Random

import pytest
from flint import arb, ctx

from assay.accounting import (
    Bracket,
    DiscreteGaussian,
    DominatingPair,
    Gaussian,
    Laplace,
    ReplacedGaussian,
    Reversed,
    Rounds,
    Subsampled,
    approximate,
    discrete_laplace,
    engines,
    pure,
)
from assay.errors import BudgetExceeded
from tests.accounting import independent_truths as truths
from tests.accounting.independent_truths import ball, ends

POINTS = 20_000
LEAST = Fraction(1, 10**9)
"""The integral is known to an absolute error of 1e-29 only."""
ENGINES = ("auto", "inversion", "fourier", "integer")
WITHOUT_INVERSION = tuple(name for name in ENGINES if name != "inversion")


@pytest.fixture(autouse=True)
def no_short_grid(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sampled Gaussian noise is inverted level by level, also where a short grid is quicker."""
    monkeypatch.setattr(engines, "SECONDS_OF_LEVELS", -1e9)


@dataclass(frozen=True)
class Case:
    """Rounds, the true delta at an epsilon, and the epsilons that are of interest."""

    name: str
    rounds: list[tuple[DominatingPair, int]]
    truth: Callable[[arb], arb]
    largest: float
    bits: int = 600
    engines: tuple[str, ...] = ENGINES


def few(value: float, digits: int = 3) -> Fraction:
    return Fraction(f"{value:.{digits}e}")


def spread(random: Random, low: float, high: float) -> Fraction:
    """A rational whose logarithm is uniform."""
    return few(10 ** random.uniform(low, high))


def rate(random: Random) -> Fraction:
    """A sampling rate, every other one near 0 or near 1."""
    if random.random() < 0.5:
        return few(random.uniform(0.02, 0.98), 9)
    small = few(10 ** random.uniform(-9, -1), 9)
    return small if random.random() < 0.6 else 1 - small


def one_gaussian(random: Random) -> Case:
    sigma, count = spread(random, -2, 5), random.choice([1, 2, 1000, 10**6])
    mu_squared = count / sigma**2
    top = float(mu_squared / 2) + 20 * float(mu_squared) ** 0.5

    def truth(epsilon: arb) -> arb:
        return truths.gaussian(ball(mu_squared).sqrt(), epsilon)

    return Case("gaussian", [(Gaussian.of(sigma), count)], truth, top, 4000)


def one_laplace(random: Random) -> Case:
    scale, count = spread(random, -1, 2), random.randint(1, 6)
    truth = partial(truths.laplace, scale, count)
    return Case("laplace", [(Laplace.of(scale), count)], truth, float(count / scale), 1500)


def one_response(random: Random) -> Case:
    e, count = spread(random, -3, 1), random.choice([1, 2, 10, 100, 2000])
    lost = random.choice([Fraction(0), Fraction(1, 10**9), Fraction(1, 10**40)])
    top = min(count * float(e), count * float(e) ** 2 + 8 * float(e) * count**0.5)

    def truth(epsilon: arb) -> arb:
        return truths.response(ball(e), count, epsilon, lost)

    return Case("response", [(approximate(e, lost), count)], truth, top, 1500)


def one_sampled_response(random: Random) -> Case:
    e, q, count, adding = (
        spread(random, -2, 0.7),
        rate(random),
        random.choice([1, 2, 30, 300]),
        random.random() < 0.5,
    )
    pair = Subsampled.of(pure(e), q)
    up, down = log1p(float(q) * expm1(float(e))), -log1p(-float(q) * -expm1(-float(e)))

    def truth(epsilon: arb) -> arb:
        return truths.sampled_response(ball(e), ball(q), count, epsilon, adding)

    top = 0.999 * count * (down if adding else up)
    return Case("sampled response", [(Reversed(pair) if adding else pair, count)], truth, top, 1500)


def one_discrete_laplace(random: Random) -> Case:
    scale, distance, count = spread(random, -0.3, 1), random.randint(1, 4), random.randint(1, 30)
    truth = partial(truths.discrete_laplace, scale, distance, count)
    rounds = [(discrete_laplace(scale, distance), count)]
    return Case("discrete laplace", rounds, truth, float(count * distance / scale), 1500)


def one_discrete_gaussian(random: Random) -> Case:
    sigma, distance, count = spread(random, -0.5, 0.5), random.randint(1, 3), random.randint(1, 4)
    mean = count * float(distance / sigma) ** 2
    radius = int(60 * sigma) + 10

    def truth(epsilon: arb) -> arb:
        return truths.discrete_gaussian(sigma, distance, count, epsilon, radius)

    return Case(
        "discrete gaussian", [(DiscreteGaussian.of(sigma, distance), count)], truth, mean / 2 + 8 * mean**0.5
    )


def one_sampled_gaussian(random: Random) -> Case:
    sigma, q, adding = spread(random, -0.7, 1.5), rate(random), random.random() < 0.5
    pair = Subsampled.of(Gaussian.of(sigma), q)
    # at extreme rates the engines on grids do not decline before they have tried for long
    asked = WITHOUT_INVERSION if Fraction(1, 100) < q < Fraction(99, 100) else ("auto",)

    def truth(epsilon: arb) -> arb:
        return truths.sampled_gaussian(ball(1 / sigma), ball(q), epsilon, adding)

    top = 5 * float(1 / sigma) * min(1.0, 100 * float(q))
    return Case("sampled gaussian", [(Reversed(pair) if adding else pair, 1)], truth, top, 4000, asked)


def one_replaced_gaussian(random: Random) -> Case:
    sigma, q = spread(random, -0.7, 1), rate(random)

    def truth(epsilon: arb) -> arb:
        return truths.replaced_gaussian(ball(1 / sigma), ball(q), epsilon)

    rounds, top = [(ReplacedGaussian.of(sigma, q), 1)], 8 * float(1 / sigma)
    asked = WITHOUT_INVERSION if q > Fraction(1, 100) else ("auto",)
    return Case("replaced", rounds, truth, top, 2000, asked)


def one_mixture(random: Random) -> Case:
    sigma, q, adding = spread(random, -0.3, 1), rate(random), random.random() < 0.5
    other = spread(random, -2, 1)
    pair = Subsampled.of(Gaussian.of(sigma), q)

    def truth(epsilon: arb) -> arb:
        return truths.sampled_and_gaussian(ball(1 / sigma), ball(q), ball(other).sqrt(), epsilon, adding)

    top = float(other) / 2 + 5 * float(other) ** 0.5
    rounds = [(Reversed(pair) if adding else pair, 1), (Gaussian(other), 1)]
    return Case("sampled and gaussian", rounds, truth, top, 150, WITHOUT_INVERSION)


FAMILIES = {
    made.__name__: made
    for made in (
        one_gaussian,
        one_laplace,
        one_response,
        one_sampled_response,
        one_discrete_laplace,
        one_discrete_gaussian,
        one_sampled_gaussian,
        one_replaced_gaussian,
        one_mixture,
    )
}


def at_bits(bits: int, truth: Callable[[arb], arb], epsilon: Fraction) -> tuple[Fraction, Fraction]:
    before, ctx.prec = ctx.prec, bits
    try:
        return ends(truth(ball(epsilon)))
    finally:
        ctx.prec = before


def answers(
    case: Case, width: Fraction, epsilon: Fraction | None, delta: Fraction | None
) -> Iterator[Bracket]:
    """What every engine says, in time or not."""
    for engine in case.engines:
        composition = Rounds(case.rounds, engine=engine, max_points=POINTS)
        try:
            found = (
                composition.epsilon(delta, width) if epsilon is None else composition.delta(epsilon, width)
            )
        except BudgetExceeded as stopped:
            found = stopped.known["bracket"]
        assert found.upper is None or found.lower <= found.upper
        yield found


def judge_delta(case: Case, epsilon: Fraction, width: Fraction) -> int:
    """Every bracket of delta(epsilon) meets the narrow one of the truth; returns how many did."""
    low, high = at_bits(case.bits, case.truth, epsilon)
    assert high - low <= max(low, LEAST) / 10**20
    seen = 0
    for found in answers(case, width, epsilon, None):
        assert found.lower <= high, (case.name, case.rounds, epsilon, width)
        assert found.upper is None or low <= found.upper, (case.name, case.rounds, epsilon, width)
        seen += 1
    return seen


def judge_epsilon(case: Case, delta: Fraction, width: Fraction) -> int:
    """delta at the lower end is not below what was asked for, nor above it at the upper end."""
    seen = 0
    for found in answers(case, width, None, delta):
        if found.lower > 0:
            assert delta <= at_bits(case.bits, case.truth, found.lower)[1], (
                case.name,
                case.rounds,
                delta,
                width,
            )
        if found.upper is not None:
            assert at_bits(case.bits, case.truth, found.upper)[0] <= delta, (
                case.name,
                case.rounds,
                delta,
                width,
            )
        seen += 1
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("family", FAMILIES.values(), ids=FAMILIES)
def test_every_engine_against_an_independent_truth(family):
    random, seen = Random(f"{family.__name__} 1"), 0
    for _ in range(3):
        case = family(random)
        width = Fraction(1, 10 ** random.randint(2, 5 if "inversion" not in case.engines else 8))
        at, other = (few(random.uniform(0, case.largest), 6) for _ in range(2))
        seen += judge_delta(case, at, width)
        delta = at_bits(case.bits, case.truth, other)[0]
        if delta > (LEAST if family is one_mixture else Fraction(1, 10**300)):
            seen += judge_epsilon(case, few(float(delta)), width)
    sys.stdout.write(f"{family.__name__}: {seen} brackets hold the truth\n")
    assert seen >= 4


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["auto", "fourier", "integer"])
@pytest.mark.parametrize("adding", [False, True], ids=["removed", "added"])
def test_each_direction_has_its_own_truth(adding, engine):
    rate, at = Fraction(1, 5), Fraction(1, 8)
    pair = Subsampled.of(Gaussian.of(1), rate)
    pair = Reversed(pair) if adding else pair

    def alone(epsilon: arb, adding: bool) -> arb:
        return truths.sampled_gaussian(arb(1), ball(rate), epsilon, adding)

    def joined(epsilon: arb, adding: bool) -> arb:
        return truths.sampled_and_gaussian(arb(1), ball(rate), arb("0.5"), epsilon, adding)

    for rounds, truth in [([(pair, 1)], alone), ([(pair, 1), (Gaussian.of(2), 1)], joined)]:
        found = Rounds(rounds, engine=engine).delta(at, "1e-3")
        (low, high), (_, other) = (
            at_bits(200, partial(truth, adding=which), at) for which in (adding, not adding)
        )
        assert found.lower <= high
        assert low <= found.upper
        assert not found.lower <= other <= found.upper
