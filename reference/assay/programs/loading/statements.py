"""What a module computed when it was loaded: the statements behind the global variables that a program reads.

`MODE = os.environ.get("MODE")` is read once and remembered, so a program that reads MODE is a function of the
process as much as one that reads the environment itself.  The statements of the user's modules that set or
fill such a variable, and those that these need, are put into a function, which is looked through like the
program.  Bodies of functions are left out: what is called is followed as the object that it is.
"""

from __future__ import annotations

import ast
import builtins
import copy
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeAlias

from ..kinds import ATOMS
from ..origins import USER, origin_of_file, origin_of_module
from .steps import DYNAMIC, ELSEWHERE, Step, steps_of
from .syntax import bound_by, changed_at, is_main, is_star, named_modules, place_of, tree_of

Nodes: TypeAlias = "tuple[ast.stmt, ...]"

FIXED = ATOMS | {FunctionType, ModuleType}
"""Types of objects that hold nothing which a call could change."""


def loading(table: dict[str, Any], names: Iterable[str], own: Iterable[str] = ()) -> FunctionType | None:
    """A function that does what loading the module of this table did for these global variables; own: the
    functions and classes of the program, which may set them too, and are looked at while they run.

    None where the module is not the user's, has no text, or did nothing for them but hold constants, define
    functions and import.  Raises StarInBlock.
    """
    path = table.get("__file__")
    if not isinstance(path, str) or not path.endswith(".py") or origin_of_file(path) != USER:
        return None
    read = frozenset(names)
    fixed = frozenset([name for name in read if _is_fixed(table.get(name))])
    about = path, changed_at(path), str(table.get("__package__") or "")
    code = _wanted(*about, read | {ELSEWHERE}, fixed, frozenset(own))
    return None if code is None else FunctionType(code, table)


class StarInBlock(Exception):
    """An import of everything inside a block may set the names that are looked for, or may not."""

    def __init__(self, node: ast.stmt) -> None:
        super().__init__(ast.unparse(node))
        self.line: int = node.lineno


def _is_fixed(value: Any) -> bool:
    """Whether no call changes a value, apart from what the code of a class of the user's fills."""
    closes_over = isinstance(value, FunctionType) and value.__closure__ is not None
    return (type(value) in FIXED and not closes_over) or isinstance(value, type)


def loading_all(table: dict[str, Any]) -> FunctionType | None:
    """A function that does all that loading the module of this table did; None where that is not known."""
    path = table.get("__file__")
    if not isinstance(path, str) or not path.endswith(".py") or origin_of_file(path) != USER:
        return None
    code = _everything(path, changed_at(path), str(table.get("__package__") or ""))
    return None if code is None else FunctionType(code, table)


@lru_cache(maxsize=256)
def _everything(path: str, changed: int | None, package: str) -> CodeType | None:
    """The code of a function of all statements, apart from what a file does when it is the program."""
    steps = steps_of(path, changed, package, frozenset())
    written = [step.node for step in steps if not is_star(step.node) and not is_main(step.node)]
    # a tree of its own, which the steps keep as it is
    nodes = tuple([_Starless().visit(copy.deepcopy(node)) for node in written])
    return _code(path, nodes) if nodes else None


class _Starless(ast.NodeTransformer):
    """Blocks without imports of everything, which no function may hold."""

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.stmt:
        """Nothing in its place."""
        return ast.Pass(**place_of(node)) if is_star(node) else node


