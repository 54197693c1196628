"""Smith's Definition 1: neighbouring data sets, and privacy as a condition on all events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations, combinations_with_replacement, product

from ... import adjacency
from ...adjacency import Adjacency
from ...dp import Dist, Mechanism
from ...errors import InvalidValue
from ...exact import Number, exp, number
from ...prove.lemma import require
from ..finding import Finding
from ..scope import Scope
from .events_and_outcomes import distributions


def _count_pairs(
    domain: Iterable[frozenset[object]], relation: Adjacency, bags: list[Counter[int]], size: Number
) -> int:
    """The pairs of the relation, after they were found to be those with a difference of this size."""
    sets = list(domain)
    found = set(relation.pairs(sets))
    expected = {
        (x, y)
        for (x, a), (y, b) in product(zip(sets, bags, strict=True), repeat=2)
        if ((a - b) + (b - a)).total() == size
    }
    require(found == expected, f"neighbours under {relation}")
    return len(found)


def neighbouring_sets(scope: Scope) -> Finding:
    """|x triangle x'| = 1 on sets is "one is the other with one element removed"."""
    pairs = 0
    for size in scope.integers("domain"):
        sets = [frozenset(s) for k in range(size + 1) for s in combinations(range(size), k)]
        bags = [Counter(s) for s in sets]
        pairs += _count_pairs(
            sets, adjacency.add_remove_one(kind="set"), bags, scope.formula("size").number()
        )
    return Finding.verified(pairs=pairs)


def neighbouring_multisets(scope: Scope) -> Finding:
    """The same on multisets of up to n elements, with multiplicities counted in the difference."""
    pairs = 0
    for size in scope.integers("domain"):
        for most in scope.integers("n"):
            words = [w for k in range(most + 1) for w in combinations_with_replacement(range(size), k)]
            bags = [Counter(w) for w in words]
            sets: list[frozenset[object]] = [frozenset(bag.items()) for bag in bags]
            pairs += _count_pairs(
                sets, adjacency.add_remove_one(kind="multiset"), bags, scope.formula("size").number()
            )
    return Finding.verified(pairs=pairs)


def multisets_as_sets(scope: Scope) -> Finding:
    """On multisets the difference of the sets of their elements is not the relation meant."""
    for size in scope.integers("domain"):
        words = [
            w for k in range(scope.integer("n") + 1) for w in combinations_with_replacement(range(size), k)
        ]
        for x, y in product(words, repeat=2):
            bags = Counter(x), Counter(y)
            difference = ((bags[0] - bags[1]) + (bags[1] - bags[0])).total()
            if difference == 1 != len(set(x) ^ set(y)):
                witness = {
                    "inequality": f"{len(set(x) ^ set(y))} != {difference}",
                    "x": "{" + ", ".join(map(str, x)) + "}",
                    "x'": "{" + ", ".join(map(str, y)) + "}",
                }
                return Finding.verified(witness=witness, cases=1)
    raise InvalidValue("no two multisets tell the readings apart")


def events_decide(scope: Scope) -> Finding:
    """The audit of a pair of distributions is the condition on each of the 2^k events, from scratch."""
    outcomes, denominator = scope.integer("outcomes"), scope.integer("denominator")
    grid = list(distributions(outcomes, denominator))
    events = [s for k in range(outcomes + 1) for s in combinations(range(outcomes), k)]
    pairs = held = 0
    for level in scope.epsilons("epsilon"):
        factor = exp(level)
        for p, q in product(grid, repeat=2):
            if p == q:
                continue
            table = {0: Dist(dict(enumerate(p))), 1: Dist(dict(enumerate(q)))}
            one_way = Mechanism(table, [0, 1], adjacency.explicit([(0, 1)], symmetric=False))
            everywhere = all(sum(p[o] for o in s) <= factor * number(sum(q[o] for o in s)) for s in events)
            require(one_way.audit(level).holds == everywhere, f"audit of {p} and {q} at {level}")
            pairs += 1
            held += everywhere
    require(0 < held < pairs, "the scope has private pairs and others")
    return Finding.verified(pairs=pairs, events=pairs * len(events))
