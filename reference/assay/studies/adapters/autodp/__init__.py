"""autodp: its mechanisms, formulas, conversions, accountants, transformers and calibrators."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator

from ...survey.case import Case
from .._names import definitions, methods
from . import accountants, banks, calibrators, conversions, losses, screens, zoo
from .calls import LIBRARY

__all__ = ["LEFT_OUT", "LIBRARY", "cases", "public_names"]

HELPER = "arithmetic in logarithms, which states no privacy"
BOOKS = "book-keeping or a plot, without a number of its own"
UNSET = "None in every mechanism of the library: nothing sets it"
UNFINISHED = "its documentation calls it future work"
WHICH = "the noise of the queries is not among its parameters, so that they make no one mechanism"
ASYMPTOTIC = "the limit of growing data sets, which no finite mechanism attains"

HELPERS = (
    "expand_binom_coeffs_dict",
    "get_binom_coeffs",
    "get_binom_coeffs_dict",
    "get_forward_diffs",
    "get_forward_diffs_direct",
    "get_forward_diffs_naive",
    "logcomb",
    "stable_inplace_diff_in_log",
    "stable_log_diff_exp",
    "stable_log_sinh",
    "stable_logsumexp",
    "stable_logsumexp_two",
    "stable_norm_ppf_one_minus_x",
    "stable_sum_signed",
)

LEFT_OUT = {
    "autodp.autodp_core.Mechanism.get_cdf_p2q": UNSET,
    "autodp.autodp_core.Mechanism.get_cdf_q2p": UNSET,
    "autodp.autodp_core.Mechanism.plot_RDP": BOOKS,
    "autodp.autodp_core.Mechanism.plot_fDP": BOOKS,
    "autodp.autodp_core.Mechanism.propagate_updates": BOOKS,
    "autodp.autodp_core.Mechanism.set_all_representation": BOOKS,
    "autodp.converter.cdf_approx_fft": UNFINISHED,
    "autodp.converter.cdf_to_approxdelta_fft": UNFINISHED,
    "autodp.converter.cdf_to_approxdp_fft": UNFINISHED,
    "autodp.converter.conjugate": "calculus; judged by what fdp_to_approxdp makes of it",
    "autodp.converter.pointwise_maximum": HELPER,
    "autodp.converter.pointwise_minimum": HELPER,
    "autodp.converter.pointwise_minimum_two_arguments": HELPER,
    "autodp.dp_bank.get_eps_gaussian_svt": WHICH,
    "autodp.mechanism_zoo.LaplaceSVT_Mechanism": WHICH,
    "autodp.mechanism_zoo.StageWiseMechanism": WHICH,
    "autodp.rdp_acct.anaRDPacct.plot_cgf_int": BOOKS,
    "autodp.rdp_acct.anaRDPacct.plot_rdp": BOOKS,
    "autodp.rdp_acct.anaRDPacct.plot_rdp_int": BOOKS,
    "autodp.rdp_bank.RDP_gaussian_svt_cgreater1": WHICH,
    "autodp.rdp_bank.RDP_svt_laplace": WHICH,
    "autodp.rdp_bank.pRDP_asymp_subsampled_gaussian": ASYMPTOTIC,
    "autodp.rdp_bank.pRDP_asymp_subsampled_gaussian_best_case": ASYMPTOTIC,
    "autodp.rdp_bank.stable_log_diff_exp": HELPER,
    "autodp.transformer_zoo.ComposeAFA.update_name": BOOKS,
    "autodp.transformer_zoo.ComposeAFA.update_params": BOOKS,
    "autodp.transformer_zoo.Composition.update_name": BOOKS,
    "autodp.transformer_zoo.Composition.update_params": BOOKS,
    **{f"autodp.utils.{name}": HELPER for name in HELPERS},
}


def cases() -> Iterator[Case]:
    """Every call that is judged."""
    for part in (zoo, banks, screens, losses, conversions, accountants, calibrators):
        yield from part.cases()


def public_names() -> Iterable[str]:
    """Functions; the methods of classes, and the classes that are mechanisms."""
    for name, value in definitions(LIBRARY.module):
        if not inspect.isclass(value) or value.__module__.endswith("mechanism_zoo"):
            yield name
        else:
            yield from (f"{name}.{method}" for method in methods(value) if method in vars(value))
