"""`Log`: exact logarithms, the values that epsilon and privacy losses take."""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm
from numbers import Rational
from typing import Any, TypeAlias, cast

from ..errors import InvalidType, InvalidValue, UndecidedError
from . import order
from ._flint import arb, fmpq, fmpz_poly, precision, rational
from .elementary import power_of_e, power_of_symbol
from .fields import RATIONALS, Exponential, Quotient, Radical, Transcendental, lowest_terms
from .number import ExactLike, Number, from_element, from_rational, nth_root, number, refuse_float
from .perfect import primitive_exponent, quotient_root, rational_primitive
from .real import Real

EpsilonLike: TypeAlias = "Log | int | Fraction | str"
"""What is read as an epsilon: a Log, a rational, or a string such as "ln(3)", "1/2" or "inf"."""

ZERO = Fraction(0)
ONE = from_rational(1)


class Log(Real):
    """The extended real  r + s eps + c ln(v),  with r, s, c rational, v > 0 a Number, eps > 0 the symbol.

    Immutable, hashable, totally ordered where no symbol occurs: two values are equal iff their canonical parts
    are, by Lindemann's theorem, and otherwise enclosures are refined until they separate.  A rational value equals,
    and hashes like, the `int` or `Fraction`.  `INFINITY` and `-INFINITY` are the two infinite values.
    """

    __slots__ = ("argument", "coefficient", "infinite", "rational", "symbolic")

    rational: Fraction
    symbolic: Fraction
    coefficient: Fraction
    argument: Number
    infinite: int

    def __init__(self, value: EpsilonLike = 0) -> None:
        source = log_value(value)
        for name in Log.__slots__:
            object.__setattr__(self, name, getattr(source, name))

    @property
    def is_infinite(self) -> bool:
        """Whether the value is INFINITY or -INFINITY."""
        return self.infinite != 0

    @property
    def is_symbolic(self) -> bool:
        """Whether the value is a function of the symbol eps."""
        return self.symbolic != 0 or self.argument.is_symbolic

    def rational_value(self) -> Fraction | None:
        """The value as a rational, or None where it is infinite, symbolic or irrational."""
        if self.infinite or self.symbolic or self.coefficient:
            return None
        return self.rational

    def exp(self) -> Number:
        """e^self as a Number.

        Raises InvalidValue for an infinite value, MixedFields where e^r, e^eps and v^c do not lie in one field.
        """
        if self.infinite:
            raise InvalidValue(
                f"exp({self}) is not a finite number; treat an infinite loss as an event of its own"
            )
        root = nth_root(self.argument, self.coefficient.denominator) ** self.coefficient.numerator
        return power_of_e(self.rational) * power_of_symbol(self.symbolic) * root

    def enclosure(self, bits: int) -> arb:
        """A ball that contains the value, computed with `bits` bits."""
        if self.infinite:
            return arb.pos_inf() if self.infinite > 0 else arb.neg_inf()
        if self.is_symbolic:
            raise UndecidedError(
                f"{self} is a function of eps and has no single value; substitute an epsilon first"
            )
        inner = self.argument.enclosure(bits)
        with precision(bits):
            return arb(rational(self.rational)) + arb(rational(self.coefficient)) * inner.log()

    def compare(self, other: Log | int | Fraction) -> int:
        """The sign of self - other: -1, 0 or 1; UndecidedError where it depends on the symbol eps."""
        from .log_order import compare

        return compare(self, cast(Log, _log_operand(other)))

    def __add__(self, other: Log | int | Fraction) -> Log:
        right = _log_operand(other)
        if right is None:
            return NotImplemented
        if self.infinite or right.infinite:
            if self.infinite * right.infinite < 0:
                raise InvalidValue(f"({self}) + ({right}) is undefined")
            return self if self.infinite else right
        coefficient, argument = _join(self, right)
        return make(self.rational + right.rational, self.symbolic + right.symbolic, coefficient, argument)

    __radd__ = __add__

    def __neg__(self) -> Log:
        if self.infinite:
            return NEGATIVE_INFINITY if self.infinite > 0 else INFINITY
        return _raw(-self.rational, -self.symbolic, -self.coefficient, self.argument)

    def __pos__(self) -> Log:
        return self

    def __abs__(self) -> Log:
        return self if self.compare(0) >= 0 else -self

    def __sub__(self, other: Log | int | Fraction) -> Log:
        right = _log_operand(other)
        return NotImplemented if right is None else self + (-right)

    def __rsub__(self, other: int | Fraction) -> Log:
        return (-self).__add__(other)

    def __mul__(self, factor: int | Fraction | Number) -> Log:
        scale = _factor(factor)
        if scale is None:
            return NotImplemented
        if self.infinite:
            if scale == 0:
                raise InvalidValue(f"0 * ({self}) is undefined")
            return self if scale > 0 else -self
        return _raw(
            self.rational * scale,
            self.symbolic * scale,
            self.coefficient * scale,
            self.argument if scale else ONE,
        )

    __rmul__ = __mul__

    def __truediv__(self, divisor: int | Fraction | Number) -> Log:
        scale = _factor(divisor)
        if scale is None:
            return NotImplemented
        if scale == 0:
            raise ZeroDivisionError(f"division of {self} by zero")
        return self * (1 / scale)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Number) and not other.is_rational:
            return NotImplemented
        right = _log_operand(other)
        if right is None:
            return NotImplemented
        from .log_order import equal

        return equal(self, right)

    def __lt__(self, other: Log | int | Fraction) -> bool:
        right = _log_operand(other)
        return NotImplemented if right is None else self.compare(right) < 0

    def __le__(self, other: Log | int | Fraction) -> bool:
        right = _log_operand(other)
        return NotImplemented if right is None else self.compare(right) <= 0

    def __gt__(self, other: Log | int | Fraction) -> bool:
        right = _log_operand(other)
        return NotImplemented if right is None else self.compare(right) > 0

    def __ge__(self, other: Log | int | Fraction) -> bool:
        right = _log_operand(other)
        return NotImplemented if right is None else self.compare(right) >= 0

    def __hash__(self) -> int:
        if self.infinite:
            return hash(("infinite", self.infinite))
        if (exact := self.rational_value()) is not None:
            return hash(exact)
        if isinstance(self.argument.field, Radical):
            # such an argument has no canonical root, but its correctly rounded value is one
            return hash(("log", float(self)))
        return hash((self.rational, self.symbolic, self.coefficient, self.argument))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a Log is immutable; cannot set {name!r}")

    def __bool__(self) -> bool:
        return self != 0

    def __str__(self) -> str:
        from .text import format_log

        return format_log(self)

    def __repr__(self) -> str:
        return f"Log('{self}')"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return log_value, (str(self),)

    def __copy__(self) -> Log:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Log:
        return self


