"""Which variables are still needed after each statement: the others are no part of a state, so that more
states are equal.  For merging, and for the tape at loop heads.

    live before s = reads(s) + (live after s - writes(s)),   to a fixed point around loops

An exception may leave a `try` block after any statement, what a nested function names is needed always, and a
statement with a body of a kind that is not known here needs whatever may be needed where it leads.
Source: Aho, Lam, Sethi, Ullman, "Compilers", section 9.2.5.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

Names: TypeAlias = frozenset[str]

NOTHING: Names = frozenset()


@dataclass(frozen=True)
class Ways:
    """The names needed where control may go: after break, continue, an exception, a return."""

    on_break: Names = NOTHING
    on_continue: Names = NOTHING
    on_raise: Names = NOTHING
    on_return: Names = NOTHING


class Live:
    """Names, as a set and in an order."""

    __slots__ = ("names", "order")

    def __init__(self, names: Names) -> None:
        self.names: Names = names
        self.order: tuple[str, ...] = tuple(sorted(names))


@dataclass
class Liveness:
    """For every statement the names needed `after` it, `during` it and all after, at the `head` of a loop."""

    always: Names
    after: dict[int, Live] = field(default_factory=dict)
    during: dict[int, Live] = field(default_factory=dict)
    head: dict[int, Live] = field(default_factory=dict)

    def function(self, node: ast.FunctionDef) -> None:
        """Analyse a whole function."""
        self.block(node.body, NOTHING, Ways())

    def block(self, body: Sequence[ast.stmt], out: Names, ways: Ways) -> Names:
        """The names needed before a block."""
        for s in reversed(body):
            out |= self.always
            self.after[id(s)] = Live(out)
            before = self.before(s, out, ways) | ways.on_raise | self.always
            self.during[id(s)] = Live(before | out | names_of(s))
            out = before
        return out

    def before(self, s: ast.stmt, out: Names, ways: Ways) -> Names:
        """The names needed before a statement."""
        match s:
            case ast.Return():
                return reads(s) | ways.on_return
            case ast.Raise():
                return reads(s)
            case ast.Continue():
                return ways.on_continue
            case ast.Break():
                return ways.on_break
            case ast.If():
                return reads(s.test) | self.block(s.body, out, ways) | self.block(s.orelse, out, ways)
            case ast.While() | ast.For():
                return self.loop(s, out, ways)
            case ast.Try():
                return self.guarded(s, out, ways)
            case ast.With():
                inside = self.block(s.body, out, replace(ways, on_raise=ways.on_raise | out))
                return NOTHING.union(out, inside, *map(names_of, s.items))
            case ast.Match():
                arms = [self.block(case.body, out, ways) | names_of(case.pattern) for case in s.cases]
                guards = [reads(case.guard) for case in s.cases if case.guard is not None]
                return NOTHING.union(reads(s.subject), out, *arms, *guards)
            case ast.FunctionDef():
                return names_of(s) | out
        if hasattr(s, "body"):
            return names_of(s).union(out, *vars(ways).values())
        kept = out - writes(s) if isinstance(s, ast.Assign | ast.AnnAssign) else out
        return reads(s) | kept

    def loop(self, s: ast.While | ast.For, out: Names, ways: Ways) -> Names:
        """Around a loop, until nothing is added; the hidden variable of a `for` is needed throughout."""
        own = reads(s.test) if isinstance(s, ast.While) else frozenset({hidden(s)})
        head = own | out | self.block(s.orelse, out, ways) | ways.on_raise
        while True:
            inner = self.block(s.body, head, replace(ways, on_continue=head, on_break=out))
            if isinstance(s, ast.For):
                inner = (inner - writes(s)) | reads(s.target)
            if inner <= head:
                break
            head |= inner
        self.head[id(s)] = Live(head)
        return head if isinstance(s, ast.While) else reads(s.iter) | (head - own)

    def guarded(self, s: ast.Try, out: Names, ways: Ways) -> Names:
        """A `try`: its block may be left after any statement, its `finally` is passed on every way."""
        if s.finalbody:
            everywhere = out.union(ways.on_break, ways.on_continue, ways.on_raise, ways.on_return)
            out = self.block(s.finalbody, everywhere, ways)
            ways = Ways(out, out, out, out)
        handlers = NOTHING
        for h in s.handlers:
            around = ways if h.name is None else replace(ways, on_raise=ways.on_raise | {raised(h)})
            needed = self.block(
                h.body, out | {raised(h)}, replace(around, on_raise=ways.on_raise | {raised(h)})
            )
            handlers |= (needed - {raised(h)}) | (reads(h.type) if h.type else NOTHING)
        ended = self.block(s.orelse, out, ways)
        return self.block(s.body, ended, replace(ways, on_raise=ways.on_raise | handlers)) | handlers


def hidden(node: ast.AST) -> str:
    """The name under which a scope keeps what a loop runs through; no program can spell it."""
    return f"for {getattr(node, 'lineno', 0)}:{getattr(node, 'col_offset', 0)}"


def raised(handler: ast.ExceptHandler) -> str:
    """The name under which a scope keeps the exception that a handler handles."""
    return f"except {handler.lineno}:{handler.col_offset}"


def reads(node: ast.AST) -> Names:
    """All names that occur in a load or a deletion, and the target of an augmented assignment."""
    found = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Store)}
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        found.add(node.target.id)
    return frozenset(found)


def names_of(node: ast.AST) -> Names:
    """All names that occur."""
    return frozenset(n.id for n in ast.walk(node) if isinstance(n, ast.Name))


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
    return NOTHING.union(*map(_set, targets))


def _set(target: ast.expr) -> Names:
    if isinstance(target, ast.Name):
        return frozenset({target.id})
    if isinstance(target, ast.Tuple | ast.List):
        return NOTHING.union(*map(_set, target.elts))
    return _set(target.value) if isinstance(target, ast.Starred) else NOTHING
