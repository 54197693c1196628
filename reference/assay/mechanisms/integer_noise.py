"""Integer noise as a comparison sees it: P(Z = z) and P(Z >= k), for finite and for infinite support.

The mechanisms that only *compare* noisy numbers (sparse vector, noisy max) have finitely many outputs even
when the noise ranges over all integers; their probabilities are then finite expressions, see
`geometric_sums`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal, Protocol, TypeAlias

from ..arguments import integer, probability
from ..dp import Dist
from ..errors import InvalidType, InvalidValue
from ..exact import EpsilonLike, Log, Number, eps, number
from . import noise
from ._arguments import decay, integer_range, one_of


class IntegerNoise(Protocol):
    """A random integer Z whose mass and tail are piecewise geometric with `ratio` outside low..high."""

    @property
    def ratio(self) -> Number:
        """r in c + d r^m."""

    @property
    def low(self) -> int:
        """The formula holds from here down."""

    @property
    def high(self) -> int:
        """The formula holds from here up."""

    def mass(self, z: int) -> Number:
        """P(Z = z)."""

    def tail(self, k: int) -> Number:
        """P(Z >= k)."""


@dataclass(frozen=True)
class TwoSidedGeometric:
    """P(Z = z) = (1 - a)/(1 + a) a^|z| on all integers, where a = ratio and 0 <= a < 1."""

    ratio: Number
    low: ClassVar[int] = 0
    high: ClassVar[int] = 0

    def __post_init__(self) -> None:
        _check_ratio(self.ratio)

    def mass(self, z: int) -> Number:
        """P(Z = z)."""
        return noise.two_sided_geometric_mass(self.ratio, z)

    def tail(self, k: int) -> Number:
        """P(Z >= k)."""
        return noise.two_sided_geometric_tail(self.ratio, k)


@dataclass(frozen=True)
class OneSidedGeometric:
    """P(Z = z) = (1 - a) a^z for z = 0, 1, 2, ..., where a = ratio and 0 <= a < 1."""

    ratio: Number
    low: ClassVar[int] = -1
    high: ClassVar[int] = 0

    def __post_init__(self) -> None:
        _check_ratio(self.ratio)

    def mass(self, z: int) -> Number:
        """P(Z = z)."""
        return (1 - self.ratio) * self.ratio**z if z >= 0 else number(0)

    def tail(self, k: int) -> Number:
        """P(Z >= k)."""
        return self.ratio**k if k >= 0 else number(1)


class FiniteNoise:
    """Noise with finite support, given by its distribution."""

    ratio: Number = number(0)

    def __init__(self, distribution: Dist[int]) -> None:
        values = [integer(z, "outcome of the noise") for z in distribution.support]
        self.distribution = distribution
        self.low: int = min(values) - 1
        self.high: int = max(values) + 1
        integer_range(self.low, self.high)
        above, self._tails = number(0), {self.high: number(0)}
        for z in range(self.high - 1, self.low - 1, -1):
            above = above + distribution[z]
            self._tails[z] = above

    def mass(self, z: int) -> Number:
        """P(Z = z)."""
        return self.distribution[z]

    def tail(self, k: int) -> Number:
        """P(Z >= k)."""
        return self._tails[min(max(k, self.low), self.high)]


@dataclass(frozen=True)
class Support:
    """A finite range low..high for noise, and what happens to the tails; see `noise` for the two ways."""

    low: int
    high: int
    tails: Literal["clamped", "truncated"]

    def __post_init__(self) -> None:
        integer_range(self.low, self.high)
        one_of(self.tails, "tails", ("clamped", "truncated"))


def clamped(low: int, high: int) -> Support:
    """Noise moved to the nearest end of low..high where it falls outside: clamp(Z, low, high)."""
    return Support(low, high, "clamped")


def truncated(low: int, high: int) -> Support:
    """Noise conditioned on low <= Z <= high."""
    return Support(low, high, "truncated")


NoiseFamily: TypeAlias = Callable[[Fraction], IntegerNoise]
"""The noise of rate `multiple * epsilon`, for a rational multiple > 0."""


def two_sided(epsilon: EpsilonLike, support: Support | None) -> NoiseFamily:
    """Two-sided geometric noise of rate `multiple * epsilon`, on all integers (None) or on a finite support.

    Raises InvalidValue at epsilon = 0 on all integers, where no such distribution exists.
    """
    rate = _rate(epsilon, support)
    if support is None:
        return lambda multiple: TwoSidedGeometric(decay(rate, multiple))
    shape, low, high = _two_sided_shape(support), support.low, support.high
    return lambda multiple: FiniteNoise(shape(rate * multiple, low, high))


def one_sided(epsilon: EpsilonLike, support: Support | None) -> NoiseFamily:
    """One-sided geometric noise of rate `multiple * epsilon` on 0, 1, 2, ..., or on the support 0..high."""
    rate = _rate(epsilon, support)
    if support is None:
        return lambda multiple: OneSidedGeometric(decay(rate, multiple))
    if support.low != 0:
        raise InvalidValue(
            f"support = {support!r} starts at {support.low}; one-sided noise needs one that starts at 0"
        )
    shape, high = _one_sided_shape(support), support.high
    return lambda multiple: FiniteNoise(shape(rate * multiple, high))


def _two_sided_shape(support: Support) -> Callable[[Log, int, int], Dist[int]]:
    if support.tails == "clamped":
        return noise.two_sided_geometric_clamped
    return noise.two_sided_geometric_truncated


def _one_sided_shape(support: Support) -> Callable[[Log, int], Dist[int]]:
    if support.tails == "clamped":
        return noise.one_sided_geometric_clamped
    return noise.one_sided_geometric_truncated


def _check_ratio(ratio: Number) -> None:
    if probability(ratio, "ratio") == 1:
        raise InvalidValue(
            "ratio = 1 (Number): the mass of geometric noise sums to 1 only for a ratio below 1"
        )


def _rate(epsilon: EpsilonLike, support: Support | None) -> Log:
    rate = eps(epsilon, "epsilon")
    if support is not None and not isinstance(support, Support):
        raise InvalidType(
            f"support = {support!r} is a {type(support).__name__}; give None or, for instance, clamped(-3, 3)"
        )
    if support is None and rate == 0:
        raise InvalidValue(
            "epsilon = 0 (Log): no geometric noise on all integers has rate 0; "
            "give epsilon > 0, or a finite support such as clamped(-3, 3)"
        )
    return rate
