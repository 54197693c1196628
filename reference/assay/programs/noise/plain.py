"""Functions that look at the object they are given, such as `type`: they may be given plain values only.

Where a program names them, its runs are traced: every call of such a function of Python's library is seen
with its arguments, and every `type(name)` with the value that the name has then.  A noisy value among them is
refused, and so is what might hand one out later, such as a generator.  So is the text of an object
without a text of its own, which shows its address: during a run the classes of such objects have a `__repr__`
that refuses.
"""

from __future__ import annotations

import json
import logging
import re
import statistics
import string
import textwrap
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from types import CodeType, FrameType, FunctionType, NoneType
from typing import Any, NoReturn

from ...exact import Log, Number
from ..bytecode import CELL, Step
from .sealed import Sealed, stop

LOGGING = frozenset({"debug", "info", "warning", "error", "critical", "exception", "log"})
"""Methods of a `logging.Logger` that may be called."""

_LIBRARY: list[Any] = [
    *(getattr(statistics, name) for name in statistics.__all__),
    *(json.dumps, json.loads, string.capwords),
    *(getattr(textwrap, name) for name in textwrap.__all__),
    *(getattr(re, name) for name in ("match", "fullmatch", "search", "sub", "split", "findall", "escape")),
    *(getattr(logging.Logger, name) for name in sorted(LOGGING)),
]

FUNCTIONS = {id(each): each for each in _LIBRARY if type(each) is FunctionType}
"""Functions of Python's library, written in Python, that may be called with plain values."""

LIBRARY_CODES = {id(each.__code__): each.__name__ for each in FUNCTIONS.values()}

_ATOMS = frozenset({bool, int, float, complex, str, bytes, NoneType, Fraction, Decimal, Number, Log, range})
_CONTAINERS = frozenset({tuple, list, set, frozenset})


@dataclass
class Guards:
    """What is watched during a run."""

    library: bool = False
    """Whether functions of the library are called that look at their arguments."""
    types: dict[int, dict[int, str]] = field(default_factory=dict)
    """The code objects that write `type(name)`: at which instruction, and for which name."""

    def __bool__(self) -> bool:
        return self.library or bool(self.types)

    def watch_type(self, code: CodeType, after: tuple[Step, ...]) -> bool:
        """Watch a `type(name)`, by the instructions that follow `type`; False where it is something else."""
        if len(after) < 2 or not (after[0].name.startswith("LOAD_FAST") or after[0].name in CELL):
            return False
        call = next((step for step in after[1:] if step.name != "PRECALL"), None)
        if call is None or call.name != "CALL" or call.argument != 1:
            return False
        self.types.setdefault(id(code), {})[after[0].offset] = str(after[0].argument)
        return True

    def enter(self, frame: FrameType) -> None:
        """A function is called."""
        name = LIBRARY_CODES.get(id(frame.f_code)) if self.library else None
        if name is not None and not all(map(is_plain, _given(frame, name))):
            stop(
                f"{name}() is called with a noisy value, or with what may hold one, and might see that it is "
                "no number; give it a list or a number that no draw is in"
            )

    def step(self, frame: FrameType) -> None:
        """An instruction is about to run."""
        name = self.types.get(id(frame.f_code), {}).get(frame.f_lasti)
        if name is not None and (
            name not in frame.f_locals or issubclass(type(frame.f_locals[name]), Sealed)
        ):
            stop(f"type({name}) is asked of a noisy value, which is no number yet; compare it instead")


def _given(frame: FrameType, name: str) -> Iterable[object]:
    """The arguments of a call, without the logger itself."""
    return (value for key, value in frame.f_locals.items() if not (key == "self" and name in LOGGING))


def is_plain(value: object, depth: int = 20) -> bool:
    """Whether no noisy value is in a value, nor anything that is not known."""
    kind = type(value)
    if kind in _CONTAINERS and depth:
        return all(is_plain(part, depth - 1) for part in value)  # type: ignore[attr-defined]
    if kind is dict and depth:
        return all(is_plain(part, depth - 1) for item in value.items() for part in item)  # type: ignore[attr-defined]
    return kind in _ATOMS or issubclass(kind, (Enum, type))


@contextmanager
def addresses_refused(classes: Iterable[type]) -> Iterator[None]:
    """Inside the block, the objects of these classes, which take `object.__repr__`, have no text."""
    changed = [cls for cls in classes if _text_of(cls) is object.__repr__]
    for cls in changed:
        type.__setattr__(cls, "__repr__", _refuse)
    try:
        yield
    finally:
        for cls in changed:
            type.__delattr__(cls, "__repr__")


def _text_of(cls: Any) -> Any:
    return cls.__repr__


def _refuse(value: object) -> NoReturn:
    stop(
        f"the text of a {type(value).__name__} object shows its address, which differs from run to run; "
        "give the class a __repr__"
    )
