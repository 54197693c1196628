"""Laplace noise scaled to a smooth upper bound on the sensitivity: for which alpha and beta it is private."""

from __future__ import annotations

import random
from fractions import Fraction

from assay.exact import Certified, Number, certified, exp, number
from assay.prove.generate import fraction, inner_fraction
from assay.prove.lemma import Lemma, require


def loss(alpha: Fraction, c: Fraction, z: Number, g: Number) -> Number:
    """ln(P(z)/P'(z)) for densities proportional to e^(-alpha |z|) and e^(-alpha |z - g|/s), s = e^c."""
    return c + alpha * (abs(z - g) * exp(-c) - abs(z))


def case(rng: random.Random) -> None:
    """The exact loss at a rational point, for a generated ratio of scales and shift."""
    alpha = inner_fraction(rng) * rng.randint(1, 4)
    beta = min(alpha, Fraction(5, 4)) * inner_fraction(rng)
    c = beta * rng.choice((-1, 1)) * fraction(rng)
    g = min(number(1), exp(c)) * fraction(rng) * rng.choice((-1, 1))
    z = number(fraction(rng) * rng.randint(-20, 20))
    inside = alpha * (exp(abs(c)) - 1) * abs(z) <= alpha + abs(c)
    require(not inside or loss(alpha, c, z, g) <= 2 * alpha, f"loss at {z}, alpha = {alpha}, c = {c}")
    if c:
        require((alpha + abs(c)) * 2 * beta >= alpha * (exp(abs(c)) - 1), f"tail, alpha = {alpha}, c = {c}")


def tight() -> bool:
    """The pointwise bound: alpha = 1, scales 1 and 1/e, shift 1/e: at z = -2/(e - 1) the loss is 2."""
    return loss(Fraction(1), Fraction(-1), -2 / (exp(1) - 1), exp(-1)) == 2


def central(scale: Number) -> Certified:
    """P[|z| < 8] for Laplace noise of this scale."""
    return 1 - (-(certified(8 / scale))).exp()


def large_beta() -> bool:
    """alpha = 1, beta = 10: scales 1 and e^10 are told apart on |z| < 8, far beyond eta = e^(-1/20)."""
    gain = central(number(1)) - certified(exp(2)) * central(exp(10))
    return gain > exp(Fraction(-1, 20))


def jumping_scale() -> bool:
    """Condition (7) dropped: beta = 1/100, but the scales differ by e^10; eta = e^-50."""
    gain = central(number(1)) - certified(exp(2)) * central(exp(10))
    return gain > exp(-50)


def far_away() -> bool:
    """Condition (8) dropped: the same scale, and a shift by 8 in place of 1, alpha = 1, beta = 1/100."""
    half = Fraction(1, 2)
    own, other = 1 - half * exp(-4), half * exp(-4)
    return own - exp(2) * other > exp(-50)


LEMMA = Lemma(
    title="noise scaled to smooth sensitivity",
    statement="with Laplace noise of scale s(x)/alpha, where s is at least the local sensitivity and s(x) "
    "<= e^beta s(x') for neighbours, a real query is (2 alpha, e^(-alpha/(2 beta)))-DP for 0 < beta <= "
    "min(alpha, 5/4)",
    reduction="Put g(x) = 0 and s(x) = 1, s(x') = e^c with |c| <= beta, and |g(x')| <= min(1, e^c), as "
    "both data sets are neighbours of the other. The loss at z is c + alpha(|z - g| e^-c - |z|). For c >= "
    "0 it is at most c + alpha e^-c <= 2 alpha. For c = -b < 0 it is at most -b + alpha((e^b - 1)|z| + 1), "
    "which exceeds 2 alpha only where |z| > (alpha + b)/(alpha(e^b - 1)): with probability "
    "e^(-(alpha+b)/(e^b-1)) <= e^(-alpha/(2b)). Probabilistic DP is approximate DP. The source states no "
    "condition on alpha and beta; for alpha = 1, beta = 10 its claim is false.",
    inequalities=(
        "for a >= 0, c >= 0 where c <= a: c + a*exp(-c) <= 2*a",
        "for a >= 0, b >= 0, z >= 0, h in [0, 1] where a*(exp(b) - 1)*z <= a + b: "
        "-b + a*((exp(b) - 1)*z + h) <= 2*a",
        "for a > 0, b in (0, 5/4]: (a + b)/(exp(b) - 1) >= a/(2*b)",
    ),
    case=case,
    tightness="the pointwise bound: alpha = 1, c = -1, shift 1/e, z = -2/(e - 1) has loss 2 exactly",
    tight=tight,
    dropped={
        "beta <= min(alpha, 5/4)": large_beta,
        "the scales of neighbours are within e^beta": jumping_scale,
        "the scale is at least the local sensitivity": far_away,
    },
)
