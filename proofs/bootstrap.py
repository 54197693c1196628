"""k draws with replacement from n rows show a given row with probability 1 - (1 - 1/n)^k <= k/n."""

from __future__ import annotations

import random
from fractions import Fraction

from assay.amplification import sampling_with_replacement, sampling_without_replacement
from assay.dp import Dist
from assay.exact import Number, number
from assay.prove import Theorem, infer
from assay.prove.lemma import Lemma, proved, require


def shown(n: int, k: int) -> Dist[bool]:
    """Whether row 0 is among k uniform draws with replacement from n rows, by running the draws."""
    law = Dist.point(False)
    hit = Dist.bernoulli(number(1) / n)
    for _ in range(k):
        law = law.bind(lambda seen: Dist.point(True) if seen else hit)
    return law


def case(rng: random.Random) -> None:
    """The distribution from the draws against the formula and the bound."""
    n, k = rng.randint(1, 8), rng.randint(0, 6)
    exact = shown(n, k)[True]
    require(exact == 1 - (1 - number(1) / n) ** k, f"the distribution for n = {n}, k = {k}")
    require(exact <= number(k) / n, f"the bound for n = {n}, k = {k}")


def tight() -> bool:
    """One draw."""
    return all(shown(n, 1)[True] == number(1) / n for n in range(1, 6))


def unequal_rows() -> bool:
    """One draw from three rows, the first with chance 1/2."""
    return Dist({0: "1/2", 1: "1/4", 2: "1/4"})[0] > Fraction(1, 3)


def without_replacement() -> bool:
    """Two draws without replacement from two rows show the row for certain, not with 3/4."""
    law = sampling_without_replacement(2)(2).multiplicity(0)
    return law[1] == 1 > shown(2, 2)[True] == Fraction(3, 4)


def rounded_up() -> bool:
    """With k = ceil(n/Z) draws the bound is k/n, not 1/Z: n = 3, Z = 2 draws twice, and 5/9 > 1/2."""
    return shown(3, 2)[True] > number("1/2")


def exponential() -> Theorem:
    """(1 - t)^k <= e^(-kt), from 1 - t <= e^(-t)."""
    one = proved("for integer k >= 0, t in [0, 1]: 1 - t <= exp(-t)")
    claim = "for integer k >= 0, t in [0, 1]: (1 - t)^k <= exp(-k*t)"
    return infer("apply", claim, {"function": "power", "exponent": "k"}, [one])


LEMMA = Lemma(
    title="a row of a bootstrap sample",
    statement="in k draws with replacement from n rows, each equally likely, a given row shows up with "
    "probability 1 - (1 - 1/n)^k <= k/n",
    reduction="The draws miss the row independently, each with probability 1 - 1/n; Bernoulli's inequality "
    "does the rest.",
    inequalities=(
        "for integer k >= 0, t in [0, 1]: 1 - (1 - t)^k <= k*t",
        exponential,
    ),
    case=case,
    tightness="a single draw",
    tight=tight,
    dropped={
        "with replacement": without_replacement,
        "each equally likely": unequal_rows,
        "1/Z in place of k/n, for ceil(n/Z) draws": rounded_up,
    },
)


def copies(n: int, k: int) -> Dist[int]:
    """How often a given row is drawn, by the shipped sampling."""
    return sampling_with_replacement(k)(n).multiplicity(0)


def moments(n: int, k: int) -> tuple[Number, Number]:
    """The mean and the variance of the frequency of a row in the bootstrap sample."""
    law = copies(n, k)
    mean = sum((w * c for c, w in law.items()), number(0)) / k
    return mean, sum((w * (Fraction(c, k) - mean) ** 2 for c, w in law.items()), number(0))


def frequency_case(rng: random.Random) -> None:
    """The exact moments against the formulas."""
    n, k = rng.randint(1, 5), rng.randint(1, 4)
    mean, variance = moments(n, k)
    require(mean == number(1) / n, f"mean, n = {n}, k = {k}")
    require(variance == (1 - number(1) / n) / (n * k), f"variance, n = {n}, k = {k}")
    require(variance < Fraction(n, k) / n**2, f"Z/n^2, n = {n}, k = {k}")


def half_of_the_rows() -> bool:
    """n = 4, Z = 2: mean 1/4, variance Z(1 - 1/n)/n^2 = 3/32."""
    mean, variance = moments(4, 2)
    return mean == Fraction(1, 4) and variance == Fraction(3, 32)


def no_replacement() -> bool:
    """Two draws without replacement from four rows: variance 1/16, not 3/32."""
    law = sampling_without_replacement(2)(4).multiplicity(0)
    variance = sum((w * (Fraction(c, 2) - Fraction(1, 4)) ** 2 for c, w in law.items()), number(0))
    return variance == Fraction(1, 16) != moments(4, 2)[1]


def printed_first() -> bool:
    """Z/(eps n^2) = Z^2/n^2 at eps = 1/Z, also in the source, is not the variance: 4/16 > 3/32."""
    return moments(4, 2)[1] != Fraction(4, 16)


def rounded_draws() -> bool:
    """k = ceil(n/Z) draws, n = 3, Z = 2: the variance 1/9 is not Z(1 - 1/n)/n^2 = 4/27."""
    return moments(3, 2)[1] == Fraction(1, 9) != Fraction(2, 9) * Fraction(2, 3)


FREQUENCY = Lemma(
    title="frequency of a row in a bootstrap sample",
    statement="the frequency of a given row among k draws with replacement from n rows, each equally "
    "likely, has mean 1/n and variance (1 - 1/n)/(n k); for k = n/Z that is Z(1 - 1/n)/n^2, just below "
    "Z/n^2",
    reduction="The number of copies is a sum of k independent trials of chance 1/n, each with variance "
    "(1/n)(1 - 1/n); divide by k^2.",
    inequalities=(
        "for n >= 1, k > 0: k*((1/n)*(1 - 1/n))/k^2 = (1 - 1/n)/(n*k)",
        "for n >= 1, Z > 0: (1 - 1/n)/(n*(n/Z)) = Z*(1 - 1/n)/n^2",
        "for n >= 1, Z > 0: Z*(1 - 1/n)/n^2 < Z/n^2",
    ),
    case=frequency_case,
    tightness="n = 4, Z = 2: variance 3/32",
    tight=half_of_the_rows,
    dropped={
        "with replacement": no_replacement,
        "each equally likely": unequal_rows,
        "k = n/Z": rounded_draws,
        "Z/(eps n^2) in place of Z/n^2": printed_first,
    },
)
