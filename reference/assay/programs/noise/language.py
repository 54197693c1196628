"""The symbolic draws of a program, `geometric`, `laplace` and `exponential`, and what may be done with them.

    @assay.program
    def above_threshold(q: tuple[int, ...]) -> int | None:
        threshold = geometric(EPS / 2)
        for i, answer in enumerate(q):
            if answer + geometric(EPS / 4) >= threshold:
                return i
        return None

A draw plus an integer is a `Noisy` value.  Two noisy values, or one and an integer, may be compared, also
through max, min and sorted; the difference of two may be compared with an integer.  A comparison branches:
both answers are explored.  A noisy value may be a part of the output.  Anything else is refused with its
line, as `OutsideClass`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NoReturn

from ...errors import AssayError, InvalidValue
from ...exact import EpsilonLike, log_value
from ..run import current
from .orders import ORIGIN, Law
from .outside import OutsideClass, refuse
from .paths import SymbolicRun


def geometric(rate: EpsilonLike) -> Noisy:
    """Two-sided geometric noise on the integers: P(z) = (1-a)/(1+a) a^|z|, a = e^(-rate), rate = s * EPS."""
    return _draw(rate, "geometric", discrete=True, two_sided=True)


def one_sided_geometric(rate: EpsilonLike) -> Noisy:
    """Geometric noise on the integers z >= 0: P(z) = (1-a) a^z with a = e^(-rate), rate = s * EPS."""
    return _draw(rate, "one_sided_geometric", discrete=True, two_sided=False)


def laplace(rate: EpsilonLike) -> Noisy:
    """Laplace noise with density (rate/2) e^(-rate |z|) on the reals, rate = s * EPS."""
    return _draw(rate, "laplace", discrete=False, two_sided=True)


def exponential(rate: EpsilonLike) -> Noisy:
    """Exponential noise with density rate e^(-rate z) on z >= 0, rate = s * EPS."""
    return _draw(rate, "exponential", discrete=False, two_sided=False)


def _draw(rate: EpsilonLike, word: str, *, discrete: bool, two_sided: bool) -> Noisy:
    run = current.get()
    if not isinstance(run, SymbolicRun):
        raise AssayError(
            f"{word}() was called outside a symbolic program; decorate the function with @assay.program "
            "and pass it "
            "to assay.decide.SymbolicMechanism"
        )
    law = Law(discrete, two_sided, _rate(rate, word, run))
    return Noisy(run, run.draw_noise(law), 0, word)


def _rate(rate: object, word: str, run: SymbolicRun) -> Fraction:
    """s for a rate s * EPS, with s > 0 rational."""
    if isinstance(rate, (Noisy, Difference)):
        run.stop(refuse(f"the rate of {word}() is itself noisy; a rate is a fixed rational multiple of EPS"))
    try:
        given = log_value(rate, "rate")  # type: ignore[arg-type]  # whatever it is, log_value says what is wrong
    except AssayError as error:
        run.stop(refuse(f"{word}({rate!r}): {error}"))
    if given.is_infinite or given.rational or given.coefficient or given.symbolic <= 0:
        run.stop(
            refuse(
                f"{word}({given}): the rate is not a positive rational multiple of EPS; write for "
                "instance EPS/2"
            )
        )
    return given.symbolic


def _integer(value: object, what: str, run: SymbolicRun) -> int:
    """An integer operand; anything else is outside the class."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, Fraction) and value.denominator == 1:
        return value.numerator
    run.stop(
        refuse(
            f"{what} {value!r} ({type(value).__name__}), which is not an integer; shift and scale the "
            "inputs to integers"
        )
    )


class Unsupported:
    """What neither noisy values nor their differences can do."""

    run: SymbolicRun

    def _refuse(self, what: str) -> NoReturn:
        self.run.stop(refuse(what))

    def __bool__(self) -> bool:
        self._refuse("a noisy value is used as a truth value; compare it with an integer")

    def __int__(self) -> int:
        self._refuse("a noisy value is converted to an int; its value is not known, compare it instead")

    def __index__(self) -> int:
        self._refuse("a noisy value is used as an index; compare it instead")

    def __float__(self) -> float:
        self._refuse("a noisy value is converted to a float; its value is not known, compare it instead")

    def __round__(self, digits: int | None = None) -> int:
        self._refuse("a noisy value is rounded; bin it by comparisons with integers")

    def __floor__(self) -> int:
        self._refuse("a noisy value is rounded; bin it by comparisons with integers")

    def __ceil__(self) -> int:
        self._refuse("a noisy value is rounded; bin it by comparisons with integers")

    def __abs__(self) -> int:
        self._refuse("abs() of a noisy value; compare it with both signs instead")

    def __mul__(self, other: object) -> NoReturn:
        self._refuse("a noisy value is multiplied; scale the rate of its noise instead")

    __rmul__ = __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mul__

    def __mod__(self, other: object) -> NoReturn:
        self._refuse("a noisy value modulo another; only comparisons and sums with integers are in the class")

    __rmod__ = __divmod__ = __rdivmod__ = __mod__

    def __pow__(self, other: object) -> NoReturn:
        self._refuse("a power of a noisy value; only comparisons and sums with integers are in the class")

    __rpow__ = __pow__

    def __neg__(self) -> NoReturn:
        self._refuse(
            "the negative of a noisy value; two-sided noise is symmetric, so add it instead of subtracting"
        )

    def __hash__(self) -> int:
        self._refuse("a noisy value is used as a key of a dictionary or a set; compare it instead")


