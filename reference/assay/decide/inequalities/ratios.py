"""The distinct ratios p/p' of a mechanism: all that a claim with delta = 0 depends on.

Over all adjacent pairs and all outcomes, p <= e^epsilon p' is a statement about p/p' alone.  In lowest terms
p/p' = A/B, with coprime A and B in Z[t, y], at least 0 for all t > 0, or B = 0.  Most pairs share
their ratios with others, and the work that follows grows with the number of distinct ones.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field

from ...budgets.progress import spend, track
from ..mechanism import SymbolicMechanism
from ..probabilities.output_distributions import NOTHING, OutputDistribution
from ..probabilities.values import NIL, UNIT, ZERO, Poly, Terms, Value, cancelled, key, lowest
from ..regions.cases import AnyCase, Case, OpenOutcome, Strip, Tail
from ..regions.output_cases import cases
from ..signs.sign_table import sign_table
from ..symmetry import Symmetry, representatives
from .tails import LAST_START

Pair = tuple[Hashable, Hashable]


@dataclass(frozen=True)
class Ratio:
    """A/B = p/p' for the case of the pair where it was met first."""

    above: Poly
    below: Poly
    pair: Pair
    case: Case
    common: Poly | None = None
    """A common factor of p and p' with a root t > 0, where the outcome is impossible on both."""

    @property
    def infinite(self) -> bool:
        """Whether p' = 0 < p."""
        return self.below.is_zero()


def reduced(p: Value, q: Value) -> tuple[Poly, Poly]:
    """(A, B) with p/q = A/B in lowest terms, for p > 0 and q >= 0."""
    if not q:
        return UNIT, NIL
    # the parts of p and of q are coprime, so that only these two common factors can occur
    above, below = cancelled(p.num, q.num)
    left, right = cancelled(q.den, p.den)
    above, below = above * left, below * right
    # p, q > 0 for all t > 0, so that only a common sign is left to fix; near t = infinity it shows
    return (above, below) if lowest(above) > 0 else (-above, -below)


def vanishing(p: Value, q: Value) -> Poly | None:
    """The common factor of p and q where it has a root t > 0."""
    common = p.num.gcd(q.num) if q else p.num
    return common if sign_table(common).roots else None


@dataclass
class Ratios:
    """The distinct ratios of a mechanism, the tails and strips of noisy values, and what stays open."""

    mechanism: SymbolicMechanism
    symmetry: Symmetry
    found: dict[tuple[Terms, ...], Ratio] = field(default_factory=dict)
    tails: dict[tuple[object, ...], tuple[Pair, Tail]] = field(default_factory=dict)
    strips: dict[tuple[object, ...], tuple[Pair, Strip]] = field(default_factory=dict)
    open: dict[str, Pair] = field(default_factory=dict)
    pairs: int = 0
    comparisons: int = 0
    _seen: set[tuple[Value, Value]] = field(default_factory=set)

    def collect(self) -> None:
        """Go through all adjacent pairs, up to symmetry, and all outcomes of the first input of each."""
        chosen = representatives(self.mechanism, self.symmetry)
        for pair in track(chosen, "adjacent pairs"):
            self.pairs += 1
            for outcome, p, q in outcomes(self.mechanism, pair):
                self.comparisons += 1
                for case in cases(outcome, p, q, self.mechanism.unit):
                    self._add(pair, case)

    def _add(self, pair: Pair, case: AnyCase) -> None:
        if isinstance(case, OpenOutcome):
            self.open.setdefault(f"outcome {case.outcome!r}: {case.reason}", pair)
        elif isinstance(case, Tail):
            self.tails.setdefault(case.key(), (pair, case))
        elif isinstance(case, Strip):
            self.strips.setdefault(case.key(), (pair, case))
        elif case.p is not case.q and case.p and (case.p, case.q) not in self._seen:
            self._seen.add((case.p, case.q))
            self._add_ratio(pair, case)

    def _add_ratio(self, pair: Pair, case: Case) -> None:
        spend()
        above, below = reduced(case.p, case.q)
        if above != below:
            common = vanishing(case.p, case.q) if self.mechanism.may_vanish else None
            ratio = Ratio(above, below, pair, case, common)
            self.found.setdefault((key(above), key(below), key(UNIT if common is None else common)), ratio)

    def with_tails(self) -> list[Ratio]:
        """All ratios, with those at the first value of every tail and far out in it."""
        return [
            *self.found.values(),
            *(r for pair, tail in self.tails.values() for r in _at_ends(pair, tail)),
        ]


def outcomes(
    mechanism: SymbolicMechanism, pair: Pair
) -> Iterator[tuple[Hashable, OutputDistribution, OutputDistribution]]:
    """Every outcome of the first input, with its distribution on both."""
    left, right = (mechanism.row(x) for x in pair)
    for outcome, p in left.items():
        yield outcome, p, right.get(outcome, NOTHING)


def _at_ends(pair: Pair, tail: Tail) -> list[Ratio]:
    """The ratio p/p' at the first value of a tail, and its limit far out.

    Of the terms c s^i y^(as) those with the least a, and of these the largest i, decide the limit.
    """
    both = [*tail.p, *tail.q]
    slowest = min((a for a, _ in both), default=0)
    leading = (slowest, max((i for a, i in both if a == slowest), default=0))
    limit = (tail.p.get(leading, ZERO), tail.q.get(leading, ZERO))
    found = []
    for s, (p, q) in ((0, tail.at(0)), (LAST_START, limit)):
        if p:
            case = Case(tail.outcome, (tail.value(s),), p, q)
            found.append(Ratio(*reduced(p, q), pair, case))
    return found
