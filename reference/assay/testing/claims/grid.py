"""Grids of parameters, with the extremes at which implementations break."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

from ...errors import InvalidValue

SMALLEST = 5e-324
"""The smallest positive float."""

EPSILONS = (
    0.0,
    SMALLEST,
    2.0**-53,
    1e-6,
    0.1,
    0.5,
    1.0,
    3.0,
    10.0,
    50.0,
    709.0,
    710.0,
    1e6,
    1e308,
    float("inf"),
)
DELTAS = (0.0, SMALLEST, 1e-300, 2.0**-60, 1e-9, 1e-5, 0.01, 0.5, 1 - 2.0**-53, 1.0)
ALPHAS = (1.0, 1 + 2.0**-52, 1.5, 2.0, 3.0, 32.0, 1024.0, 1e6, float("inf"))
RHOS = (0.0, SMALLEST, 1e-9, 0.1, 0.5, 1.0, 10.0, 1e3, 1e300, float("inf"))


def grid(**parameters: Iterable[Any]) -> list[dict[str, Any]]:
    """Every combination of the values: grid(epsilon=EPSILONS, delta=[0.0, 1e-6]).

    The values reach the privacy map as they are; the truth is told the exact binary value of a float.
    Raises InvalidValue where a parameter has no value.
    """
    listed = {name: tuple(values) for name, values in parameters.items()}
    empty = [name for name, values in listed.items() if not values]
    if empty or not listed:
        raise InvalidValue(f"the grid is empty: {', '.join(empty) or 'no parameter'} has no values")
    return [dict(zip(listed, point, strict=True)) for point in product(*listed.values())]
