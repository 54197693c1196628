"""Gaussian noise: the classical calibration of the mechanism, and its Renyi divergence."""

from __future__ import annotations

import random
from fractions import Fraction

from assay.dp import renyi
from assay.exact import Log, certified, eps, exp, ln, number
from assay.fast.accountant import CertifiedComposition, DiscreteGaussian, Gaussian
from assay.fast.accountant.pairs import LossPair
from assay.mechanisms.noise import discrete_gaussian
from assay.prove import Theorem, infer
from assay.prove.generate import inner_fraction
from assay.prove.lemma import Lemma, require
from assay.theorems import rdp_to_delta


def shift(epsilon: Fraction, delta: Fraction, two: int = 2) -> Gaussian:
    """The pair N(mu, 1), N(0, 1) with mu^2 = eps^2/(2 ln(5/(4 delta))), rounded down."""
    log = certified(ln(5 / (4 * number(delta)))).upper(30)
    return Gaussian(epsilon**2 / (two * Fraction(log)))


def delta_of(pair: LossPair, epsilon: Fraction | Log) -> tuple[Fraction, Fraction]:
    """A lower and an upper bound of delta(epsilon)."""
    at = CertifiedComposition([(pair, 1)]).delta(eps(epsilon))
    return at.lower, Fraction(1) if at.upper is None else at.upper


def classical_case(rng: random.Random) -> None:
    """The certified delta at a generated eps <= 1 is at most the one that the noise is calibrated to."""
    epsilon, delta = inner_fraction(rng), Fraction(1, 2 ** rng.randint(1, 40))
    pair = shift(epsilon, delta)
    require(delta_of(pair, epsilon)[1] <= delta, f"the classical calibration at {epsilon}, {delta}")
    smaller = Gaussian(pair.mu_squared * inner_fraction(rng))
    require(delta_of(smaller, epsilon)[0] <= delta_of(pair, epsilon)[1], f"{smaller} moves by less")


def two_not_improvable() -> bool:
    """With 1 in place of 2 the noise is too small: eps = 1, delta = 10^-6."""
    one, delta = Fraction(1), Fraction(1, 10**6)
    return delta_of(shift(one, delta, 1), one)[0] > delta >= delta_of(shift(one, delta), one)[1]


def large_epsilon() -> bool:
    """eps = 20 at delta = 1/10: less than the mean of the loss."""
    epsilon, delta = Fraction(20), Fraction(1, 10)
    return delta_of(shift(epsilon, delta), epsilon)[0] > delta


def moves_further() -> bool:
    """A query that moves by 2, noise for 1; eps = 1, delta = 10^-6."""
    one, delta = Fraction(1), Fraction(1, 10**6)
    return delta_of(Gaussian(4 * shift(one, delta).mu_squared), one)[0] > delta


def half_the_noise() -> bool:
    """Half of the deviation at eps = 1/2, delta = 10^-3."""
    half, delta = Fraction(1, 2), Fraction(1, 1000)
    return delta_of(Gaussian(4 * shift(half, delta).mu_squared), half)[0] > delta


def beyond() -> Theorem:
    """A loss above t at z = m + s: s is above t/m - m/2."""
    return infer(
        "combine",
        "for real s, m > 0, real t where m*(m + s) - m^2/2 > t: s > t/m - m/2",
        {"multiplier": "m", "terms": [{"weight": "1", "factors": ["m*(m + s) - m^2/2 - t"]}]},
    )


CLASSICAL = Lemma(
    title="Gaussian mechanism, classical calibration",
    statement="a real query of sensitivity at most D plus Gaussian noise of deviation D sqrt(2 ln(5/(4 "
    "delta)))/eps is (eps, delta)-DP for eps <= 1 and delta <= 1/2",
    reduction="In units of the deviation the answers are N(m, 1) and N(0, 1) with m <= eps/sqrt(2L), L = "
    "ln(5/(4 delta)). The loss at z is m z - m^2/2; with z = m + s it exceeds eps only where s > t = eps/m "
    "- m/2, which grows as m falls. The density at t + s is at most e^(-t^2/2) times that at s, and half "
    "of the mass is at s > 0, so that P[loss > eps] <= e^(-t^2/2)/2 for t >= 0. Probabilistic DP is "
    "approximate DP.",
    inequalities=(
        "for real z, real m: -(z - m)^2/2 + z^2/2 = m*z - m^2/2",
        beyond,
        "for t >= 0, m > 0, d >= 0: t/(m + d) - (m + d)/2 <= t/m - m/2",
        "for t > 0, L > 0: t/(t/sqrt(2*L)) - (t/sqrt(2*L))/2 = sqrt(2*L) - t/(2*sqrt(2*L))",
        "for t >= 0, s >= 0: exp(-(t + s)^2/2) <= exp(-t^2/2)*exp(-s^2/2)",
        "for eps in (0, 1], delta in (0, 1/2]: "
        "sqrt(2*log(5/(4*delta))) - eps/(2*sqrt(2*log(5/(4*delta)))) >= 0",
        "for eps in (0, 1], delta in (0, 1/2]: "
        "exp(-(sqrt(2*log(5/(4*delta))) - eps/(2*sqrt(2*log(5/(4*delta)))))^2/2)/2 <= delta",
    ),
    case=classical_case,
    tightness="not attained; the 2 under the root cannot become 1: eps = 1, delta = 10^-6",
    tight=two_not_improvable,
    dropped={
        "of sensitivity at most D": moves_further,
        "of deviation D sqrt(2 ln(5/(4 delta)))/eps": half_the_noise,
        "eps <= 1": large_epsilon,
    },
)


