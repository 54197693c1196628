"""Is a program one that the symbolic reader can follow?  Its code is looked at before it is run.

From the function on, everything is looked at that its code can name or that it holds: functions with their
closures and defaults, classes, instances, containers, arguments.  Every function of the user's is checked by
its code object, so that no text is needed; anything else must be listed in `allowed`.  Refused are names
that are not listed, `is` between values that may be numbers, and attributes that lead behind an object.
"""

from __future__ import annotations

import enum
import functools
import importlib
import sys
import sysconfig
import types
from abc import ABCMeta
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Iterable
from dataclasses import is_dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from ...dp.dist import Dist
from ...dp.outputs import attributes, is_named_tuple, is_settled
from ...exact import Log, Number
from ..program import Program
from .allowed import BUILTINS, CLASSES, DUNDERS, FUNCTIONS, HIDDEN_METHODS, INTERNALS, WHOLE_MODULES
from .outside import OutsideClass, is_ours
from .steps import CELL, GLOBAL, READ, Step, steps_of

LIBRARY = Path(sysconfig.get_paths()["stdlib"]).resolve()

SEQUENCES = (tuple, list, set, frozenset, deque)
MAPPINGS = (dict, defaultdict, OrderedDict, Counter, types.MappingProxyType)
ATOMS = (Number, Log, Dist, range, slice, types.GenericAlias, types.UnionType, type(NotImplemented))
DATA = frozenset({str, bytes, int, float, bool, tuple, list, dict, set, frozenset, range, bytearray, complex})
METACLASSES = (type, ABCMeta, enum.EnumMeta)

NOT_FOLLOWED = (
    "is not followed here: it might look at a noisy value and see that it is no number; use sums, comparisons, "
    "max, min, sorted and containers"
)


class Place(NamedTuple):
    """Under which name something was met, and where."""

    name: str
    file: str = ""
    line: int | None = None

    def refuse(self, what: str) -> OutsideClass:
        """The error."""
        where = f"{self.file}, line {self.line}" if self.file else ""
        return OutsideClass(f"{self.name} {what}", where, self.line)


