"""How much of a costly test is run when: at once, in the slow suite for every change, and at night.

How many examples a property gets is a fixed share of what the profile asks for.  Of a long table a part is
tried at once and the rest in the slow suite, or a part in the slow suite and the rest at night.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

import pytest
from hypothesis import settings


def fewer(divisor: int) -> settings:
    """The profile's number of examples divided by `divisor`, but at least five."""
    return settings(max_examples=max(5, settings().max_examples // divisor))


def one_in(n: int, rows: Iterable[Any]) -> list[Any]:
    """The rows of a table, of which every n-th is tried at once and the others in the slow suite; a row of
    several values is a tuple.
    """
    return [_marked(row, *_slow_unless(k % n == 0)) for k, row in enumerate(rows)]


def at_night(n: int, rows: Iterable[Any]) -> list[Any]:
    """The rows of a table, of which every n-th is tried in the slow suite and the others at night."""
    return [
        _marked(row, pytest.mark.slow if k % n == 0 else pytest.mark.nightly) for k, row in enumerate(rows)
    ]


def at_length(examples: int) -> list[Any]:
    """A fifth of so many examples in the slow suite, and all of them at night."""
    return [_marked(examples // 5, pytest.mark.slow), _marked(examples, pytest.mark.nightly)]


def one_of(n: int) -> list[Any]:
    """Steps through a list: every n-th of it in the slow suite, and all of it at night."""
    return [_marked(n, pytest.mark.slow), _marked(1, pytest.mark.nightly)]


def in_turn(names: Sequence[Any], readers: Iterable[Any]) -> list[Any]:
    """Every name with every reader: at once with one reader, each in its turn, and all in the slow suite."""
    listed = list(readers)
    return [
        _marked((name, reader), *_slow_unless(k % len(listed) == n))
        for (k, name), (n, reader) in product(enumerate(names), enumerate(listed))
    ]


def _slow_unless(quick: bool) -> list[pytest.MarkDecorator]:
    return [] if quick else [pytest.mark.slow]


def _marked(row: Any, *marks: pytest.MarkDecorator) -> Any:
    values = row if isinstance(row, tuple) else (row,)
    return pytest.param(*values, marks=marks)


__all__ = ["at_length", "at_night", "fewer", "in_turn", "one_in", "one_of"]
