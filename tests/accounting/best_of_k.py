"""The best of K outputs in mpmath, by the formulas of the literature: what bounds are compared with."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Any, TypeAlias

import mpmath  # type: ignore[import-untyped]

Real: TypeAlias = Any
"""A number of mpmath, which has no types."""
Curve: TypeAlias = Callable[[Real], Real]

mp: Any = mpmath.mp.clone()
mp.dps = 30


def mpf(x: Fraction | int | str) -> Real:
    """A rational."""
    return mp.mpf(Fraction(x).numerator) / Fraction(x).denominator


def generating(words: str) -> tuple[Curve, Curve, Curve]:
    """f, f' and f'' by the formulas of Papernot and Steinke, section 3."""
    given = {name: mpf(x) for name, x in (word.split("=") for word in words.split())}
    if "mean" in given:
        m = given["mean"]
        powers = (mp.mpf(1), m, m**2)
        f, slope, second = ((lambda x, a=a: a * mp.exp(m * (x - 1))) for a in powers)
        return f, slope, second
    gamma, eta = given["gamma"], given.get("eta", mp.mpf(1))
    keep = 1 - gamma
    scale = gamma**-eta - 1 if eta else -mp.log(gamma)
    factor = (eta or 1) * keep / scale
    return (
        (lambda x: ((1 - keep * x) ** -eta - 1) / scale if eta else -mp.log(1 - keep * x) / scale),
        lambda x: factor * (1 - keep * x) ** (-eta - 1),
        lambda x: factor * (eta + 1) * keep * (1 - keep * x) ** (-eta - 2),
    )


def best(base: Iterable[Real], f: Curve) -> list[Real]:
    """The distribution of the best of K outputs with these probabilities, K = 0 first."""
    sums = [mp.mpf(0), *accumulate(base)]
    sums[-1] = mp.mpf(1)
    return [f(mp.mpf(0)), *(b - a for a, b in pairwise(map(f, sums)))]


def delta(p: list[Real], q: list[Real], epsilon: Real) -> Real:
    """sum (P - e^epsilon Q)_+."""
    return mp.fsum(max(a - mp.exp(epsilon) * b, 0) for a, b in zip(p, q, strict=True))
