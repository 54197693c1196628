"""autodp's calibrators: is the target kept at the parameter that they find?"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ....exact import eps as exact_epsilon
from ....exact import ln, number
from ....testing.claims import grid
from ....testing.claims.values import Real
from ...survey.case import Case
from ...survey.definitions import accounted, formula, kept
from ...survey.noise import Noise, gaussians
from .._truths import ball, rough_epsilon
from .calls import calibration, claim
from .truths import Truthful

TARGETS = grid(epsilon=(0.1, 0.5, 1.0, 8.0, 100.0, 745.0), delta=(1e-14, 1e-13, 1e-9, 1e-5, 0.01))
FEW = grid(epsilon=(0.5, 1.0), delta=(1e-9, 1e-5))
KEPT = "Gaussian noise of the sigma found keeps delta at epsilon, sensitivity 1"
TOLERANCE = "the documentation: tol : error tolerance for binary search (1e-12)"


def cases() -> Iterator[Case]:
    """Gaussian noise; noise for compositions; Laplace noise and coins; samples."""
    yield from _gaussian()
    yield from _rounds()
    yield from _others()
    yield from _samples()


def _gaussian() -> Iterator[Case]:
    for name, text, points, note in (
        ("privacy_calibrator.ana_gaussian_mech", "({0}(epsilon, delta))['sigma']", TARGETS, TOLERANCE),
        ("privacy_calibrator.gaussian_mech", "({0}(epsilon, delta))['sigma']", FEW, ""),
        (
            "privacy_calibrator.classical_gaussian_mech",
            "({0}(epsilon, delta))['sigma']",
            grid(epsilon=(0.01, 0.5, 1.0), delta=(1e-9, 1e-5, 0.01, 0.5)),
            "",
        ),
        (
            "calibrator_zoo.ana_gaussian_calibrator.param_from_eps_delta",
            "calibrator_zoo.ana_gaussian_calibrator()("
            "mechanism_zoo.GaussianMechanism, epsilon, delta).params['sigma']",
            TARGETS,
            TOLERANCE,
        ),
        (
            "calibrator_zoo.eps_delta_calibrator.param_from_eps_delta",
            "calibrator_zoo.eps_delta_calibrator()("
            "mechanism_zoo.ExactGaussianMechanism, epsilon, delta, [0.01, 100]).params['sigma']",
            grid(epsilon=(0.5, 1.0, 8.0, 100.0), delta=(1e-14, 1e-9, 1e-5)),
            "it accepts an error of epsilon below 1e-3",
        ),
    ):
        yield calibration(name, text.format(name), kept("delta", gaussians), "delta", points, KEPT, note=note)
    name = "privacy_calibrator.RDP_mech"
    text = f"{name}(rdp_bank.RDP_gaussian, epsilon, delta, 'sigma', {{}})['sigma']"
    yield calibration(name, text, kept("delta", gaussians), "delta", FEW[:2], KEPT)


def _rounds() -> Iterator[Case]:
    def attained(sigma: Any, epsilon: Any, delta: Any, count: int) -> Real:
        return rough_epsilon(gaussians(sigma, count=count), delta)

    found = {**kept("epsilon", lambda sigma, count: gaussians(sigma, count=count)), "attained": attained}
    name = "calibrator_zoo.generalized_eps_delta_calibrator"
    text = (
        f"{name}()(mechanism_zoo.ComposedGaussianMechanism, epsilon, delta, [0.1, 100],"
        " params={'sigma': None, 'coeff': count}, para_name='sigma').params['sigma']"
    )
    points = grid(epsilon=(1.0,), delta=(1e-5,), count=(5,))
    promise = "`count` Gaussian rounds keep epsilon at delta"
    yield calibration(f"{name}.param_from_eps_delta", text, found, "epsilon", points, promise)
    name = "privacy_calibrator.gaussian_mech"
    text = f"{name}(epsilon, delta, k=count)['sigma']"
    yield calibration(name, text, found, "epsilon", points, promise)


def _others() -> Iterator[Case]:
    def coin(p: Any, epsilon: Any, delta: Any) -> Real:
        """P(S) - e^epsilon Q(S) for the likelier outcome."""
        odds = exact_epsilon(epsilon).exp()
        gain = p - (1 - p) * odds
        return gain if gain > 0 else number(0)

    points = grid(epsilon=(0.5, 1.0), delta=(0.0, 1e-5))
    name = "privacy_calibrator.laplace_mech"
    text = f"{name}(epsilon, delta)['b']"
    found = {
        "attained": lambda b, epsilon, delta: accounted("delta", [Noise("laplace", {"scale": b})], epsilon)
    }
    yield calibration(name, text, found, "delta", points, "Laplace noise of the scale found keeps delta")
    name = "privacy_calibrator.randresponse_mech"
    text = f"{name}(epsilon, delta)['p']"
    promise = "the coin found keeps delta at epsilon"
    some = [point for point in points if point["delta"]]
    yield calibration(name, text, {"attained": coin, "definition": _coin_data}, "delta", some, promise)
    pure = [point for point in points if not point["delta"]]
    promise = "the coin found keeps epsilon at delta = 0"
    exact = {"attained": _pure_coin, "definition": _pure_coin_data}
    yield calibration(name, text, exact, "epsilon", pure, promise)


def _pure_coin(p: Any, epsilon: Any, delta: Any) -> Real:
    """ln(p/(1 - p))."""
    return ln(p / (1 - p))


def _pure_coin_data(p: Any, epsilon: Any, delta: Any) -> Any:
    return formula("log(p/(1-p))")(p=p)


def _coin_data(p: Any, epsilon: Any, delta: Any) -> Any:
    return formula("max(0, p-(1-p)*exp(epsilon))")(p=p, epsilon=epsilon)


def _samples() -> Iterator[Case]:
    """(ln(1 + q (e^eps - 1)), q delta), its inverse, and the rate for a target."""

    def amplified(eps: Any, prob: Any, delta: Any = 0) -> Real:
        return ln(1 + prob * (exact_epsilon(eps).exp() - 1))

    def base(eps: Any, prob: Any, delta: Any = 0) -> Real:
        return ln((exact_epsilon(eps).exp() - 1) / prob + 1)

    points = grid(eps=(0.0, 0.125, 1.0, 50.0), delta=(1e-6,), prob=(0.01, 0.5, 1.0))
    truth: Truthful = {"truth": amplified, "definition": formula("log(1+prob*(exp(eps)-1))")}
    for module in ("privacy_calibrator", "utils"):
        name = f"{module}.subsample_epsdelta"
        promise = "epsilon of an (eps, delta)-private mechanism on a Poisson sample"
        yield claim(name, f"{name}(eps, delta, prob)[0]", truth, points, promise)
        deltas: Truthful = {"truth": lambda eps, delta, prob: number(prob * delta)}
        yield claim(name, f"{name}(eps, delta, prob)[1]", deltas, points, "delta of the same")
    name = "privacy_calibrator.subsample_epsdelta_inverse"
    inverse: Truthful = {"truth": base, "definition": formula("log((exp(eps)-1)/prob+1)")}
    promise = "the largest epsilon whose amplification keeps the target"
    yield claim(name, f"{name}(eps, delta, prob)[0]", inverse, points, promise, bound="lower")
    name = "privacy_calibrator.subsample_epsdelta_get_prob"

    def rate(target: Fraction, eps: Fraction) -> Real:
        return ball(lambda t, e: t.expm1() / e.expm1(), "(e^target - 1)/(e^eps - 1)", target, eps)

    text = f"{name}(target, 1e-6, eps, 1e-6)"
    rates: Truthful = {"truth": rate}
    yield claim(
        name,
        text,
        rates,
        grid(target=(0.125,), eps=(1.0, 4.0)),
        "the largest rate that keeps a target",
        bound="lower",
    )

    def attained(prob: Any, epsilon: Any, delta: Any) -> Real:
        return rough_epsilon(gaussians(Fraction(2), prob), delta)

    name = "privacy_calibrator.subsampled_RDP_mech_get_prob"
    yield calibration(
        name,
        f"{name}(rdp_bank.RDP_gaussian, epsilon, delta, {{'sigma': 2.0}})",
        {"attained": attained},
        "epsilon",
        grid(epsilon=(0.5,), delta=(1e-5,)),
        "Gaussian noise (sigma = 2) on a sample of the rate found keeps epsilon at delta",
    )
