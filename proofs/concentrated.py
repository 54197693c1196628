"""Pure DP is concentrated: zCDP with rho = eps^2/2, by the Renyi divergences of randomised response."""

from __future__ import annotations

import random

from assay.dp import Dist, epsilon, renyi
from assay.exact import certified, ln
from assay.prove import Theorem, infer
from assay.prove.lemma import Lemma, proved, require
from assay.testing.generated_mechanisms import dp_pair, level
from assay.theorems import renyi_from_pure, slack, witnesses, zcdp_from_pure


def case(rng: random.Random) -> None:
    """Generated eps-DP pairs at whole orders: randomised response is worst, and lies below alpha eps^2/2."""
    e, order = level(rng), rng.randint(2, 5)
    p, q = dp_pair(rng, e)
    require(renyi(p, q, order) <= renyi_from_pure(e, order, symmetric=True), f"order {order} at {e}")
    rho = zcdp_from_pure(e, form="quadratic", symmetric=True)
    require(slack(certified(rho) * order, renyi_from_pure(e, order, symmetric=True)).holds, f"rho at {e}")


def tight() -> bool:
    """Randomised response attains the Renyi divergence; eps^2/2 itself is reached only as eps -> 0."""
    p, q = (witnesses.canonical_distribution(b, ln(3)) for b in (True, False))
    return renyi(p, q, 3) == renyi_from_pure(ln(3), 3, symmetric=True)


def one_direction() -> bool:
    """P <= 3 Q only."""
    p, q = Dist({0: 1}), Dist({0: "1/3", 1: "2/3"})
    return epsilon(p, q) == ln(3) and renyi(p, q, 2) > renyi_from_pure(ln(3), 2, symmetric=True)


def with_delta() -> bool:
    """(ln 3, 1/100)-DP: the divergence of order 2 is infinite."""
    p, q = (witnesses.canonical_distribution(b, ln(3), "1/100") for b in (True, False))
    return renyi(p, q, 2) > renyi_from_pure(ln(3), 2, symmetric=True)


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
    statement="if M is eps-DP for a symmetric adjacency, D_alpha(M(x) || M(x')) <= alpha eps^2/2 for every "
    "alpha > 1",
    reduction="The mean of t^alpha under Q, t = P/Q in [e^-eps, e^eps] with mean 1, is at most that of the "
    "chord, the value of randomised response: cosh((2 alpha - 1) eps/2)/cosh(eps/2). With s = eps/2 and u "
    "= 2 alpha - 1 the claim e^((alpha-1) alpha eps^2/2) = e^((u^2 - 1) s^2/2) says that cosh(us) e^(-u^2 "
    "s^2/2) is largest at u = 1.",
    inequalities=(
        gaussian_decay,
        chord,
        "for real u, real t: (((u + 1)/2)^2 - (u + 1)/2)*(2*t)^2/2 = (u^2 - 1)*t^2/2",
    ),
    case=case,
    tightness="the Renyi divergence of randomised response, eps = ln 3, order 3",
    tight=tight,
    dropped={"eps-DP": with_delta, "a symmetric adjacency": one_direction},
)


def tight_case(rng: random.Random) -> None:
    """Generated eps-DP pairs at whole orders: at most alpha eps tanh(eps/2), which is below alpha eps^2/2."""
    e, order = level(rng), rng.randint(2, 5)
    p, q = dp_pair(rng, e)
    rho = certified(zcdp_from_pure(e, symmetric=True))
    require(
        slack(rho * order, certified(renyi_from_pure(e, order, symmetric=True))).holds,
        f"order {order} at {e}",
    )
    require(
        renyi(p, q, order) <= renyi_from_pure(e, order, symmetric=True), f"the pair at order {order}, {e}"
    )
    require(
        slack(zcdp_from_pure(e, form="quadratic", symmetric=True), rho).holds, f"the quadratic form at {e}"
    )


def limit_attained() -> bool:
    """At order 1, the limit of the orders above it, randomised response attains rho itself."""
    p, q = (witnesses.canonical_distribution(b, ln(3)) for b in (True, False))
    return renyi(p, q, 1) == zcdp_from_pure(ln(3), symmetric=True) == ln(3) / 2


