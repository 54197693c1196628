"""The lecture's step from events to single outcomes, for delta = 0 and for delta > 0."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, product

from ...exact import Log, Number, exp, number
from ...prove.lemma import proved, require
from ..finding import Finding
from ..region import Point, checked
from ..scope import Scope

Distribution = tuple[Fraction, ...]


def distributions(outcomes: int, denominator: int) -> Iterator[Distribution]:
    """All distributions on k outcomes with probabilities in multiples of 1/d."""
    for cuts in combinations_with_replacement(range(denominator + 1), outcomes - 1):
        yield tuple(Fraction(b - a, denominator) for a, b in pairwise((0, *cuts, denominator)))


def excesses(p: Distribution, q: Distribution, level: Log) -> tuple[Number, Number]:
    """The largest excess P(S) - e^epsilon Q(S) over single outcomes, and over all events."""
    each = [number(a) - exp(level) * b for a, b in zip(p, q, strict=True)]
    positive = [x for x in each if x > 0]
    return max((*positive, number(0))), sum(positive, number(0))


def without_delta(scope: Scope) -> Finding:
    """For delta = 0 the two are the same: excesses of outcomes add up to those of events, and none is
    positive.
    """
    ranges = scope.quantifiers("A", "p1", "q1", "p2", "q2")
    step = proved(f"for {ranges} where p1 <= A*q1 and p2 <= A*q2: p1 + p2 <= A*(q1 + q2)")
    pairs = 0
    for k in scope.integers("outcomes"):
        for level in scope.epsilons("epsilon"):
            for p, q in product(distributions(k, scope.integer("denominator")), repeat=2):
                single, every = excesses(p, q, level)
                require((single == 0) == (every == 0), f"{p}, {q} at {level}")
                pairs += 1
    return Finding.verified(certificates=[step], pairs=pairs, events=pairs)


def _both(p: Distribution, q: Distribution, level: Log) -> tuple[Number, Number]:
    """The same where the pair is judged in both orders, as neighbours are."""
    there, back = excesses(p, q, level), excesses(q, p, level)
    return max(there[0], back[0]), max(there[1], back[1])


def with_delta(scope: Scope) -> Finding:
    """For delta > 0, both orders of a pair: the witness with the fewest outcomes, and where there is none."""
    witness: dict[str, str] = {}
    points: list[tuple[Point, bool]] = []
    deltas = scope.fractions("delta")
    for k, level in product(scope.integers("outcomes"), scope.epsilons("epsilon")):
        grid = list(distributions(k, scope.integer("denominator")))
        failing: set[Fraction] = set()
        for p, q in product(grid, repeat=2):
            single, every = _both(p, q, level)
            failing |= {d for d in deltas if single <= d < every}
            if not witness and 0 < single < every == excesses(p, q, level)[1]:
                witness = _witness(p, q, level, single)
        points += [({"k": k, "A": exp(level), "delta": d}, d not in failing) for d in deltas]
    region = checked(
        "delta = 0 or delta >= 1 or k <= 2 or k <= 3 and A = 1",
        points,
        where="k outputs, A the exponential of epsilon",
    )
    return Finding.verified(cases=len(points), region=region, witness=witness)


def _witness(p: Distribution, q: Distribution, level: Log, single: Number) -> dict[str, str]:
    """A pair each of whose outcomes keeps the condition in both orders, and an event that does not."""
    event = [i for i in range(len(p)) if p[i] > exp(level) * q[i]]
    above, below = (" + ".join(str(w[i]) for i in event) for w in (p, q))
    return {
        "inequality": f"{above} > {exp(level)}*({below}) + {single}",
        "epsilon": str(level),
        "delta": str(single),
        "P": " ".join(map(str, p)),
        "Q": " ".join(map(str, q)),
        "event": " ".join(map(str, event)),
    }


def as_many_deltas(scope: Scope) -> Finding:
    """With k outputs the condition on outcomes gives (epsilon, (k - 1) delta), and no less.

    Where both orders are judged: no less for epsilon > 0; floor(k/2) delta, and no less, for epsilon = 0.
    """
    pairs = 0
    for k, level in product(scope.integers("outcomes"), scope.epsilons("epsilon")):
        name = "both" if level == scope.formula("none").log() else "bound"
        one_order = scope.formula("bound").number(k=k, delta=1)
        both_orders = scope.formula(name).number(k=k, delta=1)
        attained = [False, False]
        for p, q in product(distributions(k, scope.integer("denominator")), repeat=2):
            for n, (factor, found) in enumerate(((one_order, excesses), (both_orders, _both))):
                single, every = found(p, q, level)
                require(every <= factor * single, f"{p}, {q} at {level}")
                attained[n] = attained[n] or every == factor * single > 0
            pairs += 1
        require(all(attained), f"the bounds are attained with {k} outputs at {level}")
    return Finding.verified(pairs=pairs, events=pairs)