class Checked:
    """What a program reaches, all of it checked; `codes` are the code objects of the user's functions.

    Raises OutsideClass, with the line where there is one, for what is not listed.
    """

    def __init__(self, program: object) -> None:
        self.codes: dict[int, types.CodeType] = {}
        self.catches = False
        """Whether some code may go on after an exception."""
        self._seen: dict[int, object] = {}
        self._waiting: list[tuple[Any, Place]] = []
        self.follow(program, "the program")

    def follow(self, value: object, name: str) -> None:
        """Check a value and all that can be reached from it."""
        self._add(value, Place(name))
        while self._waiting:
            self._visit(*self._waiting.pop())

    def _add(self, value: object, place: Place) -> None:
        if not is_settled(value) and id(value) not in self._seen:
            self._seen[id(value)] = value
            self._waiting.append((value, place))

    def _all(self, values: Iterable[Any], place: Place) -> None:
        for value in values:
            self._add(value, place)

    def _visit(self, value: Any, place: Place) -> None:
        """One value, by its type."""
        kind = type(value)
        if id(value) in FUNCTIONS or isinstance(value, ATOMS):
            return
        if kind is types.FunctionType:
            self._function(value, place)
        elif isinstance(value, type):
            self._class(value, place)
        elif kind is types.ModuleType:
            if value not in WHOLE_MODULES:
                raise place.refuse("is a module that is handed around; name what is used of it")
        elif kind in (types.BuiltinFunctionType, types.MethodDescriptorType):
            self._builtin(value, place)
        elif (parts := _parts(value, kind)) is not None:
            self._all(parts, place)
        else:
            self._instance(value, kind, place)

    def _builtin(self, value: Any, place: Place) -> None:
        """A method of a built-in container or number; any other function written in C is not listed."""
        owner = value.__objclass__ if type(value) is types.MethodDescriptorType else type(value.__self__)
        if owner not in DATA or value.__name__.startswith("__"):
            raise place.refuse(NOT_FOLLOWED)
        if type(value) is types.BuiltinFunctionType:
            self._add(value.__self__, place)

    def _instance(self, value: Any, kind: type, place: Place) -> None:
        """An object of a class of the user's: its class, and what it holds."""
        if _is_library(kind):
            raise place.refuse(f"is a {kind.__name__}, which {NOT_FOLLOWED}")
        self._all((kind, *attributes(value).values()), place)
        if isinstance(value, SEQUENCES):
            self._all(tuple(value), place)
        elif isinstance(value, MAPPINGS):
            self._all((*value.keys(), *value.values()), place)

    def _class(self, cls: type, place: Place) -> None:
        """A class: its bases, and what its body defines."""
        if cls in CLASSES:
            return
        if _is_library(cls) or type(cls) not in METACLASSES:
            raise place.refuse(NOT_FOLLOWED)
        self.catches = True  # Python swallows a TypeError that __len__ raises
        self._all(cls.__bases__, place)
        for name, member in vars(cls).items():
            if name in HIDDEN_METHODS and not _is_generated(cls, name, member):
                raise Place(cls.__name__).refuse(f"defines {name}, which Python calls unseen; leave it out")
            if not _is_generated(cls, name, member):
                self._add(member, Place(f"{cls.__name__}.{name}"))

    # Functions

    def _function(self, function: types.FunctionType, place: Place) -> None:
        code = function.__code__
        if is_ours(code.co_filename) or _is_library_file(code.co_filename):
            raise place.refuse(NOT_FOLLOWED)
        cells = {
            name: cell.cell_contents
            for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True)
            if _is_set(cell)
        }
        self._code(code, function.__globals__, cells)
        held = (*cells.values(), *(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())
        self._all((v for v in held if type(v) is not types.ModuleType), Place(f"what {code.co_name} holds"))
        self._all(vars(function).values(), Place(f"an attribute of {code.co_name}"))

    def _code(self, code: types.CodeType, table: dict[str, Any], cells: dict[str, Any]) -> None:
        """The instructions of a function, and of those that it defines."""
        self.codes[id(code)] = code
        steps, file = steps_of(code), Path(code.co_filename).name
        for n, step in enumerate(steps):
            place = Place(str(step.argument), file, step.line)
            if step.name == "PUSH_EXC_INFO":
                self.catches = True
            elif step.name == "IS_OP":
                _check_identity(steps, n, table, place)
            elif step.name in GLOBAL:
                self._global(step.argument, steps[n + 1 :], table, place)
            elif step.name in CELL and step.argument in cells:
                self._chain(cells[step.argument], steps[n + 1 :], place)
            elif step.name == "IMPORT_NAME":
                self._import(step.argument, steps[n + 1 :], place)
            elif step.name.endswith(("_ATTR", "_METHOD")):
                _check_attribute(step.argument, place)
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                self._code(constant, table, cells)

    def _global(self, name: str, after: tuple[Step, ...], table: dict[str, Any], place: Place) -> None:
        if name in table:
            self._chain(table[name], after, place)
        elif name not in BUILTINS and hasattr(sys.modules["builtins"], name):
            raise place.refuse(NOT_FOLLOWED)

    def _chain(self, value: Any, after: tuple[Step, ...], place: Place) -> None:
        """A value, or the attribute of a module that is read of it."""
        for following in after:
            if type(value) is not types.ModuleType or following.name not in READ:
                break
            place = place._replace(name=f"{place.name}.{following.argument}")
            if not hasattr(value, following.argument):
                return
            value = getattr(value, following.argument)
        self._add(value, place)

    def _import(self, name: str, after: tuple[Step, ...], place: Place) -> None:
        """An import inside a function: of listed things alone."""
        module = sys.modules.get(name)
        if module is None and name in sys.stdlib_module_names:
            module = importlib.import_module(name)
        names = []
        for following in after:
            if following.name == "IMPORT_FROM":
                names.append(following.argument)
            elif not following.name.startswith("STORE_"):
                break
        if module is None or (not names and module not in WHOLE_MODULES):
            raise place._replace(name=f"import {name}").refuse(
                "is inside of a function; write it at the top of the file"
            )
        for each in names:
            self._add(getattr(module, each, None), place._replace(name=f"{name}.{each}"))


def _parts(value: Any, kind: type) -> tuple[Any, ...] | None:
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
    if kind in (staticmethod, classmethod):
        return (value.__func__,)
    if kind is property:
        return value.fget, value.fset, value.fdel
    if kind is functools.cached_property:
        return (value.func,)
    return None


def _check_attribute(name: str, place: Place) -> None:
    if (name.startswith("__") and name.endswith("__") and name not in DUNDERS) or name in INTERNALS:
        raise place.refuse(
            "is an attribute that may tell a noisy value from a number; compare the value instead"
        )


def _check_identity(steps: tuple[Step, ...], n: int, table: dict[str, Any], place: Place) -> None:
    """`is` is allowed beside None, True, False, ... and members of enumerations, which are no numbers."""
    before = steps[n - 1]
    if before.name == "LOAD_CONST" and (before.argument is None or type(before.argument) in (bool, type(...))):
        return
    if before.name == "LOAD_ATTR" and n > 1 and steps[n - 2].name == "LOAD_GLOBAL":
        owner = table.get(steps[n - 2].argument)
        if isinstance(owner, enum.EnumMeta) and isinstance(getattr(owner, before.argument, None), enum.Enum):
            return
    raise place._replace(name="is").refuse(
        "compares two objects by their identity, which a number does not have; write =="
    )


def _is_set(cell: types.CellType) -> bool:
    try:
        cell.cell_contents  # noqa: B018  # it raises where the variable is not set
    except ValueError:
        return False
    return True


@lru_cache(maxsize=1 << 10)
def _is_library_file(name: str) -> bool:
    if name.startswith("<frozen"):
        return True
    path = Path(name)
    return path.is_relative_to(LIBRARY) and "site-packages" not in path.parts


def _is_library(cls: type) -> bool:
    """Whether a class is written in C, or belongs to Python or to this package (but for shipped programs)."""
    home = cls.__module__.partition(".")[0]
    if not cls.__flags__ & (1 << 9) or home in sys.stdlib_module_names:  # Py_TPFLAGS_HEAPTYPE
        return True
    file = getattr(sys.modules.get(cls.__module__), "__file__", None)
    return home == "assay" and (file is None or is_ours(file))


KEPT_BY_CLASSES = frozenset(
    "__module__ __qualname__ __doc__ __dict__ __weakref__ __annotations__ __annotate__ __slots__ __match_args__ "
    "__dataclass_fields__ __dataclass_params__ __orig_bases__ __parameters__ __abstractmethods__ _abc_impl "
    "__static_attributes__ __firstlineno__ _fields _field_defaults __hash__ _is_protocol".split()
)
"""What Python keeps in a class, apart from functions."""

GENERATED = frozenset(
    "__init__ __repr__ __eq__ __hash__ __setattr__ __delattr__ __lt__ __le__ __gt__ __ge__ __replace__ "
    "__getstate__ __setstate__ __new__ _make _replace _asdict __getnewargs__ __format__ __str__ __reduce_ex__ "
    "__or__ __and__ __xor__ __ror__ __rand__ __rxor__ __invert__ _generate_next_value_ _missing_ _iter_member_ "
    "_iter_member_by_value_ _iter_member_by_def_ _numeric_repr_".split()
)
"""Methods that `dataclass`, `NamedTuple` and `Enum` write."""


def _is_generated(cls: type, name: str, member: Any) -> bool:
    """Whether a member of a class was written by Python itself."""
    function = getattr(member, "__func__", member)
    is_enum = isinstance(cls, enum.EnumMeta)
    if type(function) is types.FunctionType:
        file = function.__code__.co_filename
        written = _is_library_file(file) or (file.startswith("<string>") and _has_file(cls))
        return written and name in GENERATED and (is_dataclass(cls) or is_named_tuple(cls) or is_enum)
    if isinstance(member, (types.MemberDescriptorType, types.GetSetDescriptorType)):
        return True
    if is_named_tuple(cls) and type(member).__name__ == "_tuplegetter":
        return True
    if is_enum and (name.startswith("_") or type(member).__module__ == "enum"):
        return True
    return name in KEPT_BY_CLASSES


def _has_file(cls: type) -> bool:
    """Whether a class is defined in a file, so that the text "<string>" is not its own."""
    return getattr(sys.modules.get(cls.__module__), "__file__", None) is not None
