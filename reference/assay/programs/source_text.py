"""The text of the file that code was compiled from, the definition in it, and whether it is still that of
the code.
"""

from __future__ import annotations

import ast
import inspect
import linecache
from types import CodeType
from typing import TypeAlias

from .bytecode import codes_in


def file_text(code: CodeType) -> str:
    """The text of that file, as it is now.  Raises OSError or TypeError where it is not at hand."""
    linecache.checkcache(code.co_filename)
    lines = linecache.getlines(code.co_filename)
    if not lines:  # of code from an archive; to find its module takes longer than to read the file
        lines, _ = inspect.findsource(code)
    return "".join(lines)


Definition: TypeAlias = ast.FunctionDef | ast.Lambda


def definition_in(module: ast.Module, compiled: CodeType, code: CodeType) -> Definition | None:
    """The definition of a piece of code in the text of its file; None where it is no definition of its own.

    compiled: the code of the whole file, because code depends on what is imported around it.
    Raises ValueError where the text is not that of the code.
    """
    nodes = [node for node in ast.walk(module) if _begins_at(node, code)]
    if len(nodes) != 1 or not isinstance(nodes[0], Definition):
        return None
    if not any(same_code(found, code) for found in codes_in(compiled) if _stands_at(found, code)):
        raise ValueError("the text of a file is not that of the code")
    return nodes[0]


def _begins_at(node: ast.AST, code: CodeType) -> bool:
    """Whether a function definition, its decorators included, begins where the code does; or a lambda."""
    if isinstance(node, ast.Lambda):
        body = (node.body.lineno, node.body.end_lineno, node.body.col_offset, node.body.end_col_offset)
        return code.co_name == "<lambda>" and body in list(code.co_positions())[-2:]
    if not isinstance(node, ast.FunctionDef) or node.name != code.co_name:
        return False
    return min([node.lineno, *(each.lineno for each in node.decorator_list)]) == code.co_firstlineno


def _stands_at(found: CodeType, code: CodeType) -> bool:
    """Whether two code objects belong to the same definition."""
    if code.co_name == "<lambda>" and list(found.co_positions()) != list(code.co_positions()):
        return False  # there may be several in a line
    return (found.co_firstlineno, found.co_qualname) == (code.co_firstlineno, code.co_qualname)


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
