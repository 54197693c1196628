"""Composition of Gaussian DP: the squares of the means add up."""

from __future__ import annotations

import random
from fractions import Fraction

from assay.accounting import Gaussian, Rounds
from assay.dp import Dist, profile
from assay.exact import Log, eps, ln, number
from assay.prove.lemma import Lemma, require
from assay.theorems import integer_composition_delta, total_variation_from_dp


def delta_of(mu_squared: Fraction, epsilon: Log) -> tuple[Fraction, Fraction]:
    """A lower and an upper bound of delta(epsilon) of N(mu, 1) and N(0, 1)."""
    at = Rounds([(Gaussian(mu_squared), 1)]).delta(epsilon)
    return at.lower, Fraction(1) if at.upper is None else at.upper


def gaussian_for(e: Log) -> Fraction:
    """A mu^2, to 1/1000 of its size, at which randomised response lies below N(mu, 1) and N(0, 1).

    Its trade-off function has one corner, and lies above a convex one that meets the corner or lies below it,
    which total variation tells.
    """
    wanted = total_variation_from_dp(e, symmetric=True)
    low, high = Fraction(0), Fraction(64)
    while high - low > high / 1000:
        middle = (low + high) / 2
        low, high = (low, middle) if delta_of(middle, eps(0))[0] >= wanted else (middle, high)
    return high


def case(rng: random.Random) -> None:
    """Rounds of randomised response against the Gaussian pair of k mu^2."""
    ratio, k, at = Fraction(rng.choice((2, 3, 4))), rng.randint(1, 6), rng.randint(1, 12)
    exact = integer_composition_delta(ratio, k, Fraction(at))
    require(exact <= delta_of(k * gaussian_for(ln(ratio)), ln(at))[1], f"{k} rounds at {ratio}, {at}")


def constant() -> bool:
    """mu^2 k cannot become 3/5 of it: 100 randomised responses, e^eps = 11/10, at eps' = ln 2."""
    ratio = Fraction(11, 10)
    bound = 100 * gaussian_for(ln(ratio))
    exact = integer_composition_delta(ratio, 100, Fraction(2))
    return delta_of(Fraction(3, 5) * bound, ln(2))[1] < exact <= delta_of(bound, ln(2))[1]


def not_gaussian() -> bool:
    """Randomised response with eps = ln 9, and mu for ln 3, four rounds."""
    exact = integer_composition_delta(Fraction(9), 4, Fraction(2))
    return exact > delta_of(4 * gaussian_for(ln(3)), ln(2))[1]


def shared_randomness() -> bool:
    """Two releases masked with one coin: each has mu = 0, together they publish the bit."""
    p, q = Dist.uniform(["00", "11"]), Dist.uniform(["01", "10"])
    return profile(p, q)(eps(0)) > number(0)


LEMMA = Lemma(
    title="composition of Gaussian DP",
    statement="rounds whose pairs are post-processings of N(mu_i, 1) and N(0, 1), with independent "
    "randomness, have together at most the privacy profile of N(mu, 1) and N(0, 1) with mu^2 the sum of "
    "the mu_i^2, which is k mu_1^2 for k equal ones",
    reduction="The likelihood ratio of two Gaussian rounds at (x, y) depends on w = (m x + n y)/mu alone, "
    "mu^2 = m^2 + n^2, and is that of N(mu, 1) and N(0, 1) at w; the rotation to w and w' = (m y - n x)/mu "
    "keeps x^2 + y^2, so that w is standard normal where x and y are. Post-processings of the rounds are "
    "one of both. Induction over the rounds.",
    inequalities=(
        "for real x, real y, m > 0, n > 0: "
        "x^2 + y^2 = ((m*x + n*y)/sqrt(m^2 + n^2))^2 + ((m*y - n*x)/sqrt(m^2 + n^2))^2",
        "for real x, real y, m > 0, n > 0: m*x + n*y - (m^2 + n^2)/2 "
        "= sqrt(m^2 + n^2)*((m*x + n*y)/sqrt(m^2 + n^2)) - sqrt(m^2 + n^2)^2/2",
        "for integer k >= 0, m >= 0: k*m^2 + m^2 = (k + 1)*m^2",
    ),
    case=case,
    tightness="equality for Gaussian rounds; 3/5 of mu^2 is not enough for 100 randomised responses",
    tight=constant,
    dropped={
        "post-processings of N(mu_i, 1) and N(0, 1)": not_gaussian,
        "independent randomness": shared_randomness,
    },
)
