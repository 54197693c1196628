"""The accountants of other libraries, asked the same questions; none of them is needed by anything else.

Every function answers with a float, or raises what the library raises.  Needs the extra `peers`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from math import log, sqrt
from typing import Any, cast

from .peer_words import NotOffered, Request, Word, by_renyi, in_dp_accounting, needs_renyi, sampled_gaussian
from .training_peers import TRAINING_PEERS

INSTALL = "pip install 'assay[peers,training]'"
PACKAGES = {
    "dp-accounting": "dp_accounting",
    "prv-accountant": "prv_accountant",
    "autodp": "autodp",
    "opendp": "opendp",
    "jax-privacy": "jax_privacy",
    "random-allocation": "random_allocation",
    "opacus": "opacus",
}


def missing() -> list[str]:
    """The peers that are not installed."""
    return [name for name, module in PACKAGES.items() if find_spec(module) is None]


def dp_accounting(request: Request) -> float:
    """Privacy loss distributions on its default grid of 1e-4; Renyi divergences where it has nothing else."""
    if request.kind == "calibrate":
        return _calibrated(request)
    if any(needs_renyi(Word.of(text)) for text in request.mechanisms):
        accountant = by_renyi(request.mechanisms, request.adjacency)
        if request.delta is not None:
            return float(accountant.get_epsilon(request.delta))
        return float(accountant.get_delta(request.epsilon))
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
        "text": lambda: in_dp_accounting(pld, request.mechanisms, request.adjacency),
    }[request.kind]()
    composed = made.self_compose(request.count) if request.count > 1 else made
    if request.delta is not None:
        return float(composed.get_epsilon_for_delta(request.delta))
    return float(composed.get_delta_for_epsilon(request.epsilon))


def _mixed(pld: Any) -> Any:
    gaussian = pld.from_gaussian_mechanism(20.0).self_compose(200)
    laplace = pld.from_laplace_mechanism(30.0).self_compose(100)
    return gaussian.compose(laplace).compose(pld.from_discrete_laplace_mechanism(1 / 20, 1).self_compose(100))


def _calibrated(request: Request) -> float:
    """The noise, to a thousandth, by its search over its accountant."""
    accounting = cast(Any, import_module("dp_accounting"))
    pld = cast(Any, import_module("dp_accounting.pld"))
    (word,) = map(Word.of, request.mechanisms)
    if word.name != "gaussian":
        raise NotOffered(word.name)

    def event(noise: float) -> Any:
        once = accounting.PoissonSampledDpEvent(word.value("q"), accounting.GaussianDpEvent(noise))
        return accounting.SelfComposedDpEvent(once, word.count)

    bounds = accounting.ExplicitBracketInterval(0.1, 100.0)
    found = accounting.calibrate_dp_mechanism(
        pld.PLDAccountant, event, request.epsilon, request.delta, bounds, tol=1e-3
    )
    return float(found)


def _from_table(pld: Any, request: Request) -> Any:
    if request.table is None:
        raise NotOffered("no table")
    upper, lower = ({k: log(v) for k, v in distribution.items()} for distribution in request.table)
    return pld.from_two_probability_mass_functions(lower, upper, symmetric=False)


def prv_accountant(request: Request) -> float:
    """Its upper estimate, at eps_error 0.1 and delta_error delta/1000."""
    prv = cast(Any, import_module("prv_accountant"))
    if request.delta is None or request.adjacency != "add-remove-one":
        raise NotOffered("no such question")
    words = _words(request)
    accountant = prv.PRVAccountant(
        prvs=[_variable(prv, word) for word in words],
        max_self_compositions=[_count(word) for word in words],
        eps_error=0.1,
        delta_error=request.delta / 1000,
    )
    return float(accountant.compute_epsilon(request.delta, [_count(word) for word in words])[2])


KINDS = {"gaussian": "gaussian sigma=1", "laplace": "laplace scale=1", "sampled": "gaussian sigma=1 q=0.01"}


def _words(request: Request) -> list[Word]:
    """Mechanisms of text, or of one of KINDS; of randomised response where it is that."""
    if request.kind == "text":
        return [Word.of(text) for text in request.mechanisms]
    if request.kind == "response":
        return [Word("pure", {"epsilon": repr(log(3)), "k": str(request.count)})]
    if request.kind not in KINDS:
        raise NotOffered("no such mechanism")
    return [Word.of(f"{KINDS[request.kind]} k={request.count}")]


def _count(word: Word) -> int:
    return word.count if word.name in ("laplace", "pure", "approximate") else sampled_gaussian(word)[2]


def _variable(prv: Any, word: Word) -> Any:
    """A privacy random variable."""
    if word.name == "laplace":
        return prv.LaplaceMechanism(mu=1 / word.allowing("scale").value("scale"))
    if word.name == "pure":
        return prv.PureDPMechanism(word.value("epsilon"))
    if word.name == "approximate":
        return prv.ApproximateDPMechanism(word.value("epsilon"), word.value("delta"))
    noise, rate, _ = sampled_gaussian(word)
    if rate == 1:
        return prv.GaussianMechanism(noise_multiplier=noise)
    return prv.PoissonSubsampledGaussianMechanism(noise_multiplier=noise, sampling_probability=rate)


def autodp(request: Request) -> float:
    """Renyi differential privacy, converted."""
    if request.delta is None or request.adjacency != "add-remove-one":
        raise NotOffered("no such question")
    zoo = cast(Any, import_module("autodp.mechanism_zoo"))
    transformers = cast(Any, import_module("autodp.transformer_zoo"))
    words = _words(request)
    made = [_of_autodp(zoo, transformers, word) for word in words]
    composed = transformers.Composition()(made, [_count(word) for word in words])
    return float(composed.get_approxDP(request.delta))


def _of_autodp(zoo: Any, transformers: Any, word: Word) -> Any:
    if word.name == "laplace":
        return zoo.LaplaceMechanism(b=word.allowing("scale").value("scale"))
    if word.name == "pure":
        return zoo.PureDP_Mechanism(eps=word.value("epsilon"))
    noise, rate, _ = sampled_gaussian(word)
    made = zoo.GaussianMechanism(sigma=noise)
    if rate == 1:
        return made
    made.neighboring = "add_remove"
    sampling = transformers.AmplificationBySampling(PoissonSampling=True)
    return sampling(made, rate, improved_bound_flag=True)


def opendp(request: Request) -> float:
    """Zero-concentrated differential privacy of one Gaussian with the noise of all rounds, converted."""
    dp = cast(Any, import_module("opendp.prelude"))
    if request.delta is None or request.adjacency != "add-remove-one":
        raise NotOffered("no such question")
    parts = [sampled_gaussian(word) for word in _words(request)]
    if any(rate != 1 for _, rate, _ in parts):
        raise NotOffered("samples")
    scale = 1 / sqrt(sum(count / noise**2 for noise, _, count in parts))
    dp.enable_features("contrib", "floating-point")
    space = dp.atom_domain(T=float, nan=False), dp.absolute_distance(T=float)
    measurement = dp.m.make_gaussian(*space, scale=scale)
    return float(dp.c.make_zCDP_to_approxDP(measurement).map(1.0).epsilon(request.delta))


PEERS: dict[str, Callable[[Request], float]] = {
    "dp-accounting": dp_accounting,
    "prv-accountant": prv_accountant,
    "autodp": autodp,
    "opendp": opendp,
    **TRAINING_PEERS,
}
