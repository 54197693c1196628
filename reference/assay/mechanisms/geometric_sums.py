"""Exact sums over all integers of products of piecewise geometric functions.

A function f on the integers is *piecewise geometric* with ratio r (0 <= r < 1) outside low..high when there
are numbers with

    f(high + m) = c + d r^m   and   f(low - m) = c' + d' r^m   for all m >= 0.

The mass and the tails of two-sided and one-sided geometric noise, and of any noise with finite support, are
of this kind, so that the probability that a mechanism compares such noises in a given way is a finite
expression.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from ..exact import Number, number


class Piecewise(NamedTuple):
    """A piecewise geometric function: its values, its ratio, and the ends outside which the formula holds."""

    value: Callable[[int], Number]
    ratio: Number
    low: int
    high: int


def sum_of_product(functions: Sequence[Piecewise]) -> Number:
    """The sum over all integers t of f_1(t) * ... * f_n(t), which must converge absolutely."""
    low, high = min(f.low for f in functions), max(f.high for f in functions)
    middle = sum((_product(f.value(t) for f in functions) for t in range(low, high + 1)), number(0))
    return middle + _tail(functions, high, 1) + _tail(functions, low, -1)


def _product(factors: Iterable[Number]) -> Number:
    total = number(1)
    for factor in factors:
        if not factor:
            return factor
        total = total * factor
    return total


def _tail(functions: Sequence[Piecewise], end: int, step: int) -> Number:
    """The sum over m >= 1 of the product at t = end + step * m: multiply out, each r^m sums to r/(1 - r)."""
    terms: dict[Number, Number] = {number(1): number(1)}
    for f in functions:
        terms = _times(terms, f.ratio, *_coefficients(f, end, step))
    return sum((c * r / (1 - r) for r, c in terms.items()), number(0))


def _coefficients(f: Piecewise, end: int, step: int) -> tuple[Number, Number]:
    """(c, d) with f(end + step * m) = c + d r^m for m >= 0, read off the values at m = 0 and m = 1."""
    first, second = f.value(end), f.value(end + step)
    d = (first - second) / (1 - f.ratio)
    return first - d, d


def _times(terms: dict[Number, Number], ratio: Number, c: Number, d: Number) -> dict[Number, Number]:
    """The product of a sum of c_r r^m (given as {r: c_r}) with c + d ratio^m."""
    made: dict[Number, Number] = {}
    for r, coefficient in terms.items():
        for base, factor in ((r, c), (r * ratio, d)):
            made[base] = made.get(base, number(0)) + coefficient * factor
    return {r: coefficient for r, coefficient in made.items() if coefficient}
