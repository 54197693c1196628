"""The largest slope of a Renyi divergence: the supremum over s > 0 of K(s)/(s (s + 1)), certified.

K(s) = ln E[e^(s L)] is the cumulant generating function of a loss L with finitely many finite values, and
f(s) = K(s)/(s (s + 1)), with f(0) = K'(0) = E[L], which is KL.

Branch and bound: (0, infinity) is cut into intervals, and the one with the largest upper bound of f is halved
until that bound meets the best value r of f found so far.  With h(s) = K(s) - r s (s + 1), so that
f(s) - r = h(s)/(s (s + 1)), these are the bounds, computed in ball arithmetic:

- on [a, b] with midpoint m and half-width w, h(s) <= h_0 + |h_1| w + ... + |h_n| w^n by Taylor's theorem,
  where h_j = h^(j)(m)/j!, the last of them taken over all of [a, b]; f(s) <= r + max(0, that)/(a (a + 1));
- on [0, b], h(s)/s = h_1 + s (h_2 + h_3 s + ... + h_n s^(n-2)), where h_j = h^(j)(0)/j!, the last of them
  taken over all of [0, b]; f(s) <= r + max(0, that);
- on [a, infinity), K(s) <= s epsilon; f(s) <= epsilon/(a + 1).

Where the supremum is the limit at s = 0 it is KL(P || Q), which may be exact.  It is shown with r = KL:
h(0) = h'(0) = 0, and h < 0 for all s > 0 follows from h(s)/s^2 = h_2 + h_3 s + ... < 0 on some [0, b], from
the first of these bounds on intervals from b on, and from the last one beyond epsilon/KL - 1.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from typing import TypeAlias

from ..budgets.progress import checkpoint
from ..errors import UndecidedError
from ..exact import Log, Number, precision
from ..exact._flint import arb, arb_series, bounds, rational
from ..exact.order import ball_sign

Loss: TypeAlias = "Sequence[tuple[Log, Number]]"
"""The values of a privacy loss, with their probabilities."""

LossDistribution: TypeAlias = list[tuple[arb, arb]]
"""The probabilities and the values of a privacy loss, enclosed."""

TERMS = 8
"""Terms of a Taylor polynomial, the remainder included."""

LIMIT_BITS = 64
MOST_INTERVALS = 2000
"""How far the proof goes that the supremum is the limit, before the supremum is enclosed instead."""


def limit_is_largest(loss: Loss) -> bool:
    """Whether f(s) <= f(0) = KL for all s > 0 was shown; False where it is not so, or too close to tell."""
    working = _working(loss, LIMIT_BITS)
    with precision(working):
        distribution = _distribution(loss, working)
        mean = _mean(distribution)
        right = _first_interval(distribution, mean)
        return right is not None and _falls_short(distribution, mean, right)


def _first_interval(distribution: LossDistribution, mean: arb) -> Fraction | None:
    """A b with h(s)/s^2 < 0 on [0, b]; None where there is none, or it is too short."""
    at = _cumulants(distribution, arb(0))
    h = [at[2] - mean, *(at[j] for j in range(3, TERMS - 1))]
    if ball_sign(h[0]) != -1:
        return None
    for halvings in range(LIMIT_BITS):
        right = Fraction(1, 2**halvings)
        interval = arb(0).union(_ball(right))
        value = _cumulants(distribution, interval)[TERMS - 1]
        for coefficient in reversed(h):
            value = coefficient + interval * value
        if ball_sign(value) == -1:
            return right
    return None


def _falls_short(distribution: LossDistribution, mean: arb, left: Fraction) -> bool:
    """Whether h(s) = K(s) - KL s (s + 1) < 0 was shown for all s >= left."""
    last = _ends(_largest_loss(distribution) / mean)[1] - 1
    waiting, seen = [(left, last)] if left < last else [], 0
    while waiting:
        seen += 1
        checkpoint("intervals", seen)
        a, b = waiting.pop()
        middle = (a + b) / 2
        signs = _signs_of_gap(distribution, mean, a, b)
        if 1 in signs or seen > MOST_INTERVALS:
            return False
        if signs != {-1}:
            waiting += [(middle, b), (a, middle)]
    return True


def _signs_of_gap(
    distribution: LossDistribution, mean: arb, left: Fraction, right: Fraction
) -> set[int | None]:
    """{-1} where h < 0 on [left, right], 1 with h > 0 at the midpoint, None where the bounds do not tell."""
    middle, width = _ball((left + right) / 2), _ball((right - left) / 2)
    at, over = _cumulants(distribution, middle), _cumulants(distribution, _ball(left).union(_ball(right)))
    h = [at[j] for j in range(TERMS - 1)]
    h[0] -= mean * middle * (middle + 1)
    h[1] -= mean * (2 * middle + 1)
    h[2] -= mean
    if ball_sign(h[0]) == 1:
        return {1}
    tail = abs(over[TERMS - 1])
    for coefficient in reversed(h[1:]):
        tail = abs(coefficient) + width * tail
    return {-1 if ball_sign(h[0] + width * tail) == -1 else None}


def _working(loss: Loss, bits: int) -> int:
    """The precision at which values of size KL, differences of values of size 1, have some bits."""
    working = 2 * bits
    mean = Fraction(0)
    while mean <= 0:  # P and Q differ, so that KL > 0 shows once there are enough bits
        working *= 2
        with precision(working):
            mean = _ends(_mean(_distribution(loss, working)))[0]
    # Values of size KL are differences of values of size 1: as many bits more.
    return working + 4 * max(0, mean.denominator.bit_length() - mean.numerator.bit_length())


def largest_slope(loss: Loss, bits: int) -> arb:
    """A ball around sup f, to a relative accuracy of about 2^-bits."""
    working = _working(loss, bits)
    with precision(working):
        lower, upper = _branch_and_bound(_distribution(loss, working), bits)
        return arb(rational(lower)).union(arb(rational(upper)))


def _branch_and_bound(distribution: LossDistribution, bits: int) -> tuple[Fraction, Fraction]:
    """Rationals lower <= sup f <= upper."""
    best, epsilon = Fraction(0), _ends(_largest_loss(distribution))[1]
    # A heap of (-bound of f, left, right): the interval with the largest bound comes first.
    queue: list[tuple[Fraction, Fraction, Fraction | None]] = [(-epsilon, Fraction(0), None)]
    tolerance = Fraction(1, 2**bits)
    while -queue[0][0] > best * (1 + tolerance):
        checkpoint("intervals", len(queue))
        _, left, right = queue[0]
        middle = max(Fraction(1), 2 * left) if right is None else (left + right) / 2
        if middle - left < tolerance**2:  # the balls are too coarse to decide more
            break
        heapq.heappop(queue)
        for a, b in ((left, middle), (middle, right)):
            bound = epsilon / (a + 1)
            if b is not None:
                best, excess = (
                    _at_zero(distribution, best, b) if a == 0 else _taylor(distribution, best, a, b)
                )
                bound = bound if excess is None else min(bound, best + excess)
            heapq.heappush(queue, (-bound, a, b))
    return best, max(best, -queue[0][0])


Progress: TypeAlias = tuple[Fraction, Fraction | None]
"""The best value r of f so far, and a bound of f - r on an interval (None where the balls give none)."""


def _taylor(distribution: LossDistribution, best: Fraction, left: Fraction, right: Fraction) -> Progress:
    """r, at least f at the midpoint, and max(0, h_0 + |h_1| w + ... + |h_n| w^n) / (a (a + 1))."""
    middle, width = (left + right) / 2, _ball((right - left) / 2)
    at, over = (
        _cumulants(distribution, _ball(middle)),
        _cumulants(distribution, _ball(left).union(_ball(right))),
    )
    best = max(best, _lower(at[0] / _ball(middle * (middle + 1))))
    h = [at[j] for j in range(TERMS - 1)]
    h[0] -= _ball(best * middle * (middle + 1))
    h[1] -= _ball(best * (2 * middle + 1))
    h[2] -= _ball(best)
    tail = abs(over[TERMS - 1])
    for coefficient in reversed(h[1:]):
        tail = abs(coefficient) + width * tail
    return best, _positive(h[0] + width * tail, left * (left + 1))


def _at_zero(distribution: LossDistribution, best: Fraction, right: Fraction) -> Progress:
    """r, at least f(0) = K'(0), and max(0, h_1 + b max(0, h_2 + h_3 s + ... + h_n s^(n-2))), s in [0, b]."""
    interval = arb(0).union(_ball(right))
    at, over = _cumulants(distribution, arb(0)), _cumulants(distribution, interval)
    best = max(best, _lower(at[1]))
    h = [at[j] for j in range(TERMS - 1)]
    h[1] -= _ball(best)
    h[2] -= _ball(best)
    slope = over[TERMS - 1]
    for coefficient in reversed(h[2:]):
        slope = coefficient + interval * slope
    return best, _positive(h[1] + _ball(right) * slope.max(arb(0)), Fraction(1))


