"""The text of the file that code was compiled from, and whether it is still that of the code."""

from __future__ import annotations

import ast
import inspect
import linecache
from collections.abc import Iterator
from types import CodeType


def file_text(code: CodeType) -> str:
    """The text of that file, as it is now.  Raises OSError or TypeError where it is not at hand."""
    linecache.checkcache(code.co_filename)
    lines = linecache.getlines(code.co_filename)
    if not lines:  # of code from an archive; to find its module takes longer than to read the file
        lines, _ = inspect.findsource(code)
    return "".join(lines)


def begins_at(node: ast.FunctionDef, code: CodeType) -> bool:
    """Whether a definition, its decorators included, begins where the code does, under its name."""
    first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
    return node.name == code.co_name and first == code.co_firstlineno


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """A code object and all that are inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes_in(constant)


def same_code(a: CodeType, b: CodeType) -> bool:
    """Whether two code objects do the same: line numbers and file names aside."""
    names = ("co_code", "co_names", "co_varnames", "co_freevars", "co_cellvars", "co_argcount", "co_flags")
    if any(getattr(a, name) != getattr(b, name) for name in (*names, "co_exceptiontable")):
        return False
    return len(a.co_consts) == len(b.co_consts) and all(map(_same_constant, a.co_consts, b.co_consts))


def _same_constant(x: object, y: object) -> bool:
    if isinstance(x, CodeType) and isinstance(y, CodeType):
        return same_code(x, y)
    return type(x) is type(y) and repr(x) == repr(y)
