"""Which variables are still needed after each statement: the others are dropped, so that more states are
equal.

    live before s = reads(s) + (live after s - writes(s)),   to a fixed point around loops
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

Names: TypeAlias = frozenset[str]

NOTHING: Names = frozenset()


@dataclass
class Liveness:
    """`after` holds for every statement the names needed after it, `head` those needed at a loop's head."""

    after: dict[int, Names] = field(default_factory=dict)
    head: dict[int, Names] = field(default_factory=dict)

    def block(self, body: Sequence[ast.stmt], out: Names, around: tuple[Names, Names]) -> Names:
        """The names needed before a block; `around` are those needed at `continue` and at `break`."""
        for statement in reversed(body):
            self.after[id(statement)] = out
            out = self.before(statement, out, around)
        return out

    def before(self, s: ast.stmt, out: Names, around: tuple[Names, Names]) -> Names:
        """The names needed before a statement."""
        if isinstance(s, ast.Return):
            return reads(s)
        if isinstance(s, ast.Continue):
            return around[0]
        if isinstance(s, ast.Break):
            return around[1]
        if isinstance(s, ast.If):
            branches = self.block(s.body, out, around) | self.block(s.orelse, out, around)
            return reads(s.test) | branches
        if isinstance(s, ast.While | ast.For):
            return self.loop(s, out, around)
        kept = out - writes(s) if isinstance(s, ast.Assign | ast.AnnAssign) else out
        return reads(s) | kept

    def loop(self, s: ast.While | ast.For, out: Names, around: tuple[Names, Names]) -> Names:
        """Around a loop, until nothing is added; the hidden variable of a `for` is needed throughout."""
        own = reads(s.test) if isinstance(s, ast.While) else frozenset({hidden(s)})
        head = own | out | self.block(s.orelse, out, around)
        while True:
            inner = self.block(s.body, head, (head, out))
            inner = inner - writes(s) if isinstance(s, ast.For) else inner
            if inner <= head:
                break
            head |= inner
        self.head[id(s)] = head
        return head if isinstance(s, ast.While) else reads(s.iter) | (head - own)


def hidden(loop: ast.For) -> str:
    """The name under which a state keeps what a `for` loop runs through; no program can spell it."""
    return f"for {loop.lineno}:{loop.col_offset}"


def reads(node: ast.AST) -> Names:
    """All names that occur in a load, and the target of an augmented assignment."""
    found = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        found.add(node.target.id)
    return frozenset(found)


def writes(s: ast.stmt) -> Names:
    """All names that a simple statement, or the head of a `for`, surely assigns."""
    if isinstance(s, ast.For):
        targets: list[ast.expr] = [s.target]
    elif isinstance(s, ast.Assign):
        targets = s.targets
    elif isinstance(s, ast.AnnAssign) and s.value is not None:
        targets = [s.target]
    else:
        return NOTHING
    return frozenset(n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name))
