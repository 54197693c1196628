"""What Smith's lemma needs of the sample: that it stays secret, and is drawn afresh for every release."""

from __future__ import annotations

from fractions import Fraction

from ... import adjacency
from ...amplification import (
    amplified_epsilon,
    poisson_sampling,
    release_sample,
    reuse_sample,
    secrecy_of_the_sample,
    subsample,
)
from ...exact import Log, certified, eps, exp
from ...prove.lemma import proved, require
from ...theorems import witnesses
from ..finding import Finding
from ..region import Border, above, checked, root_below
from ..scope import Scope
from .secrecy_of_the_sample import NEIGHBOURS, SETS

ROWS = [(0,), (1,), (0, 0), (0, 1), (1, 0), (1, 1)]
REPLACE = adjacency.replace_one("sequence")


def released_sample(scope: Scope) -> Finding:
    """With the positions of the sample published the loss is infinite at every rate, not 2q."""
    target, rates = witnesses.presence(0, eps(1), 0, SETS, NEIGHBOURS), scope.fractions("rates")
    for q in rates:
        found = release_sample(target, poisson_sampling(q), SETS, NEIGHBOURS)
        require(found.epsilon().infinite == 1, f"infinite loss at q = {q}")
    q = min(rates)
    loss = scope.formula("loss").log(q=q)
    distribution = release_sample(target, poisson_sampling(q), SETS, NEIGHBOURS)
    shown = distribution.distribution(frozenset([0])).prob(lambda outcome: outcome[0] == (0,))
    never = distribution.distribution(frozenset()).prob(lambda outcome: outcome[0] == (0,))
    require(shown > exp(loss) * never, "not 2q-DP")
    witness = {
        "inequality": f"{shown} > exp({loss})*{never}",
        "x": "{0}",
        "x'": "{}",
        "event": "the published sample holds the record",
        "q": str(q),
    }
    return Finding.verified(witness=witness, cases=len(rates))


def released_positions(scope: Scope) -> Finding:
    """Under replace-one, with the positions published, the loss is that of the mechanism itself."""
    pairs = 0
    for level in scope.epsilons("epsilon"):
        target = witnesses.presence(0, level, 0, [(), *ROWS], REPLACE)
        for q in scope.fractions("rates"):
            published = release_sample(target, poisson_sampling(q), ROWS, REPLACE)
            require(published.epsilon() == level, f"no amplification at q = {q}, epsilon = {level}")
            kept = subsample(target, poisson_sampling(q), ROWS, REPLACE)
            require(kept.epsilon() < level, f"amplification with the sample kept secret at q = {q}")
            pairs += len(REPLACE.pairs(ROWS))
    return Finding.verified(pairs=pairs)


def _twice(q: Fraction, level: Log) -> Log:
    """The exact loss of two answers from one Poisson sample."""
    target = witnesses.presence(0, level, 0, SETS, NEIGHBOURS)
    return reuse_sample([target, target], poisson_sampling(q), SETS, NEIGHBOURS).epsilon()


def reused_sample(scope: Scope) -> Finding:
    """Two releases of 2q-DP each from one sample: their loss exceeds 4q for small q."""
    largest = scope.integer("denominator")
    candidates = sorted((Fraction(1, d) for d in range(2, largest + 1)), reverse=True)
    once, loss = scope.formula("once"), scope.formula("loss")
    q = next(q for q in candidates if _twice(q, eps(1)) > loss.log(q=q))
    require(secrecy_of_the_sample(q).epsilon == once.log(q=q) == loss.log(q=q) / 2, "each answer alone")
    ends = root_below(
        lambda q: certified(4 * q).exp() - 1 - q * (exp(2) - 1), Fraction(1, 100), Fraction(1, 2)
    )
    low, high = Fraction(0), above(ends)
    theorems = [
        proved(f"for q in ({low}, {ends}]: 1 + q*(e^2 - 1) > exp(4*q)"),
        proved(f"for q in [{high}, 1]: 1 + q*(e^2 - 1) <= exp(4*q)"),
    ]
    witness = {
        "inequality": f"1 + {q}*(exp(2) - 1) > exp(4*{q})",
        "q": str(q),
        "mechanism": "the presence of a record, told twice with epsilon = 1 from one sample",
    }
    points = [({"q": q}, bool(_twice(q, eps(1)) <= loss.log(q=q))) for q in (*candidates, ends, high)]
    region = checked(
        "1 + q*(exp(2) - 1) <= exp(4*q)",
        points,
        borders=[Border("q", ends)],
        remark="and where nothing is sampled",
    )
    return Finding.verified(cases=len(points), certificates=theorems, witness=witness, region=region)


def one_sample_for_two(scope: Scope) -> Finding:
    """The loss is that of the composition, sampled, and more than the sum of two fresh samples."""
    theorem = proved(f"for {scope.quantifiers('q')}: (1 + q*(e - 1))^2 < 1 + q*(e^2 - 1)")
    level, times = scope.formula("level").log(), scope.formula("times").number()
    cases = 0
    for q in scope.fractions("rates"):
        both = scope.formula("loss").log(q=q)
        require(_twice(q, level) == amplified_epsilon(2, q) == both, f"two answers from one sample at {q}")
        once = scope.formula("once").log(q=q)
        require(once == amplified_epsilon(level, q), f"one answer at q = {q}")
        require(both > times * once, f"more than two fresh samples at q = {q}")
        cases += 1
    return Finding.verified(certificates=[theorem], cases=cases)
