"""A call whose distribution is being computed: its function, and what is known of its distribution."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from types import FunctionType, MethodType
from typing import Any

from ...outputs.keys import PLAIN
from ..jitted import is_jitted, unjitted
from .draws import Choice
from .instrument import Instrumented
from .int64 import checked
from .outcomes import Ended

START: Hashable = ("start",)
"""The state in which a call begins."""

_SHARED = PLAIN | {float}
"""Types of arguments that need no copies."""


@dataclass
class Distribution:
    """What is known of the distribution of one call: outcomes by key with their masses, and the open mass."""

    ended: list[Ended]
    weights: tuple[Fraction, ...]
    open_mass: Fraction
    reason: str | None
    drew: bool


@dataclass
class Body:
    """A call whose distribution is being computed: its code, its arguments, and the choices that lead to each
    state.

    Of an inner call, `given` is the key of its arguments, and `mutable` whether it could change them.
    Of a whole sampler, `bound` are the arguments that it holds itself, such as `self`; the others are copied
    for every run.
    `is_copied` says whether a run is given copies of the arguments, which it might change.
    `local` says that it is of a local function, which closes over variables of the run that calls it.
    `origins` names the call whose run the choices belong to, where that is another call of the same function.
    """

    function: Callable[..., Any]
    code: Instrumented | None
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    given: Hashable | None = None
    mutable: bool | None = None
    prefixes: dict[Hashable, tuple[Choice, ...]] = field(default_factory=dict)
    origins: dict[Hashable, Body] = field(default_factory=dict)
    ended: dict[Hashable, Ended] = field(default_factory=dict)
    drew: bool = False
    bound: tuple[Any, ...] = ()
    local: bool = False

    def __post_init__(self) -> None:
        changing = self.mutable is None or self.mutable
        given = (*self.args, *self.kwargs.values())
        self.is_copied: bool = changing and not all(type(value) in _SHARED for value in given)

    @property
    def closed(self) -> tuple[str, ...]:
        """The variables that stay as they are during a call of a local function: what it closes over."""
        return self.function.__code__.co_freevars if self.local else ()


def unwrapped(
    sampler: Callable[..., Any], args: tuple[Any, ...]
) -> tuple[Callable[..., Any], tuple[Any, ...]]:
    """The plain function under a method, a partial application or a callable object, with its arguments."""
    if is_jitted(sampler):
        return checked(unjitted(sampler)), args
    if isinstance(sampler, MethodType):
        return sampler.__func__, (sampler.__self__, *args)
    if isinstance(sampler, partial) and not sampler.keywords:
        return unwrapped(sampler.func, (*sampler.args, *args))
    call = vars(type(sampler)).get("__call__")
    if not isinstance(sampler, FunctionType | type) and isinstance(call, FunctionType):
        return call, (sampler, *args)
    return sampler, args
