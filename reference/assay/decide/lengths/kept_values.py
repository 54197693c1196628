"""What of a variable is kept for the next answer: plain values as they are, noisy ones by a name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...exact import Log, Number
from .counts import Budget
from .expressions import Affine
from .program_values import Mark, NotRead, is_plain


def key_of(place: int, env: Mapping[str, Any]) -> object:
    """What is equal where the same can happen from a place on."""
    return place, tuple((n, _frozen(v)) for n, v in sorted(env.items()))


def _frozen(value: Any) -> object:
    """A key of a value, with its type."""
    if isinstance(value, tuple):
        return type(value), tuple(map(_frozen, value))
    # 0.0 == -0.0, and range(0, 3, 2) == range(0, 4, 2), but they are not written alike
    return type(value), value, repr(value) if isinstance(value, (float, range, Number, Log)) else ""


def kept(name: str, value: Any, stores: dict[Affine, str]) -> Any:
    """A value as a location holds it: noisy values by the name of the first variable that holds them.

    Raises NotRead for what is not kept.
    """
    if isinstance(value, Affine):
        return _kept_sum(name, value, stores)
    if isinstance(value, Mark):
        if value.now or value.name == name:
            return Mark(name)
        raise NotRead(f"the place in {value.name} is given to {name} as well; keep it in one variable")
    if isinstance(value, tuple):
        if any(isinstance(each, Mark) for each in value):
            raise NotRead(
                f"{name} holds the place of an answer for later; keep the place in a variable of its own"
            )
        return type(value)(kept(f"{name}[{i}]", each, stores) for i, each in enumerate(value))
    if isinstance(value, Budget) and value.rate is not None:
        return value
    if not is_plain(value):
        raise NotRead(
            f"{name} = {value!r} ({type(value).__name__}) is kept for a later answer, which is not read"
        )
    return value


def _kept_sum(name: str, value: Affine, stores: dict[Affine, str]) -> Affine:
    """A sum: what both runs know as it is, else by a name."""
    if value.is_public:
        return value
    if value.is_count:
        raise NotRead(
            f"{name} = {value} is kept for a later answer; compare it with c, or change it in the loop"
        )
    return Affine.symbol(stores.setdefault(value, name))
