"""Renyi divergences in closed form: of Gaussian, Laplace and sampled Gaussian noise, and of two coins.

Sources: Mironov, "Renyi differential privacy" (2017), propositions 5 to 7; Mironov, Talwar and Zhang, "Renyi
differential privacy of the sampled Gaussian mechanism" (2019).
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any, TypeAlias

from ...errors import InvalidValue
from ...exact import INFINITY, certified, number
from ...exact._flint import arb
from ...exact.certified import maximum
from ...testing.claims.values import Real
from ._truths import ball

Order: TypeAlias = Any
"""A Fraction, or INFINITY."""


def gaussian_renyi(sigma: Fraction, alpha: Order) -> Real:
    """alpha/(2 sigma^2), for sensitivity 1."""
    _check(alpha, sigma=sigma)
    return INFINITY if _infinite(alpha) else number(alpha / (2 * sigma**2))


def laplace_renyi(scale: Fraction, alpha: Order) -> Real:
    """The divergence of Laplace noise with e = 1/scale, for sensitivity 1.

    ln(alpha/(2 alpha - 1) e^((alpha-1)e) + (alpha-1)/(2 alpha - 1) e^(-alpha e))/(alpha - 1), and its limits.
    """
    _check(alpha, scale=scale)
    if _infinite(alpha):
        return number(1 / scale)
    if alpha == 1:
        return ball(lambda e: e + (-e).exp() - 1, "KL of Laplace noise", 1 / scale)
    if 2 * alpha == 1:
        return ball(lambda e: e - 2 * (1 + e / 2).log(), "order 1/2 of Laplace noise", 1 / scale)

    def rule(e: arb, a: arb) -> arb:
        likely = a / (2 * a - 1) * ((a - 1) * e).exp()
        return (likely + (a - 1) / (2 * a - 1) * (-a * e).exp()).log() / (a - 1)

    return ball(rule, f"order {alpha} of Laplace noise", 1 / scale, alpha)


def response_renyi(epsilon: Fraction, alpha: Order) -> Real:
    """Randomised response, whose divergence is the largest of all epsilon-private mechanisms.

    ln((e^(alpha e) + e^((1-alpha) e))/(1 + e^e))/(alpha - 1), and its limits.
    """
    _check(alpha)
    if epsilon < 0:
        raise InvalidValue(f"epsilon = {epsilon} is negative")
    if _infinite(alpha) or epsilon == 0:
        return number(epsilon)
    if alpha == 1:
        return ball(lambda e: e * (e / 2).tanh(), "KL of randomised response", epsilon)

    def rule(e: arb, a: arb) -> arb:
        return (((a * e).exp() + ((1 - a) * e).exp()) / (1 + e.exp())).log() / (a - 1)

    return ball(rule, f"order {alpha} of randomised response", epsilon, alpha)


def coins_renyi(p: Any, q: Any, alpha: Order) -> Real:
    """The divergence of the coin with P(1) = p from that with P(1) = q, both certified and in (0, 1)."""
    _check(alpha)
    heads, tails = certified(p), 1 - certified(p)
    gains = ((heads / q).log(), (tails / (1 - certified(q))).log())
    if _infinite(alpha):
        return maximum(gains)
    if alpha == 1:
        mean: Real = heads * gains[0] + tails * gains[1]
        return mean
    moment = heads * (gains[0] * (alpha - 1)).exp() + tails * (gains[1] * (alpha - 1)).exp()
    found: Real = moment.log() / (alpha - 1)
    return found


def sampled_gaussian_renyi(rate: Fraction, sigma: Fraction, alpha: Order) -> Real:
    """(1-q) N(0, s^2) + q N(1, s^2) against N(0, s^2), the larger direction, for whole alpha >= 2.

    ln(sum_i C(alpha, i) (1-q)^(alpha-i) q^i e^((i^2 - i)/(2 s^2)))/(alpha - 1)
    """
    _check(alpha, sigma=sigma)
    if not 0 <= rate <= 1:
        raise InvalidValue(f"rate = {rate} is no probability")
    if rate == 0 or _infinite(alpha):
        return number(0) if rate == 0 else INFINITY
    if alpha != int(alpha) or alpha < 2:
        raise InvalidValue(f"alpha = {alpha} has no closed form here; give a whole order of at least 2")
    order = int(alpha)

    def rule(q: arb, s: arb) -> arb:
        terms = (
            comb(order, i) * (1 - q) ** (order - i) * q**i * ((i * i - i) / (2 * s * s)).exp()
            for i in range(order + 1)
        )
        return sum(terms, arb(0)).log() / (order - 1)

    return ball(rule, f"order {order} of sampled Gaussian noise", rate, sigma)


def _infinite(alpha: Order) -> bool:
    return bool(getattr(alpha, "is_infinite", False))


def _check(alpha: Order, **positive: Fraction) -> None:
    """Refuse orders <= 0 and noise that is none."""
    if not _infinite(alpha) and alpha <= 0:
        raise InvalidValue(f"alpha = {alpha} is no order; it has to be positive")
    for name, value in positive.items():
        if value <= 0:
            raise InvalidValue(f"{name} = {value} has to be positive")
