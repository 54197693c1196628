"""`Certified`: a real number outside the exact fields, known by enclosures that refine on demand."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from typing import TypeAlias, cast

from ..errors import InvalidType, UndecidedError
from . import order
from ._flint import arb, precision, rational
from .logs import Log
from .number import Number, refuse_float
from .real import Real

CertifiedOperand: TypeAlias = "Certified | Number | Log | int | Fraction"


class Certified(Real):
    """A real number given by `ball(bits)`, an enclosure that shrinks to it as `bits` grows.

    It is never equal to another number by `==`: where the enclosures still overlap at `max_bits`, a comparison raises
    UndecidedError with the description, because enclosures can show that two numbers differ and never that they agree.
    """

    __slots__ = ("_ball", "description", "max_bits")
    __hash__ = None  # type: ignore[assignment]  # equality may be undecided, so that no hash is consistent with it

    def __init__(self, ball: Callable[[int], arb], description: str, max_bits: int = 4096) -> None:
        self._ball = ball
        self.description = description
        self.max_bits = max_bits

    def enclosure(self, bits: int) -> arb:
        """A ball that contains the number, computed with `bits` bits."""
        with precision(bits):
            return self._ball(bits)

    def compare(self, other: CertifiedOperand) -> int:
        """The sign of self - other; UndecidedError where the enclosures do not separate."""
        gap = self - other
        bits = max(order.FIRST_BITS, gap.max_bits)
        return order.refine_sign(gap, bits, f"{gap.description} is not separated from 0 with {bits} bits")

    def _combine(
        self, other: object, symbol: str, operation: Callable[[arb, arb], arb], swap: bool
    ) -> Certified:
        right = _certified(other)
        if right is None:
            return cast(Certified, NotImplemented)
        a, b = (right, self) if swap else (self, right)
        text = f"({a.description}) {symbol} ({b.description})"
        return Certified(
            lambda bits: operation(a.enclosure(bits), b.enclosure(bits)), text, max(a.max_bits, b.max_bits)
        )

    def __add__(self, other: CertifiedOperand) -> Certified:
        return self._combine(other, "+", lambda a, b: a + b, swap=False)

    def __radd__(self, other: CertifiedOperand) -> Certified:
        return self._combine(other, "+", lambda a, b: a + b, swap=True)

    def __sub__(self, other: CertifiedOperand) -> Certified:
        return self._combine(other, "-", lambda a, b: a - b, swap=False)

    def __rsub__(self, other: CertifiedOperand) -> Certified:
        return self._combine(other, "-", lambda a, b: a - b, swap=True)

    def __mul__(self, other: CertifiedOperand) -> Certified:
        return self._combine(other, "*", lambda a, b: a * b, swap=False)

    def __rmul__(self, other: CertifiedOperand) -> Certified:
        return self._combine(other, "*", lambda a, b: a * b, swap=True)

    def __truediv__(self, other: CertifiedOperand) -> Certified:
        return self._combine(other, "/", lambda a, b: a / b, swap=False)

    def __rtruediv__(self, other: CertifiedOperand) -> Certified:
        return self._combine(other, "/", lambda a, b: a / b, swap=True)

    def __neg__(self) -> Certified:
        return Certified(lambda bits: -self.enclosure(bits), f"-({self.description})", self.max_bits)

    def exp(self) -> Certified:
        """e^self."""
        return Certified(lambda bits: self.enclosure(bits).exp(), f"exp({self.description})", self.max_bits)

    def log(self) -> Certified:
        """ln(self), for a positive number."""
        return Certified(lambda bits: self.enclosure(bits).log(), f"ln({self.description})", self.max_bits)

    def sqrt(self) -> Certified:
        """The square root, for a non-negative number."""
        return Certified(lambda bits: self.enclosure(bits).sqrt(), f"sqrt({self.description})", self.max_bits)

    def __eq__(self, other: object) -> bool:
        right = _certified(other)
        return NotImplemented if right is None else self.compare(right) == 0

    def __lt__(self, other: CertifiedOperand) -> bool:
        return self.compare(other) < 0

    def __le__(self, other: CertifiedOperand) -> bool:
        return self.compare(other) <= 0

    def __gt__(self, other: CertifiedOperand) -> bool:
        return self.compare(other) > 0

    def __ge__(self, other: CertifiedOperand) -> bool:
        return self.compare(other) >= 0

    def __bool__(self) -> bool:
        return self.compare(0) != 0

    def __str__(self) -> str:
        return f"[{self.lower(15)}, {self.upper(15)}]"

    def __repr__(self) -> str:
        return f"Certified({self.description!r})"


def certified(x: CertifiedOperand, description: str | None = None) -> Certified:
    """An exact number as a certified one (the type then no longer says that it is exact)."""
    made = _certified(x)
    if made is None:
        raise InvalidType(
            f"{x!r} is a {type(x).__name__}, not a real number; give a Number, a Log, an int or a Fraction"
        )
    return made if description is None else Certified(made.enclosure, description, made.max_bits)


def _certified(x: object) -> Certified | None:
    if isinstance(x, Certified):
        return x
    if isinstance(x, float):
        raise refuse_float(x, "operand")
    if isinstance(x, Number | Log):
        if isinstance(x, Log) and x.is_infinite:
            raise UndecidedError(f"{x} is infinite and has no enclosure; test .is_infinite first")
        return Certified(x.enclosure, str(x))
    if isinstance(x, Decimal) and x.is_finite():
        return _certified(Fraction(x))
    if isinstance(x, Rational):
        value = Fraction(int(x.numerator), int(x.denominator))
        return Certified(lambda bits: arb(rational(value)), str(value))
    return None
