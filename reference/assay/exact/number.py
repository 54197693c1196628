"""`Number`: the one type of an exact real number, whatever field it lives in."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import isfinite
from numbers import Rational
from typing import Any, Self, TypeAlias, cast

from ..errors import FloatRefused, InvalidType, InvalidValue, MixedFields, UndecidedError
from . import order
from ._flint import arb, fmpq, fmpq_poly, fraction, precision, rational
from .fields import (
    RATIONALS,
    Element,
    Field,
    Quotient,
    Radical,
    Symbolic,
    Transcendental,
    Value,
    common_field,
    embed,
)
from .perfect import quotient_root
from .radicals import root_of
from .real import Real

ExactLike: TypeAlias = "int | Fraction | Decimal | str | Number"
"""What is read as an exact number: a float is not."""

Operand: TypeAlias = "int | Fraction | Number"
"""What a Number combines with by an operator."""


def refuse_float(value: float, name: str) -> FloatRefused:
    """The error for a float: it shows the exact spelling of what was probably meant."""
    if not isfinite(value):
        return FloatRefused(f"{name} = {value!r} is a float and not a finite number; give an exact number")
    meant = Fraction(repr(value))
    return FloatRefused(
        f"{name} = {value!r} is a float, which is not exact; write '{meant}' (a string) or "
        f"Fraction({meant.numerator}, {meant.denominator}) if you mean exactly {meant}"
    )


class Number(Real):
    """An exact real number: a rational function of one positive real theta (see `fields`).

    Immutable and hashable; equal numbers have one representation, and a rational one equals, and hashes like,
    the `int` or `Fraction` of the same value.  Comparison is exact; `UndecidedError` is raised where a function
    of the symbol epsilon has no order that holds for every epsilon > 0.
    """

    __slots__ = ("_hash", "field", "value")

    field: Field
    value: Value
    _hash: int | None

    def __new__(cls, value: ExactLike = 0) -> Self:
        """Read an exact number, see `number`."""
        return cast(Self, number(value))

    @property
    def is_rational(self) -> bool:
        """Whether the number is rational."""
        return self.field is RATIONALS

    @property
    def is_symbolic(self) -> bool:
        """Whether the number is a function of the symbol epsilon."""
        return isinstance(self.field, Symbolic)

    def as_fraction(self) -> Fraction:
        """The number as a Fraction; InvalidValue where it is irrational."""
        if self.field is not RATIONALS:
            raise InvalidValue(
                f"{self} is not rational (it lies in {self.field}); use .decimal() or .lower()/.upper()"
            )
        return fraction(cast(fmpq, self.value))

    def enclosure(self, bits: int) -> arb:
        """A ball that contains the number, computed with `bits` bits."""
        if self.is_symbolic:
            raise UndecidedError(
                f"{self} is a function of eps and has no single value; substitute an epsilon first"
            )
        with precision(bits):
            return self.field.ball(self.value)

    def __add__(self, other: Operand) -> Number:
        if type(other) is Number and other.field is RATIONALS and self.field is RATIONALS:
            return _make(RATIONALS, cast(fmpq, self.value) + cast(fmpq, other.value))
        right = _operand(other)
        if right is None:
            return NotImplemented
        field, a, b = _unified(self, right, "+")
        return _make(*field.add(a, b))

    __radd__ = __add__

    def __neg__(self) -> Number:
        return _make(self.field, self.field.negate(self.value))

    def __pos__(self) -> Number:
        return self

    def __abs__(self) -> Number:
        return self if order.at_most_zero(-self) else -self

    def __sub__(self, other: Operand) -> Number:
        right = _operand(other)
        return NotImplemented if right is None else self + (-right)

    def __rsub__(self, other: int | Fraction) -> Number:
        return (-self).__add__(other)

    def __mul__(self, other: Operand) -> Number:
        if type(other) is Number and other.field is RATIONALS and self.field is RATIONALS:
            return _make(RATIONALS, cast(fmpq, self.value) * cast(fmpq, other.value))
        right = _operand(other)
        if right is None:
            return NotImplemented
        field, a, b = _unified(self, right, "*")
        return _make(*field.multiply(a, b))

    __rmul__ = __mul__

    def reciprocal(self) -> Number:
        """1/self; ZeroDivisionError for zero."""
        if not self:
            raise ZeroDivisionError("division of an exact number by zero")
        return _make(*self.field.invert(self.value))

    def __truediv__(self, other: Operand) -> Number:
        right = _operand(other)
        return NotImplemented if right is None else self * right.reciprocal()

    def __rtruediv__(self, other: int | Fraction) -> Number:
        return self.reciprocal().__mul__(other)

    def __pow__(self, exponent: int | Fraction) -> Number:
        power = _exponent(exponent)
        if power.denominator == 1:
            return _integer_power(self, power.numerator)
        return _integer_power(nth_root(self, power.denominator), power.numerator)

    def __eq__(self, other: object) -> bool:
        right = _operand(other)
        if right is None:
            return NotImplemented
        if self.field is not right.field and self.field != right.field:
            return False
        return self.field.key(self.value) == right.field.key(right.value)

    def __lt__(self, other: Operand) -> bool:
        right = _operand(other)
        return NotImplemented if right is None else not order.at_most_zero(_difference(right, self))

    def __le__(self, other: Operand) -> bool:
        right = _operand(other)
        return NotImplemented if right is None else order.at_most_zero(_difference(self, right))

    def __gt__(self, other: Operand) -> bool:
        right = _operand(other)
        return NotImplemented if right is None else not order.at_most_zero(_difference(self, right))

    def __ge__(self, other: Operand) -> bool:
        right = _operand(other)
        return NotImplemented if right is None else order.at_most_zero(_difference(right, self))

    def __bool__(self) -> bool:
        return not (self.field is RATIONALS and self.value == 0)

    def __hash__(self) -> int:
        if self._hash is None:
            key = self.field.key(self.value)
            _set(self, "_hash", hash(key[0]) if self.field is RATIONALS else hash(key))
        return cast(int, self._hash)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Number is immutable; cannot set {name!r}")

    def __str__(self) -> str:
        from .text import format_number

        return format_number(self)

    def __repr__(self) -> str:
        return f"Number('{self}')"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return number, (str(self),)

    def __copy__(self) -> Number:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Number:
        return self


_set = object.__setattr__


def _make(field: Field, value: Value) -> Number:
    """A Number from an element that is already in lowest terms."""
    made = object.__new__(Number)
    _set(made, "field", field)
    _set(made, "value", value)
    _set(made, "_hash", None)
    return made


def from_element(element: Element) -> Number:
    """A Number from an element of a field."""
    return _make(*element)


def from_rational(value: int | Fraction) -> Number:
    """A rational Number."""
    return _make(RATIONALS, rational(value))


def number(value: ExactLike, name: str = "value") -> Number:
    """Read an exact number from an int, a Fraction, a finite Decimal, a string such as "3/4 - exp(1/2)/4", or a Number.

    Raises FloatRefused for a float, InvalidType for any other type (also bool), InvalidValue for a string that
    is not a number.
    """
    if isinstance(value, Number):
        return value
    if isinstance(value, float):
        raise refuse_float(value, name)
    if isinstance(value, str):
        from .text import parse_number

        return parse_number(value, name)
    if isinstance(value, bool):
        raise InvalidType(f"{name} = {value!r} is a bool, not a number; write 1 or 0")
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise InvalidValue(f"{name} = {value!r} is not finite; give a finite exact number")
        return from_rational(Fraction(value))
    if isinstance(value, Rational):
        return from_rational(Fraction(int(value.numerator), int(value.denominator)))
    raise InvalidType(
        f"{name} = {value!r} is a {type(value).__name__}, not an exact number; give an int, a Fraction, or a string such as '1/3'"
    )


def _operand(other: object) -> Number | None:
    """The right-hand side of an operator; None where the operator is not defined for its type."""
    if isinstance(other, Number):
        return other
    if isinstance(other, float):
        raise refuse_float(other, "operand")
    if isinstance(other, Rational):
        return from_rational(Fraction(int(other.numerator), int(other.denominator)))
    return None


def _unified(a: Number, b: Number, symbol: str) -> tuple[Field, Value, Value]:
    """Both numbers in one field; MixedFields where no supported field holds both."""
    field = common_field(a.field, b.field)
    if field is None:
        raise MixedFields(
            f"({a}) {symbol} ({b}) mixes {a.field} with {b.field}, where no supported field holds both; "
            "use parameters whose exponentials lie in one field (for instance only logarithms, or only rationals)"
        )
    return field, embed(a.field, a.value, field), embed(b.field, b.value, field)


class _Gap(Real):
    """The difference of two numbers from fields that have no common extension here."""

    __slots__ = ("left", "right")

    def __init__(self, left: Number, right: Number) -> None:
        self.left, self.right = left, right

    def enclosure(self, bits: int) -> arb:
        with precision(bits):
            return self.left.field.ball(self.left.value) - self.right.field.ball(self.right.value)


def _difference(a: Number, b: Number) -> Number:
    """a - b, or across fields any rational of the same sign.

    Numbers in lowest terms from fields with no common extension are different (an irrational element of
    Q(e^(1/d)) is transcendental; radicals of different classes are independent), so that refinement ends.
    """
    field = common_field(a.field, b.field)
    if field is not None:
        return a + (-b)
    if a.is_symbolic or b.is_symbolic:
        raise MixedFields(
            f"({a}) and ({b}) cannot be compared: one is a function of eps, the other lies in another field"
        )
    return from_rational(order.refine_sign(_Gap(a, b), None, ""))


def _exponent(exponent: object) -> Fraction:
    if isinstance(exponent, float):
        raise refuse_float(exponent, "exponent")
    if isinstance(exponent, Number):
        return exponent.as_fraction()
    if isinstance(exponent, Rational):
        return Fraction(int(exponent.numerator), int(exponent.denominator))
    raise InvalidType(f"exponent = {exponent!r} is a {type(exponent).__name__}; give an int or a Fraction")


def _integer_power(base: Number, exponent: int) -> Number:
    """base^exponent by repeated squaring."""
    if exponent < 0:
        return _integer_power(base.reciprocal(), -exponent)
    if base.is_rational:
        return _make(RATIONALS, cast(fmpq, base.value) ** exponent)
    result, square = from_rational(1), base
    while exponent:
        if exponent & 1:
            result = result * square
        square, exponent = square * square if exponent > 1 else square, exponent >> 1
    return result


def nth_root(base: Number, degree: int) -> Number:
    """The real number r >= 0 with r^degree = base >= 0, where a supported field holds it.

    Raises InvalidValue for a negative base, MixedFields where no supported field holds the root.
    """
    if degree == 1:
        return base
    if not base:
        return base
    if order.sign(base) < 0:
        raise InvalidValue(f"the {degree}-th root of {base} is not real: the number is negative")
    if base.is_rational:
        return _rational_root(cast(fmpq, base.value), degree)
    if isinstance(base.field, Transcendental):
        return _transcendental_root(base, base.field, degree)
    return _radical_root(base, cast(Radical, base.field), degree)


def _rational_root(value: fmpq, degree: int) -> Number:
    root = root_of(value, degree)
    if isinstance(root, fmpq):
        return _make(RATIONALS, root)
    coefficients = [fmpq(0)] * root.exponent + [root.factor]
    return _make(Radical(root.radicand), fmpq_poly(coefficients))


def _transcendental_root(base: Number, field: Transcendental, degree: int) -> Number:
    """The root of c theta^k prod p_i^(a_i), which exists iff c is a power and every a_i a multiple."""
    finer = type(field)(field.degree * degree)
    root = quotient_root(cast(Quotient, embed(field, base.value, finer)), degree)
    if root is None:
        raise MixedFields(f"the {degree}-th root of {base} lies in no supported field")
    return abs(_make(*finer.smallest(*root)))


def _radical_root(base: Number, field: Radical, degree: int) -> Number:
    """The root of a monomial c b^(k/m), a radical again."""
    coefficients = cast(fmpq_poly, base.value).coeffs()
    exponents = [i for i, c in enumerate(coefficients) if c != 0]
    if len(exponents) > 1:
        raise MixedFields(f"the {degree}-th root of {base} lies in no supported field")
    power = exponents[0]
    inner = fmpq(coefficients[power]) ** field.radicand.degree * fmpq(field.radicand.base) ** power
    return _rational_root(inner, degree * field.radicand.degree)