def imported_tables(table: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The global variables of the user's modules that a module imports when it is loaded."""
    path, package = table.get("__file__"), str(table.get("__package__") or "")
    if not isinstance(path, str) or not path.endswith(".py") or origin_of_file(path) != USER:
        return
    for name in _imported(path, changed_at(path), package):
        module = sys.modules.get(name)
        if module is not None and origin_of_module(module) == USER:
            yield vars(module)


@lru_cache(maxsize=256)
def _imported(path: str, changed: int | None, package: str) -> tuple[str, ...]:
    """The modules that the imports of a file name."""
    nodes = ast.walk(tree_of(path, changed))
    return tuple(dict.fromkeys(name for node in nodes for name in named_modules(node, package)))


def debugging(function: FunctionType) -> int | None:
    """The line of the function's text that names `__debug__`, of which its code says nothing, or None."""
    code = function.__code__
    if origin_of_file(code.co_filename) != USER:
        return None
    lines = [line for _, _, line in code.co_lines() if line is not None]
    named = _lines_of_debug(code.co_filename, changed_at(code.co_filename))
    return next((line for line in named if min(lines) <= line <= max(lines)), None) if lines else None


@lru_cache(maxsize=256)
def _lines_of_debug(path: str, changed: int | None) -> tuple[int, ...]:
    """The lines of a file that name `__debug__`."""
    module = tree_of(path, changed)
    return tuple(n.lineno for n in ast.walk(module) if isinstance(n, ast.Name) and n.id == "__debug__")


@lru_cache(maxsize=4096)
def _wanted(
    path: str,
    changed: int | None,
    package: str,
    names: frozenset[str],
    fixed: frozenset[str],
    own: frozenset[str],
) -> CodeType | None:
    """The code of a function of the statements that the names need."""
    listed = {name for node in tree_of(path, changed).body for name in bound_by(node) if name != "*"}
    nodes = _needed(steps_of(path, changed, package, own), names, listed | vars(builtins).keys(), fixed)
    return _code(path, nodes) if nodes else None


def _code(path: str, nodes: Nodes) -> CodeType:
    """The statements as the code of a function."""
    bound = sorted({name for node in nodes for name in bound_by(node)})
    made = ast.parse("def loading(): pass")
    for function in made.body:
        if isinstance(function, ast.FunctionDef):
            function.body = [ast.Global(bound), *nodes] if bound else [*nodes]
    compiled = compile(ast.fix_missing_locations(made), path, "exec", dont_inherit=True)
    return next(part for part in compiled.co_consts if isinstance(part, CodeType))


def _needed(steps: tuple[Step, ...], names: frozenset[str], listed: set[str], fixed: frozenset[str]) -> Nodes:
    """The statements that the names need, in their order; listed: the names that some statement sets; fixed:
    those of objects that cannot change.
    """
    chosen: set[int] = set()
    known: set[str] = set()
    todo = set(names)
    while todo:
        name = todo.pop()
        known.add(name)
        others = set() if name in fixed else _aliases(steps, name)
        for n, step in enumerate(steps):
            unlisted = name not in listed and name != ELSEWHERE
            by_other_means = unlisted and bool(step.star or step.needs & DYNAMIC)
            by_alias = others & ((step.sets - step.binds) | step.calls)
            if (name in step.sets or by_other_means or by_alias) and n not in chosen:
                chosen.add(n)
                todo |= step.needs - known
    found = [_listed(steps[n], known - listed) for n in sorted(chosen)]
    return tuple([node for node in found if node is not None])


def _aliases(steps: tuple[Step, ...], name: str) -> set[str]:
    """The variables that may hold the object of a variable, or a part of it: what is set with it, or by a
    statement that reads it, and so on.
    """
    found: set[str] = set()
    todo = {name} if any(name in step.binds for step in steps) else set()
    while todo:
        each = todo.pop()
        found.add(each)
        for step in steps:
            if each in step.binds or (each in step.needs and step.binds):
                todo |= step.binds - found
    return found


def _listed(step: Step, names: set[str]) -> ast.stmt | None:
    """A step, where an import of everything lists the names that nothing else sets.  Raises StarInBlock."""
    if not step.star:
        return step.node
    if not isinstance(step.node, ast.ImportFrom):
        raise StarInBlock(
            next(n for n in ast.walk(step.node) if isinstance(n, ast.ImportFrom) and is_star(n))
        )
    aliases = [ast.alias(name, **place_of(step.node)) for name in sorted(names)]
    return (
        ast.ImportFrom(step.node.module, aliases, step.node.level, **place_of(step.node)) if aliases else None
    )
