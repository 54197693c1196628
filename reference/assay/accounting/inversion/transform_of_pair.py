"""The transform of a pair: a closed form, a sum over atoms, a quadrature, or made of those of other pairs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...composition.finite_pair import FinitePair
from ...composition.pair import DominatingPair, working_precision
from ...composition.transformed_pairs import Reversed, Subsampled
from ...errors import BudgetExceeded
from ...exact._flint import acb, arb, precision, rational
from ..densities import BoundedRange, Gaussian, Laplace, ReplacedGaussian
from ..discrete import DiscreteGaussian, DiscreteLaplace
from ..hull import Tabulated
from ..revealed import Event, Revealed
from ..selected import SelectedPair
from ..subsets import SubsetSampled
from .mixture import MixtureTransform
from .replaced import ReplacedTransform
from .transform import BoundedRangeTransform, GaussianTransform, LaplaceTransform, Transform, moments

MOST_BITS = 2**14
"""By so many bits lists of atoms become longer at most."""


@dataclass(frozen=True)
class FiniteTransform(Transform):
    """A sum over atoms, which does not fade."""

    pair: DominatingPair

    def values(self, c: Fraction, step: Fraction, count: int) -> list[acb]:
        """sum of p e^(s l)."""
        atoms = self.pair.point_masses()
        weights = [atom.p * (atom.loss * rational(c)).exp() for atom in atoms]
        return moments(weights, [atom.loss for atom in atoms], step, count)

    def cost(self, c: Fraction, width: Fraction) -> float:
        """A product and a sum for each atom."""
        return 1e-6 * len(self.pair.point_masses())


@dataclass(frozen=True)
class LatticeTransform(FiniteTransform):
    """Discrete Gaussian noise, perhaps sampled: a sum over the atoms, and a bound of what they leave."""

    base: DiscreteGaussian
    is_quadrature = True
    """Values are sums over so many atoms that they are planned like integrals."""
    fades = False
    """Atoms do not."""

    def values(self, c: Fraction, step: Fraction, count: int) -> list[acb]:
        """With a ball for the rest; at a precision that has atoms around the tilted centre too."""
        with precision(working_precision() + self._more_bits(c)):
            rest = arb(0, self._rest(c).upper())
            return [value + acb(rest, rest) for value in super().values(c, step, count)]

    def _more_bits(self, c: Fraction) -> int:
        """((R + |c| D)^2 - R^2)/(2 s ln 2) for the R of the precision in force."""
        moved = max(c, -c - 1, Fraction(0)) * self.base.sensitivity
        radius = self.base.radius(working_precision())
        more = int((moved * moved + 2 * moved * radius) * 3 / (4 * self.base.sigma_squared)) + 1
        if more > MOST_BITS:
            raise BudgetExceeded(f"a tilt by c = {float(c):.3g} moves {self.base.name} too far to be listed")
        return more

    def _rest(self, c: Fraction) -> arb:
        """An upper bound of E e^(c L) over what the atoms leave.

        A sampled loss is at most max(0, l) and at least ln(1 - q), of which P has (1 - q) Q + q P <= P + Q;
        where a record is replaced there is its reverse as well, e^(-(1 + c) L) P = e^(-c L) Q.
        """
        if isinstance(self.pair, DiscreteGaussian):
            return self.base.beyond(c)
        mass, other = self.base.beyond(Fraction(0)), self.base.beyond(Fraction(-1))
        if isinstance(self.pair, Subsampled):
            if c < 0:
                return (mass + other) * arb(rational(1 - self.pair.rate)) ** arb(rational(c))
            return mass + other + self.base.beyond(c) + self.base.beyond(c - 1)
        most = max(c, -1 - c, Fraction(0))
        return 2 * (mass + other + self.base.beyond(most) + self.base.beyond(most - 1))


def lattice_of(pair: DominatingPair) -> DiscreteGaussian | None:
    """The noise of a pair of discrete Gaussian noise, sampled once at most."""
    base = pair.base if isinstance(pair, Subsampled | SubsetSampled) else pair
    return base if isinstance(base, DiscreteGaussian) else None


def only_atoms(pair: DominatingPair) -> bool:
    """Whether the pair is made of finitely many atoms."""
    if isinstance(pair, Reversed | Subsampled | SubsetSampled):
        return only_atoms(pair.base)
    return isinstance(pair, FinitePair | DiscreteLaplace | Tabulated | SelectedPair)


@dataclass(frozen=True)
class ReversedTransform(Transform):
    """M(-1 - s) of the base: E_Q[e^(-s L)] = E_P[e^(-(1 + s) L)] where P and Q are both positive."""

    base: Transform

    @property
    def is_quadrature(self) -> bool:
        """Whether the base is one."""
        return self.base.is_quadrature

    @property
    def is_bounded(self) -> bool:
        """Whether the base is."""
        return self.base.is_bounded

    @property
    def fades(self) -> bool:
        """Whether the base does."""
        return self.base.fades

    def values(self, c: Fraction, step: Fraction, count: int) -> list[acb]:
        """M(-1 - c - i w) is the conjugate of M(-1 - c + i w)."""
        return [value.conjugate() for value in self.base.values(-1 - c, step, count)]

    def beyond(self, c: Fraction, omega: Fraction) -> arb:
        """The bound of the base at -1 - c."""
        return self.base.beyond(-1 - c, omega)

    def above(self, c: Fraction) -> arb:
        """The bound of the base at -1 - c."""
        return self.base.above(-1 - c)

    def cost(self, c: Fraction, width: Fraction) -> float:
        """That of the base."""
        return self.base.cost(-1 - c, width)


@dataclass(frozen=True)
class MeanTransform(Transform):
    """The mean of transforms, each with the probability of its event."""

    parts: tuple[tuple[Event, Transform], ...]

    @property
    def is_quadrature(self) -> bool:
        """Whether a part is one."""
        return any(part.is_quadrature for _, part in self.parts)

    @property
    def fades(self) -> bool:
        """Whether all parts do."""
        return all(part.fades for _, part in self.parts)

    def values(self, c: Fraction, step: Fraction, count: int) -> list[acb]:
        """The mean."""
        found = [acb(0)] * count
        for event, part in self.parts:
            weight = event.ball()
            found = [x + weight * z for x, z in zip(found, part.values(c, step, count), strict=True)]
        return found

    def beyond(self, c: Fraction, omega: Fraction) -> arb:
        """The mean of the bounds."""
        return sum((event.ball() * part.beyond(c, omega) for event, part in self.parts), arb(0))

    def cost(self, c: Fraction, width: Fraction) -> float:
        """That of all."""
        return sum(part.cost(c, width) for _, part in self.parts)


def transform_of(pair: DominatingPair) -> Transform | None:
    """The transform of a pair; None where there is none in closed form or by a proved quadrature."""
    if isinstance(pair, Reversed):
        base = transform_of(pair.base)
        return None if base is None else ReversedTransform(base)
    if isinstance(pair, Gaussian):
        return GaussianTransform(pair.mu_squared)
    if isinstance(pair, Laplace):
        return LaplaceTransform(pair.epsilon)
    if isinstance(pair, BoundedRange):
        return BoundedRangeTransform(pair.eta)
    if isinstance(pair, Subsampled) and isinstance(pair.base, Gaussian):
        return MixtureTransform(pair)
    if isinstance(pair, ReplacedGaussian):
        return ReplacedTransform(pair)
    if isinstance(pair, Revealed):
        parts = [(event, transform_of(part)) for event, part in pair.parts]
        known = tuple((event, part) for event, part in parts if part is not None)
        return MeanTransform(known) if len(known) == len(parts) else None
    lattice = lattice_of(pair)
    if lattice is not None:
        return LatticeTransform(pair, lattice)
    return FiniteTransform(pair) if only_atoms(pair) else None
