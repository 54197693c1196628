"""What every exact or certified real number offers: enclosures, directed decimals, directed floats."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from importlib.util import find_spec
from typing import Generic, Self, TypeVar, cast

from ..errors import AssayError, InvalidType, InvalidValue, UndecidedError
from . import questions
from ._flint import arb, fmpq, integer_text, precision
from .rounding import Direction, ceiling, decimal, floor, rounded_float, truncated

Other = TypeVar("Other", contravariant=True)


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


class Ordered(Real, Generic[Other]):
    """An immutable real number, or function of epsilon, that is compared with others of some types."""

    __slots__ = ()

    def signs_against(self, other: object) -> frozenset[int] | None:
        """The signs that self - other takes, over all epsilon > 0; None for a type that is not compared."""
        raise TypeError(f"{type(self).__name__} has no order")

    def compare(self, other: Other) -> int:
        """The sign of self - other: -1, 0 or 1.

        Raises UndecidedError where it depends on the symbol eps, and where enclosures do not separate the
        two and nothing guarantees that they ever do.
        """
        signs = self.signs_against(other)
        if signs is None:
            raise InvalidType(
                f"{brief(other)} is a {type(other).__name__}, which no {type(self).__name__} is compared with"
            )
        if len(signs) == 1:
            return next(iter(signs))
        raise self._depends(other, signs)

    def _holds(self, other: Other, yes: frozenset[int]) -> bool:
        """Whether the sign of self - other is one of these for every epsilon; UndecidedError if for some."""
        signs = self.signs_against(other)
        if signs is None:
            return cast(bool, NotImplemented)
        if signs <= yes:
            return True
        if signs.isdisjoint(yes):
            return False
        raise self._depends(other, signs)

    @property
    def is_symbolic(self) -> bool:
        """Whether it is a function of the symbol eps."""
        return False

    def _refuse_symbol(self) -> None:
        """A function of eps has no enclosure."""
        if self.is_symbolic:
            questions.undecided("its decimals")
            raise UndecidedError(
                f"{brief(self)} is a function of eps and has no single value; substitute an epsilon first"
            )

    def _depends(self, other: object, signs: frozenset[int]) -> UndecidedError:
        questions.undecided("how it compares")
        return UndecidedError(
            f"the sign of ({brief(self)}) - ({brief(other)}) depends on eps > 0: "
            f"it takes the signs {sorted(signs)}"
        )

    def __lt__(self, other: Other) -> bool:
        return self._holds(other, _LESS)

    def __le__(self, other: Other) -> bool:
        return self._holds(other, _AT_MOST)

    def __gt__(self, other: Other) -> bool:
        return self._holds(other, _MORE)

    def __ge__(self, other: Other) -> bool:
        return self._holds(other, _AT_LEAST)

    def __pos__(self) -> Self:
        return self

    def __setattr__(self, name: str, value: object) -> None:
        raise self._immutable(name)

    def __delattr__(self, name: str) -> None:
        raise self._immutable(name)

    def _immutable(self, name: str) -> AttributeError:
        return AttributeError(f"a {type(self).__name__} is immutable; cannot change {name!r}")

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self


_LESS, _AT_MOST = frozenset((-1,)), frozenset((-1, 0))
_MORE, _AT_LEAST = frozenset((1,)), frozenset((0, 1))


class Gap(Real):
    """left - right, known by enclosures alone."""

    __slots__ = ("left", "right")

    def __init__(self, left: Real, right: Real) -> None:
        self.left: Real = left
        self.right: Real = right

    def enclosure(self, bits: int) -> arb:
        """A ball that contains the difference."""
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
