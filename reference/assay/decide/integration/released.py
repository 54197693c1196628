"""Noisy values in outputs: sums of Gaussian draws on which no comparison depends, around their own centres.

Given the rest of the output, with probabilities P and Q, the values are Gaussian vectors of the same
variances. With d^2 the sum of (a_j - b_j)^2/variance_j, the logarithm of the ratio of their densities is
Gaussian of mean d^2/2 and variance d^2 under the first and of mean -d^2/2 under the second, so that on the
event that it exceeds t = epsilon - ln(P/Q)

    P(S) = P Phi(d/2 - t/d)    and    Q(S) = Q Phi(-d/2 - t/d).

Source: Balle and Wang, "Improving the Gaussian mechanism for differential privacy", ICML 2018, theorem 5.

**Rounded values.**  Let v be a Gaussian around a > b with variance s^2, and floor(v) be released. The density
is totally positive in (v, a), the indicator of n <= v < n + 1 in (n, v), and so by the basic composition
formula their integral P_a(n) in (n, a): P_a(n)/P_b(n) grows with n.  So the worst event is a half line v >= r
with a whole number r, and its excess

    g(r) = P Phi((a - r)/s) - e^epsilon Q Phi((b - r)/s)

grows up to the real number r* where the densities have the ratio e^t, and falls from there on: the best r is
one of the whole numbers next to r*.  For a < b the same holds for v < r.
Source: Karlin, "Total Positivity", 1968, chapter 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import NamedTuple, TypeAlias

from ...errors import InvalidValue
from ...exact._flint import arb, bounds
from ...programs.noise.paths import Path
from ...programs.noise.places import Coordinate
from .models import exactly

MOST_LINES = 8
"""An enclosure of r* with more whole numbers in it is not narrow enough."""


class Released(NamedTuple):
    """A Gaussian value with its variance and its centre, rounded down if `floored`."""

    variance: Fraction
    centre: Fraction
    floored: bool = False


@dataclass(frozen=True)
class RoundedApart:
    """Two rounded values of one variance whose centres a and b differ."""

    variance: Fraction
    a: Fraction
    b: Fraction


Apart: TypeAlias = Fraction | RoundedApart
"""How far the noisy values of an output lie apart: d^2, or the one rounded value whose centres differ."""

NOT_APART = Fraction(0)


def released(path: Path, coordinates: tuple[Coordinate, ...], subject: str) -> tuple[Released, ...]:
    """The noisy values of an output, independent and free.

    Raises InvalidValue for values of other noise, that are compared, or that share draws.
    """
    bound = {i for pair in path.order.tightest for i in pair}
    used: set[int] = set()
    found = []
    for c in coordinates:
        own = {i for i, _ in c.terms}
        variances = [path.order.distributions[i].variance for i, _ in c.terms]
        if not own or not all(variances) or own & (bound | used) or len(own) < len(c.terms):
            raise InvalidValue(
                f"{subject} holds noisy values that are no free Gaussian ones (compared, of other noise, or "
                "several of one draw); compare them and return what was found, or return a fresh draw"
            )
        used |= own
        size = sum((v * Fraction(n) ** 2 for v, (_, n) in zip(variances, c.terms, strict=True)), Fraction(0))
        found.append(Released(size, Fraction(c.offset), c.floored))
    return tuple(found)


def apart(left: tuple[Released, ...], right: tuple[Released, ...], subject: str) -> Apart:
    """How far the values lie apart.

    Raises InvalidValue where their variances differ, and where next to a rounded value whose centres differ
    others differ as well.
    """
    if [(v.variance, v.floored) for v in left] != [(v.variance, v.floored) for v in right]:
        raise InvalidValue(f"the noisy values of {subject} have other variances; draw them with one sigma")
    differing = [(a, b) for a, b in zip(left, right, strict=True) if a.centre != b.centre]
    if len(differing) == 1 and differing[0][0].floored:
        ((a, b),) = differing
        return RoundedApart(a.variance, a.centre, b.centre)
    if any(a.floored for a, _ in differing):
        raise InvalidValue(
            f"several noisy values of {subject} differ, and one is rounded; return them without rounding, "
            "which reveals no less, or round one that differs alone"
        )
    return sum(((a.centre - b.centre) ** 2 / a.variance for a, b in differing), NOT_APART)


def worst_events(p: arb, q: arb, distance: Apart, epsilon: arb) -> list[tuple[arb, arb]]:
    """P(S) and Q(S) on events S, one of which is the worst one; for values that lie apart.

    Without an event, what is known of P and Q does not tell which one is the worst.
    """
    if isinstance(distance, RoundedApart):
        return _half_lines(p, q, distance, epsilon)
    d = exactly(distance).sqrt()
    t = (epsilon - (p / q).log()) / d
    return [(p * _phi(d / 2 - t), q * _phi(-d / 2 - t))]


def _half_lines(p: arb, q: arb, values: RoundedApart, epsilon: arb) -> list[tuple[arb, arb]]:
    """Those of the whole numbers next to r*, see the module."""
    a, b, variance = values.a, values.b, values.variance
    t = epsilon - (p / q).log()
    found = bounds(exactly((a + b) / 2) + exactly(variance / (a - b)) * t)
    if found is None or ceil(found[1]) - floor(found[0]) > MOST_LINES:
        return []
    side = 1 if a > b else -1
    sigma = exactly(variance).sqrt()
    lines = range(floor(found[0]), ceil(found[1]) + 1)
    return [
        (p * _phi(exactly(side * (a - r)) / sigma), q * _phi(exactly(side * (b - r)) / sigma)) for r in lines
    ]


def _phi(x: arb) -> arb:
    """The normal distribution function."""
    return (-x / arb(2).sqrt()).erfc() / 2
