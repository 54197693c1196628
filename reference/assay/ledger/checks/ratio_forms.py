"""Other forms of the definition in the lecture: two-sided, for small epsilon, and with logarithms."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from ...exact import Log, certified, eps, exp, number
from ...mechanisms import randomised_response
from ...prove import Theorem, infer
from ...prove.lemma import proved, require
from ..finding import Finding
from ..formula import Formula
from ..region import Point, above, checked, decimals, root_below
from ..scope import Scope


def two_sided(scope: Scope) -> Finding:
    """The definition for (b', b) bounds the ratio for (b, b') from below."""
    ranges = scope.quantifiers("eps", "p", "q")
    return Finding.proved([proved(f"for {ranges} where q <= exp(eps)*p: exp(-eps)*q <= p")])


def limit_form_implies(scope: Scope) -> Finding:
    """p <= (1 + epsilon) q gives p <= e^epsilon q; and epsilon-DP gives the lower half (1 - epsilon) q <=
    p.
    """
    ranges = scope.quantifiers("eps", "p", "q")
    tangent = proved("for eps >= 0: exp(-eps) >= 1 - eps")
    terms = [
        {"weight": "1", "factors": ["p - exp(-eps)*q"]},
        {"weight": "1", "factors": ["q", "exp(-eps) - (1 - eps)"]},
    ]
    return Finding.proved(
        [
            proved(f"for {ranges} where p <= (1 + eps)*q: p <= exp(eps)*q"),
            infer(
                "combine",
                f"for {ranges} where exp(-eps)*q <= p: (1 - eps)*q <= p",
                {"terms": terms},
                [tangent],
            ),
        ]
    )


def limit_form_implied(scope: Scope) -> Finding:
    """epsilon-DP does not give p <= (1 + epsilon) q, at any epsilon > 0: randomised response has p =
    e^epsilon q.
    """
    strict = proved(f"for {scope.quantifiers('eps')}: exp(eps) > 1 + eps")
    levels, limit = scope.epsilons("epsilon"), scope.formula("limit")
    points: list[tuple[Point, bool]] = []
    for level in levels:
        m = randomised_response(level)
        p, q = m.distribution(True)[True], m.distribution(False)[True]
        require(p == exp(level) * q, f"randomised response at {level}")
        points.append(({"eps": level}, limit.holds(p=p, q=q, eps=level)))
    coin = randomised_response(0).distribution
    points.append(({"eps": 0}, limit.holds(p=coin(True)[True], q=coin(False)[True], eps=0)))
    witness = {
        "inequality": "exp(1)/(1 + exp(1)) > (1 + 1)*(1/(1 + exp(1)))",
        "epsilon": "1",
        "mechanism": "randomised response",
        "event": "{True}",
    }
    region = checked("eps = 0", points)
    return Finding.refuted(witness, region, cases=len(levels), certificates=[strict])


def quadratic_form(scope: Scope) -> Finding:
    """epsilon-DP gives p <= (1 + epsilon + epsilon^2) q up to the root of e^x = 1 + x + x^2, and not
    above.
    """
    ends = root_below(lambda x: certified(x).exp() - 1 - x - x * x, 1, 2)
    require(scope.text("root") == decimals(ends), "the root in the record")
    low = proved(f"for eps in [0, {ends}]: exp(eps) <= 1 + eps + eps^2")
    high = proved(f"for eps >= {above(ends)}: exp(eps) > 1 + eps + eps^2")
    terms = [
        {"weight": "1", "factors": ["exp(eps)*q - p"]},
        {"weight": "1", "factors": ["q", "1 + eps + eps^2 - exp(eps)"]},
    ]
    claim = f"for {scope.quantifiers('eps', 'p', 'q')} where p <= exp(eps)*q: p <= (1 + eps + eps^2)*q"
    return Finding.proved([infer("combine", claim, {"terms": terms}, [low]), high])


def _logarithm(condition: str, bound: str, conclusion: str, factors: list[str], function: str) -> Theorem:
    """From the condition a bound on the ratio, and from that the logarithmic or the plain form."""
    start = f"for eps >= 0, r > 0, q > 0 where {condition}"
    if function == "log":
        ratio = infer(
            "combine",
            f"{start}: {bound}",
            {"multiplier": factors[0], "terms": [{"weight": "1", "factors": factors[1:]}]},
        )
        return infer("apply", f"{start}: {conclusion}", {"function": "log"}, [ratio])
    given = infer("direct", f"{start}: {condition}")
    ratio = infer("apply", f"{start}: {bound}", {"function": "exp"}, [given])
    return infer(
        "combine", f"{start}: {conclusion}", {"terms": [{"weight": "1", "factors": factors}]}, [ratio]
    )


def upper_logarithm(scope: Scope) -> Finding:
    """With r = P(S) - delta > 0 and q = Q(S) > 0: log(r/q) <= epsilon iff r <= e^epsilon q."""
    scope.quantifiers("eps", "r", "q")
    return Finding.proved(
        [
            _logarithm(
                "r <= exp(eps)*q", "r/q <= exp(eps)", "log(r/q) <= eps", ["q", "exp(eps)*q - r"], "log"
            ),
            _logarithm(
                "log(r/q) <= eps", "r/q <= exp(eps)", "r <= exp(eps)*q", ["q", "exp(eps) - r/q"], "exp"
            ),
            proved("for eps >= 0, p >= 0, q >= 0, d >= 0 where p <= d: p <= exp(eps)*q + d"),
            proved("for eps >= 0, r > 0: r > exp(eps)*0"),
        ]
    )


def lower_logarithm_printed(scope: Scope) -> Finding:
    """-epsilon <= log((P + delta)/Q) is the condition with e^epsilon delta: weaker where both are
    positive.
    """
    found = None
    points: list[tuple[Point, bool]] = []
    levels, deltas = (
        [eps(0), *scope.epsilons("epsilon")],
        [Fraction(0), Fraction(1), *scope.fractions("delta")],
    )
    for level, delta in product(levels, deltas):
        points.append(({"eps": level, "delta": delta}, _implied(level, delta, scope.formula("other"))))
    for level in scope.epsilons("epsilon"):
        for delta in scope.fractions("delta"):
            p, q = Fraction(0), (1 + exp(level)) * delta / 2
            printed = scope.formula("printed").holds(eps=level, P=p, delta=delta, Q=q)
            other = scope.formula("other").holds(eps=level, P=p, delta=delta, Q=q)
            if found is None and printed and q <= 1 and not other:
                found = (level, delta, q)
    if found is None:
        return Finding.undecided("no witness in the scope")
    level, delta, q = found
    witness = {
        "inequality": f"{q} > {exp(level)}*0 + {delta}",
        "inequality_printed_form": f"log((0 + {delta})/({q})) > 0 - log({exp(level)})",
        "epsilon": str(level),
        "delta": str(delta),
        "P(S)": "0",
        "Q(S)": str(q),
    }
    apart = proved(f"for {scope.quantifiers('eps', 'd')}: exp(eps)*d > d")
    region = checked("eps = 0 or delta = 0 or delta >= 1", points, where="for a positive Q")
    return Finding.refuted(witness, region, certificates=[apart])


def _implied(level: Log, delta: Fraction, other: Formula) -> bool:
    """Whether Q <= e^epsilon (P + delta) gives Q <= e^epsilon P + delta: P on a grid, the largest Q."""
    grid = [Fraction(i, 20) for i in range(21)]
    largest = [(p, min(number(1), exp(level) * (p + delta))) for p in grid]
    return all(other.holds(eps=level, P=p, delta=delta, Q=q) for p, q in largest)


def lower_logarithm(scope: Scope) -> Finding:
    """-epsilon <= log(r/q) iff q <= e^epsilon r, with r = P and q = Q - delta; and with r = P + delta, q
    = Q.
    """
    scope.quantifiers("eps", "r", "q")
    forms = [
        _logarithm(
            "q <= exp(eps)*r", "r/q >= exp(-eps)", "log(r/q) >= -eps", ["q*exp(eps)", "exp(eps)*r - q"], "log"
        ),
        _logarithm(
            "log(r/q) >= -eps",
            "r/q >= exp(-eps)",
            "q <= exp(eps)*r",
            ["exp(eps)", "q", "r/q - exp(-eps)"],
            "exp",
        ),
    ]
    weak = proved("for eps >= 0, d >= 0, p >= 0, q >= 0 where q <= exp(eps)*p + d: q <= exp(eps)*(p + d)")
    other = proved("for eps >= 0, d >= 0, p >= 0: exp(eps)*(p + d) = exp(eps)*p + exp(eps)*d")
    return Finding.proved([*forms, weak, other])
