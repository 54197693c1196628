"""One way through a program from a location: its statements on symbols, and what it writes."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any, NoReturn

from .automaton import Output
from .comparisons import truth
from .evaluation import Evaluation
from .expressions import ANSWER, STEP, Affine
from .instructions import Instruction, refusal
from .program_values import PLAIN_TYPES, Channel, Items, Mark, NotRead, Opaque, holds_lists, is_plain

MOST_STEPS = 100_000


@dataclass
class Run:
    """Executes instructions from a place, and records what happens."""

    evaluation: Evaluation
    outputs: list[Output] = field(default_factory=list)
    returned: set[str] = field(default_factory=set)
    read: int = 0
    node: ast.AST = field(default_factory=ast.Pass)

    @property
    def env(self) -> dict[str, Any]:
        """The variables."""
        return self.evaluation.env

    def refuse(self, reason: str) -> NoReturn:
        """Raise OutsideClass with the line."""
        raise refusal(self.evaluation.source.file, self.node, reason) from None

    def go(self, place: int) -> int | None:
        """From an instruction to the next one that asks for an answer, or None at the end.

        Raises OutsideClass with the line.
        """
        try:
            return self._go(place)
        except NotRead as reason:
            self.refuse(str(reason))

    def _go(self, place: int) -> int | None:
        code = self.evaluation.source.code
        for _ in range(MOST_STEPS):
            if place >= len(code):
                self.outputs.append("end None")
                return None
            step = code[place]
            self.node = step.node
            if step.kind == "answer":
                return place
            if step.kind == "return":
                self.write(None if step.value is None else self.evaluation.value(step.value), "end")
                return None
            place = self.step(place, step)
        raise NotRead(f"the program makes more than {MOST_STEPS} steps without asking for an answer")

    def step(self, place: int, step: Instruction) -> int:
        """One instruction; the place of the next."""
        the = self.evaluation
        match step.kind:
            case "jump":
                return step.to
            case "test":
                return place + 1 if truth(the.value(_given(step.value))) else step.to
            case "assign":
                the.bind(_given(step.target), the.unshared(_given(step.value)))
            case "append":
                self.append(step)
            case "output":
                self.write(the.unshared(_given(step.value)), f"output {step.key}".rstrip())
            case "items":
                self.env[step.key] = the.items(_given(step.value))
            case "item":
                left = self.env[step.key]
                if not left:
                    return step.to
                if holds_lists(left[0]):
                    raise NotRead("a loop gives the lists in a list a second name; use an index")
                self.env[step.key] = Items(left[1:])
                the.bind(_given(step.target), left[0])
        return place + 1

    def append(self, step: Instruction) -> None:
        """One more item of a list."""
        name = step.target.id if isinstance(step.target, ast.Name) else ""
        held = self.env.get(name)
        if not isinstance(held, Items):
            raise NotRead(f"{name} is no list here")
        self.env[name] = Items((*held, self.evaluation.unshared(_given(step.value))))

    def read_answer(self, target: ast.expr, over: ast.expr) -> None:
        """Give the next answer, with its place or with what else is read beside it, to a target.

        Raises OutsideClass with the line.
        """
        try:
            self.evaluation.bind(target, self.next_of(over, target))
        except NotRead as reason:
            self.refuse(str(reason))

    def next_of(self, over: ast.expr, target: ast.expr) -> Any:
        """What the stream holds next."""
        source = self.evaluation.source
        match over:
            case ast.Name(id=name) if name in source.public_streams:
                return Affine.symbol(f"{STEP}{name}")
            case ast.Name():
                if isinstance(target, ast.Name) and target.id in source.inner_streams:
                    return Opaque()
                if isinstance(target, (ast.Tuple, ast.List)):
                    return tuple(self.next_of(over, each) for each in target.elts)
                self.read += 1
                return Affine.symbol(f"{ANSWER}{self.read - 1}")
            case ast.Call(func=ast.Name(id="enumerate"), args=[inner, *_]) if isinstance(target, ast.Tuple):
                return (Mark(""), self.next_of(inner, target.elts[1]))
            case ast.Call(func=ast.Name(id="zip"), args=inner) if isinstance(target, ast.Tuple):
                if len(inner) == len(target.elts):
                    return tuple(self.next_of(a, b) for a, b in zip(inner, target.elts, strict=True))
        raise NotRead(f"`{ast.unparse(target)}` does not fit `{ast.unparse(over)}`")

    def write(self, value: Any, what: str) -> None:
        """An output."""
        self.outputs.append(f"{what} {self.shape(value)}")

    def shape(self, value: Any) -> str:
        """An output as text; the noisy values in it are outputs of their own."""
        if isinstance(value, Affine):
            self.outputs.append(value)
            return "value"
        if isinstance(value, Mark):
            self.returned |= {value.name} - {""}
            return f"place {value.name}"
        if isinstance(value, tuple):
            kind = "list" if isinstance(value, Items) else "tuple"
            return f"{kind}({', '.join(map(self.shape, value))})"
        if isinstance(value, Channel):
            return f"{value.kind} of all in {value.name}"
        if value is None or (type(value) in PLAIN_TYPES and is_plain(value)):
            return f"{type(value).__name__} {value!r}"
        raise NotRead(f"{value!r} ({type(value).__name__}) is no output that is read")


def _given(node: ast.expr | None) -> ast.expr:
    if node is None:
        raise ValueError("an instruction lacks a part")
    return node
