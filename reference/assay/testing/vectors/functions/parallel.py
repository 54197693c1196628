"""Parallel composition: mechanisms on parts of the data, disjoint or overlapping."""

from __future__ import annotations

from itertools import combinations

from .... import theorems
from ....errors import InvalidValue
from ....exact import Certified, Log, Number, maximum
from ....outputs.json_values import Json, real
from ....theorems import Guarantee
from ..arguments import Arguments, whole
from ..function import Function
from .bounds import guarantee, parts_of

MOST_PARTS = 12


def _affected(given: Arguments, parts: int) -> int:
    affected = given.integer("affected")
    if not 1 <= affected <= parts:
        raise InvalidValue(f"affected = {affected} is no whole number from 1 to {parts}")
    return affected


def _parallel(given: Arguments) -> Json:
    parts = parts_of(given)
    return guarantee(theorems.parallel_composition(parts, _affected(given, len(parts))))


def _replaced(given: Arguments) -> Json:
    moved, inside = parts_of(given), parts_of(given, "replaced")
    if len(moved) < 2:
        raise InvalidValue("guarantees is about one part; no record moves to another one")
    return guarantee(theorems.parallel_replace_one(moved, inside, symmetric=True))


def _overlapping(given: Arguments) -> Json:
    """The most that a record costs, over the kinds of records."""
    parts = parts_of(given)
    costs = []
    for kind in given.items("records"):
        listed = [whole(Arguments({"records": i}).text("records"), "records") for i in _list(kind)]
        if any(not 1 <= i <= len(parts) for i in listed) or len({*listed}) < len(listed):
            raise InvalidValue(f"records holds {listed!r}, no different numbers of parts")
        if listed:
            costs.append(theorems.basic_composition([parts[i - 1] for i in listed]))
    if not given.items("records"):
        raise InvalidValue("records is empty")
    nothing = Guarantee(0, 0)
    epsilon, delta = (max(getattr(each, part) for each in (nothing, *costs)) for part in ("epsilon", "delta"))
    return guarantee(Guarantee(epsilon, delta))


def _list(value: Json) -> list[Json]:
    if not isinstance(value, list):
        raise InvalidValue(f"records holds {value!r}, which is no list")
    return value


def _delta(given: Arguments) -> Json:
    parts, at = parts_of(given), given.epsilon("at")
    affected = _affected(given, len(parts))
    if len(parts) > MOST_PARTS or at.is_infinite or any(epsilon.is_infinite for epsilon, _ in parts):
        raise InvalidValue("too many parts, or an infinite epsilon")
    found = [optimal_delta(each, at) for each in combinations(parts, affected)]
    exact = [each for each in found if isinstance(each, Number)]
    return real(max(exact) if len(exact) == len(found) else maximum(found))


def optimal_delta(parts: tuple[tuple[Log, Number], ...], at: Log) -> Number | Certified:
    """The smallest delta at this epsilon of mechanisms with these guarantees, in both directions."""
    return theorems.optimal_composition_of(parts, symmetric=True)(at)


_GUARANTEES = (
    "`guarantees` is a list of one or more, with 0 <= epsilon_i <= inf and 0 <= delta_i <= 1; a sum with inf "
    "is inf."
)
_AFFECTED = "`affected` is whole, from 1 to the number of parts."

FUNCTIONS = {
    "parallel_composition": Function(
        "(the sum of the m largest epsilon_i, min(the sum of the m largest delta_i, 1)), m = `affected`: "
        "what holds of mechanisms that are (epsilon_i, delta_i)-DP for an adjacency of any kind, one for "
        f"each part of the data, where adjacent data differ in at most m parts. {_GUARANTEES} {_AFFECTED}",
        "guarantee",
        _parallel,
    ),
    "parallel_replace_one": Function(
        "(the largest of epsilon_i + epsilon_j, i other than j, and e_i; the largest of delta_i + delta_j, "
        "i other than j, and d_i, but at most 1): what holds for replacing a record, of mechanisms on "
        "disjoint parts of the data that are (epsilon_i, delta_i)-DP for adding and removing a record of "
        "their part, by `guarantees`, and (e_i, d_i)-DP for replacing one by another of their part, by "
        f"`replaced`. {_GUARANTEES} The same holds for `replaced`, and both have the same length, 2 or more.",
        "guarantee",
        _replaced,
    ),
    "overlapping_composition": Function(
        "(the largest of E_r, min(the largest of D_r, 1)) over the kinds r of records, E_r the sum of "
        "epsilon_i and D_r that of delta_i over the parts i that records of this kind are in: what holds "
        "for adding or removing a record. `records` lists, for one kind of records or more, the different "
        "numbers 1, 2, ... of those parts, perhaps none; the i-th of `guarantees` is about part i. "
        f"{_GUARANTEES}",
        "guarantee",
        _overlapping,
    ),
    "parallel_delta": Function(
        "The largest, over all sets A of m = `affected` parts, of 1 - (1 - D) times the product of the 1 - "
        "delta_i over i in A, D = sum over all S in A of max(e^(sum of epsilon_i in S) - e^(at + sum of "
        "epsilon_i in A, not in S), 0), divided by the product of the 1 + e^epsilon_i over i in A: the "
        "smallest delta at epsilon = `at` of mechanisms that are (epsilon_i, delta_i)-DP for a symmetric "
        "adjacency, one for each part, where adjacent data differ in at most m parts. `guarantees` is a "
        f"list of 1 to {MOST_PARTS}, with 0 <= epsilon_i < inf and 0 <= delta_i <= 1; {_AFFECTED} 0 <= at < "
        "inf.",
        "delta",
        _delta,
    ),
}
