"""The state of one search: the time that is left, what was tried, what was found."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, TypeVar

from assay.errors import AssayError
from assay.prove.claims import infer
from assay.prove.expr import ExprLike, expr
from assay.prove.facts import Rejected
from assay.prove.statement import Context, Relation, Statement
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
        from assay.prove.tactics.definedness import prepare

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
