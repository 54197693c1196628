"""Estimators g(x_1, ..., x_n) whose sensitivity is to be found: of rows given by their counts.

`mean` is a point estimator with |g(X) - g(X')| = |x - x'|/n.  `ridge_logistic` is the source's other example,

    g(X) = argmin over w of (1/n) sum_i ln(1 + e^(-z_i w)) + (lambda/2) w^2,

logistic regression with an L2 penalty for one feature; a row is z = label times feature.  The objective is
lambda-strongly convex, so that exchanging x for x' moves the minimum by at most

    |l'(x, w) - l'(x', w)|/(n lambda),   l'(z, w) = -z/(1 + e^(z w)),   w = g(X) or g(X').

Source: Hall, Rinaldo and Wasserman, section 6; Chaudhuri and Monteleoni, "Privacy-preserving logistic
regression", NIPS 2008.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeAlias

from ..arguments import integer, positive_rational, rational
from ..errors import InvalidType, InvalidValue
from ..exact import Certified, ExactLike, Number, number
from ..exact._flint import arb, precision
from ..exact._flint import rational as flint_rational
from ..outputs.text import with_type

Rows: TypeAlias = Mapping[ExactLike, int]
"""How often each value of a row occurs."""

Estimator: TypeAlias = Callable[[Rows], Number | Certified]


def mean(rows: Rows) -> Number:
    """(x_1 + ... + x_n)/n."""
    n = _size(rows)
    return sum((number(x, "row") * times for x, times in rows.items()), number(0)) / n


def median(rows: Rows) -> Number:
    """The lower median, the ceil(n/2)-th smallest row."""
    half, listed = (_size(rows) + 1) // 2, [x for x in sorted(rows, key=number) for _ in range(rows[x])]
    return number(listed[half - 1])


def _size(rows: Rows) -> int:
    """The number of rows; InvalidValue for none."""
    if not isinstance(rows, Mapping):
        raise InvalidType(f"rows is {with_type(rows)}; give {{value: how often}}")
    n = sum(integer(times, "how often", 0) for times in rows.values())
    if not n:
        raise InvalidValue("rows is empty; give {value: how often} with at least one row")
    return n


def ridge_logistic(penalty: ExactLike) -> Estimator:
    """Regularised logistic regression with one feature and lambda = penalty > 0; certified.

    Raises InvalidType, InvalidValue for a penalty that is no rational > 0, and for irrational rows.
    """
    strength = positive_rational(penalty, "penalty")

    def estimate(rows: Rows) -> Certified:
        _size(rows)
        table = {rational(z, "row"): times for z, times in rows.items() if times}
        return Certified(
            lambda bits: _minimum(table, strength, bits), f"logistic regression, lambda = {strength}"
        )

    return estimate


def ridge_logistic_sensitivity(penalty: ExactLike) -> Callable[[ExactLike, ExactLike], Number]:
    """h(z, z') = (|z| + |z'|)/lambda for different signs, max(|z|, |z'|)/lambda else; 0 for equal rows.

    At least n |g(X) - g(X')|, because -l'(z, w) is between 0 and z; what the source takes, |z - z'|, is not
    for lambda < 1.
    """
    strength = positive_rational(penalty, "penalty")

    def h(z: ExactLike, other: ExactLike) -> Number:
        x, y = number(z, "row"), number(other, "row")
        if x == y:
            return number(0)
        span = abs(x) + abs(y) if x * y < 0 else max(abs(x), abs(y))
        return span / strength

    return h


def _minimum(rows: Mapping[Fraction, int], penalty: Fraction, bits: int) -> arb:
    """An enclosure of the root of the derivative, which grows at a rate of at least lambda.

    Bisection in doubled precision; then |w - root| <= |derivative(w)|/lambda.
    """
    with precision(bits + 32):
        n, strength = sum(rows.values()), flint_rational(penalty)
        reach = sum(abs(z) * times for z, times in rows.items()) / (n * penalty)

        def slope(w: arb) -> arb:
            total = arb(strength) * w * n
            for z, times in rows.items():
                z_ball = arb(flint_rational(z))
                total -= z_ball * times / (1 + (z_ball * w).exp())
            return total

        low, high = -reach, reach
        for _ in range(48):
            middle = (low + high) / 2
            if slope(arb(flint_rational(middle))) > 0:
                high = middle
            else:
                low = middle
        w = arb(flint_rational((low + high) / 2)).mid()
        for _ in range(max(bits, 1).bit_length()):
            w = (w - slope(w) / _bend(rows, penalty, w)).mid()
        gap = slope(w).abs_upper() / (arb(strength) * n)
        return w + gap * arb(0, 1)


def _bend(rows: Mapping[Fraction, int], penalty: Fraction, w: arb) -> arb:
    """n times the second derivative."""
    total = arb(flint_rational(penalty)) * sum(rows.values())
    for z, times in rows.items():
        ball = arb(flint_rational(z))
        fall = 1 / (1 + (ball * w).exp())
        total += ball * ball * times * fall * (1 - fall)
    return total
