"""Functions of many elements, one element after the other: what they start with, add, and end in.

Each finds in the end exactly what Python's own function finds in the elements; what it has found so far is
all that is kept of them.
"""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .iteration import NOTHING
from .outside import OutsideSubset


@dataclass(frozen=True, slots=True)
class Fold:
    """A function of many elements: its start, what an element adds, whether it stops, what it returns."""

    start: Callable[[], Any]
    add: Callable[[Any, Any], Any]
    end: Callable[[Any], Any] = lambda found: found
    stops: Callable[[Any], bool] | None = None


def _sum(found: Any, value: Any) -> Any:
    if isinstance(value, float | complex):
        raise OutsideSubset("it sums floats, whose order of rounding is Python's own")
    return found + value


def _best(better: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda found, value: value if found is NOTHING or better(value, found) else found


def _best_end(function: Any) -> Callable[[Any], Any]:
    return lambda found: function(()) if found is NOTHING else found


def _insert(found: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    """Sorted while all elements are of one type whose order is total; else in the order they came."""
    kind = type(value)
    if kind in (int, str, bool) and all(type(known) is kind for known in found):
        at = bisect_right(found, value)
        return (*found[:at], value, *found[at:])
    return (*found, value)


def _distinct(found: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    hash(value)
    return found if any(known is value or known == value for known in found) else (*found, value)


def _count(found: Any, value: Any) -> Any:
    found[value] += 1
    return found


def _put(found: dict[Any, Any], pair: tuple[Any, Any]) -> dict[Any, Any]:
    found[pair[0]] = pair[1]
    return found


def _append(found: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    return (*found, value)


def _first(found: Any) -> Any:
    if found is NOTHING:
        raise StopIteration
    return found


FOLDS: dict[Any, Fold] = {
    next: Fold(lambda: NOTHING, lambda found, value: value, _first, lambda found: found is not NOTHING),
    sum: Fold(lambda: 0, _sum),
    tuple: Fold(tuple, _append),
    list: Fold(tuple, _append, list),
    set: Fold(tuple, _distinct, set),
    frozenset: Fold(tuple, _distinct, frozenset),
    any: Fold(lambda: False, lambda found, value: bool(value), stops=lambda found: found is True),
    all: Fold(lambda: True, lambda found, value: bool(value), stops=lambda found: found is False),
    max: Fold(lambda: NOTHING, _best(lambda a, b: a > b), _best_end(max)),
    min: Fold(lambda: NOTHING, _best(lambda a, b: a < b), _best_end(min)),
    sorted: Fold(tuple, _insert, sorted),
    Counter: Fold(Counter, _count),
    len: Fold(lambda: 0, lambda found, value: found + 1),
    dict: Fold(dict, _put),
}
BUILT: dict[type, Any] = {ast.ListComp: list, ast.SetComp: set, ast.DictComp: dict}
