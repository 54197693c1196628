"""Estimators g(x_1, ..., x_n) whose sensitivity is to be found: of rows given by their counts.

`mean` is a point estimator with |g(X) - g(X')| = |x - x'|/n.  `ridge_logistic` is the source's other example,

    g(X) = argmin over w of (1/n) sum_i ln(1 + e^(-z_i . w)) + (lambda/2) |w|^2,

logistic regression with an L2 penalty; a row is z = label times features.  The objective is lambda-strongly
convex, so that exchanging x for x' moves the minimum by at most

    |l'(x, w) - l'(x', w)|/(n lambda),   l'(z, w) = -z/(1 + e^(z . w)),   w = g(X) or g(X').

Source: Hall, Rinaldo and Wasserman, section 6; Chaudhuri and Monteleoni, "Privacy-preserving logistic
regression", NIPS 2008.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from ..arguments import integer, positive_rational, rational
from ..errors import InvalidType, InvalidValue
from ..exact import Certified, ExactLike, Number, number, sqrt
from ..exact._flint import arb, arb_mat, precision
from ..exact._flint import rational as flint_rational
from ..outputs.text import with_type

MOST_STEPS = 200
"""Of Newton's method; what has not converged has a wide enclosure."""

Rows: TypeAlias = Mapping[Any, int]
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


def ridge_logistic(penalty: ExactLike, *, coordinate: int = 0) -> Estimator:
    """One coordinate of regularised logistic regression with lambda = penalty > 0; certified.

    A row is a rational number, or a tuple of them with one entry for each feature.
    Raises InvalidType, InvalidValue for a penalty that is no rational > 0, for irrational rows, rows of
    different lengths, and a coordinate that they do not have.
    """
    strength, wanted = positive_rational(penalty, "penalty"), integer(coordinate, "coordinate", 0)

    def estimate(rows: Rows) -> Certified:
        _size(rows)
        table = {features_of(z): times for z, times in rows.items() if times}
        lengths = {len(z) for z in table}
        if len(lengths) > 1 or wanted >= min(lengths):
            raise InvalidValue(
                f"rows have {sorted(lengths)} features; give rows of one length above coordinate = {wanted}"
            )
        return Certified(
            lambda bits: _minimum(table, strength, bits)[wanted], f"logistic regression, lambda = {strength}"
        )

    return estimate


def features_of(row: Any) -> tuple[Fraction, ...]:
    """Label times features: a rational number, or a tuple of them."""
    if isinstance(row, tuple):
        return tuple(rational(z, f"row[{i}]") for i, z in enumerate(row))
    return (rational(row, "row"),)


def ridge_logistic_sensitivity(penalty: ExactLike) -> Callable[[Any, Any], Number]:
    """h(z, z') = max(|z|, |z'|, |z - z'|)/lambda in the Euclidean norm for different rows; 0 for equal ones.

    At least n |g(X) - g(X')|: l'(z, w) - l'(z', w) = b z' - a z with a and b between 0 and 1, whose norm is
    largest at a corner.  What the source takes, |z - z'|, is no bound for lambda < 1.
    """
    strength = positive_rational(penalty, "penalty")

    def h(z: Any, other: Any) -> Number:
        x, y = features_of(z), features_of(other)
        if len(x) != len(y):
            raise InvalidValue(f"rows {z!r} and {other!r} have {len(x)} and {len(y)} features; give as many")
        if x == y:
            return number(0)
        apart = [a - b for a, b in zip(x, y, strict=True)]
        return sqrt(max(sum((a * a for a in v), Fraction(0)) for v in (x, y, apart))) / strength

    return h


def _minimum(rows: Mapping[tuple[Fraction, ...], int], penalty: Fraction, bits: int) -> list[arb]:
    """An enclosure of the minimum: |w - minimum| <= |gradient(w)|/lambda, by strong convexity.

    w by Newton's method with steps divided by 1 + max |z| |step|, which descend (Sun and Tran-Dinh 2019), as
    the third derivative of the loss is at most |z| times the second.
    """
    with precision(bits + 32):
        d, n = len(next(iter(rows))), sum(rows.values())
        given = [([arb(flint_rational(z)) for z in row], times) for row, times in rows.items()]
        reach = _norm([max(abs(row[i]) for row in rows) for i in range(d)])
        strength = arb(flint_rational(penalty))
        w = [arb(0)] * d
        for _ in range(MOST_STEPS):
            slope, bend = _derivatives(given, strength * n, w)
            step = [row[0].mid() for row in bend.solve(arb_mat([[s] for s in slope])).tolist()]
            size = _norm(step)
            w = [(x - s / (1 + reach * size)).mid() for x, s in zip(w, step, strict=True)]
            if size < arb(2) ** -(bits + 8):
                break
        slope, _ = _derivatives(given, strength * n, w)
        gap = (_norm(slope) / (strength * n)).abs_upper()
        return [x + gap * arb(0, 1) for x in w]


def _derivatives(
    rows: Sequence[tuple[Sequence[arb], int]], strength: arb, w: Sequence[arb]
) -> tuple[list[arb], arb_mat]:
    """n times the gradient and the matrix of second derivatives."""
    d = len(w)
    slope = [strength * x for x in w]
    bend = [[strength if i == j else arb(0) for j in range(d)] for i in range(d)]
    for z, times in rows:
        share = 1 / (1 + sum((a * b for a, b in zip(z, w, strict=True)), arb(0)).exp())
        for i in range(d):
            slope[i] -= z[i] * times * share
            for j in range(d):
                bend[i][j] += z[i] * z[j] * times * share * (1 - share)
    return slope, arb_mat(bend)


def _norm(vector: Sequence[arb | Fraction]) -> arb:
    """A bound of the Euclidean norm."""
    bounds = [(x if isinstance(x, arb) else arb(flint_rational(x))).abs_upper() for x in vector]
    return sum((x * x for x in bounds), arb(0)).sqrt()
