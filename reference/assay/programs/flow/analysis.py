"""The whole of a program: what its variables, attributes and functions may hold, until nothing is added."""

from __future__ import annotations

import dis
import functools
import importlib
import inspect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum, EnumMeta
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any, TypeAlias

from .. import kinds, nodes
from ..names import differs_by_machine
from ..nodes import MISSING
from ..origins import INSTALLED, USER, origin_of_class, origin_of_code
from . import calls
from .machine import Machine
from .values import (
    ADDRESS,
    CONTAINER,
    FIRST_TARGET,
    HOLDER,
    ITERATOR,
    LOOSE,
    MADE,
    NUMBER,
    OBJECT,
    PLAIN,
    SET,
    TEXT,
    Record,
    Value,
    is_unstable,
    join,
    of_instance,
    ranks_by_parts,
    together,
    value_of,
)

_EMPTY = Value(0)
_ROUNDS = 60
_WRITTEN = frozenset(
    ["__delattr__", "__eq__", "__ge__", "__gt__", "__hash__", "__le__", "__lt__", "__repr__", "__setattr__"]
)
_SILENT = frozenset(
    [
        "__bool__",
        "__contains__",
        "__del__",
        "__delattr__",
        "__delitem__",
        "__exit__",
        "__float__",
        "__format__",
        "__hash__",
        "__index__",
        "__int__",
        "__len__",
        "__post_init__",
        "__repr__",
        "__set__",
        "__setattr__",
        "__setitem__",
        "__str__",
    ]
)
"""Special methods whose result is a text, a number or nothing."""

_BARE = (object.__repr__, object.__str__, object.__format__)
_CALLED = (FunctionType, MethodType, staticmethod, classmethod, functools._lru_cache_wrapper)
"""What calls a function of the user's when it is called."""

Target: TypeAlias = "CodeType | type | BuiltinFunctionType"
_COMPUTED = (property, functools.cached_property)
_PARTS = frozenset(
    {"real", "imag", "numerator", "denominator", "start", "stop", "step", "year", "month", "day"}
)
ORDER = (
    "the order of a set",
    "which differs between processes where its elements are texts or objects; sort it",
)
FACE = "the text of a function, an iterator or an object without a __repr__", "which is an address"
NAME = "an attribute whose name is made while the program runs", "a way around the names of things"


@dataclass(frozen=True)
class Finding:
    """What a program may see that differs between processes, what it is, the file and the line."""

    name: str
    what: str
    file: str
    line: int


