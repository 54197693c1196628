"""What the accountant reads from JSON files, each of one format and with nothing that it would ignore.

    {"format": "assay pair 1", "p": ["3/4", "1/4"], "q": ["1/4", "3/4"]}
    {"format": "assay renyi curve 1", "orders": ["2", "8"], "values": ["1/10", "1/2"]}

p[i] and q[i] are the probabilities of the i-th outcome of a finite pair, each list of sum 1: the pair of a
round, or of many rounds together.  values[i] is the Renyi divergence of order orders[i], of a curve that is
also given as text, `renyi orders=2:8 values=0.1:0.5`.  Numbers are exact: text that `assay.exact.number`
reads.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..composition.finite_pair import FinitePair
from ..composition.pair import DominatingPair
from ..errors import AssayError, InvalidValue
from ..exact import Number, number
from ..exact.real import brief
from .moment_bounds import MomentBound

PAIR, LISTS = "assay pair 1", ("p", "q")
CURVE = "assay renyi curve 1"


def read_object(path: str | Path, form: str, members: tuple[str, ...]) -> dict[str, Any]:
    """The object in a file.  Raises InvalidValue for a file that cannot be read, and as `checked_object`."""
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"), object_pairs_hook=_members_once)
    except (OSError, ValueError, RecursionError) as error:
        raise InvalidValue(
            f"file = {path} cannot be read: {error}; give a JSON file with {_lists(members)}"
        ) from None
    return checked_object(data, form, members, str(path))


def checked_object(data: object, form: str, members: tuple[str, ...], name: str) -> dict[str, Any]:
    """The object, which may name its format.

    Raises InvalidValue for anything else, and for a member that would be left out of account.
    """
    if not isinstance(data, dict) or data.get("format", form) != form:
        raise InvalidValue(f"{name} is no object of the format {form!r} with {_lists(members)}")
    other = next((member for member in data if member not in ("format", *members)), None)
    if other is not None:
        raise InvalidValue(
            f"{name} has the member {brief(repr(other))}, which is none of format, {', '.join(members)} and "
            "would be left out of account; take it out, or give it with the mechanism if it is a parameter"
        )
    return data


def _lists(members: tuple[str, ...]) -> str:
    return " and ".join(f"a list of {each}" for each in members)


def _members_once(members: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON; raises InvalidValue for a name that is there twice, of which a reader takes any."""
    found = dict(members)
    if len(found) < len(members):
        names = [name for name, _ in members]
        twice = next(name for name in names if names.count(name) > 1)
        raise InvalidValue(f"{brief(repr(twice))} is given twice in an object; give it once")
    return found


def read_pair(path: str | Path) -> FinitePair:
    """The pair in a file.  Raises InvalidValue for a file that cannot be read, or that holds no pair."""
    return FinitePair.from_masses(read_pair_in_order(path))


def read_pair_in_order(path: str | Path) -> list[tuple[Number, Number]]:
    """(p[i], q[i]) of a file, in its order; raises as `read_pair`."""
    return _masses(read_object(path, PAIR, LISTS), str(path))


def pair_from(data: Any, name: str = "data") -> FinitePair:
    """The pair that an object of JSON holds.  Raises InvalidValue for anything else."""
    return FinitePair.from_masses(_masses(checked_object(data, PAIR, LISTS, name), name))


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
    return {"format": PAIR, "p": [str(p) for p, _ in masses], "q": [str(q) for _, q in masses]}


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
    data = read_object(path, CURVE, ("orders", "values"))
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
