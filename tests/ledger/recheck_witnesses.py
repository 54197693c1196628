"""Re-check the witnesses of the ledger without the package: `python recheck_witnesses.py FOLDER`.

Every value under a key that starts with "inequality" is one comparison of expressions in integers,
+ - * / **, exp, log and sqrt.  Rational ones are compared as fractions; others as intervals of growing
precision, which have to separate.  An equation of irrational sides counts only if both are the same
expression once all rational parts are fractions.
"""

from __future__ import annotations

import ast
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Protocol, Self, TypeAlias

from mpmath import iv  # type: ignore[import-untyped]

PRECISIONS = (100, 400, 1600)
FUNCTIONS = ("exp", "log", "sqrt")
OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.Pow: "**",
}


class Interval(Protocol):
    """What is used of mpmath's intervals."""

    a: Self
    b: Self

    def __add__(self, other: Self) -> Self: ...
    def __sub__(self, other: Self) -> Self: ...
    def __mul__(self, other: Self) -> Self: ...
    def __truediv__(self, other: Self | int) -> Self: ...
    def __pow__(self, other: int) -> Self: ...
    def __contains__(self, other: int) -> bool: ...
    def __gt__(self, other: int) -> bool: ...
    def __lt__(self, other: int) -> bool: ...
    def __le__(self, other: int) -> bool: ...


class Wrong(Exception):
    """A witness that does not say what it should, or cannot be read."""


@dataclass(frozen=True)
class Node:
    """An operation whose value is not known to be rational."""

    symbol: str
    arguments: tuple[Fraction | Node, ...]


Expression: TypeAlias = Fraction | Node


def comparison(text: str) -> tuple[Expression, type[ast.cmpop], Expression]:
    """Left side, operator and right side."""
    try:
        tree = ast.parse(text, mode="eval").body
    except SyntaxError:
        raise Wrong(f"cannot be read: {text}") from None
    if not isinstance(tree, ast.Compare) or len(tree.ops) != 1:
        raise Wrong(f"is not one comparison: {text}")
    return fold(tree.left), type(tree.ops[0]), fold(tree.comparators[0])


def fold(node: ast.expr) -> Expression:
    """The expression with every rational part as a Fraction."""
    match node:
        case ast.Constant(value=int() as value) if not isinstance(value, bool):
            return Fraction(value)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return combine("*", Fraction(-1), fold(operand))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            return combine(OPERATORS[type(op)], fold(left), fold(right))
        case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]) if name in FUNCTIONS:
            return Node(name, (fold(argument),))
    raise Wrong(f"is not arithmetic: {ast.unparse(node)}")


def combine(symbol: str, a: Expression, b: Expression) -> Expression:
    """a symbol b, as a Fraction where both are and the result is rational."""
    if not isinstance(a, Fraction) or not isinstance(b, Fraction) or (symbol == "**" and b.denominator != 1):
        return Node(symbol, (a, b))
    if (symbol == "/" and not b) or (symbol == "**" and not a and b < 0):
        raise Wrong("divides by 0")
    if symbol == "**":
        return Fraction(a ** int(b))
    return {"+": a + b, "-": a - b, "*": a * b, "/": a / (b or 1)}[symbol]


def enclose(e: Expression) -> Interval:
    """An interval that contains the value, at the current precision."""
    if isinstance(e, Fraction):
        quotient: Interval = iv.mpf(e.numerator) / e.denominator
        return quotient
    if e.symbol in FUNCTIONS:
        inner = enclose(e.arguments[0])
        if (e.symbol == "log" and inner.a <= 0) or (e.symbol == "sqrt" and inner.a < 0):
            raise Wrong(f"{e.symbol} is not seen to be defined")
        value: Interval = getattr(iv, e.symbol)(inner)
        return value
    left, right = (enclose(a) for a in e.arguments)
    if e.symbol == "**":
        power = e.arguments[1]
        if isinstance(power, Fraction) and power.denominator == 1:
            return left ** int(power)
        if left.a <= 0:
            raise Wrong("a power of what is not seen to be positive")
        result: Interval = iv.exp(right * iv.log(left))
        return result
    if e.symbol == "/":
        if 0 in right:
            raise Wrong("divides by what is not seen to differ from 0")
        return left / right
    return {"+": left + right, "-": left - right, "*": left * right}[e.symbol]


def order(a: Expression, b: Expression) -> int:
    """-1, 0 or 1."""
    if isinstance(a, Fraction) and isinstance(b, Fraction):
        return (a > b) - (a < b)
    if a == b:
        return 0
    for digits in PRECISIONS:
        iv.dps = digits
        gap = enclose(a) - enclose(b)
        if gap.a > 0:
            return 1
        if gap.b < 0:
            return -1
    raise Wrong(f"is not decided with {PRECISIONS[-1]} digits")


def holds(text: str) -> bool:
    """Whether the comparison is true; Wrong where it cannot be decided."""
    left, op, right = comparison(text)
    sign = order(left, right)
    table: dict[type[ast.cmpop], bool] = {
        ast.Lt: sign < 0,
        ast.LtE: sign <= 0,
        ast.Gt: sign > 0,
        ast.GtE: sign >= 0,
        ast.Eq: sign == 0,
        ast.NotEq: sign != 0,
    }
    if op not in table:
        raise Wrong(f"is not one of < <= > >= == !=: {text}")
    return table[op]


def witnesses(folder: str | Path) -> Iterator[tuple[str, str, str, str]]:
    """(part, verdict, key, comparison) of every comparison; an empty one where a refuted part has none."""
    for path in sorted(Path(folder).glob("[A-Z][0-9]*.toml")):
        for part in tomllib.loads(path.read_text(encoding="utf-8"))["parts"]:
            found = {k: v for k, v in part.get("witness", {}).items() if k.startswith("inequality")}
            if part["verdict"] == "refuted" and not found:
                yield part["id"], part["verdict"], "inequality", ""
            for key, text in found.items():
                yield part["id"], part["verdict"], key, text


def main(folder: str | Path) -> int:
    """Check all, print what is wrong and how many are right."""
    right = refuted = 0
    problems = []
    for part, verdict, key, text in witnesses(folder):
        try:
            if holds(text):
                right += 1
                refuted += verdict == "refuted"
            else:
                problems.append(f"{part} {key}: is false: {text}")
        except Wrong as error:
            problems.append(f"{part} {key}: {error}")
    print(*problems, f"{right} comparisons hold, {refuted} of them refute", sep="\n")  # noqa: T201
    return 1 if problems or not refuted else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
