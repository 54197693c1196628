"""Theorems that several proofs build on, each made once by the rules."""

from __future__ import annotations

from functools import lru_cache

from assay.errors import InvalidValue
from assay.prove.claims import infer, statement
from assay.prove.tactics.search import Search
from assay.prove.theorem import Theorem


@lru_cache(maxsize=1)
def exponential_tangent() -> Theorem:
    """exp(x) >= 1 + x for every real x."""
    up = infer("direct", "for x in (0, inf): exp(x) - 1 >= 0")
    right = infer("monotone", "for x in [0, inf): exp(x) >= 1 + x", {"variable": "x", "end": "low"}, [up])
    down = infer("direct", "for x in (-inf, 0): 1 - exp(x) >= 0")
    left = infer("monotone", "for x in (-inf, 0]: exp(x) >= 1 + x", {"variable": "x", "end": "high"}, [down])
    return infer("cases", "for real x: exp(x) >= 1 + x", {"on": "x >= 0"}, [right, left])


@lru_cache(maxsize=1)
def logarithm_tangent() -> Theorem:
    """log(y) <= y - 1 for every y > 0."""
    tangent = infer(
        "instantiate",
        "for y > 0: exp(log(y)) >= 1 + log(y)",
        {"terms": {"x": "log(y)"}},
        [exponential_tangent()],
    )
    return infer("direct", "for y > 0: log(y) <= y - 1", {}, [tangent])


@lru_cache(maxsize=1)
def logarithm_of_exponential() -> Theorem:
    """log(exp(t)) = t: with a sum of logarithms for t, the logarithm of a product."""
    return infer("direct", "for real t: log(exp(t)) = t")


@lru_cache(maxsize=1)
def power_as_exponential() -> Theorem:
    """x^y = exp(y log(x)): the quotient of both is 1 at y = 0, and its derivative in y vanishes."""
    parts = []
    for side, end in (("[0, inf)", "low"), ("(-inf, 0]", "high")):
        inner = side.replace("[", "(").replace("]", ")")
        signs = []
        for op in (">=", "<="):
            flat = infer("direct", f"for x > 0, y in {inner}: 0 >= 0")
            claim = f"for x > 0, y in {side}: x^y*exp(-y*log(x)) {op} 1"
            signs.append(infer("monotone", claim, {"variable": "y", "end": end}, [flat]))
        parts.append(infer("direct", f"for x > 0, y in {side}: x^y*exp(-y*log(x)) = 1", {}, signs))
    whole = infer("cases", "for x > 0, real y: x^y*exp(-y*log(x)) = 1", {"on": "y >= 0"}, parts)
    zero = {"zero": "x^y*exp(-y*log(x)) - 1", "times": "exp(y*log(x))"}
    return infer("combine", "for x > 0, real y: x^y = exp(y*log(x))", {"zeros": [zero]}, [whole])


def _found(claim: str) -> Theorem:
    """The theorem, by search."""
    theorem = Search(20.0).solve(statement(claim), 7)
    if theorem is None:
        raise InvalidValue(f"claim {claim!r} is not found by the tactics")
    return theorem


@lru_cache(maxsize=1)
def bernoulli() -> Theorem:
    """Bernoulli's inequality t^a >= 1 + a (t - 1) for a real exponent a >= 1, with t = e^y."""
    parts = [_found(f"for y {op} 0, a >= 1: exp(a*y) >= 1 + a*(exp(y) - 1)") for op in (">=", "<=")]
    return infer("cases", "for real y, a >= 1: exp(a*y) >= 1 + a*(exp(y) - 1)", {"on": "y >= 0"}, parts)


@lru_cache(maxsize=1)
def power_tangent() -> Theorem:
    """The tangent of t -> t^a at e^w lies below the curve, a >= 1, with t = e^v."""
    where, gap = "for real v, real w, a >= 1", "exp(a*(v - w)) - (1 + a*(exp(v - w) - 1))"
    scaled = infer("instantiate", f"{where}: {gap} >= 0", {"terms": {"y": "v - w"}}, [bernoulli()])
    return infer(
        "combine",
        f"{where}: exp(a*v) >= exp(a*w) + a*exp((a - 1)*w)*(exp(v) - exp(w))",
        {"terms": [{"weight": "1", "factors": ["exp(a*w)", gap]}]},
        [scaled],
    )


@lru_cache(maxsize=1)
def power_tangent_above() -> Theorem:
    """The tangent of t -> t^a at e^w lies above the curve, 0 <= a <= 1, with t = e^v."""
    parts = [_found(f"for y {op} 0, a in [0, 1]: exp(a*y) <= 1 + a*(exp(y) - 1)") for op in (">=", "<=")]
    claim = "for real y, a in [0, 1]: exp(a*y) <= 1 + a*(exp(y) - 1)"
    line = infer("cases", claim, {"on": "y >= 0"}, parts)
    where, gap = "for real v, real w, a in [0, 1]", "1 + a*(exp(v - w) - 1) - exp(a*(v - w))"
    scaled = infer("instantiate", f"{where}: {gap} >= 0", {"terms": {"y": "v - w"}}, [line])
    return infer(
        "combine",
        f"{where}: exp(a*v) <= exp(a*w) + a*exp((a - 1)*w)*(exp(v) - exp(w))",
        {"terms": [{"weight": "1", "factors": ["exp(a*w)", gap]}]},
        [scaled],
    )


