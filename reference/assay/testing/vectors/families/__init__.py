"""All families of test vectors, a file each: what is asked, the reference's answers, and the cases.

Where that is long, or several families ask it, what is asked stands in a file `NAME_functions` of its own.
"""

from __future__ import annotations

from collections.abc import Mapping

from ....outputs.json_values import Json
from ..arguments import Arguments
from ..family import Family
from ..function import Function
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

FAMILIES: tuple[Family, ...] = (
    *distributions.FAMILIES,
    *pairs.FAMILIES,
    *measures.FAMILIES,
    *composition.FAMILIES,
    *amplification.FAMILIES,
    *group.FAMILIES,
    *conversions.FAMILIES,
    *calibration.FAMILIES,
    *rounding.FAMILIES,
    *gaussian.FAMILIES,
    *integers.FAMILIES,
    *concentrated.FAMILIES,
    *samplers.FAMILIES,
    *partition_selection.FAMILIES,
    *thresholds.FAMILIES,
    *parallel.FAMILIES,
    *filters.FAMILIES,
    *trees.FAMILIES,
    *renyi_curves.FAMILIES,
    *snapping.FAMILIES,
    *grids.FAMILIES,
    *sums.FAMILIES,
    *discretised.FAMILIES,
    *shuffling.FAMILIES,
)

FUNCTIONS: Mapping[str, Function] = {
    **distributions.FUNCTIONS,
    **measures.FUNCTIONS,
    **bounds_functions.FUNCTIONS,
    **amplification.FUNCTIONS,
    **calibration.FUNCTIONS,
    **rounding.FUNCTIONS,
    **gaussian_functions.FUNCTIONS,
    **integers.FUNCTIONS,
    **concentrated.FUNCTIONS,
    **samplers.FUNCTIONS,
    **partition_selection_functions.FUNCTIONS,
    **thresholds_functions.FUNCTIONS,
    **parallel.FUNCTIONS,
    **filters_functions.FUNCTIONS,
    **trees_functions.FUNCTIONS,
    **renyi_curves.FUNCTIONS,
    **sums_functions.FUNCTIONS,
    **snapping_functions.FUNCTIONS,
    **shuffling.FUNCTIONS,
    **grids.FUNCTIONS,
    **discretised.FUNCTIONS,
}
"""The functions that the vectors ask for, by name, with the reference's answer to each."""


def reference(function: str, arguments: Mapping[str, Json]) -> Json:
    """The exact answer of the reference.  Raises an AssayError where the arguments are not valid."""
    return FUNCTIONS[function].compute(Arguments(arguments))
