"""A dominating pair with finitely many losses, exactly: the atoms of its privacy loss under P and under Q."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

from ..dp import Dist, Profile
from ..dp.neyman_pearson import Point
from ..errors import AssayError, InvalidType, InvalidValue
from ..exact import ExactLike, Log, Number, ln, log_value, number
from ..exact._flint import arb
from ..outputs.text import brief
from .pair import ZERO, BallAtom, WithoutDensity, working_precision

T = TypeVar("T", bound=Hashable)

ONE = number(1)


@dataclass(frozen=True, slots=True)
class LossAtom:
    """The outcomes with loss ln(P(o)/Q(o)) = `loss`: their probability under P and under Q, both positive."""

    loss: Log
    p: Number
    q: Number


@dataclass(frozen=True, slots=True)
class FinitePair(WithoutDensity):
    """A pair (P, Q) of finitely many outcomes.

    `atoms` holds the finite losses, all different; `infinite` is P({Q = 0}), the mass of infinite loss.
    """

    atoms: tuple[LossAtom, ...]
    infinite: Number

    @staticmethod
    def of(p: Dist[T], q: Dist[T]) -> FinitePair:
        """The pair (P, Q).  Raises InvalidType for anything but `Dist`."""
        for dist in (p, q):
            if not isinstance(dist, Dist):
                raise InvalidType(
                    f"{dist!r} is a {type(dist).__name__}, not a Dist; give the two output distributions"
                )
        # an outcome that P never has is no atom, and q[o] refuses a lookalike of o
        return FinitePair.from_masses((above, q[o]) for o, above in p.items())

    @staticmethod
    def from_masses(masses: Iterable[tuple[Number, Number]]) -> FinitePair:
        """The pair of the outcomes with these probabilities (P(o), Q(o))."""
        merged: dict[object, list[tuple[Number, Number]]] = {}
        infinite = ZERO
        for above, below in masses:
            if not below:
                infinite = infinite + above
            elif above:
                merged.setdefault(_key(above, below), []).append((above, below))
        return FinitePair(tuple(_atom(each) for each in merged.values()), infinite)

    @staticmethod
    def from_tests(vertices: Sequence[Point]) -> FinitePair:
        """The pair whose most powerful tests are these points (Q(S), P(S)): every segment is an atom."""
        steps = [(y1 - y0, x1 - x0) for (x0, y0), (x1, y1) in pairwise(vertices)]
        return FinitePair(tuple(LossAtom(ln(p / q), p, q) for p, q in steps), vertices[0][1])

    @property
    def only_q(self) -> Number:
        """Q({P = 0}), the mass of infinite loss in the other direction."""
        return ONE - sum((atom.q for atom in self.atoms), ZERO)

    def masses(self) -> list[tuple[Number, Number]]:
        """(P, Q) of every atom, of the outcomes that Q never has, and of those that P never has."""
        return [*((a.p, a.q) for a in self.atoms), (self.infinite, ZERO), (ZERO, self.only_q)]

    def tests(self) -> tuple[Point, ...]:
        """The most powerful tests (Q(S), P(S)), from all infinite losses to full power."""
        points = [(ZERO, self.infinite)]
        for atom in sorted(self.atoms, key=lambda a: a.loss, reverse=True):
            points.append((points[-1][0] + atom.q, points[-1][1] + atom.p))
        return tuple(points)

    def profile(self) -> Profile:
        """delta(epsilon) of the pair (P, Q)."""
        return Profile(self.tests())

    def distributions(self) -> tuple[Dist[int], Dist[int]]:
        """Distributions (P, Q) on 0, 1, ... with these losses."""
        masses = self.masses()
        return Dist({i: p for i, (p, _) in enumerate(masses)}), Dist(
            {i: q for i, (_, q) in enumerate(masses)}
        )

    def point_masses(self) -> tuple[BallAtom, ...]:
        """Enclosures of the atoms."""
        bits = working_precision()
        return tuple(
            BallAtom(a.loss.enclosure(bits), a.p.enclosure(bits), a.q.enclosure(bits)) for a in self.atoms
        )

    def mass_at_infinity(self) -> arb:
        """P({Q = 0})."""
        return self.infinite.enclosure(working_precision())

    def mass_at_minus_infinity(self) -> arb:
        """Q({P = 0})."""
        return self.only_q.enclosure(working_precision())

    def exact_mass_at_infinity(self) -> Number:
        """P({Q = 0})."""
        return self.infinite

    def exact_mass_at_minus_infinity(self) -> Number:
        """Q({P = 0})."""
        return self.only_q

    def extremes(self) -> tuple[Log, Log] | None:
        """The ends of the finite support; None where there is none, or no common order."""
        losses = [a.loss for a in self.atoms]
        try:
            return (min(losses), max(losses)) if losses else None
        except AssayError:
            return None

    @property
    def is_symmetric(self) -> bool:
        """Whether the reversed pair has the same atoms."""
        other = self.reversed()
        return set(self.atoms) == set(other.atoms) and self.infinite == other.infinite

    @property
    def name(self) -> str:
        """How many losses it has."""
        return f"a finite pair with {len(self.atoms)} finite losses"

    def reversed(self) -> FinitePair:
        """The pair (Q, P)."""
        return FinitePair(tuple(LossAtom(-a.loss, a.q, a.p) for a in self.atoms), self.only_q)

    def sampled(self, rate: ExactLike) -> FinitePair:
        """The pair ((1 - q) Q + q P, Q), for a sampling rate q.

        Raises InvalidValue unless 0 <= q <= 1.
        """
        q = check_rate(rate)
        if q == 1:
            return self
        return FinitePair.from_masses(
            ((ONE - q) * below + q * above, below) for above, below in self.masses()
        )

    def then(self, other: FinitePair) -> FinitePair:
        """The pair of this one and the other one observed together, independently."""
        check_finite(other)
        both = [(p * r, q * s) for p, q in self.masses() for r, s in other.masses()]
        return FinitePair.from_masses(both)


def _key(above: Number, below: Number) -> object:
    """The same for equal ratios above/below only; for rational ones their parts, which hash fast."""
    p, q = above.exact_rational(), below.exact_rational()
    if p is None or q is None:
        ratio = above / below
        exact = ratio.exact_rational()
        if exact is None:
            return ratio
    else:
        exact = p / q
    return int(exact.p), int(exact.q)


def _atom(masses: Sequence[tuple[Number, Number]]) -> LossAtom:
    """The outcomes with these masses, all of one ratio."""
    p, q = masses[0]
    for above, below in masses[1:]:
        p, q = p + above, q + below
    return LossAtom(ln(p / q), p, q)


def check_rate(rate: ExactLike) -> Number:
    """A sampling rate from 0 to 1."""
    q = number(rate, "rate")
    if q < 0 or q > 1:
        raise InvalidValue(f"rate = {q} is outside [0, 1]; give a sampling rate such as '1/100'")
    return q


def check_finite(value: object) -> FinitePair:
    """Refuse anything that is not a FinitePair."""
    if not isinstance(value, FinitePair):
        raise InvalidType(
            f"{brief(value)} is a {type(value).__name__}, not a FinitePair; give FinitePair.of(p, q) for a "
            f"pair of "
            "distributions"
        )
    return value


NOTHING = FinitePair((LossAtom(log_value(0), ONE, ONE),), ZERO)
"""The pair of equal distributions, which reveals nothing."""
