"""Logarithms of products and quotients, powers with a variable exponent, and powers of one base."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from assay.prove.expr import ZERO, Expr, const, exp, log
from assay.prove.normal import normal
from assay.prove.polynomials import (
    UNIT,
    Polynomial,
    add,
    monomial_expr,
    multiply,
    polynomial_expr,
    quotient_expr,
)
from assay.prove.statement import Relation, Statement
from assay.prove.tactics.clearing import factored, sees
from assay.prove.tactics.known import logarithm_of_exponential, power_as_exponential
from assay.prove.tactics.rewriting import difference, replace, rewritten, through
from assay.prove.tactics.search import Search
from assay.prove.tactics.search import goal as statement
from assay.prove.theorem import Theorem


def atoms(goal: Statement, op: str) -> list[Expr]:
    """The atoms of one kind in the normal form of the goal."""
    form = normal(goal.conclusion.excess)
    found = dict.fromkeys(x for p in (form.top, form.bottom) for m in p for x, _ in m)
    return [x for x in found if x.op == op]


def expanded(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """Logarithms of products and quotients as sums of logarithms of irreducible polynomials."""
    if depth <= 0 or goal.conclusion.kind == "!=":
        return None
    equals = []
    for atom in atoms(goal, "log"):
        total = _sum(atom, goal, search)
        if total is None:
            continue
        claim = Statement(goal.context, Relation(atom, "=", total))
        premises = [logarithm_of_exponential(), *search.lemmas]
        shown = search.attempt("instantiate", claim, {"terms": {"t": str(total)}}, premises)
        if shown is not None:
            equals.append((atom, total, shown))
    return through(goal, equals, search, depth - 1) if equals else None


def expanded_first(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """The same before all else for one variable: several have tangents where all of them meet."""
    return expanded(goal, search, depth) if len(goal.conclusion.free()) == 1 else None


def _sum(atom: Expr, goal: Statement, search: Search) -> Expr | None:
    """log(c f^j / g^k) as log(c) + j log(f) - k log(g); None if it is not a product."""
    inside = normal(atom.args[0])
    facts = search.facts(goal.context)
    scale, parts = Fraction(1), []
    for p, side in ((inside.top, 1), (inside.bottom, -1)):
        found = _factors(p, goal)
        if found is None:
            return None
        scale *= found[0] ** side
        parts += [(f, k * side) for f, k in found[1]]
    if len(parts) == 1 and parts[0][1] == 1:
        return None
    total: Expr = ZERO
    for f, k in parts:
        side = next((s for s in (1, -1) if sees(facts, f if s > 0 else -f)), 0)
        if not side or (side < 0 and k.denominator != 1):
            return None
        scale *= side ** int(k) if side < 0 else 1
        total = total + const(k) * log(f if side > 0 else -f)
    return total if scale == 1 else log(const(scale)) + total


def _factors(p: Polynomial, goal: Statement) -> tuple[Fraction, list[tuple[Expr, Fraction]]] | None:
    """A number and powers of irreducible polynomials, of atoms with negative exponents among them."""
    names = dict.fromkeys(x for m in p for x, _ in m)
    lowest = {x: min(dict(m).get(x, Fraction(0)) for m in p) for x in names}
    common = [(monomial_expr(((x, Fraction(1)),)), k) for x, k in lowest.items() if k]
    left = multiply(p, {tuple((x, -k) for x, k in lowest.items() if k): Fraction(1)})
    if len(left) == 1:
        return next(iter(left.values())), common
    unit, several = factored(left, goal.context)
    return (unit, common + [(f, Fraction(k)) for f, k in several]) if several else None


def powers(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """A power with a variable exponent as an exponential."""
    if depth <= 0 or goal.conclusion.kind == "!=":
        return None
    c = goal.conclusion
    left, right, equals = c.left, c.right, []
    for power in dict.fromkeys(p for side in (left, right) for p in side.parts() if p.op == "^"):
        base, exponent = power.args
        if normal(exponent).constant() is not None:
            continue
        new = exp(exponent * log(base))
        claim = Statement(goal.context, Relation(power, "=", new))
        premises = [power_as_exponential(), *search.lemmas]
        terms = {"x": str(base), "y": str(exponent)}
        shown = search.attempt("instantiate", claim, {"terms": terms}, premises)
        if shown is None:
            return None
        left, right = replace(left, power, new), replace(right, power, new)
        equals.append((power, new, shown))
    if not equals:
        return None
    inner = search.solve(Statement(goal.context, Relation(left, c.op, right)), depth - 1)
    return None if inner is None else rewritten(goal, inner, equals, search)


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
