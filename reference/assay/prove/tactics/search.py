"""The state of one search: time, what was tried and found, and what a goal needs before it makes sense."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from assay.errors import AssayError
from assay.prove.claims import infer
from assay.prove.expr import ZERO, Expr, ExprLike, expr
from assay.prove.facts import Facts, Rejected
from assay.prove.normal import normal
from assay.prove.statement import Context, Relation, Statement
from assay.prove.tactics.clearing import factored
from assay.prove.tactics.sampling import plausible
from assay.prove.theorem import Theorem

T = TypeVar("T")


class Search:
    """A search with a budget of processor seconds; `lemmas` are theorems that may be used."""

    lemmas: tuple[Theorem, ...]
    quick: bool

    def __init__(self, seconds: float, lemmas: Sequence[Theorem] = ()) -> None:
        self.seconds = seconds
        self.deadline: float = time.process_time() + seconds
        self.lemmas = tuple(lemmas)
        self.tried: Counter[str] = Counter()
        self.prune = True
        self.quick = False
        self.proved: dict[Statement, Theorem] = {}
        self.found: dict[tuple[Statement, int, bool], Theorem | None] = {}
        self.notes: dict[Hashable, Any] = {}

    @property
    def expired(self) -> bool:
        """Whether the time is used up."""
        return time.process_time() > self.deadline

    def share(self) -> Callable[[], bool]:
        """Says when one attempt has had its part of the time, so that others get theirs."""
        end = min(self.deadline, time.process_time() + self.seconds / 20)
        return lambda: time.process_time() > end

    def remember(self, key: Hashable, made: Callable[[], T]) -> T:
        """What was made for this key, once."""
        if key not in self.notes:
            self.notes[key] = made()
        found: T = self.notes[key]
        return found

    def facts(self, where: Context) -> Facts:
        """What is known in a context, with the lemmas."""
        return Facts(where, tuple(t.statement for t in self.lemmas))

    def sided(self, where: Context, e: Expr, op: str, depth: int) -> tuple[int, Theorem] | None:
        """Which of e and -e is >= 0, or > 0 as `op` says, and the theorem that says so."""
        for side in (1, -1):
            claim = Statement(where, Relation(e if side > 0 else -e, op, ZERO))
            if plausible(claim):
                shown = self.solve(claim, depth)
                return None if shown is None else (side, shown)
        return None

    def attempt(
        self,
        rule: str,
        claim: Statement,
        arguments: Mapping[str, object] | None = None,
        premises: Sequence[Theorem] = (),
    ) -> Theorem | None:
        """The theorem, if the rule accepts the step."""
        self.tried[rule] += 1
        try:
            return infer(rule, claim, arguments or {}, premises)
        except Rejected:
            return None

    def deepened(self, goal: Statement, depth: int) -> Theorem | None:
        """The goal by the quick tactics alone, which may go deeper, or by all of them."""
        self.quick = True
        found = self.solve(goal, 3 * depth)
        self.quick = False
        return found or self.solve(goal, depth)

    def solve(self, goal: Statement, depth: int) -> Theorem | None:
        """Try every tactic on a goal; a goal that fails at a sample point is given up at once."""
        if goal in self.proved:
            return self.proved[goal]
        key = (goal, depth, self.quick)
        if key in self.found:
            return self.found[key]
        if self.expired:
            return None
        self.found[key] = None  # a goal does not help to prove itself
        if not self.prune or plausible(goal):
            found = self.found[key] = self._by_tactics(goal, depth)
            if found is not None:
                self.proved[goal] = found
        return self.found[key]

    def _first(self, tactic: Tactic, goal: Statement) -> bool:
        """Whether a tactic meets a goal, with these lemmas, for the first time."""
        key = (tactic, goal, self.lemmas)
        known = key in self.notes
        self.notes[key] = True
        return not known

    def _by_tactics(self, goal: Statement, depth: int) -> Theorem | None:
        from assay.prove.tactics import QUICK, TACTICS

        lemmas = self.lemmas
        if depth > 0:
            prepare(goal, self, depth)
        try:
            return self._first_found(goal, depth, QUICK if self.quick else TACTICS)
        finally:
            self.lemmas = lemmas

    def _first_found(self, goal: Statement, depth: int, tactics: Sequence[Tactic]) -> Theorem | None:
        from assay.prove.tactics import LEAVES

        for tactic in tactics:
            if self.expired:
                return None
            if tactic in LEAVES and not self._first(tactic, goal):
                continue
            try:
                found = tactic(goal, self, depth)
            except (AssayError, RecursionError, ArithmeticError):
                continue  # a tactic that gives up is no news; the rules alone decide
            if found is not None:
                return found
        return None


Tactic = Callable[[Statement, Search, int], Theorem | None]


def goal(where: Context, left: ExprLike, op: str, right: ExprLike) -> Statement:
    """A statement in a context."""
    return Statement(where, Relation(expr(left), op, expr(right)))


DEPTH = 2
"""Of the search for a sign that a goal needs."""


def prepare(goal: Statement, search: Search, depth: int) -> None:
    """Add to the lemmas of the search what the goal needs to be defined and to lose its denominators."""
    quick, search.quick = search.quick, False
    for known in _opened(goal, search):
        search.lemmas = (*search.lemmas, known)
    for wanted in _wanted(goal):
        facts = search.facts(goal.context)
        if _seen(facts, wanted):
            continue
        for claim in (wanted, Relation(-wanted.left, wanted.op, ZERO)):
            statement = Statement(goal.context, claim)
            if plausible(statement):
                shown = search.solve(statement, min(depth - 1, DEPTH))
                if shown is not None:
                    search.lemmas = (*search.lemmas, shown)
                break
    search.quick = quick


def _opened(goal: Statement, search: Search) -> Iterator[Theorem]:
    """a <= c and b <= c for a side condition max(a, b) <= c; a >= c and b >= c for min(a, b) >= c."""
    for c in goal.context.conditions:
        low, high = (c.left, c.right) if c.op in ("<", "<=") else (c.right, c.left)
        m, op = (low, "<=") if low.op == "max" else (high, ">=")
        if c.kind not in (">=", ">") or m.op != ("max" if op == "<=" else "min"):
            continue
        for a in m.args:
            bound = search.attempt("extreme", Statement(goal.context, Relation(a, op, m)), {"of": str(m)})
            claim = Statement(goal.context, Relation(high - a if m is low else a - low, c.kind, ZERO))
            terms = [{"factors": [str(c.excess)]}, {"factors": [str(m - a if m is low else a - m)]}]
            shown = None if bound is None else search.attempt("combine", claim, {"terms": terms}, [bound])
            if shown is not None:
                yield shown


def _seen(facts: Facts, wanted: Relation) -> bool:
    try:
        return facts.holds(wanted) or facts.holds(Relation(-wanted.left, wanted.op, ZERO))
    except AssayError:
        return False


def _wanted(goal: Statement) -> Iterator[Relation]:
    """Signs that definedness rests on, innermost first, then those of the factors of the denominator."""
    for side in (goal.conclusion.left, goal.conclusion.right):
        for e in reversed(list(side.parts())):
            if any(a.bound() for a in e.args):
                continue
            base = _base(e)
            if base is not None and base[0].free():
                yield Relation(base[0], base[1], ZERO)
    try:
        form = normal(goal.conclusion.excess)
    except AssayError:
        return
    if not form.whole:
        for f, _ in factored(form.bottom, goal.context)[1]:
            yield Relation(f, ">", ZERO)


def _base(e: Expr) -> tuple[Expr, str] | None:
    if e.op == "/":
        return e.args[1], ">"
    if e.op == "log":
        return e.args[0], ">"
    if e.op == "sqrt":
        return e.args[0], ">="
    if e.op == "^":
        k = normal(e.args[1]).constant()
        if k is None or k < 0:
            return e.args[0], ">"
        return (e.args[0], ">=") if k.denominator > 1 else None
    return None
