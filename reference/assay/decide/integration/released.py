"""Noisy values in outputs: Gaussian draws on which no comparison depends, each around its own centre.

Given the rest of the output, with probabilities P and Q, the values are Gaussian vectors of the same
variances. With d^2 the sum of (a_j - b_j)^2/variance_j, the logarithm of the ratio of their densities is
Gaussian of mean d^2/2 and variance d^2 under the first and of mean -d^2/2 under the second, so that on the
event that it exceeds t = epsilon - ln(P/Q)

    P(S) = P Phi(d/2 - t/d)    and    Q(S) = Q Phi(-d/2 - t/d).

Source: Balle and Wang, "Improving the Gaussian mechanism for differential privacy", ICML 2018, theorem 5.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from ...errors import InvalidValue
from ...exact._flint import arb
from ...programs.noise.paths import Path
from ...programs.noise.places import Coordinate
from .models import exactly


class Released(NamedTuple):
    """A Gaussian value with its variance and its centre."""

    variance: Fraction
    centre: Fraction


def released(path: Path, coordinates: tuple[Coordinate, ...], subject: str) -> tuple[Released, ...]:
    """The noisy values of an output, independent and free.

    Raises InvalidValue for values of other noise, sums, rounded values, and for those that are compared.
    """
    bound = {i for pair in path.order.tightest for i in pair}
    found = []
    for c in coordinates:
        draws = [path.order.distributions[i] for i, _ in c.terms]
        own = len(draws) == 1 and draws[0].variance and not c.floored and c.terms[0][0] not in bound
        if not own:
            raise InvalidValue(
                f"{subject} holds noisy values that are no Gaussian draws of their own (rounded, a sum, "
                "compared, or other noise); compare them and return what was found, or return a fresh draw"
            )
        found.append(Released(draws[0].variance, Fraction(c.offset)))
    return tuple(found)


def on_worst_event(p: arb, q: arb, squared: Fraction, epsilon: arb) -> tuple[arb, arb]:
    """P(S) and Q(S) on the event S of the module, for d^2 > 0."""
    d = exactly(squared).sqrt()
    t = (epsilon - (p / q).log()) / d
    return p * _phi(d / 2 - t), q * _phi(-d / 2 - t)


def _phi(x: arb) -> arb:
    """The normal distribution function."""
    return (-x / arb(2).sqrt()).erfc() / 2
