"""The distribution of the total loss as a list, a closed form of what has a density, and perhaps cells."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from ...composition.pair import DominatingPair
from ...exact import Log
from ...exact._flint import arb, precision
from ...exact.bracket import Bracket, probability
from ..lattices import commensurable
from ..planning.loss_sketch import middle
from ..question import mass_at_infinity
from ..total_loss import Total
from .cells import Cells
from .gains import Gain, OfLaplace, OfList, OfTails
from .losses import FIRST_BITS, Losses, Pairs, losses_of, sums

MOST_PRODUCTS, PRODUCT_BYTES = 4_000_000, 250
MOST_CELLS = 100_000
FAINTEST = 1e-10
"""Atoms with less mass do not count for the estimate."""


@dataclass(frozen=True)
class Parts:
    """Rounds by what is done with them: listed, the Laplace mechanisms, and those with a density."""

    listed: Pairs
    laplace: tuple[tuple[Fraction, int], ...]
    dense: tuple[DominatingPair, ...]

    @property
    def laplace_count(self) -> int:
        """How many Laplace mechanisms there are."""
        return sum(count for _, count in self.laplace)

    @property
    def in_cells(self) -> bool:
        """Whether one round is cut into cells."""
        return len(self.dense) + bool(self.laplace) > 1


@dataclass
class AtomsTotal(Total):
    """The distribution of the total loss, at one precision.

    closed: the rounds that are not in the list, without the one in cells.  share: how wide delta may be,
    relatively, because of cells.
    """

    rounds: Pairs
    losses: Losses
    closed: Gain
    lost: arb
    cells: Cells | None
    share: Fraction
    bits: int
    known: dict[Fraction, Bracket] = field(default_factory=dict)

    def delta(self, epsilon: Log) -> Bracket:
        """The sum over the list."""
        with precision(self.bits):
            point = epsilon.enclosure(self.bits)
            infinite = mass_at_infinity(self.rounds)
            if self.cells is None:
                low = high = self._gain(point)
            else:
                low, high = self.cells.mean(lambda loss: self._gain(point - loss), self.share)
            below, above = probability(low + infinite), probability(high + infinite + self.lost)
        return Bracket(below.lower, above.upper)

    def _gain(self, x: arb) -> arb:
        """G(x) of the list and the closed form together."""
        value = arb(0)
        for place, mass in zip(self.losses.places, self.losses.masses, strict=True):
            value += mass * self.closed.at(x - place)
        return value


def total_of(
    rounds: Pairs, parts: Parts, bits: int, negligible: Fraction, share: Fraction, most: int = MOST_PRODUCTS
) -> AtomsTotal:
    """Lists, closed form and cells at the precision `bits`, without losses of a mass up to `negligible`."""
    with precision(bits):
        if parts.laplace or parts.dense:
            losses = _listed(parts.listed, negligible, most)
            closed: Gain = OfLaplace(parts.laplace) if parts.laplace else OfTails(parts.dense[-1])
            lost = losses.lost
        else:
            longer, shorter = (_listed(side, negligible / 2, most) for side in in_two(parts.listed))
            if len(longer) < len(shorter):
                longer, shorter = shorter, longer
            losses, closed, lost = shorter, OfList(longer), longer.lost + shorter.lost
        cells = Cells(parts.dense[0], MOST_CELLS) if parts.in_cells else None
    return AtomsTotal(rounds, losses, closed, arb(lost.upper()), cells, share, bits)


def _listed(pairs: Pairs, negligible: Fraction, most: int) -> Losses:
    """The list of the sums of all."""
    found, each = Losses.none(), negligible / (4 * len(pairs) or 1)
    for pair, count in sorted(pairs, key=lambda item: item[1]):
        single = losses_of(pair).without(each / count)
        found = found.times(single.power(count, each, most), each, most)
    return found


def in_two(pairs: Pairs) -> tuple[Pairs, Pairs]:
    """The rounds in two parts whose lists are about equally long."""
    sides: tuple[list[tuple[DominatingPair, int]], list[tuple[DominatingPair, int]]] = ([], [])
    sizes = [1.0, 1.0]
    for pair, count in pairs:
        small = 0 if sizes[0] <= sizes[1] else 1
        for side, part in ((small, (count + 1) // 2), (1 - small, count // 2)):
            if part:
                sides[side].append((pair, part))
                sizes[side] *= length_of(pair, part)
    return tuple(sides[0]), tuple(sides[1])


def length_of(pair: DominatingPair, count: int) -> float:
    """How many sums the atoms of so many rounds have, roughly."""
    with precision(FIRST_BITS):
        atoms = [atom for atom in pair.point_masses() if middle(atom.p) > FAINTEST / count]
        lattice = commensurable(atoms)
    return float(min(2**62, sums(count, max(1, len(atoms)), None if lattice is None else lattice[2])))
