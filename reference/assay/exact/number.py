"""`Number`: the one type of an exact real number, whatever field it lives in."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias, cast, final, overload

from ..errors import InvalidType, InvalidValue
from ..symbolic.detect import InSympy
from . import fields, heartbeat, order, pickling, questions
from ._flint import arb, fmpq, fraction, precision, rational
from .coercion import exact_rational
from .fields import RATIONALS, Element, Field, Quotient, Symbolic, Value, value_at
from .powers import nth_root, power
from .real import Ordered, Real, brief
from .rounding import rounded_integer
from .text import element_text

if TYPE_CHECKING:
    from .logs import EpsilonLike


@overload
def nearest(x: Real, digits: None = None) -> int: ...


@overload
def nearest(x: Real, digits: int) -> Number: ...


def nearest(x: Real, digits: int | None = None) -> int | Number:
    """The nearest integer, or the nearest multiple of 10^-digits, exactly; half to even.

    Raises InvalidValue for an infinite number, UndecidedError where enclosures leave it open.
    """
    if digits is None:
        return rounded_integer(x)
    return from_rational(Fraction(rounded_integer(x, digits)) / Fraction(10) ** digits)


@final
class Number(Ordered["Operand"], InSympy):
    """An exact real number, made of rationals, powers of e, radicals and the symbol (see `fields`).

    Immutable and hashable; equal numbers have one representation, and a rational one equals, and hashes like,
    the `int` or `Fraction` of the same value.  Comparison is exact; `UndecidedError` is raised where a
    function of the symbol epsilon has no order that holds for every epsilon > 0.  Functions of epsilon are
    equal, by `==`, where they agree at every epsilon > 0.
    """

    __slots__ = ("_hash", "field", "value")

    max_bits: int | None = None

    field: Field
    value: Value
    _hash: int | None

    def __new__(cls, value: ExactLike = 0) -> Number:
        """Read an exact number, see `number`."""
        from .parsing import number

        return number(value)

    @property
    def element(self) -> Element:
        """The field and the value."""
        return self.field, self.value

    @property
    def is_rational(self) -> bool:
        """Whether the number is rational."""
        return self.field is RATIONALS

    @property
    def is_symbolic(self) -> bool:
        """Whether the number is a function of the symbol epsilon."""
        return isinstance(self.field, Symbolic)

    def exact_rational(self) -> fmpq | None:
        """The number where it is rational, else None."""
        return cast(fmpq, self.value) if self.field is RATIONALS else None

    def as_fraction(self) -> Fraction:
        """The number as a Fraction; InvalidValue where it is irrational.

        From Python 3.14 on `Fraction(n)` does the same. Before, it is a TypeError: Python asks whether the
        type is a `numbers.Rational`, and a type that holds irrational numbers too is none.
        """
        if self.field is not RATIONALS:
            raise InvalidValue(
                f"{brief(self)} is not rational (it lies in {self.field}); "
                "use .decimal() or .lower()/.upper()"
            )
        return fraction(cast(fmpq, self.value))

    def as_integer_ratio(self) -> tuple[int, int]:
        """Numerator and denominator in lowest terms; InvalidValue where the number is irrational."""
        return self.as_fraction().as_integer_ratio()

    def enclosure(self, bits: int) -> arb:
        """A ball that contains the number, computed with `bits` bits."""
        self._refuse_symbol()
        with precision(bits):
            return self.field.ball(self.value)

    def substitute(self, epsilon: EpsilonLike) -> Number:
        """The number with an exact value for the symbol eps; the number itself where eps does not occur.

        Raises InvalidValue for a negative or infinite epsilon and at a pole, MixedFields, see `Log.exp`.
        """
        if not self.is_symbolic:
            return self
        from .parsing import finite_epsilon

        at = finite_epsilon(epsilon)
        theta = (at / cast(Symbolic, self.field).degree).exp()
        found = value_at(cast(Quotient, self.value), theta.element)
        if found is None:
            raise InvalidValue(
                f"{brief(self)} has no value at eps = {brief(at)}: its denominator is zero there"
            )
        return from_element(found)

    __round__ = nearest

    def sqrt(self) -> Number:
        """The square root of a number >= 0, see `root`."""
        return from_element(nth_root(self.element, 2))

    def __add__(self, other: Operand) -> Number:
        if type(other) is not Number:
            return self._with(other, Number.__add__)
        if self.field is RATIONALS and other.field is RATIONALS:
            if heartbeat.listening:
                heartbeat.beat()
            return _make(RATIONALS, cast(fmpq, self.value) + cast(fmpq, other.value))
        return from_element(fields.add(self.element, other.element))

    __radd__ = __add__

    def __neg__(self) -> Number:
        return _make(self.field, self.field.negate(self.value))

    def __abs__(self) -> Number:
        return from_element(order.absolute(self.element))

    def __sub__(self, other: Operand) -> Number:
        if type(other) is not Number:
            return self._with(other, Number.__sub__)
        if self.field is RATIONALS and other.field is RATIONALS:
            if heartbeat.listening:
                heartbeat.beat()
            return _make(RATIONALS, cast(fmpq, self.value) - cast(fmpq, other.value))
        return self + (-other)

    def __rsub__(self, other: Operand) -> Number:
        return (-self).__add__(other)

    def __mul__(self, other: Operand) -> Number:
        if type(other) is not Number:
            return self._with(other, Number.__mul__)
        if self.field is RATIONALS and other.field is RATIONALS:
            if heartbeat.listening:
                heartbeat.beat()
            return _make(RATIONALS, cast(fmpq, self.value) * cast(fmpq, other.value))
        return from_element(fields.multiply(self.element, other.element))

    __rmul__ = __mul__

    def reciprocal(self) -> Number:
        """1/self; ZeroDivisionError for zero."""
        if self.field is RATIONALS and self.value != 0:
            return _make(RATIONALS, 1 / cast(fmpq, self.value))
        return from_element(fields.reciprocal(self.element))

    def __truediv__(self, other: Operand) -> Number:
        if type(other) is not Number:
            return self._with(other, Number.__truediv__)
        return self * other.reciprocal()

    def _with(self, other: object, operation: Callable[[Number, Number], Number]) -> Number:
        """The operation with an operand of another type; NotImplemented where it is no exact number."""
        right = _operand(other)
        return cast(Number, NotImplemented) if right is None else operation(self, right)

    def __rtruediv__(self, other: Operand) -> Number:
        return self.reciprocal().__mul__(other)

    def __pow__(self, exponent: Operand) -> Number:
        return from_element(power(self.element, _exponent(exponent)))

    def __rpow__(self, base: Operand) -> Number:
        left = _operand(base)
        return NotImplemented if left is None else left**self

    def __eq__(self, other: object) -> bool:
        # True == 1 in Python, and equality is transitive
        right = _operand(int(other) if isinstance(other, bool) else other)
        if right is None:
            return NotImplemented
        if self.field is right.field or self.field == right.field:
            if self.value == right.value:
                return True
            if self.field is RATIONALS:
                return False
        if self.is_symbolic or right.is_symbolic:
            questions.report(
                "whether it is equal to a number",
                lambda: order.difference_signs(self.element, right.element),
            )
        return False

    def signs_against(self, other: object) -> frozenset[int] | None:
        """The signs that self - other takes, over all epsilon > 0; None for a type that is not compared."""
        right = _operand(other)
        return None if right is None else order.difference_signs(self.element, right.element)

    def __bool__(self) -> bool:
        if self.field is RATIONALS:
            return bool(self.value != 0)
        if self.is_symbolic:
            questions.report("whether it is 0", lambda: order.element_signs(self.element))
        return True

    def __hash__(self) -> int:
        if self.field is not RATIONALS and self.is_symbolic:
            questions.report("its hash")
        if self._hash is None:
            exact = self.field is RATIONALS
            _set(self, "_hash", hash(self.value if exact else self.field.key(self.value)))
        return cast(int, self._hash)

    def __str__(self) -> str:
        if self.is_symbolic:
            questions.report("its text")
        return element_text(self.element)

    def __repr__(self) -> str:
        return f"Number('{self}')"

    def __reduce__(self) -> tuple[object, ...]:
        restore, parts = pickling.plain(self.element)
        return _restored, (restore, *parts)


_set = object.__setattr__


ExactLike: TypeAlias = int | Fraction | Decimal | str | Number
"""What is read as an exact number: a float is not."""

Operand: TypeAlias = int | Fraction | Decimal | Number
"""What a Number combines with by an operator."""


def _make(field: Field, value: Value) -> Number:
    """A Number from an element that is already in lowest terms."""
    made = object.__new__(Number)
    _set(made, "field", field)
    _set(made, "value", value)
    _set(made, "_hash", None)
    return made


def from_element(element: Element) -> Number:
    """A Number from an element of a field, in lowest terms and of the smallest field."""
    return _make(*element)


def from_rational(value: int | Fraction) -> Number:
    """A rational Number."""
    return _make(RATIONALS, rational(value))


def _restored(restore: Callable[..., Element], *parts: object) -> Number:
    """The Number that `pickle` kept."""
    return from_element(restore(*parts))


def _operand(other: object, name: str = "operand") -> Number | None:
    """The other side of an operator; None where the operator is not defined for its type."""
    if isinstance(other, Number):
        return other
    found = exact_rational(other, name)
    return None if found is None else _make(RATIONALS, found)


def _exponent(exponent: object) -> Fraction:
    """The exponent as a Fraction; InvalidType, InvalidValue where it is not a rational."""
    read = _operand(exponent, "exponent")
    if read is None:
        raise InvalidType(
            f"exponent = {exponent!r} is a {type(exponent).__name__}; give an int or a Fraction"
        )
    return read.as_fraction()
