"""Bounds of a probability that hold after every number of trials at once.

For k successes in n independent trials of probability p,

    M_n(t) = [1/2 3/2 ... (k - 1/2)] [1/2 3/2 ... (n - k - 1/2)] / (n! t^k (1 - t)^(n - k))

is a martingale at t = p with mean 1 (the Bayes factor of the Beta(1/2, 1/2) prior against p). By Ville's
inequality P(M_n(p) >= 1/alpha for some n) <= alpha, so that the set of all t with M_n(t) < 1/alpha is a
confidence sequence: it contains p for all n at once with a probability of at least 1 - alpha.
Source: H. Robbins, "Statistical methods related to the distribution of the iterated logarithm", Annals of
Mathematical Statistics 41 (1970); R. Krichevsky and V. Trofimov, IEEE Trans. Information Theory 27 (1981) for
the prior.
"""

from __future__ import annotations

from fractions import Fraction
from math import isfinite

from ...arguments import positive_integer
from ...errors import InvalidValue, UndecidedError
from ...exact import Certified, ExactLike, number
from ...exact._flint import arb, fmpq
from ...exact._flint import rational as flint_rational


def alarm_rate(value: ExactLike | float, name: str = "false_alarm") -> Fraction:
    """A rational in (0, 1); of a float the decimal that it is written as, so that 1e-9 is 10^-9.

    Raises InvalidValue outside (0, 1) and for an irrational number.
    """
    if isinstance(value, float):
        rate = Fraction(repr(value)) if isfinite(value) else Fraction(0)
    else:
        rate = number(value, name).as_fraction()
    if not 0 < rate < 1:
        raise InvalidValue(f"{name} = {value} ({type(value).__name__}) is not in (0, 1); write '1e-9'")
    return rate


def sample_count(value: int, name: str = "samples") -> int:
    """A whole number of samples, at least 1."""
    return positive_integer(value, name)


EXTRA_BITS = 10
"""A bound is a multiple of 2^-b, with 2^b about 2^EXTRA_BITS times the number of trials."""

BITS = 1024
"""Evidence that agrees with its threshold to so many bits counts as not above it."""


def lower_bound(hits: int, trials: int, alarm: Fraction) -> Fraction:
    """A t < hits/trials with M_n(t) > 1/alarm, close to the largest one; 0 where there is none."""
    if hits == 0:
        return Fraction(0)
    size = 1 << (trials.bit_length() + EXTRA_BITS)
    low, high = 0, hits * size // trials
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (
            (middle, high) if _rejected(Fraction(middle, size), hits, trials, alarm) else (low, middle)
        )
    return Fraction(low, size)


def upper_bound(hits: int, trials: int, alarm: Fraction) -> Fraction:
    """The bound from above: failures have probability 1 - p."""
    return 1 - lower_bound(trials - hits, trials, alarm)


def _rejected(t: Fraction, hits: int, trials: int, alarm: Fraction) -> bool:
    """Whether M_n(t) > 1/alarm, by enclosures; where BITS do not tell it counts as no, the safe side."""

    def evidence(bits: int) -> arb:
        half, q = arb(fmpq(1, 2)), flint_rational(t)
        misses = trials - hits
        prior = (arb(hits) + half).lgamma() + (arb(misses) + half).lgamma() - 2 * half.lgamma()
        chance = hits * arb(q).log() + (misses * arb(1 - q).log() if misses else 0)
        return prior - arb(trials + 1).lgamma() - chance + arb(flint_rational(alarm)).log()

    try:
        return Certified(evidence, f"ln(alarm M({t})) at {hits} of {trials}", BITS) > 0
    except UndecidedError:
        return False
