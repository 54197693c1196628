"""Notes of a run: the exceptions that came to code with handlers, and comparisons by identity.

A run on the tape and one with plain numbers must meet the same exceptions: a lazy value that lacks an
operation raises one that the sampler may swallow, and a plain number does not.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from types import CodeType, FrameType
from typing import Any

from ..limits_met import STACK, LimitsMet
from ..origins import INSTALLED, USER, origin_of_code
from ..reach import Reach
from .identity import Place, place_of
from .randoms import TapeRandom


class Notes(LimitsMet):
    """What is noted of a run: `met` has where exceptions came to code with handlers, and their class.

    `identity` is the place of a comparison by identity in code that ran, among the `unsafe` ones; `limit`
    says which end of the machine was met in code with handlers: of the stack, or of memory.
    """

    def __init__(self, unsafe: Mapping[Place, str]) -> None:
        super().__init__()
        self.met: list[tuple[CodeType, int, type]] = []
        self.identity: str | None = None
        self.unsafe = unsafe

    def inside_users(self, frame: FrameType, event: str, arg: Any) -> Any:
        """The trace function of a frame of the sampler's with handlers."""
        if event == "exception":
            self.met.append((frame.f_code, frame.f_lasti, arg[0]))
        self.inside(frame, event, arg)
        return self.inside_users

    def enter(self, frame: FrameType, event: str, arg: Any) -> Any:
        """The trace function of calls."""
        code = frame.f_code
        if self.unsafe and self.identity is None:
            self.identity = self.unsafe.get(place_of(code))
        inside = super().enter(frame, event, arg)  # of a library, too, which may call the sampler back
        return self.inside_users if inside is not None and is_users(code) else inside


@contextmanager
def noting(notes: Notes | None) -> Iterator[None]:
    """Inside the block, note what happens in code of the sampler, if there are notes."""
    if notes is None:
        yield
        return
    previous = sys.gettrace()
    sys.settrace(notes.enter)
    try:
        yield
    finally:
        if sys.gettrace() != notes.enter:  # a call at the end of the stack takes it out
            notes.limit = STACK
        sys.settrace(previous)


@contextmanager
def unseen() -> Iterator[None]:
    """Inside the block nothing is noted: the runs of another call, which has its own notes."""
    previous = sys.gettrace()
    sys.settrace(None)
    try:
        yield
    finally:
        sys.settrace(previous)


SIMPLE = frozenset({int, float, bool, str, bytes, type(None), Fraction, TapeRandom})
"""Arguments that bring no code of the sampler with them."""


class Within:
    """Which functions of a sampler have something in themselves or in what they can reach."""

    def __init__(self, has: Callable[[Reach], bool]) -> None:
        self.has = has
        self.known: dict[Callable[..., Any], bool] = {}

    def may_run(self, function: Callable[..., Any], given: Iterable[Any]) -> bool:
        """Whether a call of the function, given these arguments, may come to it; a local one always may."""
        if "<locals>" in function.__qualname__:
            return True
        if function not in self.known:
            self.known[function] = self.has(Reach(function))
        return self.known[function] or not all(type(value) in SIMPLE for value in given)


def remembers(reach: Reach) -> bool:
    """Whether a cache is within reach."""
    return bool(reach.met.caches or reach.met.holders)


def is_users(code: CodeType) -> bool:
    """Whether the code is the sampler's, and not of a library that is called as it is."""
    return origin_of_code(code) in (USER, INSTALLED)
