"""Post-processing and joint convexity of the Renyi and Kullback-Leibler divergences."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from assay import adjacency
from assay.dp import Dist, Mechanism, kullback_leibler, renyi
from assay.errors import InvalidValue
from assay.exact import Log, Number, certified, exp, ln
from assay.prove import Theorem, infer
from assay.prove.lemma import Lemma, require
from assay.prove.tactics.known import merged_powers, power_tangent, power_tangent_above
from assay.testing.generated_mechanisms import inner_fraction, kernel, positive_dist
from assay.theorems import post_process, post_process_randomised, slack

BITS = (False, True)
ORDERS = (2, 3, 4)


def pair(mechanism: Mechanism[bool, Any]) -> tuple[Dist[Any], Dist[Any]]:
    """The two distributions of a mechanism on a bit."""
    return mechanism.distribution(True), mechanism.distribution(False)


def moment(p: Dist[Any], q: Dist[Any], order: int) -> Number:
    """e^((a - 1) D_a(P || Q)), which is jointly convex."""
    found = renyi(p, q, order)
    if not isinstance(found, Log):
        raise InvalidValue(f"D_{order} is {found}, not a logarithm")
    return exp(found * (order - 1))


def case(rng: random.Random) -> None:
    """A generated kernel behind a generated mechanism, by the shipped function; a generated mixture."""
    p, q, r, s = (positive_dist(rng, 3) for _ in range(4))
    before = Mechanism({False: q, True: p}, BITS, adjacency.all_pairs())
    after = post_process_randomised(before, kernel(rng, range(3), range(3)))
    w = inner_fraction(rng)
    mixed = [Dist.mixture([(w, a), (1 - w, b)]) for a, b in ((p, r), (q, s))]
    for order in ORDERS:
        bound, exact = renyi(p, q, order), renyi(*pair(after), order)
        require(slack(bound, exact).holds, f"post-processing at order {order}")
        line = w * moment(p, q, order) + (1 - w) * moment(r, s, order)
        require(moment(mixed[0], mixed[1], order) <= line, f"convexity at order {order}")
    half, rest = renyi(p, q, "1/2"), renyi(*pair(after), "1/2")
    pairs = [renyi(*x, "1/2") for x in ((p, q), (r, s), (mixed[0], mixed[1]))]
    if not all(x == 0 for x in pairs):
        line_of_halves = certified(pairs[0]) * w + certified(pairs[1]) * (1 - w)
        require(slack(line_of_halves, pairs[2]).status != "violated", "convexity of D at order 1/2")
    for order in ORDERS:
        larger = max(moment(p, q, order), moment(r, s, order))
        require(moment(mixed[0], mixed[1], order) <= larger, f"quasi-convexity at order {order}")
    require(
        half == rest if p == q else slack(half, rest).status != "violated", "post-processing at order 1/2"
    )
    require(slack(kullback_leibler(p, q), kullback_leibler(*pair(after))).holds, "post-processing of KL")
    first, second = kullback_leibler(p, q), kullback_leibler(r, s)
    if isinstance(first, Log) and isinstance(second, Log):
        chord = first * w + second * (1 - w)
        require(slack(chord, kullback_leibler(mixed[0], mixed[1])).holds, "convexity of KL")


def tight() -> bool:
    """Renaming outcomes loses nothing, at any order."""
    laws = {False: Dist({0: "1/4", 1: "3/4"}), True: Dist({0: "3/4", 1: "1/4"})}
    before = Mechanism(laws, BITS, adjacency.all_pairs())
    after = pair(post_process(before, str))
    same = all(renyi(*after, order) == renyi(*pair(before), order) for order in ORDERS)
    return same and kullback_leibler(*after) == kullback_leibler(*pair(before)) == ln(3) / 2


def two_kernels() -> bool:
    """A kernel that looks at the input again: from divergence 0 to infinity."""
    p = Dist.point(0)
    return renyi(p.map(lambda o: (o, True)), p.map(lambda o: (o, False)), 2) > renyi(p, p, 2)


def divergence_itself() -> bool:
    """The Renyi divergence itself is not jointly convex at order 4; e^((a-1) D_a) is."""
    p, q, same = Dist({0: "1/2", 1: "1/2"}), Dist({0: "1/100", 1: "99/100"}), Dist({2: 1})
    w = Fraction(1, 2)
    mixed = [Dist.mixture([(w, a), (1 - w, same)]) for a in (p, q)]
    part = renyi(p, q, 4)
    return isinstance(part, Log) and renyi(mixed[0], mixed[1], 4) > part / 2


def power() -> Theorem:
    """Two outcomes are merged: the tangent at T = (a + b)/(c + d), weighted by c and d, meets the curve."""
    return merged_powers("a >= 1", "", "<=", power_tangent())


def small_power() -> Theorem:
    """The same for 0 <= a <= 1, where the tangent lies above the curve."""
    return merged_powers("a in [0, 1]", "-", ">=", power_tangent_above())


def logarithm() -> Theorem:
    """The same for t ln t, by ln(t) <= t - 1 at e^(w - v) and e^(w - u)."""
    where = "for c >= 0, d >= 0, real v, real u, real w"
    balance = "c*exp(v) + d*exp(u) - (c + d)*exp(w)"
    start = infer("direct", "for x in (0, inf): exp(x) - 1 >= 0")
    right = infer("monotone", "for x in [0, inf): exp(x) >= 1 + x", {"variable": "x", "end": "low"}, [start])
    fall = infer("direct", "for x in (-inf, 0): 1 - exp(x) >= 0")
    left = infer("monotone", "for x in (-inf, 0]: exp(x) >= 1 + x", {"variable": "x", "end": "high"}, [fall])
    tangent = infer("cases", "for real x: exp(x) >= 1 + x", {"on": "x >= 0"}, [right, left])
    gaps = [f"exp(w - {x}) - (1 + w - {x})" for x in ("v", "u")]
    lines = [
        infer("instantiate", f"{where}: {gap} >= 0", {"terms": {"x": f"w - {x}"}}, [tangent])
        for gap, x in zip(gaps, ("v", "u"), strict=True)
    ]
    terms = [("c", "exp(v)", gaps[0]), ("d", "exp(u)", gaps[1])]
    return infer(
        "combine",
        f"{where} where {balance} = 0: (c + d)*exp(w)*w <= c*exp(v)*v + d*exp(u)*u",
        {
            "terms": [{"weight": "1", "factors": list(t)} for t in terms],
            "zeros": [{"zero": balance, "times": "w + 1"}],
        },
        lines,
    )


def concave_logarithm() -> Theorem:
    """ln(w a + (1 - w) b) >= w ln a + (1 - w) ln b."""
    mean = "(w*a + (1 - w)*b)"
    where = "for a > 0, b > 0, w in"
    parts = [
        {"weight": "1", "factors": ["a", "b"]},
        {"weight": "1", "factors": ["w"], "square": "a"},
        {"weight": "1", "factors": ["1 - w"], "square": "b"},
    ]
    weights = {"multiplier": "a + b", "terms": parts}
    positive = [infer("combine", f"{where} {ends}: {mean} > 0", weights) for ends in ("(0, 1)", "[0, 1]")]
    bend = infer("direct", f"{where} (0, 1): (a - b)^2/{mean}^2 >= 0", {}, positive[:1])
    claim = f"{where} [0, 1]: log{mean} >= w*log(a) + (1 - w)*log(b)"
    return infer("concave", claim, {"variable": "w"}, [bend, positive[1]])


LEMMA = Lemma(
    title="post-processing and convexity of Renyi and Kullback-Leibler divergence",
    statement="a kernel that does not see the input does not increase D_alpha, alpha > 0, nor KL; "
    "e^((alpha-1) D_alpha) is jointly convex for alpha > 1 and concave below, so that D_alpha of a mixture "
    "is at most the largest D_alpha of its parts; D_alpha itself is jointly convex for alpha <= 1, which "
    "includes KL",
    reduction="They are sums over outcomes of Q f(P/Q) with f(t) = t^alpha or t ln t (for alpha < 1, "
    "-t^alpha). Merging two outcomes, or mixing two pairs, replaces c f(a/c) + d f(b/d) by (c + d) f((a + "
    "b)/(c + d)), which is no larger: add the tangents of f at (a + b)/(c + d) = e^w, with a/c = e^v and "
    "b/d = e^u. A kernel splits outcomes in fixed proportions, which changes nothing, and merges the "
    "pieces. For alpha < 1, D_alpha is -1/(1 - alpha) times the logarithm of a concave moment, and the "
    "logarithm is concave and increasing; a mean is at most the larger of two moments.",
    inequalities=(
        power,
        small_power,
        logarithm,
        concave_logarithm,
        "for w in [0, 1], real a, real b, real m where a <= m and b <= m: w*a + (1 - w)*b <= m",
    ),
    case=case,
    tightness="a renaming of the outcomes of randomised response with eps = ln 3, at orders 1, 2, 3, 4",
    tight=tight,
    dropped={
        "a kernel that does not see the input": two_kernels,
        "alpha <= 1": divergence_itself,
    },
)
