"""The reduction to epsilon = 1: fewer rows, each of them copied.

Source: Steinke and Ullman, "Between Pure and Approximate Differential Privacy", 2017, Fact 2.3, which leaves
the group size and the constants to the reader.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from ..arguments import integer, probability
from ..errors import InvalidValue
from ..exact import ExactLike, Number, exp, number
from ..exact.real import brief
from ..theorems.group import group_privacy
from ..theorems.guarantee import Guarantee


@dataclass(frozen=True)
class Reduction:
    """What the reduction gives: the copies of a row, the rows that are left, the guarantee, the error."""

    copies: int
    rows: int
    guarantee: Guarantee
    error: Number


def copies_for_unit_epsilon(epsilon: ExactLike) -> int:
    """The largest k with (e^(k epsilon) - 1)/(e^epsilon - 1) <= 1/epsilon, for a rational epsilon in (0, 1].

    Then k epsilon <= 1 too, and k copies of every row turn (epsilon, delta) into (1, delta/epsilon). It is at
    least floor(ln(2)/epsilon); floor(1/epsilon) copies are too many for every epsilon <= 1/10.
    Raises InvalidValue for an epsilon that is irrational or outside (0, 1].
    """
    x = number(epsilon, "epsilon")
    if not x.is_rational or x <= 0 or x > 1:
        raise InvalidValue(
            f"epsilon = {brief(x)} is not a rational number in (0, 1], as this reduction needs"
        )
    step = x.as_fraction()
    low, high = 1, int(1 / step) + 1
    while high - low > 1:
        middle = (low + high) // 2
        fits = (exp(middle * step) - 1) * step <= exp(step) - 1
        low, high = (middle, high) if fits else (low, middle)
    return low


def reduce_to_unit_epsilon(epsilon: ExactLike, delta: ExactLike, alpha: ExactLike, n: int) -> Reduction:
    """The reduction of an (epsilon, delta)-DP mechanism for n rows with mean error alpha to epsilon = 1.

        k = copies_for_unit_epsilon(epsilon),    n' = ceil(10 alpha n / k),    error alpha n/(k n') <= 1/10.

    M'(x) runs M on k copies of the n' rows of x and n - k n' fixed rows, takes their known sum off n times
    the answer, and divides by k n' (`group.copied_rows`, then a post-processing).  By `group_privacy` M' is
    (1, delta/epsilon)-DP.  For epsilon <= 1/10: 13.9 alpha epsilon n <= n' <= 16.9 alpha epsilon n + 1.

    Hypotheses: M is (epsilon, delta)-DP under replacing one row, answers means of rows, and has mean error
    alpha in some norm; k n' <= n, which alpha <= 1/20 and n >= 2k imply.
    Raises InvalidValue where a condition fails.
    Source: see above; the constants follow from the argument.
    """
    leak, error, size = probability(delta, "delta"), probability(alpha, "alpha"), integer(n, "n", 1)
    if not error.is_rational or not error:
        raise InvalidValue(
            f"alpha = {brief(error)} is not a rational number in (0, 1]; give an error such as '1/20'"
        )
    copies = copies_for_unit_epsilon(epsilon)
    rows = ceil(Fraction(10 * error.as_fraction() * size, copies))
    if copies * rows > size:
        raise InvalidValue(
            f"alpha = {brief(error)} and n = {brief(size)} violate the condition k n' <= n with k = "
            f"{brief(copies)}, n' = {brief(rows)}; "
            "give alpha <= 1/20 and n >= 2k"
        )
    step = number(epsilon).as_fraction()
    known = group_privacy(step, leak, copies)
    return Reduction(copies, rows, Guarantee(known.epsilon, known.delta), error * size / (copies * rows))
