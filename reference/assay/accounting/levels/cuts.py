"""Sampled Gaussian noise, and smooth cuts of its outcomes.

A cut keeps a share of every outcome, S(x) = exp(-u(x)), u(x) = e^(nu (x - a)): it falls from 1 to 0 around
the place a within a few 1/nu.  It is entire, and where Im x = b, nu |b| < pi/2,

    |S(x + ib)| = exp(-C u(x)),   C = cos(nu b);

what lies between two cuts with the same nu, S - S' with u <= u', is at most (e^(-C u) - e^(-C u'))/C there,
because e^(-u) - e^(-u') is the integral of u' e^(-u' v) over v from u/u' to 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from ...composition.pair import DominatingPair
from ...composition.transformed_pairs import Reversed, Subsampled
from ...errors import InvalidValue
from ...exact._flint import arb, fmpq, rational
from ..densities import Gaussian


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


@dataclass(frozen=True)
class Sampled:
    """A round of Gaussian noise at distance mu, Poisson-sampled at rate q.

    A record is removed: the loss is ln r under the distribution with density r phi, M(s) = A(1 + s).  It is
    added: the loss is -ln r under phi, M(s) = A(-s).  Here A(tau) is the integral of share r^tau phi.
    """

    mu_squared: Fraction
    rate: Fraction
    added: bool

    @property
    def mu(self) -> arb:
        """The distance of the means in deviations, at the precision in force."""
        return arb(rational(self.mu_squared)).sqrt()

    @property
    def rest(self) -> arb:
        """1 - q."""
        return arb(rational(1 - self.rate))

    def is_ordinary(self) -> bool:
        """Whether floats can picture the distribution."""
        usual = Fraction(1, 10**30) < self.rate < 1 - Fraction(1, 10**12)
        return usual and Fraction(1, 10**8) < self.mu_squared < 10**3

    def power(self, c: Fraction) -> Fraction:
        """t with M(c) = A(t)."""
        return -c if self.added else 1 + c

    def rho(self, x: arb) -> arb:
        """q e^(mu x - mu^2/2)."""
        return rational(self.rate) * (self.mu * x - rational(self.mu_squared / 2)).exp()


def sampled_of(pair: DominatingPair) -> Sampled | None:
    """The distribution of sampled Gaussian noise, in either direction; None for any other pair."""
    added = isinstance(pair, Reversed)
    base = pair.base if isinstance(pair, Reversed) else pair
    if isinstance(base, Subsampled) and isinstance(base.base, Gaussian) and 0 < base.rate < 1:
        return Sampled(base.base.mu_squared, base.rate, added)
    return None
