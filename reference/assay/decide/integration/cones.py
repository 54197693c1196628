"""Cones: the draws for which a path is taken, as constraints z_i - z_j <= n on independent real draws.

Several paths with one output are often one cone: the largest of three is the third one where v1 < v2 < v3,
and where v2 < v1 < v3, and so where v1 < v3 and v2 < v3.  A union is found by the lemma below, and taken
only where exact arithmetic shows it.

**Lemma.**  Let c be a constraint of the cone A whose negation is one of B, and E a set of constraints that
both imply.  If E and c imply A, and E and not c imply B, then A and B are disjoint (up to probability 0),
and their union is E.  *Proof.*  A is in E and c, and equals it; B is in E and not c, and equals it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from ...errors import InvalidType
from ...exact import Number
from ...programs.noise.orders import ORIGIN, Constraint, Distribution, Order
from ...programs.noise.paths import Path

Bounds = dict[tuple[int, int], Fraction]
"""The n of constraints z_i - z_j <= n, by (i, j)."""


@dataclass(frozen=True)
class Cone:
    """Draws with constraints, and the probability of the finite draws on the way; `tightest` is what
    follows.
    """

    distributions: tuple[Distribution, ...]
    constraints: Bounds
    tightest: Bounds
    weight: Number

    @classmethod
    def of(cls, path: Path, weight: Number) -> Cone:
        """The cone of a path.  Raises InvalidType for one with noise on the integers."""
        order = path.order
        if any(distribution.discrete for distribution in order.distributions):
            raise InvalidType("noise on the integers is summed, not integrated; draw laplace in its place")
        return cls(tuple(order.distributions), _bounds(order.constraints), _fractions(order.tightest), weight)


def closed(bounds: Bounds) -> Bounds | None:
    """All bounds that follow; None where the constraints contradict each other up to probability 0."""
    order = Order()
    for (i, j), n in bounds.items():
        order.assume(Constraint(i, j, n))
    found = _fractions(order.tightest)
    empty = any((j, i) in found and found[j, i] + n <= 0 for (i, j), n in found.items())
    return None if empty else found


def reduced(bounds: Bounds) -> Bounds:
    """The same cone without constraints that follow from the others, those about two draws first."""
    kept = dict(bounds)
    for pair in sorted(bounds, key=lambda pair: (ORIGIN in pair, -bounds[pair])):
        rest = {other: n for other, n in kept.items() if other != pair}
        others = closed(rest)
        if others is not None and others.get(pair, bounds[pair] + 1) <= bounds[pair]:
            kept = rest
    return kept


def union(a: Cone, b: Cone) -> Cone | None:
    """The union of two cones where the lemma shows that it is one.

    Draws that a longer path makes beyond those of the other are free in it, and do not matter.
    """
    if len(a.distributions) > len(b.distributions):
        a, b = b, a
    if b.distributions[: len(a.distributions)] != a.distributions or a.weight != b.weight:
        return None
    for (i, j), n in a.constraints.items():
        if b.constraints.get((j, i)) != -n:
            continue
        common = {pair: max(m, b.tightest[pair]) for pair, m in a.tightest.items() if pair in b.tightest}
        if _is(common | {(i, j): n}, a) and _is(common | {(j, i): -n}, b):
            kept = reduced(common)
            return Cone(b.distributions, kept, closed(kept) or {}, a.weight)
    return None


def _is(bounds: Bounds, cone: Cone) -> bool:
    """Whether the constraints imply all of a cone."""
    found = closed(bounds)
    return found is not None and all(found.get(pair, n + 1) <= n for pair, n in cone.constraints.items())


def _bounds(constraints: Iterable[Constraint]) -> Bounds:
    found: Bounds = {}
    for c in constraints:
        n = Fraction(c.n)
        found[c.i, c.j] = min(found.get((c.i, c.j), n), n)
    return found


def _fractions(bounds: dict[tuple[int, int], int | Fraction]) -> Bounds:
    return {pair: Fraction(n) for pair, n in bounds.items()}
