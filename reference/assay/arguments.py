"""The one reader of what callers hand in: whole numbers, rationals, probabilities, lists, functions.

A refusal shows the name of the parameter, the value, its type, and the way out.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from operator import index
from typing import Any, TypeVar

from .errors import FloatRefused, InvalidType, InvalidValue, UndecidedError
from .exact import ExactLike, Number, number
from .exact.real import brief as number_text
from .outputs.text import brief, with_type

T = TypeVar("T")


def integer(value: object, name: str, least: int | None = None, most: int | None = None) -> int:
    """An int in a range, also from the integer types of other libraries.

    Raises FloatRefused for a float, InvalidType for what else is no integer, InvalidValue outside the range.
    """
    if isinstance(value, float):
        raise FloatRefused(f"{name} = {value!r} is a float; give {_an_int(least, most)}")
    try:
        found = index(value)  # type: ignore[arg-type]
    except TypeError:
        found = None
    if found is None or isinstance(value, bool):
        raise InvalidType(f"{name} = {brief(value)} is a {type(value).__name__}; give {_an_int(least, most)}")
    if least is not None and found < least:
        raise InvalidValue(
            f"{name} = {number_text(found)} (int) is too small; give an int with {name} >= "
            f"{number_text(least)}"
        )
    if most is not None and found > most:
        raise InvalidValue(
            f"{name} = {number_text(found)} (int) is too large; give an int with {name} <= "
            f"{number_text(most)}"
        )
    return found


def _an_int(least: int | None, most: int | None) -> str:
    """What is wanted, in words."""
    low = "" if least is None else f" >= {number_text(least)}"
    return f"an int{low}" + ("" if most is None else f" and <= {number_text(most)}")


def positive_integer(value: object, name: str) -> int:
    """An int >= 1; raises as `integer`."""
    return integer(value, name, 1)


def rational(value: ExactLike, name: str) -> Fraction:
    """A rational number.  Raises InvalidValue for an irrational one, and as `number` for what is none."""
    exact = number(value, name)
    if not exact.is_rational:
        raise InvalidValue(
            f"{name} = {number_text(exact)} (Number) is irrational; give a rational, such as '1/2'"
        )
    return exact.as_fraction()


def positive_rational(value: ExactLike, name: str) -> Fraction:
    """A rational > 0; raises InvalidValue, and as `rational`."""
    exact = rational(value, name)
    if exact <= 0:
        raise InvalidValue(f"{name} = {number_text(exact)} (Fraction) must be positive; give a rational > 0")
    return exact


def nonnegative_rational(value: ExactLike, name: str) -> Fraction:
    """A rational >= 0; raises InvalidValue, and as `rational`."""
    exact = rational(value, name)
    if exact < 0:
        raise InvalidValue(f"{name} = {number_text(exact)} (Fraction) is negative; give a rational >= 0")
    return exact


def rational_probability(value: ExactLike, name: str) -> Fraction:
    """A rational in [0, 1].  Raises InvalidValue for another number, InvalidType for what is none."""
    x = number(value, name)
    if not x.is_rational or not 0 <= (found := x.as_fraction()) <= 1:
        raise InvalidValue(
            f"{name} = {number_text(x)} is not a rational in [0, 1]; give one, such as '1/100'"
        )
    return found


def proper_rate(value: ExactLike, name: str, kind: str) -> Fraction:
    """A rational in (0, 1), for a class whose `of` takes the ends too; raises as `rational_probability`."""
    x = number(value, name)
    if not x.is_rational or x <= 0 or x >= 1:
        raise InvalidValue(
            f"{name} = {number_text(x)} is not a rational in (0, 1); give one, such as '1/100', or use "
            f"{kind}.of, which knows what the ends mean"
        )
    return x.as_fraction()


def is_nonnegative(x: Number) -> bool:
    """Whether x >= 0 is provable: for a function of epsilon, at every epsilon > 0."""
    try:
        return x >= 0
    except UndecidedError:
        return False


def is_positive(x: Number) -> bool:
    """Whether x > 0 is provable: for a function of epsilon, at every epsilon > 0."""
    try:
        return x > 0
    except UndecidedError:
        return False


def scope_of(value: Number) -> str:
    """What a refusal adds for a function of epsilon."""
    return " for every epsilon > 0" if value.is_symbolic else ""


def probability(value: ExactLike, name: str) -> Number:
    """A number in [0, 1]; InvalidValue otherwise, or where that depends on epsilon."""
    x = number(value, name)
    if not is_nonnegative(x) or not is_nonnegative(1 - x):
        raise InvalidValue(
            f"{name} = {number_text(x)} ({type(value).__name__}) is not in [0, 1]{scope_of(x)}; give a "
            "probability, such as '1/4'"
        )
    return x


def open_probability(value: ExactLike, name: str) -> Number:
    """A number in (0, 1); InvalidValue otherwise, or where that depends on epsilon."""
    x = number(value, name)
    if not is_positive(x) or not is_positive(1 - x):
        raise InvalidValue(
            f"{name} = {number_text(x)} is outside (0, 1){scope_of(x)}; it has to satisfy 0 < {name} < 1"
        )
    return x


def check_function(value: object, name: str, example: str) -> None:
    """Refuse anything that cannot be called."""
    if not callable(value):
        raise InvalidType(f"{name} is {with_type(value)}, not a function; give one such as {example}")


def listed(values: Iterable[T], name: str, example: str) -> list[T]:
    """The values of an iterable that is no text.  Raises InvalidType."""
    given: Any = values
    if not isinstance(given, Iterable) or isinstance(given, str | bytes):
        raise InvalidType(f"{name} is {with_type(given)}; give a list such as {example}")
    return list(values)
