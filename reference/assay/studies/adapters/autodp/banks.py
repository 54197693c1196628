"""The formulas of autodp: Renyi divergences, epsilons, error rates and characteristic functions."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ....errors import InvalidValue
from ....exact import INFINITY, Certified, certified, number
from ....exact._flint import arb
from ....testing.claims import grid
from ....testing.claims.values import Real
from ...survey.case import Case
from ...survey.definitions import formula
from .. import _formulas as formulas
from .. import _renyi as renyi
from .._truths import ball
from .calls import CURVE, claim
from .truths import (
    GAUSSIAN_EPSILON,
    GAUSSIAN_RENYI,
    GAUSSIAN_TRADEOFF,
    LAPLACE_EPSILON,
    LAPLACE_RENYI,
    PURE_RENYI,
    PURE_TRADEOFF,
    RESPONSE_EPSILON,
    RESPONSE_RENYI,
    TRADEOFF,
    Truthful,
)

ORDERS = (1.0, 1.5, 2.0, 32.0, 1000.0, float("inf"))
RENYI = "Renyi divergence of this order"
RATES = (0.0, 1e-6, 0.1, 0.5, 1.0)
TYPE_II = "type II error at this type I error: not above that of the best test"


def cases() -> Iterator[Case]:
    """rdp_bank, dp_bank, fdp_bank."""
    yield from _renyi_cases()
    yield from _epsilon_cases()
    yield from _tradeoff_cases()


def _renyi_cases() -> Iterator[Case]:
    known: list[tuple[str, str, Truthful, list[dict[str, Any]]]] = [
        ("RDP_gaussian", "{'sigma': sigma}", GAUSSIAN_RENYI, grid(sigma=(0.1, 1.0, 100.0), alpha=ORDERS)),
        ("RDP_laplace", "{'b': b}", LAPLACE_RENYI, grid(b=(0.05, 1.0, 100.0), alpha=(0.5, 0.75, *ORDERS))),
        ("RDP_randresponse", "{'p': p}", RESPONSE_RENYI, grid(p=(0.0, 0.25, 0.5, 0.75, 0.999), alpha=ORDERS)),
        ("RDP_pureDP", "{'eps': eps}", PURE_RENYI, grid(eps=(1e-6, 0.5, 1.0, 30.0), alpha=ORDERS)),
    ]
    for name, params, truth, points in known:
        yield claim(f"rdp_bank.{name}", f"rdp_bank.{name}({params}, alpha)", truth, points, RENYI)
    votes: Truthful = {
        "truth": lambda sigma, alpha: renyi.gaussian_renyi(sigma, 2 * alpha),
        "definition": formula("alpha/sigma**2"),
    }
    name = "rdp_bank.RDP_inde_pate_gaussian"
    yield claim(
        name,
        f"{name}({{'sigma': sigma}}, alpha)",
        votes,
        grid(sigma=(1.0, 40.0), alpha=(1.5, 2.0, 32.0)),
        f"{RENYI}, Gaussian noise on two counts that change by 1 each",
    )
    for bank, params, text in (
        ("RDP_zCDP", "{'rho': rho, 'xi': xi}", "xi + rho*alpha"),
        ("RDP_truncatedCDP", "{'rho': rho, 'w': w}", "rho*alpha"),
    ):
        other = {"xi": (0.0, 0.5)} if "xi" in params else {"w": (8.0,)}
        points = grid(rho=(0.005, 0.5), **other, alpha=(1.5, 2.0, 4.0))
        linear: Truthful = {
            "truth": lambda rho, alpha, xi=0, w=0: number(xi + rho * alpha),
            "definition": formula(text),
        }
        yield claim(f"rdp_bank.{bank}", f"rdp_bank.{bank}({params}, alpha)", linear, points, RENYI)
    yield _diagonal()
    yield from _families()
    yield from _subsampled()


def _diagonal() -> Case:
    """N(m1, s1) from N(m2, s2) with variances: closed form where alpha s2 + (1 - alpha) s1 > 0."""

    def truth(shift: Fraction, first: Fraction, second: Fraction, alpha: Fraction) -> Real:
        mixed = alpha * second + (1 - alpha) * first
        if mixed <= 0:
            return INFINITY

        def rule(d: arb, s1: arb, s2: arb, m: arb, a: arb) -> arb:
            logs = m.log() - a * s2.log() - (1 - a) * s1.log()
            return a * d * d / (2 * m) - logs / (2 * (a - 1))

        return ball(rule, "divergence of two normal distributions", shift, first, second, mixed, alpha)

    name = "rdp_bank.pRDP_diag_gaussian"
    params = (
        "{'mu1': np.array([shift]), 'mu2': np.array([0.0]),"
        " 'sigma1': np.array([first]), 'sigma2': np.array([second])}"
    )
    return claim(
        name,
        f"{name}({params}, alpha)",
        {"truth": truth, "definition": formulas.DIAGONAL},
        grid(shift=(0.0, 1.0), first=(1.0, 4.0), second=(1.0, 2.0), alpha=(1.5, 2.0, 4.0)),
        f"{RENYI} of N(mu1, sigma1) from N(mu2, sigma2), sigma the variances",
        note="the source it names: Gil, 'On Renyi divergence measures', page 27",
    )


def _families() -> Iterator[Case]:
    """Exponential families, on N(shift, 1) against N(0, 1): A(x) = x^2/2, of smoothness 1."""
    truth: Truthful = {
        "truth": lambda shift, alpha: number(alpha * shift**2 / 2),
        "definition": formula("alpha*shift**2/2"),
    }
    points = grid(shift=(0.5, 3.0), alpha=(1.0, 2.0, 16.0))
    name = "rdp_bank.pRDP_expfamily"
    params = (
        "{'eta1': np.array([shift]), 'eta2': np.array([0.0]),"
        " 'A': lambda x: float(np.dot(x, x)) / 2, 'mu': np.array([shift])}"
    )
    promise = f"{RENYI} in an exponential family, the normal distributions of variance 1"
    yield claim(name, f"{name}({params}, alpha)", truth, points, promise)
    name = "rdp_bank.RDP_expfamily"
    params = "{'Delta': shift, 'L': lambda radius: 1.0, 'B': lambda radius: np.inf}"
    yield claim(name, f"{name}({params}, alpha)", truth, points, promise)
    name = "utils.RDP_linear_interpolation"
    orders = grid(sigma=(1.0, 5.0), alpha=(1.5, 2.0, 2.5, 7.25))
    yield claim(
        name, f"{name}({CURVE}, alpha)", GAUSSIAN_RENYI, orders, f"{RENYI}, from those of whole orders"
    )


def _subsampled() -> Iterator[Case]:
    """Pure mechanisms on samples: not below randomised response on a Poisson sample."""

    def truth(eps: Fraction, prob: Fraction, alpha: Any) -> Real:
        weight = certified(renyi_odds(eps))
        p, q = weight / (1 + weight), 1 / (1 + weight)
        return renyi.coins_renyi((1 - prob) * q + prob * p, q, alpha)

    name = "rdp_bank.RDP_subsampled_pureDP"
    yield claim(
        name,
        f"{name}({{'eps': eps, 'prob': prob}}, alpha)",
        {"truth": truth},
        grid(eps=(0.5, 1.0, 4.0), prob=(0.01, 0.5), alpha=(2.0, 3.0, 16.0)),
        f"{RENYI} of a sampled pure mechanism; not below that of randomised response",
    )


def renyi_odds(eps: Fraction) -> Certified:
    """e^eps."""
    return ball(lambda e: e.exp(), f"exp({eps})", eps)


def _epsilon_cases() -> Iterator[Case]:
    deltas = (0.0, 1e-9, 1e-5, 0.01)
    for name, truth, points in (
        ("get_eps_gaussian", GAUSSIAN_EPSILON, grid(sigma=(0.2, 1.0, 20.0), delta=deltas)),
        (
            "get_eps_ana_gaussian",
            GAUSSIAN_EPSILON,
            grid(sigma=(0.02, 1.0, 20.0, 1e3), delta=(*deltas, 1e-200)),
        ),
        ("get_eps_laplace", LAPLACE_EPSILON, grid(b=(0.2, 1.0, 20.0), delta=deltas)),
        ("get_eps_randresp", RESPONSE_EPSILON, grid(p=(0.75, 0.999, 0.25), delta=deltas)),
        (
            "get_eps_randresp_optimal",
            RESPONSE_EPSILON,
            grid(p=(0.5, 0.75, 0.999, 0.25, 0.0, 1.0), delta=(*deltas, 0.5)),
        ),
    ):
        text = f"dp_bank.{name}({next(iter(points[0]))}, delta)"
        yield claim(f"dp_bank.{name}", text, truth, points, "epsilon at delta")
    generic = "dp_bank.get_eps_rdp"
    yield claim(
        generic,
        f"{generic}({CURVE}, delta)",
        GAUSSIAN_EPSILON,
        grid(sigma=(0.5, 1.0, 5.0), delta=(1e-9, 1e-5, 0.01)),
        "epsilon at delta of a mechanism with this Renyi curve; not below that of Gaussian noise",
    )
    log_delta: Truthful = {"truth": _log_delta, "definition": formulas.LOG_DELTA}
    name = "dp_bank.get_logdelta_ana_gaussian"
    yield claim(
        name,
        f"{name}(sigma, eps)",
        log_delta,
        grid(sigma=(0.5, 1.0, 20.0, 1e3), eps=(0.0, 0.5, 2.0, 30.0)),
        "ln delta(epsilon) of Gaussian noise",
    )


def _log_delta(sigma: Fraction, eps: Fraction) -> Real:
    """ln(Phi(1/(2 sigma) - eps sigma) - e^eps Phi(-1/(2 sigma) - eps sigma))."""
    if eps < 0 or sigma <= 0:
        raise InvalidValue(f"sigma = {sigma}, eps = {eps} make no mechanism")

    def rule(s: arb, e: arb) -> arb:
        half, root = 1 / (2 * s), arb(2).sqrt()
        high = (-(half - e * s) / root).erfc() / 2
        return (high - e.exp() * ((half + e * s) / root).erfc() / 2).log()

    return ball(rule, "ln delta", sigma, eps)


def _tradeoff_cases() -> Iterator[Case]:
    for name, params, truth, points in (
        ("fDP_gaussian", "{'sigma': sigma}", GAUSSIAN_TRADEOFF, grid(sigma=(0.5, 1.0, 20.0), fpr=RATES)),
        (
            "fDP_approx_DP",
            "{'eps': eps, 'delta': delta}",
            TRADEOFF,
            grid(eps=(0.0, 1.0), delta=(0.0, 0.25), fpr=RATES),
        ),
        ("fDP_pure_DP", "{'eps': eps}", PURE_TRADEOFF, grid(eps=(0.0, 1.0), fpr=RATES)),
    ):
        text = f"fdp_bank.{name}({params}, fpr)"
        yield claim(f"fdp_bank.{name}", text, truth, points, TYPE_II, bound="lower")
