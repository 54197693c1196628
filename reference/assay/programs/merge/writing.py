"""What is printed or logged: evaluated, and not written, since no program reads it."""

from __future__ import annotations

import ast
import logging
import sys
from typing import TYPE_CHECKING, Any

from ..origins import USER, origin_of_class
from .allowed import PRINT
from .codes import Code
from .outside import outside
from .worlds import Flow, World

if TYPE_CHECKING:
    from .evaluator import Evaluation
    from .outside_names import OutsideNames


_LOGS = frozenset({"debug", "info", "warning", "error", "critical"})


def write_call(run: Evaluation, static: Any, node: ast.Call, worlds: list[World], flow: Flow) -> list[World]:
    """A call that writes what no program reads; nothing is written."""
    named = [k for k in node.keywords if not _is_harmless(run.names, flow.code, k)]
    if named or any(isinstance(a, ast.Starred) for a in node.args) or not only_writes():
        raise outside(node, "it writes somewhere else, or spreads what it writes")
    show = str if static is PRINT else bool  # a log makes no text, or swallows its errors

    def shown(*values: Any) -> None:
        for value in values:
            show(run.guards.text(value))

    worlds = run.expressions.all(node.args, worlds, flow)
    return run.expressions.apply(len(node.args), shown, worlds, flow)


def is_log(names: OutsideNames, code: Code, node: ast.expr) -> bool:
    """Whether an expression is a function that writes to a log which only writes."""
    if not isinstance(node, ast.Attribute) or node.attr not in _LOGS:
        return False
    owner = names.static(code, node.value)
    log = logging.root if owner is logging else owner
    while type(log) in (logging.Logger, logging.RootLogger):
        if log.filters or any(h.filters or origin_of_class(type(h)) == USER for h in log.handlers):
            return False
        log = log.parent
    return log is None and (owner is logging or type(owner) is logging.Logger)


def only_writes() -> bool:
    """Whether the console is not an object of the user's."""
    return USER not in (origin_of_class(type(sys.stdout)), origin_of_class(type(sys.stderr)))


def _is_harmless(names: OutsideNames, code: Code, keyword: ast.keyword) -> bool:
    """Whether an argument of `print` leaves it a function that only writes to the console."""
    value = keyword.value
    if keyword.arg in ("sep", "end", "flush"):
        return isinstance(value, ast.Constant) and isinstance(value.value, str | bool | None)
    if keyword.arg != "file" or not isinstance(value, ast.Attribute):
        return False
    return names.static(code, value.value) is sys and value.attr in ("stderr", "stdout")
