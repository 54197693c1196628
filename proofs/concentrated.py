"""Pure DP is concentrated: zCDP with rho = eps^2/2, by the Renyi divergences of randomised response."""

from __future__ import annotations

import random

from assay.dp import Dist, epsilon, renyi
from assay.exact import certified, ln
from assay.prove import Theorem, infer
from assay.prove.generate import dp_pair, level
from assay.prove.lemma import Lemma, proved, require
from assay.theorems import renyi_from_pure, slack, witnesses, zcdp_from_pure


def case(rng: random.Random) -> None:
    """Generated eps-DP pairs at whole orders: randomised response is worst, and lies below alpha eps^2/2."""
    e, order = level(rng), rng.randint(2, 5)
    p, q = dp_pair(rng, e)
    require(renyi(p, q, order) <= renyi_from_pure(e, order), f"order {order} at {e}")
    rho = zcdp_from_pure(e, form="quadratic")
    require(slack(certified(rho) * order, renyi_from_pure(e, order)).holds, f"rho at {e}")


def tight() -> bool:
    """Randomised response attains the Renyi divergence; eps^2/2 itself is reached only as eps -> 0."""
    p, q = (witnesses.canonical_law(b, ln(3)) for b in (True, False))
    return renyi(p, q, 3) == renyi_from_pure(ln(3), 3)


def one_direction() -> bool:
    """P <= 3 Q only."""
    p, q = Dist({0: 1}), Dist({0: "1/3", 1: "2/3"})
    return epsilon(p, q) == ln(3) and renyi(p, q, 2) > renyi_from_pure(ln(3), 2)


def gaussian_decay() -> Theorem:
    """cosh(ut) e^(-u^2 t^2/2) decreases in u >= 1, because s cosh s >= sinh s."""
    core = proved("for s >= 0: s*(exp(s) + exp(-s)) >= exp(s) - exp(-s)")
    slope = infer(
        "instantiate",
        "for t >= 0, u in (1, inf): t*u*(exp(t*u) + exp(-t*u)) >= exp(t*u) - exp(-t*u)",
        {"terms": {"s": "t*u"}},
        [core],
    )
    gap = "t*u*(exp(t*u) + exp(-t*u)) - (exp(t*u) - exp(-t*u))"
    weighted = infer(
        "combine",
        f"for t >= 0, u in (1, inf): t*({gap})*exp(-u^2*t^2/2) >= 0",
        {"terms": [{"weight": "1", "factors": ["t", gap, "exp(-u^2*t^2/2)"]}]},
        [slope],
    )
    return infer(
        "monotone",
        "for t >= 0, u in [1, inf): (exp(t) + exp(-t))*exp(-t^2/2) >= (exp(u*t) + exp(-u*t))*exp(-u^2*t^2/2)",
        {"variable": "u", "end": "low"},
        [weighted],
    )


def chord() -> Theorem:
    """t^alpha lies below its chord between e^(-eps) and e^eps, for every real alpha >= 1."""
    t = "(exp(-eps) + z*(exp(eps) - exp(-eps)))"
    bend = infer(
        "direct", f"for eps > 0, a >= 1, z in (0, 1): a*(a - 1)*{t}^(a - 2)*(exp(eps) - exp(-eps))^2 >= 0"
    )
    return infer(
        "concave",
        f"for eps > 0, a >= 1, z in [0, 1]: {t}^a <= exp(-a*eps) + z*(exp(a*eps) - exp(-a*eps))",
        {"variable": "z"},
        [bend],
    )


LEMMA = Lemma(
    title="zCDP from pure DP",
    statement="if M is eps-DP for a symmetric adjacency, D_alpha(M(x) || M(x')) <= alpha eps^2/2 "
    "for every alpha > 1",
    reduction="The mean of t^alpha under Q, t = P/Q in [e^-eps, e^eps] with mean 1, is at most that "
    "of the chord, the value "
    "of randomised response: cosh((2 alpha - 1) eps/2)/cosh(eps/2). With s = eps/2 and u = 2 alpha "
    "- 1 the claim "
    "e^((alpha-1) alpha eps^2/2) = e^((u^2 - 1) s^2/2) says that cosh(us) e^(-u^2 s^2/2) is largest "
    "at u = 1.",
    inequalities=(
        gaussian_decay,
        chord,
        "for real u, real t: (((u + 1)/2)^2 - (u + 1)/2)*(2*t)^2/2 = (u^2 - 1)*t^2/2",
    ),
    case=case,
    tightness="the Renyi divergence of randomised response, eps = ln 3, order 3",
    tight=tight,
    dropped={"both directions": one_direction},
)
