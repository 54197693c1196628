"""One question, several engines: closed form, inversion, floating-point transform, integer convolution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from importlib.util import find_spec

from ..errors import BudgetExceeded, InvalidValue
from ..exact import Log
from ..exact._flint import precision
from . import memory
from .bracket import LEAST_BITS, Bracket, log2_of, shown
from .convolve import TooLong
from .inversion import Inversion
from .levels.line_integrals import sampled_of
from .pairs import LossPair
from .planning.loss_sketch import Look, Saddle
from .planning.resolution import Resolution, first_resolution
from .total_loss import LARGEST_OF_ONE, Laws, SingleTotal, Total, fourier_total, grid_laws, integer_total

ENGINES = ("auto", "inversion", "fourier", "integer")
MAX_REFINEMENTS = 16
"""How often the grid is refined before the budget counts as spent."""
MOST_BITS = 2**18
SHORT = 5_000
"""Points of a grid up to which it is tried once before levels."""
LONG = 50_000
"""Points of a grid beyond which inversion is tried first."""
COARSEST = Fraction(1, 2)
NARROWEST = Fraction(1, 2**900)
"""Widths below it are beyond what plans made in floats can hold."""
LEAST_FADING = 10
"""By so many bits a transform has to fade, however wide the bracket may be."""
MOST_WORK = 500_000
"""Complex products for which inversion is tried before a grid."""
NO_NUMPY = (
    "numpy is not installed, so the integer engine is used: pip install 'assay[fast]' for the faster one"
)


@dataclass(frozen=True)
class Answer:
    """A bracket, the engine that gave it, and what is to be said about it."""

    bracket: Bracket
    engine: str
    note: str = ""


@dataclass(frozen=True)
class Question:
    """delta at an epsilon, or epsilon at a delta, of some rounds, to a relative width, within budgets."""

    rounds: tuple[tuple[LossPair, int], ...]
    wanted: Fraction
    epsilon: Log | None
    delta: Fraction | None
    engine: str
    max_points: int
    max_bytes: int
    infinite: Bracket
    top: Fraction | None = None
    """What epsilon does not exceed, as far as that is known."""

    @cached_property
    def look(self) -> Look:
        """Where the answer is, in floats."""
        near = None if self.epsilon is None else float(self.epsilon.enclosure(64).mid())
        return Look.at(self.rounds, near, self.delta)

    def ask(self, side: Total, near: Saddle | None = None) -> Bracket:
        """The answer of one law."""
        if self.epsilon is not None:
            return side.delta(self.epsilon)
        return side.epsilon(self.delta or Fraction(0), self.wanted, near)

    def nothing_known(self) -> Bracket:
        """A probability lies in [0, 1]; an epsilon between 0 and the largest loss."""
        return Bracket(Fraction(0), Fraction(1) if self.epsilon is not None else self.top)

    def answered_by(self, found: Bracket) -> bool:
        """Whether a bracket is narrow enough, or too small to be told from 0."""
        if found.upper is not None and self.epsilon is not None and found.upper <= Fraction(1, 2**LEAST_BITS):
            return True
        width = found.relative_width
        return width is not None and width <= self.wanted


def solve(question: Question) -> Answer:
    """The first engine that answers.  Raises BudgetExceeded with the best bracket where none does.

    Raises InvalidValue where there is no closed form and the width is too narrow to plan for.
    """
    try:
        if question.engine == "auto" and sum(count for _, count in question.rounds) == 1:
            return _single(question)
        return _composed(question)
    except BudgetExceeded as stopped:
        best, found = question.nothing_known(), stopped.known.get("bracket")
        best = best.intersection(found) if isinstance(found, Bracket) else best
        raise BudgetExceeded(str(stopped), {**stopped.known, "bracket": best}) from None


def _composed(question: Question) -> Answer:
    """Rounds without a closed form."""
    if question.wanted < NARROWEST:
        raise InvalidValue(
            f"width = {shown(question.wanted)} is below 2^-900, the narrowest that is tried without a closed "
            "form; give a larger relative width such as '1/1000'"
        )
    if question.engine in ("auto", "inversion") and _has_levels(question):
        quick = _on_short_grid(question) if question.engine == "auto" else None
        if quick is not None:
            return quick
        found = _by_levels(question)
        if found is not None:
            return Answer(found, "inversion")
    if question.engine == "inversion" or (question.engine == "auto" and _suits_inversion(question)):
        found = _inverted(question, None if question.engine == "inversion" else MOST_WORK)
        if found is not None:
            return Answer(found, "inversion")
        if question.engine == "inversion":
            raise BudgetExceeded(
                "inversion does not reach this width for these rounds within its budget; use engine='auto', "
                "which goes on to the engines that work on grids"
            )
    try:
        return _on_grids(question)
    except BudgetExceeded:
        found = _inverted(question, None) if question.engine == "auto" else None
        if found is None:
            raise
        return Answer(found, "inversion")


def _suits_inversion(question: Question) -> bool:
    """Whether inversion comes first: where the transform fades, or a grid would be long.

    The transforms of few rounds, or of atoms, do not fade.
    """
    engine = Inversion.of(question.rounds)
    if engine is None or not engine.is_cheap(question.look.saddle.c):
        return False
    return (
        question.look.fades(max(LEAST_FADING, -log2_of(question.wanted)))
        or first_grid(question).length(True) > LONG
    )


def first_grid(question: Question) -> Resolution:
    """The first grid; coarser than what is wanted where that is beyond the budget of points."""
    wanted = question.wanted
    while True:
        found = first_resolution(question.rounds, wanted, question.epsilon is None, question.look)
        if found.length(True) <= question.max_points or wanted >= COARSEST:
            return found
        wanted *= 16


def _single(question: Question) -> Answer:
    """One round: closed form, with as many bits as the width takes."""
    pair, bits, best = question.rounds[0][0], 128, question.nothing_known()
    if question.delta:
        bits += question.delta.denominator.bit_length() - question.delta.numerator.bit_length()
    while bits <= MOST_BITS:
        best = best.intersection(question.ask(SingleTotal(pair, bits)))
        if question.answered_by(best):
            return Answer(best, "closed form")
        if best.upper is None and 2 * best.lower > LARGEST_OF_ONE:
            raise BudgetExceeded(
                f"epsilon is above 2^{int(best.lower).bit_length() - 1}, where the search for it ends; "
                "ask for a larger delta, or for delta at an epsilon",
                {"bracket": best},
            )
        bits *= 2
    reason = "the answer may be exactly 0, or delta may jump there"
    raise BudgetExceeded(
        f"{bits // 2} bits do not give a relative width of {shown(question.wanted)}; the best bracket so far "
        f"is {best}; {reason}",
        {"bracket": best},
    )


def _has_levels(question: Question) -> bool:
    """Whether there is sampled Gaussian noise among the rounds, and numpy."""
    return any(sampled_of(pair) for pair, _ in question.rounds) and find_spec("numpy") is not None


def _on_short_grid(question: Question) -> Answer | None:
    """The first grid alone, where it is short: few rounds, and quicker than many levels.  None else."""
    if first_grid(question).length(True) > SHORT:
        return None
    try:
        return _on_grids(question, 1)
    except BudgetExceeded:
        return None


def _by_levels(question: Question) -> Bracket | None:
    """Sampled Gaussian noise: by inversion, level by level; None where that declines."""
    from .levels.solver import Levels

    engine = Levels.of(question.rounds, question.max_bytes)
    if engine is None:
        return None
    if question.epsilon is not None:
        return engine.delta(question.epsilon, question.wanted, question.look.saddle)
    return engine.epsilon(question.delta or Fraction(0), question.wanted, question.look.saddle)


def _inverted(question: Question, most_work: int | None) -> Bracket | None:
    """By inversion; None where it declines, or would take more complex products."""
    engine = Inversion.of(question.rounds, most_work)
    if engine is None:
        return None
    if question.epsilon is not None:
        return engine.delta(question.epsilon, question.wanted, question.look.saddle)
    return engine.epsilon(question.delta or Fraction(0), question.wanted, question.look.saddle)


def _on_grids(question: Question, refinements: int = MAX_REFINEMENTS) -> Answer:
    """Two laws around the truth, on finer grids until they are close; floats first, then integers."""
    has_numpy = find_spec("numpy") is not None
    floats = question.engine == "fourier" or (question.engine == "auto" and has_numpy)
    note = "" if has_numpy or question.engine == "integer" else NO_NUMPY
    best = question.nothing_known()
    resolution = first_grid(question)
    for _ in range(refinements):
        memory.check(question.rounds, resolution, floats, question.max_bytes, best)
        try:
            sides, floats = _sides(question, resolution, floats)
        except TooLong:
            raise BudgetExceeded(
                f"the law of the total takes more than max_bytes = {question.max_bytes:,}; the best bracket "
                f"so far is {best}; ask for a larger width or fewer rounds, or raise max_bytes",
                {"bracket": best},
            ) from None
        best = best.intersection(Bracket(sides[0].lower, sides[1].upper))
        if question.answered_by(best):
            return Answer(best, "fourier" if floats else "integer", note)
        if floats and _floats_fail(sides, question.wanted):
            floats = False
            continue
        resolution = resolution.refined(best, question.wanted)
        if resolution.length(floats) > question.max_points:
            break
    points = resolution.length(floats)
    reason = (
        f"needs a grid of {points} points, more than max_points = {question.max_points}"
        if points > question.max_points
        else f"is not reached by {refinements} refinements"
    )
    raise BudgetExceeded(
        f"a relative width of {shown(question.wanted)} {reason}; the best bracket so far is {best}; "
        "ask for a larger width or raise max_points",
        {"bracket": best},
    )


def _sides(question: Question, resolution: Resolution, floats: bool) -> tuple[tuple[Bracket, Bracket], bool]:
    """The answers of the laws below and above, and whether floats were enough for both."""
    with precision(resolution.working_bits):
        laws = grid_laws(question.rounds, resolution)
        if floats and (found := _by_floats(question, resolution, laws)) is not None:
            return found, True
        totals = [
            integer_total(law, origin, resolution, above, memory.most_points(resolution, question.max_bytes))
            for above, (law, origin) in zip((False, True), laws, strict=True)
        ]
        below, above = (question.ask(total, question.look.saddle) for total in totals)
        return (below, above), False


def _by_floats(
    question: Question, resolution: Resolution, laws: Sequence[Laws]
) -> tuple[Bracket, Bracket] | None:
    from .fourier import TooWide

    try:
        totals = [fourier_total(law, origin, resolution) for law, origin in laws]
        below, above = (question.ask(total, question.look.saddle) for total in totals)
    except TooWide:
        return None
    return below, above


def _floats_fail(sides: tuple[Bracket, Bracket], wanted: Fraction) -> bool:
    """Whether a side by itself is wider than a quarter of what is wanted: finer grids would not help."""
    widths = [side.relative_width for side in sides]
    return any(width is None or 4 * width > wanted for width in widths)
