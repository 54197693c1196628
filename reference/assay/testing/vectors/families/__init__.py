"""All families of test vectors, a file each."""

from __future__ import annotations

from ..family import Family
from . import (
    amplification,
    calibration,
    composition,
    concentrated,
    conversions,
    discretised,
    distributions,
    gaussian,
    grids,
    group,
    integers,
    measures,
    pairs,
    rounding,
    samplers,
    shuffling,
    snapping,
    sums,
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
    *snapping.FAMILIES,
    *grids.FAMILIES,
    *sums.FAMILIES,
    *discretised.FAMILIES,
    *shuffling.FAMILIES,
)
