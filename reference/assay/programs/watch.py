"""Watching a program for clocks and for randomness that it did not ask of Assay.

A replay alone cannot see everything: a clock that ticks once a second reads the same twice in a row. While a
program runs, every call that it makes is therefore compared with a list of known sources. Calls from one C
function to another stay unseen, and so does what one process fixes once: the order of a set of strings.
"""

from __future__ import annotations

import _random
import _thread
import datetime
import gc
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from types import CodeType, FrameType, ModuleType
from typing import Any, TypeAlias, cast

Watcher: TypeAlias = Callable[[FrameType, str, Any], object]

_CLOCKS = (
    "asctime clock_gettime clock_gettime_ns ctime gmtime localtime monotonic monotonic_ns perf_counter "
    "perf_counter_ns process_time process_time_ns strftime thread_time thread_time_ns time time_ns"
)
FORBIDDEN_FUNCTIONS = frozenset(
    function
    for module, names in (
        (time, _CLOCKS),
        (os, "getrandom times urandom"),
        (_thread, "start_new_thread start_joinable_thread"),
    )
    for name in names.split()
    if (function := getattr(module, name, None)) is not None
)
"""C functions whose answer is not determined by their arguments; a thread's timing is not either."""

FORBIDDEN_IN_MODULE = {
    "random": None,
    "secrets": None,
    "uuid": frozenset({"getnode", "uuid1", "uuid4", "uuid6", "uuid7"}),
}
"""Functions written in Python that must not run; None stands for every function of the module."""

_FORBIDDEN_FILES = tuple(f"{module}.py" for module in FORBIDDEN_IN_MODULE)
"""Code of these files is looked at whenever it is entered, whatever its globals say of its module."""

LIBRARY = sys.stdlib_module_names | {"assay", "numpy", "scipy"}
"""Top-level modules that may ask for an object's address, as copy.deepcopy does."""

ASIDE = frozenset({"importlib._bootstrap", "logging", "warnings", "_pytest.logging", "numba.core.dispatcher"})
"""Modules whose work is not a part of the run, see `is_bystander`."""

BUDGETS = "assay.budgets.progress"
"""The module that reads the clock for a budget, and tells a program nothing of it."""

CLOCK_METHODS = frozenset({"now", "utcnow", "today"})

_ALLOWED: dict[int, object] = {}
"""Classes whose methods, and functions of modules which, may be called by anybody: by identity."""

_ENTERED: dict[int, dict[str, Any]] = {}
"""The globals that a code object was entered with when it was found to be no random source: by identity."""

_CODES: dict[int, CodeType] = {}
"""The code objects of `_ENTERED`, so that no other gets the identity of one."""

_MOST_KNOWN = 4096
"""So many are remembered; then all are forgotten."""

get_profile: Callable[[], object] = partial(sys.getprofile)
set_profile: Callable[[Any], None] = partial(sys.setprofile)
"""A call through `partial` is no event, so that a watcher does not see its own beginning and end."""


def _nested(levels: int) -> tuple[Any, ...]:
    """A tuple in a tuple, and so on."""
    return (_nested(levels - 1),) if levels else ()


_DEEP, _AS_DEEP = _nested(5), _nested(5)
"""Two equal tuples: to compare them fails near the end of the stack, before a call through a function of C,
which takes more of the stack than the watcher does, can fail unseen.
"""

_ENDS = [0]
"""How often the end of the stack was met; at that depth it may be too deep to say so."""


def watched(report: Callable[[str], None]) -> Profiled:
    """Inside the block, `report(name)` is called at every call into a clock or a random source.

    A profiler that was running is paused for the block and goes on after it.
    """
    return Profiled(watcher(report), report)


class Profiled:
    """Inside the block `watch` is the profile function.

    A call at the end of the stack cannot call it, and so takes it out, or before it a trace function that was
    set: a program that goes on after that, as if nothing had happened, depends on how deep the stack was when
    it was called.
    """

    __slots__ = ("_before", "_previous", "_report", "_tracer", "_watch")

    def __init__(self, watch: Watcher, report: Callable[[str], None]) -> None:
        self._watch, self._report = watch, report

    def __enter__(self) -> None:
        self._previous, self._tracer, self._before = sys.getprofile(), sys.gettrace(), _ENDS[0]
        set_profile(self._watch)

    def __exit__(self, kind: type[BaseException] | None, error: object, traceback: object) -> None:
        lost = get_profile() is not self._watch
        resume(self._previous)
        _ENDS[0] += lost or (self._tracer is not None and sys.gettrace() is None)
        swallowed = kind is None or not issubclass(kind, RecursionError)
        if swallowed and _ENDS[0] != self._before:
            self._report("itself deeper than Python's recursion limit, and goes on after that")


