"""A function's statements as a flat list of instructions; what is none of them is refused with its line."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from ...programs.noise.outside import OutsideClass


@dataclass
class Instruction:
    """One step; `to` is where it leads beside the next instruction.

    kinds: assign (targets = value), update (target op= value), test (to: where the test fails), jump, answer
    (target in turn from the stream, to: where it ends), items (starts a public loop), item (its next round,
    to: its end), output, append, return.
    """

    kind: str
    node: ast.AST
    target: ast.expr | None = None
    value: ast.expr | None = None
    to: int = -1
    key: str = ""

    @property
    def line(self) -> int:
        """Its line in the function's file."""
        return int(getattr(self.node, "lineno", 0))


@dataclass
class Reader:
    """Compiles statements; `file` is for messages."""

    file: str
    is_stream: Callable[[ast.expr], bool]
    is_output: Callable[[ast.expr], bool]
    channels: frozenset[str]
    code: list[Instruction] = field(default_factory=list)
    loops: list[tuple[int, list[Instruction]]] = field(default_factory=list)

    def refuse(self, node: ast.AST, reason: str) -> NoReturn:
        """Raise OutsideClass with the line."""
        raise refusal(self.file, node, reason)

    def block(self, statements: Sequence[ast.stmt]) -> None:
        """All statements in turn."""
        for each in statements:
            self.statement(each)

    def emit(self, kind: str, node: ast.AST, **parts: object) -> Instruction:
        """One more instruction."""
        made = Instruction(kind, node, **parts)  # type: ignore[arg-type]
        self.code.append(made)
        return made

    def statement(self, node: ast.stmt) -> None:
        """One statement.  Raises OutsideClass."""
        match node:
            case ast.Assign(targets=targets, value=value):
                self.assign(node, targets[0], value)
                for target in targets[1:]:
                    if not isinstance(targets[0], ast.Name):
                        self.refuse(
                            node, "of several targets the first is a variable; write one assignment a line"
                        )
                    self.assign(node, target, _at(ast.Name(targets[0].id, ast.Load()), node))
            case ast.AnnAssign(target=target, value=value) if value is not None:
                self.assign(node, target, value)
            case ast.AugAssign(target=ast.Name() as target, op=op, value=value):
                read = ast.Name(target.id, ast.Load())
                self.emit("assign", node, target=target, value=_at(ast.BinOp(read, op, value), node))
            case ast.If(test=test, body=body, orelse=orelse):
                self.branch(node, test, body, orelse)
            case ast.While(test=test, body=body, orelse=[]):
                self.repeat(node, test, body)
            case ast.For(target=target, iter=over, body=body, orelse=[]):
                self.loop(node, target, over, body)
            case ast.Return(value=value):
                self.emit("return", node, value=value)
            case ast.Break() | ast.Continue() if self.loops:
                jump = self.emit("jump", node, to=self.loops[-1][0])
                if isinstance(node, ast.Break):
                    self.loops[-1][1].append(jump)
            case ast.Pass() | ast.Expr(value=ast.Constant()):
                pass
            case ast.Expr(value=ast.Call() as call):
                self.call(node, call)
            case _:
                self.refuse(node, f"{_word(node)} is not read; write it with assignments, if, for and return")

    def assign(self, node: ast.stmt, target: ast.expr, value: ast.expr) -> None:
        """One target; a list that is only written to and returned is a channel, and holds nothing."""
        if isinstance(target, ast.Name) and target.id in self.channels:
            return
        self.emit("assign", node, target=target, value=value)

    def call(self, node: ast.stmt, call: ast.Call) -> None:
        """`output(value)` or `name.append(value)`."""
        match call:
            case ast.Call(func=func, args=[value], keywords=[]) if self.is_output(func):
                self.emit("output", node, value=value)
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id=name), attr="append"), args=[value], keywords=[]
            ):
                if name in self.channels:
                    self.emit("output", node, value=value, key=name)
                else:
                    self.emit("append", node, target=ast.Name(name, ast.Load()), value=value)
            case _:
                self.refuse(node, "a call whose value is not used is output(value) or a list's append(value)")

    def branch(self, node: ast.stmt, test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt]) -> None:
        """if and else."""
        fork = self.emit("test", node, value=test)
        self.block(body)
        if orelse:
            over = self.emit("jump", node)
            fork.to = len(self.code)
            self.block(orelse)
            over.to = len(self.code)
        else:
            fork.to = len(self.code)

    def repeat(self, node: ast.stmt, test: ast.expr, body: list[ast.stmt]) -> None:
        """while."""
        start = len(self.code)
        fork = self.emit("test", node, value=test)
        self._body(node, start, fork, body)

    def loop(self, node: ast.For, target: ast.expr, over: ast.expr, body: list[ast.stmt]) -> None:
        """for, over a stream or over public items."""
        if self.is_stream(over):
            start = len(self.code)
            fork = self.emit("answer", node, target=target, value=over)
        else:
            key = f"round of line {node.lineno}.{node.col_offset}"
            self.emit("items", node, value=over, key=key)
            start = len(self.code)
            fork = self.emit("item", node, target=target, key=key)
        self._body(node, start, fork, body)

    def _body(self, node: ast.stmt, start: int, fork: Instruction, body: list[ast.stmt]) -> None:
        breaks: list[Instruction] = []
        self.loops.append((start, breaks))
        self.block(body)
        self.loops.pop()
        self.emit("jump", node, to=start)
        for each in (fork, *breaks):
            each.to = len(self.code)


def refusal(file: str, node: ast.AST, reason: str) -> OutsideClass:
    """The error, with file and line."""
    line = int(getattr(node, "lineno", 0))
    return OutsideClass(reason, f"{file}, line {line}", line)


def _at(made: ast.expr, node: ast.AST) -> ast.expr:
    return ast.fix_missing_locations(ast.copy_location(made, node))


def _word(node: ast.stmt) -> str:
    return f"`{ast.unparse(node).splitlines()[0][:60]}`"


def live_names(code: Sequence[Instruction]) -> list[frozenset[str]]:
    """The names whose values may still be read, before each instruction and at the end."""
    found: list[set[str]] = [set() for _ in range(len(code) + 1)]
    changed = True
    while changed:
        changed = False
        for place in reversed(range(len(code))):
            step = code[place]
            before = set(_read(step))
            for other, written in _next(place, step):
                before |= found[other] - written
            if before != found[place]:
                found[place], changed = before, True
    return [frozenset(each) for each in found]


def _next(place: int, step: Instruction) -> Iterator[tuple[int, set[str]]]:
    """Where it may lead, each with the names that have a new value then."""
    if step.kind == "return":
        return
    if step.kind != "jump":
        yield place + 1, set(_written(step))
    if step.to >= 0:
        yield step.to, set()


def _read(step: Instruction) -> Iterator[str]:
    if step.kind == "item":
        yield step.key
    if step.kind == "append" and isinstance(step.target, ast.Name):
        yield step.target.id
    for part in (step.value, step.target if isinstance(step.target, ast.Subscript) else None):
        if part is not None:
            yield from (n.id for n in ast.walk(part) if isinstance(n, ast.Name))


def _written(step: Instruction) -> Iterator[str]:
    if step.kind in ("assign", "answer", "item") and step.target is not None:
        yield from names_in(step.target)
    if step.kind == "items":
        yield step.key


def names_in(target: ast.expr) -> Iterator[str]:
    """The names that a target gives a value to."""
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, (ast.Tuple, ast.List)):
        for each in target.elts:
            yield from names_in(each)
