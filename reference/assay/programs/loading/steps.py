"""What the statements of a module do when it is loaded: the names that each sets, fills, needs and calls.

Bodies of functions are left out, and so are constants and imports from libraries: they cannot differ between
processes.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ..origins import USER, origin_of_module
from . import syntax

DYNAMIC = frozenset({"exec", "globals", "locals", "modules", "setattr", "vars"})
"""Names by which a variable may be set without a statement that names it."""


ELSEWHERE = "*"
"""The name of all that belongs to other modules of the user's, which a statement may fill."""


@dataclass(frozen=True)
class Step:
    """A statement of a module: the names that it may set or fill, and those that it needs; binds: the
    variables that it sets; calls: names that it may call; star: it, or a part, imports names that it does not
    list; sets_by: the function that sets them, if it is called.
    """

    node: ast.stmt
    sets: frozenset[str]
    needs: frozenset[str]
    binds: frozenset[str] = frozenset()
    calls: frozenset[str] = frozenset()
    star: bool = False
    sets_by: frozenset[str] = frozenset()


def steps_of(path: str, changed: int | None, package: str, own: frozenset[str]) -> tuple[Step, ...]:
    """What a module does when it is loaded, without what cannot differ, and what the functions `own` set."""
    return _steps(path, changed, package, own.intersection(_settable(path, changed, package)))


@lru_cache(maxsize=256)
def _steps(path: str, changed: int | None, package: str, own: frozenset[str]) -> tuple[Step, ...]:
    module = syntax.tree_of(path, changed)
    modules = frozenset(_unfilled(module, package))
    settable = {n: sets for n, sets in _settable(path, changed, package).items() if n not in own}
    elsewhere = _elsewhere(module, package)
    foreign = frozenset(_foreign(module, package))
    statements = syntax.parsed(path, changed).body
    _undecorate(statements, frozenset(_of_test_libraries(module, package)))
    done = [
        _step(node, settable, modules, foreign, elsewhere)
        for given in statements
        for node in _without_bodies(given, package)
    ]
    setting = [step for node in module.body for step in _setting(node) if not step.sets_by & own]
    return (*done, *setting)


def _of_test_libraries(module: ast.Module, package: str) -> Iterator[str]:
    """The names that are imported from the libraries of tests."""
    for node in module.body:
        names = [name.partition(".")[0] for name in syntax.named_modules(node, package)]
        if any(name in ("hypothesis", "pytest") and not _is_users_module(name) for name in names):
            yield from syntax.bound_by(node)


def _undecorate(statements: list[ast.stmt], names: frozenset[str]) -> None:
    """Take away the decorators of tests, which leave the variables of the module as they are."""
    for node in statements:
        if isinstance(node, syntax.FUNCTIONS):
            node.decorator_list = [d for d in node.decorator_list if not names & set(syntax.roots(d))]


def _setting(node: ast.stmt) -> Iterator[Step]:
    """A function or class that sets global variables, as a step that names it: anybody may call it."""
    if isinstance(node, (*syntax.FUNCTIONS, ast.ClassDef)):
        sets = {name for part in ast.walk(node) if isinstance(part, ast.Global) for name in part.names}
        if sets:
            named = ast.Expr(
                ast.Name(node.name, ast.Load(), **syntax.place_of(node)), **syntax.place_of(node)
            )
            by = frozenset({node.name})
            yield Step(named, frozenset(sets), by, sets_by=by)


def _foreign(module: ast.Module, package: str) -> Iterator[str]:
    """The names of the user's modules, and of what is imported from them."""
    for node in module.body:
        if _is_users(node, package):
            yield from syntax.bound_by(node)


def _elsewhere(module: ast.Module, package: str) -> frozenset[str]:
    """The functions of the user's modules that are imported, where they set or fill something there."""
    found: set[str] = set()
    for node in module.body:
        for name in syntax.named_modules(node, package):
            path = getattr(sys.modules.get(name), "__file__", None)
            if _is_users_module(name) and path:
                found |= _settable(path, syntax.changed_at(path), package).keys()
    return frozenset(found)


def _is_users_module(name: str) -> bool:
    module = sys.modules.get(name)
    return module is not None and origin_of_module(module) == USER


@lru_cache(maxsize=256)
def _settable(path: str, changed: int | None, package: str) -> dict[str, frozenset[str]]:
    """The functions, methods and classes of a module that set or fill global variables, themselves or by what
    they name, each with these.
    """
    module = syntax.tree_of(path, changed)
    modules = frozenset(_unfilled(module, package))
    sets: dict[str, set[str]] = {}
    names: dict[str, set[str]] = {}
    listed = {name for node in module.body for name in syntax.bound_by(node)}
    for node in ast.walk(module):
        if isinstance(node, (*syntax.FUNCTIONS, ast.ClassDef)):
            parts = list(ast.walk(node))
            found = {n for part in parts if isinstance(part, ast.Global) for n in part.names}
            sets.setdefault(node.name, set()).update(found, listed & set(syntax.filled(node, modules)))
            named = {part.id for part in parts if isinstance(part, ast.Name)}
            named |= {part.attr for part in parts if isinstance(part, ast.Attribute)}
            names.setdefault(node.name, set()).update(named)
    changed = True
    while changed:
        changed = False
        for name, found in sets.items():
            more = {n for called in names[name] & sets.keys() for n in sets[called]}
            changed |= not more <= found
            found |= more
    return {name: frozenset(found) for name, found in sets.items() if found}


