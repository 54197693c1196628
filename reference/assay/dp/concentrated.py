"""Zero-concentrated differential privacy: the largest slope of the Renyi divergence, as a certified supremum.

    rho = sup over a > 1 of D_a(P || Q) / a

With s = a - 1 and K(s) = ln E_P[e^(s L)], the cumulant generating function of the privacy loss L, this is

    rho = sup over s > 0 of f(s),   where f(s) = K(s) / (s (s + 1)),   f(0) = K'(0) = KL(P || Q).

Branch and bound: (0, infinity) is cut into intervals, and the one with the largest upper bound of f is halved
until that bound meets the best value of f found.  The bounds, all in ball arithmetic:

- on [a, b] with midpoint m and half-width w, by Taylor's theorem,
  f(s) <= c_0 + |c_1| w + ... + |c_n| w^n with c_j = f^(j)(m)/j!, the last of them taken over all of [a, b];
- on [0, b], f(s) - K'(0) = s/(s + 1) (k_2 - k_1 + k_3 s + ... + k_n s^(n-2)) with k_j = K^(j)(0)/j!, the last
of them
  taken over all of [0, b];
- on [a, infinity), f(s) <= epsilon/(a + 1), because K(s) <= s epsilon.
"""

from __future__ import annotations

import heapq
from fractions import Fraction
from functools import reduce
from typing import TypeAlias, TypeVar

from flint import arb_series

from ..errors import UndecidedError
from ..exact import INFINITY, Certified, Log, eps, precision
from ..exact._flint import arb, bounds, rational
from .dist import Dist
from .enclosed import enclosed
from .privacy_loss import privacy_loss
from .progress import checkpoint

T = TypeVar("T")

LossLaw: TypeAlias = list[tuple[arb, arb]]
"""The probabilities and the values of a privacy loss, enclosed."""

TERMS = 8
"""Terms of a Taylor polynomial, the remainder included."""


def zcdp(p: Dist[T], q: Dist[T]) -> Log | Certified:
    """The smallest rho with D_a(P || Q) <= rho a for all a > 1, that is sup over a > 1 of D_a(P || Q)/a.

    0 if P = Q and INFINITY if some loss is infinite, both exact; certified otherwise, refined on demand.

    Raises UndecidedError if the probabilities are functions of the symbol epsilon.
    Source: Bun and Steinke, "Concentrated Differential Privacy", TCC 2016, definition 1.1.
    """
    if p == q:
        return eps(0)
    loss = privacy_loss(p, q)
    if INFINITY in loss.support:
        return INFINITY
    return enclosed(lambda bits: _supremum(loss, bits), "sup over a > 1 of D_a(P || Q)/a")


def _supremum(loss: Dist[Log], bits: int) -> arb:
    """A ball around sup f, to a relative accuracy of about 2^-bits."""
    working = 2 * bits
    mean = Fraction(0)
    while mean <= 0:  # P and Q differ, so that KL > 0 shows once there are enough bits
        working *= 2
        mean = _ends(_mean(_law(loss, working)))[0]
    # Values of size KL are differences of values of size 1: as many bits more.
    working += 4 * max(0, mean.denominator.bit_length() - mean.numerator.bit_length())
    with precision(working):
        lower, upper = _branch_and_bound(_law(loss, working), bits)
        return arb(rational(lower)).union(arb(rational(upper)))


def _branch_and_bound(law: LossLaw, bits: int) -> tuple[Fraction, Fraction]:
    """Rationals lower <= sup f <= upper."""
    best, epsilon = Fraction(0), _ends(_largest_loss(law))[1]
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
            value, bound = (Fraction(0), epsilon) if b is None else _bounds(law, a, b)
            best = max(best, value)
            heapq.heappush(queue, (-min(bound, epsilon / (a + 1)), a, b))
    return best, max(best, -queue[0][0])


def _bounds(law: LossLaw, left: Fraction, right: Fraction) -> tuple[Fraction, Fraction]:
    """A value that f reaches on [left, right] (from below), and an upper bound of f there, as balls allow."""
    value, bound = _taylor_at_zero(law, right) if left == 0 else _taylor(law, left, right)
    reached, above = bounds(value), bounds(bound)
    return reached[0] if reached else Fraction(0), above[1] if above else _ends(_largest_loss(law))[1]


def _taylor(law: LossLaw, left: Fraction, right: Fraction) -> tuple[arb, arb]:
    """f(m), and f(m) + |c_1| w + ... + |c_n| w^n."""
    interval = _ball(left).union(_ball(right))
    at, over = _quotient(law, _ball((left + right) / 2)), _quotient(law, interval)
    width = _ball((right - left) / 2)
    tail = abs(over[TERMS - 1])
    for j in range(TERMS - 2, 0, -1):
        tail = abs(at[j]) + width * tail
    return at[0], at[0] + width * tail


def _taylor_at_zero(law: LossLaw, right: Fraction) -> tuple[arb, arb]:
    """f(0) = K'(0), and f(0) + b/(b + 1) max(0, k_2 - k_1 + k_3 s + ... + k_n s^(n-2)) with s in [0, b]."""
    interval = arb(0).union(_ball(right))
    at, over = _cumulants(law, arb(0)), _cumulants(law, interval)
    tail = over[TERMS - 1]
    for j in range(TERMS - 2, 2, -1):
        tail = at[j] + interval * tail
    slope = at[2] - at[1] + interval * tail
    return at[1], at[1] + _ball(right / (right + 1)) * slope.max(arb(0))


def _cumulants(law: LossLaw, s: arb) -> arb_series:
    """K(s + x) as a power series in x: its coefficients are K^(j)(s)/j!."""
    shifted = arb_series([s, 1], TERMS)
    series = sum((mass * (shifted * value).exp() for mass, value in law), arb_series([0], TERMS)).log()
    if series.prec < TERMS:
        raise UndecidedError(f"a power series was cut to {series.prec} terms; set flint.ctx.cap back to 10")
    return series


def _quotient(law: LossLaw, s: arb) -> arb_series:
    """f(s + x) = K(s + x) / ((s + x) (s + x + 1)) as a power series in x."""
    return _cumulants(law, s) / (arb_series([s, 1], TERMS) * arb_series([s + 1, 1], TERMS))


def _law(loss: Dist[Log], bits: int) -> LossLaw:
    """The privacy loss distribution in ball arithmetic."""
    return [(mass.enclosure(bits), value.enclosure(bits)) for value, mass in loss.items()]


def _mean(law: LossLaw) -> arb:
    """KL(P || Q) = E[L]."""
    return sum((mass * value for mass, value in law), arb(0))


def _largest_loss(law: LossLaw) -> arb:
    """epsilon, the largest loss."""
    return reduce(lambda x, y: x.max(y), (value for _, value in law))


def _ball(x: Fraction) -> arb:
    return arb(rational(x))


def _ends(ball: arb) -> tuple[Fraction, Fraction]:
    """The ends of a finite enclosure."""
    ends = bounds(ball)
    if ends is None:
        raise UndecidedError(f"the enclosure {ball} is not finite")
    return ends
