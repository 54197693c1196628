"""Bounded range: losses that span at most eps give eps^2/8 of zCDP, a quarter of what pure DP gives."""

from __future__ import annotations

import random
from fractions import Fraction

from assay.dp import Dist, renyi
from assay.exact import Certified, Log, certified, ln
from assay.mechanisms import gibbs_distribution
from assay.prove import Theorem, infer
from assay.prove.lemma import Lemma, proved, require
from assay.testing.generated_mechanisms import level, positive_dist
from assay.theorems import slack, witnesses, zcdp_composition, zcdp_to_rdp


def spread(p: Dist[int], q: Dist[int]) -> Log:
    """The largest loss minus the smallest one."""
    ratios = [p.probability(o) / q.probability(o) for o in p.support]
    return ln(max(ratios) / min(ratios))


def eighth(e: Log) -> Certified:
    """e^2/8."""
    return certified(e) * certified(e) * Fraction(1, 8)


def case(rng: random.Random) -> None:
    """Generated pairs, and exponential mechanisms in two rounds, at a generated whole order."""
    order = rng.randint(2, 5)
    p, q = positive_dist(rng, 3), positive_dist(rng, 3)
    bound = zcdp_to_rdp(eighth(spread(p, q)), order)
    require(p == q or slack(bound, renyi(p, q, order)).holds, f"{p} and {q} at order {order}")
    rate, size = level(rng), rng.randint(2, 3)
    u, v = ({o: rng.randint(0, 1) for o in range(size)} for _ in range(2))
    p, q = (gibbs_distribution(x, rate) for x in (u, v))
    rho = zcdp_composition([eighth(rate)] * 2)
    exact = 2 * renyi(p, q, order)
    require(p == q or slack(zcdp_to_rdp(rho, order), exact).holds, f"two rounds of {u} and {v} at {rate}")


def eight_not_improvable() -> bool:
    """The constant 1/8: 1/9 fails for losses of a fair coin that span ln(11/10), at order 2."""
    p, q = Dist({0: "10/21", 1: "11/21"}), Dist({0: "1/2", 1: "1/2"})
    e = spread(p, q)
    ninth = certified(e) * certified(e) * Fraction(1, 9)
    exact = renyi(p, q, 2)
    return e == ln("11/10") and exact > zcdp_to_rdp(ninth, 2) and exact < zcdp_to_rdp(eighth(e), 2)


def pure_only() -> bool:
    """Randomised response with eps = ln(11/10): the losses lie in [-eps, eps] and span 2 eps."""
    p, q = (witnesses.canonical_distribution(b, ln("11/10")) for b in (True, False))
    return renyi(p, q, 2) > zcdp_to_rdp(eighth(ln("11/10")), 2)


def bend() -> Theorem:
    """log(1 - q + q e^x) bends by at most 1/4."""
    positive = proved("for q in [0, 1], real x: 1 - q + q*exp(x) > 0")
    return infer(
        "combine",
        "for q in [0, 1], real x: 1/4 - q*(1 - q)*exp(x)/(1 - q + q*exp(x))^2 >= 0",
        {
            "multiplier": "4*(1 - q + q*exp(x))^2",
            "terms": [{"weight": "1", "factors": [], "square": "1 - q - q*exp(x)"}],
        },
        [positive],
    )


def moment() -> Theorem:
    """log(1 - q + q e^(a x)) - a log(1 - q + q e^x) <= a (a - 1) x^2/8, by its two derivatives in a."""
    inner = "1 - q + q*exp({})"
    s = inner.format("a*x")
    positive = proved("for q in [0, 1], real x: 1 - q + q*exp(x) > 0")
    where = "for q in [0, 1], x >= 0, a > 1"
    known = "for q in [0, 1], x >= 0, a >= 1"
    at = infer("instantiate", f"{known}: {s} > 0", {"terms": {"x": "a*x"}}, [positive])
    curved = infer(
        "instantiate",
        f"{where}: 1/4 - q*(1 - q)*exp(a*x)/({s})^2 >= 0",
        {"terms": {"x": "a*x"}},
        [bend(), at],
    )
    second = infer(
        "combine",
        f"{where}: x^2/4 - x^2*q*(1 - q)*exp(a*x)/({s})^2 >= 0",
        {"terms": [{"weight": "1", "factors": [f"1/4 - q*(1 - q)*exp(a*x)/({s})^2"], "square": "x"}]},
        [curved, at],
    )
    one = inner.format("x")
    start = proved(f"for q in [0, 1], x >= 0: x*q*exp(x)/({one}) - log({one}) <= x^2/8")
    slope = infer(
        "monotone",
        f"for q in [0, 1], x >= 0, a >= 1: x*q*exp(a*x)/({s}) - log({one}) <= (2*a - 1)*x^2/8",
        {"variable": "a", "end": "low"},
        [second, start, at, positive],
    )
    return infer(
        "monotone",
        f"for q in [0, 1], x >= 0, a >= 1: log({s}) - a*log({one}) <= a*(a - 1)*x^2/8",
        {"variable": "a", "end": "low"},
        [slope, at, positive],
    )


LEMMA = Lemma(
    title="zCDP from a bounded range of losses",
    statement="if the losses of a pair span at most eps, D_alpha(P || Q) <= alpha eps^2/8 for every alpha > "
    "1, which is eps^2/8-zCDP, and k rounds have k eps^2/8; losses of the exponential mechanism span eps",
    reduction="The likelihood ratio X under Q has mean 1 and lies in some [r, r e^eps]. X^alpha is convex in "
    "X, so that its mean is at most that of the variable on the two ends alone with the same mean: r "
    "(1 - q + q e^eps) = 1 and E X^alpha <= r^alpha (1 - q + q e^(alpha eps)). Its logarithm is log(1 - q + "
    "q e^(alpha eps)) - alpha log(1 - q + q e^eps). The losses of the exponential mechanism span eps.",
    inequalities=(
        "for q in [0, 1], real y, a > 1: exp(a*log(1 - q + q*exp(y))) <= 1 - q + q*exp(a*y)",
        bend,
        moment,
        "for integer k >= 0, a > 1, eps >= 0, real u, real v where "
        "u <= a*(k*(eps^2/8)) and v <= u + a*(eps^2/8): v <= a*((k + 1)*(eps^2/8))",
    ),
    case=case,
    tightness="the constant 1/8: 1/9 fails for a fair coin and losses that span ln(11/10), at order 2",
    tight=eight_not_improvable,
    dropped={"span at most eps": pure_only},
)
