"""`LazyFloat`: the float that a sampler computes from one uniform draw, drawn only as far as it is looked at.

`u = rng.random()` is i / 2^53 for a uniform i. Arithmetic with numbers, and monotone functions of the C
library, extend the chain of operations on u; a comparison, a rounding or a truth value splits the range of i
where the sampler's own float arithmetic changes its answer. What is not monotone is refused, unless few
values are left.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from .draws import current
from .envelopes import Chain, Envelope, Step, envelope, evaluate, sense
from .float_arithmetic import FloatArithmetic, NumpyMethods, over_arrays
from .lazy_number import LazyNumber, delegating, is_nan, posing, settled
from .uniforms import ENUMERATED, Uniform, boundary
from .watch_paused import watch_paused

BITS = 53

COARSE = ("rounded", "floor of /")
"""Operations that leave few values."""


@delegating(float)
class LazyFloat(FloatArithmetic, NumpyMethods, LazyNumber):
    """f(i / size) for a uniform variable i and a monotone chain f of float operations."""

    __slots__ = ("chain", "name", "start", "variable")
    __array_priority__ = 1000.0  # numpy's scalars leave arithmetic with it to this class

    def __init__(
        self, variable: Uniform, start: Callable[[int], float], chain: Chain = (), name: str = ""
    ) -> None:
        self.variable = variable
        self.start = start
        self.chain = chain
        self.name = name  # of the start

    __class__ = posing(lambda self: float)

    # What is known of the value

    def __assay_key__(self) -> tuple[object, ...]:
        """What tells this value from others, apart from its variable."""
        return self.name, *(step.key() for step in self.chain)

    def at(self, i: int) -> float:
        """The value if the variable is i."""
        return evaluate(self.chain, self.start(self.variable.value(i)))

    def envelope(self, i: int) -> Envelope:
        """The value if the variable is i, and bounds to either side."""
        return envelope(self.chain, self.start(self.variable.value(i)))

    def __assay_settle__(self, what: str) -> Any:
        """The value itself, drawn to the end; by its values where a rounding leaves few of them."""
        if any(step.name in COARSE for step in self.chain):
            return self.rounded(_signed)[0]
        return evaluate(self.chain, self.start(self.variable.settle(what)))

    def fixed(self) -> float | None:
        """The value where only one is left."""
        variable = self.variable
        return self.at(variable.lo) if variable.hi - variable.lo == 1 else None

    # Splitting

    @watch_paused
    def holds(self, up: Callable[[float], Any]) -> bool:
        """Whether `up(value)`, for a predicate that stays true as the value grows."""
        variable = self.variable
        cuts = self._cuts(up)
        if cuts:
            variable.split(cuts)
        return bool(up(self.at(variable.lo)))

    def _cuts(self, up: Callable[[float], bool]) -> list[int]:
        """Where the predicate changes, in the range that is left."""
        low, high = self.variable.lo, self.variable.hi
        if sense(self.chain) > 0:
            found = boundary(
                low,
                high,
                lambda i: up(self.envelope(i)[0]),
                lambda i: not up(self.envelope(i)[2]),
                lambda i: up(self.at(i)),
            )
        else:
            found = boundary(
                low,
                high,
                lambda i: not up(self.envelope(i)[2]),
                lambda i: up(self.envelope(i)[0]),
                lambda i: not up(self.at(i)),
            )
        if found is None:
            self.variable.run.refuse(
                f"a comparison of a chain of floats is in doubt on more than {ENUMERATED} values, because "
                "its library functions are monotone only up to their error"
            )
        return found

    @watch_paused
    def rounded(self, rounding: Callable[[float], Any]) -> Any:
        """What a rounding (any growing function) makes of the value; one branch for each of its values."""
        variable = self.variable
        while True:
            ends = [rounding(self._end(variable.lo, +1)), rounding(self._end(variable.hi - 1, -1))]
            if ends[0] == ends[1]:
                return ends[0]
            value = rounding(self.at((variable.lo + variable.hi) // 2))
            if self._split_around(rounding, value):
                return value

    def _end(self, i: int, side: int) -> float:
        """The bound at i that holds for everything to one side of it (+1: above, -1: below)."""
        low, _, high = self.envelope(i)
        return low if side * sense(self.chain) > 0 else high

    def _split_around(self, rounding: Callable[[float], Any], value: Any) -> bool:
        """Split where the rounded value begins and ends to be this; whether it is, on the chosen piece."""
        variable = self.variable
        cuts = variable.run.tape.remembered(
            (self.__assay_key__(), variable.state(), getattr(rounding, "__name__", ""), value),
            lambda: sorted(
                {*self._cuts(lambda v: rounding(v) >= value), *self._cuts(lambda v: rounding(v) > value)}
            ),
        )
        if cuts:
            variable.split(cuts)
        return bool(rounding(self.at(variable.lo)) == value)

    # Chains

    def then(
        self, name: str, constant: object, apply: Callable[[float], float], sign: int, exact: bool
    ) -> Any:
        """The chain with one more operation; its value where only one is left.

        Refused where it overflows: beyond infinity operations are not monotone, and may be errors.
        """
        longer = LazyFloat(
            self.variable, self.start, (*self.chain, Step(name, constant, apply, sign, exact)), self.name
        )
        value = longer.fixed()
        if value is None and not longer.is_finite():
            self.variable.run.refuse(f"{name} overflows, or is an error, for some values of a uniform draw")
        return longer if value is None else value

    def is_finite(self) -> bool:
        """Whether the value is a finite float, whatever the variable is."""
        try:
            return all(math.isfinite(self.at(i)) for i in (self.variable.lo, self.variable.hi - 1))
        except (ArithmeticError, ValueError):
            return False

    def library(self, name: str, function: Callable[[float], float], sign: int = 1) -> Any:
        """A monotone function of the C library, true up to its error."""
        return self.then(name, None, function, sign, exact=False)

    # Comparisons and conversions

    @over_arrays
    def _compared(self, other: Any, grows: Callable[[Any, Any], bool], *, negated: bool) -> Any:
        """A comparison that stays true as the value grows, or its negation; false for NaN."""
        other = settled(other, "a comparison of two uniform draws")
        return not is_nan(other) and self.holds(lambda v: grows(v, other)) != negated

    def __float__(self) -> Any:
        return self.__assay_settle__("a conversion to a C double")

    def __floor__(self) -> Any:
        return self.rounded(math.floor)

    def __ceil__(self) -> Any:
        return self.rounded(math.ceil)

    def __trunc__(self) -> Any:
        return self.rounded(math.trunc)

    __int__ = __trunc__

    def __round__(self, digits: int | None = None) -> Any:
        if digits is None:
            return self.rounded(round)
        return self.then("rounded", digits, lambda v: round(v, digits), 1, exact=True)


def positive_only(name: str, value: LazyFloat, function: Callable[[float], float], above: float = 0.0) -> Any:
    """A logarithm: an error at and below the end of its domain, that of the function itself."""
    if value <= above:
        function(value.at(value.variable.lo))
    return value.library(name, function)


def _signed(value: float) -> tuple[float, float]:
    """The value with its sign, by which -0.0 comes before 0.0."""
    return value, math.copysign(1.0, value)


def _dyadic(i: int) -> float:
    return i * 2.0**-BITS


def uniform_float() -> Any:
    """What random() returns: i / 2^53 for a uniform i below 2^53."""
    run = current()
    if run.plain is not None:
        return _dyadic(run.take())
    return LazyFloat(Uniform(current(), 2**BITS), _dyadic)
