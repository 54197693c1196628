"""The whole of a program: what its variables, attributes and functions may hold, until nothing is added."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Iterable, Sequence
from enum import EnumMeta
from types import CodeType, FunctionType, MethodType
from typing import Any

from .. import nodes
from ..bytecode import codes_in, instructions
from ..nodes import MISSING, builtins_of
from ..origins import USER, origin_of_class, origin_of_code
from .entries import Entries
from .findings import Finding, Findings
from .kept import EMPTY, Kept
from .machine import Machine
from .users import Users
from .values import OBJECT, PLAIN, TEXT, Value, join, of_instance, together

_ROUNDS = 60

_WRITTEN = frozenset(
    ["__delattr__", "__eq__", "__ge__", "__gt__", "__hash__", "__le__", "__lt__", "__repr__", "__setattr__"]
)
"""Methods that `dataclass` writes, and that show no more than the object holds."""

_SILENT = frozenset([
    "__bool__", "__contains__", "__del__", "__delattr__", "__delitem__", "__exit__", "__float__",
    "__format__", "__hash__", "__index__", "__int__", "__len__", "__post_init__", "__repr__", "__set__",
    "__setattr__", "__setitem__", "__str__",
])  # fmt: skip
"""Special methods whose result is a text, a number or nothing."""

_COMPUTED = (property, functools.cached_property)


class Flow:
    """What flows through some functions of the user's, when `start` is called with these arguments (which are
    `named`, where their places are not known).

    set_names: the attributes that the code sets.
    """

    def __init__(
        self,
        functions: Iterable[FunctionType],
        classes: Iterable[type],
        instances: Iterable[Any],
        start: Any,
        args: Sequence[Any] = (),
        named: Sequence[Any] = (),
    ) -> None:
        self.kept: Kept = Kept()
        self.users: Users = Users(classes)
        self.findings: Findings = Findings(self.kept, self.users.classes)
        self.entries: Entries = Entries(self)
        self.set_names: set[str] = set()
        followed = [f for f in functions if _is_followed(f)]
        for function in followed:
            self._add_code(function.__code__, function.__globals__)
        for function in followed:
            self._defaults(function)
        for cls in self.users.classes:
            for name, value in vars(cls).items():
                self._class_attribute(cls, name, value)
        for cls in self.users.classes:
            self._members(cls)
        for instance in instances:
            self._instance(instance)
        self._begin(start, list(map(self.users.fresh, args)), list(map(self.users.fresh, named)))

    def run(self) -> list[Finding]:
        """All findings."""
        users, entries = self.users, self.entries
        machines = [Machine(self, code, table) for code, table in users.tables.items()]
        for _ in range(_ROUNDS):
            if not self.kept.changed:
                break
            self.kept.changed = False
            for code, owners in list(users.bound.items()):
                for owner in owners:
                    entries.bind(code, [users.describe(owner)], None)
            for target, given in list(users.partials.items()):
                entries.enter_any(users.bit(target), list(map(users.describe, given)), None, 0)
            for code in entries.escaped & users.tables.keys():
                own = [users.selves[code]] if code in users.selves else []
                entries.bind(code, own, entries.handed | self.kept.heap)
            for machine in machines:
                self.findings.now = machine.code
                machine.run()
        return self.findings.all()

    # What there is at the beginning

    def _add_code(self, code: CodeType, table: dict[str, Any]) -> None:
        """A code object, and those inside it."""
        for each in codes_in(code):
            self.users.tables[each] = table
            self.set_names.update(i.argval for i in instructions(each) if i.opname == "STORE_ATTR")

    def _defaults(self, function: FunctionType) -> None:
        """The defaults of a function, and what it closes over."""
        code, describe = function.__code__, self.users.describe
        values = function.__defaults__ or ()
        names = code.co_varnames[code.co_argcount - len(values) : code.co_argcount]
        for name, value in (*zip(names, values, strict=True), *(function.__kwdefaults__ or {}).items()):
            self.kept.assign(code, name, describe(value))
        for name, value in nodes.cells_by_name(function).items():
            self.kept.assign_cell(name, describe(value))

    def _class_attribute(self, cls: type, name: str, value: Any) -> None:
        """A method of a class, or a value that it keeps."""
        code, describe = _code_of(value), self.users.describe
        if code is None:
            if name not in nodes.OF_THE_CLASS and not hasattr(type(value), "__get__"):
                known = self.kept.attributes.get(name, EMPTY)
                self.kept.attributes[name] = join(known, describe(value))
            return
        if isinstance(value, functools.partialmethod):
            bound = map(describe, (*value.args, *value.keywords.values()))
            self.entries.bind(code, [], together(bound))
        if isinstance(value, _COMPUTED):
            self.users.computed.setdefault(name, []).append(code)
        else:
            self._method(cls, name, code, of_class=isinstance(value, classmethod))

    def _method(self, cls: type, name: str, code: CodeType, *, of_class: bool) -> None:
        """A method; anybody may call a special one."""
        self.users.by_name.setdefault(name, []).append(code)
        self.users.with_self.add(code)
        if of_class:
            for each in self.users.classes:
                if cls in each.__mro__:
                    self.kept.assign(code, code.co_varnames[0], Value(TEXT | self.users.bit(each)))
        if name.startswith("__") and name not in ("__init__", "__new__"):
            self.entries.escaped.add(code)
            self.entries.silent |= {code} if name in _SILENT else set()
            if all(origin_of_class(base) == USER for base in cls.__mro__[:-1]):
                self.users.selves[code] = Value(OBJECT | of_instance(cls))

    def _members(self, cls: type) -> None:
        """The values of the members of an enumeration."""
        members = vars(cls).get("_member_map_") if isinstance(cls, EnumMeta) else None
        for member in () if members is None else members.values():
            self.kept.put_attribute("value", self.users.describe(vars(member).get("_value_")))

    def _instance(self, instance: Any) -> None:
        """The attributes of an object."""
        own = nodes.attributes(instance, "")
        held = () if own is None else own.read()
        for name, value in zip(held[::2], held[1::2], strict=True):
            self.kept.put_attribute(name, self.users.describe(value))

    def _begin(self, start: Any, args: list[Value], named: list[Value]) -> None:
        """The call that is followed."""
        if isinstance(start, MethodType):
            args = [self.users.describe(start.__self__), *args]
        code = self.users.code_of(start)
        everything = together([*args, *named])
        if code is None:
            self.entries.handed |= everything
            self.entries.escaped |= set(self.users.tables)
        elif named or len(args) > code.co_argcount:
            self.entries.bind(code, [], everything)
        else:
            self.entries.bind(code, args, None)

    # What names stand for

    def named(self, table: dict[str, Any], name: str) -> Value:
        """A global variable or a builtin."""
        value = table.get(name, builtins_of(table).get(name, MISSING))
        return self.kept.and_assigned(name, EMPTY if value is MISSING else self.users.describe(value))

    def imported(self, name: str, table: dict[str, Any]) -> Value:
        """The module of an import statement."""
        try:
            module = importlib.import_module(name, str(table.get("__package__") or ""))
            return self.users.describe(module)
        except Exception:  # the program will raise it again
            return Value(PLAIN, PLAIN)


def _is_followed(function: FunctionType) -> bool:
    """Whether a function is the user's; what `dataclass` writes shows no more than its object holds."""
    code = function.__code__
    generated = code.co_filename == "<string>" and code.co_name in _WRITTEN
    return origin_of_code(code) == USER and not generated


def _code_of(value: Any) -> CodeType | None:
    """The code of a method, whatever wraps it."""
    for name in ("__func__", "fget", "func", "__wrapped__"):
        inner = getattr(value, name, None) if not isinstance(value, FunctionType) else None
        if isinstance(inner, FunctionType):
            return inner.__code__
    return value.__code__ if isinstance(value, FunctionType) else None
