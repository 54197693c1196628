"""How many rows private one-way marginals need: the tracing argument with every constant written out.

Suppose M is (epsilon, delta)-DP on n rows and E |M(D) - Dbar|_1 <= gamma d for every D. Take m rows of a
fingerprinting code of length d, k = floor(n/m) copies of each and n - k m known rows. The mean of the n rows
is (k m/n) Dbar + (a known vector), so that M_k can undo the filling, and

    average error of M_k       gamma' = gamma n/(k m)
    accurate within 1/8        with probability >= 1 - 8 gamma'                       (Markov)
    someone is accused         with probability >= 1 - 8 gamma' - 1/100          (completeness, d >= 1327)
    a certain user i           with probability >= (99/100 - 8 gamma')/m
    left out, i is accused     with probability <= s = e^(-d/(18 (m + 1)^2))          (soundness)
    and so, by group privacy,
        (99/100 - 8 gamma')/m <= e^(k epsilon) s + delta (e^(k epsilon) - 1)/(e^epsilon - 1)

An n at which the last line fails for some m is impossible.
Source: Steinke and Ullman, "Between pure and approximate differential privacy", 2017, section 3, whose
constants (1/12 n_k, n/200, soundness delta) are replaced by these; there the filling is not undone, and adds
2 (n - k m)/n to the error instead.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from ..arguments import open_probability, positive_integer, rational
from ..budgets.sizes import check_size
from ..errors import InvalidValue
from ..exact import (
    Certified,
    EpsilonLike,
    ExactLike,
    Log,
    Number,
    certified,
    exp,
    integer_text,
    ln,
    number,
)
from ..exact._flint import arb
from ..exact._flint import rational as flint_rational
from ..exact.real import brief
from .fingerprinting import INCOMPLETENESS, ROBUSTNESS, code_length
from .tracing_noise import positive_epsilon

NEARLY = 1e-6
"""Room for rounding in the floats that only choose what is compared with certainty."""

LARGEST_FLOAT = 10**300
"""More marginals than these are as good as these, where floats choose."""

MOST_MARGINALS = 1 << 20
"""For more marginals the numbers of rows, about sqrt(d), are not excluded one by one."""

SHORTEST = 1327
"""The least d with e^(-d/288) <= 1/100, from which on the code is 1/100-complete."""


@dataclass(frozen=True)
class Exclusion:
    """A proof that no (epsilon, delta)-DP mechanism on n rows has average error gamma: traced > protected.

    traced = (99/100 - 8 gamma')/m, protected = e^(k epsilon) s + delta (e^(k epsilon) - 1)/(e^epsilon - 1).
    """

    n: int
    users: int
    copies: int
    traced: Fraction
    protected: Certified


@dataclass(frozen=True)
class LowerBound:
    """n >= rows for every (epsilon, delta)-DP mechanism; `last` excludes n = rows - 1 (None for 1)."""

    rows: int
    last: Exclusion | None


def excluded(
    n: int, d: int, epsilon: EpsilonLike, delta: ExactLike = 0, *, gamma: ExactLike = "1/10"
) -> Exclusion | None:
    """A proof that n rows are too few for average error gamma d in d marginals, or None where there is none.

    Raises InvalidValue unless n, d >= 1, 0 < epsilon < infinity, 0 <= delta < 1 and 0 < gamma < 99/800.
    """
    rows, claim = positive_integer(n, "n"), _claim(d, epsilon, delta, gamma)
    return _search(rows, claim, 1)


def lower_bound(
    d: int, epsilon: EpsilonLike, delta: ExactLike = 0, *, gamma: ExactLike = "1/10", largest: int = 1_000_000
) -> LowerBound:
    """The smallest n that the argument does not exclude: average error gamma d needs as many rows.

    Every smaller n is excluded, one by one. It stops at n = `largest`.
    Raises as `excluded`, and BudgetExceeded for more than 2^20 marginals.
    """
    claim, last, start = _claim(d, epsilon, delta, gamma), None, 1
    because, way_out = f"d = {integer_text(claim.d)}", "use a smaller d, or ask `excluded` about one n"
    check_size(claim.d, "marginals", because, way_out, MOST_MARGINALS)
    for n in range(1, positive_integer(largest, "largest")):
        found = _search(n, claim, start)
        if found is None:
            return LowerBound(n, last)
        last, start = found, found.users
    return LowerBound(largest, last)


@dataclass(frozen=True)
class _Claim:
    d: int
    epsilon: Log
    delta: Number
    gamma: Fraction

    def traced(self, n: int, m: int) -> Fraction:
        """(99/100 - 8 gamma')/m."""
        error = self.gamma * Fraction(n, n - n % m)
        return (1 - INCOMPLETENESS - error / ROBUSTNESS) / m

    def protected(self, k: int, m: int) -> Certified:
        """e^(k epsilon) s + delta (e^(k epsilon) - 1)/(e^epsilon - 1)."""
        return protected_by(self.epsilon, self.delta, k, Fraction(self.d, 18 * (m + 1) ** 2))

    def near(self, n: int, m: int) -> bool:
        """Whether the comparison may hold, in floats: what it lets through is decided by `Certified`."""
        left, k, e, leak = float(self.traced(n, m)), n // m, float(self.epsilon), float(self.delta)
        if left <= 0:
            return False
        parts = [k * e - min(self.d, LARGEST_FLOAT) / (18 * (m + 1) ** 2)]
        if leak > 0:
            parts.append(math.log(leak) + log_expm1(k * e) - log_expm1(e))
        room = math.log(left) + NEARLY
        return all(part < room for part in parts)


def protected_by(level: Log, leak: Number, k: int, soundness: Fraction) -> Certified:
    """e^(k epsilon - soundness) + delta (e^(k epsilon) - 1)/(e^epsilon - 1)."""

    def ball(bits: int) -> arb:
        e = level.enclosure(bits)
        group = (k * e).expm1() / e.expm1()
        return (k * e - arb(flint_rational(soundness))).exp() + leak.enclosure(bits) * group

    return Certified(ball, f"what {brief(k)} copies of one row may change, soundness e^-({brief(soundness)})")


def log_expm1(x: float) -> float:
    """ln(e^x - 1), without overflow."""
    return x + math.log(-math.expm1(-x))


def _claim(d: int, epsilon: EpsilonLike, delta: ExactLike, gamma: ExactLike) -> _Claim:
    level, leak, error = positive_epsilon(epsilon), number(delta, "delta"), rational(gamma, "gamma")
    if leak < 0 or leak >= 1:
        raise InvalidValue(f"delta = {brief(leak)} violates the condition 0 <= delta < 1")
    if not 0 < error < Fraction(99, 800):
        raise InvalidValue(
            f"gamma = {brief(error)} violates the condition 0 < gamma < 99/800 of the argument"
        )
    return _Claim(positive_integer(d, "d"), level, leak, error)


def _search(n: int, claim: _Claim, start: int) -> Exclusion | None:
    """The first m from `start` on, then below it, for which the comparison is certified."""
    if claim.d < SHORTEST:
        return None
    largest = min(n, math.isqrt(claim.d // 18) + 1)
    for m in (*range(start, largest + 1), *range(1, min(start, largest + 1))):
        if claim.near(n, m):
            traced, protected = claim.traced(n, m), claim.protected(n // m, m)
            if traced > protected:
                return Exclusion(n, m, n // m, traced, protected)
    return None


@dataclass(frozen=True)
class PublishedBound:
    """The argument as published: on n rows no (1, delta)-DP M has average error 1/10 for d >= length."""

    n: int
    copies: int
    users: int
    length: int


def published_bound(n: int, delta: ExactLike) -> PublishedBound:
    """Theorem 3.1 with the published choice k = floor(ln(1/(12 n delta)) - 1) and n_k = floor(n/k).

    length is `code_length(n_k, delta)`: from there on the code is complete and delta-sound, and the argument
    gives a contradiction. For fixed delta it is of the order n^2/ln(1/delta).
    Raises InvalidValue unless n >= 1 and e^(-n/200) <= delta <= 1/(12 e^2 n), which makes 1 <= k <= n/200.
    """
    rows, leak = positive_integer(n, "n"), open_probability(delta, "delta")
    if leak < exp(Fraction(-rows, 200)):
        raise InvalidValue(
            f"delta = {brief(leak)} violates the condition delta >= e^(-n/200) of the theorem, n = "
            f"{brief(rows)}"
        )
    if 12 * rows * leak > exp(-2):
        raise InvalidValue(
            f"delta = {brief(leak)} violates the condition delta <= 1/(12 e^2 n), that k >= 1, n = "
            f"{brief(rows)}"
        )
    copies = math.floor(certified(ln(1 / (12 * rows * leak))) - 1)
    users = rows // copies
    return PublishedBound(rows, copies, users, code_length(users, leak))


def pure_lower_bound(d: int, epsilon: EpsilonLike) -> Certified:
    """(d/800 - ln 20)/epsilon: pure differential privacy with average error 9/10 needs more rows than this.

    It is negative, and says nothing, for d < 800 ln 20. Raises InvalidValue unless 0 < epsilon < infinity.
    Source: Steinke and Ullman 2017, appendix A.
    """
    size, level = positive_integer(d, "d"), positive_epsilon(epsilon)
    return (Fraction(size, 800) - certified(ln(20))) / level
