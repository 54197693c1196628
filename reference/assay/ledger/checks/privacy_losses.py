"""The privacy loss of the lecture and its supremum, adjacency of bit vectors, and the lecture's two coins."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from ... import adjacency
from ...dp import Dist, Mechanism, Verified
from ...exact import INFINITY, Log, eps
from ...mechanisms import almost_random, randomised_response
from ...prove.lemma import proved, require
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


def bias_to_epsilon(scope: Scope) -> Finding:
    """epsilon = |ln(p/(1 - p))| and p = e^epsilon/(1 + e^epsilon), one the inverse of the other."""
    theorems = [
        proved(
            f"for {scope.quantifiers('eps')}: "
            "exp(eps)/(1 + exp(eps))/(1 - exp(eps)/(1 + exp(eps))) = exp(eps)"
        ),
        proved(f"for {scope.quantifiers('p')}: (p/(1 - p))/(1 + p/(1 - p)) = p"),
    ]
    cases, ends = 0, [scope.formula(name).number() for name in ("never", "always")]
    for p in scope.fractions("biases"):
        found = randomised_response(bias=p).epsilon()
        expected = INFINITY if p in ends else scope.formula("loss").log(p=p)
        require(found == expected, f"epsilon at bias {p}")
        even = scope.formula("even").number()
        require((found == scope.formula("none").log()) == (p == even), f"where there is no loss: {p}")
        require(p < even or p in ends or p == scope.formula("bias").number(eps=found), f"the bias {p}")
        cases += 1
    for level in scope.epsilons("epsilon"):
        m = randomised_response(level)
        require(m.epsilon() == level, f"epsilon at {level}")
        require(m.distribution(True)[True] == scope.formula("bias").number(eps=level), f"bias at {level}")
        cases += 1
    return Finding.verified(certificates=theorems, cases=cases)


def almost_random_as_printed(scope: Scope) -> Finding:
    """The four probabilities, the ratios between 1/3 and 3, and (ln 3, 0) tight."""
    m = almost_random()
    truth, lie = scope.number("truth"), scope.number("lie")
    for b in (False, True):
        require(m.distribution(b)[b] == truth and m.distribution(b)[not b] == lie, f"the distribution on {b}")
    ratios = {m.distribution(b)[r] / m.distribution(not b)[r] for b in (False, True) for r in (False, True)}
    require(ratios == {scope.formula(name).number() for name in ("high", "low")}, "the ratios")
    level = scope.epsilon("epsilon")
    verdict = m.audit(level)
    require(isinstance(verdict, Verified) and verdict.tight is True, f"tight at {level}")
    require(
        m.epsilon() == level
        and m.delta(level) == scope.formula("delta").number()
        and m.delta(level - eps("1/1000")) > 0,
        "no less will do",
    )
    return Finding.verified(pairs=2, events=8)
