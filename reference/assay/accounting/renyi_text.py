"""Curves of Renyi divergences as text and in JSON, with exact numbers.

renyi orders=2:8 values=0.1:0.5
{"format": "assay renyi curve 1", "orders": ["2", "8"], "values": ["1/10", "1/2"]}
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..composition.pair import DominatingPair
from ..errors import InvalidValue
from ..exact.real import brief
from .json_files import read_object
from .moment_bounds import MomentBound

FORMAT = "assay renyi curve 1"


def renyi_of(values: Mapping[str, str]) -> DominatingPair:
    """The curve of the parameters.  Raises InvalidValue unless they are orders and values, or a file."""
    if set(values) & {"orders", "values", "file"} not in ({"orders", "values"}, {"file"}):
        raise InvalidValue(
            "renyi needs orders and values, such as orders=2:8 values=0.1:0.5, or else file=curve.json"
        )
    if "file" in values:
        return read_curve(values["file"])
    return _curve(values["orders"].split(":"), values["values"].split(":"), "renyi")


def read_curve(path: str | Path) -> DominatingPair:
    """The curve in a file.  Raises InvalidValue for a file that cannot be read, or that holds none."""
    data = read_object(path, FORMAT, ("orders", "values"))
    for name in ("orders", "values"):
        numbers = data.get(name)
        if not isinstance(numbers, list) or not all(type(x) in (str, int) for x in numbers):
            raise InvalidValue(
                f"{name} of {path} is {brief(repr(numbers))}; give a list of exact numbers such as ['2', "
                "'1/10']"
            )
    return _curve(data["orders"], data["values"], str(path))


def _curve(orders: list[Any], values: list[Any], name: str) -> DominatingPair:
    if len(orders) != len(values):
        raise InvalidValue(
            f"{name} has {len(orders)} orders and {len(values)} values; give one value for each order"
        )
    return MomentBound.renyi(list(zip(orders, values, strict=True)))