def _unfilled(module: ast.Module, package: str) -> Iterator[str]:
    """The names of modules, of functions, of constants, and of what is imported from libraries: no call fills
    them.
    """
    for node in module.body:
        imported = isinstance(node, ast.Import | ast.ImportFrom) and not _is_users(node, package)
        constant = isinstance(node, ast.Assign) and syntax.is_constant(node.value)
        if imported or constant or isinstance(node, syntax.FUNCTIONS):
            yield from syntax.bound_by(node)


def _step(
    node: ast.stmt,
    settable: dict[str, frozenset[str]],
    modules: frozenset[str],
    foreign: frozenset[str],
    elsewhere: frozenset[str],
) -> Step:
    """A statement with the names that it sets and needs; settable: the global variables that each function
    sets; modules: names that no call fills; foreign: names of what belongs to other modules; elsewhere:
    functions that fill something there.
    """
    parts = list(ast.walk(node))
    needs = {part.id for part in parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)}
    needs |= DYNAMIC & {part.attr for part in parts if isinstance(part, ast.Attribute)}
    sets = set(syntax.bound_by(node))
    if not syntax.is_main(node):
        sets |= {
            *syntax.filled(node, modules),
            *[name for called in settable.keys() & syntax.called_in(parts) for name in settable[called]],
        }
    star = any(map(syntax.is_star, parts))
    called = syntax.called_in(list(syntax.parts_run(node)))
    by_modules = "modules" in needs and set(syntax.filled(node, modules)) - {"sys"}
    fills = sets & foreign or _calls(node, foreign, elsewhere) or by_modules
    if fills and not isinstance(node, ast.ImportFrom) and not syntax.is_main(node):
        sets.add(ELSEWHERE)
    defines = isinstance(node, (*syntax.FUNCTIONS, ast.ClassDef, ast.Import, ast.ImportFrom))
    binds = frozenset[str]() if defines else frozenset(syntax.bound_by(node))
    calls = frozenset() if syntax.is_main(node) else frozenset(called)
    return Step(node, frozenset(sets), frozenset(needs), binds, calls, star)


def _calls(node: ast.stmt, foreign: frozenset[str], elsewhere: frozenset[str]) -> bool:
    """Whether a statement calls a function of another module that fills something there."""
    for part in syntax.parts_run(node):
        if isinstance(part, ast.Call):
            name = part.func.attr if isinstance(part.func, ast.Attribute) else ""
            first = set(syntax.first_name(part.func))
            if first & foreign and (first | {name}) & elsewhere:
                return True
    return False


def _without_bodies(node: ast.stmt, package: str) -> Iterator[ast.stmt]:
    """A statement without the bodies of functions; nothing where nothing is left that could differ."""
    if isinstance(node, ast.Import) or (isinstance(node, ast.ImportFrom) and not _is_users(node, package)):
        return
    if isinstance(node, ast.Assign) and syntax.is_constant(node.value):
        return
    stripped = _Stripped(package).visit(node)
    plain = isinstance(stripped, syntax.FUNCTIONS)
    if isinstance(stripped, ast.stmt) and not (
        plain and not any(isinstance(part, ast.Name) for part in ast.walk(stripped))
    ):
        yield stripped


def _is_users(node: ast.stmt, package: str) -> bool:
    """Whether a statement imports a module of the user's, or from one."""
    return any(map(_is_users_module, syntax.named_modules(node, package)))


class _Stripped(ast.NodeTransformer):
    """Functions without bodies and annotations, variables without annotations, blocks without imports of
    everything from libraries, which cannot differ.
    """

    def __init__(self, package: str) -> None:
        self.package = package

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        """Nothing in its place."""
        return (
            ast.Pass(**syntax.place_of(node))
            if syntax.is_star(node) and not _is_users(node, self.package)
            else node
        )

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """The decorators and defaults, which are computed where the function is defined."""
        node.body, node.returns = [ast.Pass(**syntax.place_of(node))], None
        for argument in ast.walk(node.args):
            if isinstance(argument, ast.arg):
                argument.annotation = None
        return node

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        """A coroutine as a function: it is defined in the same way."""
        made = ast.FunctionDef(node.name, node.args, node.body, node.decorator_list, **syntax.place_of(node))
        return self.visit_FunctionDef(made)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """An assignment."""
        if node.value is None:
            return ast.Pass(**syntax.place_of(node))
        return self.generic_visit(ast.Assign([node.target], node.value, **syntax.place_of(node)))
