"""The lecture's label "probability of failure" for delta: the privacy loss exceeds epsilon with this
probability.
"""

from __future__ import annotations

from itertools import product

from ...dp import Dist, hockey_stick, probabilistic_delta
from ...exact import exp
from ...prove.lemma import proved, require
from ..finding import Finding
from ..scope import Scope
from .events_and_outcomes import laws


def failure_implies(scope: Scope) -> Finding:
    """P[loss > epsilon] <= delta gives (epsilon, delta): the excess of an outcome is at most its
    probability.
    """
    ranges = scope.quantifiers("A", "p", "q")
    step = proved(f"for {ranges}: max(p - A*q, 0) <= p")
    pairs = 0
    for level in scope.epsilons("epsilon"):
        for a, b in product(laws(scope.integer("outcomes"), scope.integer("denominator")), repeat=2):
            p, q = Dist(dict(enumerate(a))), Dist(dict(enumerate(b)))
            require(hockey_stick(p, q, level) <= probabilistic_delta(p, q, level), f"{a}, {b} at {level}")
            pairs += 1
    return Finding.proved([step], pairs=pairs)


def failure_implied(scope: Scope) -> Finding:
    """(epsilon, delta) does not bound the probability of failure by delta: the first pair on the grid."""
    for denominator in scope.integers("denominator"):
        for level in scope.epsilons("epsilon"):
            for a, b in product(laws(scope.integer("outcomes"), denominator), repeat=2):
                p, q = Dist(dict(enumerate(a))), Dist(dict(enumerate(b)))
                delta, failure = hockey_stick(p, q, level), probabilistic_delta(p, q, level)
                if 0 < delta < failure:
                    return Finding.refuted(
                        {
                            "inequality": f"{failure} > {delta}",
                            "epsilon": str(level),
                            "delta": str(delta),
                            "P": " ".join(map(str, a)),
                            "Q": " ".join(map(str, b)),
                            "e^epsilon": str(exp(level)),
                        },
                        "iff delta = 0 or delta = 1",
                    )
    return Finding.undecided("no witness in the scope")


def failure_beyond(scope: Scope) -> Finding:
    """(epsilon, delta) gives P[loss > epsilon + z] <= delta/(1 - e^(-z)) for z > 0."""
    ranges = scope.quantifiers("eps", "z", "p", "q")
    step = proved(f"for {ranges} where p > exp(eps + z)*q: p - exp(eps)*q >= p*(1 - exp(-z))")
    pairs = 0
    for level, more in product(scope.epsilons("epsilon"), scope.epsilons("further")):
        for a, b in product(laws(scope.integer("outcomes"), scope.integer("denominator")), repeat=2):
            p, q = Dist(dict(enumerate(a))), Dist(dict(enumerate(b)))
            failure = probabilistic_delta(p, q, level + more)
            require(failure * (1 - exp(-more)) <= hockey_stick(p, q, level), f"{a}, {b} at {level} + {more}")
            pairs += 1
    return Finding.proved([step], pairs=pairs)
