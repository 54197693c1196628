"""`Number`: the one type of an exact real number, whatever field it lives in."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias, cast, final

from ..errors import InvalidType, InvalidValue, MixedFields, UndecidedError
from ..symbolic.detect import text_of
from ..symbolic.expression import Sym
from . import heartbeat, order, questions
from ._flint import arb, fmpq, fraction, precision, rational
from .coercion import exact_rational
from .fields import RATIONALS, Element, Field, Symbolic, Value, common_field, embed
from .real import Real, brief, refuse_change

if TYPE_CHECKING:
    from .logs import EpsilonLike


@final
class Number(Real):
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
        return number(value)

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
        if self.is_symbolic:
            questions.undecided("its decimals")
            raise UndecidedError(
                f"{brief(self)} is a function of eps and has no single value; substitute an epsilon first"
            )
        with precision(bits):
            return self.field.ball(self.value)

    def substitute(self, epsilon: EpsilonLike) -> Number:
        """The number with an exact value for the symbol eps; the number itself where eps does not occur.

        Raises InvalidValue for a negative or infinite epsilon and at a pole, MixedFields, see `Log.exp`.
        """
        from .substitution import substitute

        return substitute(self, epsilon)

    def to_sympy(self) -> Sym:
        """The number as a sympy expression, in a positive symbol eps if it is symbolic.

        Raises AssayError where sympy is not installed.
        """
        from ..symbolic.numbers import to_sympy

        return to_sympy(str(self))

    def latex(self) -> str:
        """The number in LaTeX, as sympy writes it.  Raises AssayError where sympy is not installed."""
        from ..symbolic.numbers import latex

        return latex(self.to_sympy())

    def sqrt(self) -> Number:
        """The square root of a number >= 0, see `root`."""
        from .powers import nth_root

        return nth_root(self, 2)

    def __add__(self, other: Operand) -> Number:
        if heartbeat.listening:
            heartbeat.beat()
        if type(other) is Number and other.field is RATIONALS and self.field is RATIONALS:
            return _make(RATIONALS, cast(fmpq, self.value) + cast(fmpq, other.value))
        right = _operand(other)
        if right is None:
            return NotImplemented
        field = _shared_field(self, right, "+")
        return _make(*field.add(embed(self.field, self.value, field), embed(right.field, right.value, field)))

    __radd__ = __add__

    def __neg__(self) -> Number:
        return _make(self.field, self.field.negate(self.value))

    def __pos__(self) -> Number:
        return self

    def __abs__(self) -> Number:
        signs = order.number_signs(self)
        if -1 not in signs:
            return self
        if 1 not in signs:
            return -self
        raise UndecidedError(f"the sign of {brief(self)} depends on eps > 0, and so does its absolute value")

    def __sub__(self, other: Operand) -> Number:
        if heartbeat.listening:
            heartbeat.beat()
        if type(other) is Number and other.field is RATIONALS and self.field is RATIONALS:
            return _make(RATIONALS, cast(fmpq, self.value) - cast(fmpq, other.value))
        right = _operand(other)
        return NotImplemented if right is None else self + (-right)

    def __rsub__(self, other: Operand) -> Number:
        return (-self).__add__(other)

    def __mul__(self, other: Operand) -> Number:
        if heartbeat.listening:
            heartbeat.beat()
        if type(other) is Number and other.field is RATIONALS and self.field is RATIONALS:
            return _make(RATIONALS, cast(fmpq, self.value) * cast(fmpq, other.value))
        right = _operand(other)
        if right is None:
            return NotImplemented
        field = _shared_field(self, right, "*")
        return _make(
            *field.multiply(embed(self.field, self.value, field), embed(right.field, right.value, field))
        )

    __rmul__ = __mul__

    def reciprocal(self) -> Number:
        """1/self; ZeroDivisionError for zero."""
        if not self:
            raise ZeroDivisionError("division of an exact number by zero")
        return _make(*self.field.invert(self.value))

    def __truediv__(self, other: Operand) -> Number:
        right = _operand(other)
        return NotImplemented if right is None else self * right.reciprocal()

    def __rtruediv__(self, other: Operand) -> Number:
        return self.reciprocal().__mul__(other)

    def __pow__(self, exponent: Operand) -> Number:
        from .powers import power

        return power(self, exponent)

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
            questions.report("whether it is equal to a number", lambda: order.difference_signs(self, right))
        return False

    def __lt__(self, other: Operand) -> bool:
        right = _operand(other)
        return NotImplemented if right is None else order.less(self, right)

    def __le__(self, other: Operand) -> bool:
        right = _operand(other)
        return NotImplemented if right is None else order.at_most(self, right)

    def __gt__(self, other: Operand) -> bool:
        right = _operand(other)
        return NotImplemented if right is None else order.less(right, self)

    def __ge__(self, other: Operand) -> bool:
        right = _operand(other)
        return NotImplemented if right is None else order.at_most(right, self)

    def __bool__(self) -> bool:
        if self.field is RATIONALS:
            return bool(self.value != 0)
        if self.is_symbolic:
            questions.report("whether it is 0", lambda: order.number_signs(self))
        return True

    def __hash__(self) -> int:
        if self.field is not RATIONALS and self.is_symbolic:
            questions.report("its hash")
        if self._hash is None:
            exact = self.field is RATIONALS
            _set(self, "_hash", hash(self.value if exact else self.field.key(self.value)))
        return cast(int, self._hash)

    def __setattr__(self, name: str, value: object) -> None:
        refuse_change(self, name)

    def __delattr__(self, name: str) -> None:
        refuse_change(self, name)

    def __str__(self) -> str:
        if self.is_symbolic:
            questions.report("its text")
        from .text import format_number

        return format_number(self)

    def __repr__(self) -> str:
        return f"Number('{self}')"

    def __reduce__(self) -> tuple[object, ...]:
        from .pickling import reduce_number

        return reduce_number(self)

    def __copy__(self) -> Number:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Number:
        return self


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


def number(value: ExactLike, name: str = "value") -> Number:
    """Read an exact number: an int, a Fraction, a finite Decimal, a Number, a string ("3/4 - exp(1/2)/4").

    A sympy expression of rationals, exp, roots and powers is read as well.

    Raises FloatRefused for a float, InvalidType for any other type (also bool), InvalidValue for a string
    that is not a number.
    """
    if isinstance(value, Number):
        return value
    if isinstance(value, str):
        from .parsing import parse

        return parse(value, name).number()
    found = exact_rational(value, name)
    if found is not None:
        return _make(RATIONALS, found)
    written = text_of(value)
    if written is not None:
        return number(written, name)
    raise InvalidType(
        f"{name} = {brief(value)} is a {type(value).__name__}, not an exact number; "
        "give an int, a Fraction, or a string such as '1/3'"
    )


def _operand(other: object) -> Number | None:
    """The other side of an operator; None where the operator is not defined for its type."""
    if isinstance(other, Number):
        return other
    found = exact_rational(other, "operand")
    return None if found is None else _make(RATIONALS, found)


def _shared_field(a: Number, b: Number, symbol: str) -> Field:
    """A field that holds both numbers; MixedFields where no supported one does."""
    field = common_field(a.field, b.field)
    if field is None:
        raise MixedFields(
            f"({brief(a)}) {symbol} ({brief(b)}) mixes {a.field} with {b.field}, where no supported field "
            "holds both; next to the symbol eps use rationals and functions of exp(eps), or substitute a "
            "value for eps first"
        )
    return field
