"""The names that a program may not use, because what they give differs from run to run or cannot be seen.

A function, class or module of the standard library is harmless, or a source of randomness, or refused: what
is not on the list of harmless modules is refused by its name.  The user's own code is read (`reach`),
libraries such as numpy are trusted apart from what is named here.
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

Refused: TypeAlias = tuple[str, str]
"""The name of what is refused, and what it is."""

HARMLESS = frozenset(
    [
        "__future__",
        "abc",
        "array",
        "base64",
        "binascii",
        "bisect",
        "builtins",
        "calendar",
        "cmath",
        "collections",
        "colorsys",
        "contextlib",
        "contextvars",
        "copy",
        "dataclasses",
        "datetime",
        "decimal",
        "difflib",
        "enum",
        "fractions",
        "functools",
        "graphlib",
        "hashlib",
        "heapq",
        "hmac",
        "itertools",
        "json",
        "keyword",
        "math",
        "numbers",
        "operator",
        "re",
        "reprlib",
        "statistics",
        "string",
        "struct",
        "textwrap",
        "types",
        "typing",
        "unicodedata",
        "zlib",
        "zoneinfo",
        "_collections_abc",
        "posixsubprocess",
        "sre_compile",
        "sre_constants",
        "genericpath",
    ]
)
"""Modules of the standard library whose functions depend on their arguments alone, apart from
`EXCEPTIONS`.
"""

EXCEPTIONS = {
    "builtins": {
        "MemoryError": "the memory that is left",
        "RecursionError": "the depth of the stack, which differs with the caller",
        "__import__": "an import that cannot be read",
        "breakpoint": "the debugger",
        "compile": "code that cannot be read",
        "eval": "code that cannot be read",
        "exec": "code that cannot be read",
        "globals": "variables without their names",
        "hash": "a number that differs between processes (use hashlib, or the number itself)",
        "id": "an address",
        "input": "the keyboard",
        "open": "a file",
    },
    "types": {
        "CodeType": "code that cannot be read",
        "FunctionType": "code that cannot be read",
        "LambdaType": "code that cannot be read",
    },
    "abc": {"get_cache_token": "a count of what the process has registered"},
    "calendar": {
        "LocaleHTMLCalendar": "the locale",
        "LocaleTextCalendar": "the locale",
        "day_abbr": "the locale",
        "day_name": "the locale",
        "different_locale": "the locale",
        "month_abbr": "the locale",
        "month_name": "the locale",
        "setfirstweekday": "a setting that is left behind",
    },
    "re": {"L": "the locale", "LOCALE": "the locale", "purge": "a cache of the process"},
    "zoneinfo": {
        "TZPATH": "the file system",
        "available_timezones": "the file system",
        "reset_tzpath": "a setting that is left behind",
    },
    "contextlib": {"chdir": "the file system"},
    "string": {"Formatter": "a way around the names of things, write an f-string"},
    "typing": {
        "ForwardRef": "code that cannot be read",
        "evaluate_forward_ref": "code that cannot be read",
        "get_type_hints": "code that cannot be read",
    },
    "numpy": {
        "DataSource": "a file",
        "fromregex": "a file",
        "shares_memory": "addresses",
        "may_share_memory": "addresses",
        "show_config": "the machine",
        "show_runtime": "the machine",
        "empty": "memory as it was left, write zeros",
        "empty_like": "memory as it was left, write zeros_like",
        "fromfile": "a file",
        "genfromtxt": "a file",
        "load": "a file",
        "loadtxt": "a file",
        "memmap": "a file",
        "save": "a file",
        "savez": "a file",
        "savetxt": "a file",
        "savez_compressed": "a file",
        "__config__": "the machine",
        "__file__": "the file system",
        "_core": "the inside of numpy",
        "_globals": "the inside of numpy",
        "core": "the inside of numpy",
        "ctypeslib": "memory by its address",
        "f2py": "other processes",
        "get_include": "the file system",
        "get_printoptions": "a setting of the process",
        "getbufsize": "a setting of the process",
        "geterr": "a setting of the process",
        "geterrcall": "a setting of the process",
        "masked_all": "memory as it was left, write zeros",
        "masked_all_like": "memory as it was left, write zeros_like",
        "nditer": "memory as it was left where it allocates, write ndindex or ndenumerate",
        "nested_iters": "memory as it was left where it allocates",
        "as_strided": "memory outside of the array",
        "opt_func_info": "the machine",
        "test": "files and processes",
        "testing": "files and processes",
        "set_printoptions": "a setting that is left behind",
        "setbufsize": "a setting that is left behind",
        "seterr": "a setting that is left behind, write with numpy.errstate(...)",
        "seterrcall": "a setting that is left behind",
    },
}

PARTS = {
    "os": frozenset({"urandom", "getrandom"}),
    "sys": frozenset(
        [
            "byteorder",
            "exit",
            "float_info",
            "float_repr_style",
            "hash_info",
            "implementation",
            "int_info",
            "maxsize",
            "maxunicode",
            "stderr",
            "stdout",
            "version",
            "version_info",
        ]
    ),
    "uuid": frozenset(
        [
            "NAMESPACE_DNS",
            "NAMESPACE_OID",
            "NAMESPACE_URL",
            "NAMESPACE_X500",
            "SafeUUID",
            "UUID",
            "uuid3",
            "uuid5",
        ]
    ),
    "logging": frozenset(
        [
            "CRITICAL",
            "DEBUG",
            "ERROR",
            "INFO",
            "Logger",
            "LoggerAdapter",
            "NOTSET",
            "NullHandler",
            "WARNING",
            "critical",
            "debug",
            "error",
            "exception",
            "getLogger",
            "info",
            "log",
            "warning",
        ]
    ),
    "warnings": frozenset({"warn"}),
}
"""Modules of which only these parts may be used."""

SOURCES = frozenset({"random", "secrets", "numpy.random", "os.urandom", "os.getrandom"})
"""What draws randomness; a reader may answer some of it."""

GENERATOR_TYPES = frozenset({"Generator", "BitGenerator", "RandomState"})
"""Classes of numpy.random that may be named without drawing."""

WHAT = {
    "time": "a clock",
    "datetime": "a clock",
    "random": "randomness that this reader does not answer",
    "secrets": "randomness that this reader does not answer",
    "numpy.random": "randomness that this reader does not answer",
    "os": "the process and its environment",
    "sys": "the process and its environment",
    "posixpath": "the file system",
    "platform": "the process and its environment",
    "logging": "more than the writing of a message",
    "warnings": "more than the writing of a message",
    "uuid": "a clock or randomness",
    "io": "a file",
    "pathlib": "the file system",
    "tempfile": "the file system",
    "shutil": "the file system",
    "socket": "the network",
    "gc": "the garbage collector",
    "weakref": "the garbage collector",
    "inspect": "the frames of the interpreter",
    "traceback": "the frames of the interpreter",
    "ctypes": "memory by its address",
    "threading": "threads",
    "multiprocessing": "other processes",
    "subprocess": "other processes",
    "concurrent": "threads",
    "asyncio": "an event loop",
    "signal": "signals",
    "importlib": "an import that cannot be read",
}
"""What a module gives, for messages."""

DIFFERS = frozenset(
    {WHAT[name] for name in ("time", "os", "platform", "uuid", "gc", "socket", "ctypes", "subprocess")}
    | {what for name, what in EXCEPTIONS["builtins"].items() if name in ("hash", "id", "input")}
    | {"the locale", "the machine", "addresses", EXCEPTIONS["numpy"]["empty"], EXCEPTIONS["numpy"]["nditer"]}
    | {"with what depends on the time zone, the locale or the machine", EXCEPTIONS["numpy"]["as_strided"]}
)
"""What differs between processes, also where it is read when a module is loaded."""

UNREAD = frozenset(
    {"__import__", "compile", "eval", "exec", "importlib.import_module", "tempfile.gettempdir"}
)
"""Functions that run code which cannot be read, or tell where the process runs."""

PLACES = frozenset({"cwd", "expanduser", "home"})
"""Methods of paths that tell where the process runs, and for whom."""

ATTRIBUTES = frozenset(
    [
        "__annotations__",
        "__array_interface__",
        "__array_struct__",
        "__builtins__",
        "__closure__",
        "__context__",
        "__traceback__",
        "__code__",
        "__defaults__",
        "__del__",
        "__kwdefaults__",
        "__setstate__",
        "__globals__",
        "__hash__",
        "__loader__",
        "__reduce__",
        "__reduce_ex__",
        "__self__",
        "__sizeof__",
        "__slotnames__",
        "__spec__",
        "__subclasses__",
        "buffer_info",
        "ag_frame",
        "byte_bounds",
        "cell_contents",
        "cr_frame",
        "ctypes",
        "f_back",
        "f_builtins",
        "f_code",
        "f_frame",
        "f_globals",
        "f_lasti",
        "f_lineno",
        "f_locals",
        "f_trace",
        "gi_frame",
        "tb_frame",
        "tb_lasti",
        "tb_lineno",
        "tb_next",
        "cache_info",
        "__getattribute__",
        "__weakref__",
        "__get__",
        "__cached__",
        "__file__",
        "__path__",
        "ag_code",
        "co_filename",
        "cr_code",
        "gi_code",
        "gi_yieldfrom",
        "fromfile",
        "tofile",
        "_evaluate",
        "get_field",
    ]
)
"""Attributes that lead around the names: to frames, addresses, other functions' variables, a cache's own
numbers.
"""

FIXED_ATTRIBUTES = frozenset(["__doc__", "__name__", "__qualname__", "_denominator", "_numerator"])
"""Attributes that may be read and not set: what functions and classes say of themselves, and the parts of a
fraction, which is taken for a value.
"""

OF_THE_FILE = frozenset({"__builtins__", "__cached__", "__file__", "__loader__", "__path__", "__spec__"})
"""Global variables that Python sets for every module, and that say where it was found."""

SAFE_DIRECTIVES = frozenset("YmdHMSfjuwyGVU%")
"""What `strftime` writes in the same way on every machine."""

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

HIDDEN = {
    id(sys.argv): "sys.argv",
    id(sys.path): "sys.path",
    id(sys.modules): "sys.modules",
    id(os.environ): "os.environ",
}
"""Objects of the process, by identity: as long as they live nothing else has it."""

_ALIASES = {"posix": "os", "nt": "os", "_thread": "threading", "_io": "io", "pydecimal": "decimal"}


def differs_by_machine(form: str) -> bool:
    """Whether `strftime` with this format depends on the time zone, the locale or the C library."""
    return any(letter not in SAFE_DIRECTIVES for letter in re.findall("%(.)", form))


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
