"""The text of a function: found, and proved to be the text of the code that runs.

A file may have changed since it was imported, and a decorator may have replaced the function.  So the text is
compiled again, and must give the same code: instructions, constants and names.
"""

from __future__ import annotations

import ast
import inspect
import warnings
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType, FunctionType
from typing import Any

from ..source_text import Definition, definition_in, file_text
from .folded import folded
from .inlined import inlined
from .outside import OutsideSubset, outside

LATE = (
    inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ITERABLE_COROUTINE | inspect.CO_ASYNC_GENERATOR
)


@dataclass(frozen=True)
class Text:
    """A function, its parsed definition, and the values of the names that it does not assign itself."""

    function: FunctionType
    tree: Definition
    free: dict[str, Any]

    def value(self, name: str) -> Any:
        """The value of a name from outside; LookupError where there is none."""
        if name in self.free:
            return self.free[name]
        if name in self.function.__globals__:
            return self.function.__globals__[name]
        builtins = self.function.__globals__["__builtins__"]
        return (builtins if isinstance(builtins, dict) else vars(builtins))[name]


def text_of(function: object, *, folds: bool = True) -> Text:
    """The text of a plain Python function; OutsideSubset where it is not at hand or not that of its code.

    folds: whether lists of which only sums, extremes and lengths are read are folded.
    """
    if type(function) is not FunctionType:
        raise OutsideSubset(f"{function!r} is not a plain Python function")
    code = function.__code__
    try:
        tree, moved, made = _definition(file_text(code), code)
    except (OSError, TypeError, SyntaxError, ValueError):
        raise OutsideSubset(f"the text of {function.__qualname__} is not available") from None
    check_whole(function, tree)
    cells = function.__closure__ or ()
    names = function.__code__.co_freevars
    try:
        free = {name: cell.cell_contents for name, cell in zip(names, cells, strict=True)}
    except ValueError:
        raise OutsideSubset(f"{function.__qualname__} uses a variable that is not set yet") from None
    return Text(function, made if folds else moved, free)


@lru_cache(maxsize=256)
def _definition(source: str, code: CodeType) -> tuple[Definition, Definition, Definition]:
    """The definition of a piece of code in a file, the same where lists that are read once are moved, and the
    same where lists are folded, too.
    """
    module, compiled = _parsed(source)
    try:
        tree = definition_in(module, compiled, code)
    except ValueError:
        raise OutsideSubset(f"the text of {code.co_qualname} is not that of the code that runs") from None
    if tree is None:
        raise OutsideSubset(f"{code.co_qualname} is not written as a def statement of its own")
    moved = inlined(tree)
    return tree, moved, folded(moved)


@lru_cache(maxsize=16_384)
def parts_of(node: ast.AST) -> tuple[ast.AST, ...]:
    """A node of a parsed text and all that is inside it, what is around before what is inside."""
    return tuple(ast.walk(node))


def check_whole(function: FunctionType, tree: Definition) -> None:
    """Refuse what changes a function as a whole, also where no run comes to it.

    `global` makes an assignment visible elsewhere, `yield` makes a call return at once, a name __x
    means another one inside a class, and a `__signature__` need not be that of the code.
    """
    if function.__code__.co_flags & LATE:
        raise outside(tree, "it is a generator or a coroutine")
    if hasattr(function, "__signature__"):
        raise outside(tree, "its signature was replaced")
    for node in parts_of(tree):
        if isinstance(node, ast.Global):
            raise outside(node, "a Global statement is not understood")
        name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
        if name.startswith("__") and not name.endswith("__"):
            raise outside(node, f"the name {name} means another one inside a class")


@lru_cache(maxsize=64)
def _parsed(source: str) -> tuple[ast.Module, CodeType]:
    """A file's tree and its code; what Python warns of was said when the file was loaded."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(source), compile(source, "<text>", "exec", dont_inherit=True)
