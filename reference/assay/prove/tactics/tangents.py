"""The exponential function and the logarithm: their tangents, and powers as exponentials, as theorems."""

from __future__ import annotations

from functools import lru_cache

from assay.prove.claims import infer
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