class HigherStack:
    """Inside the block the stack may be higher: who swallows the error of its end then ends elsewhere."""

    __slots__ = ("_limit",)

    def __enter__(self) -> None:
        self._limit = sys.getrecursionlimit()
        sys.setrecursionlimit(self._limit + 1000)

    def __exit__(self, *_: object) -> None:
        sys.setrecursionlimit(self._limit)


@contextmanager
def unwatched() -> Iterator[None]:
    """Inside the block nothing is watched: the search's own look at the clock is not the program's."""
    previous = sys.getprofile()
    sys.setprofile(None)
    try:
        yield
    finally:
        resume(previous)


def resume(profiler: object) -> None:
    """Install a profile function again; `cProfile` hands out an object that has to be enabled instead."""
    enable = None if profiler is None else getattr(profiler, "enable", None)
    set_profile(cast("Any", profiler) if enable is None else None)
    if enable is not None:
        enable()


def watcher(report: Callable[[str], None]) -> Watcher:
    """A profile function that names forbidden calls."""

    def watch(frame: FrameType, event: str, arg: Any) -> None:
        if event == "c_call":
            if id(type(arg.__self__)) in _ALLOWED or id(arg) in _ALLOWED:
                return
            forbidden = is_forbidden(arg, frame)
        elif event == "call":
            if _ENTERED.get(id(frame.f_code)) is frame.f_globals and _DEEP == _AS_DEEP:
                return
            forbidden = is_forbidden_python(frame)
        else:
            return
        if forbidden and not is_bystander(frame):
            report(name_of(arg) if event == "c_call" else f"{module_of(frame)}.{frame.f_code.co_qualname}")

    return watch


def is_forbidden(function: Any, caller: FrameType) -> bool:
    """Whether a C function is a clock or a random source, or asks for an address (outside the library)."""
    if function in FORBIDDEN_FUNCTIONS:
        return module_of(caller) != BUDGETS
    if function is id:
        return module_of(caller).partition(".")[0] not in LIBRARY
    owner = getattr(function, "__self__", None)
    if isinstance(owner, type):
        return function.__name__ in CLOCK_METHODS and issubclass(owner, datetime.date)
    kind: type = type(owner)
    if is_generator(kind):
        return True
    _allow(function, kind)
    return False


def _allow(function: Any, kind: type) -> None:
    """Remember that a function of a module, or any method of a class, is neither clock nor random source."""
    known = function if issubclass(kind, ModuleType) else kind
    if kind is type(None) or issubclass(kind, type):
        return
    if len(_ALLOWED) >= _MOST_KNOWN:
        _ALLOWED.clear()
    _ALLOWED[id(known)] = known


def is_forbidden_python(frame: FrameType) -> bool:
    """Whether the Python function that is being entered is a random source."""
    module, code = module_of(frame), frame.f_code
    names = FORBIDDEN_IN_MODULE.get(module, frozenset())
    if names is None or code.co_name in names:
        return True
    if not code.co_filename.endswith(_FORBIDDEN_FILES):
        if len(_CODES) >= _MOST_KNOWN:
            _ENTERED.clear()
            _CODES.clear()
        _CODES[id(code)] = code
        _ENTERED[id(code)] = frame.f_globals
    return False


@lru_cache(maxsize=1024)
def is_generator(kind: type) -> bool:
    """Whether the objects of a class are generators of random numbers."""
    return issubclass(kind, _random.Random) or kind.__module__.startswith("numpy.random")


def module_of(frame: FrameType) -> str:
    """The name of the module whose code runs in the frame."""
    return str(frame.f_globals.get("__name__", ""))


def name_of(function: Any) -> str:
    """The name of a C function as one would write it, such as time.time or datetime.datetime.now."""
    owner = getattr(function, "__self__", None)
    if isinstance(owner, ModuleType):
        module = "os" if owner.__name__ == os.name else owner.__name__
        return f"{module}.{function.__name__}"
    kind = owner if isinstance(owner, type) else type(owner)
    module = "random" if issubclass(kind, _random.Random) else f"{kind.__module__}.{kind.__qualname__}"
    return f"{module}.{function.__name__}"


def is_bystander(frame: FrameType | None) -> bool:
    """Whether the call comes from an import, a compiler, the garbage collector or the writing of a message,
    not from the program.

    An import happens once, not in every run, and so does numba's compiling of a function; the garbage
    collector runs whenever the interpreter sees fit; a message is written, and never read.
    """
    collecting = {getattr(callback, "__code__", None) for callback in gc.callbacks}
    while frame is not None:
        if module_of(frame) in ASIDE or frame.f_code in collecting:
            return True
        frame = frame.f_back
    return False
