"""`Certified`: a real number outside the exact fields, known by enclosures that refine on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from typing import ClassVar, NoReturn, TypeAlias, cast, final

from ..errors import InvalidType, InvalidValue, UndecidedError
from . import order
from ._flint import arb, precision, whole_power
from .coercion import exact_rational
from .logs import Log
from .number import Number, nearest
from .real import Ordered, brief

CertifiedOperand: TypeAlias = "Certified | Number | Log | int | Fraction | Decimal"

LONGEST_DESCRIPTION = 500


@final
class Certified(Ordered["CertifiedOperand"]):
    """A real number given by `ball(bits)`, an enclosure that shrinks to it as `bits` grows.

    Enclosures can show that two numbers differ and, except where both are single points, never that they
    agree: a comparison raises UndecidedError with the description where they still overlap at `max_bits`.

    A sum, a product... keeps its terms, and is evaluated without recursion, each term once per precision.
    """

    __slots__ = ("_known", "_parts", "_rule", "description", "max_bits")
    # equality may be undecided, so that no hash is consistent with it
    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    description: str
    max_bits: int
    _rule: Callable[..., arb]
    """From the enclosures of the parts, and the bits where there are no parts, to an enclosure."""
    _parts: tuple[Certified, ...]
    _known: dict[int, arb]
    """The enclosure last computed, by its bits."""

    def __init__(self, ball: Callable[[int], arb], description: str, max_bits: int = 4096) -> None:
        if not callable(ball):
            raise InvalidType(
                f"ball = {ball!r} is a {type(ball).__name__}; give a function from bits to an arb"
            )
        precision(max_bits)  # refuses what is no precision
        parts: tuple[object, ...] = (description, max_bits, ball, (), {})
        for name, part in zip(("description", "max_bits", "_rule", "_parts", "_known"), parts, strict=True):
            object.__setattr__(self, name, part)

    def enclosure(self, bits: int) -> arb:
        """A ball that contains the number, computed with `bits` bits."""
        pending = [self]
        with precision(bits):
            while pending:
                node = pending[-1]
                missing = [part for part in node._parts if bits not in part._known]
                if missing and bits not in node._known:
                    pending += missing
                    continue
                pending.pop()
                if bits not in node._known:
                    found = node._evaluate(bits)
                    node._known.clear()
                    node._known[bits] = found
            return self._known[bits]

    def _evaluate(self, bits: int) -> arb:
        """An enclosure from those of the parts at this precision."""
        found = self._rule(*(part._known[bits] for part in self._parts)) if self._parts else self._rule(bits)
        if not isinstance(found, arb):
            raise InvalidType(f"the enclosure of {self!r} is a {type(found).__name__}; it has to be an arb")
        return found

    __round__ = nearest

    def signs_against(self, other: object) -> frozenset[int] | None:
        """The sign of self - other; None for a type that is not compared.

        Raises UndecidedError where the enclosures do not separate the two.
        """
        if isinstance(other, Log) and other.is_infinite:
            return frozenset((-other.infinite,))
        right = _certified(other)
        if right is None:
            return None
        gap = _combined("-", lambda a, b: a - b, self, right)
        bits = max(order.FIRST_BITS, gap.max_bits)
        reason = f"{gap.description} is not separated from 0 with {bits} bits"
        return frozenset((order.refine_sign(gap, bits, reason),))

    def __add__(self, other: CertifiedOperand) -> Certified:
        return _combined("+", lambda a, b: a + b, self, other)

    def __radd__(self, other: CertifiedOperand) -> Certified:
        return _combined("+", lambda a, b: a + b, other, self)

    def __sub__(self, other: CertifiedOperand) -> Certified:
        return _combined("-", lambda a, b: a - b, self, other)

    def __rsub__(self, other: CertifiedOperand) -> Certified:
        return _combined("-", lambda a, b: a - b, other, self)

    def __mul__(self, other: CertifiedOperand) -> Certified:
        return _combined("*", lambda a, b: a * b, self, other)

    def __rmul__(self, other: CertifiedOperand) -> Certified:
        return _combined("*", lambda a, b: a * b, other, self)

    def __truediv__(self, other: CertifiedOperand) -> Certified:
        if isinstance(other, Number | Log | int | Fraction | Decimal) and other == 0:
            raise ZeroDivisionError(f"division of {self.description} by zero")
        return _combined("/", lambda a, b: a / b, self, other)

    def __rtruediv__(self, other: CertifiedOperand) -> Certified:
        return _combined("/", lambda a, b: a / b, other, self)

    def __pow__(self, exponent: int) -> Certified:
        if isinstance(exponent, bool) or not isinstance(exponent, int):
            return NotImplemented
        return _applied(f"({self.description})^{exponent}", lambda a: whole_power(a, exponent), self)

    def __neg__(self) -> Certified:
        return _applied(f"-({self.description})", lambda a: -a, self)

    def __abs__(self) -> Certified:
        return _applied(f"|{self.description}|", abs, self)

    def exp(self) -> Certified:
        """e^self."""
        return _applied(f"exp({self.description})", lambda a: a.exp(), self)

    def log(self) -> Certified:
        """ln(self), for a positive number."""
        return _applied(f"ln({self.description})", lambda a: a.log(), self)

    def sqrt(self) -> Certified:
        """The square root, for a non-negative number."""
        return _applied(f"sqrt({self.description})", lambda a: a.sqrt(), self)

    def __eq__(self, other: object) -> bool:
        signs = self.signs_against(int(other) if isinstance(other, bool) else other)
        return NotImplemented if signs is None else 0 in signs

    def __bool__(self) -> bool:
        return self.compare(0) != 0

    def __reduce__(self) -> NoReturn:
        raise InvalidType(
            f"{self!r} holds a function and cannot be pickled; keep .lower(digits) and .upper(digits) instead"
        )

    def __str__(self) -> str:
        return f"[{self.lower(15)}, {self.upper(15)}]"

    def __repr__(self) -> str:
        return f"Certified({self.description!r})"


def _applied(description: str, rule: Callable[..., arb], *parts: Certified) -> Certified:
    """The certified number that the rule computes from the enclosures of its parts."""
    made = Certified(rule, brief(description, LONGEST_DESCRIPTION), max(part.max_bits for part in parts))
    object.__setattr__(made, "_parts", parts)
    return made


def _combined(symbol: str, rule: Callable[[arb, arb], arb], left: object, right: object) -> Certified:
    a, b = _certified(left), _certified(right)
    if a is None or b is None:
        return cast(Certified, NotImplemented)
    return _applied(f"({a.description}) {symbol} ({b.description})", rule, a, b)


def certified(x: CertifiedOperand, description: str | None = None) -> Certified:
    """An exact number as a certified one (the type then no longer says that it is exact)."""
    made = _certified(x)
    if made is None:
        raise InvalidType(
            f"{brief(x)} is a {type(x).__name__}, not a real number; "
            "give a Number, a Log, an int or a Fraction"
        )
    return made if description is None else _applied(description, lambda a: a, made)


def maximum(values: Iterable[CertifiedOperand]) -> Certified:
    """The largest of finitely many numbers, certified also where enclosures do not tell which one it is."""
    return _extreme(values, "max", lambda a, b: a.max(b))


def minimum(values: Iterable[CertifiedOperand]) -> Certified:
    """The smallest of finitely many numbers, certified also where enclosures do not tell which one it is."""
    return _extreme(values, "min", lambda a, b: a.min(b))


def _extreme(values: Iterable[CertifiedOperand], name: str, rule: Callable[[arb, arb], arb]) -> Certified:
    parts = tuple(certified(x) for x in values)
    if not parts:
        raise InvalidValue(f"the {name}imum of no numbers is undefined; give at least one")
    text = f"{name}({', '.join(part.description for part in parts)})"
    return _applied(text, lambda *balls: reduce(rule, balls), *parts)


def _certified(x: object) -> Certified | None:
    if isinstance(x, Certified):
        return x
    if isinstance(x, Number | Log):
        if x.infinite:
            raise UndecidedError(f"{x} is infinite and has no enclosure; test .is_infinite first")
        if x.is_symbolic:
            raise UndecidedError(
                f"{brief(x)} is a function of eps and has no enclosure; substitute an epsilon first"
            )
        return Certified(x.enclosure, brief(x, LONGEST_DESCRIPTION))
    value = exact_rational(x, "operand")
    return None if value is None else Certified(lambda _: arb(value), brief(value, LONGEST_DESCRIPTION))
