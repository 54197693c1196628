"""What the elements of containers, iterators and texts may be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .kept import EMPTY
from .values import ITERATOR, MADE, NUMBER, TEXT, Value

if TYPE_CHECKING:
    from .analysis import Flow


def iterated(flow: Flow, value: Value, line: int) -> Value:
    """An iterator over a value."""
    flow.findings.reveals(value.top, line)
    made = flow.entries.operators((value,))
    keys_only = type(value.known) is dict
    inside = (
        flow.users.describe(tuple(value.known)).inner | flow.kept.heap if keys_only else flow.kept.held(value)
    )
    return Value(ITERATOR, inside | made.deep | (TEXT | MADE if value.top & TEXT else 0))


def element(flow: Flow, value: Value, line: int) -> Value:
    """An element of what is iterated over."""
    flow.findings.reveals(value.top, line)
    return part(flow, value, EMPTY)


def part(flow: Flow, holder: Value, position: Value) -> Value:
    """An element of a container."""
    made = flow.entries.operators((holder, position))
    held = flow.kept.held(holder) | made.deep
    return Value(held | (TEXT | MADE | NUMBER if holder.top & TEXT else 0), held)