def _raw(r: Fraction, s: Fraction, c: Fraction, v: Number, infinite: int = 0) -> Log:
    """A Log from parts that are already canonical."""
    made = object.__new__(Log)
    for name, part in (
        ("rational", r),
        ("symbolic", s),
        ("coefficient", c),
        ("argument", v),
        ("infinite", infinite),
    ):
        object.__setattr__(made, name, part)
    return made


def make(r: Fraction, s: Fraction, c: Fraction, v: Number) -> Log:
    """The canonical Log of  r + s eps + c ln(v)  for a Number v > 0.

    Powers of e and of e^eps move from v to r and s, roots and powers from v to c; a rational v becomes > 1.
    """
    if c == 0 or v == ONE:
        return _raw(r, s, ZERO, ONE)
    if isinstance(v.field, Radical):
        return _from_radical(r, s, c, v)
    if isinstance(v.field, Transcendental):
        return _from_transcendental(r, s, c, v)
    primitive, power = rational_primitive(cast(fmpq, v.value))
    if primitive < 1:
        primitive, power = 1 / primitive, -power
    return _raw(r, s, c * power, from_element((RATIONALS, primitive)))


def _from_radical(r: Fraction, s: Fraction, c: Fraction, v: Number) -> Log:
    """A monomial q b^(k/m) has a rational m-th power; anything else stays as it is, but > 1."""
    power = v ** cast(Radical, v.field).radicand.degree
    if power.is_rational:
        return make(r, s, c / cast(Radical, v.field).radicand.degree, power)
    return _raw(r, s, c, v) if v > 1 else _raw(r, s, -c, v.reciprocal())


def _from_transcendental(r: Fraction, s: Fraction, c: Fraction, v: Number) -> Log:
    """Split theta^k off, then take the root of the rest; of v and 1/v keep the one with the larger numerator."""
    field = cast(Transcendental, v.field)
    valuation, (num, den) = _without_monomial(cast(Quotient, v.value))
    shift = c * Fraction(valuation, field.degree)
    r, s = (r + shift, s) if isinstance(field, Exponential) else (r, s + shift)
    rest = from_element(field.smallest(num, den))
    if rest.is_rational:
        return make(r, s, c, rest)
    if _key(num) < _key(den):
        num, den, c = den, num, -c
    power = primitive_exponent((num, den))
    root = from_element(field.smallest(*cast(Quotient, quotient_root((num, den), power))))
    return _raw(r, s, c * power, root if power % 2 else abs(root))


