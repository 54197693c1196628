"""Histograms whose noisy counts are released from a threshold on: the threshold, delta, the distribution."""

from __future__ import annotations

from fractions import Fraction

from ....dp import Dist
from ....errors import InvalidValue, UndecidedError
from ....exact import Certified, Log, Number, certified, exp, maximum
from ....exact._flint import bounds
from ....mechanisms import noise
from ....outputs.json_values import Json, outcome, real
from ..arguments import Arguments, whole
from ..closed_forms import as_real, closed_form
from ..family import Function
from ..roots import meeting
from .gaussian_functions import gaussian_delta, normal
from .integers import laplace_delta

LEAST_SPELLED = Fraction(1, 10**40)
"""For a smaller delta the closed form needs more bits than those it is read with."""
FURTHEST, BITS = Fraction(64), 2048
"""Normal quantiles that are asked for lie above -64."""


def _laplace_threshold(given: Arguments) -> Json:
    scale, delta, m = given.positive("scale"), given.open_delta(), given.integer("partitions", 1)
    above = 1 - delta > Fraction(1, 2) ** m  # whether each partition is released with less than 1/2
    if m == 1:
        text = f"1 - {scale}*ln(2*({delta}))" if above else f"1 + {scale}*ln(2*({1 - delta}))"
        return closed_form(as_real(text), text)
    kept = (certified(1 - delta).log() / m).exp()
    found = 1 - scale * (2 * (1 - kept)).log() if above else 1 + scale * (2 * kept).log()
    root = f"({1 - delta})^(1/{m})"
    text = f"1 - {scale}*ln(2*(1 - {root}))" if above else f"1 + {scale}*ln(2*{root})"
    return closed_form(found, text if delta > LEAST_SPELLED else "")


def _gaussian_threshold(given: Arguments) -> Json:
    sigma, delta, m = given.positive("sigma"), given.open_delta(), given.integer("partitions", 1)

    def exceeds(t: Fraction) -> bool:
        return 1 - _hidden((t - FURTHEST) * sigma, sigma, m) > delta

    quantile = meeting(exceeds, f"a quantile for delta = {delta} and {m} partitions", FURTHEST)
    return real(1 + (quantile - Number(FURTHEST)) * certified(Number(sigma)))


def _hidden(margin: Fraction, sigma: Fraction, partitions: int) -> Certified:
    """Phi(margin/sigma)^partitions: no partition of a lone person is released."""
    x = certified(Number(margin / sigma))
    return Certified(lambda bits: normal(x.enclosure(bits)) ** partitions, f"Phi({margin / sigma})")


def _integer_tail(scale: Fraction, k: int) -> Number:
    return noise.two_sided_geometric_tail(exp(-1 / scale), k)


def _integer_threshold(given: Arguments) -> Json:
    scale, delta, m = given.positive("scale"), given.open_delta(), given.integer("partitions", 1)
    if delta > Fraction(1, 2):
        raise InvalidValue(f"delta = {delta} is above 1/2")
    lone = 1 - (certified(1 - delta).log() / m).exp()
    steps = -scale * (lone * certified(1 + exp(-1 / scale))).log()  # a^steps/(1 + a) is what is allowed
    return str(1 + whole_above(steps))


def whole_above(value: Certified) -> int:
    """The smallest whole number that is not below."""
    found = bounds(value.enclosure(BITS))
    if found is None or found[0].__ceil__() != found[1].__ceil__():
        raise UndecidedError(f"whether {value.description} is whole is not told by {BITS} bits")
    return found[0].__ceil__()


def _gaussian_histogram(given: Arguments) -> Json:
    """The largest over the number j of partitions that other people are in, too, and over the directions.

    Source: Wilkins, Kifer, Zhang and Karrer, "Exact Privacy Analysis of the Gaussian Sparse Histogram
    Mechanism", JPC 2024.
    """
    sigma, m, epsilon = given.positive("sigma"), given.integer("partitions", 1), certified(given.finite())
    threshold = given.rational("threshold")
    found = [1 - _hidden(threshold - 1, sigma, m)]
    for j in range(1, m + 1):
        mu = certified(j).sqrt() / certified(Number(sigma))
        hidden = _hidden(threshold - 1, sigma, m - j)
        loss = hidden.log() if j < m else certified(0)
        found.append(1 - hidden + hidden * gaussian_delta(mu, epsilon - loss))
        found.append(gaussian_delta(mu, epsilon + loss))
    return real(maximum(found))


def _laplace_histogram(given: Arguments) -> Json:
    """The larger of the delta of a lone person and that of the noise."""
    scale, epsilon = given.positive("scale"), given.finite()
    threshold = given.rational("threshold")
    lone, lost = (1 - threshold) / scale, Log(1 / scale)
    alone = f"exp({lone})/2" if lone <= 0 else f"1 - exp(-({lone}))/2"
    shared = f"1 - exp(({given.spelled('epsilon')} - {1 / scale})/2)"
    if epsilon >= lost or certified(as_real(alone)) > certified(as_real(shared)):
        return closed_form(as_real(alone), alone)
    return closed_form(as_real(shared), shared)


