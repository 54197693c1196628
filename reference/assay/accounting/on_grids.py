"""The engine on grids: discretise every round, compose by a transform or by integers, certify both sides.

    pairs -> cells -> two grid distributions around each pair -> the distribution of the total, below and
    above -> a bracket

The step is refined until the bracket is as narrow as was asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib.util import find_spec
from math import ceil
from typing import Any, TypeAlias

from ..composition.answer import Answer
from ..composition.pair import DominatingPair
from ..errors import BudgetExceeded
from ..exact._flint import arb, fmpz, fmpz_poly, precision, rational
from ..exact.bracket import Bracket, log2_of, short_text
from .grid import Convolution, GridDistribution, TooLong, cells_of, distribution_above
from .optimistic_rounding import distribution_below
from .planning.loss_sketch import sketch_of
from .planning.resolution import MOST_ALIAS_BITS, Resolution, first_resolution, make_grid, reach
from .planning.saddle_point import SHALLOW
from .question import Question
from .total_loss import GridTotal, Total

MAX_REFINEMENTS = 16
"""How often the grid is refined before the budget counts as spent."""
COARSEST = Fraction(1, 2)
NO_NUMPY = (
    "numpy is not installed, so the integer engine is used: pip install 'assay[fast]' for the faster one"
)
LEAST_ALIAS_BITS = 30
BALL_BYTES = 450
"""A point of the distribution of one round holds a few balls while it is built."""
COPIES = 6
"""So many arrays of the length of the total are alive at once."""
SECONDS_A_GRID, SECONDS_A_POINT, SECONDS_A_SUM = 0.02, 1.2e-4, 6e-6
"""What a grid takes, each point of the distribution of one round, and of the total, roughly."""
ALMOST_NEVER = 500.0
"""The cost of what will end undecided, though with a bracket."""
NEVER = 1e6
"""The cost of what will not be answered."""
MOST_PLANNED = 10**6
"""Totals of more points are not looked at more closely for an estimate."""

Distributions: TypeAlias = "tuple[list[tuple[GridDistribution, int]], arb]"
"""The distribution of every round with its count, and the origin of the grid of the total."""


@dataclass(frozen=True)
class OnGrids:
    """Two distributions around the truth, by a floating-point transform or by integer convolution."""

    name: str
    least_cost = SECONDS_A_GRID
    """A grid of few points."""

    def cost(self, question: Question) -> float | None:
        """Seconds, from the points of the first grid, of the one that the width takes where it is too long.

        None for a transform without numpy, and for integers with it, unless they are asked for: where floats
        are not enough, a transform goes on with integers itself.
        """
        floats, has_numpy = self.name == "fourier", find_spec("numpy") is not None
        if floats != has_numpy and (floats or question.budget.engine == "auto"):
            return None
        grid = first_grid(question)
        full = first_resolution(question.rounds, question.wanted, question.epsilon is None, question.look)
        if full.length(floats) > question.budget.max_points:
            # it will end undecided, with what is known: every engine that may answer is better
            return ALMOST_NEVER
        if grid.length(floats) > MOST_PLANNED:
            # nothing of that length is quick: no grids are laid to learn more
            return SECONDS_A_GRID + SECONDS_A_SUM * grid.length(floats)
        try:
            lengths = _rough_lengths(question.rounds, grid)
        except BudgetExceeded:
            # the answer will say so, with what is known
            return NEVER
        return SECONDS_A_GRID + SECONDS_A_POINT * sum(lengths) + SECONDS_A_SUM * grid.length(floats)

    def answer(self, question: Question) -> Answer[Any] | None:
        """A bracket of the wanted width; floats first where they were asked for, then integers."""
        return _refined(question, self.name == "fourier")


def first_grid(question: Question) -> Resolution:
    """The first grid; coarser than what is wanted where that is beyond the budget of points."""
    wanted = question.wanted
    while True:
        found = first_resolution(question.rounds, wanted, question.epsilon is None, question.look)
        if found.length(True) <= question.budget.max_points or wanted >= COARSEST:
            return found
        wanted *= 16


def _refined(question: Question, floats: bool) -> Answer[Any]:
    """Two distributions around the truth, on finer grids until they are close."""
    is_missing = question.budget.engine == "auto" and find_spec("numpy") is None
    note = NO_NUMPY if is_missing else ""
    best = question.nothing_known()
    resolution = first_grid(question)
    for _ in range(MAX_REFINEMENTS):
        _check_memory(question, resolution, floats, best)
        try:
            sides, floats = _sides(question, resolution, floats)
        except TooLong:
            raise BudgetExceeded(
                f"the distribution of the total takes more than max_bytes = {question.budget.max_bytes:,}; "
                f"the best bracket so far is {best}; ask for a larger width or fewer rounds, or raise "
                f"max_bytes",
                {"bracket": best},
            ) from None
        except BudgetExceeded as stopped:
            known = {**stopped.known, "bracket": best}
            raise BudgetExceeded(f"{stopped}; the best bracket so far is {best}", known) from None
        best = best.intersection(Bracket(sides[0].lower, sides[1].upper))
        if question.answered_by(best):
            return Answer.of(best, "fourier" if floats else "integer", note)
        if floats and _floats_fail(sides, question.wanted):
            floats = False
            continue
        resolution = resolution.refined(best, question.wanted)
        if resolution.length(floats) > question.budget.max_points:
            break
    points = resolution.length(floats)
    reason = (
        f"needs a grid of {points} points, more than max_points = {question.budget.max_points}"
        if points > question.budget.max_points
        else f"is not reached by {MAX_REFINEMENTS} refinements"
    )
    raise BudgetExceeded(
        f"a relative width of {short_text(question.wanted)} {reason}; the best bracket so far is {best}; "
        "ask for a larger width or raise max_points",
        {"bracket": best},
    )


def _sides(question: Question, resolution: Resolution, floats: bool) -> tuple[tuple[Bracket, Bracket], bool]:
    """The answers of the distributions below and above, and whether floats were enough for both."""
    with precision(resolution.working_bits):
        distributions = grid_distributions(question.rounds, resolution)
        if floats and (found := _by_floats(question, resolution, distributions)) is not None:
            return found, True
        totals = [
            integer_total(
                distribution, origin, resolution, above, _most_points(resolution, question.budget.max_bytes)
            )
            for above, (distribution, origin) in zip((False, True), distributions, strict=True)
        ]
        below, above = (total.answer(question, question.look.saddle) for total in totals)
        return (below, above), False


def _by_floats(
    question: Question, resolution: Resolution, distributions: Sequence[Distributions]
) -> tuple[Bracket, Bracket] | None:
    from .folded_spectrum import TooWide
    from .fourier import fourier_total

    try:
        totals = [
            fourier_total(distribution, origin, resolution, _alias_bits(resolution))
            for distribution, origin in distributions
        ]
        below, above = (total.answer(question, question.look.saddle) for total in totals)
    except TooWide:
        return None
    return below, above


def _floats_fail(sides: tuple[Bracket, Bracket], wanted: Fraction) -> bool:
    """Whether a side by itself is wider than a quarter of what is wanted: finer grids would not help."""
    widths = [side.relative_width for side in sides]
    return any(width is None or 4 * width > wanted for width in widths)


def grid_distributions(
    rounds: Sequence[tuple[DominatingPair, int]], resolution: Resolution
) -> tuple[Distributions, Distributions]:
    """Below and above: every round on its grid, whose cells serve both."""
    bits, below, above = resolution.bits, [], []
    below_origin, above_origin = arb(0), arb(0)
    for pair, count in rounds:
        grid = make_grid(pair, resolution)
        cells = cells_of(pair, grid)
        distribution, slip = distribution_below(pair, grid, bits, cells, resolution.slip)
        below.append((distribution, count))
        above.append((distribution_above(pair, grid, bits, cells), count))
        above_origin += count * grid.origin
        below_origin += count * (grid.origin - arb(rational(slip)))
    return (below, below_origin), (above, above_origin)


def integer_total(
    distributions: Sequence[tuple[GridDistribution, int]],
    origin: arb,
    resolution: Resolution,
    above: bool,
    most_points: int | None = None,
) -> Total:
    """The product of all distributions as an integer polynomial.  Raises TooLong beyond `most_points`."""
    by = Convolution(resolution.bits, above, most_points)
    product = GridDistribution(fmpz_poly([fmpz(2) ** resolution.bits]), 0, 0)
    for distribution, count in distributions:
        product = by.product(product, by.power(distribution, count))
    return GridTotal(product, origin, resolution.step, resolution.bits, resolution.working_bits)


def _alias_bits(resolution: Resolution) -> int:
    """By how many bits aliases are kept below the answer."""
    return max(LEAST_ALIAS_BITS, min(MOST_ALIAS_BITS, ceil(-log2_of(resolution.share)) + 8))


def _lengths(rounds: Sequence[tuple[DominatingPair, int]], resolution: Resolution) -> list[int]:
    """The points of the grid of each round."""
    with precision(resolution.working_bits):
        grids = [make_grid(pair, resolution) for pair, _ in rounds]
    return [grid.last - grid.first + 1 for grid in grids]


def _rough_lengths(rounds: Sequence[tuple[DominatingPair, int]], resolution: Resolution) -> list[int]:
    """The same without a search for the best origin."""
    with precision(resolution.working_bits):
        ends = [reach(pair, arb(sketch_of(pair, SHALLOW).median), resolution) for pair, _ in rounds]
    return [last - first + 1 for first, last in ends]


def _bytes(rounds: Sequence[tuple[DominatingPair, int]], resolution: Resolution, floats: bool) -> int:
    """Bytes for the distributions of all rounds and for their product, roughly."""
    lengths = _lengths(rounds, resolution)
    reach = sum(length * count for length, (_, count) in zip(lengths, rounds, strict=True))
    points = max([min(resolution.length(floats), reach), *lengths])
    return sum(lengths) * (BALL_BYTES + resolution.bits // 2) + points * COPIES * (16 + resolution.bits // 8)


def _most_points(resolution: Resolution, max_bytes: int) -> int:
    """The points of a total that fit into the memory."""
    return max_bytes // (COPIES * (16 + resolution.bits // 8))


def _check_memory(question: Question, resolution: Resolution, floats: bool, known: Bracket) -> None:
    """Raises BudgetExceeded, with the estimate and the best bracket, where more bytes are needed."""
    needed, allowed = _bytes(question.rounds, resolution, floats), question.budget.max_bytes
    if needed > allowed:
        raise BudgetExceeded(
            f"the next grid (step {float(resolution.step):.3g}) needs about {needed:,} bytes, more than "
            f"max_bytes = {allowed:,}; the best bracket so far is {known}; ask for a larger width or fewer "
            "rounds, or raise max_bytes",
            {"bracket": known, "bytes": needed},
        )
