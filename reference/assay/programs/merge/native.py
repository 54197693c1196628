"""Expressions without draws, without calls into text, and without effects: Python itself evaluates them.

They are compiled as functions of the variables that they read.  What is called in them is known by name, and
pure; what could show more than a value's contents (its text, the order of a set) passes through a guard.
"""

from __future__ import annotations

import ast
import itertools
import sys
from collections.abc import Callable
from functools import _lru_cache_wrapper, lru_cache, partial
from types import FunctionType, ModuleType
from typing import Any

from ...dp import Dist
from .. import Program
from .allowed import (
    ASSAY,
    CALLING,
    CHANGING,
    CONSUMING,
    ITERATORS,
    ORDER_FREE,
    READING,
    TEXTS,
    is_draw,
    is_plain_module,
    is_pure,
)
from .codes import Code, free_names
from .heap import COMPILED, Heap
from .order import check_order, check_text
from .outside import OutsideSubset
from .text import parts_of
from .worlds import Scope

Getter = Callable[[Scope], Any]

PLAIN = (
    *(
        ast.Constant,
        ast.Name,
        ast.BinOp,
        ast.UnaryOp,
        ast.BoolOp,
        ast.Compare,
        ast.IfExp,
        ast.Tuple,
        ast.List,
    ),
    *(ast.Set, ast.Dict, ast.Subscript, ast.Slice, ast.Call, ast.keyword, ast.Attribute, ast.JoinedStr),
    *(ast.FormattedValue, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.comprehension),
    *(
        ast.Lambda,
        ast.arguments,
        ast.arg,
        ast.Starred,
        ast.expr_context,
        ast.operator,
        ast.unaryop,
        ast.boolop,
    ),
    ast.cmpop,
)
TEXT, ORDER, MODULO = "assay text", "assay order", "assay modulo"
"""Names of the guards, which no program can spell."""


