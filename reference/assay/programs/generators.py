"""Has a program drawn from a generator of numpy? Their methods cannot be watched, but their state moves."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .watch import is_generator

States = list[tuple[Any, bytes]]


def states(function: Callable[..., object], args: Iterable[object]) -> States:
    """The generators within reach of a function, each with its state: global, closed over, or an argument."""
    return [(generator, state_of(generator)) for generator in within_reach(function, args)]


def has_moved(before: States) -> bool:
    """Whether one of the generators has drawn since."""
    return any(state_of(generator) != state for generator, state in before)


def within_reach(function: Callable[..., object], args: Iterable[object]) -> Iterator[object]:
    """numpy's global generator, and those that the function can name."""
    mtrand = sys.modules.get("numpy.random.mtrand")
    if mtrand is None:
        return
    yield mtrand._rand
    plain = getattr(function, "__func__", function)
    closed_over = [cell.cell_contents for cell in getattr(plain, "__closure__", None) or () if _is_set(cell)]
    for value in [*getattr(plain, "__globals__", {}).values(), *closed_over, *args]:
        kind: type = type(value)
        if is_generator(kind) and state_of(value):
            yield value


def state_of(generator: Any) -> bytes:
    """The state of a generator; empty for what has none."""
    holder = getattr(generator, "bit_generator", None) or getattr(generator, "_bit_generator", generator)
    state = getattr(holder, "state", None)
    return b"" if state is None else pickle.dumps(state)


def _is_set(cell: Any) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False
