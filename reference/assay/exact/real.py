"""What every exact or certified real number offers: enclosures, directed decimals, directed floats."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from importlib.util import find_spec
from typing import TYPE_CHECKING, NoReturn, overload

from ..errors import AssayError, InvalidValue
from ._flint import arb, fmpq
from .integers import integer_text
from .rounding import Direction, ceiling, decimal, floor, rounded_float, rounded_integer, truncated

if TYPE_CHECKING:
    from .number import Number


class Real:
    """A real number with enclosures that shrink to a point as the precision grows."""

    __slots__ = ()

    infinite: int = 0
    """+1 or -1 for a value that is +infinity or -infinity."""

    max_bits: int | None = 1 << 16
    """The precision at which refining stops; None where a theorem says that refining an exact number ends."""

    def enclosure(self, bits: int) -> arb:
        """A ball that contains the number, computed with `bits` bits."""
        raise TypeError(f"{type(self).__name__} has no enclosure")

    def exact_rational(self) -> fmpq | None:
        """The number as a rational where it is known to be one."""
        return None

    def rational_value(self) -> Fraction | None:
        """The number as a Fraction where it is known to be rational, else None."""
        exact = self.exact_rational()
        return None if exact is None else Fraction(int(exact.p), int(exact.q))

    def decimal(self, digits: int = 15) -> Decimal:
        """The number rounded to `digits` significant digits, correctly (half to even)."""
        return decimal(self, digits, Direction.NEAREST)

    def lower(self, digits: int = 15) -> Decimal:
        """The largest decimal of `digits` significant digits that is not above the number.

        A certified number whose enclosures do not settle the last digit gets a smaller one, never a larger.
        """
        return decimal(self, digits, Direction.DOWN)

    def upper(self, digits: int = 15) -> Decimal:
        """The smallest decimal of `digits` significant digits that is not below the number.

        A certified number whose enclosures do not settle the last digit gets a larger one, never a smaller.
        """
        return decimal(self, digits, Direction.UP)

    def float_down(self) -> float:
        """The largest float that is not above the number; a smaller one where enclosures leave it open."""
        return rounded_float(self, Direction.DOWN)

    def float_up(self) -> float:
        """The smallest float that is not below the number; a larger one where enclosures leave it open."""
        return rounded_float(self, Direction.UP)

    def __float__(self) -> float:
        """The nearest float, ties to even; infinite from 2^1024 - 2^970 on, as IEEE 754 rounds."""
        return rounded_float(self, Direction.NEAREST)

    def __floor__(self) -> int:
        """The largest integer that is not above the number."""
        return floor(self)

    def __ceil__(self) -> int:
        """The smallest integer that is not below the number."""
        return ceiling(self)

    def __trunc__(self) -> int:
        """The integer next to the number towards 0."""
        return truncated(self)

    __int__ = __trunc__

    @overload
    def __round__(self) -> int: ...

    @overload
    def __round__(self, digits: int) -> Number: ...

    def __round__(self, digits: int | None = None) -> int | Number:
        """The nearest integer, or the nearest multiple of 10^-digits, exactly; half to even.

        Raises InvalidValue for an infinite number, UndecidedError where enclosures leave it open.
        """
        if digits is None:
            return rounded_integer(self)
        from .number import from_rational

        return from_rational(Fraction(rounded_integer(self, digits)) / Fraction(10) ** digits)

    def _repr_latex_(self) -> str | None:
        """The number in LaTeX for a notebook; None, and so its text, where sympy cannot write it."""
        latex = getattr(self, "latex", None)
        if latex is None or self.infinite or find_spec("sympy") is None:
            return None
        try:
            return f"$\\displaystyle {latex()}$"
        except AssayError:
            return None

    def __format__(self, spec: str) -> str:
        """The text of the number, padded and aligned by `spec`; a format of digits is refused."""
        try:
            return format(str(self), spec)
        except ValueError:
            raise InvalidValue(
                f"format {spec!r} does not apply to the exact number {self!r}; "
                "format .decimal(digits), .lower(digits) or .upper(digits)"
            ) from None


class Gap(Real):
    """left - right, known by enclosures alone."""

    __slots__ = ("left", "right")

    def __init__(self, left: Real, right: Real) -> None:
        self.left: Real = left
        self.right: Real = right

    def enclosure(self, bits: int) -> arb:
        """A ball that contains the difference."""
        from ._flint import precision

        left, right = self.left.enclosure(bits), self.right.enclosure(bits)
        with precision(bits):
            return left - right


def brief(x: object, longest: int = 200) -> str:
    """The text of a value for a message, cut in the middle where it is long."""
    if isinstance(x, Fraction):
        text = "/".join(map(integer_text, (x.numerator, x.denominator)[: 1 + (x.denominator > 1)]))
    else:
        text = integer_text(x) if isinstance(x, int) else str(x)
    return text if len(text) <= longest else f"{text[: longest - 45]} ... {text[-40:]}"


def refuse_change(value: object, name: str) -> NoReturn:
    """The error for an attempt to change an immutable number."""
    raise AttributeError(f"a {type(value).__name__} is immutable; cannot change {name!r}")
