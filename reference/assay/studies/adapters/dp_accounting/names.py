"""How dp-accounting is called, its public names, and why some have no rows: a call is Python text."""

from __future__ import annotations

import inspect

from ...survey.library import Library
from .._border import Border
from .._names import definitions, methods

LIBRARY = Library(name="dp-accounting", module="dp_accounting", tested="0.6.0")

IMPORTS = """\
import math
import dp_accounting as dpa
from dp_accounting import dp_event, gaussian_mechanism, mechanism_calibration
from dp_accounting.pld import accountant, common, pld_pmf, privacy_loss_distribution as pld
from dp_accounting.pld import privacy_loss_mechanism as plm
from dp_accounting.rdp import rdp_privacy_accountant as rdp
"""
"""What a call may name."""

PLD = "dp_accounting.pld.privacy_loss_distribution"
PLM = "dp_accounting.pld.privacy_loss_mechanism"
PMF = "dp_accounting.pld.pld_pmf"
EVENT = "dp_accounting.dp_event"

BORDER = Border(LIBRARY, IMPORTS)
claims, calibration, probabilities = BORDER.claims, BORDER.calibration, BORDER.probabilities


LEAVES_OUT = ("_test", "test_util", "_example")
"""Modules that are the library's own tests and examples."""


def public_names() -> list[str]:
    """Functions and classes, where they are defined, and the methods and properties that a class defines."""
    found = set()
    for name, value in definitions(LIBRARY.module, LEAVES_OUT):
        found.add(name)
        if inspect.isclass(value):
            found |= {f"{name}.{method}" for method in methods(value) if method in vars(value)}
    return sorted(found)


BOOKKEEPING = "bookkeeping: no number, and no sample, comes of it"
CONTAINER = "a container of parameters, which every constructor above fills"
PART = "an intermediate of the constructors, which are judged by their results"
BASE = "the abstract method; the classes that define it are judged"
ERROR = "an exception type"
ANY_ADJACENCY = "refused by both accountants: there is no number to judge"

_ABSTRACT = (
    "connect_dots_bounds",
    "get_delta_for_epsilon",
    "inverse_privacy_loss",
    "mu_lower_log_cdf",
    "mu_upper_cdf",
    "privacy_loss",
    "privacy_loss_tail",
)
_KINDS = (
    "AdditiveNoise",
    "DiscreteGaussian",
    "DiscreteLaplace",
    "Gaussian",
    "Laplace",
    "MixtureGaussian",
)

LEFT_OUT: dict[str, str] = {
    f"{EVENT}.DpEvent": BOOKKEEPING,
    f"{EVENT}.DpEvent.from_named_tuple": BOOKKEEPING,
    f"{EVENT}.DpEvent.to_named_tuple": BOOKKEEPING,
    f"{EVENT}.DpEventNamedTuple": BOOKKEEPING,
    f"{EVENT}.UnsupportedDpEvent": ANY_ADJACENCY,
    f"{EVENT}.SampledWithReplacementDpEvent": ANY_ADJACENCY,
    "dp_accounting.dp_event_builder.": BOOKKEEPING,
    "dp_accounting.mechanism_calibration.BracketInterval": CONTAINER,
    "dp_accounting.mechanism_calibration.NoBracketIntervalFoundError": ERROR,
    "dp_accounting.mechanism_calibration.NonEmptyAccountantError": ERROR,
    "dp_accounting.pld.common.dictionary_to_list": BOOKKEEPING,
    "dp_accounting.pld.common.list_to_dictionary": BOOKKEEPING,
    f"{PLD}.PrivacyLossDistribution.validate_composable": BOOKKEEPING,
    **{f"{PLM}.MonotonePrivacyLoss.{name}": BASE for name in _ABSTRACT},
    f"{PLM}.MonotonePrivacyLoss": BASE,
    f"{PLM}.AdditiveNoisePrivacyLoss.from_privacy_guarantee": BASE,
    f"{PLM}.AdditiveNoisePrivacyLoss.noise_cdf": BASE,
    f"{PLM}.AdditiveNoisePrivacyLoss.noise_log_cdf": BASE,
    **{
        f"{PLM}.{kind}PrivacyLoss.{name}": PART
        for kind in _KINDS
        for name in ("connect_dots_bounds", "privacy_loss_tail")
    },
    **{
        f"{PLM}.MixtureGaussianPrivacyLoss.{name}": PART
        for name in (
            "inverse_privacy_loss",
            "inverse_privacy_loss_for_single_gaussian",
            "inverse_privacy_losses",
            "mu_lower_log_cdf",
            "mu_upper_cdf",
            "privacy_loss",
            "privacy_loss_for_single_gaussian",
        )
    },
    f"{PLM}.DiscreteGaussianPrivacyLoss.noise_cdf": "its normalising sum is truncated by the library",
    f"{PLM}.DiscreteGaussianPrivacyLoss.noise_log_cdf": "its normalising sum is truncated by the library",
    f"{PLM}.DiscreteGaussianPrivacyLoss.standard_deviation": "the standard deviation of the truncated noise",
    f"{PLM}.ConnectDotsBounds": CONTAINER,
    f"{PLM}.TailPrivacyLossDistribution": CONTAINER,
    **{
        f"{PMF}.PLDPmf.{name}": BASE
        for name in (
            "compose",
            "get_delta_for_epsilon",
            "get_delta_for_epsilon_for_composed_pld",
            "get_epsilon_for_delta",
            "self_compose",
            "to_dense_pmf",
        )
    },
    **{f"{PMF}.{kind}.size": BOOKKEEPING for kind in ("PLDPmf", "DensePLDPmf", "SparsePLDPmf")},
    f"{PMF}.PLDPmf.validate_composable": BOOKKEEPING,
    "dp_accounting.privacy_accountant.PrivacyAccountant": BASE,
    "dp_accounting.privacy_accountant.PrivacyAccountant.get_delta": BASE,
    "dp_accounting.privacy_accountant.PrivacyAccountant.get_epsilon": BASE,
    "dp_accounting.privacy_accountant.PrivacyAccountant.ledger": BOOKKEEPING,
    "dp_accounting.privacy_accountant.PrivacyAccountant.neighboring_relation": BOOKKEEPING,
    "dp_accounting.privacy_accountant.PrivacyAccountant.supports": BOOKKEEPING,
    "dp_accounting.privacy_accountant.UnsupportedEventError": ERROR,
    "dp_accounting.rdp.rdp_privacy_accountant.RdpAccountant.orders": BOOKKEEPING,
}
