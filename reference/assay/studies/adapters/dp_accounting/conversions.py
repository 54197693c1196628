"""Conversions between notions of privacy, composition theorems, and the Gaussian mechanism in closed form."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import Any

from ....errors import InvalidValue
from ....exact import INFINITY, certified, number
from ....testing.claims import grid
from ...survey.case import Case
from ...survey.definitions import composed, formula, kept
from .._formulas import LAPLACE, Define, sampled
from .._renyi import laplace_renyi, sampled_gaussian_renyi
from . import mechanisms as m
from .names import calibration, claims

RDP = "dp_accounting.rdp.rdp_privacy_accountant"
ACCOUNTANT = "dp_accounting.pld.accountant"
PARAMETERS = "dp_accounting.pld.common.DifferentialPrivacyParameters"


def cases() -> Iterator[Case]:
    """Renyi privacy to epsilon and delta, Renyi divergences, composition, the Gaussian mechanism."""
    yield from _converted()
    yield from _divergences()
    yield from _advanced()
    yield from _gaussian()


def _converted() -> Iterator[Case]:
    """Gaussian noise has Renyi divergence alpha/(2 sigma^2): a converted epsilon may not be below its own."""
    orders, rdp = "[{alpha!r}]", "[{alpha!r} / (2 * {sigma!r}**2)]"
    grids = grid(alpha=[1.5, 2.0, 8.0, 64.0], sigma=[0.5, 1.0, 8.0])
    yield claims(
        f"{RDP}.compute_epsilon",
        f"rdp.compute_epsilon({orders}, {rdp}, {{delta!r}})[0]",
        composed("epsilon", lambda alpha, sigma: [m.gaussian(sigma)]),
        [{**point, "delta": delta} for point in grids for delta in (1e-12, 1e-5, 0.1)],
        "an epsilon for whatever has this Renyi divergence, such as Gaussian noise",
        at_least=True,
    )
    yield claims(
        f"{RDP}.compute_delta",
        f"rdp.compute_delta({orders}, {rdp}, {{epsilon!r}})[0]",
        composed("delta", lambda alpha, sigma: [m.gaussian(sigma)]),
        [{**point, "epsilon": epsilon} for point in grids for epsilon in (0.0, 1.0, 10.0)],
        "a delta for whatever has this Renyi divergence, such as Gaussian noise",
        at_least=True,
    )


def _divergences() -> Iterator[Case]:
    """The Renyi divergences that the accountant keeps."""
    made = "dpa.rdp.RdpAccountant([{alpha!r}]"
    whole = "dpa.NeighboringRelation.REPLACE_ONE"
    yield _renyi(
        f"{made}).compose(dp_event.GaussianDpEvent({{sigma!r}}), {{count!r}}).rdp[0]",
        lambda alpha, sigma, count: number(count * alpha / (2 * sigma**2)),
        "count*alpha/(2*sigma**2)",
        grid(alpha=[1.5, 2.0, 100.0], sigma=[0.5, 3.0], count=[1, 7]),
        "Gaussian noise",
    )
    yield _renyi(
        f"{made}).compose(dp_event.LaplaceDpEvent({{scale!r}})).rdp[0]",
        laplace_renyi,
        lambda alpha, scale: LAPLACE(alpha, b=scale),
        grid(alpha=[1.0625, 2.0, 50.0, 2.0**20], scale=[0.5, 4.0, 1024.0]),
        "Laplace noise",
    )
    yield _renyi(
        f"{made}, {whole}).compose(dp_event.RandomizedResponseDpEvent({{p!r}}, {{k!r}})).rdp[0]",
        _response_renyi,
        "log((1 - p + p/k)**alpha*(p/k)**(1 - alpha) + (p/k)**alpha*(1 - p + p/k)**(1 - alpha)"
        " + (k - 2)*p/k)/(alpha - 1)",
        grid(alpha=[1.5, 2.0, 32.0], p=[0.5, 2.0**-20], k=[2, 8]),
        "randomised response, a bucket replaced",
    )
    yield _renyi(
        f"{made}).compose(dp_event.PoissonSampledDpEvent({{q!r}}, "
        "dp_event.GaussianDpEvent({sigma!r}))).rdp[0]",
        lambda alpha, q, sigma: sampled_gaussian_renyi(q, sigma, alpha),
        lambda alpha, q, sigma: sampled(q, sigma, alpha),
        grid(alpha=[2.0, 3.0, 16.0], q=[0.125, 0.5], sigma=[1.0, 2.0]),
        "Gaussian noise on a Poisson sample, removal",
    )
    yield _renyi(
        f"{made}).compose(dp_event.ZCDpEvent({{rho!r}}, {{xi!r}})).rdp[0]",
        lambda alpha, rho, xi: number(xi + rho * alpha),
        "xi + rho*alpha",
        grid(alpha=[1.5, 2.0], rho=[0.5, 0.1], xi=[0.0, 0.25]),
        "(xi, rho)-zCDP",
    )
    special = "dpa.NeighboringRelation.REPLACE_SPECIAL"
    yield claims(
        f"{RDP}.RdpAccountant.rdp",
        f"{made}, {special}).compose("
        "dp_event.SingleEpochTreeAggregationDpEvent({sigma!r}, {steps!r})).rdp[0]",
        {
            "truth": lambda alpha, sigma, steps: number(alpha * steps.bit_length() / (2 * sigma**2)),
            "definition": lambda alpha, sigma, steps: formula("alpha*nodes/(2*sigma**2)")(
                alpha=alpha, sigma=sigma, nodes=steps.bit_length()
            ),
        },
        grid(alpha=[2.0], sigma=[2.0], steps=[1, 3, 4, 1000, 2**47, 2**50]),
        "an upper bound of the Renyi divergence: the nodes above one leaf of a tree over the steps",
    )


def _renyi(text: str, truth: Any, definition: str | Define, points: Any, what: str) -> Case:
    return claims(
        f"{RDP}.RdpAccountant.rdp",
        text,
        {"truth": truth, "definition": formula(definition) if isinstance(definition, str) else definition},
        points,
        f"an upper bound of the Renyi divergence: {what}",
    )


def _response_renyi(alpha: Fraction, p: Fraction, k: int) -> Any:
    high, low = certified(1 - p + p / k).log(), certified(p / k).log()
    total = (high * alpha + low * (1 - alpha)).exp() + (low * alpha + high * (1 - alpha)).exp()
    return (total + (k - 2) * p / k).log() / (alpha - 1)


def _advanced() -> Iterator[Case]:
    """The optimal composition theorem: the truth is the composition of the worst mechanism."""
    yield claims(
        f"{ACCOUNTANT}.advanced_composition",
        "accountant.advanced_composition(common.DifferentialPrivacyParameters({e!r}, {d!r}), {count!r}, "
        "{delta!r})",
        composed("epsilon", lambda e, d, count: [m.approximate(e, d, count)]),
        grid(e=[0.5, 1.0], d=[0.0, 2.0**-20], count=[1, 2, 12], delta=[1e-9, 1e-3, 0.25]),
        "an epsilon of many uses, for the total delta",
        also=(PARAMETERS,),
    )
    yield calibration(
        f"{ACCOUNTANT}.get_smallest_epsilon_from_advanced_composition",
        "accountant.get_smallest_epsilon_from_advanced_composition("
        "common.DifferentialPrivacyParameters({total!r}, {delta!r}), {count!r})",
        {
            "attained": lambda found, total, count, delta: _kov(found, count, total),
            "definition": _kov_definition,
        },
        "delta",
        grid(total=[1.0, 3.0], count=[2, 10], delta=[1e-6, 0.01]),
        "the largest epsilon whose composition keeps the total",
    )


def _kov(epsilon: Any, count: int, total: Fraction) -> Any:
    """delta of k pure uses: sum_l C(k, l) max(0, e^((k-l) e) - e^(total + l e))/(1 + e^e)^k."""
    found = certified(0)
    if not isinstance(epsilon, Fraction):
        raise InvalidValue(f"epsilon = {epsilon} is not finite")
    for other in range(count + 1):
        if epsilon * (count - 2 * other) > total:
            gap = certified(epsilon * (count - other)).exp() - certified(total + epsilon * other).exp()
            found = found + gap * comb(count, other)
    return found / (1 + certified(epsilon).exp()) ** count


def _kov_definition(epsilon: Any, total: Fraction, count: int, delta: Fraction) -> Any:
    terms = [
        f"{comb(count, other)}*max(0, exp({count - other}*e) - exp(total + {other}*e))"
        for other in range(count + 1)
    ]
    return formula(f"({' + '.join(terms)})/(1 + exp(e))**{count}")(e=epsilon, total=total)


def _gaussian() -> Iterator[Case]:
    """'Exact conversion between epsilon, delta, and sigma'."""
    note = "the documentation: 'functions for exact conversion'; tol is the 'error tolerance for search'"
    yield claims(
        "dp_accounting.gaussian_mechanism.get_epsilon_gaussian",
        "gaussian_mechanism.get_epsilon_gaussian({sigma!r}, {delta!r})",
        composed("epsilon", lambda sigma: [m.gaussian(sigma)]),
        grid(sigma=[0.01, 0.5, 1.0, 100.0, 1e6], delta=[0.0, 1e-300, 1e-12, 1e-6, 0.01, 0.5, 1.0]),
        "the smallest epsilon at delta",
        note=note,
    )
    yield calibration(
        "dp_accounting.gaussian_mechanism.get_sigma_gaussian",
        "gaussian_mechanism.get_sigma_gaussian({epsilon!r}, {delta!r})",
        {**kept("delta", lambda sigma: [m.gaussian(sigma)]), "attained": _gaussian_attained},
        "delta",
        grid(epsilon=[0.0, 1e-6, 0.5, 10.0, 700.0], delta=[1e-300, 1e-12, 1e-6, 0.01, 0.5]),
        "the smallest standard deviation that keeps delta",
        note=note,
    )


def _gaussian_attained(sigma: Any, epsilon: Fraction, delta: Fraction) -> Any:
    if sigma == INFINITY or sigma == 0:
        return number(1 if sigma == 0 else 0)
    return composed("delta", lambda: [m.gaussian(sigma)])["truth"](epsilon=epsilon)
