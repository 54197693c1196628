"""What the evaluator does not understand."""

from __future__ import annotations

import ast

from ...errors import AssayError


class OutsideSubset(AssayError):
    """A program, or one run of it, leaves the subset; `reason` says where and why."""

    def __init__(self, reason: str, line: int | None = None) -> None:
        super().__init__(reason if line is None else f"line {line} of the program: {reason}")
        self.reason: str = str(self)
        self.line = line

    def at(self, node: ast.AST) -> OutsideSubset:
        """The same, with the line of a piece of program text, if it had none."""
        if self.line is not None:
            return self
        return OutsideSubset(self.reason, getattr(node, "lineno", None))


def outside(node: ast.AST, what: str) -> OutsideSubset:
    """The error for a piece of program text."""
    return OutsideSubset(what, getattr(node, "lineno", None))
