"""Bounds of the Renyi divergences of one round, in both orders of the data sets: zCDP and Renyi differential
privacy promise.

A curve bounds c D_(1+c), the logarithm of E e^(c L), for tilts c > 0:

    rho-zCDP                    c (1 + c) rho
    D_(a_i) <= r_i              the lower convex hull of (0, 0) and the points (a_i - 1, (a_i - 1) r_i),

since c D_(1+c) is convex in c and 0 at 0.  Beyond the largest order of a list nothing is known.  Source: Bun
and Steinke, "Concentrated Differential Privacy", TCC 2016; Mironov, "Renyi Differential Privacy", CSF 2017;
van Erven and Harremoes, "Renyi Divergence and Kullback-Leibler Divergence", IEEE Trans. Inf. Theory 2014,
theorem 3 and corollary 2 (monotone in the order, convex in this sense).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import exp, frexp, log, log1p, sinh, sqrt, tanh

from ..arguments import nonnegative_rational, positive_rational, rational
from ..composition.arguments import freeze
from ..composition.finite_pair import NOTHING
from ..composition.pair import DominatingPair
from ..errors import InvalidType, InvalidValue
from ..exact._flint import arb, precision
from ..exact._flint import rational as ball
from ..exact.order import ball_sign
from ..exact.real import brief
from .densities import Gaussian
from .discrete import DiscreteLaplace
from .hull import lower_hull
from .total_loss import Total

BITS = 128
HALVINGS = 60
FEW_BITS = 20
"""The epsilon of randomised response is rounded down to so many."""
SHARES = (1, 1 - 2**-18, 1 - 2**-9, 0.5)
"""Of what floats say, which are tried in turn."""


class Curve:
    """An upper bound of c D_(1+c) of one round, in both orders, and mechanisms that keep it."""

    @property
    def name(self) -> str:
        """The promise."""
        return type(self).__name__

    @property
    def largest(self) -> Fraction | None:
        """The largest tilt c at which something is known; None where there is none."""
        return None

    @property
    def vertices(self) -> Sequence[Fraction]:
        """Tilts where the slope changes."""
        return ()

    @property
    def concentrated(self) -> Fraction | None:
        """The smallest rho for which all that keep the curve are rho-zCDP; None where it is not known."""
        return None

    @property
    def is_unbounded(self) -> bool:
        """Whether something with arbitrarily large losses keeps it."""
        return True

    @property
    def dominating(self) -> DominatingPair | None:
        """A pair that dominates all that keep the curve, where one is known besides the curve."""
        return None

    @property
    def alone(self) -> Total | None:
        """A distribution whose delta is at least that of one use, quicker asked than `dominating` is made."""
        return None

    @property
    def worst(self) -> Total | None:
        """A distribution whose delta is the largest of one use of all that keep the curve, in both orders."""
        return None

    def log_moment(self, c: Fraction) -> arb:
        """The bound at a tilt c > 0, at most the largest, at the precision in force."""
        raise TypeError(f"{type(self).__name__} has no moments")

    def near(self, c: float) -> float:
        """The same in floats, beside a largest tilt that may be rounded."""
        with precision(64):
            return float(self.log_moment(_exactly(c, self.largest)).mid())

    def members(self) -> tuple[DominatingPair, ...]:
        """Pairs that keep the curve in both orders: noise first, then what has few outputs."""
        raise TypeError(f"{type(self).__name__} has no members")


@dataclass(frozen=True)
class Concentrated(Curve):
    """D_a <= rho a for all orders a > 1: zero-concentrated differential privacy."""

    rho: Fraction

    def __post_init__(self) -> None:
        """Read the argument.  Raises InvalidValue unless it is positive."""
        freeze(self, "rho", positive_rational(self.rho, "rho"))

    @property
    def name(self) -> str:
        """The promise."""
        return f"{brief(self.rho)}-zCDP"

    @property
    def concentrated(self) -> Fraction:
        """rho, which Gaussian noise attains."""
        return self.rho

    def log_moment(self, c: Fraction) -> arb:
        """c (1 + c) rho."""
        return arb(ball(c * (1 + c) * self.rho))

    def near(self, c: float) -> float:
        """The same in floats."""
        return c * (1 + c) * float(self.rho)

    def members(self) -> tuple[DominatingPair, ...]:
        """Gaussian noise of mu^2 = 2 rho, and randomised response with epsilon tanh(epsilon/2) <= rho."""
        rho = float(self.rho)
        top = sqrt(2 * rho) * 1.001 + rho * 1.1 + 1e-9
        return Gaussian(2 * self.rho), response(top, lambda e: e * tanh(e / 2) < rho, self._keeps)

    def _keeps(self, epsilon: Fraction) -> bool:
        """Whether randomised response is rho-zCDP (Harrison and Manurangsi 2025)."""
        e = arb(ball(epsilon))
        return ball_sign(e * (e / 2).tanh() - ball(self.rho)) == -1


@dataclass(frozen=True)
class Listed(Curve):
    """D_a <= r at each of some orders a > 1, by growing order, r > 0."""

    points: tuple[tuple[Fraction, Fraction], ...]

    @property
    def name(self) -> str:
        """The points."""
        return "Renyi curve " + ", ".join(f"D_{a} <= {r}" for a, r in self.points)

    @cached_property
    def hull(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """The vertices (c, bound) of the lower convex hull, from (0, 0) on."""
        points = [(order - 1, (order - 1) * value) for order, value in self.points]
        return tuple(lower_hull([(Fraction(0), Fraction(0)), *points]))

    @property
    def largest(self) -> Fraction:
        """The largest order less 1."""
        return self.hull[-1][0]

    @property
    def vertices(self) -> Sequence[Fraction]:
        """Those of the hull, but 0."""
        return [c for c, _ in self.hull[1:]]

    def log_moment(self, c: Fraction) -> arb:
        """The hull at c, a rational.  Raises InvalidValue beyond the largest tilt."""
        for (a, low), (b, high) in pairwise(self.hull):
            if a <= c <= b:
                return arb(ball(low + (high - low) * (c - a) / (b - a)))
        raise InvalidValue(f"c = {c} is beyond the orders of {self.name}; ask up to {self.largest}")

    def members(self) -> tuple[DominatingPair, ...]:
        """Gaussian noise with a mu^2/2 <= r at every order a, and randomised response that keeps them."""
        mu_squared = min(2 * value / order for order, value in self.points)
        points = [(float(order), float(value)) for order, value in self.points]
        top = max(value for _, value in points) + max(2 * sqrt(2 * value / a + 1) for a, value in points)
        return Gaussian(mu_squared), response(
            top,
            lambda e: all(response_moment_near(e, a) < (a - 1) * value for a, value in points),
            self._keeps,
        )

    def _keeps(self, epsilon: Fraction) -> bool:
        """Whether the divergences of randomised response are below all values."""
        e = arb(ball(epsilon))
        return all(
            ball_sign(response_moment(e, arb(ball(order))) - ball((order - 1) * value)) == -1
            for order, value in self.points
        )


def response_moment(e: arb, a: arb) -> arb:
    """(a - 1) D_a of randomised response: ln(p^a q^(1-a) + q^a p^(1-a)) for p = e^e/(1 + e^e), q = 1 - p."""
    return a * e - (1 + e.exp()).log() + (1 + ((1 - 2 * a) * e).exp()).log()


def response_moment_near(e: float, a: float) -> float:
    """The same in floats: ln cosh((a - 1/2) e) - ln cosh(e/2)."""
    return _log_cosh((a - 0.5) * e) - _log_cosh(e / 2)


def _log_cosh(x: float) -> float:
    return log1p(2 * sinh(x / 2) ** 2) if x < 1 else x + log1p(exp(-2 * x)) - log(2)


def _exactly(c: float, most: Fraction | None) -> Fraction:
    return Fraction(c) if most is None else min(Fraction(c), most)


def response(
    top: float, keeps_nearly: Callable[[float], bool], keeps: Callable[[Fraction], bool]
) -> DominatingPair:
    """Randomised response at an epsilon < top of few bits that keeps a promise for sure, near the largest.

    It is looked for in floats; `keeps` decides.
    """
    low, high = 0.0, top
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if keeps_nearly(middle) else (low, middle)
    with precision(BITS):
        for share in SHARES:
            epsilon = few_bits_below(low * share)
            if epsilon and keeps(epsilon):
                return DiscreteLaplace(epsilon, 1)
    return NOTHING


def few_bits_below(x: float) -> Fraction:
    """x >= 0 rounded down to FEW_BITS bits."""
    mantissa, exponent = frexp(x)
    return Fraction(int(mantissa * 2**FEW_BITS)) * Fraction(2) ** (exponent - FEW_BITS)


LARGEST = 10**9
"""Of orders and bounds: what allows more loss than this protects nobody."""


def within(value: Fraction, name: str) -> Fraction:
    """The value.  Raises InvalidValue above `LARGEST`."""
    if value > LARGEST:
        raise InvalidValue(f"{name} = {brief(value)} is above {LARGEST}; give a smaller one")
    return value


def read_points(given: object) -> tuple[tuple[Fraction, Fraction], ...]:
    """Pairs (order, value) by growing order.

    Raises InvalidType for what is no list of pairs, InvalidValue for no pair, an order twice or not above 1,
    and a negative value.
    """
    if not isinstance(given, tuple | list):
        raise InvalidType(
            f"points = {brief(repr(given))} is a {type(given).__name__}; give pairs (order, value) such as "
            "[(2, '1/10'), (8, '1/2')]"
        )
    points = sorted(_point(each) for each in given)
    if not points:
        raise InvalidValue("points = [] is empty; give pairs (order, value) such as [(2, '1/10')]")
    twice = next((a for (a, _), (b, _) in pairwise(points) if a == b), None)
    if twice is not None:
        raise InvalidValue(f"order = {twice} is given twice; give one value for each order")
    return tuple(points)


def _point(entry: object) -> tuple[Fraction, Fraction]:
    """An order and its value."""
    if not isinstance(entry, tuple | list) or len(entry) != 2:
        raise InvalidType(
            f"points has the entry {brief(repr(entry))}, a {type(entry).__name__}; give pairs (order, value)"
        )
    order, value = within(rational(entry[0], "order"), "order"), nonnegative_rational(entry[1], "value")
    within(value, "value")
    if order <= 1:
        raise InvalidValue(
            f"order = {brief(order)} is not above 1; give orders such as 2, or use pure for infinity"
        )
    return order, value
