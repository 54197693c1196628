"""Which variables of a function are live at its loop heads: those that may still be read before being set.

A backward analysis of the syntax tree, and a cautious one: a nested function or a comprehension reads every
name in it, an exception may leave a `try` block anywhere, and a statement of a kind that is not known here
reads everything. What is dead at a loop head cannot influence what the function does from there on.
Source: Aho, Lam, Sethi, Ullman, "Compilers", section 9.2.5.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

Names = frozenset[str]
NONE: Names = frozenset()
REFLECTION = frozenset({"locals", "vars", "dir", "eval", "exec", "globals", "__import__", "inspect"})
"""Functions that see variables, or make code, without naming them."""


@dataclass(frozen=True)
class Exits:
    """What is live where control may go: after break and continue, in handlers, after a return."""

    on_break: Names = NONE
    on_continue: Names = NONE
    on_raise: Names = NONE
    on_return: Names = NONE


@dataclass
class Liveness:
    """Collects the live names at every marked statement; `marks` maps a mark to its statement."""

    everything: Names
    always: Names
    at_mark: dict[int, Names] = field(default_factory=dict)

    def block(self, body: Sequence[ast.stmt], after: Names, exits: Exits) -> Names:
        """The names live before a block, given those live after it."""
        for statement in reversed(body):
            after = self.statement(statement, after, exits) | exits.on_raise | self.always
        return after

    def statement(self, node: ast.stmt, after: Names, exits: Exits) -> Names:
        """The names live before a statement."""
        method = getattr(self, f"_{type(node).__name__}", None)
        if method is None:
            return self.everything
        before: Names = method(node, after, exits)
        return before

    def _Expr(self, node: ast.Expr, after: Names, exits: Exits) -> Names:
        mark = mark_of(node.value)
        if mark is not None:
            self.at_mark[mark] = self.at_mark.get(mark, NONE) | after
            return after
        return after | read(node)

    def _Pass(self, node: ast.Pass, after: Names, exits: Exits) -> Names:
        return after

    def _Assign(self, node: ast.Assign, after: Names, exits: Exits) -> Names:
        return (after - _set_names(node.targets)) | read(node)

    def _AnnAssign(self, node: ast.AnnAssign, after: Names, exits: Exits) -> Names:
        if node.value is None:
            return after
        return (after - _set_names([node.target])) | read(node.value) | read(node.target)

    def _AugAssign(self, node: ast.AugAssign, after: Names, exits: Exits) -> Names:
        return after | read(node) | _all_names(node.target)

    def _Assert(self, node: ast.Assert, after: Names, exits: Exits) -> Names:
        return after | read(node) | exits.on_raise

    def _Raise(self, node: ast.Raise, after: Names, exits: Exits) -> Names:
        return read(node) | exits.on_raise

    def _Return(self, node: ast.Return, after: Names, exits: Exits) -> Names:
        return read(node) | exits.on_return

    def _Break(self, node: ast.Break, after: Names, exits: Exits) -> Names:
        return exits.on_break

    def _Continue(self, node: ast.Continue, after: Names, exits: Exits) -> Names:
        return exits.on_continue

    def _Import(self, node: ast.Import, after: Names, exits: Exits) -> Names:
        return after

    def _ImportFrom(self, node: ast.ImportFrom, after: Names, exits: Exits) -> Names:
        return after

    def _FunctionDef(self, node: ast.FunctionDef, after: Names, exits: Exits) -> Names:
        return after | _all_names(node)

    def _If(self, node: ast.If, after: Names, exits: Exits) -> Names:
        branches = self.block(node.body, after, exits) | self.block(node.orelse, after, exits)
        return branches | read(node.test)

    def _While(self, node: ast.While, after: Names, exits: Exits) -> Names:
        leaving = NONE if _is_forever(node.test) else self.block(node.orelse, after, exits)
        head = leaving
        while True:
            inner = replace(exits, on_break=after, on_continue=head)
            grown = head | read(node.test) | leaving | self.block(node.body, head, inner)
            if grown == head:
                break
            head = grown
        mark = mark_of(node.test)
        if mark is not None:
            self.at_mark[mark] = self.at_mark.get(mark, NONE) | head | exits.on_raise | self.always
        return head

    def _For(self, node: ast.For, after: Names, exits: Exits) -> Names:
        leaving = self.block(node.orelse, after, exits)
        head = leaving | read(node.iter)
        while True:
            inner = replace(exits, on_break=after, on_continue=head)
            body = self.block(node.body, head, inner) - _set_names([node.target])
            grown = head | body | _all_names(node.target) - _set_names([node.target])
            if grown == head:
                return head
            head = grown

    def _Try(self, node: ast.Try, after: Names, exits: Exits) -> Names:
        final = self.block(node.finalbody, after | exits.on_raise | exits.on_return, exits)
        if node.finalbody:
            final |= self.block(node.finalbody, exits.on_break | exits.on_continue, exits)
            exits = Exits(*(names | final for names in vars(exits).values()))
            after = final
        handlers = NONE
        for handler in node.handlers:
            handlers |= self.block(handler.body, after, exits) | (
                read(handler.type) if handler.type else NONE
            )
        orelse = self.block(node.orelse, after, exits)
        inside = replace(exits, on_raise=exits.on_raise | handlers | final)
        return self.block(node.body, orelse, inside) | handlers

    def _With(self, node: ast.With, after: Names, exits: Exits) -> Names:
        inside = replace(exits, on_raise=exits.on_raise | after)
        names = NONE.union(*(read(item.context_expr) for item in node.items))
        return self.block(node.body, after, inside) | names | after


def read(node: ast.AST) -> Names:
    """The names that an expression or a simple statement may read."""
    return frozenset(
        n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load | ast.Del)
    )


def _is_forever(test: ast.expr) -> bool:
    """Whether a loop's test is a true constant, behind its mark."""
    if isinstance(test, ast.BoolOp) and mark_of(test) is not None:
        test = test.values[-1]
    return isinstance(test, ast.Constant) and bool(test.value)


def _all_names(node: ast.AST) -> Names:
    return frozenset(n.id for n in ast.walk(node) if isinstance(n, ast.Name))


def _set_names(targets: Sequence[ast.expr]) -> Names:
    """The names that assigning to these targets sets for sure."""
    names: set[str] = set()
    for target in targets:
        if isinstance(target, ast.Name):
            names.add(target.id)
        elif isinstance(target, ast.Tuple | ast.List):
            names |= _set_names([e.value if isinstance(e, ast.Starred) else e for e in target.elts])
    return frozenset(names)


def mark_of(node: ast.AST) -> int | None:
    """The number of a loop head: of a call `MARK(number, ...)`, also at the front of an `and`."""
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        node = node.values[0]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == MARK:
        number = node.args[0]
        if isinstance(number, ast.Constant) and isinstance(number.value, int):
            return number.value
    return None


MARK = "__assay_head__"


def reflects(function: ast.FunctionDef) -> bool:
    """Whether a function may look at its own variables by other ways than their names."""
    return bool(_all_names(function) & REFLECTION)


def live_at_heads(function: ast.FunctionDef) -> dict[int, Names]:
    """The live names at every marked loop head."""
    everything = _all_names(function) | {a.arg for a in ast.walk(function) if isinstance(a, ast.arg)}
    nested = [n for n in ast.walk(function) if isinstance(n, ast.FunctionDef | ast.Lambda | ast.ClassDef)]
    always = NONE.union(*(_all_names(n) for n in nested if n is not function))
    analysis = Liveness(everything, always)
    analysis.block(function.body, NONE, Exits())
    return analysis.at_mark