class Flow:
    """What flows through some functions of the user's, when `start` is called with these arguments (which are
    `named`, where their places are not known).
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
        self.findings: dict[tuple[str, int], Finding] = {}
        self._changed = True
        self._heap = self._raised = self._handed = 0
        self._back = _EMPTY
        self._set: set[str] = set()
        self._mutated = False
        self._variables: dict[tuple[CodeType, str], Value] = {}
        self._cells: dict[str, Value] = {}
        self._globals: dict[str, Value] = {}
        self._attributes: dict[str, Value] = {}
        self._returns: dict[CodeType, Value] = {}
        self._escaped: set[CodeType] = set()
        self._described: dict[int, Value] = {}
        self._kept: list[Any] = []
        self._tables: dict[CodeType, dict[str, Any]] = {}
        self._by_name: dict[str, list[CodeType]] = {}
        self._computed: dict[str, list[CodeType]] = {}
        self._selves: dict[CodeType, Value] = {}
        self._silent: set[CodeType] = set()
        self._targets: list[Target] = []
        self._bits: dict[Target, int] = {}
        self._bound: dict[CodeType, list[Any]] = {}
        self._selves_first: set[CodeType] = set()
        self._partials: dict[Target, list[Any]] = {}
        self._set_up([f for f in functions if _is_followed(f)], classes, instances)
        self._begin(start, [self.fresh(a) for a in args], [self.fresh(a) for a in named])

    def _set_up(
        self, functions: list[FunctionType], classes: Iterable[type], instances: Iterable[Any]
    ) -> None:
        self._classes = list(classes)
        for function in functions:
            self._add_code(function.__code__, function.__globals__)
        for function in functions:
            self._defaults(function)
        for cls in self._classes:
            for name, value in vars(cls).items():
                code = _code_of(value)
                if code is not None and isinstance(value, functools.partialmethod):
                    kept = [self.describe(each) for each in (*value.args, *value.keywords.values())]
                    self._bind(code, [], together(kept))
                if code is not None and isinstance(value, _COMPUTED):
                    self._computed.setdefault(name, []).append(code)
                elif code is not None:
                    self._by_name.setdefault(name, []).append(code)
                    self._selves_first.add(code)
                    if isinstance(value, classmethod):
                        self._bind_class(code, cls)
                    if name.startswith("__") and name not in ("__init__", "__new__"):
                        self._escaped.add(code)
                        self._silent |= {code} if name in _SILENT else set()
                        if all(origin_of_class(base) == USER for base in cls.__mro__[:-1]):
                            self._selves[code] = Value(OBJECT | of_instance(cls))
                elif name not in nodes.OF_THE_CLASS and not hasattr(type(value), "__get__"):
                    self._attributes[name] = join(self._attributes.get(name, _EMPTY), self.describe(value))
        for cls in self._classes:
            members = vars(cls).get("_member_map_") if isinstance(cls, EnumMeta) else None
            for member in () if members is None else members.values():
                self.put_attribute("value", self.describe(vars(member).get("_value_")))
        for instance in instances:
            own = nodes.attributes(instance, "")
            held = () if own is None else own.read()
            for name, value in zip(held[::2], held[1::2], strict=True):
                self.put_attribute(name, self.describe(value))

    def _bind_class(self, code: CodeType, cls: type) -> None:
        """The classes that a class method may be given."""
        for each in self._classes:
            if cls in each.__mro__:
                self.assign(code, code.co_varnames[0], Value(TEXT | self.bit(each)))

    def _add_code(self, code: CodeType, table: dict[str, Any]) -> None:
        """A code object, and those inside it."""
        self._tables[code] = table
        self._set.update(i.argval for i in dis.get_instructions(code) if i.opname == "STORE_ATTR")
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self._add_code(constant, table)

    def _defaults(self, function: FunctionType) -> None:
        """The defaults of a function, and what it closes over."""
        code = function.__code__
        values = function.__defaults__ or ()
        names = code.co_varnames[code.co_argcount - len(values) : code.co_argcount]
        for name, value in (*zip(names, values, strict=True), *(function.__kwdefaults__ or {}).items()):
            self.assign(code, name, self.describe(value))
        for name, value in nodes.cells_by_name(function).items():
            self.assign_cell(name, self.describe(value))

    def _begin(self, start: Any, args: list[Value], named: list[Value]) -> None:
        if isinstance(start, MethodType):
            args = [self.describe(start.__self__), *args]
        code = self.code_of(start)
        everything = together([*args, *named])
        if code is None:
            self._handed |= everything
            self._escaped |= set(self._tables)
            return
        if named or len(args) > code.co_argcount:
            self._bind(code, [], everything)
        else:
            self._bind(code, args, None)

    def run(self) -> list[Finding]:
        """All findings."""
        machines = [Machine(self, code, table) for code, table in self._tables.items()]
        for _ in range(_ROUNDS):
            if not self._changed:
                break
            self._changed = False
            for code, owners in list(self._bound.items()):
                for owner in owners:
                    self._bind(code, [self.describe(owner)], None)
            for target, given in list(self._partials.items()):
                self.enter_any(self.bit(target), list(map(self.describe, given)), None, 0)
            for code in self._escaped & self._tables.keys():
                held = self._handed | self._heap
                own = [self._selves[code]] if code in self._selves else []
                self._bind(code, own, held)
            for machine in machines:
                self._now = machine.code
                machine.run()
        return list(self.findings.values())

    def _found(self, what: tuple[str, str], line: int) -> None:
        file = self._now.co_filename.rpartition("/")[2]
        self.findings.setdefault((what[0], line), Finding(*what, file, line))

    # Where values are kept

    def _keep(self, table: dict[Any, Value], key: Any, value: Value) -> None:
        """Add a value to what a place may hold."""
        if isinstance(value.known, Record):  # a dictionary that may change from here on
            value = Value(value.top, value.inner)
        known = table.get(key)
        if known is None:
            table[key], self._changed = value, True
            return
        merged = join(known, value)
        if merged.top != known.top or merged.inner != known.inner or merged.known is not known.known:
            table[key], self._changed = merged, True

    def variable(self, code: CodeType, name: str) -> Value:
        """A local variable."""
        return self._variables.get((code, name), _EMPTY)

    def assign(self, code: CodeType, name: str, value: Value) -> None:
        """What is put into a local variable, which a nested function may see, too."""
        self._keep(self._variables, (code, name), value)
        if name in code.co_cellvars:
            self.assign_cell(name, value)

    def cell(self, code: CodeType, name: str) -> Value:
        """A closed-over variable; nested functions with one of the same name share it."""
        return self._cells.get(name, _EMPTY)

    def assign_cell(self, name: str, value: Value) -> None:
        """What is put into a closed-over variable."""
        self._keep(self._cells, name, value)

    def named(self, table: dict[str, Any], name: str) -> Value:
        """A global variable or a builtin."""
        builtins = table.get("__builtins__")
        plain = vars(builtins) if isinstance(builtins, ModuleType) else builtins or {}
        value = table.get(name, plain.get(name, MISSING))
        known = Value(0) if value is MISSING else self.describe(value)
        return join(known, self._globals[name]) if name in self._globals else known

    def assign_global(self, name: str, value: Value) -> None:
        """What is put into a global variable."""
        self._keep(self._globals, name, value)

    def imported(self, name: str, table: dict[str, Any]) -> Value:
        """The module of an import statement."""
        try:
            return self.describe(importlib.import_module(name, str(table.get("__package__") or "")))
        except Exception:  # the program will raise it again
            return Value(PLAIN, PLAIN)

    def describe(self, thing: Any) -> Value:
        """The description of an object, found once."""
        known = self._described.get(id(thing))
        if known is None:
            known = self._described[id(thing)] = self.fresh(thing)
            self._kept.append(thing)
        return known

    def fresh(self, thing: Any) -> Value:
        """The description of an object."""
        return value_of(thing, self._target)

    # Functions and classes of the user's, wherever they are put

    def _target(self, thing: Any) -> int:
        """The bit of the function or class that is called when an object is, 0 if none is known."""
        given: list[Any] = []
        while isinstance(thing, functools.partial):
            given += [*thing.args, *thing.keywords.values()]
            thing = thing.func
        target = self._called(thing)
        if given and isinstance(target, BuiltinFunctionType):
            return 0
        if target is not None and given:
            self._partials.setdefault(target, []).extend(given)
        return 0 if target is None else self.bit(target)

    def _called(self, thing: Any) -> Target | None:
        """The function or class that is called when an object is, None if none is known."""
        if isinstance(thing, type):
            return thing if origin_of_class(thing) in (USER, INSTALLED) else None
        if isinstance(thing, BuiltinFunctionType):
            return thing if isinstance(thing.__self__, ModuleType) else None
        if not isinstance(thing, _CALLED) and type(thing).__name__ != "Program":
            return None
        code = self.code_of(thing)
        if code is not None and isinstance(thing, MethodType):
            self._bound.setdefault(code, []).append(thing.__self__)
        return code

    def bit(self, target: Target) -> int:
        """The bit of a function or class."""
        known = self._bits.get(target)
        if known is None:
            known = self._bits[target] = FIRST_TARGET << len(self._targets)
            self._targets.append(target)
        return known

    def targets(self, bits: int) -> list[Target]:
        """The functions and classes that are among some kinds."""
        if bits < FIRST_TARGET:
            return []
        return [target for target in self._targets if bits & self._bits[target]]

    def methods_bits(self, name: str, owner: Value) -> int:
        """The bits of the methods of this name, which are bound to an object."""
        found = 0
        for code in self.methods(name):
            self._bind(code, [owner], None)
            found |= self.bit(code)
        return found

    def classes_bits(self) -> int:
        """The bits of all classes of the user's."""
        found = 0
        for cls in self._classes:
            found |= self.bit(cls)
        return found

    def enter_any(self, bits: int, args: list[Value], names: tuple[str, ...] | None, line: int) -> Value:
        """What the functions and classes among these kinds return."""
        found = _EMPTY
        for target in self.targets(bits):
            if isinstance(target, BuiltinFunctionType):
                found = join(found, self.called(self.describe(target), args, names, line))
            elif isinstance(target, type):
                found = join(found, self.construct(target, args, None if target in self._partials else names))
            elif target in self._selves_first or target in self._partials:
                self._bind(target, [], together(args))
                found = join(found, self.enter(target, [], ()))
            else:
                found = join(found, self.enter(target, args, names))
        return Value(found.top, found.inner)

    def put_attribute(self, name: str, value: Value) -> None:
        """What is set as an attribute of this name, on whatever object."""
        self._keep(self._attributes, name, value)

    def put(self, *values: Value) -> None:
        """What is put into some container."""
        added = self._heap | together(values)
        self._changed |= added != self._heap
        self._heap = added

    def held(self, value: Value) -> int:
        """All kinds inside a value."""
        return value.inner | (self._heap if value.top & (CONTAINER | OBJECT) else 0)

    def inside(self, value: Value) -> Value:
        """Any part of a value."""
        held = self.held(value) | (TEXT if value.top & TEXT else 0)
        return Value(held, held)

    def returned(self, code: CodeType, value: Value, *, ends: bool = False) -> None:
        """What a function returns, or a generator yields; ends: with a return statement."""
        if code.co_flags & inspect.CO_GENERATOR:
            value = Value(ITERATOR | ADDRESS, 0 if ends and value.known is None else value.deep)
        self._keep(self._returns, code, value)
        if code in self._escaped and code not in self._silent:
            self._give_back(value)

    def yielded(self, code: CodeType, value: Value) -> None:
        """What a generator yields."""
        self.returned(code, value)

    def _give_back(self, value: Value) -> None:
        merged = join(self._back, value)
        if merged.top != self._back.top or merged.inner != self._back.inner:
            self._back, self._changed = Value(merged.top, merged.inner), True

    def made(self, code: CodeType, defaults: list[Value]) -> None:
        """A function that is made by a `def` or a `lambda` inside another one."""
        for given in defaults:
            if isinstance(given.known, Record):
                for name, value in given.known.parts.items():
                    self._name(code, name, value)
            elif type(given.known) is tuple and len(given.known) <= code.co_argcount:
                names = code.co_varnames[code.co_argcount - len(given.known) : code.co_argcount]
                for name, value in zip(names, given.known, strict=True):
                    self.assign(code, name, self.describe(value))
            else:
                for name in code.co_varnames[: _parameters(code)] if given.inner else ():
                    self.assign(code, name, Value(given.inner, given.inner))

    def exception(self) -> Value:
        """An exception that is caught."""
        return Value(HOLDER, self._raised | NUMBER | TEXT)

    def raised(self, kinds_in_it: int) -> None:
        """An exception with these arguments was made."""
        self._changed |= bool(kinds_in_it & ~self._raised)
        self._raised |= kinds_in_it

    # Sets and texts

    def loose(self, bits: int) -> bool:
        """Whether one of these kinds is a set whose order differs between processes."""
        return bool(bits & LOOSE or (bits & SET and self._mutated))

    def set_of(self, elements: list[Value]) -> Value:
        """A set with these elements."""
        inner = together(elements)
        unstable = any(is_unstable(Value(e.top, self.held(e))) for e in elements)
        return Value(LOOSE if unstable else SET, inner)

    def set_changed(self, added: list[Value]) -> None:
        """Elements are added to some set."""
        self.put(*added)
        if not self._mutated and any(is_unstable(Value(e.top, self.held(e))) for e in added):
            self._mutated = self._changed = True

    def ranks_by_parts(self, bits: int) -> bool:
        """Whether one of these kinds may be an object of a class whose order leaves ties."""
        return bool(bits & OBJECT) and any(map(ranks_by_parts, self._classes))

    def reveals(self, bits: int, line: int) -> None:
        """The order of a set is seen, if one of these kinds has such an order."""
        if self.loose(bits):
            self._found(ORDER, line)

    def text_of(self, value: Value, line: int) -> None:
        """A text is made of a value."""
        deep = value.top | self.held(value)
        self.reveals(deep, line)
        if deep & ADDRESS:
            self._found(FACE, line)

    def formatted(self, value: Value, form: Value, line: int) -> None:
        """A value is formatted: a date by the machine's own rules, a number by the locale's."""
        if not isinstance(form.known, str):
            return
        if value.top & TEXT and differs_by_machine(form.known):
            self._found((f"the format {form.known!r}", "which depends on the machine for a date"), line)
        if form.known.endswith("n") and value.top & NUMBER:
            self._found((f"the format {form.known!r}", "which depends on the locale"), line)

    def names_attribute(self, line: int) -> None:
        """An attribute is read or set whose name was made."""
        self._found(NAME, line)

    def refuse(self, name: str, what: str, line: int) -> None:
        """Something else that may not be called so."""
        self._found((name, what), line)

    def longer_text(self, first: Value) -> Value:
        """A text that begins with the first one: with a known beginning it cannot be a special name."""
        harmless = isinstance(first.known, str) and calls.is_beginning_of_no_special_name(first.known)
        return Value(TEXT | NUMBER if harmless else TEXT | NUMBER | MADE)

    # Elements

    def iterated(self, value: Value, line: int) -> Value:
        """An iterator over a value."""
        self.reveals(value.top, line)
        made = self.operators((value,))
        inside = (
            self.describe(tuple(value.known)).inner | self._heap
            if type(value.known) is dict
            else self.held(value)
        )
        held = inside | made.deep | (TEXT | MADE if value.top & TEXT else 0)
        return Value(ITERATOR, held)

    def element(self, value: Value, line: int) -> Value:
        """An element of what is iterated over."""
        self.reveals(value.top, line)
        return self.part(value, _EMPTY)

    def part(self, holder: Value, position: Value) -> Value:
        """An element of a container."""
        made = self.operators((holder, position))
        held = self.held(holder) | made.deep
        return Value(held | (TEXT | MADE | NUMBER if holder.top & TEXT else 0), held)

    def operators(self, operands: tuple[Value, ...]) -> Value:
        """What special methods of the user's may return for these operands."""
        if not self._escaped or not any(o.top & OBJECT for o in operands):
            return _EMPTY
        self._hand(together(operands))
        return self._back

    def _hand(self, held: int) -> None:
        """Values of these kinds may reach any function that is called from elsewhere."""
        self._changed |= bool(held & ~self._handed)
        self._handed |= held

    # Attributes

    def attribute(self, owner: Value, name: str, line: int) -> Value:
        """An attribute of a value."""
        found = self._static(owner.known, name)
        if found is not MISSING and isinstance(owner.known, type) and _is_class_method(owner.known, name):
            return Value(ADDRESS | self.methods_bits(name, owner), owner.deep, MISSING, name)
        if found is not MISSING:
            if any(found is bare for bare in _BARE):
                self._found(FACE, line)
            value = self.describe(found)
            if isinstance(owner.known, ModuleType) or name not in self._attributes:
                return value
            return join(value, self._attributes[name])
        if name in ("__repr__", "__str__", "__format__") and owner.top & (HOLDER | ADDRESS):
            self._found(FACE, line)  # it may be the one of `object`
        if name == "__class__":
            return Value(TEXT | (self.classes_bits() if owner.top & OBJECT else 0), owner.top & (SET | LOOSE))
        known = self._attributes.get(name)
        if known is None and name in self._set:
            known = _EMPTY  # it will be set
        anywhere = _EMPTY
        if "__get__" in self._by_name or "__getattr__" in self._by_name:
            self._hand(owner.deep)
            anywhere = self._back
        for code in self._computed.get(name, ()):
            known = join(known or _EMPTY, self.enter(code, [owner], ()))
        if known is not None and name not in self._by_name and not calls.may_be_method(owner, name):
            known = join(known, anywhere) if anywhere.deep else known
            return Value(known.top, known.inner | (self._heap if known.top & HOLDER else 0), known.known)
        deep = owner.top | self.held(owner)
        if name in self._by_name or name in calls.METHODS:
            more = join(known or _EMPTY, anywhere)
            top = ADDRESS | more.top | self.methods_bits(name, owner)
            return Value(top, deep | more.inner, MISSING, name)
        if name in _PARTS:
            return Value(NUMBER)
        held = self.held(owner)
        face = ADDRESS if name == "data" else 0  # the memory of an array
        if name.startswith("__"):
            return Value(TEXT)
        return Value(held | PLAIN | face | anywhere.top, held | anywhere.inner)

    def any_attribute(self) -> int:
        """All kinds of all attributes."""
        return together(self._attributes.values()) | self._back.deep

    def put_fields(self, names: tuple[str, ...] | None, values: list[Value]) -> None:
        """What fields of these names are given; of any name, where they are not known."""
        if names is None or len(names) != len(values):
            for value in values:
                self.put_attributes(None, [value])
            return
        for name, value in zip(names, values, strict=True):
            self.put_attribute(name, value)

    def put_attributes(self, name: Any, values: list[Value]) -> None:
        """What `setattr` sets: on one attribute, or on any."""
        for each in [name] if isinstance(name, str) else list(self._attributes):
            for value in values:
                self.put_attribute(each, value)

    def _static(self, owner: Any, name: str) -> Any:
        """The attribute of an object that is known, if reading it runs nothing."""
        if isinstance(owner, ModuleType):
            return vars(owner).get(name, MISSING)
        if isinstance(owner, type):
            return kinds.static_attribute(owner, name)
        if owner is MISSING or isinstance(owner, Value | CodeType | Record):
            return MISSING
        if isinstance(owner, Enum) and name in ("value", "name"):
            return getattr(owner, f"_{name}_")
        own = nodes.attributes(owner, "") if origin_of_class(type(owner)) in (USER, INSTALLED) else None
        held = () if own is None else own.read()
        return dict(zip(held[::2], held[1::2], strict=True)).get(name, MISSING)

    # Calls

    def called(
        self,
        callee: Value,
        args: list[Value],
        names: tuple[str, ...] | None,
        line: int,
        owner: Value | None = None,
    ) -> Value:
        """What a call returns."""
        return calls.called(self, callee, args, names, line, owner)

    def code_of(self, known: Any) -> CodeType | None:
        """The code of a function of the user's, also behind a cache or a wrapper of the standard library."""
        function = getattr(known, "_function", known) if type(known).__name__ == "Program" else known
        if isinstance(function, CodeType):
            return function if function in self._tables else None
        while function is not MISSING and function is not None:
            code = getattr(getattr(function, "__func__", function), "__code__", None)
            if isinstance(code, CodeType) and code in self._tables:
                return code
            if isinstance(function, type) or not callable(function):
                return None
            function = inspect.getattr_static(function, "__wrapped__", None)
        return None

    def methods(self, name: str) -> list[CodeType]:
        """The functions of the user's classes with this name."""
        return [code for code in self._by_name.get(name, ()) if code in self._tables]

    def enter(self, code: CodeType, args: list[Value], names: tuple[str, ...] | None) -> Value:
        """A call of a function of the user's; names: of the last arguments, None if places are not known."""
        count = len(args) - len(names or ())
        star = _star(code)
        if names is None or (count > code.co_argcount and star is None):
            self._bind(code, [], together(args))
        else:
            self._bind(code, args[: min(count, code.co_argcount)], None)
            if star is not None and count > code.co_argcount:
                self.assign(code, star, Value(CONTAINER, together(args[code.co_argcount : count])))
            for name, value in zip(names, args[count:], strict=True):
                self._name(code, name, value)
        return self._entered(code)

    def enter_spread(self, code: CodeType, part: Value, named: dict[str, Value]) -> Value:
        """A call f(*parts, **named) of a function of the user's."""
        star = _star(code)
        self._bind(code, [Value(part.top, part.inner)] * code.co_argcount, None)
        if star is not None:
            self.assign(code, star, Value(CONTAINER, part.deep))
        for name, value in named.items():
            self._name(code, name, value)
        return self._entered(code)

    def _entered(self, code: CodeType) -> Value:
        """What a function of the user's returns."""
        found = self._returns.get(code, _EMPTY)
        is_generator = code.co_flags & inspect.CO_GENERATOR
        return Value(ITERATOR | ADDRESS, found.inner) if is_generator else found

    def _name(self, code: CodeType, name: str, value: Value) -> None:
        """An argument that is given by its name."""
        if name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]:
            self.assign(code, name, value)
        elif code.co_flags & inspect.CO_VARKEYWORDS:
            self.assign(code, code.co_varnames[_parameters(code) - 1], Value(CONTAINER, value.deep | TEXT))

    def applied(self, known: Any, given: int) -> int:
        """What a function of the user's returns that somebody else calls now, with values of these kinds."""
        code = self.code_of(known)
        if code is None:
            return 0
        self._bind(code, [], given | self._returns.get(code, _EMPTY).deep)
        return self._entered(code).deep

    def escape(self, known: Any, given: int) -> Value:
        """A function of the user's that somebody else calls, with values of these kinds; what it returns."""
        code = self.code_of(known)
        if code is None:
            return _EMPTY
        self._escape(code)
        self._hand(given)
        return self._returns.get(code, _EMPTY)

    def escape_any(self, bits: int, given: int, *, now: bool = False) -> int:
        """Functions and classes of the user's among these kinds, that somebody else calls; what they return.

        now: and keeps nothing to call it again.
        """
        found = 0
        for target in self.targets(bits):
            if isinstance(target, type):
                found |= self.construct(target, [Value(given, given)], None).deep
            elif isinstance(target, CodeType):
                found |= self.applied(target, given) if now else self.escape(target, given).deep
        return found

    def _escape(self, code: CodeType) -> None:
        if code not in self._escaped:
            self._escaped.add(code)
            self._changed = True
            self._give_back(self._returns.get(code, _EMPTY))

    def unknown_call(self, args: list[Value]) -> Value:
        """A call of a function that is not known: any that is not called by its name."""
        self._hand(together(args))
        return self._back

    def construct(self, cls: type, args: list[Value], names: tuple[str, ...] | None) -> Value:
        """An object of a class of the user's."""
        held = together(args)
        for name in ("__init__", "__new__"):
            made = kinds.static_attribute(cls, name)
            code = self.code_of(made)
            if code is not None:
                self.enter(code, [Value(OBJECT | of_instance(cls), held), *args], names)
        self._fields(cls, args, names)
        if issubclass(cls, BaseException):
            self.raised(held)
        base = SET | (LOOSE if held & (TEXT | ADDRESS) else 0) if issubclass(cls, set | frozenset) else 0
        text = TEXT | MADE if issubclass(cls, str | bytes) else 0
        usual = all(origin_of_class(each) in (USER, INSTALLED) for each in cls.__mro__[:-1])
        return Value((OBJECT if usual else HOLDER) | of_instance(cls) | base | text, held)

    def _fields(self, cls: type, args: list[Value], names: tuple[str, ...] | None) -> None:
        """What the fields of a dataclass or a named tuple are given."""
        fields = (*getattr(cls, "__dataclass_fields__", ()), *getattr(cls, "_fields", ()))
        count = len(args) - len(names or ())
        if names is None or count > len(fields):
            held = together(args)
            for field in fields:
                self.put_attribute(field, Value(held, held))
            return
        for field, value in (
            *zip(fields, args[:count], strict=False),
            *zip(names, args[count:], strict=True),
        ):
            if field in fields:
                self.put_attribute(field, value)

    def _bind(self, code: CodeType, args: list[Value], rest: int | None) -> None:
        """The arguments of a call: by place, or values of these kinds anywhere."""
        names = code.co_varnames[: _parameters(code)]
        for name, value in zip(names, args, strict=False):
            self.assign(code, name, value)
        if rest is not None:
            plain = code.co_argcount + code.co_kwonlyargcount
            for at, name in enumerate(names[len(args) :], len(args)):
                self.assign(code, name, Value(rest if at < plain else rest | HOLDER, rest))


