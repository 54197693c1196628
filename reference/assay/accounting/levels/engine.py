"""delta(epsilon) and epsilon(delta) of sampled Gaussian rounds, level by level."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, sqrt

from ...errors import BudgetExceeded
from ...exact._flint import acb, arb, precision, rational
from ..inversion.integral import Table
from ..inversion.transform import Transform
from ..planning.inversion_line import Line
from ..planning.level_cuts import Closing, Cuts, Level, Plan
from ..planning.level_integrals import Landscape, for_fading, for_values
from .cuts import Cut, Share
from .sums import faded, moment, transforms

GUARD_BITS = 28
FADING_BITS = 6
BALL_BYTES = 200
"""A complex ball in a list and in a matrix."""


@dataclass(frozen=True)
class SampledRounds:
    """Sampled rounds with their pictures, and others with their transforms; each with a count."""

    distributions: tuple[tuple[Landscape, int], ...]
    others: tuple[tuple[Transform, int], ...]
    max_bytes: int

    def moment(self, c: Fraction, cuts: Cuts, bits: float = 40) -> arb:
        """M(c) of the total of what the cuts keep."""
        total = arb(1)
        for (land, count), cut in zip(self.distributions, cuts, strict=True):
            grid = for_values(land, land.power(float(c)), 0.0, cut, bits + count.bit_length())
            total *= moment(land.distribution, c, cut, grid) ** count
        for transform, count in self.others:
            total *= transform.at(c) ** count
        return total

    def values(self, level: Level) -> list[acb]:
        """The transform of the level at its nodes."""
        above, below = [acb(1)] * level.count, [acb(1)] * level.count
        width = float(level.step * (level.count - 1))
        for i, (land, count) in enumerate(self.distributions):
            cuts = (level.uppers[i],) if level.lowers is None else (level.uppers[i], level.lowers[i])
            grid = for_values(land, land.power(float(level.c)), width, cuts[0], level.bits)
            self._check(grid.nodes, level.count)
            found = transforms(land.distribution, level.c, level.step, level.count, cuts, grid)
            above = [a * z**count for a, z in zip(above, found[0], strict=True)]
            below = [b * z**count for b, z in zip(below, found[-1], strict=True)]
        if level.lowers is not None:
            above = [a - b for a, b in zip(above, below, strict=True)]
        for transform, count in self.others:
            known = transform.values(level.c, level.step, level.count)
            above = [a * z**count for a, z in zip(above, known, strict=True)]
        return above

    def _check(self, nodes: int, count: int) -> None:
        """Raises BudgetExceeded where the matrices of a level take more than the memory that is allowed."""
        needed = 4 * nodes * ceil(sqrt(2 * count) + 1) * BALL_BYTES
        if needed > self.max_bytes:
            raise BudgetExceeded(
                f"a level needs about {needed:,} bytes, more than max_bytes = {self.max_bytes:,}"
            )

    def beyond(self, level: Level) -> arb:
        """An upper bound of the modulus of the transform of the level beyond its last node.

        Of products of B = B' + J and of B', |B| <= |B'| + |J|, the difference is at most that of the bounds.
        """
        omega = level.step * (level.count - 1)
        both, less = arb(1), arb(1)
        for i, (land, count) in enumerate(self.distributions):
            jump, small = self._modulus(land, count, level, i, omega)
            both, less = both * (jump + small) ** count, less * small**count
        both = both if level.lowers is None else both - less
        for transform, count in self.others:
            both *= transform.beyond(level.c, omega) ** count
        return arb(both.upper())

    def _modulus(self, land: Landscape, count: int, level: Level, i: int, omega: Fraction) -> tuple[arb, arb]:
        """Bounds of |J| and |B'|; of |B| and 0 without a lower cut."""
        t, height, upper = land.distribution.power(level.c), level.heights[i], level.uppers[i]

        def bound(share: Share, bits: float) -> arb:
            cuts = share.upper, share.lower
            return faded(
                land.distribution,
                t,
                omega,
                share,
                height,
                for_fading(land, float(t), float(omega), cuts, float(height), bits),
            )

        if level.lowers is None:
            return bound(Share(upper), FADING_BITS + count.bit_length()), arb(0)
        lower = level.lowers[i]
        whole = moment(
            land.distribution, level.c, lower, for_values(land, float(t), 0.0, lower, 20 + count.bit_length())
        )
        small = arb(whole.upper()).min(bound(Share(lower), FADING_BITS + count.bit_length()))
        return bound(Share(upper, lower), FADING_BITS), small

    def lost(self, cuts: Cuts) -> arb:
        """An upper bound of the mass that the cuts take from the total."""
        total = arb(0)
        for (land, count), cut in zip(self.distributions, cuts, strict=True):
            total += count * lost_mass(land, cut)
        return arb(total.upper())