class Native:
    """Compiles the plain expressions of all functions of one evaluation."""

    def __init__(self, heap: Heap) -> None:
        self.heap = heap
        self._guarded: dict[int, Any] = {}
        self._kept: list[ast.AST] = []
        self._consumed: dict[int, tuple[Code, set[int]]] = {}
        self.callback: Callable[[Any], Any] = lambda value: value

    # What names stand for

    def static(self, code: Code, node: ast.expr) -> Any:
        """The object that a name from outside, or an attribute of a module, stands for; else None."""
        if isinstance(node, ast.Name):
            if code.is_local(node.id):
                return None
            try:
                return code.text.value(node.id)
            except LookupError:
                return None
        if isinstance(node, ast.Attribute):
            owner = self.static(code, node.value)
            if owner is Dist or owner is ASSAY:
                return getattr(owner, node.attr, None)
            if is_plain_module(owner):  # a module's __getattr__ may run code
                return fixed_part(owner.__name__, vars(owner).get(node.attr))
            if isinstance(owner, type) and self.heap.kind_of(owner) == "enum":
                return owner.__members__.get(node.attr)  # type: ignore[attr-defined]
        return None

    def constant(self, value: Any) -> Any:
        """A value from outside, made sure of: plain, foreign, a function or a class that is followed."""
        if is_pure(value) or is_draw(value) or isinstance(value, FunctionType) or is_known(value):
            self.heap.fixed[id(value)] = value
        elif isinstance(value, list | dict) and any(value is part for part in vars(sys).values()):
            raise OutsideSubset("it reads what differs from process to process")
        elif not isinstance(value, Program):
            self.heap.adopt(value)
        return value

    # Whether an expression is plain

    def is_plain(self, code: Code, node: ast.expr) -> bool:
        """Whether Python may evaluate the expression by itself; found once."""
        known = code.plain.get(id(node))
        if known is None:
            known = code.plain[id(node)] = self._examine(code, node)
            self._kept.append(node)  # so that no other node gets its id
        return known

    def _examine(self, code: Code, node: ast.expr) -> bool:
        inner = _bound_within(node)
        if any(self._is_outside(code, name) for name in inner):
            return False
        parts = parts_of(node)
        calls = [part for part in parts if isinstance(part, ast.Call)]
        direct = {id(arg) for part in calls for arg in part.args}
        keys = {id(k.value) for part in calls for k in part.keywords if k.arg == "key"}
        keys |= {id(a) for part in calls if id(self.static(code, part.func)) in CALLING for a in part.args}
        return all(self._may_stand(code, part, inner, direct, keys) for part in parts)

    def _is_called_purely(self, code: Code, node: ast.expr) -> bool:
        """Whether what Python is to call has no effects: a lambda, whose body is looked at, or known."""
        fixed = isinstance(node, ast.Lambda) or (isinstance(node, ast.Constant) and node.value is None)
        return fixed or is_pure(self.static(code, node))

    def _is_outside(self, code: Code, name: str) -> bool:
        """Whether a name also stands for something outside the program's functions."""
        try:
            return not code.is_local(name) and code.text.value(name) is not self
        except LookupError:
            return False

    def _may_stand(
        self, code: Code, part: ast.AST, inner: frozenset[str], direct: set[int], keys: set[int]
    ) -> bool:
        """Whether one part of an expression leaves it plain."""
        match part:
            case ast.Call(func=ast.Name(id=name)) if name in inner:
                return False
            case ast.Call():
                function = self.static(code, part.func)
                lazy = any(isinstance(a, ast.GeneratorExp) for a in part.args)
                kept = id(function) in ITERATORS and not self.is_consumed(code, part)
                if not is_pure(function) or kept or (lazy and id(function) not in CONSUMING):
                    return False
                return all(self._is_called_purely(code, each) for each in _called(part, function))
            case ast.Attribute():
                found = self.static(code, part)
                return found is not None and (is_pure(found) or not isinstance(found, FunctionType | Program))
            case ast.Name(id=name):
                if name in inner or code.is_local(name):
                    return True
                found = self.static(code, part)
                return is_pure(found) or not (isinstance(found, FunctionType | Program) or is_draw(found))
            case ast.GeneratorExp():
                return id(part) in direct
            case ast.Lambda():
                return id(part) in keys  # it is called at once, and not kept
            case ast.Compare():
                return not any(isinstance(op, ast.Is | ast.IsNot) for op in part.ops) or _is_fixed(part)
        return isinstance(part, PLAIN)

    def is_consumed(self, code: Code, call: ast.AST) -> bool:
        """Whether what a call returns is read to its end at once, and nobody else can read it."""
        if id(code) not in self._consumed:
            self._consumed[id(code)] = code, self._places(code)
        return id(call) in self._consumed[id(code)][1]

    def _places(self, code: Code) -> set[int]:
        """The expressions whose values are run through where they stand."""
        found: set[int] = set()
        for part in parts_of(code.node):
            match part:
                case ast.For(iter=run) | ast.comprehension(iter=run) | ast.Starred(value=run):
                    found.add(id(run))
                case ast.Assign(targets=[ast.Tuple() | ast.List()], value=run):
                    found.add(id(run))
                case ast.Call(func=ast.Attribute(attr=name), args=args) if name in READING:
                    found.update(map(id, args))
                case ast.Call(func=func, args=args):
                    function = id(self.static(code, func))
                    if function in CONSUMING or (function in ITERATORS and id(part) in found):
                        found.update(map(id, args))
        return found

    # Evaluation

    def getter(self, code: Code, node: ast.expr) -> Getter:
        """The expression as a function of the scope."""
        known = code.native.get(id(node))
        if known is None:
            self._kept.append(node)
            known = code.native[id(node)] = self._getter(code, node)
        found: Getter = known
        return found

    def _getter(self, code: Code, node: ast.expr) -> Getter:
        if isinstance(node, ast.Constant):
            return lambda scope: node.value
        if isinstance(node, ast.Name) and node.id in code.bound:
            return partial(_variable, node.id)
        compiled, reads = self._compiled(code, node)
        if all(name in code.bound for name in reads):
            return partial(_of_own, compiled, reads)
        return partial(_of_all, compiled, reads)

    def _compiled(self, code: Code, node: ast.expr) -> tuple[Callable[..., Any], tuple[str, ...]]:
        """The expression as a function of the variables it reads, in order."""
        reads = tuple(name for name in free_names(node) if code.is_local(name))
        outer: dict[str, Any] = {
            "__builtins__": {},
            TEXT: self.text,
            ORDER: self.ordered,
            MODULO: self.modulo,
        }
        fixed = _Fixed(self, code, outer)
        tree = _Guards().visit(fixed.visit(_copied(node)))
        arguments = ast.arguments([], [ast.arg(name) for name in reads], None, [], [], None, [])
        whole = ast.fix_missing_locations(ast.Expression(ast.Lambda(arguments, tree)))
        return eval(compile(whole, COMPILED, "eval"), outer), reads

    # Guards

    def guarded(self, function: Any) -> Any:
        """A pure function that refuses arguments of which it would show more than their contents."""
        if (
            not is_pure(function)
            or id(function) in ORDER_FREE
            or (isinstance(function, type) and function in _NUMBERS)
        ):
            return function
        known = self._guarded.get(id(function))
        if known is None:
            known = self._guarded[id(function)] = self._guard(function)
        return known

    def _guard(self, function: Any) -> Any:
        heap, shows, calls = self.heap, id(function) in TEXTS, id(function) in CALLING
        if function is type:
            return self._type_of
        free = function in (sorted, max, min) if not isinstance(function, type) else False

        def checked(*args: Any, **named: Any) -> Any:
            if shows:
                for value in args:
                    self.text(value)
            elif heap.careful and not (free and not named):
                for value in args:
                    check_order(value, heap)
            return function(*(map(self.callback, args) if calls else args), **self.callbacks(named))

        return function if function is isinstance else checked

    def callbacks(self, named: dict[str, Any]) -> dict[str, Any]:
        """Named arguments, of which Python calls the `key`."""
        return (
            {n: self.callback(v) if n in ("key", "func") else v for n, v in named.items()} if named else named
        )

    def _type_of(self, *args: Any) -> Any:
        """type(value) of a value that is what it is in Python."""
        if len(args) != 1 or type(args[0]).__module__.startswith(__package__):
            raise OutsideSubset("it makes a class, or asks for the type of a function")
        return type(args[0])

    def text(self, value: Any) -> Any:
        """The value, if its text is that of its contents."""
        check_text(value, self.heap)
        return value

    def ordered(self, value: Any) -> Any:
        """The value, if the order of its elements is known."""
        if self.heap.careful:
            check_order(value, self.heap)
        return value

    def modulo(self, left: Any, right: Any) -> Any:
        """left % right, which may be a text."""
        self.check_modulo(left, right)
        return left % right

    def check_modulo(self, left: Any, right: Any) -> None:
        """Refuse left % right, if that shows more than the contents of the right one."""
        if type(left) in (str, bytes, bytearray):
            self.text(right)


