"""The mechanisms of autodp and what they say of themselves."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from ....exact import number
from ....testing.claims import grid
from ...survey.case import Case
from ...survey.definitions import composed, formula
from ...survey.noise import Noise, gaussians
from .. import _renyi as renyi
from .._truths import rough_composition
from .calls import ZOO, claim
from .truths import (
    GAUSSIAN_DELTA,
    GAUSSIAN_EPSILON,
    GAUSSIAN_RENYI,
    GAUSSIAN_TRADEOFF,
    LAPLACE_DELTA,
    LAPLACE_EPSILON,
    LAPLACE_RENYI,
    PURE_EPSILON,
    PURE_RENYI,
    PURE_TRADEOFF,
    RESPONSE_DELTA,
    RESPONSE_EPSILON,
    RESPONSE_RENYI,
    ZCDP_EPSILON,
    Truthful,
    bounded_range,
    sampled,
)

CORE = "autodp_core.Mechanism"
EPSILON = "epsilon at delta, sensitivity 1"
FOURIER = (
    "autodp inverts characteristic functions numerically; its search for epsilon hands bounds to"
    " scipy.optimize.minimize_scalar, which newer versions of scipy obey"
)

DELTAS = (1e-9, 1e-5, 0.01)
SIGMAS = (0.2, 1.0, 5.0, 100.0)


def cases() -> Iterator[Case]:
    """Mechanisms with one parameter, then compound ones."""
    yield from _gaussian()
    yield from _laplace()
    yield from _response()
    yield from _guarantees()
    yield from compound_cases()


def _gaussian() -> Iterator[Case]:
    made = f"{ZOO}.GaussianMechanism"
    points = grid(sigma=SIGMAS, delta=DELTAS)
    asked = (
        ("", f"{CORE}.get_approxDP"),
        (", approxDP_off=True", ""),
        (", approxDP_off=True, use_basic_RDP_to_approxDP_conversion=True", ""),
        (", approxDP_off=True, use_fDP_based_RDP_to_approxDP_conversion=True", ""),
        (", approxDP_off=True, RDP_off=True, fdp_off=False", ""),
    )
    for options, also in asked:
        text = f"{made}(sigma{options}).get_approxDP(delta)"
        yield claim(made, text, GAUSSIAN_EPSILON, points, EPSILON, also=[also] if also else [])
    yield claim(
        made, f"{made}(sigma).get_eps(delta)", GAUSSIAN_EPSILON, points, EPSILON, also=[f"{CORE}.get_eps"]
    )
    exact = f"{ZOO}.ExactGaussianMechanism"
    yield claim(exact, f"{exact}(sigma).get_approxDP(delta)", GAUSSIAN_EPSILON, points, EPSILON)
    fourier = f"{made}(sigma, RDP_off=True, approxDP_off=True, phi_off=False)"
    some = grid(sigma=(1.0, 5.0), delta=(1e-5, 0.01))
    yield claim(made, f"{fourier}.get_approxDP(delta)", GAUSSIAN_EPSILON, some, EPSILON, note=FOURIER)
    deltas = grid(sigma=(1.0, 5.0), epsilon=(0.0, 0.5, 2.0))
    promise = "delta at epsilon, sensitivity 1"
    yield claim(
        made,
        f"{made}(sigma).get_approx_delta(epsilon)",
        GAUSSIAN_DELTA,
        deltas,
        promise,
        also=[f"{CORE}.get_approx_delta"],
    )
    yield claim(made, f"{fourier}.get_approx_delta(epsilon)", GAUSSIAN_DELTA, deltas, promise, note=FOURIER)
    rates = grid(sigma=(0.5, 1.0, 5.0), fpr=(0.0, 1e-6, 0.1, 0.5, 1.0))
    for name in (made, exact):
        yield claim(
            name,
            f"{name}(sigma).get_fDP(fpr)",
            GAUSSIAN_TRADEOFF,
            rates,
            "type II error at this type I error: not above that of the best test",
            bound="lower",
            also=[f"{CORE}.get_fDP"],
        )
    orders = grid(sigma=(0.5, 1.0, 20.0), alpha=(1.5, 2.0, 32.0, float("inf")))
    yield claim(
        made,
        f"{made}(sigma).get_RDP(alpha)",
        GAUSSIAN_RENYI,
        orders,
        "Renyi divergence",
        also=[f"{CORE}.get_RDP"],
    )
    yield _approximate_renyi()


def _approximate_renyi() -> Case:
    """Approximate Renyi privacy follows from pure privacy for any delta: at most eps."""
    return claim(
        f"{ZOO}.PureDP_Mechanism",
        f"{ZOO}.PureDP_Mechanism(eps).get_approxRDP(delta, alpha)",
        {"truth": lambda eps, delta, alpha: number(0)},
        grid(eps=(0.5, 1.0), delta=(1e-5,), alpha=(2.0, 10.0)),
        "a finite Renyi bound that fails with probability delta; the least that can be said is 0",
        also=[f"{CORE}.get_approxRDP"],
    )


def _laplace() -> Iterator[Case]:
    made = f"{ZOO}.LaplaceMechanism"
    yield claim(
        made,
        f"{made}(b).get_approxDP(delta)",
        LAPLACE_EPSILON,
        grid(b=(0.1, 1.0, 20.0), delta=(0.0, 1e-9, 1e-5, 0.01)),
        EPSILON,
    )
    orders = grid(b=(0.1, 1.0, 20.0), alpha=(1.0, 1.5, 2.0, 32.0, float("inf")))
    yield claim(made, f"{made}(b).get_RDP(alpha)", LAPLACE_RENYI, orders, "Renyi divergence")
    fourier = f"{made}(b, RDP_off=True, phi_off=False)"
    some = grid(b=(1.0, 4.0), delta=(1e-5, 0.01))
    yield claim(made, f"{fourier}.get_approxDP(delta)", LAPLACE_EPSILON, some, EPSILON, note=FOURIER)
    yield claim(
        made,
        f"{fourier}.get_approx_delta(epsilon)",
        LAPLACE_DELTA,
        grid(b=(1.0, 4.0), epsilon=(0.0, 0.125, 0.5)),
        "delta at epsilon",
        note=FOURIER,
    )
    pure: Truthful = {"truth": lambda b: number(1 / b), "definition": formula("1/b")}
    yield claim(
        made, f"{made}(b).get_pureDP()", pure, grid(b=(0.1, 1.0)), "pure epsilon", also=[f"{CORE}.get_pureDP"]
    )


def _response() -> Iterator[Case]:
    made = f"{ZOO}.RandresponseMechanism"
    points = grid(p=(0.5, 0.75, 0.999, 0.25), delta=(0.0, 1e-5, 0.25))
    yield claim(made, f"{made}(p).get_approxDP(delta)", RESPONSE_EPSILON, points, EPSILON)
    orders = grid(p=(0.5, 0.75, 0.999, 0.25), alpha=(1.0, 2.0, 32.0, float("inf")))
    yield claim(made, f"{made}(p).get_RDP(alpha)", RESPONSE_RENYI, orders, "Renyi divergence")
    fourier = f"{made}(p, RDP_off=True, phi_off=False)"
    yield claim(
        made,
        f"{fourier}.get_approxDP(delta)",
        RESPONSE_EPSILON,
        grid(p=(0.75,), delta=(1e-5, 0.25)),
        EPSILON,
        note=FOURIER,
    )
    deltas = grid(p=(0.75,), epsilon=(0.125, 0.5, 1.0))
    yield claim(
        made, f"{fourier}.get_approx_delta(epsilon)", RESPONSE_DELTA, deltas, "delta at epsilon", note=FOURIER
    )


def _guarantees() -> Iterator[Case]:
    """Mechanisms known by a guarantee only, against one mechanism that has it."""
    pure = f"{ZOO}.PureDP_Mechanism"
    points = grid(eps=(0.0, 1e-6, 0.5, 1.0, 30.0), delta=(0.0, 1e-5, 0.25))
    yield claim(
        pure,
        f"{pure}(eps).get_approxDP(delta)",
        PURE_EPSILON,
        points,
        "epsilon at delta, negative ones included",
    )
    orders = grid(eps=(1e-6, 0.5, 1.0, 30.0), alpha=(1.0, 1.5, 2.0, 32.0, float("inf")))
    yield claim(pure, f"{pure}(eps).get_RDP(alpha)", PURE_RENYI, orders, "Renyi divergence")
    yield claim(
        pure,
        f"{pure}(eps).get_fDP(fpr)",
        PURE_TRADEOFF,
        grid(eps=(0.5, 1.0), fpr=(0.0, 0.1, 0.5, 1.0)),
        "type II error at this type I error",
        bound="lower",
    )
    zcdp = f"{ZOO}.zCDP_Mechanism"
    promise = "epsilon at delta; not below that of the Gaussian mechanism with this rho"
    yield claim(
        zcdp,
        f"{zcdp}(rho).get_approxDP(delta)",
        ZCDP_EPSILON,
        grid(rho=(0.005, 0.5, 8.0), delta=DELTAS),
        promise,
    )
    discrete = f"{ZOO}.DiscreteGaussianMechanism"
    yield claim(
        discrete,
        f"{discrete}(sigma).get_approxDP(delta)",
        rough_composition(lambda sigma: [Noise("discrete-gaussian", {"sigma": sigma})]),
        grid(sigma=(0.5, 1.0, 5.0), delta=(1e-5, 0.01)),
        "epsilon at delta of discrete Gaussian noise, sensitivity 1",
    )
    exponential = f"{ZOO}.ExponentialMechanism"
    instance: Truthful = {"truth": lambda eps, alpha: renyi.coins_renyi(*bounded_range(eps), alpha)}
    yield claim(
        exponential,
        f"{exponential}(eps).get_RDP(alpha)",
        instance,
        grid(eps=(0.5, 1.0, 4.0), alpha=(1.5, 2.0, 32.0, float("inf"))),
        "Renyi divergence; not below that of one choice between two candidates",
    )


def compound_cases() -> Iterator[Case]:
    """One round after another, on samples of the records or on all of them."""
    made = f"{ZOO}.ComposedGaussianMechanism"
    points = grid(sigma=(1.0, 10.0), count=(1, 20), delta=(1e-5,))
    text = f"{made}({{'sigma': sigma, 'coeff': count}}).get_approxDP(delta)"
    yield claim(made, text, composed("epsilon", gaussians), points, "epsilon at delta of `count` rounds")
    few = grid(sigma=(1.0, 2.0), prob=(0.5,), count=(2,), delta=(1e-5,))
    names = f"{ZOO}.SubsampleGaussianMechanism", f"{ZOO}.NoisySGD_Mechanism"
    given = "{'prob': prob, 'sigma': sigma, 'coeff': count}"
    promise = "epsilon at delta of `count` Gaussian rounds on Poisson samples"
    for name, text in (
        (names[0], f"{names[0]}({given}).get_approxDP(delta)"),
        (names[0], f"{names[0]}({given}, phi_off=False, RDP_off=True).get_approxDP(delta)"),
        (names[1], f"{names[1]}(prob, sigma, count).get_approxDP(delta)"),
    ):
        yield claim(name, text, rough_composition(sampled), few, promise)
    descent = f"{ZOO}.NoisyGD_Mechanism"

    def two(first: Fraction, second: Fraction) -> list[Noise]:
        return [*gaussians(first), *gaussians(second)]

    yield claim(
        descent,
        f"{descent}(np.array([first, second])).get_approxDP(delta)",
        composed("epsilon", two),
        grid(first=(1.0, 3.0), second=(2.0,), delta=(1e-5,)),
        "epsilon at delta of two Gaussian rounds",
    )
