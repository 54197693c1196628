"""The exact distribution that a black box is compared with, as upper bounds of its probabilities."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from fractions import Fraction

from ...dp import Dist
from ...engines.partial import Partial
from ...errors import InvalidType, InvalidValue
from ...exact import Number
from ...outputs.alphabet import refuse_lookalike
from ...outputs.text import with_type

DIGITS = 40
"""An irrational probability is rounded up to so many digits."""

UNLISTED = -1
"""The cell of every outcome that the distribution does not list."""


@dataclass(frozen=True)
class Null:
    """P(o) <= upper[cell of o] for every outcome, and P(an unlisted outcome) <= upper[UNLISTED]."""

    outcomes: tuple[Hashable, ...]
    upper: dict[int, Fraction]
    cells: dict[Hashable, int]

    @property
    def total(self) -> Fraction:
        """The sum of the bounds, which is 1 for a distribution with rational probabilities."""
        return sum(self.upper.values(), Fraction(0))

    def cell(self, outcome: Hashable) -> int:
        """The cell of an outcome.  Raises InvalidType for a lookalike of a listed one (1 for True)."""
        found = self.cells.get(outcome, UNLISTED)
        if found != UNLISTED:
            refuse_lookalike(outcome, self.outcomes[found], "output")
        return found


def null_of(exact: Dist[Hashable] | Partial[Hashable]) -> Null:
    """The bounds of a distribution that is known exactly, or up to an open mass."""
    if isinstance(exact, Dist):
        table, open_mass = dict(exact.items()), Fraction(0)
    elif isinstance(exact, Partial):
        table, open_mass = dict(exact.lower), _above(exact.open_mass)
    else:
        raise InvalidType(f"exact is {with_type(exact)}; give a Dist, such as Dist({{0: '1/2', 1: '1/2'}})")
    upper = {i: _above(p) + open_mass for i, p in enumerate(table.values())}
    if open_mass:
        upper[UNLISTED] = open_mass
    outcomes = tuple(table)
    return Null(outcomes, upper, {o: i for i, o in enumerate(outcomes)})


def _above(p: Number) -> Fraction:
    """A rational that is not below p, and p itself where it is rational."""
    if p.is_symbolic:
        raise InvalidValue(f"the probability {p} depends on eps; substitute an epsilon for it first")
    exact = p.rational_value()
    return Fraction(p.upper(DIGITS)) if exact is None else exact
