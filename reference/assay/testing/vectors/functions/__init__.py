"""The functions that test vectors ask for, by name, with the reference's answer to each."""

from __future__ import annotations

from collections.abc import Mapping

from ....outputs.json_values import Json
from ..arguments import Arguments
from ..function import Function
from . import (
    bounds,
    calibration,
    concentrated,
    discretised,
    distributions,
    filters,
    gaussian,
    grids,
    integers,
    measures,
    parallel,
    partition_selection,
    renyi_curves,
    rounding,
    samplers,
    sampling,
    shuffling,
    snapping,
    sums,
    thresholds,
    trees,
)

FUNCTIONS: Mapping[str, Function] = {
    **distributions.FUNCTIONS,
    **measures.FUNCTIONS,
    **bounds.FUNCTIONS,
    **sampling.FUNCTIONS,
    **calibration.FUNCTIONS,
    **rounding.FUNCTIONS,
    **gaussian.FUNCTIONS,
    **integers.FUNCTIONS,
    **concentrated.FUNCTIONS,
    **samplers.FUNCTIONS,
    **partition_selection.FUNCTIONS,
    **thresholds.FUNCTIONS,
    **parallel.FUNCTIONS,
    **filters.FUNCTIONS,
    **trees.FUNCTIONS,
    **renyi_curves.FUNCTIONS,
    **sums.FUNCTIONS,
    **snapping.FUNCTIONS,
    **shuffling.FUNCTIONS,
    **grids.FUNCTIONS,
    **discretised.FUNCTIONS,
}


def reference(function: str, arguments: Mapping[str, Json]) -> Json:
    """The exact answer of the reference.  Raises an AssayError where the arguments are not valid."""
    return FUNCTIONS[function].compute(Arguments(arguments))
