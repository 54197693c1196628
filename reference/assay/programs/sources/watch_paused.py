"""The tape's own work in a run: no call of the sampler is looked for in it, which takes most of the time."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from ..watch import get_profile, resume, set_profile

P = ParamSpec("P")
T = TypeVar("T")


def watch_paused(function: Callable[P, T]) -> Callable[P, T]:
    """The function, with watching paused until it returns or raises."""

    @wraps(function)
    def paused(*args: P.args, **kwargs: P.kwargs) -> T:
        profiler = get_profile()
        if profiler is None:
            return function(*args, **kwargs)
        set_profile(None)
        tracer = sys.gettrace()
        if tracer is not None:
            sys.settrace(None)
        try:
            return function(*args, **kwargs)
        finally:
            if tracer is not None:
                sys.settrace(tracer)
            resume(profiler)

    return paused
