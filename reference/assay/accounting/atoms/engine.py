"""The engine of few atoms, or few rounds with a density: what it costs, and what it answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log, prod, sqrt
from typing import Any

from ...composition.answer import Answer
from ...composition.pair import DominatingPair
from ...errors import BudgetExceeded
from ...exact._flint import bounds, precision
from ...exact.bracket import LEAST_BITS, log2_of
from ..densities import Laplace
from ..question import Question
from .losses import FIRST_BITS, Pairs
from .total import MOST_PRODUCTS, PRODUCT_BYTES, Parts, in_two, length_of, total_of

LOG2 = log(2)
SECONDS_A_PRODUCT, SECONDS_A_TAIL, SECONDS_A_SEARCH = 2e-6, 1.5e-5, 4e-6
"""What a product of two losses takes, and a value of a tail and of a list."""
SECONDS_A_TERM, SECONDS_A_COEFFICIENT = 2e-6, 6e-8
"""What a place of Laplace mechanisms takes, and each coefficient of its polynomial."""
CELLS, VALUES = 6, 8
"""Cells of a round, over the root of the width of delta, and values of delta in a search for an epsilon."""
LOST_BITS = 4
"""What is left out of lists is smaller than what is asked for by so many bits."""
TRIES = 3
FAINT_BITS = 40
"""A part without atoms whose mass is below 2^-FAINT_BITS, as the rest of a table of atoms, is left out."""


def is_listed(pair: DominatingPair) -> bool:
    """Whether all but a faint rest of the finite losses are atoms."""
    ends = bounds(pair.total().p)
    return ends is not None and ends[1] <= Fraction(1, 2**FAINT_BITS)


def parts_of(rounds: Sequence[tuple[DominatingPair, int]]) -> Parts | None:
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


def work_of(pairs: Pairs) -> tuple[float, float]:
    """How many products of two losses a list of sums takes, and how long it is, roughly."""
    products, length = 0.0, 1.0
    for pair, count in pairs:
        if count > 1:
            products += length_of(pair, (count + 1) // 2) * length_of(pair, count // 2)
        length *= length_of(pair, count)
        products += length
    return products, length


def share_of(question: Question) -> float:
    """The relative width that delta needs."""
    share, saddle = float(question.wanted), question.look.saddle
    return share if question.delta is None else min(0.5, share * max(saddle.epsilon, 1e-9) * saddle.c)


@dataclass(frozen=True)
class ByAtoms:
    """Few atoms, or few rounds with a density: lists of atoms, with a closed form of what has a density."""

    name: str = "atoms"
    least_cost: float = 0.0

    def cost(self, question: Question) -> float | None:
        """From the lengths of lists and of closed forms, and the number of cells; None for too many dense."""
        parts = parts_of(question.rounds)
        if parts is None:
            return None
        if parts.laplace or parts.dense:
            products, length = work_of(parts.listed)
            gain = SECONDS_A_TAIL
        else:
            (products, length), (more, other) = (work_of(side) for side in in_two(parts.listed))
            products, length, gain = products + more, min(length, other), SECONDS_A_SEARCH
        if parts.laplace:
            terms, count = prod(k + 1 for _, k in parts.laplace), parts.laplace_count
            gain = terms * (SECONDS_A_TERM + SECONDS_A_COEFFICIENT * count * (1 + count / 100))
            products += terms
        cells = CELLS / sqrt(share_of(question)) if parts.in_cells else 1
        values = VALUES if question.epsilon is None else 1
        return SECONDS_A_PRODUCT * products + values * length * gain * cells

    def answer(self, question: Question) -> Answer[Any] | None:
        """Lists, cells and closed forms as fine as it takes; None where the lists are too long."""
        parts = parts_of(question.rounds)
        if parts is None:
            return None
        saddle, best = question.look.saddle, question.nothing_known()
        share, most = share_of(question), min(MOST_PRODUCTS, question.budget.max_bytes // PRODUCT_BYTES)
        size = saddle.log_delta if question.delta is None else log2_of(question.delta) * LOG2
        for attempt in range(TRIES):
            if size < -LEAST_BITS * LOG2:
                return None
            wanted = share / 16**attempt
            lost = int((size + log(wanted)) / LOG2) - LOST_BITS
            bits = FIRST_BITS * 2**attempt + 2 * parts.laplace_count - lost
            try:
                total = total_of(
                    question.rounds, parts, bits, Fraction(2) ** lost, Fraction(wanted) / 4, most
                )
                best = best.intersection(total.answer(question, saddle))
            except BudgetExceeded:
                return None
            if question.answered_by(best):
                return Answer.of(best, self.name)
            if question.epsilon is not None and best.lower > 0:
                size = log2_of(best.lower) * LOG2
        return None
