"""The tracing argument with accuracy and threshold chosen for the case: it says something at small d too.

`tracing_bound` fixes the accuracy 1/8, the threshold d/(3(m + 1)) and the failure 1/100, for d >= 1327.  Here
an accuracy alpha and a threshold tau are free; with gamma' = gamma n/(k m), k = floor(n/m),

    accurate within alpha      with probability >= 1 - gamma'/alpha                        (Markov)
    someone is accused         with probability >= 1 - gamma'/alpha - e^(-2 d g^2),
                               g = (m + 2)/(3m) - alpha - (m + 1) tau/(2d) >= 0            (completeness)
    left out, i is accused     with probability <= s = e^(-tau^2/(2d))                     (soundness)

and (1 - gamma'/alpha - e^(-2 d g^2))/m <= e^(k eps) s + delta (e^(k eps) - 1)/(e^eps - 1) for an
(eps, delta)-DP mechanism on n rows with average error gamma.  An n at which this fails is impossible.

With pure privacy all n rows may be one word c in {-1, 1}^d, and M(D)'s correlation with c, at least 1 - gamma
on average, is at least beta with probability (1 - gamma - beta)/(1 - beta); without c, by Chernoff, with
probability at most e^(-d K((1 + beta)/2)), K(x) = ln 2 + x ln x + (1 - x) ln(1 - x).  Hence

    n eps >= d K((1 + beta)/2) + ln((1 - gamma - beta)/(1 - beta))   for every 0 < beta < 1 - gamma.

Sources: as `tracing_bound`; Steinke and Ullman 2017, appendix A (beta = 1/20, gamma = 9/10, with beta^2/2 in
place of K).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

from ..arguments import positive_integer, rational
from ..budgets.sizes import check_size
from ..errors import InvalidValue
from ..exact import Certified, EpsilonLike, ExactLike, Log, Number, certified, ln, maximum, number
from ..exact.real import brief
from .tracing_bound import NEARLY, log_expm1, protected_by
from .tracing_noise import positive_epsilon

PARTS = 40
"""Accuracies and correlations are tried at multiples of 1/PARTS."""

MOST_MARGINALS = 1 << 40
LARGEST, LEAST = 10**6, Fraction(1, 10**12)
"""Beyond these an argument in floats says nothing."""


@dataclass(frozen=True)
class Choice:
    """A proof that n rows are too few: traced > protected, with m users, k copies each, alpha and tau."""

    n: int
    users: int
    copies: int
    alpha: Fraction
    threshold: Fraction
    traced: Certified
    protected: Certified


@dataclass(frozen=True)
class SharperBound:
    """n >= rows for every such mechanism; `last` excludes n = rows - 1 (None for 1)."""

    rows: int
    last: Choice | None


@dataclass(frozen=True)
class _Case:
    d: int
    epsilon: Log
    delta: Number
    gamma: Fraction

    def choices(self, n: int, m: int) -> Iterator[tuple[Fraction, Fraction]]:
        """Accuracies and thresholds for which the comparison may hold, in floats."""
        k, d, level, leak = n // m, self.d, float(self.epsilon), float(self.delta)
        error = float(self.gamma) * n / (k * m)
        for part in range(1, PARTS):
            alpha, room = Fraction(part, PARTS), Fraction(m + 2, 3 * m) - Fraction(part, PARTS)
            if error >= alpha or room <= 0:
                continue
            for share in range(1, 2 * PARTS):
                g = float(room) * (1 - share / (2 * PARTS))
                tau = room * Fraction(share, 2 * PARTS) * Fraction(2 * d, m + 1)
                traced = (1 - error / float(alpha) - math.exp(-2 * d * g * g)) / m
                if traced > 0 and _below(traced, k * level - float(tau) ** 2 / (2 * d), leak, k, level):
                    yield alpha, tau

    def proof(self, n: int, m: int) -> Choice | None:
        """The first choice for which it is certain that n rows are too few."""
        k, d = n // m, self.d
        for alpha, tau in self.choices(n, m):
            g = Fraction(m + 2, 3 * m) - alpha - (m + 1) * tau / (2 * d)
            accused = 1 - self.gamma * Fraction(n, k * m) / alpha
            traced = (accused - certified(-2 * d * g * g).exp()) / m
            protected = protected_by(self.epsilon, self.delta, k, tau * tau / (2 * d))
            if traced > protected:
                return Choice(n, m, k, alpha, tau, traced, protected)
        return None


def sharper_bound(
    d: int, epsilon: EpsilonLike, delta: ExactLike = 0, *, gamma: ExactLike = "1/10", largest: int = 10_000
) -> SharperBound:
    """The smallest n that the argument does not exclude: average error gamma in d marginals needs as many.

    Every smaller n is excluded, one by one.  It stops at n = `largest`.
    Raises InvalidValue unless d >= 1, 0 < epsilon < infinity, 0 <= delta < 1 and 0 < gamma < 1.
    """
    return bound_after(exclusions(d, epsilon, delta, gamma=gamma, largest=largest))


def bound_after(excluded: Iterable[Choice]) -> SharperBound:
    """What follows from the proofs that 1, 2, ... rows are too few."""
    last = reduce(lambda _, proof: proof, excluded, None)
    return SharperBound(1 if last is None else last.n + 1, last)


def exclusions(
    d: int, epsilon: EpsilonLike, delta: ExactLike = 0, *, gamma: ExactLike = "1/10", largest: int = 10_000
) -> Iterator[Choice]:
    """The proofs that 1, 2, ... rows are too few, up to the first n below `largest` that is not excluded.

    Raises as `sharper_bound`.
    """
    case, start = _case(d, epsilon, delta, gamma), 1
    most = math.isqrt(case.d) + 1
    for n in range(1, positive_integer(largest, "largest")):
        tried = dict.fromkeys((start, *range(1, min(n, most) + 1)))
        found = next(filter(None, (case.proof(n, m) for m in tried if m <= n)), None)
        if found is None:
            return
        yield found
        start = found.users


def pure_bound(d: int, epsilon: EpsilonLike, *, gamma: ExactLike = "1/10") -> Certified:
    """max over beta of (d K((1 + beta)/2) + ln((1 - gamma - beta)/(1 - beta)))/epsilon, a lower bound on n.

    Pure differential privacy with average error gamma needs more rows than this.  beta runs over 39 places
    between 0 and 1 - gamma.  It is negative, and says nothing, for small d.
    Raises InvalidValue unless d >= 1, 0 < epsilon < infinity and 0 < gamma < 1.
    """
    case = _case(d, epsilon, 0, gamma)
    betas = [(1 - case.gamma) * Fraction(part, PARTS) for part in range(1, PARTS)]
    return maximum(_pure(case, beta) for beta in betas)


def _pure(case: _Case, beta: Fraction) -> Certified:
    x = (1 + beta) / 2
    distance = certified(ln(2)) + certified(ln(x)) * x + certified(ln(1 - x)) * (1 - x)
    chance = certified(ln((1 - case.gamma - beta) / (1 - beta)))
    return (distance * case.d + chance) / certified(case.epsilon)


def _below(traced: float, exponent: float, leak: float, k: int, level: float) -> bool:
    """Whether e^exponent + leak (e^(k level) - 1)/(e^level - 1) may be below traced."""
    room = math.log(traced) + NEARLY
    if exponent >= room:
        return False
    if leak <= 0:
        return True
    other = math.log(leak) + log_expm1(k * level) - log_expm1(level)
    return other < room and math.exp(exponent) + math.exp(other) < traced * (1 + NEARLY)


def _case(d: int, epsilon: EpsilonLike, delta: ExactLike, gamma: ExactLike) -> _Case:
    level, leak, error = positive_epsilon(epsilon), number(delta, "delta"), rational(gamma, "gamma")
    if leak.is_symbolic or leak < 0 or leak >= 1:
        raise InvalidValue(f"delta = {leak} violates the condition 0 <= delta < 1")
    if not 0 < error < 1:
        raise InvalidValue(f"gamma = {error} violates the condition 0 < gamma < 1")
    size = positive_integer(d, "d")
    check_size(size, "marginals", f"d = {brief(size)}", "use a smaller d", MOST_MARGINALS)
    if level > LARGEST or error < LEAST:
        raise InvalidValue(f"epsilon above {LARGEST} or gamma below 1/{1 / LEAST} is not compared in floats")
    return _Case(size, level, leak, error)
