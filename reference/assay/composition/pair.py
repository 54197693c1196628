"""A round's dominating pair (P, Q), as far as any divergence can see it: its privacy loss L = ln(dP/dQ).

Pairs come in kinds: with finitely many exact outcomes (`FinitePair`), known by its tails (noise with a
density), or tabulated as atoms on a lattice (discrete Gaussian noise).  Each kind gives, for every l,

    P_c(L > l)  and  Q_c(L > l)     for the part of the distribution without atoms,
    its atoms                        (loss, P-mass, Q-mass),
    P(L = infinity).

All of these are evaluated in ball arithmetic at the precision in force, so that what is computed from them
contains the truth, rounding included.  A finite pair has its numbers exactly as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from flint import ctx

from ..errors import InvalidType
from ..exact import INFINITY, ExactLike, Log, Number, number
from ..exact._flint import arb
from ..exact.real import brief

ZERO = number(0)


class Tail(NamedTuple):
    """(P_c(L > l), Q_c(L > l))."""

    p: arb
    q: arb


class BallAtom(NamedTuple):
    """A loss that has positive probability, with its masses under P and Q."""

    loss: arb
    p: arb
    q: arb


class DominatingPair:
    """A dominating pair of one round; see the module."""

    @property
    def name(self) -> str:
        """How the pair is shown."""
        return type(self).__name__

    def tail(self, loss: arb) -> Tail:
        """The tails of the part without atoms."""
        raise TypeError(f"{type(self).__name__} has no tail")

    def head(self, loss: arb) -> Tail:
        """(P_c(L <= l), Q_c(L <= l)), with a small *relative* error where it is small."""
        raise TypeError(f"{type(self).__name__} has no head")

    def total(self) -> Tail:
        """The whole mass of the part without atoms under P and under Q."""
        raise TypeError(f"{type(self).__name__} has no total")

    def point_masses(self) -> Sequence[BallAtom]:
        """The finite losses of positive probability."""
        return ()

    def mass_at_infinity(self) -> arb:
        """P(L = infinity)."""
        return arb(0)

    def mass_at_minus_infinity(self) -> arb:
        """Q(L = -infinity)."""
        return arb(0)

    def extremes(self) -> tuple[Log, Log] | None:
        """The least and the largest finite loss (perhaps only approached); None where they are not known."""
        return None

    def exact_mass_at_infinity(self) -> Number | None:
        """P(L = infinity) as an exact number; None where only balls are known."""
        return ZERO if self.mass_at_infinity().is_zero() else None

    def exact_mass_at_minus_infinity(self) -> Number | None:
        """Q(L = -infinity) as an exact number; None where only balls are known."""
        return ZERO if self.mass_at_minus_infinity().is_zero() else None

    @property
    def is_symmetric(self) -> bool:
        """Whether (Q, P) is known to have the losses of (P, Q); False where nothing is known."""
        return False

    @property
    def is_bound(self) -> bool:
        """Whether it only dominates a mechanism, of which no inputs are known that attain it."""
        return False

    def reversed(self) -> DominatingPair:
        """(Q, P), the pair of a record that is added where (P, Q) is that of one removed."""
        from .transformed_pairs import Reversed

        return self if self.is_symmetric else Reversed(self)

    def sampled(self, rate: ExactLike) -> DominatingPair:
        """((1 - q) Q + q P, Q), the pair of a record removed from a Poisson sample of rate q.

        Raises InvalidValue unless 0 <= q <= 1.
        """
        from .transformed_pairs import Subsampled

        return Subsampled.of(self, rate)


class WithoutDensity(DominatingPair):
    """A pair whose losses are atoms, all of them: there is no other part."""

    def tail(self, loss: arb) -> Tail:
        """There is no part without atoms."""
        return Tail(arb(0), arb(0))

    def head(self, loss: arb) -> Tail:
        """There is no part without atoms."""
        return Tail(arb(0), arb(0))

    def total(self) -> Tail:
        """There is no part without atoms."""
        return Tail(arb(0), arb(0))


class SymmetricDensity(DominatingPair):
    """A pair with a density whose losses are unbounded on both sides, its own mirror image."""

    is_symmetric = True
    """Reflection exchanges P and Q."""

    def head(self, loss: arb) -> Tail:
        """The tail of -l, with P and Q exchanged."""
        swapped = self.tail(-loss)
        return Tail(swapped.q, swapped.p)

    def total(self) -> Tail:
        """The whole distribution has a density."""
        return Tail(arb(1), arb(1))

    def extremes(self) -> tuple[Log, Log]:
        """The loss is unbounded on both sides."""
        return -INFINITY, INFINITY


def check_pair(value: object, name: str) -> None:
    """Refuse what is not a loss pair."""
    if not isinstance(value, DominatingPair):
        raise InvalidType(
            f"{name} = {brief(repr(value))} is a {type(value).__name__}; give a DominatingPair such as "
            "Gaussian.of(1) or FinitePair.of(p, q)"
        )


def working_precision() -> int:
    """The precision in force, in bits."""
    return int(ctx.prec)