def fixed_part(module: str, part: Any) -> Any:
    """A part of a module; of the standard library only what is the same in every process, else None."""
    top = module.partition(".")[0]
    if top not in sys.stdlib_module_names or top in CONSTANT_MODULES:
        return part
    return part if callable(part) or isinstance(part, ModuleType) else None


CONSTANT_MODULES = frozenset({"math", "cmath", "string", "decimal", "fractions"})
"""Modules of the standard library whose values never differ."""


def is_known(value: Any) -> bool:
    """Whether a value is called by rules of its own."""
    return type(value) in (partial, _lru_cache_wrapper) or value is partial or id(value) in CHANGING


_NUMBERS = frozenset({int, bool, float, complex, range, slice, set})


class _Fixed(ast.NodeTransformer):
    """Gives all that is named from outside a name of its own in the compiled function, and its value now."""

    def __init__(self, native: Native, code: Code, outer: dict[str, Any]) -> None:
        self.native, self.code, self.outer = native, code, outer

    def visit_Call(self, node: ast.Call) -> ast.AST:
        function = self.native.constant(self.native.static(self.code, node.func))
        node.func = self._named(self.native.guarded(function))
        node.args = [self.visit(a) for a in node.args]
        node.keywords = [self.visit(k) for k in node.keywords]
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        return self._outside(self.native.static(self.code, node))

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if not isinstance(node.ctx, ast.Load) or not self.native._is_outside(self.code, node.id):
            return node
        return self._outside(self.code.text.value(node.id))

    def _outside(self, value: Any) -> ast.Name:
        return self._named(self.native.constant(value))

    def _named(self, value: Any) -> ast.Name:
        name = f"assay {len(self.outer)}"
        self.outer[name] = value
        return ast.Name(name, ast.Load())


