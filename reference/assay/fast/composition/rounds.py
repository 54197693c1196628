"""One round of a composition: the atoms of its privacy loss under P and under Q."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TypeVar

from ...dp import Dist
from ...errors import InvalidType
from ...exact import Log, Number, ln, number

T = TypeVar("T", bound=Hashable)

ZERO, ONE = number(0), number(1)


@dataclass(frozen=True, slots=True)
class LossAtom:
    """The outcomes with loss ln(P(o)/Q(o)) = `loss`: their probability under P and under Q, both positive."""

    loss: Log
    p: Number
    q: Number


@dataclass(frozen=True, slots=True)
class Round:
    """A pair (P, Q) as far as any divergence can see it.

    `atoms` holds the finite losses, all different; `infinite` is P({Q = 0}), the mass of infinite loss.
    """

    atoms: tuple[LossAtom, ...]
    infinite: Number

    @staticmethod
    def of(p: Dist[T], q: Dist[T]) -> Round:
        """The round in which the pair (P, Q) is observed.  Raises InvalidType for anything but `Dist`."""
        for dist in (p, q):
            if not isinstance(dist, Dist):
                raise InvalidType(
                    f"{dist!r} is a {type(dist).__name__}, not a Dist; give the two output distributions"
                )
        merged: dict[Number, tuple[Number, Number]] = {}
        infinite = ZERO
        for outcome, mass in p.items():
            other = q[outcome]
            if not other:
                infinite = infinite + mass
                continue
            ratio = mass / other
            before = merged.get(ratio, (ZERO, ZERO))
            merged[ratio] = (before[0] + mass, before[1] + other)
        atoms = tuple(LossAtom(ln(ratio), *masses) for ratio, masses in merged.items())
        return Round(atoms, infinite)

    def reversed(self, q_only: Number) -> Round:
        """The round of (Q, P), where `q_only` is Q({P = 0})."""
        return Round(tuple(LossAtom(-a.loss, a.q, a.p) for a in self.atoms), q_only)
