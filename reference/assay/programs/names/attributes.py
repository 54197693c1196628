"""Which attributes, formats and handlers are refused by their name, of whatever object they are."""

from __future__ import annotations

import re

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
