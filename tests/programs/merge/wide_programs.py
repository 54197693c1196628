"""Random program texts from a wide grammar: what the merging evaluator understands, and what it must not.

Variables a, b, c hold whole numbers, t a tuple of them, f a flag; every loop is bounded and every divisor is
positive, so that most texts run without an error.  One in a few texts holds a construct from `WILD`.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable
from functools import partial
from itertools import count
from typing import Any

from hypothesis import strategies as st

from assay import Dist, Program, draw, flip, program, uniform

NUMBERS = ("a", "b", "c")
LETTERS = Dist({0: "1/2", 1: "1/3", 5: "1/6"})
MIXED = Dist({0: "1/4", True: "1/4", 2: "1/2"})
BIASES = ("1/2", "1/3", "1/7")

HELPERS = """
def plain(x, y=1, *, z=2):
    return x * y - z

def random_step(x, times=2):
    total = x
    for _ in range(times):
        if flip("1/3"):
            total += 1
        elif total > 3:
            return -total
    return total

@program
def inner(x):
    return (x % 2, flip(BIASES[x % 3]))

def recursive(k):
    if k <= 0 or flip("1/4"):
        return k
    return 1 + recursive(k - 1)
"""

WILD = (
    "seen = [a]\nseen.append(b)\nalias = seen\nalias.append(c)\na = len(seen)",
    "d = {a: b}\nd[a] = c\nb = d[a]",
    "try:\n    a = 1 // (b - b)\nexcept ZeroDivisionError:\n    a = 7",
    "if a > 100:\n    global GLOBAL\nGLOBAL = a\nb = reads_global()",
    "def late():\n    return a\na = a + 1\nb = late()",
    "def change():\n    nonlocal a\n    a = 3\nchange()",
    "g = lambda x: x + b\nb = b + 1\na = g(a)",
    "a = (b := uniform(2)) + b",
    "squares = [x * x for x in range(3) if flip('1/2')]\na = sum(squares)",
    "a = len({x % 2 for x in t})",
    "a = next(x for x in (1, 2, 3))",
    "del c\nc = 4",
    "a, *rest = (1, 2, 3)\nb = len(rest)",
    "a = 0 < uniform(3) < 2",
    "f = t is (a, b)",
    "a = int(f'{a}')",
    "with context():\n    a = 5",
    "assert a > -100\nb = a",
    "match a:\n    case 0:\n        b = 1\n    case _:\n        b = 2",
    "a = sum(*[(1, 2)])",
    "a = max((1, -2), key=lambda x: -x)",
    "a = counted()",
    "it = iter((1, 2))\na = next(it)\nb = next(it)",
    "for a in [1, 2]:\n    b = a",
)
"""Each is legal Python; some are within the subset."""

_files = count()
_COUNTER: list[int] = []


class _Context:
    """A context that does nothing."""

    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...


def compiled(text: str) -> Program[..., Any]:
    """The program `wide` of a text, with a file of its own."""
    names: dict[str, Any] = {"flip": flip, "draw": draw, "uniform": uniform, "program": program}
    names |= {"BIASES": BIASES, "LETTERS": LETTERS, "MIXED": MIXED, "GLOBAL": 0, "context": _Context}
    names |= {"counted": lambda: 4}
    text = f"{HELPERS}\ndef reads_global():\n    return GLOBAL\n\n{text}"
    file = f"<wide program {next(_files)}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    exec(compile(text, file, "exec", dont_inherit=True), names)
    made: Program[..., Any] = names["wide"]
    return made


@st.composite
def texts(draw: st.DrawFn, *, wild: bool) -> str:
    """The text of a program of one number."""
    writer = _Writer(draw)
    starts = {"a": "n", "b": "n % 2", "c": "uniform(2)", "t": "(n, 1)", "f": 'flip("1/3")'}
    body = [f"{name} = {start}" for name, start in starts.items()]
    body.append(f"b = {writer.random()}")
    body += writer.block(2, loop=False) + writer.block(2, loop=False)
    if wild:
        body += draw(st.sampled_from(WILD)).splitlines() + writer.block(1, loop=False)
    body.append(f"return {writer.result()}")
    return "@program\ndef wide(n):\n" + "".join(f"    {line}\n" for line in body)


class _Writer:
    """Draws statements and expressions; `draws` bounds the requests for randomness that are written down."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw, self.draws, self.loops = draw, 6, 0

    def one(self, *options: Any) -> Any:
        """One of the options; called, if it can be."""
        chosen = self.draw(st.sampled_from(options))
        return chosen() if callable(chosen) else chosen

    def name(self) -> str:
        return str(self.one(*NUMBERS))

    # Expressions

    def number(self, depth: int = 2) -> str:
        """A whole number."""
        simple: list[str | Callable[[], str]] = [self.name, str(self.draw(st.integers(-1, 3)))]
        if depth == 0:
            return str(self.one(*simple))
        part, test = partial(self.number, depth - 1), partial(self.test, depth - 1)
        return str(
            self.one(
                *simple,
                lambda: f"({part()} {self.one('+', '-', '*')} {part()})",
                lambda: f"({part()} {self.one('//', '%')} {self.one('2', '3')})",
                lambda: f"({part()} if {test()} else {part()})",
                lambda: f"{self.one('max', 'min')}({part()}, {part()})",
                lambda: f"abs({part()})",
                lambda: f"t[{self.one('0', '-1', '(a % 2)')}]",
                lambda: "len(t)",
                lambda: f"sum({part()} + i for i in range({self.one('2', '3')}) if {test()})",
                lambda: f"sum(t[:{self.one('1', '2')}])",
                lambda: f"plain({part()}, z={part()})",
                lambda: f"({part()} {self.one('and', 'or')} {part()})",
                lambda: f"int({test()})",
                self.random,
            )
        )

    def random(self) -> str:
        """A request for randomness, if there are some left."""
        if self.draws <= 0:
            return self.name()
        self.draws -= 1
        return str(
            self.one(
                'flip("1/3")',
                "flip(BIASES[a % 3])",
                "uniform(2)",
                "uniform(1 + b % 2)",
                "draw(LETTERS)",
                "(1 + draw(MIXED))",
                "random_step(a, times=1)",
                "random_step(b)",
                "recursive(2)",
                "inner(a)[0]",
                'sum(flip("1/2") for _ in range(2))',
                'any(flip("1/3") for x in t if x)',
                'len(tuple(x for x in t if flip("1/2")))',
            )
        )

    def test(self, depth: int = 1) -> str:
        """Something true or false."""
        if depth == 0:
            return str(self.one("f", "a > b", "c", "not t", "a == True", "b is None"))
        part = partial(self.number, depth - 1)
        return str(
            self.one(
                "f",
                lambda: f"{part()} {self.one('<', '<=', '==', '!=', '>=')} {part()}",
                lambda: f"{self.name()} < {self.name()} <= {self.one('2', '3')}",
                lambda: f"not {self.test(depth - 1)}",
                lambda: f"({self.test(depth - 1)} {self.one('and', 'or')} {self.test(depth - 1)})",
                lambda: f"{self.name()} {self.one('in', 'not in')} t",
                lambda: f"{self.one('all', 'any')}(x > {self.name()} for x in t)",
                self.random,
            )
        )

    def result(self) -> str:
        """What is returned."""
        everything = "repr((a, b, c, t, f))"
        return str(self.one(everything, everything, "repr((a, f))", lambda: f"repr(({self.number()}, c))"))

    # Statements

    def block(self, depth: int, *, loop: bool) -> list[str]:
        """Two to four statements."""
        return [line for _ in range(self.draw(st.integers(2, 4))) for line in self.statement(depth, loop)]

    def inner(self, depth: int, *, loop: bool) -> list[str]:
        """A block, further in."""
        return [f"    {line}" for line in self.block(depth, loop=loop)]

    def statement(self, depth: int, loop: bool) -> list[str]:
        """One statement, in lines."""
        simple = [self.assignment] * 6
        if loop:
            simple += [lambda: self.jump(self.one("break", "continue"))] * 2
        simple += [lambda: self.jump(f"return {self.result()}")]
        if depth:
            simple += [
                lambda: self.branch(depth - 1, loop),
                lambda: self.for_loop(depth - 1),
                lambda: self.while_loop(depth - 1),
            ]
        found: list[str] = self.one(*simple)
        return found

    def jump(self, where: str) -> list[str]:
        """A condition under which something is set, perhaps, and the block is left."""
        before = self.assignment() if self.draw(st.booleans()) else []
        return [f"if {self.test()}:", *(f"    {line}" for line in [*before, where])]

    def assignment(self) -> list[str]:
        """An assignment of one of many kinds."""
        line = self.one(
            lambda: f"{self.name()} = {self.number()}",
            lambda: f"{self.name()} = {self.random()}",
            lambda: f"{self.name()} {self.one('+=', '-=', '*=')} {self.number(1)}",
            lambda: f"{self.name()}: int = {self.number(1)}",
            lambda: f"{self.name()} = {self.name()} = {self.number(1)}",
            lambda: f"{self.name()}, {self.name()} = {self.number(1)}, {self.number(1)}",
            lambda: f"a, (b, c) = b, ({self.number(1)}, a)",
            lambda: f"t = ({self.number(1)}, {self.number(0)})",
            lambda: f"t += ({self.number(0)},)",
            lambda: "t = t[:2]",
            lambda: f"f = {self.test()}",
            lambda: self.number(1),
            "pass",
        )
        return [str(line)]

    def branch(self, depth: int, loop: bool) -> list[str]:
        """if, perhaps with elif and else."""
        lines = [f"if {self.test()}:", *self.inner(depth, loop=loop)]
        if self.draw(st.booleans()):
            lines += [f"elif {self.test()}:", *self.inner(depth, loop=loop)]
        return [*lines, "else:", *self.inner(depth, loop=loop)] if self.draw(st.booleans()) else lines

    def for_loop(self, depth: int) -> list[str]:
        """A loop over something short; its variable may be one that is used elsewhere."""
        target = self.one("a", "b", "i", "_")
        items = self.one("range(2)", "range(b % 3)", "t", '"xy"' if target in "i_" else "(1, 0)", "(2, a)")
        if self.draw(st.booleans()) and target == "i":
            target, items = "i, c", "((1, a), (b, 2))"
        return self._ended([f"for {target} in {items}:", *self.inner(depth, loop=True)], depth)

    def while_loop(self, depth: int) -> list[str]:
        """A loop of at most three rounds."""
        self.loops += 1
        fuel = f"k{self.loops}"
        lines = [f"while {fuel} < {self.one('2', '3')} and {self.test()}:", f"    {fuel} += 1"]
        return [f"{fuel} = 0", *self._ended([*lines, *self.inner(depth, loop=True)], depth)]

    def _ended(self, lines: list[str], depth: int) -> list[str]:
        """Perhaps with an else."""
        return [*lines, "else:", *self.inner(depth, loop=False)] if self.draw(st.booleans()) else lines
