"""The rows M(x) of a mechanism, from a program, a function or a table; each is computed once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from ..budgets.progress import is_spent
from ..dp import Dist
from ..dp.mechanism import Source
from ..errors import InvalidType, InvalidValue, UnfinishedProgram
from ..exact import ExactLike
from ..outputs.alphabet import Alphabet
from ..outputs.text import with_type
from ..wiring import DISTRIBUTION_WATCH, load
from .partial import Partial

X = TypeVar("X")
T = TypeVar("T")


class Rows(Generic[X, T]):
    """The rows M(x) of a mechanism, each computed when it is first asked for and then kept in `known`.

    Outputs of two rows that are look-alikes (True and 1) are refused: they would be two outputs to an
    observer and one to a dictionary.
    """

    def __init__(self, distribution: Callable[[X], Dist[T]]) -> None:
        self._distribution = distribution
        self.known: dict[X, Dist[T]] = {}
        self._unfinished: dict[X, UnfinishedProgram] = {}
        self._alphabet: Alphabet[T] = Alphabet("output")

    def __getitem__(self, x: X) -> Dist[T]:
        """The distribution M(x).  Raises UnfinishedProgram if it is known by bounds only."""
        if x in self._unfinished:
            raise self._unfinished[x]
        if x not in self.known:
            try:
                row = self._distribution(x)
            except UnfinishedProgram as error:
                self._admit_partial(error.partial)
                if not is_spent():  # with more time there would be no more to know
                    self._unfinished[x] = error
                raise
            for output in row.support:
                self._alphabet.admit(output, row._keys.get(output))
            self.known[x] = row
        return self.known[x]

    def _admit_partial(self, partial: object) -> None:
        """The outputs that are known of an unfinished row meet those of the other rows too."""
        if isinstance(partial, Partial):
            for output in partial.lower:
                self._alphabet.admit(output, partial.keys.get(output))


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
