"""Gaussian and Laplace noise on the reals, and Gaussian differential privacy."""

from __future__ import annotations

from collections.abc import Iterator

from ....outputs.json_values import Json
from ..family import FLOAT, Case, Family, case

SIGMAS = (("1", "1"), ("1/2", "1"), ("10", "1"), ("3/2", "2"), ("1/30", "1"), (FLOAT, "1"))
DELTAS = ("1/10", "1/1000000", "1e-20", "1e-300")


def cases() -> Iterator[Case]:
    """Delta, epsilon, the smallest noise, and Renyi divergences."""
    yield from _gaussian()
    yield from _laplace()
    yield from _gdp()


def _gaussian() -> Iterator[Case]:
    for sigma, size in SIGMAS:
        for epsilon in ("0", "ln(2)", "1", "8", *(("40",) if sigma != "10" else ())):
            yield case("gaussian_delta", sigma=sigma, sensitivity=size, epsilon=epsilon)
        for delta in DELTAS:
            yield case("gaussian_epsilon", sigma=sigma, sensitivity=size, delta=delta)
        for order in ("3/2", "32"):
            yield case("gaussian_renyi", sigma=sigma, sensitivity=size, order=order)
    for epsilon in ("0", "1/1000", "1/2", "ln(3)", "1", "2", "5", "10", "50", "709", "1000", FLOAT):
        for delta in (*DELTAS, "9/10"):
            yield case("gaussian_sigma", epsilon=epsilon, delta=delta, sensitivity="1")
    yield case("gaussian_sigma", epsilon="1", delta="1/100000", sensitivity="5/2")
    for key, value in (("sigma", "0"), ("sigma", "-1"), ("sensitivity", "0"), ("epsilon", "inf")):
        arguments: dict[str, Json] = {"sigma": "1", "sensitivity": "1", "epsilon": "1", key: value}
        yield case("gaussian_delta", "invalid", **arguments)
    for delta in ("0", "1", "-1", "nan"):
        yield case("gaussian_sigma", "invalid", epsilon="1", delta=delta, sensitivity="1")
        yield case("gaussian_epsilon", "invalid", sigma="1", sensitivity="1", delta=delta)
    yield case("gaussian_sigma", "invalid", epsilon="-1", delta="1/10", sensitivity="1")
    yield case("gaussian_renyi", "invalid", sigma="1", sensitivity="1", order="1")


def _laplace() -> Iterator[Case]:
    for scale, size in (("1", "1"), ("1/2", "1"), ("10", "1"), ("3/2", "2"), ("1/800", "1"), (FLOAT, "1")):
        for epsilon in ("0", "ln(2)", "1", "3", "700"):
            yield case("laplace_delta", scale=scale, sensitivity=size, epsilon=epsilon)
        for delta in ("0", "1/1000000", "1/2", "1e-300"):
            yield case("laplace_epsilon", scale=scale, sensitivity=size, delta=delta)
        for order in ("1001/1000", "2", "32"):
            yield case("laplace_renyi", scale=scale, sensitivity=size, order=order)
    for epsilon in ("1/1000", "1", "ln(2)", "745"):
        for delta in ("0", "1/1000000", "1/2", "1e-300"):
            yield case("laplace_scale", epsilon=epsilon, delta=delta, sensitivity="1")
    yield case("laplace_scale", epsilon="0", delta="1/10", sensitivity="2")
    yield case("laplace_scale", "invalid", epsilon="0", delta="0", sensitivity="1")
    yield case("laplace_scale", "invalid", epsilon="1", delta="1", sensitivity="1")
    yield case("laplace_delta", "invalid", scale="0", sensitivity="1", epsilon="1")
    yield case("laplace_delta", "invalid", scale="1", sensitivity="-1", epsilon="1")
    yield case("laplace_epsilon", "invalid", scale="1", sensitivity="1", delta="3/2")
    yield case("laplace_renyi", "invalid", scale="1", sensitivity="1", order="1")


def _gdp() -> Iterator[Case]:
    for mu in ("1/100", "1/2", "1", "3", "10"):
        for epsilon in ("0", "1/2", "1", "ln(3)", *(("20",) if mu != "1/100" else ())):
            yield case("gdp_delta", mu=mu, epsilon=epsilon)
        for delta in DELTAS:
            yield case("gdp_epsilon", mu=mu, delta=delta)
        for alpha in ("1e-100", "1/1000000", "1/100", "1/2", "9/10", "999999/1000000"):
            yield case("gdp_type_two_error", mu=mu, alpha=alpha)
    yield case("gdp_delta", "invalid", mu="0", epsilon="1")
    yield case("gdp_delta", "invalid", mu="1", epsilon="-1")
    yield case("gdp_epsilon", "invalid", mu="1", delta="0")
    yield case("gdp_type_two_error", "invalid", mu="1", alpha="1")
    yield case("gdp_type_two_error", "invalid", mu="-1", alpha="1/2")


FAMILIES = (
    Family(
        "gaussian",
        "Gaussian and Laplace noise on the reals, and Gaussian differential privacy",
        (
            "Balle and Wang, Improving the Gaussian Mechanism for Differential Privacy, ICML 2018",
            "Mironov, Renyi Differential Privacy, CSF 2017",
            "Dong, Roth and Su, Gaussian Differential Privacy, JRSS B 2022",
        ),
        cases,
    ),
)
