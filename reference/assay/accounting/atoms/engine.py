"""The engine: a list of losses, a closed form, and perhaps one round in cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import log, prod, sqrt

from ...composition.pair import DominatingPair
from ...errors import BudgetExceeded
from ...exact import Log
from ...exact._flint import arb, precision
from ...exact.bracket import LEAST_BITS, Bracket, log2_of, probability
from ..densities import Laplace
from ..lattices import commensurable
from ..planning.loss_sketch import middle
from ..question import Question, mass_at_infinity
from ..total_loss import Total
from .cells import Cells
from .gains import Gain, OfLaplace, OfList, OfTails
from .losses import Losses, is_listed, losses_of, sums

MOST_PRODUCTS, PRODUCT_BYTES = 4_000_000, 250
MOST_CELLS = 100_000
LOG2 = log(2)
SECONDS_A_PRODUCT, SECONDS_A_TAIL, SECONDS_A_SEARCH = 2e-6, 1.5e-5, 4e-6
"""What a product of two losses takes, and a value of a tail and of a list."""
SECONDS_A_TERM, SECONDS_A_COEFFICIENT = 2e-6, 6e-8
"""What a place of Laplace mechanisms takes, and each coefficient of its polynomial."""
CELLS, VALUES = 6, 8
"""Cells of a round, over the root of the width of delta, and values of delta in a search for an epsilon."""
LOST_BITS = 4
"""What is left out of lists is smaller than what is asked for by so many bits."""
FAINTEST = 1e-10
"""Atoms with less mass do not count for the estimate."""
FIRST_BITS = 64
TRIES = 3
Pairs = tuple[tuple[DominatingPair, int], ...]


@dataclass(frozen=True)
class Parts:
    """Rounds by what is done with them: listed, the Laplace mechanisms, and those with a density."""

    listed: Pairs
    laplace: tuple[tuple[Fraction, int], ...]
    dense: tuple[DominatingPair, ...]

    @property
    def in_cells(self) -> bool:
        """Whether one round is cut into cells."""
        return len(self.dense) + bool(self.laplace) > 1

    @staticmethod
    def of(rounds: Sequence[tuple[DominatingPair, int]]) -> Parts | None:
        """None where more than two rounds have a density, one beside Laplace mechanisms."""
        listed: list[tuple[DominatingPair, int]] = []
        laplace: list[tuple[Fraction, int]] = []
        dense: list[DominatingPair] = []
        for pair, count in rounds:
            if isinstance(pair, Laplace):
                laplace.append((pair.epsilon, count))
                continue
            with precision(FIRST_BITS):
                only_atoms = is_listed(pair)
            if only_atoms:
                listed.append((pair, count))
            elif len(dense) + count + bool(laplace) > 2:
                return None
            else:
                dense += [pair] * count
        if len(dense) + bool(laplace) > 2:
            return None
        return Parts(tuple(listed), tuple(laplace), tuple(dense))


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
            longer, shorter = (_listed(side, negligible / 2, most) for side in _sides(parts.listed))
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


def _sides(pairs: Pairs) -> tuple[Pairs, Pairs]:
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


def work_of(pairs: Pairs) -> tuple[float, float]:
    """How many products of two losses a list of sums takes, and how long it is, roughly."""
    products, length = 0.0, 1.0
    for pair, count in pairs:
        if count > 1:
            products += length_of(pair, (count + 1) // 2) * length_of(pair, count // 2)
        length *= length_of(pair, count)
        products += length
    return products, length


def length_of(pair: DominatingPair, count: int) -> float:
    """How many sums the atoms of so many rounds have, roughly."""
    with precision(FIRST_BITS):
        atoms = [atom for atom in pair.point_masses() if middle(atom.p) > FAINTEST / count]
        lattice = commensurable(atoms)
    return float(min(2**62, sums(count, max(1, len(atoms)), None if lattice is None else lattice[2])))


def share_of(question: Question) -> float:
    """The relative width that delta needs."""
    share, saddle = float(question.wanted), question.look.saddle
    return share if question.delta is None else min(0.5, share * max(saddle.epsilon, 1e-9) * saddle.c)


@dataclass(frozen=True)
class Atoms:
    """Few atoms, or few rounds with a density."""

    parts: Parts

    @staticmethod
    def of(question: Question) -> Atoms | None:
        """The engine for these rounds; None where too many have a density."""
        parts = Parts.of(question.rounds)
        return None if parts is None else Atoms(parts)

    @property
    def laplace_count(self) -> int:
        """How many Laplace mechanisms there are."""
        return sum(count for _, count in self.parts.laplace)

    def cost(self, question: Question) -> float:
        """Seconds, from the lengths of lists and of closed forms, and the number of cells."""
        if self.parts.laplace or self.parts.dense:
            products, length = work_of(self.parts.listed)
            gain = SECONDS_A_TAIL
        else:
            (products, length), (more, other) = (work_of(side) for side in _sides(self.parts.listed))
            products, length, gain = products + more, min(length, other), SECONDS_A_SEARCH
        if self.parts.laplace:
            terms, count = prod(k + 1 for _, k in self.parts.laplace), self.laplace_count
            gain = terms * (SECONDS_A_TERM + SECONDS_A_COEFFICIENT * count * (1 + count / 100))
            products += terms
        cells = CELLS / sqrt(share_of(question)) if self.parts.in_cells else 1
        values = VALUES if question.epsilon is None else 1
        return SECONDS_A_PRODUCT * products + values * length * gain * cells

    def answer(self, question: Question) -> Bracket | None:
        """A bracket of the wanted width; None where this engine does not reach it."""
        saddle, best = question.look.saddle, question.nothing_known()
        share, most = share_of(question), min(MOST_PRODUCTS, question.budget.max_bytes // PRODUCT_BYTES)
        size = saddle.log_delta if question.delta is None else log2_of(question.delta) * LOG2
        for attempt in range(TRIES):
            if size < -LEAST_BITS * LOG2:
                return None
            wanted = share / 16**attempt
            lost = int((size + log(wanted)) / LOG2) - LOST_BITS
            bits = FIRST_BITS * 2**attempt + 2 * self.laplace_count - lost
            try:
                total = total_of(
                    question.rounds, self.parts, bits, Fraction(2) ** lost, Fraction(wanted) / 4, most
                )
                best = best.intersection(total.answer(question, saddle))
            except BudgetExceeded:
                return None
            if question.answered_by(best):
                return best
            if question.epsilon is not None and best.lower > 0:
                size = log2_of(best.lower) * LOG2
        return None
