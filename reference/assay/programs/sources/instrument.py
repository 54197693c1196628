"""A copy of a function that tells, at the head of each of its loops, which state it is in.

`while C:` becomes `while HEAD(n, locals()) and C:`, and `for x in E:` a loop over an iterator with a visible
position whose body begins with `HEAD(n, locals())`. A local function is called by way of the tape. Only loops
are touched whose head has nothing on the interpreter's own stack: not those in nested functions, `with`
blocks, or handlers. A function whose source cannot be found, or does not compile to the code that it runs, is
left as it is.

What is not needed at the head of a loop cannot influence what the function does from there on.
"""

from __future__ import annotations
import __future__

import ast
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any

from ..bytecode import codes_in
from ..liveness import Liveness, Names, hidden, names_of
from ..source_text import definition_in, file_text

LOOP = "__assay_loop__"
BYTES = "__assay_int_from_bytes__"
LOCAL = "__assay_local__"

REWRITTEN: dict[CodeType, tuple[CodeType, Callable[[ast.FunctionDef], None]]] = {}
"""Codes that were made from the source of another one, by rewriting its definition."""


@dataclass(frozen=True)
class Instrumented:
    """The copy, and the names that are live at each of its loop heads.

    local: the code of the functions that are defined in it. The copy is called once a run, so that they close
    over variables of this call.
    """

    function: Callable[..., Any]
    live: dict[int, Names]
    local: tuple[CodeType, ...]


def instrument(function: FunctionType) -> Instrumented | None:
    """The copy of a function that calls MARK(number, variables) at its loop heads; None if there is none."""
    found = _marked(function.__code__)
    if found is None:
        return None
    code, live = found
    local = tuple(each for each in code.co_consts if isinstance(each, CodeType))
    return Instrumented(with_code(function, code), live, local)


@lru_cache(maxsize=1024)
def _marked(original: CodeType) -> tuple[CodeType, dict[int, Names]] | None:
    """The code with its loop heads marked, and the names live at each; None where it is left as it is."""
    found = definition_of(original)
    if found is None:
        return None
    module, node = found
    if reflects(node):
        return None
    node.body = _Rewriter().block(node.body)
    ast.fix_missing_locations(module)
    code = compiled(module, original)
    if code is None or code.co_freevars != original.co_freevars:
        return None
    return code, live_at_heads(node)


def with_code(function: FunctionType, code: CodeType) -> FunctionType:
    """The function with other code."""
    copy = FunctionType(
        code, function.__globals__, function.__name__, function.__defaults__, function.__closure__
    )
    copy.__kwdefaults__ = function.__kwdefaults__
    copy.__qualname__ = function.__qualname__
    return copy


def definition_of(original: CodeType) -> tuple[ast.Module, ast.FunctionDef] | None:
    """The syntax tree of a function's file, and the function in it, if compiling it gives the code that it
    runs.
    """
    if original in REWRITTEN:
        source, rewrite = REWRITTEN[original]
        found = definition_of(source)
        if found is not None:
            rewrite(found[1])
        return found
    try:
        module = ast.parse(file_text(original))
        whole = compile(module, original.co_filename, "exec", dont_inherit=True, flags=_future(original))
        node = definition_in(module, whole, original)
    except (OSError, TypeError, SyntaxError, ValueError):
        return None
    return (module, node) if isinstance(node, ast.FunctionDef) and not _has_yield(node) else None


def _has_yield(node: ast.FunctionDef) -> bool:
    return any(isinstance(n, ast.Yield | ast.YieldFrom | ast.Await) for n in ast.walk(node))


def compiled(module: ast.Module, original: CodeType) -> CodeType | None:
    """The code of the function in its compiled file."""
    try:
        code = compile(module, original.co_filename, "exec", dont_inherit=True, flags=_future(original))
    except (SyntaxError, ValueError):
        return None
    wanted = original.co_qualname, original.co_firstlineno
    found = [c for c in codes_in(code) if (c.co_qualname, c.co_firstlineno) == wanted]
    return found[0] if len(found) == 1 else None


def _future(code: CodeType) -> int:
    """The flags of `from __future__` imports that the code was compiled under."""
    names = __future__.all_feature_names
    return sum({getattr(__future__, name).compiler_flag & code.co_flags for name in names})


