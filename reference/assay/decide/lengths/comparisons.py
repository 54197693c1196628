"""The comparisons on one way through a program: answered in advance, and alike where the sum is the same."""

from __future__ import annotations

import ast
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from .arithmetic import OPERATORS, added, affine, plain
from .automaton import Decision, Noise
from .counts import Budget, as_budget, as_count
from .expressions import DRAW, Affine
from .program_values import Channel, Mark, NotRead, Opaque

ORDERED = (ast.Gt, ast.GtE, ast.Lt, ast.LtE)

MOST_DECISIONS = 100


class OneMore(Exception):
    """A comparison came up that is not answered yet."""


@dataclass
class Comparisons:
    """What was drawn and decided so far; `answers_to` are the comparisons in turn."""

    answers_to: Sequence[bool]
    decisions: list[Decision] = field(default_factory=list)
    draws: list[Noise] = field(default_factory=list)

    def draw(self, noise: Noise) -> Affine:
        """A fresh draw."""
        self.draws.append(noise)
        return Affine.symbol(f"{DRAW}{len(self.draws) - 1}")

    def compare(self, op: ast.cmpop, a: Any, b: Any) -> bool:
        """One comparison.  Raises NotRead, OneMore."""
        if isinstance(op, (ast.Is, ast.IsNot)):
            if a is not None and b is not None and not (isinstance(a, bool) and isinstance(b, bool)):
                raise NotRead("`is` is read beside None, True and False")
            return (a is b) == isinstance(op, ast.Is)
        if isinstance(a, Budget) or isinstance(b, Budget):
            return self._of_budgets(op, a, b)
        if isinstance(a, Affine) or isinstance(b, Affine):
            return self._of_sums(op, a, b)
        return bool(plain(OPERATORS[type(op)], a, b))

    def _of_sums(self, op: ast.cmpop, a: Any, b: Any) -> bool:
        """A comparison with a noisy value; beside an infinity it is settled."""
        for side, other, sign in ((a, b, 1), (b, a, -1)):
            if isinstance(side, float) and math.isinf(side) and isinstance(other, Affine):
                return bool(OPERATORS[_ordered(op)](side * sign, 0))
        counts = as_count(a), as_count(b)
        if isinstance(op, (ast.Eq, ast.NotEq)) and counts[0] is not None and counts[1] is not None:
            over = counts[0].minus(counts[1])
            differ = self.decide(over, True) or self.decide(over.times(Fraction(-1)), True)
            return differ == isinstance(op, ast.NotEq)
        _ordered(op)
        return self._has_sign(op, added(affine(a), affine(b).times(Fraction(-1))))

    def _of_budgets(self, op: ast.cmpop, a: Any, b: Any) -> bool:
        """A comparison of multiples of EPS."""
        left, right = as_budget(a), as_budget(b)
        if left is None or right is None or type(op) not in ORDERED:
            raise NotRead("multiples of EPS are compared with each other, by <, <=, > and >=")
        return self._has_sign(op, left.amount.minus(right.amount))

    def _has_sign(self, op: ast.cmpop, difference: Affine) -> bool:
        """Whether a - b compares with 0 so."""
        if isinstance(op, (ast.Lt, ast.LtE)):
            difference = difference.times(Fraction(-1))
        return self.decide(difference, isinstance(op, (ast.Gt, ast.Lt)))

    def decide(self, left: Affine, strict: bool) -> bool:
        """Whether left > 0 (or >= 0): a fact, what is known already, or a decision."""
        if not left.terms:
            return left.offset > 0 or (left.offset == 0 and not strict)
        for known in self.decisions:
            settled = None if known.left is None else self._settled(known, left, strict)
            if settled is not None:
                return settled
        return self.choose(Decision(left, strict, True))

    def _settled(self, known: Decision, left: Affine, strict: bool) -> bool | None:
        """What an earlier decision on the same sum says; with a fresh real draw in it, it is never 0."""
        held = known.holds()
        real = any(not self.draws[int(s.removeprefix(DRAW))].discrete for s in left.symbols(DRAW))
        known_strict = known.strict == known.taken
        if held == left:
            return True if real or known_strict or not strict else None
        if held == left.times(Fraction(-1)):
            return False if real or known_strict or strict else None
        return None

    def choose(self, decision: Decision) -> bool:
        """The next answer that was given in advance."""
        if len(self.decisions) == len(self.answers_to):
            if len(self.decisions) >= MOST_DECISIONS:
                raise NotRead(
                    f"a step makes over {MOST_DECISIONS} comparisons; that is too many ways to answer"
                )
            raise OneMore
        taken = self.answers_to[len(self.decisions)]
        self.decisions.append(Decision(decision.left, decision.strict, taken))
        return taken


def _ordered(op: ast.cmpop) -> type[ast.cmpop]:
    """The kind of a comparison that orders.  Raises NotRead for equal or not, which no alignment keeps."""
    if type(op) not in ORDERED:
        raise NotRead("noisy values are compared by <, <=, > and >= only")
    return type(op)


def truth(value: Any) -> bool:
    """Whether a plain value counts as true.  Raises NotRead."""
    if isinstance(value, (Affine, Budget, Mark, Opaque, Channel)):
        raise NotRead("a noisy value, a place or the outputs have no truth value that is read; compare them")
    return bool(plain(bool, value))
