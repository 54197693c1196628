"""All families of test vectors, a file each."""

from __future__ import annotations

from ..family import Family
from . import (
    amplification,
    calibration,
    composition,
    concentrated,
    conversions,
    distributions,
    filters,
    gaussian,
    group,
    integers,
    measures,
    pairs,
    parallel,
    partition_selection,
    renyi_curves,
    rounding,
    samplers,
    thresholds,
    trees,
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
)
