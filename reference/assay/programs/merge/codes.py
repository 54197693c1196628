"""What is known of a function from its text alone: whose its names are, and how its arguments are bound."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from types import CodeType, FunctionType
from typing import Any, TypeAlias

from ..liveness import Liveness
from .outside import outside
from .text import Text

Body: TypeAlias = (
    "ast.FunctionDef | ast.Lambda | ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp"
)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
INNER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef, *COMPREHENSIONS)

NAMED = (ast.FunctionDef, ast.ClassDef, ast.ExceptHandler, ast.MatchAs, ast.MatchStar)
"""What sets a name that is written as text."""


class Code:
    """A function, a lambda or a comprehension: its names, its liveness, and what is inside it."""

    bound: frozenset[str]
    live: Liveness
    nonlocals: frozenset[str]

    def __init__(self, node: Body, text: Text, parent: Code | None) -> None:
        self.node: Body = node
        self.text: Text = text
        self.parent: Code | None = parent
        self.nonlocals, self.bound, self.live = _analysed(node)
        self.inner: dict[int, Code] = {}
        self.native: dict[int, Any] = {}
        self.plain: dict[int, bool] = {}
        self._check()

    def _check(self) -> None:
        """Refuse what would make the function another kind of thing, or reach outside the program."""
        late = _late(self.node)
        if isinstance(late, ast.Global):
            raise outside(late, "a Global statement is not understood")
        if late is not None:
            raise outside(late, "it is a generator or a coroutine")
        for name in self.nonlocals:
            if not self._is_around(name):
                raise outside(self.node, f"it sets the variable {name} of a function outside the program")

    def _is_around(self, name: str) -> bool:
        code = self.parent
        while code is not None and name not in code.bound:
            code = code.parent
        return code is not None

    def is_local(self, name: str) -> bool:
        """Whether a name is a variable of this function, or of one around it in the program's text."""
        return name in self.bound or self._is_around(name)

    def within(self, node: Body) -> Code:
        """The code of a function or comprehension inside this one."""
        known = self.inner.get(id(node))
        if known is None:
            known = self.inner[id(node)] = Code(node, self.text, self)
        return known

    @cached_property
    def title(self) -> str:
        """The name under which Python's own messages know the function."""
        if self.parent is None:
            return self.text.function.__code__.co_qualname
        return f"{self.parent.title}.<locals>.{getattr(self.node, 'name', '<lambda>')}"

    @cached_property
    def _binder(self) -> CodeType:
        return binder(self.node, self.title)

    def bind(self, args: list[Any], named: dict[str, Any], defaults: Any, kwdefaults: Any) -> dict[str, Any]:
        """The parameters and their values; TypeError, as Python raises it, where they do not fit."""
        stub = FunctionType(self._binder, {}, None, defaults or None, None)
        stub.__kwdefaults__ = kwdefaults
        return dict(stub(*args, **named))


@lru_cache(maxsize=512)
def _late(node: Body) -> ast.AST | None:
    """The first part of a function that makes it another kind of thing; None in most functions."""
    unusual = ast.Yield | ast.YieldFrom | ast.Await | ast.Global
    return next((part for part in own(node) if isinstance(part, unusual)), None)


@lru_cache(maxsize=512)
def _analysed(node: Body) -> tuple[frozenset[str], frozenset[str], Liveness]:
    """The names of other functions that a function sets, its own, and its liveness."""
    nonlocals = frozenset(n for s in own(node) if isinstance(s, ast.Nonlocal) for n in s.names)
    bound = frozenset(bound_names(node)) - nonlocals
    live = Liveness(captured(node) & bound)
    if isinstance(node, ast.FunctionDef):
        live.function(node)
    return nonlocals, bound, live


@lru_cache(maxsize=512)
def binder(node: Body, title: str) -> CodeType:
    """The code of a function with the same parameters, that returns them with their names."""
    if not isinstance(node, ast.FunctionDef | ast.Lambda):
        raise outside(node, "it is called, and has no parameters")
    a = node.args
    names = [p.arg for p in (*a.posonlyargs, *a.args, *a.kwonlyargs, *filter(None, (a.vararg, a.kwarg)))]
    bare = ast.arguments(
        [ast.arg(p.arg) for p in a.posonlyargs],
        [ast.arg(p.arg) for p in a.args],
        ast.arg(a.vararg.arg) if a.vararg else None,
        [ast.arg(p.arg) for p in a.kwonlyargs],
        [None] * len(a.kwonlyargs),
        ast.arg(a.kwarg.arg) if a.kwarg else None,
        [],
    )
    pairs = [ast.Tuple([ast.Constant(n), ast.Name(n, ast.Load())], ast.Load()) for n in names]
    body: list[ast.stmt] = [ast.Return(ast.Tuple(list(pairs), ast.Load()))]
    tree = ast.Module([ast.FunctionDef("binder", bare, body, [], None, None)], [])
    made: dict[str, Any] = {}
    exec(compile(ast.fix_missing_locations(tree), "<parameters>", "exec"), made)
    code: CodeType = made["binder"].__code__
    return code.replace(co_qualname=title, co_name=title.rpartition(".")[2])


