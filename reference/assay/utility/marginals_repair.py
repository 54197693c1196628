"""Gaussian noise repaired by sparse vector: (epsilon, delta)-DP one-way marginals, with all parameters.

    tilde_j = clip(Dbar_j + N(0, sigma^2))              (epsilon_1, delta_1), Gaussian mechanism
    q_j     = (Dbar_j - tilde_j)/2                      a linear query of sensitivity 1/n, given tilde
    hat_j   = q_j + Lap(v)  if |q_j| + Lap(w) >= T + Lap(t), at most c times; Lap(t) is then drawn anew
            = 0             otherwise                   (epsilon_2, delta_2), sparse vector
    a_j     = clip(tilde_j + 2 hat_j)

|a_j - Dbar_j| <= 2 |hat_j - q_j|, since a_j before clipping is Dbar_j + 2 (hat_j - q_j). Each of the c rounds
of sparse vector costs epsilon_0 = (1/t + 2/w + 1/v)/n, with t = 4/(n epsilon_0), w = 8/(n epsilon_0)
and v = 2/(n epsilon_0); epsilon_0 is such that c rounds are (epsilon_2, delta_2)-DP by basic or by
advanced composition. By basic composition the whole is (epsilon_1 + epsilon_2, delta_1 + delta_2)-DP.

The source draws tilde_j unclipped, so that q_j leaves [-1, 1], and leaves all parameters to O(...).
Source: Steinke and Ullman, "Between pure and approximate differential privacy", 2017, section 4.2; Dwork and
Roth 2014, algorithm 3 and Theorem 3.28 (sparse vector with numbers).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ..arguments import open_probability, positive_integer, rational
from ..attacks.tracing_noise import epsilon_below, noise_for, positive_epsilon
from ..errors import InvalidValue
from ..exact import Certified, EpsilonLike, ExactLike, certified, ln, maximum, sqrt
from ..exact.real import brief

DIGITS = 12
"""Significant digits of epsilon_0, which is rounded down."""


@dataclass(frozen=True)
class Repair:
    """The algorithm with its parameters; `repair` makes one from privacy parameters."""

    n: int
    d: int
    c: int
    threshold: Fraction
    sigma: Fraction
    epsilon_0: Fraction

    @property
    def scales(self) -> tuple[Fraction, Fraction, Fraction]:
        """(t, w, v): the Laplace scales of the threshold, of the comparisons and of the released values."""
        unit = 1 / (self.n * self.epsilon_0)
        return 4 * unit, 8 * unit, 2 * unit

    def guaranteed_error(self, beta: ExactLike) -> Certified | None:
        """An alpha with P(max |a_j - Dbar_j| > alpha) <= beta, certified; None where c is too small for one.

        With the failure beta split in four: all comparisons are off by at most W = t ln(4 (c + 1)/beta) +
        w ln(4 d/beta), the released values by at most V = v ln(4 c/beta), and by Bernstein's inequality at
        most c of the |q_j| exceed T - W, each with probability at most erfc(sqrt 2 (T - W)/sigma). Then
        |hat_j - q_j| <= max(T + W, V). Raises InvalidValue unless 0 < beta < 1.
        """
        failure = open_probability(beta, "beta")
        t, w, v = self.scales
        wide = t * certified(ln(4 * (self.c + 1) / failure)) + w * certified(ln(4 * self.d / failure))
        margin, logs = self.threshold - wide, certified(ln(4 / failure))
        if margin <= 0:
            return None
        mean = self.d * _erfc(margin * certified(sqrt(2)) / self.sigma)
        if mean + (2 * mean * logs).sqrt() + 2 * logs / 3 > self.c:
            return None
        return 2 * maximum([self.threshold + wide, v * certified(ln(4 * self.c / failure))])


def _erfc(x: Certified) -> Certified:
    """The complementary error function."""
    return Certified(lambda bits: x.enclosure(bits).erfc(), f"erfc({x.description[:80]})")


def repair(
    n: int,
    d: int,
    epsilon: EpsilonLike,
    delta: ExactLike,
    *,
    c: int,
    threshold: ExactLike,
    share: ExactLike = "1/2",
) -> Repair:
    """The algorithm that is (epsilon, delta)-DP; `share` of both parameters goes to sparse vector.

    Raises InvalidValue unless n, d, c >= 1, 0 < epsilon < infinity, 0 < delta < 1, 0 < share < 1 and
    threshold > 0.
    """
    rows, size, most = positive_integer(n, "n"), positive_integer(d, "d"), positive_integer(c, "c")
    level, leak = epsilon_below(positive_epsilon(epsilon)), open_probability(delta, "delta")
    part, edge = open_probability(share, "share").as_fraction(), rational(threshold, "threshold")
    if edge <= 0:
        raise InvalidValue(f"threshold = {brief(edge)} violates the condition threshold > 0")
    gaussian = noise_for("gaussian", rows, size, (1 - part) * level, (1 - part) * leak)
    single = one_round(part * level, part * leak, most)
    return Repair(rows, size, most, edge, gaussian.scale, single)


def one_round(epsilon: EpsilonLike, delta: ExactLike, c: int) -> Fraction:
    """An epsilon_0 for which c adaptive rounds of epsilon_0-DP are (epsilon, delta)-DP.

    The larger of epsilon/c (basic composition) and, rounded down, (sqrt(2 L + 2 epsilon) - sqrt(2 L))/sqrt(c)
    with L = ln(1/delta), for which rho = c epsilon_0^2/2 of zero-concentrated privacy has rho + 2 sqrt(rho L)
    = epsilon (Bun and Steinke 2016).
    """
    level, leak = epsilon_below(positive_epsilon(epsilon)), open_probability(delta, "delta")
    rounds, logs = positive_integer(c, "c"), 2 * certified(ln(1 / leak))
    advanced = ((logs + 2 * level).sqrt() - logs.sqrt()) / certified(rounds).sqrt()
    return max(level / rounds, Fraction(advanced.lower(DIGITS)))
