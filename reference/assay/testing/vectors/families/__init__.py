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
    gaussian,
    group,
    integers,
    measures,
    pairs,
    rounding,
    samplers,
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
)
