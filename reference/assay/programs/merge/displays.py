"""Values that are made of their parts: tuples, lists, sets, dictionaries, slices and f-strings."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .iteration import DICTIONARIES
from .outside import outside
from .worlds import Flow, World

if TYPE_CHECKING:
    from .evaluator import Evaluation


def slice_(run: Evaluation, node: ast.Slice, worlds: list[World], flow: Flow) -> list[World]:
    """A slice, of ends that may be left out."""
    parts = [part or ast.Constant(None) for part in (node.lower, node.upper, node.step)]
    return run.expressions.apply(3, slice, run.expressions.all(parts, worlds, flow), flow)


def display(
    run: Evaluation, node: ast.Tuple | ast.List | ast.Set, worlds: list[World], flow: Flow
) -> list[World]:
    """A tuple, a list or a set, in which others may be spread."""
    stars = [isinstance(part, ast.Starred) for part in node.elts]
    kind = {ast.Tuple: tuple, ast.List: list, ast.Set: set}[type(node)]

    def built(*values: Any) -> Any:
        found: list[Any] = []
        for star, value in zip(stars, values, strict=True):
            if star:
                found.extend(run.guards.ordered(value))
            else:
                found.append(value)
        return kind(found)

    return run.expressions.apply(len(stars), built, run.expressions.all(node.elts, worlds, flow), flow)


def dictionary(run: Evaluation, node: ast.Dict, worlds: list[World], flow: Flow) -> list[World]:
    """A dictionary, in which plain ones may be spread."""
    parts = [part for pair in zip(node.keys, node.values, strict=True) for part in pair if part is not None]
    worlds = run.expressions.all(parts, worlds, flow)

    def built(*values: Any) -> dict[Any, Any]:
        found, rest = dict[Any, Any](), iter(values)
        for key in node.keys:
            if key is not None:
                name = next(rest)
                found[name] = next(rest)
            elif type(spread := next(rest)) in DICTIONARIES:
                found.update(spread)
            else:
                raise outside(node, "it spreads what is not a plain dictionary")
        return found

    return run.expressions.apply(len(parts), built, worlds, flow)


def formatted(run: Evaluation, node: ast.JoinedStr, worlds: list[World], flow: Flow) -> list[World]:
    """An f-string with draws in it; each part is made a text as it is met."""
    for part in node.values:
        if isinstance(part, ast.FormattedValue):
            worlds = run.expressions.push(part.value, worlds, flow)
            spec = part.format_spec or ast.Constant("")
            worlds = run.expressions.apply(
                2, _Formatted(part.conversion, run), run.expressions.push(spec, worlds, flow), flow
            )
        else:
            worlds = run.expressions.push(part, worlds, flow)
    return run.expressions.apply(len(node.values), lambda *texts: "".join(texts), worlds, flow)


class _Formatted:
    """One part of an f-string, as text."""

    def __init__(self, conversion: int, run: Evaluation) -> None:
        conversions: dict[int, Callable[[Any], Any]] = {115: str, 114: repr, 97: ascii}
        self.convert = conversions.get(conversion)
        self.run = run

    def __call__(self, value: Any, spec: str) -> str:
        self.run.guards.text(value)
        return format(value if self.convert is None else self.convert(value), spec)
