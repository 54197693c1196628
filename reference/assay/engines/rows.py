"""The rows M(x) of a mechanism, from a program, a function or a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from ..dp import Dist
from ..dp.mechanism import Source
from ..errors import InvalidType, InvalidValue
from ..exact import ExactLike
from ..outputs.text import with_type
from ..wiring import DISTRIBUTION_WATCH, load

X = TypeVar("X")
T = TypeVar("T")


def distribution_of(source: Source[X, T], domain: tuple[X, ...]) -> Callable[[X], Dist[T]]:
    """The function x -> M(x) of a source.

    Raises InvalidType for a source of another kind, InvalidValue for a table without some input of the
    domain.
    """
    if isinstance(source, Mapping):
        return _table(source, domain)
    known = getattr(source, "enumerated", None) or getattr(source, "distribution", None)
    distribution = source if known is None else known
    if callable(distribution):
        return _checked(distribution)
    raise InvalidType(
        f"source is {with_type(source)}; give a program (@assay.program), a function that returns a Dist, "
        f"or a "
        "table {input: {output: probability}}"
    )


def _table(
    table: Mapping[X, Dist[T] | Mapping[T, ExactLike]], domain: tuple[X, ...]
) -> Callable[[X], Dist[T]]:
    """Look the row up; all rows are read at once, so that a bad one is reported before any answer."""
    rows: dict[X, Dist[T]] = {}
    for x in domain:
        if x not in table:
            raise InvalidValue(
                f"the table has no row for input {with_type(x)}; add one, or leave the input out of the "
                f"domain"
            )
        row = table[x]
        rows[x] = row if isinstance(row, Dist) else Dist(row)
    return rows.__getitem__


def _checked(function: Callable[[X], Dist[T]]) -> Callable[[X], Dist[T]]:
    """The function, which must depend on its input alone, and return a Dist and not a sample."""
    watched: Callable[[X], Dist[T]] = load(DISTRIBUTION_WATCH)(function)

    def distribution(x: X) -> Dist[T]:
        row = watched(x)
        if not isinstance(row, Dist):
            raise InvalidType(
                f"the mechanism returned {with_type(row)} on input {with_type(x)}, not a Dist; decorate the "
                f"function "
                "with @assay.program if it draws with flip, draw or uniform, or return Dist.point(value) if "
                "it is deterministic"
            )
        return row

    return distribution
