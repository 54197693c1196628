"""The plain function under what can be called."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import FunctionType, MethodType
from typing import Any

from ..jitted import is_jitted, unjitted
from .int64 import checked


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
