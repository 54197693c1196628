"""The program on streams of one length: finite instances, which the engine for finite domains decides."""

from __future__ import annotations

import ast
import builtins
import copy
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from types import FunctionType
from typing import Any

from ...adjacency import explicit
from ...programs import output
from ..mechanism import SymbolicMechanism
from .neighbours import Case, Neighbours
from .text import Text, object_of, streams_of, text_of

WRITTEN = "_written"

Answers = tuple[int, ...]
Pair = tuple[Answers, Answers]

MOST_PAIRS = 200


def instance(program: object, length: int, fixed: Mapping[str, Any]) -> Callable[[Answers], Any]:
    """The program as a function of a tuple of answers; public parameters that are not given are 0.

    What it writes is returned as well: ((what it wrote, ...), what it returned).
    """
    text = text_of(program, fixed)
    beside = {name for name in streams_of(text) if name in text.parameters}
    definition = copy.deepcopy(text.definition)
    definition.decorator_list, definition.returns = [], None
    definition.args = ast.parse("lambda answers: 0", mode="eval").body.args  # type: ignore[attr-defined]
    definition.args.args[0].arg = text.answers
    known = vars(builtins)  # as global variables they would be refused as if they were the user's
    names: dict[str, Any] = {n: v for n, v in text.names.items() if known.get(n, text) is not v}
    given = {n: (0,) * length if n in beside else text.fixed.get(n, 0) for n in text.parameters}
    opening = [ast.parse(f"{name} = _given_{name}").body[0] for name in given]
    names |= {f"_given_{name}": value for name, value in given.items()}
    writer = _Writer(text)
    body = [writer.visit(each) for each in definition.body]
    if writer.used:
        body = [
            ast.parse(f"{WRITTEN} = []").body[0],
            *body,
            ast.parse(f"return tuple({WRITTEN}), None").body[0],
        ]
    else:
        body = [_Plain().visit(each) for each in copy.deepcopy(text.definition).body]
    definition.body = [*opening, *body]
    module = ast.fix_missing_locations(ast.Module([definition], []))
    space = dict(names)
    exec(compile(module, text.function.__code__.co_filename, "exec"), space)
    made = space[definition.name]
    if not isinstance(made, FunctionType):
        raise TypeError(f"{definition.name} is no function")
    return made


class _Plain(ast.NodeTransformer):
    """Annotations of variables are not evaluated."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        """Without its annotation."""
        return node if node.value is None else ast.copy_location(ast.Assign([node.target], node.value), node)


class _Writer(_Plain):
    """`output(x)` appends to a list, and the list is returned with what is returned."""

    def __init__(self, text: Text) -> None:
        self.text, self.used = text, False

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """output(x)."""
        self.generic_visit(node)
        if isinstance(node.func, (ast.Name, ast.Attribute)) and object_of(self.text, node.func) is output:
            self.used = True
            node.func = ast.copy_location(ast.parse(f"{WRITTEN}.append", mode="eval").body, node.func)
        return node

    def visit_Return(self, node: ast.Return) -> ast.AST:
        """return x."""
        self.generic_visit(node)
        value = node.value or ast.Constant(None)
        wrapped = ast.parse(f"(tuple({WRITTEN}), 0)", mode="eval").body
        wrapped.elts[1] = value  # type: ignore[attr-defined]
        return ast.copy_location(ast.Return(wrapped), node)


def telling_pairs(neighbours: Neighbours, length: int, reach: int) -> list[Pair]:
    """Neighbouring streams that lie apart from each other's comparisons by `reach`, in the same way.

    Answers are x = reach * (a sign for each), and x' = x + D for D at the corners of the relation: for a test
    against a threshold, an answer that is unlikely to pass and becomes less likely, or the opposite.
    """
    found: dict[Pair, None] = {}
    for case in neighbours.cases:
        for differences in _differences(case, 0, length):
            signs = [(_sign(d),) if d else (-1, 1) for d in differences]
            for chosen in product(*signs):
                x = tuple(reach * s for s in chosen)
                y = tuple(a + d for a, d in zip(x, differences, strict=True))
                if x != y:
                    found[x, y] = found[y, x] = None
                if len(found) > MOST_PAIRS:
                    return list(found)
    return list(found)


def _sign(d: int) -> int:
    return (d > 0) - (d < 0)


def _differences(case: Case, phase: int, length: int) -> Iterator[Answers]:
    """The integer corners of a case."""
    if not length:
        yield ()
        return
    for source, low, high, target in case.steps:
        if source == phase:
            for d in dict.fromkeys((low, high)):
                if Fraction(d).denominator == 1:
                    for rest in _differences(case, target, length - 1):
                        yield (int(d), *rest)


def mechanism(program: object, pairs: list[Pair], fixed: Mapping[str, Any], name: str) -> SymbolicMechanism:
    """The program on these pairs."""
    domain = sorted({x for pair in pairs for x in pair})
    return SymbolicMechanism(
        instance(program, len(domain[0]), fixed), domain, explicit(pairs, symmetric=False), name=name
    )