class Noisy(Unsupported):
    """The draw number `index` plus the integer `offset`; index ORIGIN is no draw at all."""

    __slots__ = ("index", "offset", "run", "word")

    def __init__(self, run: SymbolicRun, index: int, offset: int, word: str) -> None:
        self.run, self.index, self.offset, self.word = run, index, offset, word

    def __repr__(self) -> str:
        return (
            f"<{self.word} draw {self.index + 1}{self.offset:+}>"
            if self.offset
            else f"<{self.word} draw {self.index + 1}>"
        )

    def __add__(self, other: object) -> Noisy:
        if isinstance(other, Unsupported):
            self._refuse("the sum of two noisy values; the class has sums of one draw and integers")
        return Noisy(
            self.run, self.index, self.offset + _integer(other, "a noisy value plus", self.run), self.word
        )

    __radd__ = __add__

    def __sub__(self, other: object) -> Noisy | Difference:
        if isinstance(other, Noisy):
            self._check_same_kind(other)
            return Difference(self.run, self.index, other.index, self.offset - other.offset)
        if isinstance(other, Unsupported):
            self._refuse("the sum of two noisy values; the class has sums of one draw and integers")
        return Noisy(
            self.run, self.index, self.offset - _integer(other, "a noisy value minus", self.run), self.word
        )

    def __rsub__(self, other: object) -> NoReturn:
        self._refuse(
            "an integer minus a noisy value; two-sided noise is symmetric, so add it instead of subtracting"
        )

    def _check_same_kind(self, other: Noisy) -> None:
        laws = self.run.order.laws
        if laws[self.index].discrete != laws[other.index].discrete:
            self._refuse(f"{self!r} and {other!r} are compared: one is discrete, the other continuous")

    def _at_most(self, other: object, margin: int) -> bool:
        """Whether self - other <= margin; for reals margin -1 means < 0."""
        if isinstance(other, Noisy):
            self._check_same_kind(other)
            return self.run.at_most(self.index, other.index, other.offset - self.offset, margin)
        if isinstance(other, Difference):
            self._refuse(
                "a noisy value is compared with the difference of two others; that would relate three draws"
            )
        return self.run.at_most(
            self.index,
            ORIGIN,
            _integer(other, "a noisy value is compared with", self.run) - self.offset,
            margin,
        )

    def __le__(self, other: object) -> bool:
        return self._at_most(other, 0)

    def __lt__(self, other: object) -> bool:
        return self._at_most(other, -1)

    def __gt__(self, other: object) -> bool:
        return not self._at_most(other, 0)

    def __ge__(self, other: object) -> bool:
        return not self._at_most(other, -1)

    def __eq__(self, other: object) -> bool:
        if other is None or isinstance(other, (str, bytes)):
            return False
        return self._at_most(other, 0) and not self._at_most(other, -1)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = Unsupported.__hash__


class Difference(Unsupported):
    """z_i - z_j + n, which may be compared with integers."""

    __slots__ = ("i", "j", "offset", "run")

    def __init__(self, run: SymbolicRun, i: int, j: int, offset: int) -> None:
        self.run, self.i, self.j, self.offset = run, i, j, offset

    def __repr__(self) -> str:
        return f"<draw {self.i + 1} - draw {self.j + 1} {self.offset:+}>"

    def __add__(self, other: object) -> Difference:
        return Difference(
            self.run, self.i, self.j, self.offset + _integer(other, "a difference plus", self.run)
        )

    __radd__ = __add__

    def __sub__(self, other: object) -> Difference:
        return Difference(
            self.run, self.i, self.j, self.offset - _integer(other, "a difference minus", self.run)
        )

    def __neg__(self) -> Difference:  # type: ignore[override]
        return Difference(self.run, self.j, self.i, -self.offset)

    def __rsub__(self, other: object) -> Difference:
        return (-self) + other

    def _at_most(self, other: object, margin: int) -> bool:
        bound = _integer(other, "the difference of two noisy values is compared with", self.run)
        return self.run.at_most(self.i, self.j, bound - self.offset, margin)

    def __le__(self, other: object) -> bool:
        return self._at_most(other, 0)

    def __lt__(self, other: object) -> bool:
        return self._at_most(other, -1)

    def __gt__(self, other: object) -> bool:
        return not self._at_most(other, 0)

    def __ge__(self, other: object) -> bool:
        return not self._at_most(other, -1)

    def __eq__(self, other: object) -> bool:
        return self._at_most(other, 0) and not self._at_most(other, -1)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = Unsupported.__hash__


__all__ = [
    "Difference",
    "InvalidValue",
    "Noisy",
    "OutsideClass",
    "exponential",
    "geometric",
    "laplace",
    "one_sided_geometric",
]
