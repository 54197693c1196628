"""Gaussian and Laplace noise on the reals, and Gaussian differential privacy."""

from __future__ import annotations

from decimal import localcontext
from typing import Any

from .reals import Given, R, Refused, epsilon, has, real

HALVINGS, SECANTS = 60, 9


def size(given: Given, name: str) -> Any:
    """A number > 0."""
    return real(given, name, above=0)


def ratio(given: Given, noise: Any) -> Any:
    return size(given, "sensitivity") / size(given, noise)


def gaussian_delta(m: Any, e: Any) -> Any:
    r = R()
    if e == 0 and r.is_exact:
        return r.erf(m / r.sqrt(r.of(8)))
    return r.normal(m / 2 - e / m) - r.exp(e) * r.normal(-m / 2 - e / m)


def crossing(f: Any, low: Any, high: Any) -> Any:
    """Where a monotone f is 0: by halving, in few digits, and then by secants in all."""
    r = R()
    with localcontext() as few:
        few.prec = 30
        sign = f(low) > 0
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            low, high = (middle, high) if (f(middle) > 0) == sign else (low, middle)
    if r.is_exact:
        a, b = low, high
        fa, fb = f(a), f(b)
        for _ in range(SECANTS):
            if fa == fb or r.same(a, b):
                break
            a, b, fa = b, b - fb * (b - a) / (fb - fa), fb
            fb = f(b)
        return b
    return high


def epsilon_of(m: Any, d: Any) -> Any:
    if gaussian_delta(m, R().of(0)) <= d:
        return R().of(0)
    high = R().of(1)
    while gaussian_delta(m, high) > d:
        high *= 2
    return crossing(lambda e: R().ln(gaussian_delta(m, e) / d), R().of(0), high)


def sigma(given: Given) -> Any:
    """In units of the sensitivity, by its logarithm."""
    e, d, step, r = (
        epsilon(given, finite=True),
        real(given, "delta", above=0, below=1),
        size(given, "sensitivity"),
        R(),
    )
    if has("CalibrationTooSmall"):
        return step * r.sqrt(2 * r.ln(r.of(5) / 4 / d)) / e

    def excess(t: Any) -> Any:
        found = gaussian_delta(r.exp(-t), e)
        return r.ln(found / d) if found > 0 else r.of(-1)

    low = high = r.of(0)
    while excess(low) <= 0:
        low -= 1
    while excess(high) > 0:
        high += 1
    return step * r.exp(crossing(excess, low, high))


def gdp_beta(given: Given) -> Any:
    m, alpha, r = size(given, "mu"), real(given, "alpha", above=0, below=1), R()
    quantile = crossing(lambda t: r.ln(r.normal(-t) / alpha), r.of(-40), r.of(40))
    return r.normal(quantile - m)


def laplace_delta(given: Given) -> Any:
    e, t = epsilon(given), ratio(given, "scale")
    return R().of(0) if e >= t else 1 - R().exp((e - t) / 2)


def laplace_epsilon(given: Given) -> Any:
    d, t = real(given, "delta", 0, 1), ratio(given, "scale")
    return R().of(0) if d == 1 else max(t + 2 * R().ln(1 - d), R().of(0))


def laplace_scale(given: Given) -> Any:
    e, d, step = epsilon(given, finite=True), real(given, "delta", 0, below=1), size(given, "sensitivity")
    if e == 0 and d == 0:
        raise Refused("epsilon and delta")
    return step / (e - 2 * R().ln(1 - d))


def laplace_renyi(given: Given) -> Any:
    t, a, r = ratio(given, "scale"), real(given, "order", above=1), R()
    return r.ln(a / (2 * a - 1) * r.exp((a - 1) * t) + (a - 1) / (2 * a - 1) * r.exp(-a * t)) / (a - 1)


def open_delta(given: Given) -> Any:
    return real(given, "delta", above=0, below=1)


FUNCTIONS = {
    "gaussian_delta": lambda g: gaussian_delta(ratio(g, "sigma"), epsilon(g, finite=True)),
    "gaussian_epsilon": lambda g: epsilon_of(ratio(g, "sigma"), open_delta(g)),
    "gaussian_sigma": sigma,
    "gaussian_renyi": lambda g: real(g, "order", above=1) * ratio(g, "sigma") ** 2 / 2,
    "laplace_delta": laplace_delta,
    "laplace_epsilon": laplace_epsilon,
    "laplace_scale": laplace_scale,
    "laplace_renyi": laplace_renyi,
    "gdp_delta": lambda g: gaussian_delta(size(g, "mu"), epsilon(g, finite=True)),
    "gdp_epsilon": lambda g: epsilon_of(size(g, "mu"), open_delta(g)),
    "gdp_type_two_error": gdp_beta,
}
