"""prv-accountant: privacy random variables, their numerical composition, and its command line."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator

from ...survey.case import Case
from .._names import definitions, methods
from . import accountants, dpsgd, variables
from .calls import COMMAND, LIBRARY
from .variables import PATHS

__all__ = ["LEFT_OUT", "LIBRARY", "cases", "public_names"]

STEP = (
    "a step of the numerical composition, without privacy of its own; judged by what accountants make of it"
)
ABSTRACT = "the base of the privacy random variables, without numbers of its own"
BY_DESIGN = "raises NotImplementedError by design"
DIFFERENCE = "a difference of two values of cdf"
ZERO = "the constant 0"
BASE = "prv_accountant.privacy_random_variables.abstract_privacy_random_variable."
DISCRETE = PATHS["approximate"]
SAMPLED = PATHS["sampled"]

LEFT_OUT = {
    "prv_accountant.accountant.PRVAccountant.compute_composition": STEP,
    "prv_accountant.accountant.compute_safe_domain_size": "the size of a grid, shown by the accountants",
    "prv_accountant.composers.": STEP,
    "prv_accountant.discrete_privacy_random_variable.": STEP,
    "prv_accountant.discretisers.": STEP,
    "prv_accountant.domain.": STEP,
    "prv_accountant.dpsgd.DPSGDAccountant.compute_composition": STEP,
    "prv_accountant.dpsgd.DPSGDAccountant.compute_delta": "that of PRVAccountant, where it is judged",
    BASE: ABSTRACT,
    f"{SAMPLED.rpartition('.')[0]}.log": "numpy's logarithm without its warnings",
    **{f"{path}.mean": BY_DESIGN for path in PATHS.values()},
    **{f"{path}.pdf": BY_DESIGN for path in PATHS.values() if path != SAMPLED},
    **{f"{path}.probability": DIFFERENCE for path in PATHS.values()},
    **{f"{path}.pm_inf": ZERO for path in PATHS.values() if path != DISCRETE},
}


def cases() -> Iterator[Case]:
    """Every call that is judged."""
    for part in (accountants, dpsgd, variables):
        yield from part.cases()


def public_names() -> Iterable[str]:
    """Functions, the methods of classes, and the command."""
    for name, value in definitions(LIBRARY.module):
        if inspect.isclass(value):
            yield from (f"{name}.{method}" for method in methods(value))
        else:
            yield name
    yield COMMAND