def merged_powers(orders: str, sign: str, op: str, tangent: Theorem) -> Theorem:
    """(c + d) T^a against c (a/c)^a + d (b/d)^a, T = (a + b)/(c + d); the quotients are exponentials."""
    gaps = [f"{sign}(exp(a*{v}) - exp(a*w) - a*exp((a - 1)*w)*(exp({v}) - exp(w)))" for v in ("v", "u")]
    where = f"for c >= 0, d >= 0, real v, real u, real w, {orders}"
    balance = "c*exp(v) + d*exp(u) - (c + d)*exp(w)"
    lines = [
        infer("instantiate", f"{where}: {gap} >= 0", {"terms": {"v": x}}, [tangent])
        for gap, x in zip(gaps, ("v", "u"), strict=True)
    ]
    return infer(
        "combine",
        f"{where} where {balance} = 0: (c + d)*exp(a*w) {op} c*exp(a*v) + d*exp(a*u)",
        {
            "terms": [{"weight": "1", "factors": [c, gap]} for c, gap in zip("cd", gaps, strict=True)],
            "zeros": [{"zero": balance, "times": f"{sign}a*exp((a - 1)*w)"}],
        },
        lines,
    )


@lru_cache(maxsize=1)
def mixture_excess() -> Theorem:
    """The excess over A' of two mixtures with a common part R: a mean of the excesses of P over A R and A S.

    Here A' = 1 + q (A - 1), and p, r, s are the probabilities of an event.
    """
    return infer(
        "combine",
        "for p >= 0, r >= 0, s >= 0, q in [0, 1], A >= 1, real m where p - A*r <= m and p - A*s <= m: "
        "(1 - q)*r + q*p - (1 + q*(A - 1))*((1 - q)*r + q*s) <= q*m",
        {
            "multiplier": "A",
            "terms": [
                {"weight": "1", "factors": ["q", "1 - q", "A - 1", "m - (p - A*r)"]},
                {"weight": "1", "factors": ["q", "1 + q*(A - 1)", "m - (p - A*s)"]},
            ],
        },
    )


@lru_cache(maxsize=1)
def hoeffding() -> Theorem:
    """Hoeffding's lemma for a Bernoulli variable: log(1 - p + p e^t) bends by at most 1/4."""
    positive = _found("for p in [0, 1], t >= 0: 1 - p + p*exp(t) > 0")
    bend = infer(
        "combine",
        "for p in [0, 1], t in (0, inf): 1/4 - p*(1 - p)*exp(t)/(1 - p + p*exp(t))^2 >= 0",
        {
            "multiplier": "4*(1 - p + p*exp(t))^2",
            "terms": [{"weight": "1", "factors": [], "square": "1 - p - p*exp(t)"}],
        },
        [positive],
    )
    slope = infer(
        "monotone",
        "for p in [0, 1], t in [0, inf): p + t/4 - p*exp(t)/(1 - p + p*exp(t)) >= 0",
        {"variable": "t", "end": "low"},
        [bend, positive],
    )
    logs = infer(
        "monotone",
        "for p in [0, 1], t in [0, inf): log(1 - p + p*exp(t)) <= p*t + t^2/8",
        {"variable": "t", "end": "low"},
        [slope, positive],
    )
    claim = "for p in [0, 1], t in [0, inf): 1 - p + p*exp(t) <= exp(p*t + t^2/8)"
    return infer("apply", claim, {"function": "exp"}, [logs, positive])


@lru_cache(maxsize=1)
def hoeffding_step() -> Theorem:
    """What one variable contributes to Hoeffding's inequality: e^(-u(p + t)) (1 - p + p e^u) at u = 4t."""
    where = "for p in [0, 1], t >= 0"
    plain = infer(
        "instantiate",
        f"{where}: 1 - p + p*exp(4*t) <= exp(p*(4*t) + (4*t)^2/8)",
        {"terms": {"t": "4*t"}},
        [hoeffding()],
    )
    gap = "exp(p*(4*t) + (4*t)^2/8) - (1 - p + p*exp(4*t))"
    return infer(
        "combine",
        f"{where}: exp(-4*t*(p + t))*(1 - p + p*exp(4*t)) <= exp(-2*t^2)",
        {"terms": [{"weight": "1", "factors": ["exp(-4*t*(p + t))", gap]}]},
        [plain],
    )


def one_sided_tail() -> Theorem:
    """The tail e^(-r max(z, 0)) of one-sided noise, d further out."""
    return _scaled("max(z + d, 0)", "max(z, 0)")


def two_sided_density() -> Theorem:
    """A density e^(-r |z|) moves by a factor of at most e^(r d) over a distance d."""
    return _scaled("max(z + d, -(z + d))", "max(z, -z)")


def _scaled(moved: str, still: str) -> Theorem:
    """exp(-r moved) >= exp(-r d - r still), where moved <= still + d."""
    bound = _found(f"for real z, d >= 0: {moved} <= {still} + d")
    head = "for real z, d >= 0, r >= 0"
    terms = [{"weight": "1", "factors": ["r", f"{still} + d - {moved}"]}]
    scaled = infer("combine", f"{head}: -r*{moved} >= -r*d - r*{still}", {"terms": terms}, [bound])
    return infer("apply", f"{head}: exp(-r*{moved}) >= exp(-r*d - r*{still})", {"function": "exp"}, [scaled])


def stays_below() -> Theorem:
    """A query below the threshold stays below a threshold that is 1 higher."""
    return infer(
        "combine",
        "for real q, real u, real n, real t where u <= q + 1 and q + n < t: u + n < t + 1",
        {"terms": [{"factors": ["q + 1 - u"]}, {"factors": ["t - (q + n)"]}]},
    )
