"""The privacy loss of the lecture, its distribution, and its supremum; adjacency of bit vectors."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from ... import adjacency
from ...dp import Dist, Mechanism
from ...exact import INFINITY, Log
from ...prove.lemma import require
from ..finding import Finding
from ..scope import Scope
from .events_and_outcomes import distributions


def loss(scope: Scope, p: Fraction, q: Fraction) -> Log:
    """What the statement says of p > 0, infinite for q = 0."""
    return INFINITY if not q else scope.formula("loss").log(p=p, q=q)


def supremum(scope: Scope) -> Finding:
    """The distribution of L(r) = ln(P(r)/Q(r)), r drawn from P, by hand; its largest value over all pairs is
    epsilon.
    """
    pairs, k, d = 0, scope.integer("outcomes"), scope.integer("denominator")
    for a, b in product(distributions(k, d), repeat=2):
        if a == b:
            continue
        m = Mechanism(
            {0: Dist(dict(enumerate(a))), 1: Dist(dict(enumerate(b)))}, [0, 1], adjacency.all_pairs()
        )
        largest = []
        for p, q, pair in ((a, b, (0, 1)), (b, a, (1, 0))):
            values = {r: loss(scope, p[r], q[r]) for r in range(k) if p[r]}
            distribution = m.privacy_loss(*pair)
            for value in values.values():
                expected = sum(p[r] for r in values if values[r] == value)
                require(distribution[value] == expected, f"the distribution of the loss of {p} and {q}")
            largest.append(max(values.values()))
            pairs += 1
        require(m.epsilon() == max(largest), f"epsilon of {a} and {b}")
    return Finding.verified(pairs=pairs)


def hamming_neighbours(scope: Scope) -> Finding:
    """D ~ D' iff #{k : D(k) != D'(k)} = 1."""
    pairs = 0
    for n in scope.integers("n"):
        databases = list(product((0, 1), repeat=n))
        found = set(adjacency.hamming(1).pairs(databases))
        by_hand = {
            (x, y)
            for x, y in product(databases, repeat=2)
            if sum(a != b for a, b in zip(x, y, strict=True)) == scope.formula("distance").number()
        }
        require(found == by_hand, f"neighbours at n = {n}")
        pairs += len(found)
    return Finding.verified(pairs=pairs)
