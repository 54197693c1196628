"""What every field of exact numbers can do, and the field Q itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TypeAlias, cast

from ._flint import arb, fmpq, fmpq_poly, fmpz_poly
from .sums import Sum

Quotient: TypeAlias = tuple[fmpz_poly, fmpz_poly]
SumQuotient: TypeAlias = tuple[Sum, Sum]
Value: TypeAlias = fmpq | Quotient | fmpq_poly | SumQuotient
Element: TypeAlias = "tuple[Field, Value]"


class Field(ABC):
    """What every field can do with the values of its elements."""

    __slots__ = ()

    @abstractmethod
    def add(self, a: Value, b: Value) -> Element:
        """a + b."""

    @abstractmethod
    def multiply(self, a: Value, b: Value) -> Element:
        """a * b."""

    @abstractmethod
    def negate(self, a: Value) -> Value:
        """-a."""

    @abstractmethod
    def invert(self, a: Value) -> Element:
        """1 / a, for a != 0."""

    @abstractmethod
    def constant(self, q: fmpq) -> Value:
        """The rational q as a value of this field."""

    @abstractmethod
    def ball(self, a: Value) -> arb:
        """An enclosure of the real number a at the precision in force."""

    @abstractmethod
    def key(self, a: Value) -> tuple[object, ...]:
        """A hashable that is equal exactly for equal values."""


@dataclass(frozen=True, slots=True)
class Rationals(Field):
    """Q."""

    def add(self, a: Value, b: Value) -> Element:
        """a + b."""
        return self, cast(fmpq, a) + cast(fmpq, b)

    def multiply(self, a: Value, b: Value) -> Element:
        """a * b."""
        return self, cast(fmpq, a) * cast(fmpq, b)

    def negate(self, a: Value) -> Value:
        """-a."""
        return -cast(fmpq, a)

    def invert(self, a: Value) -> Element:
        """1 / a."""
        return self, fmpq(1) / cast(fmpq, a)

    def constant(self, q: fmpq) -> Value:
        """The rational itself."""
        return q

    def ball(self, a: Value) -> arb:
        """The rational, rounded outward."""
        return arb(cast(fmpq, a))

    def key(self, a: Value) -> tuple[object, ...]:
        """The rational itself."""
        return (cast(fmpq, a),)

    def __str__(self) -> str:
        return "Q"


RATIONALS = Rationals()
