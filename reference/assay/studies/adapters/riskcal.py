"""riskcal: what an attacker can do (advantage, error rates), and the noise for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from ...exact import exp, number
from ...testing.claims import grid
from ...testing.claims.values import Real
from ..survey.case import Case
from ..survey.definitions import accounted, composed, formula, kept
from ..survey.library import Library
from ..survey.noise import gaussians
from . import _formulas as formulas
from ._border import Border
from ._names import public
from ._truths import ball

LIBRARY = Library(
    name="riskcal", module="riskcal", tested="1.5.1", install="assay survey --library riskcal --install"
)
BORDER = Border(
    LIBRARY,
    "from dp_accounting.pld import privacy_loss_distribution as pld\n"
    "from riskcal.analysis import conversions\n"
    "from riskcal.calibration import dpsgd\n"
    "from riskcal.accountants import ctd\n",
)
FOUND = "riskcal.analysis.conversions"
SEARCH = "searched on a grid of orders, with a tolerance that it states: nothing certain to be compared with"
NEEDS = "takes an accountant of another library, which is judged there"
ALIAS = "the older name of a function that is judged"
TRADED = "its truth is a trade-off of a composition"
LEFT_OUT = {
    "riskcal.accountants.ctd.CTDAccountant.": "the state of a training",
    "riskcal.analysis.conversions.get_beta_from_rdp": SEARCH,
    "riskcal.analysis.conversions.get_beta_from_zcdp": SEARCH,
    "riskcal.analysis.conversions.get_beta_from_zcdp_approx": "an approximation by name, without a promise",
    "riskcal.analysis.conversions.get_advantage_from_zcdp_approx": "an approximation by name",
    "riskcal.analysis.conversions.get_mu_from_zcdp_approx": "an approximation by name",
    "riskcal.analysis.conversions.get_advantage_for_epsilon_delta": ALIAS,
    "riskcal.analysis.conversions.get_advantage_for_mu": ALIAS,
    "riskcal.analysis.conversions.get_bayes_risk_for_mu": ALIAS,
    "riskcal.analysis.conversions.get_beta_for_epsilon_delta": ALIAS,
    "riskcal.analysis.conversions.get_beta_for_mu": ALIAS,
    "riskcal.analysis.conversions.get_epsilon_for_err_rates": ALIAS,
    "riskcal.analysis.conversions.get_epsilon_from_err_rates": "no bound: what the rates are consistent with",
    "riskcal.analysis.conversions.get_bayes_risk_from_pld": "a function of dp-accounting's delta",
    "riskcal.analysis.conversions.get_bayes_risk_from_gdp": "a function of delta of Gaussian noise",
    "riskcal.analysis.conversions.get_beta_from_gdp": "scipy's normal distribution twice, without a bound",
    "riskcal.analysis.conversions.pld_to_plrvs": "a step of get_beta_from_pld",
    "riskcal.analysis.conversions.plrvs_from_pld": "a step of get_beta_from_pld",
    "riskcal.analysis.rdp.": "the steps of get_beta_from_rdp",
    "riskcal.calibration.blackbox.": NEEDS,
    "riskcal.calibration.core.": "the search behind the calibrations, without privacy of its own",
    "riskcal.calibration.dpsgd.create_dpsgd_epsilon_evaluator": "a step of the calibrations",
    "riskcal.calibration.dpsgd.create_dpsgd_evaluator": "a step of the calibrations",
    "riskcal.calibration.dpsgd.find_noise_multiplier_for_err_rates": TRADED,
    "riskcal.calibration.dpsgd.get_beta_for_dpsgd": TRADED,
    "riskcal.utils.": "numbers only",
}
ATTACK = "the largest advantage of any attack: it must not be below the truth"
ERRORS = "the smallest false negative rate of any attack: it must not be above the truth"


def public_names() -> Iterable[str]:
    """Functions and methods."""
    return public(LIBRARY.module)


def cases() -> Iterator[Case]:
    """Conversions in closed form, of distributions, and of training."""
    yield from _closed()
    yield from _distributions()
    yield from _training()


def _closed() -> Iterator[Case]:
    points = grid(epsilon=[0.0, 1e-12, 1.0, 36.0, 100.0, 745.0], delta=[0.0, 1e-14, 0.125])
    yield BORDER.claims(
        f"{FOUND}.get_advantage_from_adp",
        "conversions.get_advantage_from_adp({epsilon!r}, {delta!r})",
        {
            "truth": lambda epsilon, delta: (exp(epsilon) - 1 + 2 * delta) / (exp(epsilon) + 1),
            "definition": formula("(exp(epsilon) - 1 + 2*delta)/(exp(epsilon) + 1)"),
        },
        points,
        ATTACK + ", on an (epsilon, delta)-private mechanism",
    )
    yield BORDER.claims(
        f"{FOUND}.get_beta_from_adp",
        "float(conversions.get_beta_from_adp({eps!r}, {delta!r}, {fpr!r}))",
        {"truth": _rate, "definition": formulas.TRADEOFF},
        grid(eps=[0.0, 1.0, 36.0, 100.0], delta=[0.0, 1e-14, 0.125], fpr=[0.0, 1e-9, 0.25, 0.875]),
        ERRORS + ", on an (epsilon, delta)-private mechanism",
        bound="lower",
    )
    gaussian = formula("1 - erfc(mu/(2*sqrt(2)))")
    yield BORDER.claims(
        f"{FOUND}.get_advantage_from_gdp",
        "float(conversions.get_advantage_from_gdp({mu!r}))",
        {"truth": _gaussian_advantage, "definition": gaussian},
        grid(mu=[1e-12, 1e-3, 1.0, 10.0]),
        ATTACK + ", on Gaussian noise of scale 1/mu",
    )
    yield BORDER.claims(
        f"{FOUND}.get_advantage_from_zcdp",
        "float(conversions.get_advantage_from_zcdp({rho!r}))",
        {
            "truth": lambda rho: ball(lambda r: (r.sqrt() / 2).erf(), "erf(sqrt(rho)/2)", rho),
            "definition": formula("1 - erfc(sqrt(rho)/2)"),
        },
        grid(rho=[1e-3, 0.5, 8.0]),
        ATTACK + ", on whatever is rho-zCDP, such as Gaussian noise with mu = sqrt(2 rho)",
        at_least=True,
    )


def _rate(eps: Fraction, delta: Fraction, fpr: Fraction) -> Any:
    """max(0, 1 - delta - e^eps alpha, e^-eps (1 - delta - alpha))."""
    odds = exp(eps)
    found = number(0)
    for each in (1 - delta - odds * fpr, (1 - delta - fpr) / odds):
        found = each if each > found else found
    return found


def _gaussian_advantage(mu: Fraction) -> Real:
    """erf(mu/(2 sqrt 2))."""
    return ball(lambda m: (m / 2 / (m - m + 2).sqrt()).erf(), f"erf({mu}/(2 sqrt 2))", mu)


def _distributions() -> Iterator[Case]:
    made = "pld.from_laplace_mechanism({scale!r})"
    yield BORDER.claims(
        f"{FOUND}.get_advantage_from_pld",
        f"conversions.get_advantage_from_pld({made})",
        {
            "truth": lambda scale: 1 - 1 / exp(1 / (2 * scale)),
            "definition": formula("1 - exp(-1/(2*scale))"),
        },
        grid(scale=[0.125, 1.0, 64.0]),
        ATTACK + ", on Laplace noise",
    )
    yield BORDER.claims(
        f"{FOUND}.get_beta_from_pld",
        f"float(conversions.get_beta_from_pld({made}, alpha={{fpr!r}}))",
        {"truth": _laplace_rate, "definition": _laplace_definition},
        grid(scale=[0.125, 1.0, 64.0], fpr=[0.0, 2.0**-20, 0.125, 0.5, 0.875]),
        ERRORS + ", on Laplace noise",
        bound="lower",
        note="the documentation: 'to compute the optimal trade-off between FNR (beta) and FPR (alpha)', from"
        " a distribution of losses that is pessimistic; that the answer is on the safe side is our reading",
    )


def _laplace_text(scale: Fraction, fpr: Fraction) -> str:
    """The trade-off function of Laplace noise in its three parts."""
    if fpr >= Fraction(1, 2):
        return "exp(-1/scale)*(1 - fpr)"
    return "exp(-1/scale)/(4*fpr)" if 2 * fpr * exp(1 / scale) >= 1 else "1 - exp(1/scale)*fpr"


def _laplace_definition(scale: Fraction, fpr: Fraction) -> Any:
    return formula(_laplace_text(scale, fpr))(scale=scale, fpr=fpr)


def _laplace_rate(scale: Fraction, fpr: Fraction) -> Any:
    odds, text = exp(1 / scale), _laplace_text(scale, fpr)
    if text.startswith("1"):
        return 1 - odds * fpr
    return (1 - fpr) / odds if fpr >= Fraction(1, 2) else 1 / (4 * fpr * odds)


def _training() -> Iterator[Case]:
    name = "riskcal.calibration.dpsgd"
    yield BORDER.claims(
        f"{name}.get_advantage_for_dpsgd",
        "float(dpsgd.get_advantage_for_dpsgd({sigma!r}, {q!r}, {count!r}))",
        {
            "truth": lambda **point: accounted("delta", gaussians(**point), 0),
            "definition": lambda **point: composed("delta", gaussians)["definition"](epsilon=0, **point),
        },
        [
            {"sigma": 1.0, "q": 0.01, "count": 100},
            {"sigma": 1.0, "q": 0.001, "count": 10_000},
            {"sigma": 8.0, "q": 1.0, "count": 10},
        ],
        ATTACK + ", on `count` steps of Poisson-sampled Gaussian noise",
        seconds=60,
    )
    yield BORDER.calibration(
        f"{name}.find_noise_multiplier_for_advantage",
        "float(dpsgd.find_noise_multiplier_for_advantage({advantage!r}, {q!r}, {count!r}))",
        kept("delta", lambda sigma, advantage, q, count: gaussians(sigma, q, count)),
        "advantage",
        [{"advantage": 0.25, "q": 0.1, "count": 10}],
        "the advantage of any attack on `count` steps is kept at the noise that is found",
        seconds=100,
    )
