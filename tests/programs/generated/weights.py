"""Probabilities as polynomials of t = 1/e with rational coefficients, which are equal only as polynomials:
e is transcendental."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import factorial
from typing import Any

from assay import Number, exp, number


@cache
def _inverse_of_e() -> Fraction:
    """1/e up to 1/50!, which decides only which path is followed first."""
    return sum((Fraction((-1) ** k, factorial(k)) for k in range(51)), Fraction(0))


class Weight:
    """A sum of c * t^k, by k."""

    def __init__(self, parts: dict[int, Fraction]) -> None:
        self.parts = {k: c for k, c in sorted(parts.items()) if c}

    @staticmethod
    def of(value: Any) -> Weight:
        return value if isinstance(value, Weight) else Weight({0: Fraction(value)})

    def __add__(self, other: Any) -> Weight:
        its = Weight.of(other).parts
        return Weight({k: self.parts.get(k, Fraction(0)) + its.get(k, 0) for k in self.parts.keys() | its})

    def __mul__(self, other: Any) -> Weight:
        found: dict[int, Fraction] = {}
        for i, a in self.parts.items():
            for j, b in Weight.of(other).parts.items():
                found[i + j] = found.get(i + j, Fraction(0)) + a * b
        return Weight(found)

    __radd__, __rmul__ = __add__, __mul__

    def __neg__(self) -> Weight:
        return self * -1

    def __sub__(self, other: Any) -> Weight:
        return self + -Weight.of(other)

    def __rsub__(self, other: Any) -> Weight:
        return Weight.of(other) + -self

    def __truediv__(self, by: int) -> Weight:
        return self * Fraction(1, by)

    def __eq__(self, other: object) -> bool:
        return self.parts == Weight.of(other).parts

    def __hash__(self) -> int:
        return hash(tuple(self.parts.items()))

    def __bool__(self) -> bool:
        return bool(self.parts)

    def __lt__(self, other: Any) -> bool:
        """By a value that is nearly right: an order for a queue."""
        return bool((self - other).nearly() < 0)

    def __gt__(self, other: Any) -> bool:
        return bool((self - other).nearly() > 0)

    def nearly(self) -> Fraction:
        return sum((c * _inverse_of_e() ** k for k, c in self.parts.items()), Fraction(0))

    def __repr__(self) -> str:
        return " + ".join(f"{c}*e^-{k}" for k, c in self.parts.items()) or "0"


def exponential(power: int) -> Weight:
    """e^power, for a power of at most 0."""
    return Weight({-power: Fraction(1)})


def exact(mass: Any) -> Number:
    """A probability as one of the package's numbers."""
    return sum((number(c) * exp(-k) for k, c in Weight.of(mass).parts.items()), number(0))
