"""The best of K outputs of a finite mechanism: its exact pair.

Outputs 1, ..., n are ranked from the worst to the best.  With U_i = P(1) + ... + P(i) and f the generating
function of K, the best of K outputs is i with probability f(U_i) - f(U_(i-1)), and K = 0 has f(0), where
something is released that does not depend on the data.
Source: Liu and Talwar, "Private Selection from Private Candidates", STOC 2019; Papernot and Steinke 2022.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise

from ..budgets.progress import checkpoint
from ..composition.finite_pair import FinitePair
from ..composition.pair import BallAtom, DominatingPair, WithoutDensity, working_precision
from ..errors import InvalidValue
from ..exact import Number, number
from ..exact._flint import arb, rational
from .densities import phi
from .repetitions import Repetitions

Masses = tuple[tuple[Number, Number], ...]
"""(P(i), Q(i)) from the worst output to the best."""


@dataclass(frozen=True)
class GaussianCells:
    """Ranked cells of the line under N(mu, 1) and N(0, 1): post-processing of Gaussian noise.

    cuts: their ends, growing; ranks: the cells, counted from the left, from the worst to the best.
    """

    mu_squared: Fraction
    cuts: tuple[Fraction, ...]
    ranks: tuple[int, ...]

    def balls(self) -> list[tuple[arb, arb]]:
        """(P, Q) of the cells by rank."""
        mu = arb(rational(self.mu_squared)).sqrt()
        cuts = [arb(rational(x)) for x in self.cuts]
        sides = [[arb(0), *(phi(x - shift) for x in cuts), arb(1)] for shift in (mu, arb(0))]
        cells = list(zip(*([b - a for a, b in pairwise(side)] for side in sides), strict=True))
        return [cells[i] for i in self.ranks]


@dataclass(frozen=True)
class ExactMasses:
    """Exact probabilities by rank."""

    masses: Masses

    def balls(self) -> list[tuple[arb, arb]]:
        """(P, Q) by rank; a 0 stays one."""
        bits = working_precision()
        return [(p.enclosure(bits), q.enclosure(bits)) for p, q in self.masses]


@dataclass(frozen=True)
class SelectedPair(WithoutDensity):
    """The pair of the best of K outputs, its masses as balls."""

    base: ExactMasses | GaussianCells
    repetitions: Repetitions

    @property
    def name(self) -> str:
        """How many outputs, and K."""
        return f"the best of {self.repetitions.name} outputs"

    @cached_property
    def _known(self) -> dict[int, list[tuple[arb, arb]]]:
        """The masses at the last precision."""
        return {}

    def _masses(self) -> list[tuple[arb, arb]]:
        """(P, Q) of the best output; 0 where the base has exactly 0."""
        bits = working_precision()
        if bits not in self._known:
            self._known.clear()
            self._known[bits] = self._computed()
        return self._known[bits]

    def _computed(self) -> list[tuple[arb, arb]]:
        """The same, at the precision in force."""
        checkpoint("masses", 0)
        given = self.base.balls()
        found = []
        for side in (0, 1):
            column = [each[side] for each in given]
            values = [self.repetitions.generating(x.min(arb(1))) for x in accumulate(column, initial=arb(0))]
            found.append(
                [
                    arb(0) if x.is_zero() else (b - a).max(arb(0))
                    for x, (a, b) in zip(column, pairwise(values), strict=True)
                ]
            )
        return list(zip(*found, strict=True))

    def point_masses(self) -> Sequence[BallAtom]:
        """The outputs that both have, and K = 0."""
        found = [
            BallAtom((p / q).log(), p, q) for p, q in self._masses() if not p.is_zero() and not q.is_zero()
        ]
        if self.repetitions.may_be_none:
            none = self.repetitions.generating(arb(0))
            found.append(BallAtom(arb(0), none, none))
        return found

    def mass_at_infinity(self) -> arb:
        """The outputs that only P has; there are none in cells of Gaussian noise."""
        if isinstance(self.base, GaussianCells):
            return arb(0)
        return sum((p for p, q in self._masses() if q.is_zero()), arb(0))

    def mass_at_minus_infinity(self) -> arb:
        """The outputs that only Q has."""
        if isinstance(self.base, GaussianCells):
            return arb(0)
        return sum((q for p, q in self._masses() if p.is_zero()), arb(0))


ZERO = number(0)


def best_of(base: Sequence[tuple[Number, Number]], repetitions: Repetitions) -> DominatingPair:
    """The pair of the best of K outputs, exactly where f is a rational function.

    base: (P(i), Q(i)) from the worst output to the best, each side of sum 1.
    """
    known = tuple((p, q) for p, q in base if p or q)
    if any(sum((each[side] for each in known), ZERO) != 1 for side in (0, 1)):
        raise InvalidValue(
            "the probabilities of the outputs have not the sum 1 on both sides; give distributions"
        )
    if repetitions.generating_exactly(ZERO) is None:
        return SelectedPair(ExactMasses(known), repetitions)
    sides = [
        [repetitions.generating_exactly(x) for x in accumulate(column, initial=ZERO)]
        for column in zip(*known, strict=True)
    ]
    steps = [[b - a for a, b in pairwise(side) if a is not None and b is not None] for side in sides]
    return FinitePair.from_masses(zip(*steps, strict=True))
