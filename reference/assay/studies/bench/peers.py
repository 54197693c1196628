"""The accountants of other libraries, asked the same questions; none of them is needed by anything else.

Every function answers with a float, or raises what the library raises.  Needs the extra `peers`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from math import log, sqrt
from typing import Any, cast

INSTALL = "pip install 'assay[peers]'"
PACKAGES = {
    "dp-accounting": "dp_accounting",
    "prv-accountant": "prv_accountant",
    "autodp": "autodp",
    "opendp": "opendp",
}


@dataclass(frozen=True)
class Request:
    """epsilon at a delta, or delta at an epsilon, of `count` uses of one mechanism.

    kind: "gaussian" (sigma = 1), "laplace" (scale 1), "sampled" (Gaussian, sigma = 1, rate 1/100), "response"
    (randomised response with e^epsilon = 3), "two responses" (e^epsilon = 3 and 2, `count` each), "mixed"
    (200 Gaussians of sigma 20, 100 Laplace mechanisms of scale 30, 100 discrete ones of scale 20), or "table"
    with the two distributions, or "text" with mechanisms as the command line takes them.
    """

    kind: str
    count: int
    delta: float | None = None
    epsilon: float | None = None
    table: tuple[Mapping[int, Fraction], Mapping[int, Fraction]] | None = None
    mechanisms: tuple[str, ...] = ()


class NotOffered(Exception):
    """The library has no function for this question."""


def missing() -> list[str]:
    """The peers that are not installed."""
    return [name for name, module in PACKAGES.items() if find_spec(module) is None]


def dp_accounting(request: Request) -> float:
    """Privacy loss distributions on its default grid of 1e-4."""
    pld = cast(Any, import_module("dp_accounting.pld.privacy_loss_distribution"))
    made = {
        "gaussian": lambda: pld.from_gaussian_mechanism(1.0),
        "laplace": lambda: pld.from_laplace_mechanism(1.0),
        "sampled": lambda: pld.from_gaussian_mechanism(1.0, sampling_prob=0.01),
        "response": lambda: pld.from_randomized_response(0.5, 2),
        "two responses": lambda: pld.from_randomized_response(0.5, 2).compose(
            pld.from_randomized_response(2 / 3, 2)
        ),
        "mixed": lambda: _mixed(pld),
        "table": lambda: _from_table(pld, request),
        "text": lambda: _from_text(pld, request),
    }[request.kind]()
    composed = made.self_compose(request.count) if request.count > 1 else made
    if request.delta is not None:
        return float(composed.get_epsilon_for_delta(request.delta))
    return float(composed.get_delta_for_epsilon(request.epsilon))


def _mixed(pld: Any) -> Any:
    gaussian = pld.from_gaussian_mechanism(20.0).self_compose(200)
    laplace = pld.from_laplace_mechanism(30.0).self_compose(100)
    return gaussian.compose(laplace).compose(pld.from_discrete_laplace_mechanism(1 / 20, 1).self_compose(100))


def _from_text(pld: Any, request: Request) -> Any:
    from .rounds import of_dp_accounting

    return of_dp_accounting(pld, request.mechanisms)


def _from_table(pld: Any, request: Request) -> Any:
    if request.table is None:
        raise NotOffered("no table")
    upper, lower = ({k: log(v) for k, v in distribution.items()} for distribution in request.table)
    return pld.from_two_probability_mass_functions(lower, upper, symmetric=False)


def prv_accountant(request: Request) -> float:
    """Its upper estimate, at eps_error 0.1 and delta_error delta/1000."""
    prv = cast(Any, import_module("prv_accountant"))
    if request.delta is None or request.kind not in ("gaussian", "laplace", "sampled"):
        raise NotOffered("no such mechanism")
    made = {
        "gaussian": lambda: prv.GaussianMechanism(noise_multiplier=1.0),
        "laplace": lambda: prv.LaplaceMechanism(mu=1.0),
        "sampled": lambda: prv.PoissonSubsampledGaussianMechanism(
            noise_multiplier=1.0, sampling_probability=0.01
        ),
    }[request.kind]()
    accountant = prv.PRVAccountant(
        prvs=[made],
        max_self_compositions=[request.count],
        eps_error=0.1,
        delta_error=request.delta / 1000,
    )
    return float(accountant.compute_epsilon(request.delta, [request.count])[2])


def autodp(request: Request) -> float:
    """Renyi differential privacy, converted."""
    zoo = cast(Any, import_module("autodp.mechanism_zoo"))
    transformers = cast(Any, import_module("autodp.transformer_zoo"))
    if request.delta is None or request.kind in ("table", "mixed", "two responses", "text"):
        raise NotOffered("no such mechanism")
    if request.kind == "response":
        made = zoo.PureDP_Mechanism(eps=log(3))
    elif request.kind == "laplace":
        made = zoo.LaplaceMechanism(b=1.0)
    else:
        made = zoo.GaussianMechanism(sigma=1.0)
    if request.kind == "sampled":
        made.neighboring = "add_remove"
        sampling = transformers.AmplificationBySampling(PoissonSampling=True)
        made = sampling(made, 0.01, improved_bound_flag=True)
    return float(transformers.Composition()([made], [request.count]).get_approxDP(request.delta))


def opendp(request: Request) -> float:
    """Zero-concentrated differential privacy of one Gaussian with the noise of all rounds, converted."""
    dp = cast(Any, import_module("opendp.prelude"))
    if request.delta is None or request.kind != "gaussian":
        raise NotOffered("no such mechanism")
    dp.enable_features("contrib", "floating-point")
    space = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)
    measurement = dp.m.make_gaussian(*space, scale=1 / sqrt(request.count))
    return float(dp.c.make_zCDP_to_approxDP(measurement).map(1.0).epsilon(request.delta))


PEERS: dict[str, Callable[[Request], float]] = {
    "dp-accounting": dp_accounting,
    "prv-accountant": prv_accountant,
    "autodp": autodp,
    "opendp": opendp,
}
