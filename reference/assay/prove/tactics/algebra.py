"""Tactics of algebra: one fact, root counting, shifted coefficients, products of constraints."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction

from assay.errors import AssayError
from assay.linear.feasible import feasible
from assay.prove.expr import ONE, Expr, exp, log
from assay.prove.facts import Facts, covers
from assay.prove.normal import normal
from assay.prove.polynomials import Polynomial, multiply
from assay.prove.statement import Relation, Statement
from assay.prove.tactics.clearing import cleared
from assay.prove.tactics.columns import (
    MAX_COLUMNS,
    Column,
    bounds,
    completed,
    of_monomials,
    products_of,
    squares,
    substitute,
)
from assay.prove.tactics.generators import Plain, as_text, degree, generators, linear, plain
from assay.prove.tactics.known import exponential_tangent, logarithm_tangent
from assay.prove.tactics.search import Search
from assay.prove.theorem import Theorem


def direct(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """One fact, the normal form, or interval arithmetic."""
    near = [t for t in search.lemmas if covers(t.statement.context, goal.context)]
    return search.attempt("direct", goal, {}, near)


def sturm(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """Root counting, for one variable."""
    return search.attempt("sturm", goal) if len(goal.conclusion.free()) <= 1 else None


def shifts(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """Coefficients that are not negative once the variables are moved to their ends; squares."""
    return _Products.of(goal, search, _Products.quickly)


def products(goal: Statement, search: Search, depth: int) -> Theorem | None:
    """An identity that shows the sign: products of constraints, found by a linear program."""
    return _Products.of(goal, search, _Products.thoroughly)


class _Products:
    """One goal, cleared of denominators, and the ways of writing it as a sum of what is not negative."""

    def __init__(self, goal: Statement, search: Search) -> None:
        self.goal, self.search = goal, search
        self.strict = goal.conclusion.kind == ">"
        self.denominators: list[Expr] = []
        self.premises = [t for t in search.lemmas if covers(t.statement.context, goal.context)]
        self.facts = Facts(goal.context, tuple(t.statement for t in self.premises))
        self.late = search.share()

    @staticmethod
    def of(
        goal: Statement, search: Search, way: Callable[[_Products, Polynomial], Theorem | None]
    ) -> Theorem | None:
        """The goal by one of the ways; None where it does not show it."""
        if goal.conclusion.kind not in (">=", ">"):
            return None
        try:
            made = _Products(goal, search)
            top = made.prepared()
            return None if top is None else way(made, top)
        except AssayError:
            return None

    def prepared(self) -> Polynomial | None:
        """The goal without denominators."""
        found = cleared(self.goal, self.facts)
        if found is None:
            return None
        self.multiplier, top = found
        self.gens = generators([top], self.goal.context)
        self.target = plain(top, self.gens) or {}
        return top if self.target and len(self.gens) <= 7 and degree(self.target) <= 14 else None

    def quickly(self, top: Polynomial) -> Theorem | None:
        """Shifted coefficients, then squares."""
        return self._by_shift(self.target) or self._by_squares(self.target)

    def thoroughly(self, top: Polynomial) -> Theorem | None:
        """Products of constraints, also after multiplying by the denominators of the facts."""
        return self._by_constraints(top) or self._with_denominators(top)

    def _conclude(self, terms: list[dict[str, object]], zeros: list[dict[str, object]]) -> Theorem | None:
        arguments: dict[str, object] = {"terms": terms}
        if zeros:
            arguments["zeros"] = zeros
        if self.multiplier != ONE:
            arguments["multiplier"] = str(self.multiplier)
        return self.search.attempt("combine", self.goal, arguments, self.premises)

    def _by_shift(self, target: Plain) -> Theorem | None:
        options = [[(s, b) for s, b in ((1, g.low), (-1, g.high)) if b is not None] for g in self.gens]
        if not all(options) or len(self.gens) > 6:
            return None
        for choice in itertools.product(*options):
            shifted = substitute(target, [linear(i, s, b, len(choice)) for i, (s, b) in enumerate(choice)])
            if all(c >= 0 for c in shifted.values()):
                texts = [
                    as_text(g.expr, low=b) if s > 0 else as_text(g.expr, high=b)
                    for g, (s, b) in zip(self.gens, choice, strict=True)
                ]
                terms = [
                    _term(c, [t for t, k in zip(texts, key, strict=True) for _ in range(k)])
                    for key, c in shifted.items()
                ]
                found = self._conclude(terms, [])
                if found is not None:
                    return found
        return None

    def _by_squares(self, target: Plain) -> Theorem | None:
        """A sum of squares; for a strict goal, and a positive number."""
        zero = (0,) * len(self.gens)
        slack = target.get(zero, Fraction(0)) / 2 if self.strict else Fraction(0)
        wanted = {k: c for k, c in {**target, zero: target.get(zero, Fraction(0)) - slack}.items() if c}
        squares = completed(wanted, self.gens) or of_monomials(wanted, self.gens, self.late)
        if squares is None or (self.strict and slack <= 0):
            return None
        terms = [_term(weight, [], "" if root == "1" else root) for weight, root in squares]
        return self._conclude(terms + ([_term(slack, [])] if slack else []), [])

    def _with_denominators(self, top: Polynomial) -> Theorem | None:
        """The same with the goal multiplied by what the facts were multiplied by."""
        more = [d for d in dict.fromkeys(self.denominators) if d not in (ONE, self.multiplier)]
        for d in more:
            form = normal(d)
            if not form.whole:
                return None
            self.multiplier = d if self.multiplier == ONE else self.multiplier * d
            top = multiply(top, form.top)
        return self._by_constraints(top) if more else None

    def _by_constraints(self, top: Polynomial) -> Theorem | None:
        """Find weights >= 0 of products of constraints.

        Degrees grow until the number of columns is too large.
        """
        facts = self._linear_facts()
        self.gens = generators([top, *(p for _, p, _ in facts)], self.goal.context)
        if len(self.gens) > 7:
            return None
        target = plain(top, self.gens)
        if target is None:
            return None
        base = bounds(self.gens) + [
            Column(t, q) for t, p, zero in facts if not zero and (q := plain(p, self.gens))
        ]
        zeros = [Column(t[1:], q, zero=t[0]) for t, p, zero in facts if zero and (q := plain(p, self.gens))]
        for d in range(max(1, degree(target)), degree(target) + 2):
            if self.late():
                return None
            columns = products_of(base, squares(self.gens), zeros, d, len(self.gens))
            found = self._weigh(target, columns)
            if found is not None or len(columns) >= MAX_COLUMNS:
                return found
        return None

    def _linear_facts(self) -> list[tuple[tuple[str, ...], Polynomial, bool]]:
        """Side conditions, lemmas and tangents, cleared of denominators where they need it."""
        found = []
        for r in [*self.goal.context.conditions, *(t.statement.conclusion for t in self.premises)]:
            if r.kind not in (">=", ">", "="):
                continue
            form = cleared(Statement(self.goal.context, r), self.facts)
            if form is not None:
                self.denominators.append(form[0])
                found.append((_texts(r.excess, form[0]), form[1], r.kind == "="))
        return [*found, *self._tangents()]

    def _tangents(self) -> list[tuple[tuple[str, ...], Polynomial, bool]]:
        """exp(u) >= 1 + u for each exponential, log(u) <= u - 1 for each logarithm of the goal."""
        found = []
        exponents = [g.expr.args[0] for g in self.gens if g.atom.op == "exp"]
        sides = (self.goal.conclusion.left, self.goal.conclusion.right)
        exponents += [p.args[0] for side in sides for p in side.parts() if p.op == "exp"]
        tangents = [
            (exponential_tangent(), "x", u, Relation(exp(u), ">=", ONE + u))
            for u in dict.fromkeys(exponents)
            if u.free()
        ]
        logs = dict.fromkeys(p.args[0] for side in sides for p in side.parts() if p.op == "log" and p.free())
        tangents += [(logarithm_tangent(), "y", u, Relation(log(u), "<=", u - 1)) for u in logs]
        for tangent, name, u, fact in tangents:
            claim = Statement(self.goal.context, fact)
            theorem = self.search.attempt(
                "instantiate", claim, {"terms": {name: str(u)}}, [tangent, *self.premises]
            )
            form = cleared(claim, self.facts) if theorem is not None else None
            if theorem is not None and form is not None:
                self.premises.append(theorem)
                found.append((_texts(fact.excess, form[0]), form[1], False))
        return found

    def _weigh(self, target: Plain, columns: list[Column]) -> Theorem | None:
        given = any(c.kind == ">" for c in self.goal.context.conditions)
        slacks = [Fraction(1, 100), Fraction(1, 10**5)] if self.strict else []
        for slack in [*slacks, Fraction(0)] if given or not self.strict else slacks:
            zero = (0,) * len(self.gens)
            wanted = dict(target)
            wanted[zero] = wanted.get(zero, Fraction(0)) - slack
            x = feasible([c.value for c in columns], wanted, self.late)
            self.search.tried["linear program"] += 1
            if x is None:
                continue
            terms = [
                _term(w, list(c.factors), c.square)
                for w, c in zip(x, columns, strict=True)
                if w and not c.zero
            ]
            zeros: list[dict[str, object]] = []
            for w, c in zip(x, columns, strict=True):
                if w and c.zero:
                    sign = "-" if c.square == "-" else ""
                    zeros.append(
                        {
                            "zero": c.zero,
                            "times": f"{sign}({w})*" + ("*".join(f"({f})" for f in c.factors) or "1"),
                        }
                    )
            return self._conclude(terms + ([_term(slack, [])] if slack else []), zeros)
        return None


def _texts(excess: Expr, multiplier: Expr) -> tuple[str, ...]:
    """A fact, and what it is multiplied by."""
    return (str(excess),) if multiplier == ONE else (str(excess), str(multiplier))


def _term(weight: Fraction, factors: list[str], square: str = "") -> dict[str, object]:
    term: dict[str, object] = {"weight": str(weight), "factors": factors}
    return {**term, "square": square} if square else term
