"""Randomised response and AlmostRandom in the lecture."""

from __future__ import annotations

from ...dp import Verified
from ...exact import INFINITY, eps
from ...mechanisms import almost_random, randomised_response
from ...prove.lemma import proved, require
from ..finding import Finding
from ..scope import Scope


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
