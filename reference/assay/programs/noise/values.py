"""What a draw returns: a value that is known by its distribution only, and what may be done with it.

A draw plus an integer is a `Noisy` value.  Two noisy values, or one and an integer, may be compared, also
through max, min and sorted; the difference of two may be compared with an integer.  A comparison branches:
both answers are explored.  Every other question that Python lets an object answer is refused with the line
where it is asked, and the run remembers it: the program cannot go on as if it had not asked.

What a value holds is kept in slots that only this module reads: a program cannot see that it is no number.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple, NoReturn

from ..run import current
from .orders import ORIGIN
from .outside import refuse
from .paths import SymbolicRun


class Drawn(NamedTuple):
    """The draw number `draw` of a run, plus `offset`."""

    run: SymbolicRun
    draw: int
    offset: int


class Gap(NamedTuple):
    """The draw i minus the draw j of a run, plus `offset`."""

    run: SymbolicRun
    i: int
    j: int
    offset: int


def stop(what: str, run: SymbolicRun | None = None) -> NoReturn:
    """Refuse the program that is running, also where it swallows the error."""
    error = refuse(what)
    now = current.get()
    if isinstance(now, SymbolicRun):
        now.stop(error)
    if run is not None:
        run.stop(error)
    raise error


def integer(value: object, what: str, run: SymbolicRun) -> int:
    """An integer operand; anything else is outside the class."""
    if type(value) is int:
        return value
    stop(f"{what} {_shown(value)}, which is not an integer; shift and scale the inputs to integers", run)


def _bound(value: object, what: str, run: SymbolicRun) -> int:
    """An integer to compare with; a fraction may stand for one."""
    if type(value) is Fraction and value.denominator == 1:
        return value.numerator
    return integer(value, what, run)


def _shown(value: object) -> str:
    kind = type(value)
    if issubclass(kind, Sealed):
        return "another noisy value"
    return f"{value!r} ({kind.__name__})" if kind in (str, float, bool, Fraction) else f"a {kind.__name__}"


def _refusal(what: str) -> Any:
    """A method that refuses."""

    def method(self: object, *operands: object) -> NoReturn:
        stop(what)

    return method


class Sealed:
    """What neither noisy values nor their differences can do: everything, but for sums and comparisons."""

    __slots__ = ()

    __assay_text__ = "a noisy value"
    __array_ufunc__ = None  # numpy leaves an operation with such an object to the object

    def __getattribute__(self, name: str) -> NoReturn:
        """Refuse; isinstance, match and copy ask for attributes, too."""
        stop(
            f"the attribute {name} of a noisy value is asked for (isinstance and match ask for __class__); "
            "its value is not known, compare it instead"
        )

    def __setattr__(self, name: str, value: object) -> NoReturn:
        stop(f"the attribute {name} of a noisy value is set")

    __delattr__ = _refusal("an attribute of a noisy value is deleted")
    __bool__ = _refusal("a noisy value is used as a truth value; compare it with an integer")
    __int__ = _refusal("a noisy value is converted to an int; its value is not known, compare it instead")
    __index__ = _refusal("a noisy value is used as an index; compare it instead")
    __float__ = _refusal("a noisy value is converted to a float; its value is not known, compare it instead")
    __complex__ = _refusal("a noisy value is converted to a complex number; compare it instead")
    __bytes__ = _refusal("a noisy value is converted to bytes; compare it instead")
    __round__ = __trunc__ = __floor__ = __ceil__ = _refusal(
        "a noisy value is rounded; bin it by comparisons with integers"
    )
    __abs__ = _refusal("abs() of a noisy value; compare it with both signs instead")
    __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = _refusal(
        "a noisy value is multiplied; scale the rate of its noise instead"
    )
    __matmul__ = __rmatmul__ = __mul__
    __mod__ = __rmod__ = __divmod__ = __rdivmod__ = _refusal(
        "a noisy value modulo another; only comparisons and sums with integers are in the class"
    )
    __pow__ = __rpow__ = _refusal(
        "a power of a noisy value; only comparisons and sums with integers are in the class"
    )
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = _refusal(
        "a noisy value is shifted; only comparisons and sums with integers are in the class"
    )
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __invert__ = _refusal(
        "the bits of a noisy value; only comparisons and sums with integers are in the class"
    )
    __neg__ = _refusal(
        "the negative of a noisy value; two-sided noise is symmetric, so add it instead of subtracting"
    )
    __repr__ = __str__ = __format__ = _refusal(
        "a noisy value is written as text; its value is not known, compare it instead"
    )
    __hash__ = _refusal(
        "a noisy value is used as a key of a dictionary or a set; compare it instead, with == or a tuple"
    )
    __reduce__ = __reduce_ex__ = __copy__ = __deepcopy__ = __sizeof__ = __dir__ = _refusal(
        "a noisy value is copied or taken apart; compare it instead"
    )


class Noisy(Sealed):
    """A draw plus an integer."""

    __slots__ = ("_drawn",)

    _drawn: Drawn

    def __add__(self, other: object) -> Noisy:
        run, index, offset = _live(self)
        if isinstance(other, Sealed):
            stop("the sum of two noisy values; the class has sums of one draw and integers")
        return noisy(Drawn(run, index, offset + integer(other, "a noisy value plus", run)))

    __radd__ = __add__

    def __pos__(self) -> Noisy:
        return self

    def __sub__(self, other: object) -> Noisy | Difference:
        run, index, offset = _live(self)
        if type(other) is Noisy:
            second = _live(other)
            _check_same_kind(run, index, second.draw)
            return difference(Gap(run, index, second.draw, offset - second.offset))
        if isinstance(other, Sealed):
            stop("the sum of two noisy values; the class has sums of one draw and integers")
        return noisy(Drawn(run, index, offset - integer(other, "a noisy value minus", run)))

    __rsub__ = _refusal(
        "an integer minus a noisy value; two-sided noise is symmetric, so add it instead of subtracting"
    )

    def __le__(self, other: object) -> bool:
        return _noisy_at_most(self, other, 0)

    def __lt__(self, other: object) -> bool:
        return _noisy_at_most(self, other, -1)

    def __gt__(self, other: object) -> bool:
        return not _noisy_at_most(self, other, 0)

    def __ge__(self, other: object) -> bool:
        return not _noisy_at_most(self, other, -1)

    def __eq__(self, other: object) -> bool:
        if other is None or type(other) in (str, bytes):
            return False
        return _noisy_at_most(self, other, 0) and not _noisy_at_most(self, other, -1)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = Sealed.__hash__


class Difference(Sealed):
    """z_i - z_j + n, which may be compared with integers."""

    __slots__ = ("_gap",)

    _gap: Gap

    def __add__(self, other: object) -> Difference:
        run, i, j, offset = _live_gap(self)
        return difference(Gap(run, i, j, offset + integer(other, "a difference plus", run)))

    __radd__ = __add__

    def __pos__(self) -> Difference:
        return self

    def __sub__(self, other: object) -> Difference:
        run, i, j, offset = _live_gap(self)
        return difference(Gap(run, i, j, offset - integer(other, "a difference minus", run)))

    def __neg__(self) -> Difference:
        run, i, j, offset = _live_gap(self)
        return difference(Gap(run, j, i, -offset))

    def __rsub__(self, other: object) -> Difference:
        return (-self) + other

    def __le__(self, other: object) -> bool:
        return _gap_at_most(self, other, 0)

    def __lt__(self, other: object) -> bool:
        return _gap_at_most(self, other, -1)

    def __gt__(self, other: object) -> bool:
        return not _gap_at_most(self, other, 0)

    def __ge__(self, other: object) -> bool:
        return not _gap_at_most(self, other, -1)

    def __eq__(self, other: object) -> bool:
        if other is None or type(other) in (str, bytes):
            return False
        return _gap_at_most(self, other, 0) and not _gap_at_most(self, other, -1)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = Sealed.__hash__


# The slots are read through these alone: no attribute of the objects or of their classes leads to them.
_DRAWN: Any = Noisy.__dict__["_drawn"]
_GAP: Any = Difference.__dict__["_gap"]
del Noisy._drawn, Difference._gap  # type: ignore[misc]


def noisy(drawn: Drawn) -> Noisy:
    """The value of a draw plus an integer."""
    made = object.__new__(Noisy)
    _DRAWN.__set__(made, drawn)
    return made


def difference(gap: Gap) -> Difference:
    """The difference of two draws plus an integer."""
    made = object.__new__(Difference)
    _GAP.__set__(made, gap)
    return made


def drawn_as(value: object) -> Drawn:
    """What a noisy value stands for."""
    found: Drawn = _DRAWN.__get__(value)
    return found


def _live(value: Noisy) -> Drawn:
    """What a noisy value of this run stands for."""
    found = drawn_as(value)
    if current.get() is not found.run:
        stop("a noisy value is used outside of the run that drew it", found.run)
    return found


def _live_gap(value: Difference) -> Gap:
    found: Gap = _GAP.__get__(value)
    if current.get() is not found.run:
        stop("a noisy value is used outside of the run that drew it", found.run)
    return found


def _check_same_kind(run: SymbolicRun, i: int, j: int) -> None:
    laws = run.order.laws
    if laws[i].discrete != laws[j].discrete:
        stop(f"the draws {i + 1} and {j + 1} are compared: one is discrete, the other continuous")


def _noisy_at_most(value: Noisy, other: object, margin: int) -> bool:
    """Whether value - other <= margin; for reals margin -1 means < 0."""
    run, index, offset = _live(value)
    if type(other) is Noisy:
        second = _live(other)
        _check_same_kind(run, index, second.draw)
        return run.at_most(index, second.draw, second.offset - offset, margin)
    if type(other) is Difference:
        stop("a noisy value is compared with the difference of two others; that would relate three draws")
    bound = _bound(other, "a noisy value is compared with", run)
    return run.at_most(index, ORIGIN, bound - offset, margin)


def _gap_at_most(value: Difference, other: object, margin: int) -> bool:
    run, i, j, offset = _live_gap(value)
    bound = _bound(other, "the difference of two noisy values is compared with", run)
    return run.at_most(i, j, bound - offset, margin)