class _Guards(ast.NodeTransformer):
    """Puts the guards in: around what is shown in an f-string, what a comprehension runs through, and %."""

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.AST:
        self.generic_visit(node)
        node.value = _call(TEXT, node.value)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        node.iter = _call(ORDER, node.iter)
        return node

    def visit_Starred(self, node: ast.Starred) -> ast.AST:
        self.generic_visit(node)
        node.value = _call(ORDER, node.value)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Mod) and not isinstance(node.right, ast.Constant):
            return _call(MODULO, node.left, node.right)
        return node


def _called(node: ast.Call, function: Any) -> list[ast.expr]:
    """The arguments of a call that the called function will call."""
    found = [k.value for k in node.keywords if k.arg in ("key", "func", None)]
    if id(function) in CALLING:
        found += node.args[1:2] if function is itertools.accumulate else node.args[:1]
    return found


def _call(name: str, *args: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(args), [])


def _variable(name: str, scope: Scope) -> Any:
    try:
        return scope.names[name]
    except KeyError:
        return scope.value(name)


def _of_own(function: Callable[..., Any], reads: tuple[str, ...], scope: Scope) -> Any:
    names = scope.names
    try:
        values = [names[name] for name in reads]
    except KeyError:
        values = [scope.value(name) for name in reads]
    return function(*values)


def _of_all(function: Callable[..., Any], reads: tuple[str, ...], scope: Scope) -> Any:
    return function(*[scope.value(name) for name in reads])


def _copied(node: Any) -> Any:
    """A node and all that is inside it once more; `copy.deepcopy` takes three times as long."""
    made = type(node)()
    for name, value in vars(node).items():
        if isinstance(value, ast.AST):
            value = _copied(value)
        elif type(value) is list:
            value = [_copied(part) if isinstance(part, ast.AST) else part for part in value]
        setattr(made, name, value)
    return made


@lru_cache(maxsize=16_384)
def _bound_within(node: ast.expr) -> frozenset[str]:
    """The names that any comprehension or lambda within an expression binds for itself."""
    return frozenset([name for part in parts_of(node) for name in _bound_inside(part)])


def _bound_inside(part: ast.AST) -> list[str]:
    """The names that a comprehension or lambda inside an expression binds for itself."""
    if isinstance(part, ast.comprehension):
        return [n.id for n in ast.walk(part.target) if isinstance(n, ast.Name)]
    return (
        [a.arg for a in ast.walk(part.args) if isinstance(a, ast.arg)] if isinstance(part, ast.Lambda) else []
    )


def _is_fixed(node: ast.Compare) -> bool:
    """Whether `is` compares with None, True or False only."""
    return all(
        isinstance(right, ast.Constant) and (right.value is None or isinstance(right.value, bool))
        for op, right in zip(node.ops, node.comparators, strict=True)
        if isinstance(op, ast.Is | ast.IsNot)
    )
