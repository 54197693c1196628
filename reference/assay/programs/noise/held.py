"""What a value of a known type holds, and whose class it is of."""

from __future__ import annotations

import functools
import sys
import types
from collections import Counter, OrderedDict, defaultdict, deque
from typing import Any

from ...outputs.identity import holds_more
from ..program import Program
from .outside import is_ours

SEQUENCES = (tuple, list, set, frozenset, deque)
MAPPINGS = (dict, defaultdict, OrderedDict, Counter, types.MappingProxyType)
CACHE = type(functools.lru_cache(len))


def parts_held(value: Any, kind: type) -> tuple[Any, ...] | None:
    """What a value of a known type holds; None for any other type."""
    if kind in SEQUENCES:
        return tuple(value)
    if kind in MAPPINGS:
        return (*value.keys(), *value.values())
    if kind is types.MethodType:
        return value.__func__, value.__self__
    if kind is Program:
        return (vars(value)["_function"],)
    if kind is functools.partial:
        return (value.func, *value.args, *value.keywords.values())
    if kind is types.SimpleNamespace:
        return tuple(vars(value).values())
    if kind is CACHE:
        return (value.__wrapped__,)
    if kind in (staticmethod, classmethod):
        return (value.__func__,)
    if kind is property:
        return value.fget, value.fset, value.fdel
    if kind is functools.cached_property:
        return (value.func,)
    return None


def is_filled(cell: types.CellType) -> bool:
    """Whether a closed-over variable has a value."""
    try:
        cell.cell_contents  # noqa: B018  # it raises where the variable is not set
    except ValueError:
        return False
    return True


def is_library_class(cls: type) -> bool:
    """Whether a class is written in C, or belongs to Python or to this package (but for shipped programs)."""
    home = cls.__module__.partition(".")[0]
    if cls is object or holds_more(cls) or home in sys.stdlib_module_names:
        return True
    file = getattr(sys.modules.get(cls.__module__), "__file__", None)
    return home == "assay" and (file is None or is_ours(file))
