"""`prove`: a claim becomes a certificate, a counterexample, or a report of what was tried."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from assay.errors import AssayError, InvalidValue
from assay.prove.claims import statement
from assay.prove.expr import const
from assay.prove.statement import Statement
from assay.prove.tactics import Search
from assay.prove.tactics.sampling import Point, counterexample, descent, undefined_part
from assay.prove.theorem import Theorem
from assay.prove.work import Meter, limited
from assay.symbolic.expression import Sym
from assay.verdict import BaseVerdict, Proved, Undecided
from assay.verdict_words import Word

UNITS = 2_000_000
"""Elementary operations a second, about: a single tactic cannot overrun the time by much."""


@dataclass(frozen=True)
class RefutedAt(BaseVerdict):
    """The claim is false at a rational point of its domain."""

    claim: Statement
    point: Point

    word: ClassVar[Word] = "refuted"

    def __str__(self) -> str:
        part = undefined_part(self.claim.conclusion, {n: const(x) for n, x in self.point.items()})
        why = "fails" if part is None else f"fails, as {part} is undefined,"
        return f"refuted: {self.claim} {why} at {self.where}"

    @property
    def where(self) -> str:
        """The point, as text."""
        return ", ".join(f"{n} = {x}" for n, x in self.point.items()) or "(no variables)"

    def to_json(self) -> dict[str, object]:
        """The verdict as JSON values, with the point."""
        witness = {n: str(x) for n, x in self.point.items()}
        return super().to_json() | {"claim": str(self.claim), "witness": witness}


def prove(
    claim: str | Statement | Sym,
    *,
    lemmas: Sequence[Theorem] = (),
    seconds: int | Fraction = 10,
    depth: int = 7,
) -> Proved | RefutedAt | Undecided:
    """Prove or refute a claim within `seconds` of processor time.

    The claim is text, a statement, or a sympy comparison: `prove(Le(log(x), x - 1))` for a positive symbol x.
    Returns `Proved` (its certificate is a `Theorem`), `RefutedAt` with a rational point where the claim is
    wrong or a side is undefined, or `Undecided` with what was tried. Looks for the counterexample first.

    Raises:
        InvalidType, InvalidValue: the claim is not a statement, or the budget is not positive.
    """
    goal = statement(claim)
    if seconds <= 0 or depth < 1:
        raise InvalidValue(f"prove: seconds = {seconds}, depth = {depth}; both must be positive")
    with limited(int(seconds * UNITS)) as meter:
        return _searched(goal, Search(float(seconds), lemmas), depth, meter)


def _searched(goal: Statement, search: Search, depth: int, meter: Meter) -> Proved | RefutedAt | Undecided:
    for limit in range(depth + 1):
        look = {0: counterexample, 2: descent}.get(limit)
        point = _witness(look, goal) if look is not None else None
        if point is not None:
            return RefutedAt(goal, point)
        found = _found(search, goal, limit) if limit else None
        if found is not None:
            return Proved(found)
        if search.expired or meter.left <= 0:
            break
    return Undecided(_report(search, goal, meter.left <= 0))


def _found(search: Search, goal: Statement, limit: int) -> Theorem | None:
    """The theorem, if the search finds it before its budget is used up."""
    try:
        return search.deepened(goal, limit)
    except (AssayError, RecursionError, ArithmeticError):
        return None


def _witness(look: Callable[[Statement], Point | None], goal: Statement) -> Point | None:
    """A point at which the goal is false, if the search for one finds it."""
    try:
        return look(goal)
    except (AssayError, RecursionError, ArithmeticError):
        return None


def _report(search: Search, goal: Statement, exhausted: bool) -> str:
    tried = ", ".join(f"{name} {n} times" for name, n in search.tried.most_common()) or "nothing"
    spent = f"the budget of {search.seconds:g} s of processor time is used up"
    why = spent if search.expired or exhausted else "every tactic failed"
    more = "more seconds, " if search.expired or exhausted else ""
    return (
        f"{why}; no counterexample at the sample points, nor downhill from them; tried {tried}, on: {goal}; "
        f"what may help: {more}narrower ranges one at a time, or a step proved first and given as a lemma"
    )