def _key(poly: fmpz_poly) -> tuple[int, ...]:
    return (poly.degree(), *(int(c) for c in poly.coeffs()))


def _without_monomial(value: Quotient) -> tuple[int, Quotient]:
    """(k, w) with value = theta^k w and theta dividing neither part of w."""
    low = [next(i for i, c in enumerate(poly.coeffs()) if c != 0) for poly in value]
    num, den = (fmpz_poly(poly.coeffs()[k:]) for poly, k in zip(value, low, strict=True))
    return low[0] - low[1], lowest_terms(num, den)


def _join(a: Log, b: Log) -> tuple[Fraction, Number]:
    """(c, v) with c ln(v) = c_a ln(v_a) + c_b ln(v_b)."""
    if not a.coefficient or not b.coefficient or a.argument == b.argument:
        return a.coefficient + b.coefficient, (a if a.coefficient else b).argument
    c = Fraction(
        gcd(a.coefficient.numerator, b.coefficient.numerator),
        lcm(a.coefficient.denominator, b.coefficient.denominator),
    )
    powers = a.argument ** int(a.coefficient / c), b.argument ** int(b.coefficient / c)
    return c, powers[0] * powers[1]


def _log_operand(other: object) -> Log | None:
    """The other operand as a Log; None where its type has no business here."""
    if isinstance(other, Log):
        return other
    if isinstance(other, float):
        raise refuse_float(other, "operand")
    if isinstance(other, Number) and other.is_rational:
        return _raw(other.as_fraction(), ZERO, ZERO, ONE)
    if isinstance(other, Rational):
        return _raw(Fraction(int(other.numerator), int(other.denominator)), ZERO, ZERO, ONE)
    return None


def _factor(factor: object) -> Fraction | None:
    if isinstance(factor, float):
        raise refuse_float(factor, "factor")
    if isinstance(factor, Number):
        return factor.as_fraction()
    if isinstance(factor, Rational):
        return Fraction(int(factor.numerator), int(factor.denominator))
    return None


INFINITY = _raw(ZERO, ZERO, ZERO, ONE, 1)
NEGATIVE_INFINITY = _raw(ZERO, ZERO, ZERO, ONE, -1)
EPS = _raw(ZERO, Fraction(1), ZERO, ONE)
"""The symbol epsilon > 0; exp(EPS) is the symbol x > 1."""


def ln(x: ExactLike, name: str = "x") -> Log:
    """ln(x) for an exact number x > 0; InvalidValue otherwise."""
    value = number(x, name)
    if not value or order.sign(value) < 0:
        raise InvalidValue(f"ln({name}) is undefined for {name} = {value}; the argument must be positive")
    return make(ZERO, ZERO, Fraction(1), value)


def log_value(value: EpsilonLike | Number, name: str = "value") -> Log:
    """Read an exact extended real that is a logarithm: a Log, a rational, or a string such as "ln(3)/2" or "-inf"."""
    if isinstance(value, Log):
        return value
    if isinstance(value, str):
        from .text import parse_log

        return parse_log(value, name)
    if isinstance(value, float):
        raise _refuse_epsilon(value, name)
    if isinstance(value, Number) and not value.is_rational:
        raise InvalidType(
            f"{name} = {value} is an irrational Number, not a logarithm; write ln(...) of its exponential"
        )
    return _raw(number(value, name).as_fraction(), ZERO, ZERO, ONE)


def _refuse_epsilon(value: float, name: str) -> Exception:
    if value == float("inf"):
        return InvalidType(f"{name} = inf is a float; write 'inf' (a string) or assay.INFINITY")
    return refuse_float(value, name)


def eps(value: EpsilonLike, name: str = "epsilon") -> Log:
    """Read an epsilon: a Log >= 0, from a Log, an int, a Fraction or a string ("1/2", "ln 3", "ln(3)/2", "inf").

    Raises InvalidValue for a negative one, FloatRefused for a float.
    """
    result = log_value(value, name)
    if result.compare(0) < 0:
        raise InvalidValue(f"{name} = {result} is negative; an epsilon is at least 0")
    return result
