"""opendp: measurements, combinators, conversions, calibrations, accuracies and stability maps."""

from __future__ import annotations

from collections.abc import Iterator

from ...survey.case import Case
from .accuracy import accuracy_cases, context_cases
from .border import LIBRARY
from .canonical import canonical_cases
from .composition import composition_cases
from .conversions import conversion_cases
from .names import LEFT_OUT, public_names
from .noise import noise_cases
from .quantile import quantile_cases
from .response import response_cases
from .selection import selection_cases
from .thresholds import threshold_cases
from .transformations import transformation_cases

__all__ = ["LEFT_OUT", "LIBRARY", "cases", "public_names"]


def cases() -> Iterator[Case]:
    """Every call that is judged."""
    yield from noise_cases()
    yield from canonical_cases()
    yield from threshold_cases()
    yield from response_cases()
    yield from selection_cases()
    yield from quantile_cases()
    yield from conversion_cases()
    yield from composition_cases()
    yield from accuracy_cases()
    yield from context_cases()
    yield from transformation_cases()
