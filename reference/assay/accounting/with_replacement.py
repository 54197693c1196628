"""Draws with replacement: how often a record is drawn decides how far it moves a sum."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from ..arguments import positive_integer
from ..composition.pair import DominatingPair
from ..errors import InvalidType
from ..exact._flint import arb, bounds, precision
from .densities import Gaussian
from .revealed import Binomial, Event, Revealed
from .subsets import SubsetSampled

MANY_BITS = 192
"""Multiplicities that are together less likely than 2^-MANY_BITS count as the largest one."""
RATE_BITS = 256


def with_replacement(base: Gaussian, draws: int, source: int) -> DominatingPair:
    """A record replaced, where `draws` records are drawn with replacement from `source`, and Gaussian noise.

    base: the pair where one drawn record is replaced by another.  A record drawn j times moves the sum j
    times as far; with eta = 1 - (1 - 1/source)^draws the delta of one release is at most

        sum over j >= 1 of w_j delta_j(epsilon)   at   e^epsilon' = 1 + eta (e^epsilon - 1),

    that is `SubsetSampled` at eta of `Revealed` given j >= 1.  Upper bounds, far below any delta in use: eta
    is rounded up to 256 bits, and the largest multiplicities count as `draws`.
    Source: Balle, Barthe and Gaboardi 2018, Theorem 10.
    """
    if not isinstance(base, Gaussian):
        raise InvalidType(
            f"base = {base!r} is a {type(base).__name__}; give a Gaussian such as Gaussian.of(1)"
        )
    if positive_integer(draws, "draws") and positive_integer(source, "source") == 1:
        return Gaussian(base.mu_squared * draws**2)
    distribution = Binomial(draws, Fraction(1, source))
    most = _most(distribution)
    parts: list[tuple[Event, DominatingPair]] = [
        (Event(distribution, j, j, 1), Gaussian(base.mu_squared * j**2)) for j in range(1, most + 1)
    ]
    if most < draws:
        parts.append((Event(distribution, most + 1, draws, 1), Gaussian(base.mu_squared * draws**2)))
    return SubsetSampled.of(Revealed(tuple(parts)), rounded_up(lambda: distribution.at_least(1)))


def _most(distribution: Binomial) -> int:
    """The multiplicity beyond which all others are together less likely than 2^-MANY_BITS."""
    with precision(64):
        few = 2.0**-MANY_BITS * float(distribution.at_least(1).mid())
        return next(
            (j for j in range(1, distribution.trials) if float(distribution.at_least(j + 1).mid()) < few),
            distribution.trials,
        )


def rounded_up(probability: Callable[[], arb]) -> Fraction:
    """A rational that is not below the probability, and not above 1; equal to it to RATE_BITS bits."""
    with precision(RATE_BITS):
        ends = bounds(probability())
    if ends is None:
        raise ArithmeticError("a probability has no finite enclosure")
    return min(Fraction(1), ends[1])
