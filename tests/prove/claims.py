"""True statements that the tactics prove fast: the seeds of the soundness tests."""

from __future__ import annotations

from functools import cache

from assay.prove import Theorem, infer, prove
from assay.verdict import Proved

TRUE_CLAIMS = (
    "2 < e",
    "log(2) + log(3) = log(6)",
    "for q in [0, 1]: 1 + q*(e - 1) <= exp(2*q)",
    "for q in [0, 1]: 1 - q + q/e >= exp(-q)",
    "for q in [0, 79/100]: 1 - q >= exp(-2*q)",
    "for eps > 0: (exp(eps) - 1)/(exp(eps) + 1) <= eps/2",
    "for eps in [0, 1]: exp(eps) - 1 <= 2*eps",
    "for q in [0, 1], eps >= 0: 1 + q*(exp(eps) - 1) >= exp(q*eps)",
    "for q in [0, 1], eps >= 0: (1 - q + q*exp(-eps))*(1 + q*(exp(eps) - 1)) >= 1",
    "for real p, real q, A >= 1 where p <= A*q and 1 - q <= A*(1 - p): (p - q)*(A + 1) <= A - 1",
    "for integer k >= 0, g in [0, 1]: (1 - g)^k >= 1 - k*g",
    "for integer n >= 0: sum(i, 1, n, i) = n*(n + 1)/2",
    "for integer k >= 0, x > 1: sum(i, 0, k - 1, x^i) = (x^k - 1)/(x - 1)",
    "for real x, real y: x*y <= (x^2 + y^2)/2",
    "for real x, real y: max(x, y) >= (x + y)/2",
    "for x in (0, inf): log(x) <= x - 1",
    "for x >= 0: log(1 + x) >= 2*x/(2 + x)",
    "for x in [0, 1]: sqrt(1 + x) <= 1 + x/2",
    "for real x: x^4 - 2*x^2 + 1 >= 0",
    "for x in [0, 1], y in [0, 1]: x*y < exp(x) + y",
    "for s >= 0: s*(exp(s) + exp(-s)) >= exp(s) - exp(-s)",
    "for x in [2, inf), integer k >= 1: x^k - 1 <= (x - 1)*x^k",
    "for real x where x^2 < 1: 1 - x^2 > 0",
    "for x > 0: (x^2 + 1)/x >= 2",
    "for p >= 0, q >= 0, A > 1 where p <= A*q and q <= A*p: (A*p - q)/(A - 1) >= 0",
    SUM_CLAIM := "for integer k >= 1, eps >= 0: sum(i, 0, k - 1, exp(i*eps)) <= k*exp((k - 1)*eps)",
)


def termwise_bound() -> Theorem:
    """A proof by the rules apply, termwise and telescope, which the tactics do not use."""
    where = "for integer k >= 1, eps >= 0, integer i >= 0 where 0 <= i and i <= k - 1"
    factors = {"terms": [{"weight": "1", "factors": ["k - 1 - i", "eps"]}]}
    order = infer("combine", f"{where}: i*eps <= (k - 1)*eps", factors)
    term = infer("apply", f"{where}: exp(i*eps) <= exp((k - 1)*eps)", {"function": "exp"}, [order])
    head = "for integer k >= 1, eps >= 0"
    left, right = "sum(i, 0, k - 1, exp(i*eps))", "sum(i, 0, k - 1, exp((k - 1)*eps))"
    together = infer("termwise", f"{head}: {left} <= {right}", {}, [term])
    step = infer("direct", f"{where}: 1 = i + 1 - i")
    ones = {"sum": "sum(i, 0, k - 1, 1)", "g": "i", "op": "="}
    count = infer("telescope", f"{head}: sum(i, 0, k - 1, 1) = k", ones, [step])
    arguments = {
        "terms": [{"weight": "1", "factors": [f"{right} - {left}"]}],
        "zeros": [{"zero": "k - sum(i, 0, k - 1, 1)", "times": "exp((k - 1)*eps)"}],
    }
    return infer("combine", f"{head}: {left} <= k*exp((k - 1)*eps)", arguments, [together, count])


@cache
def proved(claim: str) -> Theorem:
    """The theorem; fails if the tactics do not find it."""
    if claim == SUM_CLAIM:
        return termwise_bound()
    verdict = prove(claim, seconds=30)
    if not isinstance(verdict, Proved) or not isinstance(verdict.certificate, Theorem):
        raise AssertionError(f"not proved: {verdict}")
    return verdict.certificate
