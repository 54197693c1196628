"""Gaussian noise: the classical calibration of the mechanism, and its Renyi divergence."""

from __future__ import annotations

import random
from fractions import Fraction

from assay.accounting import DiscreteGaussian, Gaussian, Rounds
from assay.composition import DominatingPair
from assay.dp import renyi
from assay.exact import Certified, Log, certified, eps, exp, ln, number
from assay.mechanisms.noise import discrete_gaussian_truncated
from assay.prove import Theorem, infer
from assay.prove.lemma import Lemma, require
from assay.testing.generated_mechanisms import inner_fraction
from assay.theorems import rdp_to_delta


def shift(epsilon: Fraction, delta: Fraction, two: int = 2) -> Gaussian:
    """The pair N(mu, 1), N(0, 1) with mu^2 = eps^2/(2 ln(5/(4 delta))), rounded down."""
    log = certified(ln(5 / (4 * number(delta)))).upper(30)
    return Gaussian(epsilon**2 / (two * Fraction(log)))


def delta_of(pair: DominatingPair, epsilon: Fraction | Log) -> tuple[Fraction, Fraction]:
    """A lower and an upper bound of delta(epsilon)."""
    at = Rounds([(pair, 1)]).delta(eps(epsilon))
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


def tail(x: Certified) -> Certified:
    """P[Z > x] of a standard normal Z: half of the complementary error function of x/sqrt(2)."""
    root = certified(2).sqrt()
    return Certified(lambda bits: (x / root).enclosure(bits).erfc() / 2, f"P[Z > {x}]")


def analytic(mu: Fraction, epsilon: Fraction) -> Certified:
    """P[Z > eps/mu - mu/2] - e^eps P[Z > eps/mu + mu/2]."""
    above, half = certified(epsilon / mu), certified(mu / 2)
    return tail(above - half) - certified(exp(epsilon)) * tail(above + half)


def analytic_case(rng: random.Random) -> None:
    """The shipped bracket of delta holds the formula, which grows with the shift."""
    mu, epsilon = Fraction(rng.randint(1, 8), 4), Fraction(rng.randint(1, 8), 4)
    low, high = delta_of(Gaussian(mu**2), epsilon)
    require(low <= analytic(mu, epsilon) <= high, f"the formula at {mu}, {epsilon}")
    require(
        analytic(mu, epsilon) < analytic(mu + Fraction(1, 8), epsilon), f"larger shift at {mu}, {epsilon}"
    )


def is_exact() -> bool:
    """mu = 1, eps = 1: the bracket of delta to 10^-6 of its size holds the formula, and no 99/100 of it."""
    one = Fraction(1)
    at = Rounds([(Gaussian(one), 1)]).delta(eps(1), width="1/1000000")
    value = analytic(one, one)
    return at.upper is not None and value * Fraction(99, 100) < at.lower <= value <= at.upper


def larger_shift() -> bool:
    """A query that moves by 2, the formula for mu = 1, eps = 1."""
    return analytic(Fraction(1), Fraction(1)) < delta_of(Gaussian(Fraction(4)), Fraction(1))[0]


def less_noise() -> bool:
    """Two thirds of the deviation: mu = 3/2, the formula for mu = 1, eps = 1/2."""
    return analytic(Fraction(1), Fraction(1, 2)) < delta_of(Gaussian(Fraction(9, 4)), Fraction(1, 2))[0]


def first_tail_halved() -> bool:
    """The tail of the loss alone is more than delta; half of it is less, for mu = 4, eps = 1."""
    mu, one = Fraction(4), Fraction(1)
    alone = tail(certified(one / mu) - certified(mu / 2))
    low, high = delta_of(Gaussian(mu**2), one)
    return alone > high and alone / 2 < low


def threshold() -> Theorem:
    """The event at which the loss is above eps: z above eps/mu + mu/2, or z - mu above eps/mu - mu/2."""
    claim = "for m > 0, real z, real t where m*z - m^2/2 > t: z > t/m + m/2"
    return infer(
        "combine", claim, {"multiplier": "m", "terms": [{"weight": "1", "factors": ["m*z - m^2/2 - t"]}]}
    )


def threshold_back() -> Theorem:
    """And the other way round."""
    claim = "for m > 0, real z, real t where z > t/m + m/2: m*z - m^2/2 > t"
    return infer("combine", claim, {"terms": [{"weight": "1", "factors": ["m", "z - (t/m + m/2)"]}]})


ANALYTIC = Lemma(
    title="Gaussian mechanism, analytic condition",
    statement="a real query that moves by at most D plus Gaussian noise of deviation s is (eps, delta)-DP, "
    "eps >= 0, exactly for delta >= P[Z > eps/mu - mu/2] - e^eps P[Z > eps/mu + mu/2] with mu = D/s and Z "
    "standard normal",
    reduction="In units of s the answers are N(m, 1) and N(0, 1) with m <= mu, and the loss m z - m^2/2 is "
    "above eps just where z > eps/m + m/2. This event has probability P[Z > eps/m - m/2] under N(m, 1) and "
    "P[Z > eps/m + m/2] under N(0, 1), and no event has a larger excess. With f the density of Z, e^eps "
    "f(eps/m + m/2) = f(eps/m - m/2), so that the derivative of delta by m is (eps/m^2 + 1/2 - (eps/m^2 - "
    "1/2)) f(eps/m - m/2) = f(eps/m - m/2) > 0: smaller shifts are covered.",
    inequalities=(
        "for real z, real m: -(z - m)^2/2 + z^2/2 = m*z - m^2/2",
        threshold,
        threshold_back,
        "for m > 0, t >= 0: exp(t)*exp(-(t/m + m/2)^2/2) = exp(-(t/m - m/2)^2/2)",
        "for m > 0, t >= 0: t/m^2 + 1/2 - (t/m^2 - 1/2) = 1",
    ),
    case=analytic_case,
    tightness="exact: mu = 1, eps = 1, to 10^-6 of delta",
    tight=is_exact,
    dropped={
        "moves by at most D": larger_shift,
        "of deviation s": less_noise,
        "half of the first tail in place of the difference of two": first_tail_halved,
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
    noise = discrete_gaussian_truncated(1, -1, 1)
    return renyi(noise, noise.map(lambda z: z + 1), 2).is_infinite


def half_a_step() -> bool:
    """A query that moves by 1/2, plus noise on the integers: the answers are disjoint."""
    noise = discrete_gaussian_truncated(1, -9, 9)
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
