"""The best of K outputs in mpmath, by the formulas of the literature: what bounds are compared with."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate, pairwise

import mpmath

mp = mpmath.mp.clone()
mp.dps = 30


def mpf(x):
    return mp.mpf(Fraction(x).numerator) / Fraction(x).denominator


def generating(words):
    """f, f' and f'' by the formulas of Papernot and Steinke, section 3."""
    given = {name: mpf(x) for name, x in (word.split("=") for word in words.split())}
    if "mean" in given:
        m = given["mean"]
        f = lambda x: mp.exp(m * (x - 1))  # noqa: E731
        return f, (lambda x: m * f(x)), (lambda x: m**2 * f(x))
    gamma, eta = given["gamma"], given.get("eta", mp.mpf(1))
    keep = 1 - gamma
    scale = gamma**-eta - 1 if eta else -mp.log(gamma)
    factor = (eta or 1) * keep / scale
    return (
        (lambda x: ((1 - keep * x) ** -eta - 1) / scale if eta else -mp.log(1 - keep * x) / scale),
        lambda x: factor * (1 - keep * x) ** (-eta - 1),
        lambda x: factor * (eta + 1) * keep * (1 - keep * x) ** (-eta - 2),
    )


def best(base, f):
    """The distribution of the best of K outputs with these probabilities, K = 0 first."""
    sums = [mp.mpf(0), *accumulate(base)]
    sums[-1] = mp.mpf(1)
    return [f(mp.mpf(0)), *(b - a for a, b in pairwise(map(f, sums)))]


def delta(p, q, epsilon):
    return mp.fsum(max(a - mp.exp(epsilon) * b, 0) for a, b in zip(p, q, strict=True))
