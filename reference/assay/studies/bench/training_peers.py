"""The accountants that come with libraries for training: asked the same, where they are installed."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from typing import Any, cast

from .peer_words import NotOffered, Request, Word, sampled_gaussian


def jax_privacy(request: Request) -> float:
    """Training with Gaussian noise on (cyclic, truncated) Poisson samples, by privacy loss distributions."""
    analysis, accountants, calibrate = (
        cast(Any, import_module(f"jax_privacy.accounting.{name}"))
        for name in ("analysis", "accountants", "calibrate")
    )
    if request.kind not in ("text", "calibrate") or request.delta is None or len(request.mechanisms) > 1:
        raise NotOffered(request.kind)
    if request.adjacency != "add-remove-one":
        raise NotOffered(request.adjacency)
    made = analysis.DpsgdTrainingAccountant(accountants.PldAccountantConfig())
    given, steps = _training(Word.of(request.mechanisms[0]))
    if request.kind == "calibrate":
        return float(
            calibrate.calibrate_noise_multiplier(
                target_epsilon=request.epsilon,
                accountant=made,
                batch_sizes=given.pop("batch_size"),
                num_updates=steps,
                target_delta=request.delta,
                tol=1e-3,
                **{name: value for name, value in given.items() if name != "noise_multipliers"},
            )
        )
    return float(made.compute_epsilon(steps, analysis.DpParams(delta=request.delta, **given)))


def _training(word: Word) -> tuple[dict[str, Any], int]:
    """The parameters of `DpParams` without delta, and the number of steps."""
    if word.name == "truncated-gaussian":
        size = int(word.parameters["size"])
        batch = int(Fraction(word.parameters["q"]) * size)
        cut = {"truncated_batch_size": int(word.parameters["batch"])}
        given = {"noise_multipliers": word.value("sigma"), "num_samples": size, "batch_size": batch}
        return given | cut, word.count
    if "q" not in word.parameters:
        raise NotOffered(f"{word.name} without samples")
    rate = Fraction(word.parameters["q"])
    if word.name == "cyclic-poisson":
        cycle, steps = int(word.parameters["cycle"]), int(word.parameters["steps"]) * word.count
        noise = word.value("sigma")
    elif word.parameters.get("sigma") == "?":
        cycle, steps, noise = 1, word.count, 0.0
    else:
        noise, _, steps = sampled_gaussian(word)
        cycle = 1
    group = rate.denominator
    return {
        "noise_multipliers": noise,
        "num_samples": group * cycle,
        "batch_size": rate.numerator,
        "cycle_length": cycle,
    }, steps


def random_allocation(request: Request) -> float:
    """A record in some random steps: by decomposition into Poisson samples if in one, else the best bound."""
    if request.kind != "text" or len(request.mechanisms) > 1:
        raise NotOffered(request.kind)
    word = Word.of(request.mechanisms[0])
    if word.name not in ("random-allocation", "balls-in-bins") or request.adjacency != "add-remove-one":
        raise NotOffered(word.name)
    method = "combined" if word.count > 1 or "uses" in word.parameters else "decomposition"
    scheme, structs = (
        cast(Any, import_module(f"random_allocation.{name}"))
        for name in (f"random_allocation_scheme.{method}", "comparisons.structs")
    )
    config = structs.SchemeConfig(allocation_direct_alpha_orders=[2, 3, 4, 6, 8, 12, 16])
    at = {"delta": request.delta} if request.delta is not None else {"epsilon": request.epsilon}
    steps = word.allowing("sigma", "steps", "bins", "uses").parameters.get("steps") or word.parameters["bins"]
    params = structs.PrivacyParams(
        sigma=word.value("sigma"),
        num_steps=int(steps),
        num_selected=int(word.parameters.get("uses", "1")),
        num_epochs=word.count,
        **at,
    )
    asked = "epsilon" if request.delta is not None else "delta"
    return float(getattr(scheme, f"allocation_{asked}_{method}")(params, config))


def opacus(request: Request) -> float:
    """Gaussian noise on Poisson samples, by its privacy random variables."""
    if request.kind not in ("text", "calibrate") or request.delta is None:
        raise NotOffered(request.kind)
    if request.adjacency != "add-remove-one":
        raise NotOffered(request.adjacency)
    accountants = cast(Any, import_module("opacus.accountants"))
    if request.kind == "calibrate":
        (word,) = map(Word.of, request.mechanisms)
        return float(
            cast(Any, import_module("opacus.accountants.utils")).get_noise_multiplier(
                target_epsilon=request.epsilon,
                target_delta=request.delta,
                sample_rate=word.value("q"),
                steps=word.count,
                accountant="prv",
            )
        )
    made = accountants.PRVAccountant()
    made.history = [sampled_gaussian(word) for word in map(Word.of, request.mechanisms)]
    return float(made.get_epsilon(request.delta))


TRAINING_PEERS: dict[str, Callable[[Request], float]] = {
    "jax-privacy": jax_privacy,
    "random-allocation": random_allocation,
    "opacus": opacus,
}
