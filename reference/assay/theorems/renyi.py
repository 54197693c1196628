"""Renyi differential privacy: composition, and the three conversions to (epsilon, delta) found in libraries.

M is (alpha, r)-RDP if D_alpha(M(x) || M(x')) <= r for every adjacent pair.
Source: Mironov, "Renyi Differential Privacy", CSF 2017.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from ..arguments import listed, open_probability
from ..errors import InvalidValue, UndecidedError
from ..exact import Certified, EpsilonLike, ExactLike, Log, Number, certified, eps, exp, ln, minimum, number
from ._check import as_integer, order
from ._real import RealValue, non_negative, total
from .guarantee import CertifiedGuarantee, Guarantee, capped

RdpConversion: TypeAlias = Literal["improved", "mironov", "bretagnolle-huber"]


def renyi_composition(values: Iterable[RealValue | ExactLike]) -> RealValue:
    """Adaptive composition of (alpha, r_i)-RDP mechanisms, at one order alpha, is (alpha, sum of r_i)-RDP.

    Hypotheses: one order for all; fresh randomness in each round.  Adjacency: any, the same for all.
    Tight: independent mechanisms attain it.
    Source: Mironov 2017, Proposition 1.
    """
    return total(non_negative(value, "r") for value in listed(values, "values", "['1/2', ln(2)]"))


def rdp_to_dp(
    alpha: ExactLike, r: RealValue | ExactLike, delta: ExactLike, *, conversion: RdpConversion = "improved"
) -> Guarantee | CertifiedGuarantee:
    """The epsilon at delta that (alpha, r)-RDP gives, for alpha > 1 and 0 < delta < 1.

        epsilon = r + ln(1/delta)/(alpha - 1)                                   conversion="mironov"
        epsilon = r + ln(1 - 1/alpha) - ln(delta alpha)/(alpha - 1)             conversion="improved"
        epsilon = 0, if delta^2 >= 1 - e^(-r)                                   conversion="bretagnolle-huber"

    and max(epsilon, 0) where the formula is negative.  Exact where r is a rational or a Log, certified
    otherwise.

    Hypotheses: as stated; the third one needs its condition, and raises InvalidValue without it.
    Adjacency: any, one direction at a time.  "improved" is better than "mironov" for every alpha and delta.
    Source: Mironov 2017, Proposition 3; Canonne, Kamath and Steinke, "The Discrete Gaussian for Differential
    Privacy", 2020, Proposition 12 (also Balle et al. 2020, Theorem 21); Bretagnolle and Huber 1979.
    """
    a, budget, allowed = order(alpha), non_negative(r, "r"), open_probability(delta, "delta")
    if conversion == "bretagnolle-huber":
        return _bretagnolle_huber(budget, allowed)
    if conversion == "mironov":
        return _guarantee(budget, ln(1 / allowed) / (a - 1), allowed)
    if conversion == "improved":
        return _guarantee(budget, ln(1 - 1 / a) - ln(allowed * a) / (a - 1), allowed)
    raise InvalidValue(
        f"conversion = {conversion!r} is unknown; give 'improved', 'mironov' or 'bretagnolle-huber'"
    )


def _guarantee(r: RealValue, shift: Log, delta: Number) -> Guarantee | CertifiedGuarantee:
    """The guarantee (max(r + shift, 0), delta)."""
    epsilon = total([r, shift])
    if isinstance(epsilon, Log):
        return Guarantee(max(epsilon, eps(0)), delta)
    known = certified(epsilon)
    return CertifiedGuarantee(known, delta) if known > 0 else Guarantee(0, delta)


def _bretagnolle_huber(r: RealValue, delta: Number) -> Guarantee:
    """TV <= sqrt(1 - e^(-KL)), and KL <= D_alpha <= r."""
    largest = -ln(1 - delta**2)
    exact = Log(r.as_fraction()) if isinstance(r, Number) and r.is_rational else r
    holds = exact <= largest if isinstance(exact, Log) else certified(exact) <= largest
    if not holds:
        raise InvalidValue(
            f"delta = {delta} and r = {r} violate the condition delta^2 >= 1 - e^(-r) of the "
            "Bretagnolle-Huber conversion; use another conversion or a larger delta"
        )
    return Guarantee(0, delta)


def rdp_to_delta(alpha: ExactLike, r: RealValue | ExactLike, epsilon: EpsilonLike) -> Number | Certified:
    """The delta at epsilon >= 0 that (alpha, r)-RDP gives, for alpha > 1.

        delta = min(1, e^((alpha - 1)(r - epsilon)) / (alpha - 1) (1 - 1/alpha)^alpha).

    The inverse of the "improved" form of `rdp_to_dp`.  Exact for an integer alpha and an r that is a rational
    or a Log, or where it is 1, certified otherwise.
    Adjacency: any, one direction at a time.
    Attained, in that direction, by P a point mass at an outcome o with Q(o) = e^(-epsilon) (1 - 1/alpha).
    Source: Canonne, Kamath and Steinke 2020, Proposition 12.
    """
    a, budget, level = order(alpha), non_negative(r, "r"), eps(epsilon)
    if level.is_infinite:
        return number(0)
    gap, whole = total([budget, -level]), as_integer(a)
    if whole is not None and isinstance(gap, Log):
        return capped(exp(gap * (a - 1)) * (1 - 1 / a) ** whole / (a - 1))
    exponent = certified(gap) * (a - 1) + certified(ln(1 - 1 / a) * a)
    delta = exponent.exp() / (a - 1)
    try:
        if delta >= 1:
            return number(1)
    except UndecidedError:  # it may be 1 itself
        delta = minimum([delta, 1])
    return certified(delta, f"delta of ({a}, {budget})-RDP at epsilon = {level}")
