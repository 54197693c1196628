"""The average error of private one-way marginals, E (1/d) sum_j |noise_j|, and how many rows it takes.

    laplace      b                        b = 2 d/(n epsilon), or 2/(n epsilon_0) by advanced composition
    gaussian     sigma sqrt(2/pi)
    l_infinity   (d + 1) b/2              b = 2/(n epsilon)

The source says that the Laplace mechanism has an average error of at most alpha as long as

    n >= O( min{ sqrt(d log(1/delta)), d }/(epsilon alpha) ),          (1)

and that this matches its lower bound.  `formula_one` is the right side without the O; what n really has to be
is `average_sample_complexity`: exactly 2 d/(epsilon alpha), rounded up, for delta = 0, and where delta > 0 at
most 5.66 times (1), and one row, for epsilon <= 8 log(1/delta): then epsilon_0 = epsilon/sqrt(8 d
log(1/delta)) is enough, and 2/(alpha epsilon_0) is 4 sqrt(2) times (1).
Source: Steinke and Ullman, "Between pure and approximate differential privacy", section 1, formula (1);
clipping the answers to [-1, 1] makes no error larger.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from ..arguments import open_probability, positive_integer, positive_rational
from ..attacks.tracing_noise import (
    Kind,
    Noise,
    epsilon_below,
    known_kind,
    noise_for,
    positive_epsilon,
)
from ..errors import InvalidType
from ..exact import Certified, EpsilonLike, ExactLike, Log, Number, certified, eps, ln, minimum, number
from ..exact._flint import arb
from ..outputs.text import with_type
from ..theorems.composition import advanced_composition

DIGITS = 6
"""Significant digits of an epsilon that is found by bisection; it is rounded down, towards more noise."""


def average_error(noise: Noise, d: int) -> Certified:
    """E |noise_j|, the same in every one of d coordinates."""
    size = positive_integer(d, "d")
    if not isinstance(noise, Noise):
        raise InvalidType(f"noise is {with_type(noise)}; give what average_noise returns")
    if noise.kind != "gaussian":
        return certified(_rational_error(noise, size))
    return certified(noise.scale) * Certified(lambda _: (2 / arb.pi()).sqrt(), "sqrt(2/pi)")


def _rational_error(noise: Noise, d: int) -> Fraction:
    """The same for Laplace and L-infinity noise."""
    return noise.scale * (d + 1) / 2 if noise.kind == "l_infinity" else noise.scale


def average_noise(kind: Kind, n: int, d: int, epsilon: EpsilonLike, delta: ExactLike = 0) -> Noise:
    """The noise that makes the marginals (epsilon, delta)-DP, also Laplace noise with delta > 0.

    Laplace noise then has the scale 2/(n epsilon_0), with the largest epsilon_0, to six digits, whose d-fold
    advanced composition is (epsilon, delta)-DP, or epsilon/d where that is larger.
    Raises InvalidValue as `noise_for`, and unless 0 <= delta < 1.
    """
    known_kind(kind)
    if kind != "laplace" or number(delta, "delta") == 0:
        return noise_for(kind, n, d, epsilon, delta)
    rows = positive_integer(n, "n")
    return Noise("laplace", Fraction(2, rows) / epsilon_each(d, epsilon, delta))


def epsilon_each(d: int, epsilon: EpsilonLike, delta: ExactLike) -> Fraction:
    """An epsilon_0 such that d mechanisms that are epsilon_0-DP are together (epsilon, delta)-DP."""
    size, level = positive_integer(d, "d"), positive_epsilon(epsilon)
    slack = open_probability(delta, "delta")
    low = epsilon_below(level) / size
    high = epsilon_below(level)
    if _composes(high, size, slack, level):
        return high
    while (high - low) * 10**DIGITS > low:
        middle = (low + high) / 2
        low, high = (middle, high) if _composes(middle, size, slack, level) else (low, middle)
    return low


def _composes(step: Fraction, d: int, slack: Number, level: Log) -> bool:
    together = advanced_composition(step, 0, d, slack, symmetric=True, form="tanh")
    return bool(together.epsilon <= level)


def average_sample_complexity(
    kind: Kind, d: int, alpha: ExactLike, epsilon: EpsilonLike, delta: ExactLike = 0
) -> int:
    """The smallest n at which this noise has an average error of at most alpha.

    Where the scale is known to six digits (delta > 0), up to that relative precision and on the safe side.
    Raises InvalidValue for alpha <= 0, and as `average_noise`.
    """
    goal = positive_rational(alpha, "alpha")
    noise = average_noise(kind, 1, d, epsilon, delta)
    if noise.kind != "gaussian":
        return max(1, ceil(_rational_error(noise, d) / goal))
    single = average_error(noise, d)
    low = Fraction((single / goal).lower(30))
    return max(1, next(n for n in (ceil(low), ceil(low) + 1) if single <= n * goal))


def formula_one(d: int, alpha: ExactLike, epsilon: EpsilonLike, delta: ExactLike = 0) -> Certified:
    """min{ sqrt(d ln(1/delta)), d }/(epsilon alpha), the formula (1) without its constant."""
    size, goal = positive_integer(d, "d"), positive_rational(alpha, "alpha")
    level, leak = positive_epsilon(epsilon), number(delta, "delta")
    width = certified(size)
    if leak != 0:
        root = (size * certified(ln(1 / open_probability(leak, "delta")))).sqrt()
        width = minimum([root, width])
    return width / (certified(eps(level)) * goal)
