"""diffprivlib: its mechanisms, its accountant and its tools."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator

from ...survey.case import Case
from .._names import definitions, methods
from . import budget, continuous, discrete, moments, scales, tools
from .calls import LIBRARY, MODULES, path

__all__ = ["LEFT_OUT", "LIBRARY", "cases", "public_names"]

BY_DESIGN = "raises NotImplementedError by design"
ABSTRACT = "a base class, judged by what derives from it"
TRANSFORM = "rewrites inputs and outputs of a mechanism, which stays as it is"
DATA = "checks or prepares data, and states no privacy"
DEFAULT = "which accountant is the default, no number"
MODEL = "trains by its mechanisms on many floats: no finite, integer or closed distribution of its output"

NO_MOMENTS = (
    "Binary",
    "Bingham",
    "Exponential",
    "ExponentialCategorical",
    "ExponentialHierarchical",
    "GeometricFolded",
    "GeometricTruncated",
    "PermuteAndFlip",
    "Snapping",
    "Vector",
)
NO_VARIANCE = ("GaussianDiscrete", "LaplaceBoundedNoise", "LaplaceFolded", "Staircase")
ACCOUNTANT = "diffprivlib.accountant.BudgetAccountant"
BASE = "diffprivlib.mechanisms.base"

LEFT_OUT = {
    **{path(mechanism, "bias"): BY_DESIGN for mechanism in NO_MOMENTS},
    **{path(mechanism, "variance"): BY_DESIGN for mechanism in (*NO_MOMENTS, *NO_VARIANCE)},
    **{f"{ACCOUNTANT}.{verb}_default": DEFAULT for verb in ("load", "pop", "set")},
    f"{BASE}.DPMachine.": ABSTRACT,
    **{f"{BASE}.DPMechanism.{method}": ABSTRACT for method in ("bias", "randomise", "variance")},
    path("ExponentialCategorical", "utility_list"): "gives back what was passed in",
    "diffprivlib.mechanisms.transforms.": TRANSFORM,
    "diffprivlib.models.": MODEL,
    "diffprivlib.utils.": DATA,
    "diffprivlib.validation.": DATA,
}


def cases() -> Iterator[Case]:
    """Every call that is judged."""
    for part in (discrete, continuous, scales, moments, budget, tools):
        yield from part.cases()


def public_names() -> Iterable[str]:
    """Functions, and the methods that a class defines itself; of models the classes."""
    for name, value in definitions(LIBRARY.module):
        if not inspect.isclass(value) or ".models." in name:
            yield name
        else:
            own = {*vars(value), *(["randomise"] if name.rpartition(".")[2] in MODULES else [])}
            yield from (f"{name}.{method}" for method in methods(value) if method in own)
