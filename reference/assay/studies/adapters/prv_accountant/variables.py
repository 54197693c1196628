"""The privacy random variables of prv-accountant: Renyi divergences, distribution functions, masses."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ....errors import InvalidValue
from ....exact import Certified, number
from ....exact._flint import arb
from ....testing.claims.values import Real
from ...survey.case import Case, Claims, Definition, Point, Probabilities
from ...survey.definitions import formula
from .. import _formulas as formulas
from .._renyi import gaussian_renyi, laplace_renyi, response_renyi, sampled_gaussian_renyi
from .._truths import ball
from .calls import VARIABLES, variable

MODULE = "prv_accountant.privacy_random_variables"

PATHS = {
    "gaussian": f"{MODULE}.gaussian_mechanism.GaussianMechanism",
    "laplace": f"{MODULE}.laplace_mechanism.LaplaceMechanism",
    "pure": f"{MODULE}.pure_dp_mechanism.PureDPMechanism",
    "approximate": f"{MODULE}.approximate_dp.ApproximateDPMechanism",
    "sampled": f"{MODULE}.poisson_subsampled_gaussian_mechanism.PoissonSubsampledGaussianMechanism",
}

ALPHAS = (1.5, 2.0, 3.0, 32.0, 63.0)

POINTS: dict[str, Sequence[Mapping[str, float]]] = {
    "gaussian": [{"sigma": 1.0}, {"sigma": 0.1}, {"sigma": 10.0}, {"sigma": 1000.0}],
    "laplace": [{"mu": 1.0}, {"mu": 0.01}, {"mu": 20.0}, {"mu": 745.0}],
    "pure": [{"eps": 0.1}, {"eps": 1.0}, {"eps": 20.0}, {"eps": 745.0}],
    "approximate": [{"eps": 0.1, "delta0": 1e-6}, {"eps": 1.0, "delta0": 1e-6}],
    "sampled": [{"rate": 0.1, "sigma": 1.0}, {"rate": 0.01, "sigma": 4.0}],
}

LOSSES = (-3.0, -0.5, 0.0, 0.25, 0.999, 4.0)


def cases() -> Iterator[Case]:
    """Renyi divergences as upper bounds; probabilities of the loss as values."""
    for family in POINTS:
        yield _renyi_case(family)
        yield _cdf_case(family)
    yield _mass_case()
    yield _pdf_case()


def _made(family: str) -> str:
    return f"from prv_accountant import *\nprv = {VARIABLES[family]}\n"


def _renyi_case(family: str) -> Case:
    truth, definition = _renyi_truth(family)
    alphas = (2.0, 3.0, 32.0) if family == "sampled" else ALPHAS

    def privacy_map(alpha: float, **parameters: float) -> float:
        return float(variable(family, parameters).rdp(alpha))

    return Claims(
        function=f"{PATHS[family]}.rdp",
        privacy_map=privacy_map,
        truth=truth,
        definition=definition,
        points=[{**p, "alpha": alpha} for p in POINTS[family] for alpha in alphas],
        snippet=_made(family) + "print(prv.rdp({alpha!r}))\n",
        promise="the Renyi divergence of order alpha, conditioned on the loss being finite",
        note="the documentation: compute RDP of this mechanism of order alpha",
    )


def _renyi_truth(family: str) -> tuple[Callable[..., Any], Callable[..., Definition]]:
    """The divergence of the pair, and how a script computes it anew."""
    if family == "gaussian":
        return gaussian_renyi, formula("alpha / (2 * sigma**2)")
    if family == "laplace":

        def laplace(mu: Fraction, alpha: Fraction) -> Real:
            return laplace_renyi(1 / mu, alpha)

        return laplace, formula(
            "log(alpha/(2*alpha-1)*exp((alpha-1)*mu) + (alpha-1)/(2*alpha-1)*exp(-alpha*mu))/(alpha-1)"
        )
    if family == "sampled":
        return sampled_gaussian_renyi, formulas.sampled

    def response(eps: Fraction, alpha: Fraction, delta0: Fraction | int = 0) -> Real:
        return response_renyi(eps, alpha)

    return response, formula("log((exp(alpha*eps) + exp((1-alpha)*eps))/(1+exp(eps)))/(alpha-1)")


def _cdf_case(family: str) -> Case:
    def computed(**parameters: float) -> Mapping[float, float]:
        made = variable(family, parameters)
        return {t: float(made.cdf(t)) for t in LOSSES}

    def distribution(**parameters: Any) -> Mapping[float, Real]:
        return {t: _cdf(family, Fraction(t), parameters) for t in LOSSES}

    points: list[Point] = list(POINTS[family])
    return Probabilities(
        function=f"{PATHS[family]}.cdf",
        computed=computed,
        distribution=distribution,
        points=points,
        snippet=_made(family) + f"print([float(prv.cdf(t)) for t in {list(LOSSES)}])\n",
        promise="P(loss <= t), conditioned on the loss being finite",
    )


def _cdf(family: str, t: Fraction, p: Mapping[str, Fraction]) -> Real:
    """P(L <= t) under the distribution of the mechanism's output on the data with the record."""
    if family in ("pure", "approximate"):
        if abs(t) < p["eps"] or t == -p["eps"]:
            return ball(lambda e: 1 / (1 + e.exp()), "1/(1 + e^eps)", p["eps"])
        return number(0 if t < 0 else 1)
    if family == "laplace":
        if abs(t) < p["mu"] or t == -p["mu"]:
            return ball(lambda u, m: ((u - m) / 2).exp() / 2, "e^((t - mu)/2)/2", t, p["mu"])
        return number(0 if t < 0 else 1)
    if family == "gaussian":
        return normal(t * p["sigma"] - 1 / (2 * p["sigma"]))
    return _sampled_cdf(t, p["rate"], p["sigma"])


