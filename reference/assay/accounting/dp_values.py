"""The parameters of events as exact numbers: floats at their binary values, numpy's as well."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import isfinite
from numbers import Real
from operator import index
from typing import SupportsIndex, cast

from ..errors import InvalidType, InvalidValue

SUM_SLACK = Fraction(1, 10**9)
"""dp-accounting takes probabilities for complete that miss 1 by so much; see `completed`."""


def exact(value: object, name: str) -> Fraction:
    """A float (or an integer, or one of numpy's) at its exact value.  Raises InvalidType or InvalidValue."""
    if isinstance(value, bool) or not isinstance(value, Real) or not hasattr(value, "as_integer_ratio"):
        raise InvalidType(f"{name} = {value!r} is a {type(value).__name__}; give a float")
    try:
        numerator, denominator = value.as_integer_ratio()
        if not isfinite(float(value)):  # a long double beyond floats
            raise OverflowError
    except (ValueError, OverflowError):
        raise InvalidValue(f"{name} = {value!s} is not a finite float; give one") from None
    return Fraction(int(numerator), int(denominator))


def natural(value: object, name: str) -> int:
    """An integer >= 0, numpy's included.  Raises InvalidType or InvalidValue for any other value."""
    if isinstance(value, bool) or not isinstance(value, SupportsIndex):
        raise InvalidType(f"{name} = {value!r} is a {type(value).__name__}; give an int >= 0")
    try:
        read = index(value)
    except TypeError:  # an array of several
        raise InvalidType(f"{name} = {value!r} is a {type(value).__name__}; give an int >= 0") from None
    if read < 0:
        raise InvalidValue(f"{name} = {read} is negative; give an int >= 0")
    return read


def probability(value: object, name: str) -> Fraction:
    """A number in [0, 1].  Raises InvalidValue for any other."""
    read = exact(value, name)
    if not 0 <= read <= 1:
        raise InvalidValue(f"{name} = {value} is not in [0, 1]; give a probability")
    return read


def listed(values: object, name: str) -> list[object]:
    """A sequence or an array as a list.

    Raises InvalidType for anything else: what can be read only once is empty at the second reading, a set has
    no order, and bytes are no numbers.
    """
    is_array = isinstance(values, Iterable) and bool(getattr(values, "ndim", 0))
    is_text = isinstance(values, (str, bytes, bytearray, memoryview))
    if is_text or not (is_array or isinstance(values, Sequence)):
        raise InvalidType(f"{name} = {values!r} is a {type(values).__name__}; give a list")
    return list(cast(Iterable[object], values))


def completed(shifts: list[Fraction], weights: list[Fraction]) -> list[Fraction]:
    """Probabilities of sum 1: what is missing goes to the largest sensitivity, what is too much leaves the
    smallest ones.

    No sensitivity is exceeded with a smaller probability than before, nor than after division by the sum, so
    that the pair dominates the one that was meant.  Raises InvalidValue for a sum farther than 1e-9 from 1.
    """
    total = sum(weights, Fraction(0))
    if len(shifts) != len(weights) or not weights:
        raise InvalidValue(
            f"{len(shifts)} sensitivities with {len(weights)} sampling_probs; give one probability for each"
        )
    if min(weights) < 0 or min(shifts) < 0 or abs(total - 1) > SUM_SLACK:
        raise InvalidValue(
            f"sensitivities >= {float(min(shifts))}, sampling_probs >= {float(min(weights))} of sum "
            f"{float(total)}; give sensitivities and probabilities >= 0, the latter of sum 1"
        )
    order = sorted((i for i, p in enumerate(weights) if p), key=shifts.__getitem__)
    found, excess = list(weights), total - 1
    if excess <= 0:
        found[order[-1]] -= excess
        return found
    for i in order:
        taken = min(excess, found[i])
        found[i], excess = found[i] - taken, excess - taken
    return found
