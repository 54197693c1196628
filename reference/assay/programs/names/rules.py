"""Whether a part of a module, a function or a class is refused, by whatever name it was reached; which
attributes, formats and handlers are, of whatever object they are.
"""

from __future__ import annotations

import builtins
import datetime
import os
import random
import re
import sys
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, TypeAlias

from .modules import EXCEPTIONS, GENERATOR_TYPES, HARMLESS, PARTS, SOURCES, WHAT

ATTRIBUTES = frozenset([
    "__annotations__", "__array_interface__", "__array_struct__", "__builtins__", "__closure__",
    "__context__", "__traceback__", "__code__", "__defaults__", "__del__", "__kwdefaults__",
    "__setstate__", "__globals__", "__hash__", "__loader__", "__reduce__", "__reduce_ex__", "__self__",
    "__sizeof__", "__slotnames__", "__spec__", "__subclasses__", "buffer_info", "ag_frame",
    "byte_bounds", "cell_contents", "cr_frame", "ctypes", "f_back", "f_builtins", "f_code", "f_frame",
    "f_globals", "f_lasti", "f_lineno", "f_locals", "f_trace", "gi_frame", "tb_frame", "tb_lasti",
    "tb_lineno", "tb_next", "cache_info", "__getattribute__", "__weakref__", "__get__", "__cached__",
    "__file__", "__path__", "ag_code", "co_filename", "cr_code", "gi_code", "gi_yieldfrom", "fromfile",
    "tofile", "_evaluate", "get_field", "exact_rational", "is_symbolic", "logarithmic_part",
    "rational_value", "signs_against", "symbolic", "without_symbol",
])  # fmt: skip
"""Attributes that lead around the names: to frames, addresses, other functions' variables, a cache's own
numbers; and what tells that EPS is a symbol, and no number.
"""

FIXED_ATTRIBUTES = frozenset(["__doc__", "__name__", "__qualname__", "_denominator", "_numerator"])
"""Attributes that may be read and not set: what functions and classes say of themselves, and the parts of a
fraction, which is taken for a value.
"""

OF_THE_FILE = frozenset({"__builtins__", "__cached__", "__file__", "__loader__", "__path__", "__spec__"})
"""Global variables that Python sets for every module, and that say where it was found."""

PLACES = frozenset({"cwd", "expanduser", "home"})
"""Methods of paths that tell where the process runs, and for whom."""

BROAD = frozenset({"BaseException", "Exception"})

CLOCK_METHODS = frozenset({"now", "today", "utcnow", "fromtimestamp", "timestamp", "astimezone"})
"""Methods of dates that read the clock or the time zone of the machine."""

CLOCK_TEXTS = frozenset({"now", "today"})
"""Texts that numpy reads as the time, where a type of dates (`DATE_TYPES`) is named."""

DATE_TYPES = ("datetime64", "M8", "<M8", ">M8")

LOGGER_PARTS = frozenset(
    {
        "filters",
        "getEffectiveLevel",
        "handlers",
        "hasHandlers",
        "isEnabledFor",
        "makeRecord",
        "manager",
        "root",
    }
)
"""Attributes of a logger that lead to more than the writing of a message."""

SAFE_DIRECTIVES = frozenset("YmdHMSfjuwyGVU%")
"""What `strftime` writes in the same way on every machine."""


def differs_by_machine(form: str) -> bool:
    """Whether `strftime` with this format depends on the time zone, the locale or the C library."""
    return any(letter not in SAFE_DIRECTIVES for letter in re.findall("%(.)", form))


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
