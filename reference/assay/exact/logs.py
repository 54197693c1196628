"""`Log`: exact logarithms, the values that epsilon and privacy losses take."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias

from ..errors import InvalidValue
from ..symbolic.detect import InSympy
from . import order, questions
from ._flint import arb, fmpq, fraction, precision, rational
from .coercion import exact_rational
from .fields import Compositum, Element, Radical, power_of_e, power_of_symbol
from .log_form import canonical_parts, compare_with_irrational, equal, joined, symbolic_signs
from .number import Number, from_element, from_rational, nearest
from .powers import power
from .real import Ordered, brief
from .sums import ZERO
from .text import log_text

ONE = from_rational(1)


class Log(Ordered["LogOperand | Number"], InSympy):
    """The extended real  r + s eps + c ln(v),  with r, s, c rational, v > 0 a Number, eps > 0 the symbol.

    Immutable, hashable, totally ordered where no symbol occurs: two values are equal iff their canonical
    parts are, by Lindemann's theorem, and otherwise enclosures are refined until they separate.  A rational
    value equals, and hashes like, the `int` or `Fraction`.  `INFINITY` and `-INFINITY` are the two infinite
    values.
    """

    __slots__ = ("argument", "coefficient", "infinite", "rational", "symbolic")

    max_bits: int | None = None

    rational: Fraction
    """r."""
    symbolic: Fraction
    """s."""
    coefficient: Fraction
    """c."""
    argument: Number
    """v, in the canonical form of `log_form`."""

    def __new__(cls, value: EpsilonLike = 0) -> Log:
        """Read a logarithm, see `log_value`."""
        from .parsing import log_value

        return log_value(value)

    @property
    def is_infinite(self) -> bool:
        """Whether the value is INFINITY or -INFINITY."""
        return self.infinite != 0

    @property
    def is_symbolic(self) -> bool:
        """Whether the value is a function of the symbol eps."""
        return self.symbolic != 0 or self.argument.is_symbolic

    def exact_rational(self) -> fmpq | None:
        """The value as a rational, or None where it is infinite, symbolic or irrational."""
        return None if self.infinite or self.symbolic or self.coefficient else rational(self.rational)

    def exp(self) -> Number:
        """e^self as a Number.

        Raises InvalidValue for an infinite value, MixedFields where e^r, e^eps and v^c do not lie in one
        field.
        """
        if self.infinite:
            raise InvalidValue(
                f"exp({self}) is not a finite number; treat an infinite loss as an event of its own"
            )
        if not self.rational and not self.symbolic and self.coefficient in (0, 1):
            return self.argument  # which is 1 where the coefficient is 0
        found = from_element(power_of_e(self.rational))
        if self.symbolic:
            found = found * from_element(power_of_symbol(self.symbolic))
        if self.coefficient:
            found = found * from_element(power(self.argument.element, self.coefficient))
        return found

    def substitute(self, epsilon: EpsilonLike) -> Log:
        """The value with an exact value for the symbol eps, see `Number.substitute`."""
        if self.infinite or not self.is_symbolic:
            return self
        from .parsing import finite_epsilon

        argument = self.argument.substitute(epsilon)
        if not argument:
            raise InvalidValue(f"{brief(self)} has no finite value at eps = {brief(epsilon)}")
        return make(self.rational, ZERO, self.coefficient, argument.element) + self.symbolic * finite_epsilon(
            epsilon
        )

    def without_symbol(self) -> Log:
        """r + c ln(v), and r alone where v is a function of eps."""
        if self.argument.is_symbolic:
            return raw(self.rational, ZERO, ZERO, ONE)
        return raw(self.rational, ZERO, self.coefficient, self.argument)

    def logarithmic_part(self) -> Log:
        """c ln(v)."""
        return raw(ZERO, ZERO, self.coefficient, self.argument)

    def enclosure(self, bits: int) -> arb:
        """A ball that contains the value, computed with `bits` bits."""
        if self.infinite:
            return arb.pos_inf() if self.infinite > 0 else arb.neg_inf()
        self._refuse_symbol()
        if not self.coefficient:
            with precision(bits):
                return arb(rational(self.rational))
        inner = self.argument.enclosure(bits)
        with precision(bits):
            return arb(rational(self.rational)) + arb(rational(self.coefficient)) * inner.log()

    __round__ = nearest

    def signs_against(self, other: object) -> frozenset[int] | None:
        """The signs that self - other takes, over all epsilon > 0; None for a type that is not compared."""
        if isinstance(other, Log) and type(other) is not Log:  # a kind of Log that compares by its own means
            found = other.signs_against(self)
            return None if found is None else frozenset(-sign for sign in found)
        if isinstance(other, Number) and not other.is_rational:
            return frozenset((compare_with_irrational(self, other),))
        right = _operand(other)
        return None if right is None else _signs(self, right)

    def __add__(self, other: LogOperand) -> Log:
        right = _operand(other)
        if right is None:
            return NotImplemented
        if self.infinite or right.infinite:
            if self.infinite * right.infinite < 0:
                raise InvalidValue(f"({brief(self)}) + ({brief(right)}) is undefined")
            return self if self.infinite else right
        c, v = joined(*((x.coefficient, x.argument.element) for x in (self, right)))
        return make(self.rational + right.rational, self.symbolic + right.symbolic, c, v)

    __radd__ = __add__

    def __neg__(self) -> Log:
        if self.infinite:
            return NEGATIVE_INFINITY if self.infinite > 0 else INFINITY
        return raw(-self.rational, -self.symbolic, -self.coefficient, self.argument)

    def __abs__(self) -> Log:
        return self if self.compare(0) >= 0 else -self

    def __sub__(self, other: LogOperand) -> Log:
        right = _operand(other)
        return NotImplemented if right is None else self + (-right)

    def __rsub__(self, other: LogOperand) -> Log:
        return (-self).__add__(other)

    def __mul__(self, factor: int | Fraction | Decimal | Number) -> Log:
        scale = _factor(factor)
        if scale is None:
            return NotImplemented
        if self.infinite:
            if scale == 0:
                raise InvalidValue(f"0 * ({self}) is undefined")
            return self if scale > 0 else -self
        argument = self.argument if scale else ONE
        return raw(self.rational * scale, self.symbolic * scale, self.coefficient * scale, argument)

    __rmul__ = __mul__

    def __truediv__(self, divisor: int | Fraction | Decimal | Number) -> Log:
        scale = _factor(divisor)
        if scale is None:
            return NotImplemented
        if scale == 0:
            raise ZeroDivisionError(f"division of {brief(self)} by zero")
        return self * (1 / scale)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Number) and not other.is_rational:
            return compare_with_irrational(self, other) == 0
        # True == 1 in Python, and equality is transitive
        right = _operand(int(other) if isinstance(other, bool) else other)
        if right is None:
            return NotImplemented
        found = equal(self, right)
        if not found and (self.is_symbolic or right.is_symbolic):
            questions.report("whether it is equal to a number", lambda: _signs(self, right))
        return found

    def __hash__(self) -> int:
        if self.is_symbolic:
            questions.report("its hash")
        if (exact := self.rational_value()) is not None:
            return hash(exact)
        if self.infinite:
            return hash(("infinite", self.infinite))
        if isinstance(self.argument.field, Radical | Compositum):
            # such an argument may be a power, but the rounded value of c ln(v) is one for equal values
            return hash((self.rational, self.symbolic, float(self.logarithmic_part())))
        return hash((self.rational, self.symbolic, self.coefficient, self.argument))

    def __bool__(self) -> bool:
        return self != 0

    def __str__(self) -> str:
        if self.is_symbolic:
            questions.report("its text")
        return log_text(self)

    def __repr__(self) -> str:
        return f"Log('{self}')"

    def __reduce__(self) -> tuple[object, ...]:
        return raw, (self.rational, self.symbolic, self.coefficient, self.argument, self.infinite)


EpsilonLike: TypeAlias = Log | int | Fraction | Decimal | str
"""What is read as an epsilon: a Log, a rational, or a string such as "ln(3)", "1/2" or "inf"."""

LogOperand: TypeAlias = Log | int | Fraction | Decimal
"""What a Log is added to and compared with; a Number only where it is rational."""


def raw(r: Fraction, s: Fraction, c: Fraction, v: Number, infinite: int = 0) -> Log:
    """A Log from parts that are already canonical."""
    made = object.__new__(Log)
    for name, part in zip(Log.__slots__, (v, c, infinite, r, s), strict=True):
        object.__setattr__(made, name, part)
    return made


def rational_log(r: Fraction) -> Log:
    """The Log  r."""
    return raw(r, ZERO, ZERO, ONE)


def make(r: Fraction, s: Fraction, c: Fraction, v: Element) -> Log:
    """The Log  r + s eps + c ln(v)  for a number v > 0."""
    r, s, c, v = canonical_parts(r, s, c, v)
    return raw(r, s, c, from_element(v))


def logarithm(v: Number, name: str) -> Log:
    """ln(v); InvalidValue for v <= 0."""
    if not v or order.sign(v.element) < 0:
        raise InvalidValue(f"ln({name}) is undefined for {name} = {brief(v)}; the argument must be positive")
    return make(ZERO, ZERO, Fraction(1), v.element)


def _signs(a: Log, b: Log) -> frozenset[int]:
    """The signs that a - b takes: one without the symbol, perhaps several for functions of epsilon > 0."""
    if not a.infinite and not b.infinite and (a.is_symbolic or b.is_symbolic):
        return symbolic_signs(a, b)
    return frozenset((order.logarithm_sign(a, b),))


def _operand(other: object) -> Log | None:
    """The other operand as a Log; None where its type has no business here."""
    if isinstance(other, Log):
        return other
    exact = other.exact_rational() if isinstance(other, Number) else exact_rational(other, "operand")
    return None if exact is None else rational_log(fraction(exact))


def _factor(factor: object) -> Fraction | None:
    if isinstance(factor, Number):
        return factor.as_fraction()
    exact = exact_rational(factor, "factor")
    return None if exact is None else fraction(exact)


ZERO_LOG = rational_log(ZERO)
INFINITY = raw(ZERO, ZERO, ZERO, ONE, 1)
NEGATIVE_INFINITY = raw(ZERO, ZERO, ZERO, ONE, -1)
EPS = raw(ZERO, Fraction(1), ZERO, ONE)
"""The symbol epsilon > 0; exp(EPS) is the symbol x > 1."""
