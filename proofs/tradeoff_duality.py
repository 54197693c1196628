"""Trade-off functions and privacy profiles: each is read off the other by lines."""

from __future__ import annotations

import random

from assay.dp import Dist, TradeOff, hockey_stick, profile, tradeoff
from assay.exact import EpsilonLike, ExactLike, eps, exp, ln, number
from assay.prove.lemma import Lemma, require
from assay.testing.generated_mechanisms import dist, dp_pair, fraction, level
from assay.theorems import witnesses


def lines(epsilon: EpsilonLike, delta: ExactLike) -> TradeOff:
    """max(0, 1 - delta - e^eps alpha, e^-eps (1 - delta - alpha)): its corners."""
    a, rest = exp(eps(epsilon)), 1 - number(delta)
    return TradeOff([(0, rest), (rest / (1 + a), rest / (1 + a)), (rest, 0), (1, 0)])


def case(rng: random.Random) -> None:
    """A generated pair at its exact delta in both orders; the profile back from the trade-off function."""
    e = level(rng)
    p, q = dp_pair(rng, e, fraction(rng))
    delta = max(hockey_stick(p, q, e), hockey_stick(q, p, e))
    f = tradeoff(p, q)
    require(lines(e, delta) <= f, f"trade-off function of {p} and {q} at {e}")
    p, q = dist(rng, range(3)), dist(rng, range(3))
    f, back = tradeoff(p, q), profile(q, p)
    require(f.profile() == back, f"profile of the trade-off function of {p} and {q}")
    least = max(1 - beta - exp(e) * alpha for alpha, beta in f.vertices)
    require(max(number(0), least) == back(e), f"delta of {p} and {q} at {e} by the corners")


def tight() -> bool:
    """The canonical mechanism with eps = ln 3, delta = 1/5 has just these lines."""
    p, q = (witnesses.canonical_distribution(b, ln(3), "1/5") for b in (True, False))
    return tradeoff(p, q) == lines(ln(3), "1/5")


def not_private() -> bool:
    """The canonical mechanism with eps = ln 9, and the lines of ln 3."""
    p, q = (witnesses.canonical_distribution(b, ln(9)) for b in (True, False))
    return not lines(ln(3), 0) <= tradeoff(p, q)


def one_order() -> bool:
    """An outcome of Q that P never has: P <= 3/2 Q, and f lies below the lines of ln(3/2)."""
    p, q = Dist({0: 1}), Dist({0: "2/3", 1: "1/3"})
    in_one_order = hockey_stick(p, q, ln("3/2")) == 0
    return in_one_order and not lines(ln("3/2"), 0) <= tradeoff(p, q)


def smaller_lines() -> bool:
    """1 - delta - e^eps alpha alone is no upper bound of f: two lines are needed, eps = ln 3."""
    p, q = (witnesses.canonical_distribution(b, ln(3)) for b in (True, False))
    return tradeoff(p, q)(number("1/2")) > max(number(0), 1 - 3 * number("1/2"))


LEMMA = Lemma(
    title="duality of trade-off functions and privacy profiles",
    statement="an (eps, delta)-DP pair in both orders has a trade-off function of at least max(0, 1 - "
    "delta - e^eps alpha, e^-eps (1 - delta - alpha)), and a pair that has this is (eps, delta)-DP; "
    "delta(eps) is the largest 1 - f(alpha) - e^eps alpha, which is attained at a corner",
    reduction="A test S of P against Q has the errors alpha = P(S) and beta = 1 - Q(S). Q(S) <= e^eps P(S) "
    "+ delta says beta >= 1 - delta - e^eps alpha, and P <= e^eps Q + delta at the complement says 1 - "
    "alpha <= e^eps beta + delta. Both ways: the largest Q(S) - e^eps P(S) is the largest 1 - beta - e^eps "
    "alpha over all tests, and f is the least beta at each alpha. Between two corners this is linear in "
    "alpha.",
    inequalities=(
        "for a in [0, 1], b in [0, 1], A >= 1, d >= 0 where 1 - b <= A*a + d: b >= 1 - d - A*a",
        "for a in [0, 1], b in [0, 1], A >= 1, d >= 0 where b >= 1 - d - A*a: 1 - b <= A*a + d",
        "for a in [0, 1], b in [0, 1], A >= 1, d >= 0 where 1 - a <= A*b + d: b >= (1 - d - a)/A",
        "for a in [0, 1], b in [0, 1], A >= 1, d >= 0 where b >= (1 - d - a)/A: 1 - a <= A*b + d",
        "for t in [0, 1], A >= 1, real a, real b, real u, real v, real m where "
        "1 - u - A*a <= m and 1 - v - A*b <= m: "
        "1 - ((1 - t)*u + t*v) - A*((1 - t)*a + t*b) <= m",
    ),
    case=case,
    tightness="the canonical mechanism with eps = ln 3, delta = 1/5",
    tight=tight,
    dropped={
        "an (eps, delta)-DP pair": not_private,
        "in both orders": one_order,
        "one line in place of two, from above": smaller_lines,
    },
)
