"""Finite pairs in JSON, with exact numbers: the pair of a round, or of many rounds together.

    {"format": "assay pair 1", "p": ["3/4", "1/4"], "q": ["1/4", "3/4"]}

p[i] and q[i] are the probabilities of the i-th outcome: text that `assay.exact.number` reads, each list of
sum 1.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..composition.finite_pair import FinitePair
from ..errors import AssayError, InvalidValue
from ..exact import Number, number
from ..exact.real import brief
from .json_files import checked_object, read_object

FORMAT = "assay pair 1"
LISTS = ("p", "q")


def read_pair(path: str | Path) -> FinitePair:
    """The pair in a file.  Raises InvalidValue for a file that cannot be read, or that holds no pair."""
    return FinitePair.from_masses(read_pair_in_order(path))


def read_pair_in_order(path: str | Path) -> list[tuple[Number, Number]]:
    """(p[i], q[i]) of a file, in its order; raises as `read_pair`."""
    return _masses(read_object(path, FORMAT, LISTS), str(path))


def pair_from(data: Any, name: str = "data") -> FinitePair:
    """The pair that an object of JSON holds.  Raises InvalidValue for anything else."""
    return FinitePair.from_masses(_masses(checked_object(data, FORMAT, LISTS, name), name))


def _masses(data: dict[str, Any], name: str) -> list[tuple[Number, Number]]:
    """The probabilities of the outcomes, in their order."""
    p, q = (_distribution(data.get(side), f"{side} of {name}") for side in LISTS)
    if len(p) != len(q):
        raise InvalidValue(
            f"{name} has {len(p)} values in p and {len(q)} in q; give one of each for each outcome"
        )
    return list(zip(p, q, strict=True))


def pair_data(pair: FinitePair) -> dict[str, object]:
    """The object of JSON that holds a pair, exactly."""
    masses = [(p, q) for p, q in pair.masses() if p or q]
    return {"format": FORMAT, "p": [str(p) for p, _ in masses], "q": [str(q) for _, q in masses]}


def _distribution(values: object, name: str) -> list[Number]:
    if not isinstance(values, list) or not values:
        raise InvalidValue(
            f"{name} is {brief(repr(values))}; give a list of probabilities such as ['3/4', '1/4']"
        )
    found = []
    for i, value in enumerate(values):
        if not isinstance(value, str | int) or isinstance(value, bool):
            raise InvalidValue(
                f"{name}[{i}] = {value!r} is a {type(value).__name__}; write exact text such as '1/4'"
            )
        try:
            found.append(number(value, f"{name}[{i}]"))
        except AssayError as error:
            raise InvalidValue(str(error)) from None
        if found[-1] < 0:
            raise InvalidValue(f"{name}[{i}] = {value} is negative; give probabilities")
    total = sum(found, number(0))
    if total != 1:
        raise InvalidValue(f"{name} has the sum {brief(total)}; give probabilities of sum 1")
    return found