def _integer_histogram(given: Arguments) -> Json:
    scale, epsilon, threshold = given.positive("scale"), given.finite(), given.integer("threshold")
    return real(max(_integer_tail(scale, threshold - 1), laplace_delta(scale, 1, exp(epsilon))))


def _cell(counted: int, scale: Fraction, threshold: int, high: int) -> Dist[int | None]:
    """What is released of a cell."""
    if counted == 0:
        return Dist({None: 1})
    noisy = noise.discrete_laplace_clamped(Number(scale), threshold - 1, high, centre=counted)
    return Dist({None if v < threshold else v: p for v, p in noisy.items()})


def _distribution(given: Arguments) -> Json:
    counts = [whole(Arguments({"counts": c}).text("counts"), "counts") for c in given.items("counts")]
    scale, threshold, high = given.positive("scale"), given.integer("threshold"), given.integer("high")
    if not counts or any(c < 0 for c in counts) or high < threshold:
        raise InvalidValue("counts lists no counts, or high is below the threshold")
    released = Dist.product(*(_cell(c, scale, threshold, high) for c in counts))
    return [[outcome(o), real(p)] for o, p in released.items()]


_REAL = "Z is Laplace noise on the reals, density e^(-|z|/scale)/(2 scale)"
_WHOLE = "P(Z = z) = (1 - a)/(1 + a) a^|z| for every whole z, a = e^(-1/scale)"
_PHI = "Phi is the distribution function of the standard normal distribution"
_LONE = (
    "of a person who is alone in at most so many partitions, any is released with probability delta or less"
)
_MOST = "partitions >= 1 is whole, 0 < delta < 1."
_EITHER = (
    "the smallest delta at epsilon for adding or removing a person who is in one partition, where a "
    "partition of c people is released as c + Z if c >= 1 and c + Z >= threshold, and not at all otherwise"
)

FUNCTIONS = {
    "laplace_threshold": Function(
        f"The smallest real T with 1 - (1 - P(1 + Z >= T))^partitions <= delta, where {_REAL}: {_LONE}. "
        f"scale > 0 is rational, {_MOST}",
        "smallest",
        _laplace_threshold,
    ),
    "gaussian_threshold": Function(
        f"The smallest real T with 1 - Phi((T - 1)/sigma)^partitions <= delta, where {_PHI}: {_LONE}. sigma "
        f"> 0 is rational, {_MOST}",
        "smallest",
        _gaussian_threshold,
    ),
    "integer_laplace_threshold": Function(
        f"The smallest whole T >= 1 with 1 - (1 - P(1 + Z >= T))^partitions <= delta, where {_WHOLE}: "
        f"{_LONE}. scale > 0 is rational, partitions >= 1 is whole, 0 < delta <= 1/2.",
        "smallest",
        _integer_threshold,
    ),
    "gaussian_histogram_delta": Function(
        "The smallest delta at epsilon for adding or removing a person who is in at most m = `partitions` of "
        "them, where a partition of c people is released as c + Z if c >= 1 and c + Z >= threshold, Z normal "
        "with standard deviation sigma, and not at all otherwise: the largest, over j = 0..m, q = "
        "Phi((threshold - 1)/sigma)^(m - j), of 1 - q + q G(j, epsilon - ln q) and G(j, epsilon + ln q), "
        "where G(0, e) = max(1 - e^e, 0), and G(j, e) = Phi(s/2 - e/s) - e^e Phi(-s/2 - e/s) with s = "
        "sqrt(j)/sigma. " + _PHI + ". sigma > 0 and the threshold "
        "are rational, partitions >= 1 is whole, 0 <= epsilon < inf.",
        "delta",
        _gaussian_histogram,
    ),
    "laplace_histogram_delta": Function(
        f"max(P(1 + Z >= threshold), 1 - e^((epsilon - 1/scale)/2)), where {_REAL}: {_EITHER}. scale > 0 "
        "and the threshold are rational, 0 <= epsilon < inf.",
        "delta",
        _laplace_histogram,
    ),
    "integer_histogram_delta": Function(
        "max(P(1 + Z >= threshold), sum over whole z of max(P(Z = z) - e^epsilon P(Z = z - 1), 0)), where "
        f"{_WHOLE}: {_EITHER}. scale > 0 is rational, the threshold is whole, 0 <= epsilon < inf.",
        "delta",
        _integer_histogram,
    ),
    "integer_histogram_distribution": Function(
        "The distribution of the list (y_1, y_2, ...) for the list (c_1, c_2, ...) of `counts`: y_i = null "
        "if c_i = 0 or c_i + Z_i < threshold, and y_i = min(c_i + Z_i, high) otherwise, with independent "
        f"Z_i; {_WHOLE}. A list of [output, probability] without the outputs of probability 0, in any "
        "order. counts has one or more whole numbers >= 0, scale > 0 is rational, threshold and high are "
        "whole, threshold <= high.",
        "distribution",
        _distribution,
    ),
}
