"""Systems of difference constraints z_i - z_j <= n on noise variables, and which paths they exclude."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, TypeAlias

Rational: TypeAlias = int | Fraction

ORIGIN = -1
"""The index of the constant 0 among the variables, so that z_i <= n is z_i - z_ORIGIN <= n."""


class Distribution(NamedTuple):
    """The distribution of one draw: discrete or continuous, two-sided or one-sided (z >= 0), of rate *
    epsilon.

    Gaussian where `variance` > 0, and then without a rate.
    """

    discrete: bool
    two_sided: bool
    rate: Fraction
    variance: Fraction = Fraction(0)


class Constraint(NamedTuple):
    """z_i - z_j <= n; for discrete noise n is an integer, and strict and weak differ by 1 there alone."""

    i: int
    j: int
    n: Rational


@dataclass(slots=True)
class Order:
    """The constraints of one path in the order they were met, and the tightest bounds that follow."""

    distributions: list[Distribution] = field(default_factory=list)
    constraints: list[Constraint] = field(default_factory=list)
    tightest: dict[tuple[int, int], Rational] = field(default_factory=dict)
    flipped: set[int] = field(default_factory=set)
    """The draws of which the constraints have the negative, see `flip`."""

    def draw(self, distribution: Distribution) -> int:
        """A new variable."""
        self.distributions.append(distribution)
        index = len(self.distributions) - 1
        if not distribution.two_sided:
            self.assume(Constraint(ORIGIN, index, 0))
        return index

    def flip(self, i: int) -> bool:
        """Let the constraints be about -z_i from now on; only where none is about z_i, whose distribution is
        even.
        """
        if not self.distributions[i].two_sided or any(i in pair for pair in self.tightest):
            return False
        self.flipped ^= {i}
        return True

    def discrete(self, c: Constraint) -> bool:
        """Whether the constraint is about integers."""
        return self.distributions[c.i if c.i != ORIGIN else c.j].discrete

    def negated(self, c: Constraint) -> Constraint:
        """z_i - z_j > n as z_j - z_i <= -n - 1 for integers; for reals, up to probability 0, as <= -n."""
        return Constraint(c.j, c.i, -c.n - (1 if self.discrete(c) else 0))

    def forced(self, c: Constraint) -> bool | None:
        """True or False where the constraints imply c, or exclude it (up to probability 0); else None."""
        bound = self.tightest.get((c.i, c.j))
        if bound is not None and bound <= c.n:
            return True
        back = self.tightest.get((c.j, c.i))
        if back is None:
            return None
        room = back + c.n
        return False if room < 0 or (room == 0 and not self.discrete(c)) else None

    def assume(self, c: Constraint) -> None:
        """Add a constraint, and the bounds that it implies together with the others."""
        self.constraints.append(c)
        if self.tightest.get((c.i, c.j), c.n + 1) <= c.n:
            return
        into = [(a, n) for (a, b), n in self.tightest.items() if b == c.i]
        out = [(b, n) for (a, b), n in self.tightest.items() if a == c.j]
        for a, n in [*into, (c.i, 0)]:
            for b, m in [*out, (c.j, 0)]:
                if a != b:
                    total = n + c.n + m
                    if self.tightest.get((a, b), total + 1) > total:
                        self.tightest[(a, b)] = total
