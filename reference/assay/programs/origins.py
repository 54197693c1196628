"""Whose code it is: the user's, an installed library's, the standard library's, or one that is trusted."""

from __future__ import annotations

import sys
import sysconfig
from functools import lru_cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

USER, INSTALLED, STANDARD, TRUSTED = "user", "installed", "standard", "trusted"

LIBRARIES = frozenset({"numpy", "scipy", "flint", "mpmath", "sympy", "pytest", "_pytest", "hypothesis"})
"""Installed libraries whose code is called as it is."""

_PACKAGE = Path(__file__).resolve().parents[1]
_SHIPPED = tuple(_PACKAGE / part for part in ("studies/literature", "examples"))
"""Where the package keeps programs of its own, which are read like anybody's."""

_STANDARD = tuple({sysconfig.get_paths()[name] for name in ("stdlib", "platstdlib")})
_SITES = frozenset({"site-packages", "dist-packages"})
HEAP, IMMUTABLE = 1 << 9, 1 << 8


@lru_cache(maxsize=1024)
def is_of_package(file: str) -> bool:
    """Whether a file belongs to this package, and is not one of the programs that it ships."""
    path = Path(file)
    return path.is_relative_to(_PACKAGE) and not any(path.is_relative_to(place) for place in _SHIPPED)


@lru_cache(maxsize=4096)
def origin_of_file(path: str) -> str:
    """Whose code a file holds."""
    if path.startswith("<frozen"):
        return STANDARD
    if is_of_package(path):
        return TRUSTED
    parts = Path(path).parts
    site = next((n for n, part in enumerate(parts) if part in _SITES), None)
    if site is not None and site + 1 < len(parts):
        return TRUSTED if parts[site + 1].partition(".")[0] in LIBRARIES else INSTALLED
    return STANDARD if any(map(Path(path).is_relative_to, _STANDARD)) else USER


def origin_of_module(module: ModuleType) -> str:
    """Whose module it is."""
    path = vars(module).get("__file__")  # a module's __getattr__ may run code
    if isinstance(path, str):
        return origin_of_file(path)
    name = module.__name__.partition(".")[0]
    if name in sys.builtin_module_names or name in sys.stdlib_module_names:
        return STANDARD
    return TRUSTED if name in LIBRARIES or name == "assay" else USER


def is_library(module: ModuleType) -> bool:
    """Whether a module is of the standard library, or of a library that is called as it is."""
    return origin_of_module(module) in (STANDARD, TRUSTED)


def origin_of_code(code: CodeType) -> str:
    """Whose code it is."""
    return origin_of_file(code.co_filename)


def origin_of_class(cls: type) -> str:
    """Whose class it is; one that only says so of itself is the user's."""
    if not cls.__flags__ & HEAP:
        return STANDARD if _named_origin(cls) == USER else _named_origin(cls)
    origin = _named_origin(cls)
    if origin in (USER, INSTALLED) or cls.__flags__ & IMMUTABLE:
        return origin
    holder: Any = sys.modules.get(cls.__module__)
    for part in cls.__qualname__.split("."):
        holder = getattr(holder, part, None)
    return origin if holder is cls or not _is_python(cls) else _origin_of_methods(cls)


def is_open(cls: type) -> bool:
    """Whether attributes of a class can be set."""
    return bool(cls.__flags__ & HEAP) and not cls.__flags__ & IMMUTABLE


def _named_origin(cls: type) -> str:
    """The origin of the module that a class names as its own."""
    name = str(cls.__module__)
    module = sys.modules.get(name)
    if module is None:
        return TRUSTED if name.partition(".")[0] in LIBRARIES else USER
    return origin_of_module(module)


def _is_python(cls: type) -> bool:
    """Whether a class was made by a class statement or by `type`, as far as its attributes say."""
    return "__firstlineno__" in vars(cls) or "__dict__" in vars(cls) or "__slots__" in vars(cls)


def _origin_of_methods(cls: type) -> str:
    """The origin of the code of a class that its module does not list."""
    found = {origin_of_code(f.__code__) for f in vars(cls).values() if isinstance(f, FunctionType)}
    return found.pop() if len(found) == 1 else USER
