"""Powers of one base whose exponents differ by whole numbers, written with the lowest: b^(n + 1) = b^n b."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from assay.prove.expr import Expr, const
from assay.prove.normal import normal
from assay.prove.polynomials import UNIT, add, polynomial_expr, quotient_expr
from assay.prove.statement import Relation, Statement
from assay.prove.tactics.rewriting import difference, replace
from assay.prove.tactics.search import Search
from assay.prove.tactics.search import goal as statement
from assay.prove.theorem import Theorem


@dataclass(frozen=True)
class Split:
    """power = base^first * base^second."""

    power: Expr
    base: Expr
    first: Expr
    second: Expr

    @property
    def product(self) -> Expr:
        """The two factors."""
        return self.base**self.first * self.base**self.second


def common_exponents(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """The goal with b^u and whole powers of b for each b^(u + k), then the goal."""
    excess = quotient_expr(normal(goal.conclusion.excess))
    equals: list[Theorem] = []
    zeros: list[dict[str, object]] = []
    for split in _splits(goal):
        factor = difference(excess, split.power, split.product)
        equal = _shown(goal, split, search)
        if factor is None or equal is None:
            continue
        excess = replace(excess, split.power, split.product)
        equals.append(equal)
        zeros.append({"zero": str(split.power - split.product), "times": str(factor)})
    if not equals:
        return None
    inner = search.solve(statement(goal.context, excess, goal.conclusion.kind, 0), depth)
    if inner is None:
        return None
    if goal.conclusion.kind == "=":
        zeros.append({"zero": str(excess)})
        return search.attempt("combine", goal, {"zeros": zeros}, [inner, *equals])
    terms = [{"weight": "1", "factors": [str(excess)]}]
    return search.attempt("combine", goal, {"terms": terms, "zeros": zeros}, [inner, *equals])


def _shown(goal: Statement, split: Split, search: Search) -> Theorem | None:
    claim = Statement(goal.context, Relation(split.power, "=", split.product))
    arguments = {"base": str(split.base), "first": str(split.first), "second": str(split.second)}
    return search.attempt("powers", claim, arguments)


def _splits(goal: Statement) -> list[Split]:
    """The powers of the goal that are another power of the goal or of a condition times b^k, k >= 1."""
    groups: dict[tuple[Expr, Expr], dict[Fraction, Expr]] = defaultdict(dict)
    wanted = set(_powers(goal.conclusion))
    for r in (goal.conclusion, *goal.context.conditions):
        for power in _powers(r):
            exponent = normal(power.args[1])
            if exponent.whole:
                k = exponent.top.get(UNIT, Fraction(0))
                rest = polynomial_expr(add(exponent.top, {UNIT: k}, -1) if k else exponent.top)
                groups[power.args[0], rest][k] = power
    found = []
    for (base, _), powers in groups.items():
        lowest = powers[min(powers)]
        for k, power in powers.items():
            step = k - min(powers)
            if power in wanted and step > 0 and step.denominator == 1:
                found.append(Split(power, base, lowest.args[1], const(step)))
    return found


def _powers(r: Relation) -> Iterator[Expr]:
    """The symbolic powers in the normal form of a comparison."""
    form = normal(r.excess)
    atoms = dict.fromkeys(x for p in (form.top, form.bottom) for m in p for x, _ in m)
    return (x for x in atoms if x.op == "^")
