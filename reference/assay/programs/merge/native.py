"""Plain expressions, compiled as functions of the variables that they read: Python itself evaluates them.

What could show more than a value's contents, its text or the order of a set, passes through a guard.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial
from typing import Any

from .allowed import CALLING, ORDER_FREE, TEXTS, is_pure
from .codes import Code, free_names
from .heap import COMPILED, Heap
from .order import check_order, check_text
from .outside import OutsideSubset
from .outside_names import OutsideNames
from .worlds import Scope

_NUMBERS = frozenset({int, bool, float, complex, range, slice, set})


class Guards:
    """The guards of one evaluation; callback: makes a function of the program's one that Python may call."""

    def __init__(self, heap: Heap) -> None:
        self.heap = heap
        self.callback: Callable[[Any], Any] = lambda value: value
        self._guarded: dict[int, Any] = {}

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


Getter = Callable[[Scope], Any]

TEXT, ORDER, MODULO = "assay text", "assay order", "assay modulo"
"""Names of the guards, which no program can spell."""


class Native:
    """Compiles the plain expressions of all functions of one evaluation."""

    def __init__(self, names: OutsideNames, guards: Guards) -> None:
        self.names: OutsideNames = names
        self.guards: Guards = guards
        self._kept: list[ast.AST] = []

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
            TEXT: self.guards.text,
            ORDER: self.guards.ordered,
            MODULO: self.guards.modulo,
        }
        fixed = _Fixed(self, code, outer)
        tree = _Guarding().visit(fixed.visit(_copied(node)))
        arguments = ast.arguments([], [ast.arg(name) for name in reads], None, [], [], None, [])
        whole = ast.fix_missing_locations(ast.Expression(ast.Lambda(arguments, tree)))
        return eval(compile(whole, COMPILED, "eval"), outer), reads


class _Fixed(ast.NodeTransformer):
    """Gives all that is named from outside a name of its own in the compiled function, and its value now."""

    def __init__(self, native: Native, code: Code, outer: dict[str, Any]) -> None:
        self.native, self.code, self.outer = native, code, outer

    def visit_Call(self, node: ast.Call) -> ast.AST:
        function = self.native.names.constant(self.native.names.static(self.code, node.func))
        node.func = self._named(self.native.guards.guarded(function))
        node.args = [self.visit(a) for a in node.args]
        node.keywords = [self.visit(k) for k in node.keywords]
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        return self._outside(self.native.names.static(self.code, node))

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if not isinstance(node.ctx, ast.Load) or not self.native.names.is_outside(self.code, node.id):
            return node
        return self._outside(self.code.text.value(node.id))

    def _outside(self, value: Any) -> ast.Name:
        return self._named(self.native.names.constant(value))

    def _named(self, value: Any) -> ast.Name:
        name = f"assay {len(self.outer)}"
        self.outer[name] = value
        return ast.Name(name, ast.Load())


class _Guarding(ast.NodeTransformer):
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
    made: Any = ast.AST.__new__(type(node))  # since Python 3.13 a call asks for its fields
    for name, value in vars(node).items():
        if isinstance(value, ast.AST):
            value = _copied(value)
        elif type(value) is list:
            value = [_copied(part) if isinstance(part, ast.AST) else part for part in value]
        setattr(made, name, value)
    return made
