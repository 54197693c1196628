"""The tightest conversion of zero-concentrated privacy, and Poisson-sampled Gaussian noise."""

from __future__ import annotations

from math import comb
from typing import Any

from .continuous import crossing, open_delta, size
from .reals import Given, R, real, whole


def tight(given: Given) -> Any:
    rho, d, r = size(given, "rho"), open_delta(given), R()
    high = r.of(1)

    def slope(t: Any) -> Any:
        return r.ln(d * (1 + t)) + rho * t * t

    while slope(high) < 0:
        high *= 2
    t = crossing(slope, r.of(0), high)
    a = 1 + t
    return max(rho * a + r.ln(t / a) - r.ln(d * a) / t, r.of(0))


def renyi(a: Any, q: Any, sigma: Any) -> Any:
    r = R()

    def power(x: Any, k: Any) -> Any:
        return x**k if k else r.of(1)

    terms = (
        comb(a, k) * power(1 - q, a - k) * power(q, k) * r.exp(r.of(k * k - k) / (2 * sigma**2))
        for k in range(a + 1)
    )
    return r.ln(sum(terms, r.of(0))) / (a - 1)


def parameters(given: Given) -> Any:
    return real(given, "rate", 0, 1), size(given, "sigma")


def sampled_epsilon(given: Given) -> Any:
    q, sigma = parameters(given)
    rounds, d, r = whole(given, "rounds", 1), open_delta(given), R()
    orders = range(2, whole(given, "largest", 2, 64) + 1)
    found = [rounds * renyi(a, q, sigma) + r.ln(1 - r.of(1) / a) - r.ln(d * a) / (a - 1) for a in orders]
    return max(min(found), r.of(0))


FUNCTIONS = {
    "zcdp_to_dp_tight": tight,
    "sampled_gaussian_renyi": lambda g: renyi(whole(g, "order", 2, 64), *parameters(g)),
    "sampled_gaussian_epsilon": sampled_epsilon,
}