def _is_followed(function: FunctionType) -> bool:
    """Whether a function is the user's; what `dataclass` writes shows no more than its object holds."""
    code = function.__code__
    generated = code.co_filename == "<string>" and code.co_name in _WRITTEN
    return origin_of_code(code) == USER and not generated


def _parameters(code: CodeType) -> int:
    """How many variables of a code are its parameters."""
    flags = code.co_flags
    stars = bool(flags & inspect.CO_VARARGS) + bool(flags & inspect.CO_VARKEYWORDS)
    return code.co_argcount + code.co_kwonlyargcount + stars


def _is_class_method(cls: type, name: str) -> bool:
    """Whether a class has a class method of the user's of this name."""
    found = next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None)
    return isinstance(found, classmethod) and origin_of_class(cls) in (USER, INSTALLED)


def _star(code: CodeType) -> str | None:
    """The name of the parameter that takes any number of arguments."""
    at = code.co_argcount + code.co_kwonlyargcount
    return code.co_varnames[at] if code.co_flags & inspect.CO_VARARGS else None


def _code_of(value: Any) -> CodeType | None:
    """The code of a method, whatever wraps it."""
    for name in ("__func__", "fget", "func", "__wrapped__"):
        inner = getattr(value, name, None) if not isinstance(value, FunctionType) else None
        if isinstance(inner, FunctionType):
            return inner.__code__
    return value.__code__ if isinstance(value, FunctionType) else None
