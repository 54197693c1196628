"""Was this person in the study?  Statistics of a release, with p-values that are exact or certified.

A release holds the frequencies m_j of d binary attributes in a pool; p_j are those of the population, and x
is the row of a target.  Under the null hypothesis the target was drawn from the population, with independent
attributes and independently of the release, which is given:

    p-value = P[T(X) >= T(x)],    X_j ~ Bernoulli(p_j) independent.

A test that accuses where the p-value is at most alpha accuses such a target with probability at most alpha.

    Homer       T(x) = sum over j of |x_j - p_j| - |x_j - m_j|
    likelihood  T(x) = sum over j of ln(m_j/p_j) where x_j = 1, ln((1 - m_j)/(1 - p_j)) where x_j = 0,
                the logarithm of the ratio of a draw from the pool to a draw from the population

Scores are sums B + sum of d_j X_j.  The d_j are rounded to a grid, and what the rounding does, E = sum of
e_j X_j, lies between its extremes, and by Hoeffding's inequality within u of its mean with probability at
least 1 - 2 e^(-2 u^2/sum of e_j^2).  Shifted by that, the tail of the sum on the grid bounds the p-value on
both sides; where all d_j lie on the grid, it is exact.
Sources: Homer et al., PLoS Genetics 2008; Sankararaman, Obozinski, Jordan and Halperin, "Genomic privacy and
limits of individual detection in a pool", Nature Genetics 2009.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isqrt, lcm
from typing import TypeAlias, TypeVar

from ..errors import InvalidValue, UndecidedError
from ..exact import INFINITY, ExactLike, Log, certified, ln, number
from ..exact._flint import bounds
from ..exact.real import brief
from .tracing_convolution import Distribution
from .tracing_study import check_size_of_grid, read_study

Score: TypeAlias = "Fraction | Log"
S = TypeVar("S", Fraction, Log)
"""The scores of one statistic, all of one type: rationals add, and logarithms add, never one to the other."""

Ends: TypeAlias = "tuple[Fraction, Fraction]"
Terms: TypeAlias = "list[tuple[S, S]]"
"""For each attribute the terms at x_j = 0 and at x_j = 1; -INFINITY for what no member of the pool has."""

STRAY = 80
"""Bits of the probability with which the rounding may stray further than is allowed for."""


@dataclass(frozen=True)
class PValue:
    """A statistic of the target, and lower <= P[T(X) >= T(x)] <= upper; the same number where it is exact."""

    statistic: Score
    lower: Fraction
    upper: Fraction

    @property
    def is_exact(self) -> bool:
        """Whether both ends are the same."""
        return self.lower == self.upper

    def __str__(self) -> str:
        low, high = number(self.lower).lower(6), number(self.upper).upper(6)
        return f"p = {high}" if self.is_exact else f"p in [{low}, {high}]"


def homer(
    release: Sequence[ExactLike],
    population: Sequence[ExactLike],
    target: Sequence[int],
    *,
    places: int = 1 << 15,
) -> PValue:
    """Homer's statistic of a target, with its p-value.

    release: rational frequencies, also noisy ones outside [0, 1].  population: rationals in [0, 1].
    places: of the grid, where the values have no common denominator that is small enough.
    Raises InvalidType, InvalidValue for other values, or lists of different lengths.
    """
    means, shares, row = read_study(release, population, target)
    terms: Terms[Fraction] = [
        (abs(p) - abs(m), abs(1 - p) - abs(1 - m)) for m, p in zip(means, shares, strict=True)
    ]
    return _p_value(terms, shares, row, places, Fraction(0))


def likelihood_ratio(
    release: Sequence[ExactLike],
    population: Sequence[ExactLike],
    target: Sequence[int],
    *,
    places: int = 1 << 15,
) -> PValue:
    """The log-likelihood ratio of a target, pool against population, with its p-value.

    release: rationals in [0, 1], where noisy ones have to be clipped.  population: rationals strictly between
    0 and 1.  The statistic is -INFINITY, and the p-value 1, for a target that the pool cannot hold.
    Raises as `homer`.
    """
    means, shares, row = read_study(release, population, target)
    for name, values in (("release", means), ("population", shares)):
        for j, value in enumerate(values):
            if not 0 <= value <= 1 or (name == "population" and value in (0, 1)):
                limits = "0 < p < 1" if name == "population" else "0 <= m <= 1; clip noisy values"
                raise InvalidValue(f"{name}[{j}] = {brief(number(value))} violates {limits}")
    terms: Terms[Log] = [(_log((1 - m) / (1 - p)), _log(m / p)) for m, p in zip(means, shares, strict=True)]
    return _p_value(terms, shares, row, places, ln(1))


def _log(ratio: Fraction) -> Log:
    return ln(ratio) if ratio else -INFINITY


def _p_value(terms: Terms[S], shares: list[Fraction], row: tuple[int, ...], places: int, zero: S) -> PValue:
    """The statistic of the row, and its p-value on a grid that holds all terms, or rounded both ways."""
    wanted = check_size_of_grid(places)
    own = [pair[bit] for pair, bit in zip(terms, row, strict=True)]
    if any(_impossible(x) for x in own):
        return PValue(-INFINITY, Fraction(1), Fraction(1))
    statistic = sum(own, zero)
    constant, steps, mass = _apart(terms, shares)
    unit = _unit([d for d, _ in steps], wanted)
    rounded = [(d, round(_ends(d)[0] * unit), p) for d, p in steps]
    gap = _ends(statistic - sum(constant, zero))
    return PValue(statistic, *_bounds(rounded, gap, unit, mass))


def _bounds(
    rounded: list[tuple[S, int, Fraction]], gap: Ends, unit: int, mass: Fraction
) -> tuple[Fraction, Fraction]:
    """Bounds of mass * P[sum of d_j X_j >= gap] from the d_j on the grid."""
    errors = [(_minus(_ends(d), (Fraction(g, unit),) * 2), p) for d, g, p in rounded]
    distribution = Distribution([g for _, g, _ in rounded], [p for *_, p in rounded])
    if not any(map(any, (e for e, _ in errors))) and gap[0] == gap[1]:
        low, high = distribution.tail((gap[0] * unit).__ceil__())
        return mass * low, mass * high
    least = sum((min(low, Fraction(0)) for (low, _), _ in errors), Fraction(0))
    most = sum((max(high, Fraction(0)) for (_, high), _ in errors), Fraction(0))
    mean = [sum((e[end] * p for e, p in errors), Fraction(0)) for end in (0, 1)]
    squares = sum((max(abs(low), abs(high)) ** 2 for (low, high), _ in errors), Fraction(0))
    reach, stray = _root_above(squares * Fraction(STRAY + 1, 2)), Fraction(1, 1 << STRAY)
    above = [
        distribution.tail(((gap[0] - most) * unit).__ceil__())[1],
        distribution.tail(((gap[0] - mean[1] - reach) * unit).__ceil__())[1] + stray,
    ]
    below = [
        distribution.tail(((gap[1] - least) * unit).__ceil__())[0],
        distribution.tail(((gap[1] - mean[0] + reach) * unit).__ceil__())[0] - stray,
    ]
    return max(mass * max(below), Fraction(0)), min(mass * min(above), Fraction(1))


def _apart(terms: Terms[S], shares: list[Fraction]) -> tuple[list[S], list[tuple[S, Fraction]], Fraction]:
    """The terms at 0, the steps from x_j = 0 to 1 with their chances, and that of what is possible."""
    constant: list[S] = []
    steps: list[tuple[S, Fraction]] = []
    mass = Fraction(1)
    for (at_0, at_1), p in zip(terms, shares, strict=True):
        if _impossible(at_0) or _impossible(at_1):
            mass *= p if _impossible(at_0) else 1 - p
            constant.append(at_1 if _impossible(at_0) else at_0)
        else:
            constant.append(at_0)
            steps.append((at_1 - at_0, p))
    return constant, steps, mass


def _unit(steps: list[S], places: int) -> int:
    """The grid that holds all steps, where it is small enough; otherwise one of so many places."""
    known = [_rational(x) for x in steps]
    reach = sum((max(map(abs, _ends(x))) for x in steps), Fraction(0))
    if all(x is not None for x in known):
        unit = lcm(*(x.denominator for x in known if x is not None))
        if reach * unit <= places:
            return unit
    return max(1, int(places / reach)) if reach else 1


def _root_above(x: Fraction) -> Fraction:
    """A rational that is not below sqrt(x)."""
    scaled = -((-x.numerator << 128) // x.denominator)
    return Fraction(isqrt(scaled) + 1, 1 << 64)


def _minus(a: Ends, b: Ends) -> Ends:
    return a[0] - b[1], a[1] - b[0]


def _impossible(x: Score) -> bool:
    return isinstance(x, Log) and x.is_infinite


def _rational(x: Score) -> Fraction | None:
    return x if isinstance(x, Fraction) else x.rational_value()


def _ends(x: Score) -> Ends:
    """Rationals that enclose a term or a statistic."""
    known = _rational(x)
    if known is not None:
        return known, known
    found = bounds(certified(x).enclosure(128))
    if found is None:
        raise UndecidedError(f"{x} has no finite enclosure")
    return found