def lost_mass(land: Landscape, cut: Cut) -> arb:
    """The integral of (1 - S) r^t phi at c = 0 is the fading bound at height 0 and frequency 0."""
    t = land.distribution.power(Fraction(0))
    grid = for_fading(land, float(t), 0.0, (None, cut), 0.0, FADING_BITS)
    return faded(land.distribution, t, Fraction(0), Share(None, cut), Fraction(0), grid)


@dataclass(frozen=True)
class Ladder:
    """A plan carried out: delta(epsilon) of the finite losses, narrow near the epsilon it was made for."""

    tables: tuple[tuple[Table, int], ...]
    lost: arb
    closing: Closing | None
    masses: tuple[arb, arb, arb]
    """M(0), M(-1) and M(c) of what is closed."""

    @staticmethod
    def of(rounds: SampledRounds, plan: Plan) -> Ladder:
        """All tables of a plan."""
        tables = []
        for level in plan.levels:
            bits = level.bits + GUARD_BITS + level.count.bit_length()
            with precision(bits):
                tables.append((table_of(rounds, level), bits))
        bits = max([bits for _, bits in tables], default=128)
        with precision(bits):
            lost, masses = rounds.lost(plan.first), (arb(0), arb(0), arb(0))
            if plan.closing is not None:
                cuts, c = plan.closing.cuts, plan.closing.c
                whole = [arb(0), arb(0)]
                if c < 0:
                    whole = [rounds.moment(Fraction(n), cuts, bits) for n in (0, -1)]
                masses = (whole[0], whole[1], rounds.moment(c, cuts))
        return Ladder(tuple(tables), lost, plan.closing, masses)

    @property
    def bits(self) -> int:
        """The precision of sums."""
        return max([bits for _, bits in self.tables], default=128)

    def tail(self, epsilon: arb) -> arb:
        """E (1 - e^(epsilon - L))_+ over the finite losses."""
        total = sum((table.tail(epsilon) for table, _ in self.tables), arb(0))
        total += arb(0).union(self.lost)
        if self.closing is not None:
            rest = self.masses[2] * (-arb(rational(self.closing.c)) * epsilon).exp()
            total += self.masses[0] - epsilon.exp() * self.masses[1] + arb(0).union(arb(rest.upper()))
        return total

    def slope(self, epsilon: arb) -> arb:
        """d/d epsilon of that, without small errors."""
        total = sum((table.slope(epsilon) for table, _ in self.tables), arb(0))
        return total - epsilon.exp() * self.masses[1]


def table_of(rounds: SampledRounds, level: Level) -> Table:
    """The level on its line."""
    values = rounds.values(level)
    terms = []
    for n, value in enumerate(values):
        s = acb(rational(level.c), rational(n * level.step))
        terms.append(value / (s * (s + 1)))
    line = Line(level.c, level.step, level.count, level.alias, 0)
    alias = arb(rounds.moment(level.alias, level.uppers).upper())
    return Table(line, terms, arb(1), alias, rounds.beyond(level))
