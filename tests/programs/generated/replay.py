"""The distribution of a program by running it again and again, answer by answer: the likeliest open path
first.

Nothing of `assay.programs` takes part: the text is executed by Python with these three functions in the place
of `flip`, `uniform` and `draw`.  Where all paths end it is the distribution; else the lower bounds of one.
"""

from __future__ import annotations

import ast
import heapq
from fractions import Fraction
from itertools import count
from typing import Any, NamedTuple

from .interpreter import Interpreter
from .weights import Weight, exponential

Answers = tuple[Any, ...]
MOST_ROUNDS = 2000


class Cut(BaseException):
    """A path has become too long."""


class Endless(Exception):
    """A run goes round a loop without an end, and does not draw."""


class Ticking(ast.NodeTransformer):
    """Lets every loop count its rounds."""

    def visit_While(self, node: ast.While) -> ast.AST:
        return self.counted(node)

    def visit_For(self, node: ast.For) -> ast.AST:
        return self.counted(node)

    def counted(self, node: ast.While | ast.For) -> ast.AST:
        self.generic_visit(node)
        node.body.insert(0, ast.Expr(ast.Call(ast.Name("tick", ast.Load()), [], [])))
        return ast.fix_missing_locations(node)


class Law(NamedTuple):
    """Masses by `shape`, those of the errors that ended a path, and what is open."""

    returned: dict[Any, Fraction]
    raised: dict[str, Fraction]
    left: Fraction


class Script:
    """Answers what is asked: as it is told, and then with the first outcome."""

    def __init__(self, told: Answers, longest: int) -> None:
        self.told, self.longest = told, longest
        self.asked: list[list[tuple[Any, Any]]] = []
        self.cut = False
        self.rounds = 0

    def tick(self) -> None:
        self.rounds += 1
        if self.rounds > MOST_ROUNDS:
            raise Cut

    def flip(self, p: Any) -> bool:
        chance = p if isinstance(p, Weight) else Fraction(p)
        answer: bool = self.answer([(o, m) for o, m in ((True, chance), (False, 1 - chance)) if m])
        return answer

    def uniform(self, n: int) -> int:
        answer: int = self.answer([(i, Fraction(1, n)) for i in range(n)])
        return answer

    def draw(self, masses: dict[Any, str]) -> Any:
        return self.answer([(o, Fraction(m)) for o, m in masses.items()])

    def answer(self, law: list[tuple[Any, Any]]) -> Any:
        step = len(self.asked)
        if step >= self.longest:
            self.cut = True
            raise Cut
        self.asked.append(law)
        return law[self.told[step] if step < len(self.told) else 0][0]


def law_of(text: str, x: Any, runs: int = 400, longest: int = 40, *, interpreted: bool = False) -> Law:
    """The distribution of `main(x)`; Endless where a run has no end.  interpreted: by our own interpreter."""
    script = Script((), longest)
    outputs: list[Any] = []

    def declared(function: Any = None, *, raises: Any = ()) -> Any:
        outputs.extend(raises if isinstance(raises, tuple) else (raises,))
        return (lambda given: given) if function is None else function

    names: dict[str, Any] = {
        "flip": lambda p: script.flip(p),
        "uniform": lambda n: script.uniform(n),
        "draw": lambda masses: script.draw(masses),
        "tick": lambda: script.tick(),
        "Dist": dict,
        "program": declared,
        "exp": exponential,
        "__name__": "judge",
    }
    if interpreted:
        Interpreter(names).load(text)
    else:
        exec(compile(Ticking().visit(ast.parse(text)), "<judged>", "exec", dont_inherit=True), names)
    returned: dict[Any, Fraction] = {}
    raised: dict[str, Fraction] = {}
    left, ties = Fraction(0), count()
    waiting: list[tuple[Fraction, int, Answers]] = [(Fraction(-1), 0, ())]
    while waiting and runs:
        runs -= 1
        _, _, told = heapq.heappop(waiting)
        script = Script(told, longest)
        try:
            shown, found = shape(names["main"](x)), returned
        except Cut:
            shown, found = "", raised
        except tuple(outputs) as error:
            shown, found = shape_of_error(error), returned
        except Exception as error:
            shown, found = type(error).__name__, raised
        if script.rounds > MOST_ROUNDS:
            raise Endless
        mass = Fraction(1)
        for step, law in enumerate(script.asked):
            if step < len(told):
                mass *= law[told[step]][1]
                continue
            before = (*told, *(0,) * (step - len(told)))
            for i in range(1, len(law)):
                heapq.heappush(waiting, (-mass * law[i][1], next(ties), (*before, i)))
            mass *= law[0][1]
        if script.cut:
            left += mass
        else:
            found[shown] = found.get(shown, 0) + mass
    return Law(returned, raised, left - sum(mass for mass, _, _ in waiting))


def shape_of_error(error: Exception) -> Any:
    """All that can be seen of an exception that is an output."""
    args, nothing = error.args, ("tuple", ())
    plain = args == ((str(error),) if str(error) else ()) and all(type(part) is str for part in args)
    held = nothing if plain else ("tuple", (listed(shape(args)), nothing))
    return "Raised", f"{type(error).__name__}: {error}: {held}"


def shape(value: Any, met: dict[int, int] | None = None) -> Any:
    """All that can be seen of a value, as nested tuples: of a part that is met again, also that it is.

    The order of a dictionary counts, and that of a set of numbers.
    """
    kind, met = type(value).__name__, {} if met is None else met
    if kind == "Raised":
        return kind, f"{value.kind.rpartition('.')[2]}: {value.message}: {shape(value.held)}"
    again: tuple[int, ...] = ()
    if type(value) in (list, set, dict):
        again = (met[id(value)],) if id(value) in met else ()
        met.setdefault(id(value), len(met))
    if isinstance(value, dict):
        return kind, tuple((shape(k, met), shape(v, met)) for k, v in value.items()), *again
    if type(value) in (tuple, list, set, frozenset):
        parts = [shape(part, met) for part in value]
        numbers = all(isinstance(part, int | float) for part in value)
        return kind, tuple(parts if numbers or isinstance(value, tuple | list) else sorted(parts)), *again
    return kind, repr(value)


def listed(seen: Any) -> Any:
    """The shape of the form in which a distribution lists a value of this shape."""
    kind, parts, *_ = seen
    if isinstance(parts, str):
        return kind, parts
    if kind == "dict":
        return "tuple", tuple(("tuple", (listed(k), listed(v))) for k, v in parts)
    kind = {"list": "tuple", "set": "frozenset"}.get(kind, kind)
    return kind, tuple(map(listed, parts))