class _Rewriter:
    """Rewrites the loops of a function that are reached with an empty stack."""

    def __init__(self) -> None:
        self.heads = self.iterators = 0

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """The statements with their loops marked."""
        return [new for node in body for new in self.statement(node)]

    def statement(self, node: ast.stmt) -> list[ast.stmt]:
        """One statement, or the several that stand for it."""
        before: list[ast.stmt] = []
        if isinstance(node, ast.While):
            node.test = ast.BoolOp(ast.And(), [self._head(), _calls(node.test)])
            node.body, node.orelse = self.block(node.body), self.block(node.orelse)
        elif isinstance(node, ast.For):
            before = [self._visible(node)]
            node.body, node.orelse = self.block(node.body), self.block(node.orelse)
            node.body.insert(0, ast.Expr(self._head()))
        elif isinstance(node, ast.If):
            node.test = _calls(node.test)
            node.body, node.orelse = self.block(node.body), self.block(node.orelse)
        elif isinstance(node, ast.Try):
            node.body, node.orelse = self.block(node.body), self.block(node.orelse)
        elif isinstance(node, ast.FunctionDef) and not node.decorator_list:
            return [node, _through(node)]
        elif not isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            node = _calls(node)
        return [*before, node]

    def _visible(self, node: ast.For) -> ast.stmt:
        """The assignment of the loop's iterator to a variable of its own."""
        self.iterators += 1
        name = f"__assay_iterator_{self.iterators}__"
        made = ast.Call(ast.Name(LOOP, ast.Load()), [_calls(node.iter)], [])
        node.iter = ast.Name(name, ast.Load())
        return ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], made), node)

    def _head(self) -> ast.Call:
        self.heads += 1
        variables = ast.Call(ast.Name("locals", ast.Load()), [], [])
        return ast.Call(ast.Name(MARK, ast.Load()), [ast.Constant(self.heads), variables], [])


def _through(node: ast.FunctionDef) -> ast.stmt:
    """The assignment that has a local function called by way of the tape."""
    called = ast.Call(ast.Name(LOCAL, ast.Load()), [ast.Name(node.name, ast.Load())], [])
    return ast.copy_location(ast.Assign([ast.Name(node.name, ast.Store())], called), node)


class _FromBytes(ast.NodeTransformer):
    """Rewrites `int.from_bytes(...)`, which takes no lazy bytes, to a function that does."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        if node.attr == "from_bytes" and isinstance(node.value, ast.Name) and node.value.id == "int":
            return ast.copy_location(ast.Name(BYTES, ast.Load()), node)
        return node


def _calls(node: Any) -> Any:
    return _FromBytes().visit(node)


def int_from_bytes(data: Any, *args: Any, **kwargs: Any) -> Any:
    """int.from_bytes, lazy for lazy bytes: uniform bytes make the same uniform number in either order."""
    from .randoms import LazyBytes

    if type(data) is LazyBytes:
        order = args[0] if args else kwargs.get("byteorder", "big")
        return data.as_int(order, bool(kwargs.get("signed", False)))
    return int.from_bytes(bytes(data) if type(data) is LazyBytes else data, *args, **kwargs)


REFLECTION = frozenset({"locals", "vars", "dir", "eval", "exec", "globals", "__import__", "inspect"})
"""Functions that see variables, or make code, without naming them."""

MARK = "__assay_head__"


def reflects(function: ast.FunctionDef) -> bool:
    """Whether a function may look at its own variables by other ways than their names."""
    return bool(names_of(function) & REFLECTION)


def live_at_heads(function: ast.FunctionDef) -> dict[int, Names]:
    """The names that are needed at every marked loop head."""
    nested = [n for n in ast.walk(function) if isinstance(n, ast.FunctionDef | ast.Lambda | ast.ClassDef)]
    always = frozenset[str]().union(*(names_of(n) for n in nested if n is not function))
    analysis = Liveness(always)
    analysis.function(function)
    own = names_of(function) | {a.arg for a in ast.walk(function) if isinstance(a, ast.arg)}
    found: dict[int, Names] = {}
    iterators: dict[str, str] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.For) and isinstance(node.iter, ast.Name):
            iterators[hidden(node)] = node.iter.id
        elif isinstance(node, ast.Expr) and (mark := mark_of(node.value)) is not None:
            found[mark] = analysis.after[id(node)].names | always
        elif isinstance(node, ast.While) and (mark := mark_of(node.test)) is not None:
            found[mark] = analysis.head[id(node)].names | always
    return {
        mark: (names | {iterators[name] for name in names & iterators.keys()}) & own
        for mark, names in found.items()
    }


def mark_of(node: ast.AST) -> int | None:
    """The number of a loop head: of a call `MARK(number, ...)`, also at the front of an `and`."""
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        node = node.values[0]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == MARK:
        number = node.args[0]
        if isinstance(number, ast.Constant) and isinstance(number.value, int):
            return number.value
    return None
