"""The lecture's step from events to single outcomes, for delta = 0 and for delta > 0."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, product

from ...exact import Log, Number, exp, number
from ...prove.lemma import proved, require
from ..finding import Finding
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
    return Finding.proved([step], pairs=pairs, events=pairs)


def with_delta(scope: Scope) -> Finding:
    """For delta > 0: the first pair, by the number of outcomes, whose events exceed what its outcomes do."""
    for k in scope.integers("outcomes"):
        for level in scope.epsilons("epsilon"):
            for p, q in product(distributions(k, scope.integer("denominator")), repeat=2):
                single, every = excesses(p, q, level)
                if every > single > 0:
                    require(k >= 3, "two outcomes suffice for no witness")
                    event = [i for i in range(k) if p[i] > exp(level) * q[i]]
                    above = " + ".join(str(p[i]) for i in event)
                    below = " + ".join(str(q[i]) for i in event)
                    return Finding.verified(
                        cases=1,
                        region="iff delta = 0, or the mechanism has at most 2 outputs",
                        witness={
                            "inequality": f"{above} > {exp(level)}*({below}) + {single}",
                            "epsilon": str(level),
                            "delta": str(single),
                            "P": " ".join(map(str, p)),
                            "Q": " ".join(map(str, q)),
                            "event": " ".join(map(str, event)),
                        },
                    )
    return Finding.undecided("no witness in the scope")


def as_many_deltas(scope: Scope) -> Finding:
    """With k outputs the condition on outcomes gives (epsilon, (k - 1) delta); attained on the grid at
    epsilon = 0.
    """
    pairs = 0
    for k in scope.integers("outcomes"):
        attained = False
        for level in scope.epsilons("epsilon"):
            for p, q in product(distributions(k, scope.integer("denominator")), repeat=2):
                single, every = excesses(p, q, level)
                require(every <= (k - 1) * single, f"{p}, {q} at {level}")
                attained = attained or every == (k - 1) * single > 0
                pairs += 1
        require(attained, f"the bound is attained with {k} outputs")
    return Finding.verified(pairs=pairs, events=pairs)
