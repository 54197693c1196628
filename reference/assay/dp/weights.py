"""Reading probabilities and weights: exact, provably non-negative, and of the right sum."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from ..arguments import is_nonnegative, scope_of
from ..errors import AssayError, InvalidType, InvalidValue
from ..exact import ExactLike, Number, number
from ..outputs.alphabet import Tally
from ..outputs.text import brief, with_type

T = TypeVar("T")

ZERO = number(0)
ONE = number(1)


def weight_of(w: ExactLike, name: str) -> Number:
    """w as an exact number that is provably >= 0; InvalidValue otherwise."""
    value = number(w, name)
    if not is_nonnegative(value):
        raise InvalidValue(f"{name} = {value} ({type(w).__name__}) is not >= 0{scope_of(value)}")
    return value


def nonnegative(weights: Mapping[T, ExactLike], name: str) -> Tally[T]:
    """The table as exact numbers, each provably >= 0, with outcomes that can name an output."""
    _check_is_mapping(weights, name)
    tally: Tally[T] = Tally()
    for outcome, weight in weights.items():
        tally.add(outcome, _weight(weight, name, outcome))
    return tally


def _weight(weight: ExactLike, name: str, outcome: object) -> Number:
    """The weight of an outcome, which is named where the weight is refused."""
    try:
        return weight_of(weight, name)
    except AssayError:
        named = f"{name} of {brief(outcome)}"
    return weight_of(weight, named)


def check_sum_is_one(table: Mapping[T, Number], name: str) -> None:
    """Refuse a table whose sum is not exactly 1."""
    total = sum(table.values(), ZERO)
    if total != ONE:
        raise InvalidValue(
            f"the {name} sum to {total} ({type(total).__name__}), not to exactly 1; "
            "Dist.from_weights divides weights by their sum"
        )


def _check_is_mapping(value: object, name: str) -> None:
    """Refuse anything that is not a mapping."""
    if not isinstance(value, Mapping):
        example = "{'a': '1/2', 'b': '1/2'}"
        raise InvalidType(f"the table of {name} is {with_type(value)}; give a mapping such as {example}")