def own(node: ast.AST) -> Iterator[ast.AST]:
    """All parts of a function that are not inside another one; of those inside, what is assigned by :=."""
    waiting = list(_children(node))
    while waiting:
        part = waiting.pop()
        yield part
        if not isinstance(part, INNER):
            waiting.extend(ast.iter_child_nodes(part))
        elif isinstance(part, COMPREHENSIONS):
            waiting.append(part.generators[0].iter)
            yield from (n for n in ast.walk(part) if isinstance(n, ast.NamedExpr))
        elif isinstance(part, ast.FunctionDef | ast.Lambda):
            waiting.extend([*part.args.defaults, *filter(None, part.args.kw_defaults)])


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """What is evaluated when the function itself runs."""
    if isinstance(node, ast.FunctionDef):
        yield from node.body
    elif isinstance(node, ast.Lambda):
        yield node.body
    else:
        for part in ast.iter_child_nodes(node):
            if not isinstance(part, ast.comprehension):
                yield part
                continue
            yield from (part.target, *part.ifs)
            if part is not node.generators[0]:  # type: ignore[attr-defined]
                yield part.iter


def bound_names(node: Body) -> Iterator[str]:
    """The names that belong to a function: parameters, and what it assigns anywhere."""
    if isinstance(node, ast.FunctionDef | ast.Lambda):
        yield from (part.arg for part in ast.walk(node.args) if isinstance(part, ast.arg))
    walrus = isinstance(node, COMPREHENSIONS)
    around = {id(n.target) for n in ast.walk(node) if walrus and isinstance(n, ast.NamedExpr)}
    for part in own(node):
        if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load):
            if id(part) not in around:  # := inside a comprehension sets a variable around it
                yield part.id
        elif isinstance(part, NAMED) and part.name:
            yield part.name
        elif isinstance(part, ast.MatchMapping) and part.rest:
            yield part.rest
        elif isinstance(part, ast.NamedExpr) and not walrus and isinstance(part.target, ast.Name):
            yield part.target.id
        elif isinstance(part, ast.alias):
            yield (part.asname or part.name).partition(".")[0]


def captured(node: ast.AST) -> frozenset[str]:
    """All names that occur in functions and lambdas inside a function: they may be read at any time."""
    return frozenset(
        name.id
        for part in ast.walk(node)
        if part is not node and isinstance(part, ast.FunctionDef | ast.Lambda)
        for name in ast.walk(part)
        if isinstance(name, ast.Name)
    )


def free_names(node: ast.AST) -> dict[str, None]:
    """The names that an expression reads from around it, in the order met: not those that it binds inside."""
    if isinstance(node, ast.Name):
        return {node.id: None}
    if isinstance(node, ast.Lambda):
        own_names = {a.arg for a in ast.walk(node.args) if isinstance(a, ast.arg)}
        outer = _free([*node.args.defaults, *filter(None, node.args.kw_defaults)])
        return outer | _without(free_names(node.body), own_names)
    if isinstance(node, COMPREHENSIONS):
        first = node.generators[0]
        further = [g.iter for g in node.generators[1:]]
        conditions = [part for g in node.generators for part in g.ifs]
        made = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        names = [n for g in node.generators for n in ast.walk(g.target) if isinstance(n, ast.Name)]
        stored = {n.id for n in names if isinstance(n.ctx, ast.Store)}
        read = [n for n in names if isinstance(n.ctx, ast.Load)]
        inside = _without(_free([*further, *conditions, *made, *read]), stored)
        return free_names(first.iter) | inside
    return _free(list(ast.iter_child_nodes(node)))


def _free(nodes: Sequence[ast.AST]) -> dict[str, None]:
    found: dict[str, None] = {}
    for node in nodes:
        found |= free_names(node)
    return found


def _without(names: dict[str, None], hidden: set[str]) -> dict[str, None]:
    return {name: None for name in names if name not in hidden}
