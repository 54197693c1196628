"""How many examples a costly property gets: a fixed share of what the profile asks for; and which rows of a
long table are tried at once, and which in the slow suite alone.
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
    return [_marked(row, quick=k % n == 0) for k, row in enumerate(rows)]


def in_turn(names: Sequence[Any], readers: Iterable[Any]) -> list[Any]:
    """Every name with every reader: at once with one reader, each in its turn, and all in the slow suite."""
    listed = list(readers)
    return [
        _marked((name, reader), quick=k % len(listed) == n)
        for (k, name), (n, reader) in product(enumerate(names), enumerate(listed))
    ]


def _marked(row: Any, *, quick: bool) -> Any:
    values = row if isinstance(row, tuple) else (row,)
    return pytest.param(*values, marks=[] if quick else [pytest.mark.slow])


__all__ = ["fewer", "in_turn", "one_in"]
