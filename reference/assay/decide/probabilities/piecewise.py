"""`Piecewise`: functions of one noise variable, given by terms between integer breakpoints.

A function has breakpoints b_1 < ... < b_m and m + 1 pieces.  Piece n holds on b_n <= z < b_(n+1), at all
integers there (discrete) or all reals (continuous); the first holds below b_1 and the last from b_m on.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable

from . import noise
from .noise import Family, Terms
from .values import ONE, ZERO, Value


class Piecewise:
    """A piecewise exponential function of one variable; immutable."""

    __slots__ = ("_cumulative", "_remaining", "_shifts", "breaks", "family", "pieces")

    _cumulative: Piecewise | None
    _remaining: Piecewise | None
    _shifts: dict[int, Piecewise]

    def __init__(self, family: Family, breaks: tuple[int, ...], pieces: tuple[Terms, ...]) -> None:
        self.family: Family = family
        self.breaks: tuple[int, ...] = breaks
        self.pieces: tuple[Terms, ...] = pieces
        self._cumulative, self._remaining, self._shifts = None, None, {}

    @classmethod
    def constant(cls, family: Family, value: Value = ONE) -> Piecewise:
        """The constant function."""
        return cls(family, (), ({(0, 0): value},)) if value else cls.nothing(family)

    @classmethod
    def nothing(cls, family: Family) -> Piecewise:
        """The function that is 0."""
        return cls(family, (), ({},))

    def piece_at(self, z: int) -> Terms:
        """The piece that holds at z and just above it."""
        return self.pieces[bisect_right(self.breaks, z)]

    def pieces_between(self, low: int, high: int) -> tuple[Terms, ...]:
        """The pieces that hold somewhere on low <= z < high."""
        if low >= high:
            return ()
        return self.pieces[bisect_right(self.breaks, low) : bisect_left(self.breaks, high) + 1]

    def at(self, z: int) -> Value:
        """The value at the integer z."""
        return self.family.at(self.piece_at(z), z)

    def below(self, z: int) -> Value:
        """The limit from below at the integer z, for reals."""
        return self.family.at(self.piece_at(z - 1), z)

    def combine(self, other: Piecewise, how: Callable[[Terms, Terms], Terms]) -> Piecewise:
        """The function whose pieces combine those of the two functions."""
        breaks = tuple(sorted({*self.breaks, *other.breaks}))
        below = how(self.pieces[0], other.pieces[0])
        return Piecewise(
            self.family, breaks, (below, *(how(self.piece_at(b), other.piece_at(b)) for b in breaks))
        )

    def __add__(self, other: Piecewise) -> Piecewise:
        return self.combine(other, noise.add)

    def __mul__(self, other: Piecewise) -> Piecewise:
        return self.combine(other, noise.multiply)

    def scale(self, factor: Value) -> Piecewise:
        """The function times a constant."""
        return Piecewise(self.family, self.breaks, tuple(noise.scale(p, factor) for p in self.pieces))

    def negated(self) -> Piecewise:
        """-f."""
        return self.scale(-ONE)

    def shift(self, n: int) -> Piecewise:
        """z -> f(z + n)."""
        if n == 0:
            return self
        if n not in self._shifts:
            moved = tuple(self.family.shift(piece, n) for piece in self.pieces)
            self._shifts[n] = Piecewise(self.family, tuple(b - n for b in self.breaks), moved)
        return self._shifts[n]

    def reflected(self) -> Piecewise:
        """z -> f(-z); for reals up to the breakpoints themselves."""
        step = 1 if self.family.discrete else 0
        breaks = tuple(step - b for b in reversed(self.breaks))
        return Piecewise(self.family, breaks, tuple(noise.reflected(p) for p in reversed(self.pieces)))

    def cumulative(self) -> Piecewise:
        """F(z) = sum of f over all integers <= z, or its integral from -infinity to z."""
        if self._cumulative is None:
            self._cumulative = self._summed()
        return self._cumulative

    def remaining(self) -> Piecewise:
        """The sum over all integers > z, or the integral from z to infinity."""
        if self._remaining is None:
            rising = self.cumulative()
            self._remaining = Piecewise.constant(self.family, rising.limit()) + rising.negated()
        return self._remaining

    def _summed(self) -> Piecewise:
        step = 1 if self.family.discrete else 0
        pieces: list[Terms] = []
        reached = ZERO
        for n, piece in enumerate(self.pieces):
            rising = self.family.primitive(piece)
            if n:
                start = self.breaks[n - 1] - step
                constant = reached - self.family.at(rising, start)
                rising = noise.add(rising, {(0, 0): constant} if constant else {})
            pieces.append(rising)
            if n < len(self.breaks):
                reached = self.family.at(rising, self.breaks[n] - step)
        return Piecewise(self.family, self.breaks, tuple(pieces))

    def total(self) -> Value:
        """The sum (integral) over all z; every term of the outer pieces must decay outwards."""
        return self.cumulative().limit()

    def limit(self) -> Value:
        """The limit for z -> infinity, if the last piece has a constant term and decaying ones."""
        return self.pieces[-1].get((0, 0), ZERO)


def two_sided(family: Family, rate: int) -> Piecewise:
    """The distribution of two-sided geometric (Laplace) noise."""
    return Piecewise(family, (0,), family.two_sided(rate))


def one_sided(family: Family, rate: int) -> Piecewise:
    """The distribution of one-sided geometric (exponential) noise."""
    return Piecewise(family, (0,), ({}, family.one_sided(rate)))


def indicator(family: Family, low: int | None, high: int | None) -> Piecewise:
    """1 on low <= z < high, else 0; None is an infinite end."""
    one: Terms = {(0, 0): ONE}
    if low is not None and high is not None and low >= high:
        return Piecewise.nothing(family)
    breaks = tuple(b for b in (low, high) if b is not None)
    pieces = [one] if low is None else [{}, one]
    return Piecewise(family, breaks, tuple(pieces if high is None else [*pieces, {}]))
