"""What only the accountant asks of its arguments: a rate inside (0, 1), a count of something named."""

from __future__ import annotations

from fractions import Fraction

from ..arguments import integer
from ..errors import InvalidValue
from ..exact import ExactLike, number
from ..exact.real import brief


def proper_rate(value: ExactLike, name: str, kind: str) -> Fraction:
    """A rational in (0, 1).  Raises InvalidValue for another number, InvalidType for what is none."""
    x = number(value, name)
    if not x.is_rational or x <= 0 or x >= 1:
        raise InvalidValue(
            f"{name} = {brief(x)} is not a rational in (0, 1); give one, such as '1/100', or use {kind}.of, "
            "which knows what the ends mean"
        )
    return x.as_fraction()


def check_count(count: object, name: str) -> None:
    """Refuse what is not a number of repetitions; raises as `integer`."""
    integer(count, f"count of {name}", 0)


def freeze(instance: object, field: str, value: object) -> None:
    """Set a field of a frozen dataclass to what was read from its argument."""
    object.__setattr__(instance, field, value)
