"""The largest answer of several directions: which have to be asked, and both ends of a maximum."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeVar

from ..composition.answer import Answer
from ..errors import AssayError, BudgetExceeded, InvalidValue
from ..exact import Log, Number
from ..exact.bracket import Bracket
from .engines import OUT_OF_FLOATS
from .one_direction import OneDirection

V = TypeVar("V", Number, Log)


def largest(
    sides: Mapping[str, OneDirection],
    ask: Callable[[OneDirection], Answer[V]],
    is_smaller: Callable[[OneDirection, Answer[V]], bool],
    named: Callable[[str, Answer[V]], Answer[V]],
) -> Answer[V]:
    """The largest answer over the directions.  A further direction is first asked whether it matters.

    Where one is stopped by the budget, the others are asked all the same: its upper end is not theirs.
    """
    best: Answer[V] | None = None
    asked: list[OneDirection] = []
    stopped: list[BudgetExceeded] = []
    for direction, side in sides.items():
        if side in asked or (best is not None and best.exact is None and _quietly(is_smaller, side, best)):
            continue
        asked.append(side)
        try:
            found = named(direction, _within_floats(ask, side))
        except BudgetExceeded as error:
            stopped.append(error)
            continue
        best = found if best is None else _larger(best, found)
    if stopped:
        raise _of_all(stopped, best)
    if best is None:
        raise InvalidValue("there is no direction; give a round with at least one")
    return best


def _within_floats(ask: Callable[[OneDirection], Answer[V]], side: OneDirection) -> Answer[V]:
    """The answer of a direction.  Raises BudgetExceeded where grids cannot be planned in floats."""
    try:
        return ask(side)
    except (ArithmeticError, ValueError) as error:
        if isinstance(error, AssayError):
            raise
        raise BudgetExceeded(OUT_OF_FLOATS.format(error), {"bracket": Bracket(Fraction(0), None)}) from error


def _quietly(test: Callable[[OneDirection, Answer[V]], bool], side: OneDirection, best: Answer[V]) -> bool:
    """Whether a direction is certainly smaller; no where the budget is spent on that."""
    try:
        return test(side, best)
    except (BudgetExceeded, ArithmeticError, ValueError):
        return False


def _larger(a: Answer[V], b: Answer[V]) -> Answer[V]:
    """The larger of two answers; both ends of a maximum are the maxima of the ends."""
    if a.exact is not None and b.exact is not None:
        return b if b.exact > a.exact else a
    first, second = (a, b) if a.lower >= b.lower else (b, a)
    if second.upper is not None and second.upper <= first.lower:
        return first
    upper = None if first.upper is None or second.upper is None else max(first.upper, second.upper)
    engine = " and ".join(dict.fromkeys((a.engine, b.engine)))
    note = "; ".join(dict.fromkeys(note for note in (a.note, b.note) if note))
    infinite = a.is_infinite or b.is_infinite
    return Answer(
        first.lower, upper, infinite, None, engine, note, first.direction, first.dominating, first.attained
    )


def _of_all(stopped: list[BudgetExceeded], best: Bracket | None) -> BudgetExceeded:
    """What was stopped, with a bracket of the largest value of all directions."""
    found = [error.known.get("bracket") for error in stopped]
    if len(found) == 1 and best is None:
        return stopped[0]
    known = [each if isinstance(each, Bracket) else Bracket(Fraction(0), None) for each in found]
    known += [] if best is None else [best]
    uppers = [each.upper for each in known]
    upper = None if None in uppers else max(each for each in uppers if each is not None)
    is_infinite = any(each.is_infinite for each in known)
    together = Bracket(max(each.lower for each in known), upper, is_infinite)
    text = f"{stopped[0]}; that is of one direction, and of all of them together {together}"
    return BudgetExceeded(text, {**stopped[0].known, "bracket": together})
