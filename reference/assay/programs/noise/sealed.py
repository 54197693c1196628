"""`Sealed`: an object that stands for a number and refuses every question but those that a subclass answers.

A program cannot see that it is no number: what it holds is kept in slots that no attribute leads to, and what
Python asks an object, its text, its hash, its truth, its attributes, is refused with the line where it is
asked.  The run remembers the refusal, so that the program cannot go on as if it had not asked.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NoReturn

from ..run import current
from .outside import OutsideClass, refuse
from .paths import SymbolicRun


def stop(what: str, run: SymbolicRun | None = None, kind: type[OutsideClass] = OutsideClass) -> NoReturn:
    """Refuse the program that is running, also where it swallows the error."""
    error = refuse(what, kind)
    now = current.get()
    if isinstance(now, SymbolicRun):
        now.stop(error)
    if run is not None:
        run.stop(error)
    raise error


def operand_text(value: object) -> str:
    """An operand in a message; never by a `repr` that may be the user's."""
    kind = type(value)
    if issubclass(kind, Sealed):
        return "another noisy value"
    return (
        f"{value!r} ({kind.__name__})" if kind in (str, float, bool, int, Fraction) else f"a {kind.__name__}"
    )


def refusal(what: str) -> Any:
    """A method that refuses."""

    def method(self: object, *operands: object) -> NoReturn:
        stop(what)

    return method


class Sealed:
    """What a noisy value cannot do, and what it can do only where a subclass says how."""

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

    __delattr__ = refusal("an attribute of a noisy value is deleted")
    __bool__ = refusal("a noisy value is used as a truth value; compare it with an integer")
    __int__ = refusal(
        "a noisy value is converted to an int, and its value is not known; leave int() out: what math.floor, "
        "round and // give is an integer already"
    )
    __index__ = refusal("a noisy value is used as an index; compare it instead")
    __float__ = refusal("a noisy value is converted to a float; its value is not known, compare it instead")
    __complex__ = refusal("a noisy value is converted to a complex number; compare it instead")
    __bytes__ = refusal("a noisy value is converted to bytes; compare it instead")
    __mul__ = __rmul__ = __truediv__ = __floordiv__ = refusal(
        "a rounded noisy value is multiplied or divided; multiply before rounding"
    )
    __rtruediv__ = __rfloordiv__ = refusal(
        "a number is divided by a noisy value; only comparisons, sums and multiples are in the class"
    )
    __matmul__ = __rmatmul__ = __mul__
    __mod__ = __rmod__ = __divmod__ = __rdivmod__ = refusal(
        "a noisy value modulo a number; bin it with // or by comparisons"
    )
    __pow__ = __rpow__ = refusal(
        "a power of a noisy value; only comparisons, sums and multiples are in the class"
    )
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = refusal(
        "a noisy value is shifted; only comparisons, sums and multiples are in the class"
    )
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __invert__ = refusal(
        "the bits of a noisy value; only comparisons, sums and multiples are in the class"
    )
    __repr__ = __str__ = __format__ = refusal(
        "a noisy value is written as text; its value is not known, compare it instead"
    )
    __hash__ = refusal(
        "a noisy value is used as a key of a dictionary or a set; compare it instead, with == or a tuple"
    )
    __reduce__ = __reduce_ex__ = __copy__ = __deepcopy__ = __sizeof__ = __dir__ = refusal(
        "a noisy value is copied or taken apart; compare it instead"
    )