def one_direction_of_two() -> bool:
    """P <= 3 Q only: the divergence of order 3/2, ln 3, exceeds 3/2 rho."""
    p, q = Dist({0: 1}), Dist({0: "1/3", 1: "2/3"})
    return epsilon(p, q) == ln(3) and renyi(p, q, "3/2") > 3 * ln(3) / 4


def approximate() -> bool:
    """(ln 3, 1/100)-DP: a divergence is infinite."""
    p, q = (witnesses.canonical_distribution(b, ln(3), "1/100") for b in (True, False))
    return renyi(p, q, 2) > 2 * ln(3) / 2


def hyperbolic_tangent() -> Theorem:
    """tanh(us) <= u tanh(s) for u >= 1."""
    rates = [f"(exp(2*{x}) - 1)/(exp(2*{x}) + 1)" for x in ("s", "u*s")]
    where = "for s in (0, inf), u >= 1"
    order = infer("combine", f"{where}: s <= u*s", {"terms": [{"weight": "1", "factors": ["s", "u - 1"]}]})
    grows = infer("apply", f"{where}: exp(s) <= exp(u*s)", {"function": "exp"}, [order])
    both = "exp(s)*(exp(2*u*s) + 1) + exp(u*s)*(exp(2*s) + 1)"
    slope = infer(
        "combine",
        f"{where}: u*4*exp(2*s)/(exp(2*s) + 1)^2 - u*4*exp(2*u*s)/(exp(2*u*s) + 1)^2 >= 0",
        {
            "multiplier": "(exp(2*s) + 1)^2*(exp(2*u*s) + 1)^2",
            "terms": [{"weight": "4", "factors": ["u", "exp(u*s) - exp(s)", "exp(u*s + s) - 1", both]}],
        },
        [grows],
    )
    claim = f"for s >= 0, u >= 1: u*{rates[0]} >= {rates[1]}"
    return infer("monotone", claim, {"variable": "s", "end": "low"}, [slope])


def moment() -> Theorem:
    """log(cosh(us)/cosh(s)) <= (u^2 - 1)/2 s tanh(s), by the derivative in u."""
    rate, wide = "(exp(2*s) - 1)/(exp(2*s) + 1)", "(exp(2*u*s) - 1)/(exp(2*u*s) + 1)"
    slope = infer(
        "combine",
        f"for s >= 0, u in (1, inf): u*s*{rate} - s*(exp(u*s) - exp(-u*s))/(exp(u*s) + exp(-u*s)) >= 0",
        {"terms": [{"weight": "1", "factors": ["s", f"u*{rate} - {wide}"]}]},
        [hyperbolic_tangent()],
    )
    left = "log(exp(u*s) + exp(-u*s)) - log(exp(s) + exp(-s))"
    bound = infer(
        "monotone",
        f"for s >= 0, u >= 1: {left} <= (u^2 - 1)/2*s*{rate}",
        {"variable": "u", "end": "low"},
        [slope],
    )
    return infer(
        "instantiate",
        "for eps >= 0, a >= 1: log(exp((2*a - 1)*(eps/2)) + exp(-(2*a - 1)*(eps/2))) - "
        "log(exp(eps/2) + exp(-eps/2)) <= a*(a - 1)*eps*(exp(eps) - 1)/(exp(eps) + 1)",
        {"terms": {"u": "2*a - 1", "s": "eps/2"}},
        [bound],
    )


TIGHT = Lemma(
    title="zCDP from pure DP, tight form",
    statement="if M is eps-DP for a symmetric adjacency, D_alpha(M(x) || M(x')) <= alpha eps tanh(eps/2) "
    "for every alpha > 1, and no smaller rho will do",
    reduction="Randomised response is worst (the chord of t^alpha), with (alpha - 1) D_alpha = ln(cosh((2 "
    "alpha - 1) eps/2)/cosh(eps/2)). In u = 2 alpha - 1 the derivative of the bound minus this is s (u "
    "tanh s - tanh(us)) with s = eps/2, and tanh is concave. At u = 1 both are 0. The form eps^2/2 follows "
    "from tanh s <= s.",
    inequalities=(
        chord,
        hyperbolic_tangent,
        moment,
        "for eps >= 0: (exp(eps) - 1)/(exp(eps) + 1) <= eps/2",
    ),
    case=tight_case,
    tightness="randomised response with eps = ln 3, in the limit alpha -> 1: ln(3)/2",
    tight=limit_attained,
    dropped={"eps-DP": approximate, "a symmetric adjacency": one_direction_of_two},
)
