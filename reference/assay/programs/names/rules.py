"""Whether a part of a module, a function or a class is refused, by whatever name it was reached."""

from __future__ import annotations

import builtins
import datetime
import os
import random
import sys
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, TypeAlias

from .attributes import CLOCK_METHODS
from .modules import EXCEPTIONS, GENERATOR_TYPES, HARMLESS, PARTS, SOURCES, WHAT

Refused: TypeAlias = tuple[str, str]
"""The name of what is refused, and what it is."""

HIDDEN = {
    id(sys.argv): "sys.argv",
    id(sys.path): "sys.path",
    id(sys.modules): "sys.modules",
    id(os.environ): "os.environ",
}
"""Objects of the process, by identity: as long as they live nothing else has it."""

_ALIASES = {"posix": "os", "nt": "os", "_thread": "threading", "_io": "io", "pydecimal": "decimal"}


def top(module: str) -> str:
    """The public top-level name of a module: os for posix, random for _random, collections for
    collections.abc.
    """
    name = _ALIASES.get(module, module).partition(".")[0]
    return name if name.startswith("__") or name == "_collections_abc" else name.lstrip("_")


def home_of(value: Any) -> str:
    """The module in which a function or a class is defined."""
    if isinstance(value, FunctionType):
        return str(value.__globals__.get("__name__", ""))
    if isinstance(value, type):
        return str(value.__module__)
    owner = getattr(value, "__self__", None)
    if isinstance(owner, ModuleType):
        return owner.__name__
    if isinstance(owner, type):
        return str(owner.__module__)
    if isinstance(owner, random.Random):
        return "random"
    return str(getattr(value, "__module__", None) or type(owner).__module__)


def is_answered(name: str, answered: frozenset[str]) -> bool:
    """Whether randomness of this name, such as random.randint, is answered by the reader."""
    return any(name == source or name.startswith(f"{source}.") for source in answered)


def refused_part(module: str, part: str, answered: frozenset[str]) -> Refused | None:
    """Whether a part of a module of the standard library or numpy is refused."""
    home = top(module)
    name = part if home == "builtins" else f"{_ALIASES.get(module, module.lstrip('_') or module)}.{part}"
    if home == "numpy":
        return _refused_of_numpy(name, part, answered)
    if home not in sys.stdlib_module_names:
        return None
    if part in EXCEPTIONS.get(home, ()):
        return name, EXCEPTIONS[home][part]
    if home in HARMLESS or is_answered(name, answered) or is_answered(home, answered):
        return None
    if part in PARTS.get(home, ()) and name not in SOURCES:
        return None
    return name, WHAT.get(
        home, f"what may differ from run to run (the module {home} is not on the list of harmless ones)"
    )


def _refused_of_numpy(name: str, part: str, answered: frozenset[str]) -> Refused | None:
    if name.startswith("numpy.random"):
        if is_answered("numpy.random", answered) or part in GENERATOR_TYPES or name == "numpy.random":
            return None
        return name, WHAT["numpy.random"]
    known = EXCEPTIONS["numpy"]
    return (name, known[part]) if part in known else None


def refused_value(value: Any, answered: frozenset[str]) -> Refused | None:
    """Whether a function or a class is refused, by whatever name it was reached."""
    if isinstance(value, type | FunctionType | BuiltinFunctionType):
        name = getattr(value, "__name__", "?")
        owner = getattr(value, "__self__", None)
        if isinstance(owner, type) and issubclass(owner, datetime.date) and name in CLOCK_METHODS:
            return f"datetime.{owner.__name__}.{name}", WHAT["datetime"]
        if EXCEPTIONS["builtins"].keys() & {name} and getattr(builtins, name) is value:
            return name, EXCEPTIONS["builtins"][name]
        return refused_part(home_of(value), name, answered)
    if id(value) in HIDDEN:
        return HIDDEN[id(value)], WHAT["sys"]
    return None