def normal(x: Fraction) -> Certified:
    """The standard normal distribution function."""
    return ball(lambda b: (-b / arb(2).sqrt()).erfc() / 2, f"Phi({x})", x)


def _sampled_cdf(t: Fraction, rate: Fraction, sigma: Fraction) -> Real:
    """P(ln((1 - q) + q e^((2x - 1)/(2 s^2))) <= t) for x from (1 - q) N(0, s^2) + q N(1, s^2)."""
    if ball(lambda b: b.exp(), f"exp({t})", t) < 1 - rate:
        return number(0)

    def rule(t: arb, q: arb, s: arb) -> arb:
        z = ((t.exp() - 1 + q) / q).log() * s
        half, root = 1 / (2 * s), arb(2).sqrt()
        return (1 - q) * (-(z + half) / root).erfc() / 2 + q * (-(z - half) / root).erfc() / 2

    return ball(rule, f"P(loss <= {t})", t, rate, sigma)


def _mass_case() -> Case:
    return Probabilities(
        function=f"{PATHS['approximate']}.pm_inf",
        computed=lambda **p: {"inf": float(variable("approximate", p).pm_inf)},
        distribution=lambda eps, delta0: {"inf": number(delta0)},
        points=list(POINTS["approximate"]),
        snippet=_made("approximate") + "print(prv.pm_inf)\n",
        promise="P(loss = infinity)",
    )


def _pdf_case() -> Case:
    def distribution(rate: Fraction, sigma: Fraction) -> Mapping[float, Real]:
        return {t: _density(Fraction(t), rate, sigma) for t in LOSSES if t > -0.01}

    def computed(**parameters: float) -> Mapping[float, float]:
        made = variable("sampled", parameters)
        return {t: float(made.pdf(t)) for t in LOSSES if t > -0.01}

    return Probabilities(
        function=f"{PATHS['sampled']}.pdf",
        computed=computed,
        distribution=distribution,
        points=list(POINTS["sampled"]),
        snippet=_made("sampled")
        + f"print([float(prv.pdf(t)) for t in {[t for t in LOSSES if t > -0.01]}])\n",
        promise="the density of the loss at t",
    )


def _density(t: Fraction, rate: Fraction, sigma: Fraction) -> Real:
    """f_Y(t) = f(x(t)) x'(t), with x(t) = s^2 ln((e^t - 1 + q)/q) + 1/2 and f the density of the mixture."""
    if rate <= 0 or sigma <= 0:
        raise InvalidValue(f"rate = {rate}, sigma = {sigma} make no mechanism")

    def rule(t: arb, q: arb, s: arb) -> arb:
        inner = t.exp() - 1 + q
        x = s * s * (inner / q).log() + arb(1) / 2
        slope = s * s * t.exp() / inner
        density = (1 - q) * (-x * x / (2 * s * s)).exp() + q * (-((x - 1) ** 2) / (2 * s * s)).exp()
        return density * slope / (s * (2 * arb.pi()).sqrt())

    return ball(rule, f"density at {t}", t, rate, sigma)
