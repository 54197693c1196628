"""What a draw returns: a value that is known by its distribution only, and what may be done with it.

Sums of draws and numbers, and their multiples, are `Noisy` values.  They may be compared with each other and
with numbers, also through max, min, sorted and abs, as far as the comparison bounds one draw or the
difference of two; it branches, and both answers are explored.  Rounding gives a `Rounded` value, which may be
compared with numbers.  Every other question that Python lets an object answer is refused, see `sealed`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from ..run import current
from .linear import Linear, decided, exact, inverse, is_endless, lattice, operand, ordered
from .sealed import Sealed, stop


class _Compared(Sealed):
    """A noisy value that may be compared, with what follows from the comparisons."""

    __slots__ = ()

    def __le__(self, other: object) -> bool:
        return _below(self, other, strict=False)

    def __lt__(self, other: object) -> bool:
        return _below(self, other, strict=True)

    def __gt__(self, other: object) -> bool:
        return not _below(self, other, strict=False)

    def __ge__(self, other: object) -> bool:
        return not _below(self, other, strict=True)

    def __eq__(self, other: object) -> bool:
        return _is_number(other) and self <= other and not self < other

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = Sealed.__hash__

    def __pos__(self) -> Any:
        return self

    def __abs__(self: Any) -> Any:
        return self if self >= 0 else -self


class Noisy(_Compared):
    """A sum of draws and numbers."""

    __slots__ = ("_linear",)

    _linear: Linear

    def __add__(self, other: object) -> Any:
        return _sum(live(self), other, "a noisy value plus")

    __radd__ = __add__

    def __sub__(self, other: object) -> Any:
        d = live(self)
        if type(other) is Noisy:
            return _sum(d, noisy(live(other).times(-1)), "a noisy value minus")
        return _sum(d.times(-1), other, "a noisy value minus", -1)

    def __rsub__(self, other: object) -> Any:
        return _sum(live(self).times(-1), other, "a noisy value is subtracted from")

    def __neg__(self) -> Noisy:
        return noisy(live(self).times(-1))

    def __mul__(self, other: object) -> Noisy:
        d = live(self)
        n = operand(other, "a noisy value is multiplied by", d)
        if not n:
            stop("a noisy value is multiplied by 0; write the number that this is", d.run)
        return noisy(d.times(n))

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Noisy:
        d = live(self)
        n = inverse(operand(other, "a noisy value is divided by", d), d)
        if d.whole and type(other) is not Fraction:
            stop(
                f"a noisy integer is divided by {1 / n}, which makes a float of it; multiply it by {n!r}, or "
                "return the integer",
                d.run,
            )
        return noisy(d.times(n))

    def __floordiv__(self, other: object) -> Rounded:
        d = live(self)
        if not d.discrete:
            stop("a noisy real number // a number; write math.floor(value / number)", d.run)
        return rounded(d.times(inverse(operand(other, "a noisy value is divided by", d), d)))

    def __floor__(self) -> Noisy | Rounded:
        return _floor(self)

    def __ceil__(self) -> Noisy | Rounded:
        return -_floor(-self)

    def __trunc__(self) -> Noisy | Rounded:
        return _floor(self) if self >= 0 else -_floor(-self)

    def __round__(self, digits: object = None) -> Noisy | Rounded:
        d = live(self)
        if digits is not None:
            stop("a noisy value is rounded to digits; write round(value), of a multiple if need be", d.run)
        if d.discrete and not d.whole:
            stop("a noisy fraction is rounded, half to even; write math.floor", d.run)
        return self if d.whole else rounded(d.shifted(Fraction(1, 2)))


class Rounded(_Compared):
    """The largest integer that is at most a sum of draws and numbers."""

    __slots__ = ("_linear",)

    _linear: Linear

    def __add__(self, other: object) -> Rounded:
        d = live(self)
        return rounded(d.shifted(_whole(other, "a rounded noisy value plus", d)))

    __radd__ = __add__

    def __sub__(self, other: object) -> Rounded:
        d = live(self)
        return rounded(d.shifted(-_whole(other, "a rounded noisy value minus", d)))

    def __rsub__(self, other: object) -> Rounded:
        return -self + other

    def __neg__(self) -> Rounded:
        d = live(self)
        above = 1 - Fraction(1, lattice(d)) if d.discrete else 1  # -floor(x) = ceil(-x)
        return rounded(d.times(-1).shifted(above))

    def __floordiv__(self, other: object) -> Rounded:
        d = live(self)
        n = _whole(other, "a rounded noisy value is divided by", d)
        if n < 0:
            stop(f"a rounded noisy value // {n}; divide by a positive integer", d.run)
        return rounded(d.times(inverse(n, d)))

    def __floor__(self) -> Rounded:
        return self

    __ceil__ = __trunc__ = __floor__

    def __round__(self, digits: object = None) -> Rounded:
        if digits is not None:
            stop("a rounded noisy value is rounded to digits; leave them out")
        return self


# The slots are read through these alone: no attribute of the objects or of their classes leads to them.
_SLOTS: dict[type, Any] = {kind: kind.__dict__["_linear"] for kind in (Noisy, Rounded)}
del Noisy._linear, Rounded._linear  # type: ignore[misc]


def noisy(linear: Linear) -> Noisy:
    """The value of a sum of draws."""
    made = object.__new__(Noisy)
    _SLOTS[Noisy].__set__(made, linear)
    return made


def rounded(linear: Linear) -> Rounded:
    """The largest integer that is at most a sum of draws."""
    made = object.__new__(Rounded)
    _SLOTS[Rounded].__set__(made, linear)
    return made


def drawn_as(value: object) -> Linear:
    """The sum of draws that a noisy value, rounded or not, stands for."""
    found: Linear = _SLOTS[type(value)].__get__(value)
    return found


def live(value: object) -> Linear:
    """The same, for a value of the run that is going on."""
    found = drawn_as(value)
    if current.get() is not found.run:
        stop("a noisy value is used outside of the run that drew it", found.run)
    return found


def _sum(d: Linear, other: object, what: str, sign: int = 1) -> Any:
    """sign * (d + other); the plain integer where all draws cancel."""
    if type(other) is Noisy:
        second = live(other)
        _check_same_kind(d, second)
        d = d.plus(second)
    else:
        d = d.shifted(operand(other, what, d))
    d = d if sign == 1 else d.times(sign)
    if d.terms:
        return noisy(d)
    if type(other) is Noisy and not (live(other).whole and type(d.offset) is int):
        stop("noisy values cancel to a constant; write the number that this is", d.run)
    return d.offset


def _check_same_kind(a: Linear, b: Linear) -> None:
    if a.discrete != b.discrete:
        i, j = a.terms[0][0], b.terms[0][0]
        stop(f"the draws {i + 1} and {j + 1} are compared: one is discrete, the other continuous", a.run)


def _floor(value: Noisy) -> Noisy | Rounded:
    d = live(value)
    return value if d.whole else rounded(d)


def _whole(value: object, what: str, d: Linear) -> int:
    """An integer operand of a rounded value."""
    if type(value) is bool or type(value) is int:
        return int(value)
    n = operand(value, what, d)
    stop(f"{what} {n}, which is not an integer; add before rounding", d.run)


def _is_number(value: object) -> bool:
    """Whether a value may equal a noisy one."""
    return value is not None and type(value) not in (str, bytes)


def _below(value: object, other: object, *, strict: bool) -> bool:
    """Whether value <= other, or value < other, for a value that is rounded or not."""
    below = _noisy_below if type(value) is Noisy else _rounded_below
    return below(value, other, strict=strict)


def _noisy_below(value: object, other: object, *, strict: bool) -> bool:
    """Whether value <= other, or value < other."""
    d = live(value)
    if type(other) is Noisy:
        second = live(other)
        _check_same_kind(d, second)
        return _known(ordered(d, second, strict=strict), d)
    if is_endless(other):
        return bool(other > 0)  # type: ignore[operator]
    below = d.shifted(-exact(other, "a noisy value is compared with", d))
    return _known(decided(below, strict=strict), d)


def _rounded_below(value: object, other: object, *, strict: bool) -> bool:
    """Whether floor(d) <= n, or floor(d) < n: d < floor(n) + 1, or d < ceil(n)."""
    d = live(value)
    if is_endless(other):
        return bool(other > 0)  # type: ignore[operator]
    n = exact(other, "a rounded noisy value is compared with", d)
    bound = -(-n // 1) if strict else n // 1 + 1
    return _known(decided(d.shifted(-bound), strict=True), d)


def _known(found: bool | None, d: Linear) -> bool:
    if found is None:
        stop(
            "a comparison relates three draws, or two that are not added or subtracted with one factor; only "
            "bounds on a draw and on the difference of two draws are in the class",
            d.run,
        )
    return found
