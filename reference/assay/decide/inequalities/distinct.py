"""The distinct inequalities that a claim comes down to, over all adjacent pairs and all events.

For delta = 0 a claim holds for all events iff it holds for single outcomes: A/B <= e^epsilon for all ratios.
For delta > 0 the worst event at one epsilon is S = { o : p(o) > e^epsilon p'(o) }.  S changes only at roots
of the functions f_o = p(o) - e^epsilon p'(o), and sum_S f_o <= delta for the finitely many S that occur
between roots is equivalent to the claim: for any epsilon the worst event is one of them (by continuity also
at a root).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ...budgets.progress import spend, track
from ..claims import Claim
from ..mechanism import SymbolicMechanism
from ..probabilities.values import ZERO, Poly, Terms, Value, key, normal
from ..regions.cases import Case, Tail, inflated
from ..regions.regions import Known, regions
from ..signs.sign_table import on_common_intervals, sign_table
from ..symmetry import Symmetry, representatives
from .ratios import Pair, Ratio, Ratios, outcomes
from .tails import LAST_START, Fact, nonpositive_from, nonpositive_on

Event = tuple[Case, ...]


@dataclass(frozen=True)
class Inequality:
    """N(t, y) <= 0 for all epsilon, equivalent to p(S) <= e^epsilon p'(S) + delta for a pair and an event."""

    poly: Poly
    pair: Pair
    event: Event

    def sides(self) -> tuple[Value, Value]:
        """(p(S), p'(S)) in the unit of the mechanism."""
        return sum((c.p for c in self.event), ZERO), sum((c.q for c in self.event), ZERO)


@dataclass
class Inequalities:
    """All distinct inequalities of a claim about a mechanism, and what could not be brought to that form."""

    claim: Claim
    mechanism: SymbolicMechanism
    found: dict[Terms, Inequality] = field(default_factory=dict)
    on_square: list[Fact] = field(default_factory=list)
    """Sums that are shown to be <= 0 on the square of `tails`, for tails and strips."""
    open: dict[str, Pair] = field(default_factory=dict)
    pairs: int = 0
    comparisons: int = 0

    @property
    def scale(self) -> int:
        """By how much the unit of the claim is finer than that of the mechanism."""
        return self.claim.k // self.mechanism.k

    def _add(self, poly: Poly, pair: Pair, event: Event) -> None:
        poly = normal(poly)
        found = key(poly)
        if found:
            self.found.setdefault(found, Inequality(poly, pair, event))


class PureInequalities(Inequalities):
    """The inequalities for delta = 0, one for every distinct ratio."""

    def collect(self, ratios: Ratios) -> None:
        """Bring the claim about all ratios and all tails to the form N <= 0."""
        self.pairs, self.comparisons = ratios.pairs, ratios.comparisons
        self.open.update(ratios.open)
        for ratio in track(list(ratios.found.values()), "ratios"):
            self._add(self.excess(ratio), ratio.pair, (ratio.case,))
        for pair, tail in ratios.tails.values():
            self._tail(pair, tail)
        for pair, strip in ratios.strips.values():
            fact = nonpositive_on(inflated(strip, self.scale), self.claim.factor)
            if fact is not None:
                self.on_square.append(fact)
            else:
                self.open.setdefault(
                    f"outcome {strip.outcome!r} with a noisy value between {strip.ends}",
                    pair,
                )

    def excess(self, ratio: Ratio) -> Poly:
        """A D - N B for e^epsilon = N/D; 0 where p and p' both are."""
        factor, m = self.claim.factor, self.scale
        above, below = Value(ratio.above).inflate(m).num, Value(ratio.below).inflate(m).num
        excess = above * factor.den - factor.num * below
        return excess if ratio.common is None else excess * Value(ratio.common**2).inflate(m).num

    def _tail(self, pair: Pair, tail: Tail) -> None:
        """The values examined one by one, and the rest by the criterion of `tails`."""
        shown = nonpositive_from(inflated(tail, self.scale), self.claim.factor)
        start = LAST_START + 1 if tail.family.discrete else 2
        if shown is not None:
            start, fact = shown
            self.on_square.append(fact)
        else:
            side = "above" if tail.upper else "below"
            self.open.setdefault(
                f"outcome {tail.outcome!r} with a noisy value {side} {tail.value(LAST_START)}", pair
            )
        for s in range(start):
            spend()
            p, q = tail.at(s)
            excess = p.inflate(self.scale) - self.claim.factor * q.inflate(self.scale)
            self._add(excess.num, pair, (Case(tail.outcome, (tail.value(s),), p, q),))


@dataclass
class DeltaInequalities(Inequalities):
    """The inequalities for delta > 0, one for every event that is the worst one of a pair at some epsilon."""

    finer: bool = False
    """Whether continuous values stayed open that smaller units might cover."""

    def collect(self, symmetry: Symmetry) -> None:
        """Go through all adjacent pairs, up to symmetry; pairs with the same joint distribution are looked at
        once.
        """
        seen: set[object] = set()
        for pair in track(representatives(self.mechanism, symmetry), "adjacent pairs"):
            self.pairs += 1
            found = self._cases(pair)
            distribution = frozenset(Counter((c.p, c.q) for c in found).items())
            if distribution not in seen:
                seen.add(distribution)
                for event in self._worst_events(found):
                    spend()
                    self._add(self._excess(event).num, pair, event)

    def _cases(self, pair: Pair) -> list[Case]:
        """All outcomes of the pair; noisy values by regions."""
        found = []
        for outcome, p, q in outcomes(self.mechanism, pair):
            self.comparisons += 1
            if p.is_number and q.is_number:
                found.append(Case(outcome, (), p.value(), q.value()))
                continue
            known = Known(self.on_square)
            found += regions(outcome, p, q, self.claim.factor, self.scale, self.mechanism.unit, known)
            self.finer = self.finer or known.finer
            for reason in known.open:
                self.open.setdefault(f"outcome {outcome!r}: {reason}", pair)
        return found

    def _gap(self, case: Case) -> Value:
        """f_o = p - e^epsilon p'."""
        return case.p.inflate(self.scale) - self.claim.factor * case.q.inflate(self.scale)

    def _excess(self, event: Event) -> Value:
        """sum_S f_o - delta."""
        return sum((self._gap(c) for c in event), ZERO) - self.claim.allowance

    def _worst_events(self, found: list[Case]) -> set[Event]:
        """The events { o : f_o > 0 } on all open intervals between roots."""
        _, signs = on_common_intervals([sign_table(self._gap(c).num) for c in found])
        return {tuple(c for c, sign in zip(found, each, strict=True) if sign > 0) for each in signs}
