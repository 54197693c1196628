"""What Python itself writes into a class, for `class`, `dataclass`, `NamedTuple` and `Enum`; what objects of
its own classes hold.
"""

from __future__ import annotations

import enum
import functools
import sys
import types
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import is_dataclass
from typing import Any

from ...outputs.identity import holds_more, is_named_tuple
from ..bytecode import CELL, GLOBAL, Step, steps_of
from ..origins import is_of_package
from ..program import Program
from .allowed import BUILTINS, words
from .outside import is_library_file

KEPT_BY_CLASSES = words(
    "__module__ __qualname__ __doc__ __dict__ __weakref__ __annotations__ __annotate__ __slots__ "
    "__match_args__ __dataclass_fields__ __dataclass_params__ __orig_bases__ __parameters__ "
    "__abstractmethods__ _abc_impl __static_attributes__ __firstlineno__ _fields _field_defaults "
    "_is_protocol"
)
"""What Python keeps in a class, apart from functions."""

GENERATED = words(
    "__init__ __repr__ __eq__ __hash__ __setattr__ __delattr__ __lt__ __le__ __gt__ __ge__ __replace__ "
    "__getstate__ __setstate__ __new__ _make _replace _asdict __getnewargs__ __format__ __str__ "
    "__reduce_ex__ __or__ __and__ __xor__ __ror__ __rand__ __rxor__ __invert__ _generate_next_value_ "
    "_missing_ _iter_member_ _iter_member_by_value_ _iter_member_by_def_ _numeric_repr_"
)
"""Methods that `dataclass`, `NamedTuple` and `Enum` write, or take from Python's library."""


NOT_PARTS = (
    *("_HAS_DEFAULT", "__dataclass_HAS", "__dataclass_builtins", "__dataclass_type"),
    *("_type_", "cls", "FrozenInstance"),
)
"""Variables of written methods that hold no value of the user's."""


def is_generated(cls: type, name: str, member: Any) -> bool:
    """Whether a member of a class is Python's own, and follows noisy values or refuses them."""
    function = getattr(member, "__func__", member)
    is_enum = isinstance(cls, enum.EnumMeta)
    if type(function) is types.FunctionType:
        made = is_dataclass(cls) or is_named_tuple(cls) or is_enum
        return made and name in GENERATED and is_library_file(function.__code__.co_filename)
    if name == "__hash__" and member is None:
        return True
    if isinstance(member, (types.MemberDescriptorType, types.GetSetDescriptorType)):
        return True
    if is_named_tuple(cls) and type(member).__name__ == "_tuplegetter":
        return True
    if is_enum and (name.startswith("_") or type(member).__module__ == "enum"):
        return True
    return name in KEPT_BY_CLASSES


def written_parts(cls: type, name: str, member: Any) -> Iterable[Any] | None:
    """What a method that `dataclass` or `NamedTuple` has written holds: defaults and their factories.

    None for any other member, also for one that only looks like such a method: that is checked as any code.
    """
    function = getattr(member, "__func__", member)
    if type(function) is not types.FunctionType or name not in GENERATED:
        return None
    code = function.__code__
    if not code.co_filename.startswith("<string>") or not (is_dataclass(cls) or is_named_tuple(cls)):
        return None
    steps = steps_of(code)
    for n, step in enumerate(steps):
        if not _is_written(step, steps[n - 1], steps[n + 1 :], function):
            return None
    return [
        cell.cell_contents
        for variable, cell in zip(code.co_freevars, function.__closure__ or (), strict=True)
        if not variable.startswith(NOT_PARTS)
    ]


def _is_written(step: Step, before: Step, after: Sequence[Step], function: types.FunctionType) -> bool:
    """Whether an instruction is one that `dataclass` writes: it asks a value for its class, or not at all."""
    if step.name in GLOBAL:
        own = step.argument == "type" and after[0].argument == "self"
        return own or _is_harmless(step.argument, function)
    if step.name == "IS_OP":
        cell = before.argument if before.name in CELL else ""
        itself = before.argument == "other"  # of `__eq__`, which compares parts where it is not self
        return itself or before.argument == "__class__" or cell == "cls" or "HAS_DEFAULT_FACTORY" in cell
    if step.name.endswith(("_ATTR", "_METHOD")):
        name = str(step.argument)
        hidden = name.startswith("__") and name.endswith("__")
        return not hidden or name in ("__class__", "__setattr__", "__delattr__", "__post_init__")
    return True


def _is_harmless(name: str, function: types.FunctionType) -> bool:
    """Whether a global name in written code stands for a listed builtin, or for `tuple.__new__`."""
    table = function.__globals__
    own: Any = function
    if name == "_tuple_new":
        return bool(table.get(name) == tuple.__new__)
    return name not in table and name in BUILTINS and own.__builtins__.get(name) is BUILTINS[name]


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


def is_library_class(cls: type) -> bool:
    """Whether a class is written in C, or belongs to Python or to this package (but for shipped programs)."""
    home = cls.__module__.partition(".")[0]
    if cls is object or holds_more(cls) or home in sys.stdlib_module_names:
        return True
    file = getattr(sys.modules.get(cls.__module__), "__file__", None)
    return home == "assay" and (file is None or is_of_package(file))
