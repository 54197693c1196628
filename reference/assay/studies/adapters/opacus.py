"""opacus: its accountants of sampled Gaussian noise, and the noise that they find for a target."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from ...testing.claims import grid
from ..survey.case import Case
from ..survey.definitions import composed, kept
from ..survey.library import Library
from ..survey.noise import gaussians
from . import _formulas as formulas
from ._border import Border
from ._names import public
from ._renyi import sampled_gaussian_renyi

LIBRARY = Library(
    name="opacus", module="opacus", tested="1.6.0", install="assay survey --library opacus --install"
)
BORDER = Border(
    LIBRARY,
    "from opacus import accountants\n"
    "from opacus.accountants import utils\n"
    "from opacus.accountants.analysis import gdp, rdp\n",
)
STATE = "the state of an accountant, or how it is named"
STEP = "a step of PRVAccountant.get_epsilon"
LEFT_OUT = {
    "opacus.accountants.accountant.": "the base of the accountants",
    "opacus.accountants.registry.": "which accountant has which name",
    "opacus.accountants.analysis.prv.": STEP,
    "opacus.accountants.analysis.gdp.compute_mu_poisson": "a step of GaussianAccountant.get_epsilon",
    "opacus.accountants.analysis.gdp.compute_mu_uniform": "a step of GaussianAccountant.get_epsilon",
    "opacus.accountants.analysis.gdp.compute_eps_poisson": "what GaussianAccountant.get_epsilon returns",
    "opacus.accountants.analysis.gdp.compute_eps_uniform": "sampling without replacement: no certified truth",
    **{
        f"opacus.accountants.{module}.{kind}.{name}": STATE
        for module, kind in (
            ("gdp", "GaussianAccountant"),
            ("prv", "PRVAccountant"),
            ("rdp", "RDPAccountant"),
        )
        for name in ("get_optimizer_hook_fn", "load_state_dict", "mechanism", "state_dict", "step")
    },
    "opacus.accountants.rdp.RDPAccountant.get_privacy_spent": "get_epsilon together with its order",
}
STEPS = [
    {"sigma": 1.0, "q": 0.01, "count": 100, "delta": 1e-5},
    {"sigma": 0.5, "q": 1.0, "count": 1000, "delta": 1e-6},
    {"sigma": 1.0, "q": 0.001, "count": 10_000, "delta": 1e-9},
    {"sigma": 1.0, "q": 0.001, "count": 10_000, "delta": 1e-14},
    {"sigma": 100.0, "q": 1.0, "count": 10_000, "delta": 1e-12},
    {"sigma": 4.0, "q": 0.5, "count": 10, "delta": 0.01},
]
NOTE = {
    "GaussianAccountant": "it warns: 'GDP accounting is experimental and can underestimate privacy"
    " expenditure'"
}


def public_names() -> Iterable[str]:
    """What is below opacus.accountants; the rest trains."""
    return public("opacus.accountants")


def cases() -> Iterator[Case]:
    """Accountants, what they are made of, and calibration."""
    for module, kind in (("rdp", "RDPAccountant"), ("prv", "PRVAccountant"), ("gdp", "GaussianAccountant")):
        yield BORDER.claims(
            f"opacus.accountants.{module}.{kind}.get_epsilon",
            f"(lambda made: made.history.append(({{sigma!r}}, {{q!r}}, {{count!r}})) "
            f"or float(made.get_epsilon({{delta!r}})))(accountants.{kind}())",
            composed("epsilon", gaussians),
            STEPS,
            "an upper bound of epsilon(delta) of `count` steps of Gaussian noise on Poisson samples",
            note=NOTE.get(kind, ""),
            seconds=60,
        )
    yield BORDER.claims(
        "opacus.accountants.analysis.rdp.compute_rdp",
        "float(rdp.compute_rdp(q={rate!r}, noise_multiplier={sigma!r}, steps=1, orders={alpha!r}))",
        {"truth": sampled_gaussian_renyi, "definition": formulas.sampled},
        grid(rate=[1e-6, 0.01, 0.5], sigma=[0.5, 1.0, 100.0], alpha=[2.0, 3.0, 32.0]),
        "an upper bound of the Renyi divergence of Gaussian noise on a Poisson sample",
    )
    yield BORDER.claims(
        "opacus.accountants.analysis.rdp.get_privacy_spent",
        "float(rdp.get_privacy_spent("
        "orders={alpha!r}, rdp={alpha!r} / (2 * {sigma!r}**2), delta={delta!r})[0])",
        composed("epsilon", lambda alpha, sigma: gaussians(sigma)),
        grid(alpha=[1.5, 2.0, 64.0], sigma=[0.5, 8.0], delta=[1e-14, 1e-5, 0.125]),
        "an epsilon for whatever has this Renyi divergence, such as Gaussian noise",
        at_least=True,
    )
    yield BORDER.claims(
        "opacus.accountants.analysis.gdp.delta_eps_mu",
        "float(gdp.delta_eps_mu(eps={epsilon!r}, mu={mu!r}))",
        composed("delta", lambda mu: gaussians(1 / Fraction(mu))),
        grid(mu=[1.0, 8.0], epsilon=[0.0, 1.0, 8.0, 36.0, 745.0]),
        "delta at epsilon of Gaussian noise of scale 1/mu",
    )
    yield BORDER.claims(
        "opacus.accountants.analysis.gdp.eps_from_mu",
        "float(gdp.eps_from_mu(mu={mu!r}, delta={delta!r}))",
        composed("epsilon", lambda mu: gaussians(1 / Fraction(mu))),
        grid(mu=[0.125, 1.0, 8.0], delta=[1e-14, 1e-9, 1e-5, 0.01]),
        "epsilon at delta of Gaussian noise of scale 1/mu",
    )
    for accountant in ("rdp", "prv"):
        yield BORDER.calibration(
            "opacus.accountants.utils.get_noise_multiplier",
            "float(utils.get_noise_multiplier(target_epsilon={epsilon!r}, target_delta={delta!r}, "
            f"sample_rate={{q!r}}, steps={{count!r}}, accountant='{accountant}'))",
            kept("epsilon", gaussians),
            "epsilon",
            [
                {"epsilon": 1.0, "delta": 1e-5, "q": 0.01, "count": 100},
                {"epsilon": 0.5, "delta": 1e-9, "q": 0.001, "count": 1000},
                {"epsilon": 8.0, "delta": 1e-6, "q": 1.0, "count": 3},
            ],
            f"`count` steps keep epsilon at delta at the noise that is found with accountant {accountant}",
            seconds=60,
        )