def _positive(ball: arb, divisor: Fraction) -> Fraction | None:
    """max(0, ball)/divisor from above; None where the ball is not finite."""
    ends = bounds(ball)
    return None if ends is None else max(Fraction(0), ends[1]) / divisor


def _lower(ball: arb) -> Fraction:
    """The lower end of a ball, or 0 (which is below f) where it is not finite."""
    ends = bounds(ball)
    return Fraction(0) if ends is None else ends[0]


def _cumulants(distribution: LossDistribution, s: arb) -> arb_series:
    """K(s + x) as a power series in x: its coefficients are K^(j)(s)/j!."""
    shifted = arb_series([s, 1], TERMS)
    series = sum(
        (mass * (shifted * value).exp() for mass, value in distribution), arb_series([0], TERMS)
    ).log()
    if series.prec < TERMS:
        raise UndecidedError(f"a power series was cut to {series.prec} terms; set flint.ctx.cap back to 10")
    return series


def _distribution(loss: Loss, bits: int) -> LossDistribution:
    """The privacy loss distribution in ball arithmetic."""
    return [(mass.enclosure(bits), value.enclosure(bits)) for value, mass in loss]


def _mean(distribution: LossDistribution) -> arb:
    """KL(P || Q) = E[L]."""
    return sum((mass * value for mass, value in distribution), arb(0))


def _largest_loss(distribution: LossDistribution) -> arb:
    """epsilon, the largest loss."""
    return reduce(lambda x, y: x.max(y), (value for _, value in distribution))


def _ball(x: Fraction) -> arb:
    return arb(rational(x))


def _ends(ball: arb) -> tuple[Fraction, Fraction]:
    """The ends of a finite enclosure."""
    ends = bounds(ball)
    if ends is None:
        raise UndecidedError(f"the enclosure {ball} is not finite")
    return ends
