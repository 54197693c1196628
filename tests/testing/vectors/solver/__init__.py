"""A second program that answers the vectors, written from the files alone: nothing of Assay is imported here.

With `bug`, the name of a flag, the program has the bug that the flag names, and no other; with
`arithmetic=FLOATS` it computes naively in binary64.
"""

from __future__ import annotations

import json
import re
from typing import Any

from . import (
    budgets,
    concentrated,
    continuous,
    discretised,
    formulas,
    grids,
    integers,
    mechanisms,
    pairs,
    partitions,
    rounding,
    samplers,
    shuffling,
    snapping,
    sums,
    trees,
)
from .reals import DECIMALS, DIGITS, FLOATS, Refused, State, use

PARTS = (
    pairs,
    formulas,
    mechanisms,
    rounding,
    continuous,
    integers,
    concentrated,
    samplers,
    partitions,
    budgets,
    trees,
    snapping,
    grids,
    sums,
    discretised,
    shuffling,
)
FUNCTIONS = {name: function for part in PARTS for name, function in part.FUNCTIONS.items()}

__all__ = ["DECIMALS", "FLOATS", "FUNCTIONS", "Refused", "answer", "asked"]


def answer(prompt: Any, bug: Any = None, arithmetic: Any = DECIMALS) -> Any:
    """The value, with Decimals or floats in place of numbers; Refused where the arguments are not valid."""
    longest = max(map(len, re.findall("[0-9]+", json.dumps(prompt["arguments"]))), default=0)
    with use(bug, arithmetic, DIGITS + 3 * longest * (longest > DIGITS)):
        return FUNCTIONS[prompt["function"]](prompt["arguments"])


def asked() -> Any:
    """The bugs that the last answer could have had."""
    return sorted(State.asked)
