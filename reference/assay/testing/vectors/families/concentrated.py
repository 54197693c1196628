"""The tightest conversion of zero-concentrated privacy, and Poisson-sampled Gaussian noise."""

from __future__ import annotations

from collections.abc import Iterator

from ..family import Case, Family, case, edge_if


def cases() -> Iterator[Case]:
    """Conversions, divergences of one round, and the epsilon of many rounds."""
    for rho in ("1/1000000", "1/8", "1/2", "1", "50", "10000"):
        for delta in ("1/2", "1/1000", "1/1000000", "1e-20", "1e-300"):
            yield case("zcdp_to_dp_tight", rho=rho, delta=delta)
    yield case("zcdp_to_dp_tight", "invalid", rho="0", delta="1/10")
    yield case("zcdp_to_dp_tight", "invalid", rho="1", delta="0")
    yield case("zcdp_to_dp_tight", "invalid", rho="1", delta="1")
    for rate in ("0", "1/100", "1/1000000", "1/2", "1"):
        for sigma in ("1", "4", "1/2"):
            for order in ("2", "3", "8", "64"):
                result = edge_if(rate in ("0", "1"))
                yield case("sampled_gaussian_renyi", result, rate=rate, sigma=sigma, order=order)
    for rate, sigma, rounds in (("1/100", "1", "1000"), ("1/100", "4", "10000"), ("1/2", "10", "50")):
        for delta in ("1/1000", "1/1000000"):
            for largest in ("2", "16", "64"):
                yield case(
                    "sampled_gaussian_epsilon",
                    rate=rate,
                    sigma=sigma,
                    rounds=rounds,
                    delta=delta,
                    largest=largest,
                )
    bad = {"rate": "1/2", "sigma": "1", "order": "2"}
    for key, value in (("rate", "2"), ("sigma", "0"), ("order", "1"), ("order", "5/2"), ("order", "65")):
        yield case("sampled_gaussian_renyi", "invalid", **{**bad, key: value})
    good = {"rate": "1/2", "sigma": "1", "rounds": "5", "delta": "1/10", "largest": "4"}
    for key, value in (("rounds", "0"), ("delta", "0"), ("largest", "1"), ("rate", "-1")):
        yield case("sampled_gaussian_epsilon", "invalid", **{**good, key: value})


FAMILIES = (
    Family(
        "concentrated",
        "The tightest conversion of zero-concentrated privacy, and Poisson-sampled Gaussian noise",
        (
            "Canonne, Kamath and Steinke, The Discrete Gaussian for Differential Privacy, NeurIPS 2020",
            "Mironov, Talwar and Zhang, Renyi Differential Privacy of the Sampled Gaussian Mechanism, 2019",
        ),
        cases,
    ),
)
