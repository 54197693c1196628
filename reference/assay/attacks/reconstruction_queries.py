"""Weighted queries to a table of bits: read by bit mask, by weights, or by the entries that they name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from ..errors import InvalidType, InvalidValue
from ..exact import ExactLike, number
from ..exact.real import brief
from ..outputs.text import with_type
from .reconstruction import Bits

Weights: TypeAlias = int | Sequence[ExactLike] | Mapping[Any, ExactLike]
Query: TypeAlias = dict[int, Fraction]
"""The weights that are not 0, by the position row * columns + column."""


def read_queries(queries: Iterable[Weights], n: int, columns: int) -> list[Query]:
    """The queries by the positions of their entries.  Raises InvalidType, InvalidValue by their number."""
    given: object = queries
    if not isinstance(given, Iterable) or isinstance(given, str | bytes | Mapping):
        raise InvalidType(f"queries is {with_type(given)}; give a list of bit masks, of weights, or of both")
    found = [_query(q, f"queries[{i}]", n, columns) for i, q in enumerate(queries)]
    if not found:
        raise InvalidValue("queries is empty; give at least one")
    return found


def _query(query: object, name: str, n: int, columns: int) -> Query:
    if isinstance(query, Mapping):
        entries = {_position(place, name, n, columns): w for place, w in query.items()}
        if len(entries) < len(query):
            raise InvalidValue(f"{name} names an entry twice, by its row and by (row, 0); name each once")
        return _weights(entries, name)
    if columns != 1:
        raise InvalidType(
            f"{name} is {with_type(query)}; for {columns} columns give {{(row, column): weight}}"
        )
    if isinstance(query, int) and not isinstance(query, bool):
        if not 0 <= query < 1 << n:
            raise InvalidValue(f"{name} = {brief(query)}; a bit mask over {n} rows is from 0 to 2^{n} - 1")
        return {i: Fraction(1) for i in range(n) if query >> i & 1}
    if not isinstance(query, Sequence) or isinstance(query, str | bytes):
        raise InvalidType(f"{name} is {with_type(query)}; give a bit mask, {n} weights or {{row: weight}}")
    if len(query) != n:
        raise InvalidValue(f"{name} has {len(query)} weights; give one for each of the {n} rows")
    return _weights(dict(enumerate(query)), name)


def check_sizes(values: Iterable[Fraction]) -> None:
    """Refuse what is no float to the solver."""
    for x in values:
        if abs(x) > 10**15:
            raise InvalidValue(
                f"{number(x).decimal(3)} is too large for the solver; scale weights and answers"
            )


def _weights(entries: Mapping[int, Any], name: str) -> Query:
    found = {v: number(w, f"a weight of {name}").rational_value() for v, w in entries.items()}
    for v, w in found.items():
        if w is None:
            raise InvalidValue(f"a weight of {name} is {brief(entries[v])}, irrational; give a rational")
    return {v: w for v, w in found.items() if w}


def _position(place: object, name: str, n: int, columns: int) -> int:
    pair = place if isinstance(place, tuple) else (place, 0)
    if len(pair) != 2 or any(isinstance(i, bool) or not isinstance(i, int) for i in pair):
        raise InvalidType(f"{name} names the entry {with_type(place)}; give (row, column) as ints")
    if not (0 <= pair[0] < n and 0 <= pair[1] < columns) or (columns > 1 and pair is not place):
        raise InvalidValue(
            f"{name} names the entry {with_type(place)}, outside {n} rows and {columns} columns"
        )
    return int(pair[0] * columns + pair[1])


def table_of(rows: Sequence[Sequence[int]]) -> list[Bits]:
    """The rows of a table.  Raises InvalidType, InvalidValue for what is none."""
    given: object = rows
    if not isinstance(given, Sequence) or not all(isinstance(row, Sequence) for row in given) or not given:
        raise InvalidType(f"rows is {with_type(given)}; give a tuple of rows, each a tuple of bits")
    table = [tuple(row) for row in rows]
    for i, row in enumerate(table):
        if len(row) != len(table[0]) or not row:
            raise InvalidValue(f"rows[{i}] has {len(row)} columns; give each row the same number, 1 or more")
        for bit in row:
            if type(bit) is not int or bit not in (0, 1):
                raise InvalidValue(f"rows[{i}] holds {with_type(bit)}; an entry is the integer 0 or 1")
    return table
