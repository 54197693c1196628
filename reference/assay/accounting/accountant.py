"""`Accountant`: the verbs of the common accountants, with answers that are theorems."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Self

from ..arguments import positive_integer
from ..errors import BudgetExceeded, InvalidType, InvalidValue
from ..exact import EpsilonLike, ExactLike, number
from .arguments import check_count
from .bracket import Bracket
from .certified import DEFAULT_BYTES, CertifiedComposition, check_engine, wanted_width
from .engines import Answer
from .mechanism_text import read_step
from .pairs import LossPair
from .step import ADD_REMOVE, ADJACENCIES, Step, step

ROUGH = Fraction(1, 8)
"""The relative width at which the second direction is asked first."""


class Accountant:
    """The privacy of everything composed so far, for adaptively chosen mechanisms.

        delta(epsilon) = the larger of the deltas when a record is removed and when one is added.

    `compose` takes a text such as "gaussian sigma=1 q=0.01", the loss pair of a record that is removed (it is
    reversed for one that is added), or a `Step` with both pairs.
    `delta` and `epsilon` give brackets; `get_delta` and `get_epsilon` floats that are not below the truth.
    """

    def __init__(
        self,
        adjacency: str = ADD_REMOVE,
        width: ExactLike = "1/1000",
        max_bytes: int = DEFAULT_BYTES,
        engine: str = "auto",
    ) -> None:
        if adjacency not in ADJACENCIES:
            raise InvalidValue(f"adjacency = {adjacency!r} is not one of {', '.join(ADJACENCIES)}")
        check_engine(engine)
        wanted_width(width)
        positive_integer(max_bytes, "max_bytes")
        self.adjacency, self.width = adjacency, width
        self.max_bytes, self.engine = max_bytes, engine
        self.steps: list[Step] = []

    def compose(self, mechanism: str | LossPair | Step, count: int = 1) -> Self:
        """Add `count` uses of a mechanism; returns the accountant.

        Raises InvalidValue for a count that is not an int >= 0, and what `read_step` raises.
        """
        check_count(count, "compose")
        if isinstance(mechanism, str):
            mechanism = read_step(mechanism, self.adjacency)
        elif isinstance(mechanism, LossPair):
            mechanism = step(mechanism)
        each: object = mechanism
        if not isinstance(each, Step):
            raise InvalidType(
                f"mechanism = {mechanism!r} is a {type(mechanism).__name__}; give text such as "
                "'gaussian sigma=1', a loss pair or a Step"
            )
        self.steps.append(Step(each.remove, each.add, each.count * count))
        return self

    def delta(self, epsilon: EpsilonLike, width: ExactLike | None = None) -> Bracket:
        """A bracket of delta(epsilon)."""
        return self.delta_answer(epsilon, width).bracket

    def epsilon(self, delta: ExactLike, width: ExactLike | None = None) -> Bracket:
        """A bracket of the smallest epsilon with delta(epsilon) <= delta."""
        return self.epsilon_answer(delta, width).bracket

    def get_delta(self, epsilon: EpsilonLike) -> float:
        """The upper end of `delta`, rounded up."""
        return self.delta(epsilon).floats()[1]

    def get_epsilon(self, delta: ExactLike) -> float:
        """The upper end of `epsilon`, rounded up; infinity where there is none."""
        return self.epsilon(delta).floats()[1]

    def delta_answer(self, epsilon: EpsilonLike, width: ExactLike | None = None) -> Answer:
        """`delta`, with the engine that gave it."""
        return self._largest(lambda c, w: c.delta_answer(epsilon, w), self.width if width is None else width)

    def epsilon_answer(self, delta: ExactLike, width: ExactLike | None = None) -> Answer:
        """`epsilon`, with the engine that gave it."""
        wanted = self.width if width is None else width
        return self._largest(lambda c, w: c.epsilon_answer(delta, w), wanted, is_epsilon=True)

    def compositions(self) -> list[CertifiedComposition]:
        """The composition of each direction, one where they are the same."""
        removing = [(s.remove, s.count) for s in self.steps]
        adding = [(s.add, s.count) for s in self.steps]
        found = [CertifiedComposition(removing, max_bytes=self.max_bytes, engine=self.engine)]
        if not all(s.is_symmetric for s in self.steps):
            found.append(CertifiedComposition(adding, max_bytes=self.max_bytes, engine=self.engine))
        return found

    def _largest(
        self,
        ask: Callable[[CertifiedComposition, ExactLike], Answer],
        width: ExactLike,
        is_epsilon: bool = False,
    ) -> Answer:
        """The larger answer.  The second direction is first asked roughly: often it is certainly smaller."""
        first, *others = self.compositions()
        best = ask(first, width)
        for other in others:
            if is_epsilon and best.bracket.lower and other.is_at_most(best.bracket.lower):
                continue
            rough = _roughly(ask, other, width)
            if rough is not None and rough.upper is not None and rough.upper <= best.bracket.lower:
                continue
            best = _larger(best, ask(other, width))
        return best


def _roughly(
    ask: Callable[[CertifiedComposition, ExactLike], Answer],
    composition: CertifiedComposition,
    width: ExactLike,
) -> Bracket | None:
    """A wide bracket; None where the wanted width is as wide, or the budget is spent."""
    if number(width, "width") >= ROUGH:
        return None
    try:
        return ask(composition, ROUGH).bracket
    except BudgetExceeded:
        return None


def _larger(a: Answer, b: Answer) -> Answer:
    """Both ends of a maximum are the maxima of the ends."""
    uppers = [end for end in (a.bracket.upper, b.bracket.upper) if end is not None]
    bracket = Bracket(
        max(a.bracket.lower, b.bracket.lower),
        max(uppers) if len(uppers) == 2 else None,
        a.bracket.is_infinite or b.bracket.is_infinite,
    )
    engines = " and ".join(dict.fromkeys((a.engine, b.engine)))
    return Answer(bracket, engines, "; ".join(dict.fromkeys(note for note in (a.note, b.note) if note)))
