"""All families of test vectors, a file each: what is asked, the reference's answers, and the cases.

Where that is long, or several families ask it, what is asked stands in a file `NAME_functions` of its own.
"""

from __future__ import annotations

from collections.abc import Mapping

from ....outputs.json_values import Json
from ..arguments import Arguments
from ..family import Family, Function
from . import (
    amplification,
    bounds_functions,
    calibration,
    composition,
    concentrated,
    conversions,
    discretised,
    distributions,
    filters,
    filters_functions,
    gaussian,
    gaussian_functions,
    grids,
    group,
    integers,
    measures,
    pairs,
    parallel,
    partition_selection,
    partition_selection_functions,
    renyi_curves,
    rounding,
    samplers,
    shuffling,
    snapping,
    snapping_functions,
    sums,
    sums_functions,
    thresholds,
    thresholds_functions,
    trees,
    trees_functions,
)

MODULES = (
    *(distributions, pairs, measures, composition, amplification, group, conversions, bounds_functions),
    *(calibration, rounding, gaussian, gaussian_functions, integers, concentrated, samplers),
    *(partition_selection, partition_selection_functions, thresholds, thresholds_functions),
    *(parallel, filters, filters_functions, trees, trees_functions, renyi_curves),
    *(snapping, snapping_functions, grids, sums, sums_functions, discretised, shuffling),
)
"""In the order in which families are listed."""

FAMILIES: tuple[Family, ...] = tuple(
    family for module in MODULES for family in getattr(module, "FAMILIES", ())
)
FUNCTIONS: Mapping[str, Function] = {
    name: function for module in MODULES for name, function in getattr(module, "FUNCTIONS", {}).items()
}
"""The functions that the vectors ask for, by name, with the reference's answer to each."""


def reference(function: str, arguments: Mapping[str, Json]) -> Json:
    """The exact answer of the reference.  Raises an AssayError where the arguments are not valid."""
    return FUNCTIONS[function].compute(Arguments(arguments))
