"""What the evaluator does not understand."""

from __future__ import annotations

import ast

from ...errors import AssayError


class OutsideSubset(AssayError):
    """A program, or one run of it, leaves the subset; `reason` says where and why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def outside(node: ast.AST, what: str) -> OutsideSubset:
    """The error for a piece of program text."""
    line = getattr(node, "lineno", None)
    return OutsideSubset(what if line is None else f"line {line} of the program: {what}")
