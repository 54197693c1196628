"""The pair that dominates several pairs: the upper envelope of their profiles, and who attains it where.

    H_t(P || Q) = max over i of H_t(P_i || Q_i)   for every t = e^epsilon >= 0.

Each vertex of the upper boundary of all tests (Q_i(S), P_i(S)) is the best test on a range of t; the pairs
that have this vertex attain the maximum there.  A range is named after one pair as far as it reaches.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Generic, TypeVar

from ..dp.neyman_pearson import Point, upper_boundary
from ..errors import InvalidValue
from ..exact import INFINITY, Log, ln
from ..outputs.text import brief
from .finite_pair import FinitePair, check_finite
from .pair import DominatingPair

L = TypeVar("L")


@dataclass(frozen=True, slots=True)
class Piece(Generic[L]):
    """On low <= epsilon <= high the pair named `pair` attains the profile; epsilon may be negative."""

    low: Log
    high: Log
    pair: L

    def __str__(self) -> str:
        if self.low.is_infinite and self.high.is_infinite:
            return f"{brief(self.pair)} at every epsilon"
        if self.low.is_infinite:
            return f"{brief(self.pair)} up to epsilon = {self.high}"
        if self.high.is_infinite:
            return f"{brief(self.pair)} from epsilon = {self.low} on"
        return f"{brief(self.pair)} from epsilon = {self.low} to {self.high}"


@dataclass(frozen=True)
class UpperEnvelope(Generic[L]):
    """The pair that dominates several, with the pieces of its profile by increasing epsilon."""

    pair: DominatingPair
    pieces: tuple[Piece[L], ...]

    @property
    def attained_by(self) -> L | None:
        """The name of the one pair that attains the profile everywhere; None where it takes several."""
        return self.pieces[0].pair if len(self.pieces) == 1 else None

    @property
    def finite(self) -> FinitePair:
        """The pair, with exact numbers.  Raises InvalidType where it is known by its tails only."""
        return check_finite(self.pair)

    def __str__(self) -> str:
        how = "attained by" if self.attained_by is not None else "constructed:"
        return f"{how} {'; '.join(map(str, self.pieces))}"


def upper_envelope(pairs: Mapping[L, DominatingPair]) -> UpperEnvelope[L]:
    """The pair that dominates named pairs; of several that attain it the first is named.

    Several pairs have to be finite.  Raises InvalidValue for no pairs, InvalidType for several of which one
    is not finite, UndecidedError where the order of probabilities depends on EPS.
    """
    if not pairs:
        raise InvalidValue("there is no pair to dominate; give at least one adjacent pair")
    if len(pairs) == 1:
        ((name, only),) = pairs.items()
        return UpperEnvelope(only, (Piece(-INFINITY, INFINITY, name),))
    tests = {name: set(check_finite(each).tests()) for name, each in pairs.items()}
    boundary = upper_boundary(point for points in tests.values() for point in points)
    owners = [[name for name, points in tests.items() if vertex in points] for vertex in boundary]
    return UpperEnvelope(FinitePair.from_tests(boundary), tuple(_pieces(_ends(boundary), owners)))


def either_order(pair: DominatingPair) -> DominatingPair:
    """What dominates (P, Q) and (Q, P): for a relation without directions, in which x and x' may be exchanged
    from round to round.

    Raises InvalidValue for a pair that is neither symmetric nor finite.
    """
    if pair.is_symmetric:
        return pair
    if not isinstance(pair, FinitePair):
        raise InvalidValue(
            f"{pair.name} is not known to have the same losses in both orders, and where a record is "
            "replaced the order may change from round to round; give a pair that dominates in both orders"
        )
    return upper_envelope({"given": pair, "reversed": pair.reversed()}).finite


def _ends(boundary: Sequence[Point]) -> list[Log]:
    """The epsilons between which each vertex is the best test, from infinity down to -infinity."""
    slopes = [ln((y1 - y0) / (x1 - x0)) for (x0, y0), (x1, y1) in pairwise(boundary)]
    return [INFINITY, *slopes, -INFINITY]


def _pieces(ends: Sequence[Log], owners: Iterable[Sequence[L]]) -> list[Piece[L]]:
    """Ranges as long as one pair attains all their vertices, by increasing epsilon."""
    pieces: list[Piece[L]] = []
    able: list[L] = []
    start = 0
    for i, named in enumerate(owners):
        still = [name for name in able if name in named]
        if i and not still:
            pieces.append(Piece(ends[i], ends[start], able[0]))
            start = i
        able = still or list(named)
    pieces.append(Piece(ends[-1], ends[start], able[0]))
    return pieces[::-1]
