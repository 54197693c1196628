"""Laplace noise scaled to a smooth upper bound on the sensitivity: for which alpha and beta it is private."""

from __future__ import annotations

import random
from fractions import Fraction

from assay.dp import Dist
from assay.exact import Certified, Number, certified, exp, number
from assay.prove.lemma import Lemma, require
from assay.testing.generated_mechanisms import fraction, inner_fraction
from assay.theorems import RandomGuarantee, random_dp_composition


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
        "s is at least the local sensitivity": far_away,
        "s(x) <= e^beta s(x') for neighbours": jumping_scale,
        "beta <= min(alpha, 5/4)": large_beta,
    },
)


def both_fail(c: int) -> bool:
    """Neither order of scales 1 and e^c satisfies the (2, e^-50) inequality, alpha = 1."""
    narrow = central(number(1)) - certified(exp(2)) * central(exp(c))
    wide = (1 - central(exp(c))) - certified(exp(2)) * (1 - central(number(1)))
    return narrow > exp(-50) and wide > exp(-50)


def probability_case(rng: random.Random) -> None:
    """Data sets of one row from a generated distribution: the chances that an order of (7) or (8) fails."""
    weights = [rng.randint(1, 4) for _ in range(3)]
    law = Dist({v: Fraction(w, sum(weights)) for v, w in enumerate(weights)})
    scale, far = [rng.randint(0, 2) for _ in range(3)], rng.randint(0, 2)
    both = Dist.product(law, law)
    one = both.prob(lambda x: scale[x[0]] > scale[x[1]])
    other = both.prob(lambda x: scale[x[0]] < scale[x[1]])
    wide = both.prob(lambda x: abs(x[0] - x[1]) > far)
    failed = both.prob(lambda x: scale[x[0]] != scale[x[1]] or abs(x[0] - x[1]) > far)
    require(one == other, "the two data sets are exchangeable")
    bound = random_dp_composition([RandomGuarantee(0, 0, g) for g in (one, other, wide)])
    require(failed <= bound.gamma, f"scales {scale}, distance {far}")


def disjoint_failures() -> bool:
    """A fair row, scale 1 or e^10, no query: each order of (7) fails with probability 1/4, together 1/2."""
    rows = Dist.product(Dist.uniform([0, 1]), Dist.uniform([0, 1]))
    return rows.prob(lambda x: x[0] != x[1]) == 2 * rows.prob(lambda x: x[0] > x[1]) == Fraction(1, 2)


def printed_direction() -> bool:
    """gamma_1 counted once: 1/4, while the inequality fails with probability 1/2 in the same example."""
    rows = Dist.product(Dist.uniform([0, 1]), Dist.uniform([0, 1]))
    return both_fail(10) and rows.prob(lambda x: x[0] != x[1]) > rows.prob(lambda x: x[0] > x[1])


def scale_fails() -> bool:
    """A fair row, scale 1 or e^10, called within e^(1/100) for certain: it fails with probability 1/2."""
    rows = Dist.product(Dist.uniform([0, 1]), Dist.uniform([0, 1]))
    failed = rows.prob(lambda x: x[0] != x[1])
    return both_fail(10) and failed > random_dp_composition([RandomGuarantee(0, 0, 0)]).gamma


def shift_fails() -> bool:
    """A fair row that moves the query by 8 at scale 1, called within 1 for certain: 1/2 again."""
    rows = Dist.product(Dist.uniform([0, 1]), Dist.uniform([0, 1]))
    failed = rows.prob(lambda x: abs(8 * x[0] - 8 * x[1]) > 1)
    return far_away() and failed > random_dp_composition([RandomGuarantee(0, 0, 0)]).gamma


PROBABILITY = Lemma(
    title="smooth sensitivity in probability",
    statement="if, for X and its neighbour X' drawn at random, s(X) <= e^beta s(X') with probability at "
    "least 1 - gamma_1 and |g(X) - g(X')| <= min(s(X), s(X')) with probability at least 1 - gamma_2, the "
    "noise is (2 alpha, e^(-alpha/(2 beta)), 2 gamma_1 + gamma_2)-Random DP for 0 < beta <= min(alpha, 5/4)",
    reduction="X and X' are exchangeable, so s(X') <= e^beta s(X) fails with probability at most gamma_1 "
    "too. Off the three events the lemma on smooth sensitivity applies; they have probability at most 2 "
    "gamma_1 + gamma_2. The source counts gamma_1 once.",
    inequalities=("for a >= 0, c >= 0, u >= 0, w >= 0 where u <= a + a and w <= u + c: w <= 2*a + c",),
    case=probability_case,
    tightness="a fair row and two scales: the two orders fail on disjoint events of probability 1/4",
    tight=disjoint_failures,
    dropped={
        "s(X) <= e^beta s(X') with probability at least 1 - gamma_1": scale_fails,
        "|g(X) - g(X')| <= min(s(X), s(X')) with probability at least 1 - gamma_2": shift_fails,
        "beta <= min(alpha, 5/4)": large_beta,
        "gamma_1 in place of 2 gamma_1": printed_direction,
    },
)
