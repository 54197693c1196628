"""The state of a Coq proof: variables, named hypotheses, and scripts that discharge a comparison from them.

A comparison is discharged as the kernel does it: it is a hypothesis, or its normal form decides it, or it is
a positive multiple of a hypothesis plus a constant, or an enclosure, or bounds of its parts show it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from assay.errors import InvalidValue
from assay.prove.balls import sign
from assay.prove.coq import bounds
from assay.prove.coq.identity import identity
from assay.prove.coq.terms import comparison, desugar, term, whole_term
from assay.prove.expr import Expr, const, var
from assay.prove.facts import IMPLIES, satisfies
from assay.prove.normal import normal
from assay.prove.polynomials import UNIT, add, quotient_expr
from assay.prove.ranges import negate, nonnegative, positive, span
from assay.prove.statement import Context, Range, Relation, integers

Fact = tuple[str, Relation]


@dataclass(frozen=True)
class World:
    """Variables with ranges, and hypotheses by name."""

    ranges: tuple[Range, ...]
    facts: tuple[Fact, ...]
    counter: Iterator[int]

    def fresh(self, prefix: str) -> str:
        """A name that is used once."""
        return f"{prefix}{next(self.counter)}"

    @property
    def integers(self) -> frozenset[str]:
        """The names of the integer variables."""
        return frozenset(r.name for r in self.ranges if r.integer)

    @property
    def known(self) -> Context:
        """Everything known, as side conditions."""
        try:
            return Context(self.ranges, tuple(r for _, r in self.facts))
        except InvalidValue:
            return Context(self.ranges)

    def term(self, e: Expr) -> str:
        """An expression as a Coq term."""
        return term(e, self.integers)

    def whole(self, e: Expr) -> str:
        """An expression in integers as a Coq term of type Z."""
        return whole_term(e, self.integers)

    def says(self, r: Relation) -> str:
        """A comparison as a Coq proposition."""
        return comparison(r, self.integers)

    def read(self, r: Relation) -> Relation:
        """A comparison with its real powers written as exponentials."""
        return Relation(desugar(r.left, self.integers), r.op, desugar(r.right, self.integers))

    def having(self, *facts: Fact) -> World:
        """The world with more hypotheses."""
        return replace(self, facts=(*self.facts, *facts))

    def without(self, name: str) -> World:
        """The world without a variable, and without hypotheses about it."""
        ranges = tuple(r for r in self.ranges if r.name != name)
        return replace(self, ranges=ranges, facts=tuple(f for f in self.facts if name not in f[1].free()))

    def summand(self, index: str, lo: Expr, hi: Expr) -> tuple[World, str]:
        """The world of one term of a sum, and the script that enters it."""
        names = [self.fresh("I") for _ in range(4)]
        first, last = normal(lo).constant(), normal(hi).constant()
        i = var(index)
        facts = ((names[2], Relation(lo, "<=", i)), (names[3], Relation(i, "<=", hi)))
        inside = replace(
            self,
            ranges=(*(r for r in self.ranges if r.name != index), integers(index, first, last)),
            facts=(*self.facts, *facts),
        )
        casts = "".join(
            f"assert ({n} : {inside.says(r)}) by (apply IZR_le in {z}; assay_casts_in {z}; lra).\n"
            for (n, r), z in zip(facts, names[:2], strict=True)
        )
        return inside, f"intros v_{index} {names[0]} {names[1]}.\n{casts}"

    def identity(self, a: Expr, b: Expr) -> str:
        """The script that shows a = b, two expressions with the same normal form."""
        return identity(self, a, b)

    def knows(self, goal: Relation) -> bool:
        """Whether bounds of the parts show a comparison."""
        return self._by_bounds(goal) is not None

    def show(self, goal: Relation) -> str:
        """The script that discharges a comparison."""
        return (
            self.found(goal) or "first [lra | assay_integers | (timeout 30 nra) | (timeout 30 interval)].\n"
        )

    def found(self, goal: Relation) -> str | None:
        """The script that discharges a comparison, if the way to do it is seen."""
        goal = self.read(goal)
        for name, fact in self.facts:
            if fact == goal:
                return f"exact {name}.\n"
        value = normal(goal.excess).constant()
        if value is not None:
            return self._equal(goal.excess, const(value))
        for name, fact in self.facts:
            if (found := _follows(goal, fact)) is not None:
                c, rest = found
                return f"pose proof {name}. " + self._equal(goal.excess, const(c) * fact.excess + const(rest))
        if not goal.free() and satisfies(s := sign(goal.excess), goal.kind) and s:
            return self._sign(goal.excess, s) + "lra.\n"
        found_bound = self._by_bounds(goal)
        if found_bound is None:
            return self._by_order(goal)
        e, script = found_bound
        equal = "" if e == goal.excess else self._asserted(goal.excess, e)
        return f"{script}{equal}first [lra | (intro; lra)].\n"

    def _by_order(self, goal: Relation) -> str | None:
        """An equality from <= both ways."""
        if goal.op != "=":
            return None
        ways = [
            self.found(Relation(a, "<=", b)) for a, b in ((goal.left, goal.right), (goal.right, goal.left))
        ]
        return None if None in ways else f"apply Rle_antisym.\n{{ {ways[0]}}}\n{{ {ways[1]}}}\n"

    def _asserted(self, a: Expr, b: Expr) -> str:
        name = self.fresh("Q")
        return f"assert ({name} : {self.term(a)} = {self.term(b)}).\n{{ {identity(self, a, b)}}}\n"

    def _equal(self, a: Expr, b: Expr) -> str:
        return self._asserted(a, b) + "first [lra | (intro; lra)].\n"

    def _sign(self, e: Expr, s: int) -> str:
        op = "<" if s > 0 else ">"
        return (
            f"assert ({self.fresh('Q')} : 0 {op} {self.term(e)}) by "
            "(first [interval | interval with (i_prec 200) | interval with (i_prec 800)]).\n"
        )

    def _by_bounds(self, goal: Relation) -> tuple[Expr, str] | None:
        known = self.known
        for e in (goal.excess, quotient_expr(normal(goal.excess))):
            s = span(e, known)
            for side, holds in (
                ("low", goal.kind == ">=" and nonnegative(s)),
                ("low", goal.kind in (">", "!=") and positive(s)),
                ("high", goal.kind == "!=" and positive(negate(s))),
            ):
                if holds:
                    return e, bounds.script(self, e, side)
        return None


def _follows(goal: Relation, fact: Relation) -> tuple[Fraction, Fraction] | None:
    """goal's excess = c fact's excess + rest, if that shows the goal."""
    g, f = normal(goal.excess), normal(fact.excess)
    if g.bottom != f.bottom:
        return None
    shared = [m for m in f.top if m != UNIT]
    if not shared:
        return None
    c = g.top.get(shared[0], Fraction(0)) / f.top[shared[0]]
    remainder = add(g.top, f.top, -c)
    rest = remainder.get(UNIT, Fraction(0))
    if (
        c == 0
        or set(remainder) - {UNIT}
        or (c < 0 and fact.kind not in ("=", "!="))
        or (rest and not g.whole)
    ):
        return None
    if goal.kind in IMPLIES[fact.kind] and (rest == 0 or (rest > 0 and goal.kind in (">=", ">"))):
        return c, rest
    if rest > 0 and goal.kind in (">", "!=") and fact.kind in (">=", ">", "="):
        return c, rest
    return None
