"""Smooth cuts of the outcomes of sampled Gaussian noise: a share of every outcome is kept.

    S(x) = exp(-u(x)),   u(x) = e^(nu (x - a))

falls from 1 to 0 around the place a within a few 1/nu.  It is entire, and where Im x = b, nu |b| < pi/2,

    |S(x + ib)| = exp(-C u(x)),   C = cos(nu b);

what lies between two cuts with the same nu, S - S' with u <= u', is at most (e^(-C u) - e^(-C u'))/C there,
because e^(-u) - e^(-u') is the integral of u' e^(-u' v) over v from u/u' to 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from ...errors import InvalidValue
from ...exact._flint import arb, fmpq, rational


@dataclass(frozen=True)
class Cut:
    """S with the place a and the steepness nu."""

    place: Fraction
    steepness: Fraction

    def exponent(self, x: arb) -> arb:
        """u(x)."""
        steepness, shift = self._scaled
        return (steepness * x - shift).exp()

    @cached_property
    def _scaled(self) -> tuple[fmpq, fmpq]:
        """(nu, nu a)."""
        return rational(self.steepness), rational(self.steepness * self.place)


@dataclass(frozen=True)
class Share:
    """S - S' of an upper and a lower cut of the same steepness.

    S = 1 where there is no upper cut, S' = 0 where there is no lower one.
    """

    upper: Cut | None
    lower: Cut | None = None

    def __post_init__(self) -> None:
        """Raises InvalidValue unless the lower cut keeps less everywhere: no bound holds otherwise."""
        if self.upper is None or self.lower is None:
            return
        if self.upper.steepness != self.lower.steepness or self.upper.place < self.lower.place:
            raise InvalidValue(
                f"lower = {self.lower} keeps more than upper = {self.upper} somewhere; lower it"
            )

    @property
    def steepness(self) -> Fraction:
        """nu; 0 where nothing is cut."""
        cut = self.lower if self.upper is None else self.upper
        return Fraction(0) if cut is None else cut.steepness

    def cosine(self, height: Fraction) -> arb:
        """C for lines up to this height; 0, which bounds nothing, where they are too high."""
        angle = rational(self.steepness * height)
        return arb(angle).cos() if angle < rational(Fraction(157, 100)) else arb(0)

    def exponents(self, x: arb) -> tuple[arb, arb | None]:
        """(u, u'); None for a lower cut that is not there."""
        return (
            arb(0) if self.upper is None else self.upper.exponent(x),
            None if self.lower is None else self.lower.exponent(x),
        )

    def at(self, x: arb, cosine: arb) -> arb:
        """(e^(-C u) - e^(-C u'))/C, or e^(-C u)."""
        upper, lower = self.exponents(x)
        kept = (-cosine * upper).exp()
        return kept if lower is None else (kept - (-cosine * lower).exp()) / cosine
