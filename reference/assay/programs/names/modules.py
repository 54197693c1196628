"""Which modules of the standard library and of numpy may be named, and which parts of them."""

HARMLESS = frozenset([
    "__future__", "abc", "array", "base64", "binascii", "bisect", "builtins", "calendar", "cmath",
    "collections", "colorsys", "contextlib", "contextvars", "copy", "dataclasses", "datetime", "decimal",
    "difflib", "enum", "fractions", "functools", "graphlib", "hashlib", "heapq", "hmac", "itertools",
    "json", "keyword", "math", "numbers", "operator", "re", "reprlib", "statistics", "string", "struct",
    "textwrap", "types", "typing", "unicodedata", "zlib", "zoneinfo", "_collections_abc",
    "posixsubprocess", "sre_compile", "sre_constants", "genericpath",
])  # fmt: skip
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
    "sys": frozenset({
        "byteorder", "exit", "float_info", "float_repr_style", "hash_info", "implementation", "int_info",
        "maxsize", "maxunicode", "stderr", "stdout", "version", "version_info",
    }),
    "uuid": frozenset({
        "NAMESPACE_DNS", "NAMESPACE_OID", "NAMESPACE_URL", "NAMESPACE_X500", "SafeUUID", "UUID", "uuid3",
        "uuid5",
    }),
    "logging": frozenset({
        "CRITICAL", "DEBUG", "ERROR", "INFO", "Logger", "LoggerAdapter", "NOTSET", "NullHandler", "WARNING",
        "critical", "debug", "error", "exception", "getLogger", "info", "log", "warning",
    }),
    "warnings": frozenset({"warn"}),
}  # fmt: skip
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
