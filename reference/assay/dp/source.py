"""Where a mechanism's output distributions come from: a program, a function, or a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Generic, Protocol, TypeAlias, TypeVar

from ..errors import InvalidType, InvalidValue, UnfinishedProgram
from ..exact import ExactLike
from .dist import Dist
from .outputs import refuse_lookalike, shown
from .progress import is_spent

X = TypeVar("X")
T = TypeVar("T")

X_contra = TypeVar("X_contra", contravariant=True)
T_co = TypeVar("T_co", covariant=True)


class HasDistribution(Protocol[X_contra, T_co]):
    """A program, or another mechanism: it knows its own output distribution."""

    def distribution(self, x: X_contra, /) -> Dist[T_co]:
        """The output distribution on input x."""


Source: TypeAlias = (
    "HasDistribution[X, T] | Callable[[X], Dist[T]] | Mapping[X, Dist[T] | Mapping[T, ExactLike]]"
)


class Rows(Generic[X, T]):
    """The rows M(x) of a mechanism, each computed when it is first asked for and then kept.

    An output that two rows spell differently (True and 1, or outputs of two types) is refused: it would be
    two outputs to an observer and one to a dictionary.
    """

    def __init__(self, law: Callable[[X], Dist[T]]) -> None:
        self._law = law
        self._rows: dict[X, Dist[T]] = {}
        self._unfinished: dict[X, UnfinishedProgram] = {}
        self._outputs: dict[T, T] = {}
        self._typical: tuple[X, T] | None = None

    def __getitem__(self, x: X) -> Dist[T]:
        """The distribution M(x).  Raises UnfinishedProgram if it is known by bounds only."""
        if x in self._unfinished:
            raise self._unfinished[x]
        if x not in self._rows:
            try:
                row = self._law(x)
            except UnfinishedProgram as error:
                if not is_spent():  # with more time there would be no more to know
                    self._unfinished[x] = error
                raise
            for output in row.support:
                self._admit(x, output)
            self._rows[x] = row
        return self._rows[x]

    def _admit(self, x: X, output: T) -> None:
        """Refuse an output that does not fit those of the rows before."""
        refuse_lookalike(output, self._outputs.setdefault(output, output), "output")
        if output is None:
            return
        if self._typical is None:
            self._typical = (x, output)
        first_x, first = self._typical
        if type(output) is not type(first):
            raise InvalidType(
                f"output {shown(output)} on input {shown(x)} differs in type from output {shown(first)} on "
                f"input {shown(first_x)}; give all outputs one type, such as a tuple (label, value); None "
                "may stand for 'no answer'"
            )


def law_of(source: Source[X, T], domain: tuple[X, ...]) -> Callable[[X], Dist[T]]:
    """The function x -> M(x) of a source.

    Raises InvalidType for a source of another kind, InvalidValue for a table without some input of the
    domain.
    """
    if isinstance(source, Mapping):
        return _table(source, domain)
    known = getattr(source, "distribution", None)
    law = source if known is None else known
    if callable(law):
        return _checked(law)
    raise InvalidType(
        f"source is {shown(source)}; give a program (@assay.program), a function that returns a Dist, or a "
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
                f"the table has no row for input {shown(x)}; add one, or leave the input out of the domain"
            )
        row = table[x]
        rows[x] = row if isinstance(row, Dist) else Dist(row)
    return rows.__getitem__


def _checked(function: Callable[[X], Dist[T]]) -> Callable[[X], Dist[T]]:
    """The function, which must return a Dist and not a sample."""

    def law(x: X) -> Dist[T]:
        row = function(x)
        if not isinstance(row, Dist):
            raise InvalidType(
                f"the mechanism returned {shown(row)} on input {shown(x)}, not a Dist; decorate the function "
                "with @assay.program if it draws with flip, draw or uniform, or return Dist.point(value) if "
                "it is deterministic"
            )
        return row

    return law
