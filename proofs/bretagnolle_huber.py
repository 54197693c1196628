"""The Bretagnolle-Huber inequality, and what it makes of a Renyi divergence."""

from __future__ import annotations

import random
from fractions import Fraction

from assay.dp import Dist, hockey_stick, renyi, total_variation
from assay.errors import InvalidValue
from assay.exact import Log, Number, eps, ln, number
from assay.prove import Theorem, infer
from assay.prove.lemma import Lemma, require
from assay.prove.tactics.known import power_tangent
from assay.testing.generated_mechanisms import positive_dist
from assay.theorems import Guarantee, rdp_to_dp, slack


def divergence(p: Dist[int], q: Dist[int], order: int) -> Log:
    """D_order(P || Q), which is an exact logarithm here."""
    value = renyi(p, q, order)
    if not isinstance(value, Log):
        raise InvalidValue(f"D_{order} is {value}, not a logarithm")
    return value


def certain(mass: Number) -> tuple[Dist[int], Dist[int]]:
    """P surely shows what Q shows with this probability."""
    return Dist.point(0), Dist({0: mass, 1: 1 - mass})


def bretagnolle_huber_case(rng: random.Random) -> None:
    """-ln(1 - TV^2) against the Kullback-Leibler divergence and that of order 2."""
    p, q = positive_dist(rng, 3), positive_dist(rng, 3)
    tv, least = total_variation(p, q), -ln(1 - total_variation(p, q) ** 2)
    require(slack(renyi(p, q, 1), least).holds, "TV^2 <= 1 - e^(-KL)")
    require(slack(renyi(p, q, 2), renyi(p, q, 1)).holds, "KL <= D_2")
    for order in ("1/2", "3/4"):
        found = slack(renyi(p, q, order), least).status if tv else "tight"
        require(found != "violated", f"TV^2 <= 1 - e^(-D) at order {order}")
    if tv:
        guarantee = rdp_to_dp(2, -ln(1 - tv**2), tv, conversion="bretagnolle-huber")
        require(guarantee == Guarantee(0, tv), f"the shipped condition at TV = {tv}")


def exponent_not_improvable() -> bool:
    """e^(-9 KL/10) in place of e^(-KL): a point mass at an outcome with Q = 1/2048 violates it."""
    p, q = certain(number("1/2048"))
    return -ln(1 - total_variation(p, q) ** 2) > divergence(p, q, 1) * Fraction(9, 10)


def too_small_delta() -> bool:
    """Where delta^2 < 1 - e^(-r) the conversion is refused, and a point mass with r = ln 4 violates it."""
    p, q = certain(number("1/4"))
    try:
        rdp_to_dp(2, divergence(p, q, 2), "1/2", conversion="bretagnolle-huber")
    except InvalidValue:
        return hockey_stick(p, q, eps(0)) > Fraction(1, 2)
    return False


def order_one_quarter() -> bool:
    """Q a point mass at an outcome with P = 1/4: D_(1/4) = ln(4)/3, and 9/16 > 1 - 4^(-1/3)."""
    q, p = certain(number("1/4"))
    return -ln(1 - total_variation(p, q) ** 2) > renyi(p, q, "1/4")


def quarter_of_the_divergence() -> bool:
    """The divergence is ln 4, r = ln(4)/4: delta^2 = 1 - 4^(-1/4) would do, and TV = 3/4."""
    p, q = certain(number("1/4"))
    return -ln(1 - total_variation(p, q) ** 2) > divergence(p, q, 2) / 4


def weighted_means() -> Theorem:
    """x y lies below every weighted mean of the squares."""
    square = {"multiplier": "2*c", "terms": [{"weight": "1", "factors": [], "square": "c*x - y"}]}
    return infer("combine", "for real x, real y, c > 0: x*y <= (c*x^2 + y^2/c)/2", square)


def smaller_and_larger() -> Theorem:
    """p q = min(p, q) max(p, q), with the larger written as p + q - min(p, q)."""
    claim = "for p >= 0, q >= 0: min(p, q)*(p + q - min(p, q)) = p*q"
    return infer("extreme", claim, {"of": "min(p, q)"})


def best_weight() -> Theorem:
    """At c^2 = (1 + t)/(1 - t) the mean of 1 - t and 1 + t is sqrt(1 - t^2)."""
    gap = "c^2*(1 - t) - (1 + t)"
    return infer(
        "combine",
        "for t in [0, 1), c > 0 where c^2*(1 - t) = 1 + t: (c*(1 - t) + (1 + t)/c)^2/4 = 1 - t^2",
        {"multiplier": "4*c^2", "zeros": [{"zero": gap, "times": gap}]},
    )


BRETAGNOLLE_HUBER = Lemma(
    title="Bretagnolle-Huber inequality",
    statement="TV(P, Q)^2 <= 1 - e^(-KL(P || Q)); and D_alpha <= r with alpha >= 1/2 gives (0, delta) "
    "where delta^2 >= 1 - e^(-r)",
    reduction="With B the sum of sqrt(P Q), ln(sqrt(Q/P)/B) <= sqrt(Q/P)/B - 1 has mean at most 0 under P, "
    "so KL >= -2 ln B. As P Q = min(P, Q) max(P, Q), Cauchy and Schwarz (weighted means, outcome by "
    "outcome) give B^2 <= (1 - TV)(1 + TV). KL <= D_alpha for alpha > 1 since (e^((alpha-1) v) - 1)/(alpha "
    "- 1) >= v for every loss v. Libraries ask for alpha > 1; alpha >= 1/2 is enough: D_(1/2) = -2 ln B, "
    "and for 1/2 <= alpha < 1 the tangent of x^s, s = 1/(2 (1 - alpha)) >= 1, gives B >= (E_P e^((alpha-1) "
    "v))^s, so D_(1/2) <= D_alpha.",
    inequalities=(
        "for y > 0: log(y) <= y - 1",
        weighted_means,
        smaller_and_larger,
        best_weight,
        "for real v, a > 1: (exp((a - 1)*v) - 1)/(a - 1) >= v",
        power_tangent,
    ),
    case=bretagnolle_huber_case,
    tightness="e^(-KL) cannot be replaced by e^(-9 KL/10); equality only where P = Q",
    tight=exponent_not_improvable,
    dropped={
        "D_alpha <= r": quarter_of_the_divergence,
        "alpha >= 1/2": order_one_quarter,
        "delta^2 >= 1 - e^(-r)": too_small_delta,
    },
)
