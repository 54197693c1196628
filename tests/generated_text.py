"""Generated programs written out as Python text, as a user would write them: one `def` each, with a file."""

from __future__ import annotations

import linecache
from itertools import count
from typing import Any

from assay import Dist, Program, draw, flip, program, uniform
from tests.generated_programs import (
    MODULUS,
    VARIABLES,
    Assign,
    Block,
    Call,
    Choose,
    Flip,
    GeneratedProgram,
    If,
    Repeat,
    Return,
    Statement,
    Uniform,
    While,
)

_files = count()


class Writer:
    """Writes a tree as text; `names` are the globals that the text uses."""

    def __init__(self) -> None:
        self.names: dict[str, Any] = {"flip": flip, "draw": draw, "uniform": uniform}

    def name(self, value: object) -> str:
        """A new global with this value."""
        name = f"g{len(self.names)}"
        self.names[name] = value
        return name

    def function(self, block: Block) -> Program[[int], int]:
        """The program of a block."""
        zeros = "".join(f"    v{i} = 0\n" for i in range(1, VARIABLES))
        total = " + ".join(f"v{i}" for i in range(VARIABLES))
        body = "".join(self.lines(block, 1))
        text = f"def generated(v0):\n{zeros}{body}    return ({total}) % {MODULUS}\n"
        file = f"<generated program {next(_files)}>"
        linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
        exec(compile(text, file, "exec", dont_inherit=True), self.names)
        return program(self.names.pop("generated"))

    def lines(self, block: Block, depth: int) -> list[str]:
        """The lines of a block."""
        return [f"{'    ' * (depth + more)}{line}\n" for s in block for more, line in self.statement(s)]

    def block(self, block: Block) -> list[tuple[int, str]]:
        """The lines of an inner block, one step further in."""
        return [(more + 1, line) for s in block for more, line in self.statement(s)]

    def statement(self, s: Statement) -> list[tuple[int, str]]:
        """The lines of one statement, with how much further in they stand."""
        source = f"v{s.source}"
        match s:
            case Assign(target, _, constant):
                return [(0, f"v{target} = ({source} + {constant}) % {MODULUS}")]
            case Flip(target, _, ps):
                probabilities = tuple(map(str, ps))
                return [(0, f"v{target} = 1 if flip({probabilities!r}[{source}]) else 0")]
            case Choose(target, _, tables):
                return [(0, f"v{target} = draw({self.name(tuple(Dist(dict(t)) for t in tables))}[{source}])")]
            case Uniform(target, _):
                return [(0, f"v{target} = uniform(1 + {source})")]
            case If(_, then, otherwise):
                head, middle = [(0, f"if {source} == 0:")], [(0, "else:")]
                return [*head, *self.block(then), *middle, *self.block(otherwise)]
            case Repeat(_, body):
                return [(0, f"for _ in range({source}):"), *self.block(body)]
            case While(_, fuel, body):
                head = [(0, f"for _ in range({fuel}):"), (1, f"if {source} == 0:"), (2, "break")]
                return [*head, *self.block(body)]
            case Call(target, _, body):
                return [(0, f"v{target} = {self.name(Writer().function(body))}({source})")]
            case Return():
                return [(0, f"return {source}")]


def written(generated: GeneratedProgram) -> Program[[int], int]:
    """The program as text of its own."""
    return Writer().function(generated.block)
