"""Calls that enter functions and classes of the user's: by the program, and by code that was given them."""

from __future__ import annotations

import inspect
from types import BuiltinFunctionType, CodeType
from typing import TYPE_CHECKING, Any

from .. import kinds
from ..origins import INSTALLED, USER, origin_of_class
from .calls import called
from .kept import EMPTY
from .values import (
    ADDRESS,
    CONTAINER,
    HOLDER,
    ITERATOR,
    LOOSE,
    MADE,
    OBJECT,
    SET,
    TEXT,
    Record,
    Value,
    join,
    of_instance,
    together,
)

if TYPE_CHECKING:
    from .analysis import Flow
    from .kept import Kept
    from .users import Users

Names = tuple[str, ...] | None
"""The names of the last arguments of a call; None if places are not known."""


class Entries:
    """What functions of the user's are given, and what they return.

    escaped: functions that code which is not known may call, with any value that was handed to such code.
    silent: those of them whose result is a text, a number or nothing. handed: the kinds of these values.
    back: what such functions return, wherever it goes.
    """

    back: Value
    handed: int

    def __init__(self, flow: Flow) -> None:
        self.flow: Flow = flow
        self.users: Users = flow.users
        self.kept: Kept = flow.kept
        self.escaped: set[CodeType] = set()
        self.silent: set[CodeType] = set()
        self.handed = 0
        self.back = EMPTY

    # Calls of what is known

    def enter(self, code: CodeType, args: list[Value], names: Names) -> Value:
        """A call of a function of the user's."""
        count = len(args) - len(names or ())
        star = _star(code)
        if names is None or (count > code.co_argcount and star is None):
            self.bind(code, [], together(args))
        else:
            self.bind(code, args[: min(count, code.co_argcount)], None)
            if star is not None and count > code.co_argcount:
                self.kept.assign(code, star, Value(CONTAINER, together(args[code.co_argcount : count])))
            for name, value in zip(names, args[count:], strict=True):
                self._name(code, name, value)
        return self._entered(code)

    def enter_spread(self, code: CodeType, part: Value, named: dict[str, Value]) -> Value:
        """A call f(*parts, **named) of a function of the user's."""
        star = _star(code)
        self.bind(code, [Value(part.top, part.inner)] * code.co_argcount, None)
        if star is not None:
            self.kept.assign(code, star, Value(CONTAINER, part.deep))
        for name, value in named.items():
            self._name(code, name, value)
        return self._entered(code)

    def enter_any(self, bits: int, args: list[Value], names: Names, line: int) -> Value:
        """What the functions and classes among these kinds return."""
        found = EMPTY
        for target in self.users.targets(bits):
            if isinstance(target, BuiltinFunctionType):
                made = called(self.flow, self.users.describe(target), args, names, line)
            elif isinstance(target, type):
                made = self.construct(target, args, None if target in self.users.partials else names)
            elif target in self.users.with_self or target in self.users.partials:
                self.bind(target, [], together(args))
                made = self.enter(target, [], ())
            else:
                made = self.enter(target, args, names)
            found = join(found, made)
        return Value(found.top, found.inner)

    def bind(self, code: CodeType, args: list[Value], rest: int | None) -> None:
        """The arguments of a call: by place, or values of these kinds anywhere."""
        names = code.co_varnames[: parameters(code)]
        for name, value in zip(names, args, strict=False):
            self.kept.assign(code, name, value)
        if rest is not None:
            plain = code.co_argcount + code.co_kwonlyargcount
            for at, name in enumerate(names[len(args) :], len(args)):
                self.kept.assign(code, name, Value(rest if at < plain else rest | HOLDER, rest))

    def bind_methods(self, name: str, owner: Value) -> int:
        """The bits of the methods of this name, which are bound to an object."""
        found = 0
        for code in self.users.methods(name):
            self.bind(code, [owner], None)
            found |= self.users.bit(code)
        return found

    def _name(self, code: CodeType, name: str, value: Value) -> None:
        """An argument that is given by its name."""
        if name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]:
            self.kept.assign(code, name, value)
        elif code.co_flags & inspect.CO_VARKEYWORDS:
            last = code.co_varnames[parameters(code) - 1]
            self.kept.assign(code, last, Value(CONTAINER, value.deep | TEXT))

    def _entered(self, code: CodeType) -> Value:
        """What a function of the user's returns."""
        found = self.kept.result(code)
        is_generator = code.co_flags & inspect.CO_GENERATOR
        return Value(ITERATOR | ADDRESS, found.inner) if is_generator else found

    def defined(self, code: CodeType, defaults: list[Value]) -> None:
        """A function that is made by a `def` or a `lambda` inside another one."""
        for given in defaults:
            if isinstance(given.known, Record):
                for name, value in given.known.parts.items():
                    self._name(code, name, value)
            elif type(given.known) is tuple and len(given.known) <= code.co_argcount:
                names = code.co_varnames[code.co_argcount - len(given.known) : code.co_argcount]
                for name, value in zip(names, given.known, strict=True):
                    self.kept.assign(code, name, self.users.describe(value))
            else:
                for name in code.co_varnames[: parameters(code)] if given.inner else ():
                    self.kept.assign(code, name, Value(given.inner, given.inner))

    def returned(self, code: CodeType, value: Value, *, ends: bool = False) -> None:
        """What a function returns, or a generator yields; ends: with a return statement."""
        if code.co_flags & inspect.CO_GENERATOR:
            value = Value(ITERATOR | ADDRESS, 0 if ends and value.known is None else value.deep)
        self.kept.add_result(code, value)
        if code in self.escaped and code not in self.silent:
            self._give_back(value)

    # Objects

    def construct(self, cls: type, args: list[Value], names: Names) -> Value:
        """An object of a class of the user's."""
        held = together(args)
        for name in ("__init__", "__new__"):
            code = self.users.code_of(kinds.static_attribute(cls, name))
            if code is not None:
                self.enter(code, [Value(OBJECT | of_instance(cls), held), *args], names)
        self._fields(cls, args, names)
        if issubclass(cls, BaseException):
            self.kept.raised(held)
        base = SET | (LOOSE if held & (TEXT | ADDRESS) else 0) if issubclass(cls, set | frozenset) else 0
        text = TEXT | MADE if issubclass(cls, str | bytes) else 0
        usual = all(origin_of_class(each) in (USER, INSTALLED) for each in cls.__mro__[:-1])
        return Value((OBJECT if usual else HOLDER) | of_instance(cls) | base | text, held)

    def _fields(self, cls: type, args: list[Value], names: Names) -> None:
        """What the fields of a dataclass or a named tuple are given."""
        fields = (*getattr(cls, "__dataclass_fields__", ()), *getattr(cls, "_fields", ()))
        count = len(args) - len(names or ())
        if names is None or count > len(fields):
            held = together(args)
            for field in fields:
                self.kept.put_attribute(field, Value(held, held))
            return
        by_place, by_name = zip(fields, args[:count], strict=False), zip(names, args[count:], strict=True)
        for field, value in (*by_place, *by_name):
            if field in fields:
                self.kept.put_attribute(field, value)

    # Calls by others

    def hand(self, held: int) -> None:
        """Values of these kinds may reach any function that is called from elsewhere."""
        self.kept.changed |= bool(held & ~self.handed)
        self.handed |= held

    def unknown_call(self, args: list[Value]) -> Value:
        """A call of a function that is not known: any that is not called by its name."""
        self.hand(together(args))
        return self.back

    def operators(self, operands: tuple[Value, ...]) -> Value:
        """What special methods of the user's may return for these operands."""
        if not self.escaped or not any(o.top & OBJECT for o in operands):
            return EMPTY
        return self.unknown_call(list(operands))

    def applied(self, known: Any, given: int) -> int:
        """What a function of the user's returns that somebody else calls now, with values of these kinds."""
        code = self.users.code_of(known)
        if code is None:
            return 0
        self.bind(code, [], given | self.kept.result(code).deep)
        return self._entered(code).deep

    def escape(self, known: Any, given: int) -> Value:
        """A function of the user's that somebody else calls, with values of these kinds; what it returns."""
        code = self.users.code_of(known)
        if code is None:
            return EMPTY
        if code not in self.escaped:
            self.escaped.add(code)
            self.kept.changed = True
            self._give_back(self.kept.result(code))
        self.hand(given)
        return self.kept.result(code)

    def escape_any(self, bits: int, given: int, *, now: bool = False) -> int:
        """Functions and classes of the user's among these kinds, that somebody else calls; what they return.

        now: and keeps nothing to call it again.
        """
        found = 0
        for target in self.users.targets(bits):
            if isinstance(target, type):
                found |= self.construct(target, [Value(given, given)], None).deep
            elif isinstance(target, CodeType):
                found |= self.applied(target, given) if now else self.escape(target, given).deep
        return found

    def _give_back(self, value: Value) -> None:
        merged = join(self.back, value)
        if merged.top != self.back.top or merged.inner != self.back.inner:
            self.back = Value(merged.top, merged.inner)
            self.kept.changed = True


def parameters(code: CodeType) -> int:
    """How many variables of a code are its parameters."""
    flags = code.co_flags
    stars = bool(flags & inspect.CO_VARARGS) + bool(flags & inspect.CO_VARKEYWORDS)
    return code.co_argcount + code.co_kwonlyargcount + stars


def _star(code: CodeType) -> str | None:
    """The name of the parameter that takes any number of arguments."""
    at = code.co_argcount + code.co_kwonlyargcount
    return code.co_varnames[at] if code.co_flags & inspect.CO_VARARGS else None
