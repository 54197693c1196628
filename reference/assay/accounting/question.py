"""A question to an engine: delta at an epsilon, or epsilon at a delta, of pairs with counts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import ceil
from typing import TYPE_CHECKING, Any

from ..budgets.progress import budget, interruptible, is_spent
from ..composition.pair import BallAtom, DominatingPair
from ..composition.privacy_loss import PrivacyLoss
from ..errors import BudgetExceeded, InvalidValue
from ..exact import ExactLike, Log, number
from ..exact._flint import arb, bounds, precision, rational
from ..exact.bracket import LEAST_PROBABILITY, Bracket, log2_of
from ..exact.order import ball_sign
from ..exact.real import brief
from .planning.saddle_point import Look

if TYPE_CHECKING:
    from .inversion.integral import Kept

ENGINES = ("auto", "exact", "atoms", "inversion", "fourier", "integer")
"""As they are asked for; auto is the cheapest that answers."""
DEFAULT_BYTES = 4 * 10**9
DEFAULT_POINTS = 4_000_000
ROUGH = Fraction(1, 8)
"""The relative width at which a second direction is asked first, and the widest that is aimed at: on coarser
grids much of a distribution is one cell, which takes longer."""
BITS_OF_ATOMS = 64
"""Beside those that a width takes."""
MOST_SECONDS = 600
"""What is estimated to take longer is not begun, and what takes longer all the same is stopped."""


@contextmanager
def in_time() -> Iterator[None]:
    """The time of one question: that of the budget around it, and not more than MOST_SECONDS.

    Raises BudgetExceeded once it is over, with the best bracket so far where there is one.
    """
    with budget(seconds=MOST_SECONDS):
        try:
            with interruptible():
                yield
        except BudgetExceeded as stopped:
            if not is_spent():
                raise
            known = stopped.known.get("bracket")
            so_far = "" if known is None else f"; the best bracket so far is {known}"
            raise BudgetExceeded(
                f"the time budget ran out{so_far}; give more time, or ask for a larger width", stopped.known
            ) from None


@dataclass(frozen=True)
class Budget:
    """The longest grid of a distribution, the memory, and the engine: "auto" is the cheapest that answers."""

    max_points: int = DEFAULT_POINTS
    max_bytes: int = DEFAULT_BYTES
    engine: str = "auto"


@dataclass(frozen=True)
class Question:
    """delta at an epsilon, or epsilon at a delta, of some rounds, to a relative width, within a budget."""

    rounds: tuple[tuple[DominatingPair, int], ...]
    wanted: Fraction
    epsilon: Log | None
    delta: Fraction | None
    budget: Budget
    loss: Callable[[], PrivacyLoss]
    """The exact distribution of the total loss; InvalidType where a pair is not finite."""
    infinite: Bracket
    top: Fraction | None = None
    """What epsilon does not exceed, as far as that is known."""
    kept: list[Kept] = field(default_factory=list, compare=False)
    """Tables of earlier answers about the same rounds; engines add theirs."""

    @property
    def count(self) -> int:
        """How many rounds."""
        return sum(count for _, count in self.rounds)

    @cached_property
    def look(self) -> Look:
        """Where the answer is, in floats."""
        near = None if self.epsilon is None else float(self.epsilon.enclosure(64).mid())
        return Look.at(self.rounds, near, self.delta)

    @property
    def has_look(self) -> bool:
        """Whether that is known already."""
        return "look" in vars(self)

    @property
    def allowed(self) -> Fraction:
        """The delta that was given.  Raises InvalidValue where an epsilon was."""
        if self.delta is None:
            raise InvalidValue(f"the question is about delta at epsilon = {self.epsilon}; it gives no delta")
        return self.delta

    def nothing_known(self) -> Bracket:
        """A probability lies in [0, 1]; an epsilon between 0 and the largest loss."""
        return Bracket(Fraction(0), Fraction(1) if self.epsilon is not None else self.top)

    def answered_by(self, found: Bracket) -> bool:
        """Whether a bracket is narrow enough, or too small to be told from 0."""
        if found.upper is not None and self.epsilon is not None and found.upper <= LEAST_PROBABILITY:
            return True
        width = found.relative_width
        return width is not None and width <= self.wanted

    @cached_property
    def next_to_largest(self) -> Bracket | None:
        """Epsilon where it is as near to the largest loss t as is wanted; None elsewhere.

        With atoms a_i of the rounds, l the sum of their losses and m the product of their masses under P,
        delta(epsilon) >= P(L = infinity) + m (1 - e^(epsilon - l)), so that epsilon at a delta is at least
        l + ln(1 - (delta - P(L = infinity))/m).  It is at most t.
        """
        if not self.top or self.delta is None:
            return None
        with precision(BITS_OF_ATOMS + max(0, ceil(-log2_of(self.wanted) - log2_of(self.top)))):
            loss, mass = arb(0), arb(1)
            for pair, count in self.rounds:
                atom = highest(pair.point_masses())
                if atom is None:
                    return None
                loss, mass = loss + count * atom.loss, mass * atom.p**count
            left = mass - rational(self.delta - self.infinite.lower)
            ends = bounds(loss + (left / mass).log()) if ball_sign(left) == 1 else None
        if ends is None or not 0 < ends[0] <= self.top:
            return None
        found = Bracket(ends[0], self.top)
        return found if self.answered_by(found) else None


def highest(atoms: Sequence[BallAtom]) -> BallAtom | None:
    """One of the atoms with the largest loss, as far as their balls tell; None where there is none."""
    best = None
    for atom in atoms:
        if best is None or ball_sign(atom.loss - best.loss) == 1:
            best = atom
    return best


def known(ask: Any) -> Bracket:
    """An answer, or what is known where the budget ends."""
    try:
        found: Bracket = ask()
    except BudgetExceeded as stopped:
        bracket = stopped.known.get("bracket")
        return bracket if isinstance(bracket, Bracket) else Bracket(Fraction(0), None)
    return found


def mass_at_infinity(rounds: Sequence[tuple[DominatingPair, int]]) -> arb:
    """P(total loss = infinity), at the precision in force."""
    finite = arb(1)
    for pair, count in rounds:
        finite *= (1 - pair.mass_at_infinity()) ** count
    return 1 - finite


def check_engine(engine: object) -> None:
    """Refuse what is not the name of an engine."""
    if engine not in ENGINES:
        raise InvalidValue(f"engine = {brief(repr(engine))} is not known; choose one of {', '.join(ENGINES)}")


def wanted_width(width: ExactLike) -> Fraction:
    """The relative width to work for: what is wider costs more, not less."""
    wanted = number(width, "width")
    if not wanted.is_rational or (found := wanted.as_fraction()) <= 0:
        raise InvalidValue(
            f"width = {brief(wanted)} is not a positive rational; give a relative width such as '1/1000'"
        )
    return min(found, ROUGH)
