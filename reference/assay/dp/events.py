"""Events: a set of outcomes, listed or described by a predicate."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from ..errors import InvalidType
from ..exact import Number
from ..outputs.alphabet import distinct, refuse_lookalike
from ..outputs.text import brief, with_type

T = TypeVar("T")


def restrict(table: Mapping[T, Number], event: Iterable[object] | Callable[[T], bool]) -> dict[T, Number]:
    """The part of the table whose outcomes lie in the event.

    Raises:
        InvalidType: the event is neither an iterable nor a predicate; it is a string, which would be read as
            the set of its characters; a predicate does not answer with a bool; or it lists an outcome that
            equals one of the table and yet is distinct from it (1 and True).
    """
    if isinstance(event, (str, bytes)):
        raise InvalidType(f"event is {with_type(event)}; give a set of outcomes, such as [{event!r}]")
    if isinstance(event, Iterable):
        members: dict[object, object] = distinct(event, "outcome of the event")
        for outcome in table:
            if outcome in members:
                refuse_lookalike(members[outcome], outcome, "outcome of the event")
        return {o: p for o, p in table.items() if o in members}
    if callable(event):
        return {o: p for o, p in table.items() if _truth(event(o), o)}
    raise InvalidType(f"event is {with_type(event)}; give a set of outcomes or a predicate on outcomes")


def _truth(answer: object, outcome: object) -> bool:
    """The answer of a predicate, which must be a bool: a forgotten return would otherwise mean False."""
    if not isinstance(answer, bool):
        raise InvalidType(
            f"the event answers {with_type(answer)} for outcome {brief(outcome)}; it must return a bool"
        )
    return answer
