"""The dominating pair of many pairs, and which of them it is at which epsilon.

    H_t(P || Q) = max over i of H_t(P_i || Q_i)   for every t = e^epsilon >= 0.

Each vertex of the upper boundary of all tests (Q_i(S), P_i(S)) is the best test on a range of t; the pairs
that have this vertex attain the maximum there.  A range is named after one pair as far as it reaches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Generic, TypeVar

from ..dp import Dist, Profile
from ..dp.neyman_pearson import Point, upper_boundary
from ..errors import InvalidValue
from ..exact import INFINITY, Log, ln
from ..outputs.text import brief
from .rounds import Round

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
class DominatingPair(Generic[L]):
    """A pair (P, Q), its round, and the pieces of its profile by increasing epsilon."""

    round: Round
    pieces: tuple[Piece[L], ...]

    @property
    def pair(self) -> L | None:
        """The one pair that attains the profile everywhere; None where (P, Q) is constructed of several."""
        return self.pieces[0].pair if len(self.pieces) == 1 else None

    def profile(self) -> Profile:
        """delta(epsilon) of one round."""
        return self.round.profile()

    def distributions(self) -> tuple[Dist[int], Dist[int]]:
        """(P, Q) on 0, 1, ..."""
        return self.round.distributions()

    def reversed(self, name: Callable[[L], L]) -> DominatingPair[L]:
        """(Q, P), which dominates the reversed pairs: H_t(Q || P) = 1 - t + t H_(1/t)(P || Q).

        `name` gives the name of a reversed pair.
        """
        pieces = (Piece(-piece.high, -piece.low, name(piece.pair)) for piece in reversed(self.pieces))
        return DominatingPair(self.round.reversed(), tuple(pieces))

    def __str__(self) -> str:
        how = "attained by" if self.pair is not None else "constructed:"
        return f"{how} {'; '.join(map(str, self.pieces))}"


def dominating(rounds: Mapping[L, Round]) -> DominatingPair[L]:
    """The dominating pair of named rounds; of several that attain it the first is named.

    Raises InvalidValue for no rounds, UndecidedError where the order of probabilities depends on EPS.
    """
    if not rounds:
        raise InvalidValue("there is no pair to dominate; give at least one adjacent pair")
    if len(rounds) == 1:
        ((name, only),) = rounds.items()
        return DominatingPair(only, (Piece(-INFINITY, INFINITY, name),))
    tests = {name: set(each.tests()) for name, each in rounds.items()}
    boundary = upper_boundary(point for points in tests.values() for point in points)
    owners = [[name for name, points in tests.items() if vertex in points] for vertex in boundary]
    return DominatingPair(Round.from_tests(boundary), tuple(_pieces(_ends(boundary), owners)))


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
