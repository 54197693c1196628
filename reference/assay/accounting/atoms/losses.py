"""Lists of losses with their masses: sums of independent ones where they are, and what is left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from ...composition.pair import DominatingPair
from ...errors import BudgetExceeded
from ...exact._flint import arb, rational
from ...exact.order import ball_sign
from ..planning.loss_sketch import middle


@dataclass(frozen=True)
class Losses:
    """Losses with their masses under P, in the order of the losses, and a bound of the mass that is not
    listed, which may lie anywhere.
    """

    places: tuple[arb, ...]
    masses: tuple[arb, ...]
    lost: arb

    @staticmethod
    def none() -> Losses:
        """No round: the loss 0."""
        return Losses((arb(0),), (arb(1),), arb(0))

    def __len__(self) -> int:
        return len(self.places)

    def times(self, other: Losses, negligible: Fraction, most: int) -> Losses:
        """The list of the sums; up to a mass of `negligible` is left out of it.

        Sums that are not told apart at the precision in force become one, in a ball that holds all of them.
        Raises BudgetExceeded beyond `most` products.
        """
        check_length(len(self) * len(other), most)
        ours, theirs = [middle(x) for x in self.places], [middle(x) for x in other.places]
        order = sorted((x + y, i, j) for i, x in enumerate(ours) for j, y in enumerate(theirs))
        merged = _Merged()
        for _, i, j in order:
            merged.add(self.places[i] + other.places[j], self.masses[i] * other.masses[j])
        lost = arb((self.lost + other.lost).upper())
        return Losses(tuple(merged.places), tuple(merged.masses), lost).without(negligible)

    def power(self, count: int, negligible: Fraction, most: int) -> Losses:
        """The list of the sums of `count` independent losses."""
        result, square, left = Losses.none(), self, count
        each = negligible / (2 * max(1, count).bit_length())
        while left:
            if left & 1:
                result = result.times(square, each, most)
            left >>= 1
            if left:
                square = square.times(square, each / left, most)
        return result

    def without(self, negligible: Fraction) -> Losses:
        """The list without its faintest losses, of a mass of at most `negligible` together."""
        order = sorted(range(len(self)), key=lambda i: middle(self.masses[i]))
        dropped, lost = set(), arb(0)
        for i in order:
            more = lost + arb(self.masses[i].upper())
            if ball_sign(more - rational(negligible)) != -1:
                break
            lost = more
            dropped.add(i)
        if not dropped:
            return self
        kept = [i for i in range(len(self)) if i not in dropped]
        return Losses(
            tuple(self.places[i] for i in kept),
            tuple(self.masses[i] for i in kept),
            arb((self.lost + lost).upper()),
        )


class _Merged:
    """Losses given nearly in order, those that are not told apart together."""

    def __init__(self) -> None:
        self.places: list[arb] = []
        self.masses: list[arb] = []

    def add(self, place: arb, mass: arb) -> None:
        """One loss more."""
        if self.places and self.places[-1].overlaps(place):
            self.places[-1] = self.places[-1].union(place)
            self.masses[-1] = self.masses[-1] + mass
            return
        self.places.append(place)
        self.masses.append(mass)


def losses_of(pair: DominatingPair) -> Losses:
    """The atoms of a pair; what else it has counts as left out."""
    atoms = sorted(pair.point_masses(), key=lambda atom: middle(atom.loss))
    merged = _Merged()
    for atom in atoms:
        merged.add(atom.loss, atom.p)
    return Losses(tuple(merged.places), tuple(merged.masses), arb(pair.total().p.upper()).max(arb(0)))


def sums(count: int, length: int, span: int | None) -> int:
    """How many different sums `count` of `length` losses have at most; on a lattice of `span` steps."""
    if span is not None:
        return count * span + 1
    return comb(count + length - 1, count) if count < 64 else 2**62


def check_length(products: int, most: int) -> None:
    """Raises BudgetExceeded beyond `most`."""
    if products > most:
        raise BudgetExceeded(f"a list of {products:,} losses is longer than {most:,}")


def total(values: Sequence[arb]) -> arb:
    """The sum."""
    return sum(values, arb(0))


Pairs = tuple[tuple[DominatingPair, int], ...]
FIRST_BITS = 64
