"""The transform of a pair: a closed form, a sum over atoms, a quadrature, or made of those of other pairs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...composition.pair import DominatingPair
from ...composition.transformed_pairs import Reversed, Subsampled
from ...exact._flint import acb, arb
from ..bounded_range import BoundedRange
from ..densities import Gaussian, Laplace, ReplacedGaussian
from ..revealed import Event, Revealed
from .atoms import FiniteTransform, LatticeTransform, lattice_of, only_atoms
from .closed_forms import BoundedRangeTransform, GaussianTransform, LaplaceTransform
from .mixture import MixtureTransform
from .replaced import ReplacedTransform
from .transform import Transform


@dataclass(frozen=True)
class ReversedTransform(Transform):
    """M(-1 - s) of the base: E_Q[e^(-s L)] = E_P[e^(-(1 + s) L)] where P and Q are both positive."""

    base: Transform

    @property
    def is_quadrature(self) -> bool:
        """Whether the base is one."""
        return self.base.is_quadrature

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
