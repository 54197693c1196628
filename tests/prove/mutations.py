"""Wrong neighbours of a statement: constants nudged, signs flipped, conditions removed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import pytest

import assay.prove.theorem as kernel
from assay.errors import AssayError
from assay.prove.claims import statement
from assay.prove.expr import Expr
from assay.prove.statement import Context, Range, Relation, Statement
from assay.prove.tactics.sampling import counterexample
from assay.prove.theorem import Theorem

NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")
OPERATORS = ("<=", ">=", "<", ">", "=", "!=")


def text_mutants(text: str) -> Iterator[str]:
    """The text with one number, one sign, one function or one name changed."""
    for m in NUMBER.finditer(text):
        n = int(m.group())
        for new in {
            f"{n + 1}",
            f"{max(n - 1, 0)}",
            f"({n} + 1/100)",
            f"({n} - 1/100)",
            f"(-{n})",
            "0",
            f"({n}*2)",
        } - {str(n)}:
            yield text[: m.start()] + new + text[m.end() :]
    for old, new in (
        ("+", "-"),
        ("-", "+"),
        ("*", "/"),
        ("/", "*"),
        ("exp", "log"),
        ("log", "exp"),
        ("exp", "sqrt"),
        ("min", "max"),
        ("max", "min"),
        ("^", "*"),
        ("*", "+"),
    ):
        for m in re.finditer(re.escape(old), text):
            yield text[: m.start()] + new + text[m.end() :]


def mutants(claim: str) -> Iterator[Statement]:
    """Statements near a claim; many are false."""
    s = statement(claim)
    for op in OPERATORS:
        if op != s.conclusion.op:
            yield Statement(s.context, Relation(s.conclusion.left, op, s.conclusion.right))
    for k in range(len(s.context.conditions)):
        rest = s.context.conditions[:k] + s.context.conditions[k + 1 :]
        yield Statement(Context(s.context.ranges, rest), s.conclusion)
    for r in s.context.ranges:
        for wider in _wider(r):
            yield Statement(s.context.replace(wider), s.conclusion)
    for k, side in enumerate((s.conclusion.left, s.conclusion.right)):
        for new in _nudged(side):
            sides = (new, s.conclusion.right) if k == 0 else (s.conclusion.left, new)
            yield Statement(s.context, Relation(sides[0], s.conclusion.op, sides[1]))
    head, tail = str(s.context), str(s.conclusion)
    for text in [
        *(f"{head}: {t}" if head else t for t in text_mutants(tail)),
        *(f"{h}: {tail}" for h in text_mutants(head)),
    ]:
        try:
            yield statement(text)
        except AssayError:
            continue


def _nudged(e: Expr) -> Iterator[Expr]:
    """The expression with one part of it made a little larger or smaller, or negated."""
    yield from (e * Fraction(99, 100), e * Fraction(101, 100), e + Fraction(1, 50), e - Fraction(1, 50), -e)
    for k, a in enumerate(e.args):
        if e.op == "sum" and k < 2:
            continue
        for new in _nudged(a):
            yield Expr(e.op, (*e.args[:k], new, *e.args[k + 1 :]), e.value, e.name)


def _wider(r: Range) -> Iterator[Range]:
    yield Range(r.name, None, r.high, True, r.high_open, r.integer)
    yield Range(r.name, r.low, None, r.low_open, True, r.integer)
    yield Range(r.name, r.low, r.high, False, False, r.integer)
    if r.low is not None:
        yield Range(r.name, r.low - 1, r.high, r.low_open, r.high_open, r.integer)
    if r.high is not None:
        yield Range(r.name, r.low, r.high + Fraction(1, 4), r.low_open, r.high_open, r.integer)
    if r.integer:
        yield Range(r.name, r.low, r.high, r.low_open, r.high_open, False)


def surely_false(s: Statement, samples: int = 300) -> bool:
    """Whether the statement fails at a sample point, or has an undefined side at one."""
    try:
        return counterexample(s, samples) is not None
    except (AssayError, RecursionError, ArithmeticError):
        return False


def remember_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the rules run once for each different step: a forged certificate shares most of its steps."""
    true_infer = kernel.infer
    known: dict[tuple[object, ...], Theorem] = {}

    def infer(rule: str, claim: str, arguments: Mapping[str, object], premises: Sequence[Theorem]) -> Theorem:
        key = (rule, claim, json.dumps(arguments, sort_keys=True), *map(id, premises))
        if key not in known:
            known[key] = true_infer(rule, claim, arguments, premises)
        return known[key]

    monkeypatch.setattr(kernel, "infer", infer)
