"""What is chosen in floats costs width alone: lines, quadratures and transforms at random hold the truth.

The same questions notice when a bound is left out, which a good choice would hide by making it negligible.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from random import Random

import pytest
from flint import arb

from assay.accounting import Gaussian, Laplace, Reversed, Subsampled, fourier, pure
from assay.accounting.inversion import transform_of
from assay.accounting.inversion.integral import Table
from assay.accounting.inversion.mixture import MixtureTransform, Quadrature
from assay.accounting.on_grids import first_grid, grid_distributions
from assay.accounting.one_direction import OneDirection
from assay.accounting.planning.inversion_line import Line
from assay.accounting.question import Budget
from assay.composition.pair import DominatingPair
from assay.exact import log_value
from assay.exact._flint import precision
from assay.exact.bracket import probability
from tests.accounting import independent_truths as truths
from tests.accounting.independent_truths import ball, ends

SAMPLED = Subsampled.of(Gaussian.of(1), "1/3")


def sampled(adding: bool) -> Callable[[arb], arb]:
    return lambda at: truths.sampled_gaussian(arb(1), ball(Fraction(1, 3)), at, adding)


KNOWN: dict[str, tuple[list[tuple[DominatingPair, int]], Callable[[arb], arb]]] = {
    "gaussian": ([(Gaussian.of(1), 1)], lambda at: truths.gaussian(arb(1), at)),
    "laplace": ([(Laplace.of(2), 3)], lambda at: truths.laplace(2, 3, at)),
    "response": ([(pure("1/2"), 7)], lambda at: truths.response(arb("0.5"), 7, at)),
    "removed": ([(SAMPLED, 1)], sampled(False)),
    "added": ([(Reversed(SAMPLED), 1)], sampled(True)),
}


def any_line(random: Random) -> Line:
    """A line that no one would choose."""
    negative = random.random() < 0.4
    c = Fraction(random.randint(-63, -1), 64) if negative else Fraction(random.randint(1, 300), 64)
    step = Fraction(random.randint(4, 400), 64)
    alias = Fraction(-1) if negative else c + Fraction(random.randint(1, 200), 64)
    return Line(c, step, random.randint(2, 60), alias, 0)


def on_a_line(name: str, line: Line, epsilon: Fraction) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    """The bracket and the truth."""
    rounds, truth = KNOWN[name]
    with precision(100):
        table = Table.on(line, [(transform_of(pair), count) for pair, count in rounds])
        found = probability(table.tail(ball(epsilon)))
        return (found.lower, found.upper, *ends(truth(ball(epsilon))))


def missed(name: str, count: int) -> int:
    """How many of `count` brackets miss the truth."""
    random, wrong = Random(name), 0
    for _ in range(count):
        epsilon = Fraction(random.randint(0, 90), 64)
        lower, upper, low, high = on_a_line(name, any_line(random), epsilon)
        wrong += lower > high or upper < low
    return wrong


@pytest.mark.parametrize("name", KNOWN)
def test_inversion_holds_the_truth_on_any_line(name):
    assert missed(name, 20 if name in ("removed", "added") else 60) == 0


@pytest.mark.parametrize(
    ("name", "bound"),
    [("gaussian", "_aliases"), ("laplace", "_cut"), ("laplace", "_aliases"), ("response", "_cut")],
)
def test_a_bound_of_the_line_that_is_left_out_is_noticed(name, bound, monkeypatch):
    monkeypatch.setattr(Table, bound, lambda self, c, epsilon: arb(0))
    assert missed(name, 25)


def test_a_cut_that_is_bounded_at_the_next_node_is_noticed(monkeypatch):
    right = Table._cut
    monkeypatch.setattr(Table, "_cut", lambda self, c, epsilon: right(self, c, epsilon) / 50)
    assert missed("laplace", 40) + missed("response", 40)


# the quadrature of sampled noise


@dataclass(frozen=True)
class Reckless(MixtureTransform):
    """Whatever precision is asked for, this is the quadrature."""

    grid: Quadrature

    def _quadrature(self, t: Fraction, width: Fraction) -> Quadrature:
        return self.grid


def any_quadrature(random: Random) -> Quadrature:
    """A strip, a step and a range that no one would choose."""
    strip, step = Fraction(random.randint(1, 100), 64), Fraction(random.randint(16, 90), 64)
    return Quadrature(strip, step, random.randint(2, 8), random.randint(8, 30))


def values_missed(count: int) -> int:
    """How many transforms with a random quadrature miss the value of a good one."""
    random, wrong = Random("quadrature"), 0
    for _ in range(count):
        c, step = Fraction(random.randint(-200, 300), 64), Fraction(random.randint(1, 300), 64)
        with precision(100):
            truth = MixtureTransform(SAMPLED).values(c, step, 2)[1]
            wrong += not Reckless(SAMPLED, any_quadrature(random)).values(c, step, 2)[1].overlaps(truth)
    return wrong


def test_any_quadrature_holds_the_transform():
    assert values_missed(60) == 0


@pytest.mark.parametrize(
    ("bound", "careless"),
    [
        ("_error", lambda self, t, width, grid: arb(0)),
        ("_cut", lambda self, t, grid: arb(0)),
        ("moment_bound", lambda self, t: arb("1e-3")),
    ],
)
def test_a_bound_of_the_quadrature_that_is_left_out_is_noticed(bound, careless, monkeypatch):
    monkeypatch.setattr(MixtureTransform, bound, careless)
    assert values_missed(60)


def test_a_strip_with_a_zero_of_r_gives_no_bound():
    transform = MixtureTransform(Subsampled.of(Gaussian.of("1/10"), "1/3"))
    step = Fraction(1, 64)
    good, wide, short = (
        Quadrature(strip, step, 600, right)
        for strip, right in [(Fraction(1, 9), 2000), (Fraction(1), 2000), (Fraction(1, 9), 9)]
    )
    assert transform._error(Fraction(2), Fraction(1), good).is_finite()
    for grid in (wide, short):
        assert not transform._error(Fraction(2), Fraction(1), grid).is_finite()


# the transform of grids


def folded_badly(monkeypatch: pytest.MonkeyPatch, choice: fourier.Choice) -> bool:
    """Whether the bracket of randomised response, 40 times, misses the truth with this tilt and length."""
    monkeypatch.setattr(fourier, "choose", lambda *_: choice)
    question = OneDirection([(pure("1/2"), 40)], Budget())._question(Fraction(1, 20), epsilon=log_value(AT))
    grid = first_grid(question)
    with precision(grid.working_bits):
        below, above = (
            fourier.fourier_total(laws, origin, grid, 30).delta(log_value(AT))
            for laws, origin in grid_distributions(question.rounds, grid)
        )
    with precision(200):
        low, high = ends(truths.response(arb("0.5"), 40, ball(AT)))
    return below.lower > high or above.upper < low


AT = Fraction(0)
"""A loss of the total: what is folded onto it does not count, so that mass above the window is missing."""
CHOICES = [
    fourier.Choice(Fraction(tilt), Fraction(beyond), length)
    for tilt, beyond in [("1/64", "1/4"), ("1/2", "5/8"), ("3", "9/2")]
    for length in (8, 16, 32, 128)
]


@pytest.mark.parametrize("choice", CHOICES, ids=str)
def test_any_tilt_and_length_of_the_transform_hold_the_truth(choice, monkeypatch):
    assert not folded_badly(monkeypatch, choice)


@pytest.mark.parametrize("bound", ["_alias", "_above"])
def test_folded_mass_that_is_left_out_is_noticed(bound, monkeypatch):
    monkeypatch.setattr(fourier.FourierTotal, bound, lambda self, spectrum, beyond, start: arb(0))
    assert any(folded_badly(monkeypatch, choice) for choice in CHOICES)