def divergence_case(rng: random.Random) -> None:
    """delta from the divergence against the certified delta, for a generated variance, shift and order."""
    order, step, epsilon = rng.randint(2, 6), rng.randint(1, 2), inner_fraction(rng)
    variance = Fraction(rng.randint(1, 6), rng.randint(1, 2))
    bound = rdp_to_delta(order, order * step**2 / (2 * number(variance)), eps(epsilon))
    for pair in (Gaussian(step**2 / variance), DiscreteGaussian(variance, step)):
        require(bound >= delta_of(pair, epsilon)[1], f"{pair.name} at order {order}, {epsilon}")


def equality() -> bool:
    """v = 1, one step, order 3: each of 41 terms of the moment is e^(3/v) times a weight two steps aside."""
    return all(
        exp(Fraction(-3 * (z - 1) ** 2 + 2 * z**2, 2)) == exp(3) * exp(Fraction(-((z - 3) ** 2), 2))
        for z in range(-20, 21)
    )


def moves_by_two() -> bool:
    """A query that moves by 2, the divergence for 1, v = 1, at order 4."""
    bound = rdp_to_delta(4, number(2), eps(2))
    return delta_of(Gaussian(Fraction(4)), Fraction(2))[0] > bound.upper(20)


def smaller_variance() -> bool:
    """Noise of variance 1/9, the divergence for variance 1, at order 4."""
    bound = rdp_to_delta(4, number(2), eps(2))
    return delta_of(Gaussian(Fraction(9)), Fraction(2))[0] > bound.upper(20)


def finite_noise() -> bool:
    """Noise on [-1, 1] alone: an answer of -1 to 0 is no answer to 1."""
    noise = discrete_gaussian(1, -1, 1)
    return renyi(noise, noise.map(lambda z: z + 1), 2).is_infinite


def half_a_step() -> bool:
    """A query that moves by 1/2, plus noise on the integers: the answers are disjoint."""
    noise = discrete_gaussian(1, -9, 9)
    return renyi(noise, noise.map(lambda z: z + Fraction(1, 2)), 2).is_infinite


def square() -> Theorem:
    """The exponent of the moment, completed to a square."""
    claim = (
        "for real z, real c, real a, v > 0: "
        "-a*(z - c)^2/(2*v) - (1 - a)*z^2/(2*v) = -(z - a*c)^2/(2*v) + a*(a - 1)*c^2/(2*v)"
    )
    return infer("direct", claim)


RENYI = Lemma(
    title="Renyi divergence of Gaussian noise",
    statement="Gaussian noise of variance v on a real query that moves by at most D has D_alpha at most "
    "alpha D^2/(2v) for every alpha > 1, which is D^2/(2v)-zCDP; discrete Gaussian noise on all integers, "
    "on a whole query, has it at every whole alpha, and (alpha - 1) D_alpha <= (alpha (alpha - 1) + 1/4) "
    "D^2/(2v) at the others",
    reduction="By completing the square the moment e^((alpha-1) D_alpha) is e^(alpha (alpha-1) c^2/(2v)) "
    "times the mass of the noise moved by alpha c, which is 1 on the reals, and on the integers where "
    "alpha c is whole. (alpha - 1) D_alpha is convex in alpha, so that at n + t, 0 < t < 1, it is at most "
    "the mean of its values at n and n + 1 with weights 1 - t and t.",
    inequalities=(
        square,
        "for a > 1, c >= 0, D >= 0, v > 0 where c <= D: a*c^2/(2*v) <= a*D^2/(2*v)",
        "for a > 1, r >= 0: a*(a - 1)*r/(a - 1) = a*r",
        "for integer n >= 1, t in [0, 1], r >= 0: "
        "(1 - t)*(n*(n - 1)*r) + t*((n + 1)*n*r) <= ((n + t)*(n + t - 1) + 1/4)*r",
    ),
    case=divergence_case,
    tightness="equality, term by term: v = 1, one step, order 3",
    tight=equality,
    dropped={
        "of variance v": smaller_variance,
        "that moves by at most D": moves_by_two,
        "on all integers": finite_noise,
        "a whole query": half_a_step,
    },
)
