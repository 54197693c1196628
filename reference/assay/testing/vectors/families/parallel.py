"""Parallel composition: disjoint parts, parts that a record moves between, and parts that overlap."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from .... import theorems
from ....errors import InvalidValue
from ....exact import Certified, Log, Number, maximum
from ....outputs.json_values import Json, real
from ....theorems import Guarantee
from ..arguments import Arguments, whole
from ..family import Case, Family, Function, edge_if
from .bounds_functions import guarantee, parts_of

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


PARTS: dict[str, list[tuple[str, str]]] = {
    "one part": [("1", "1/10")],
    "two alike": [("1", "0"), ("1", "0")],
    "two unlike": [("ln(2)", "1/100"), ("ln(3)", "0")],
    "the largest in different parts": [("2", "0"), ("1/10", "1/5"), ("1", "1/1000")],
    "five": [("ln(2)", "1/50"), ("ln(2)", "1/100"), ("ln(3)", "1/1000"), ("0", "1/10"), ("ln(5)", "0")],
    "delta above one": [("1", "2/3"), ("2", "3/4"), ("1/2", "1/2")],
    "tiny": [("1/1000000", "1e-300"), ("1e-20", "1e-250"), ("1/1000000", "0")],
    "floats": [("0x1.999999999999ap-4", "1/10"), ("0x1.999999999999ap-3", "1/5"), ("3/10", "0")],
}


def cases() -> Iterator[Case]:
    """The bounds, and the least delta."""
    yield from _parallel_cases()
    yield from _replaced_cases()
    yield from _overlapping_cases()


def listed(parts: list[tuple[str, str]]) -> list[Json]:
    """Guarantees as they stand in a prompt."""
    return [{"epsilon": epsilon, "delta": delta} for epsilon, delta in parts]


def _parallel_cases() -> Iterator[Case]:
    for name, parts in PARTS.items():
        for m in range(1, len(parts) + 1):
            given: dict[str, Json] = {"guarantees": listed(parts), "affected": str(m)}
            edge = edge_if(len(parts) == 1 or name == "delta above one")
            yield Case(f"parallel composition of {name}, {m} affected", "parallel_composition", given, edge)
            for at in ("0", "1/2", "1") if name not in ("tiny", "floats") else ():
                text = f"parallel delta of {name}, {m} affected, at {at}"
                yield Case(text, "parallel_delta", {**given, "at": at}, edge_if(at == "0"))
    endless: dict[str, Json] = {"guarantees": listed([("inf", "0"), ("1", "1/10")]), "affected": "1"}
    yield Case("parallel composition with an infinite part", "parallel_composition", endless, "boundary")
    good: dict[str, Json] = {"guarantees": listed([("1", "1/10"), ("2", "0")]), "affected": "1"}
    for text, key, bad in (
        ("none affected", "affected", "0"),
        ("more affected than there are", "affected", "3"),
        ("a negative epsilon", "guarantees", listed([("-1", "0"), ("1", "0")])),
        ("a delta above 1", "guarantees", listed([("1", "0"), ("1", "3/2")])),
    ):
        yield Case(f"parallel composition of {text}", "parallel_composition", {**good, key: bad}, "invalid")
    for text, key, bad in (
        ("a negative epsilon asked for", "at", "-1"),
        ("an infinite epsilon asked for", "at", "inf"),
        ("an infinite part", "guarantees", listed([("inf", "0"), ("1", "0")])),
    ):
        yield Case(f"parallel delta with {text}", "parallel_delta", {**good, "at": "1", key: bad}, "invalid")


def _replaced_cases() -> Iterator[Case]:
    name = "parallel_replace_one"
    inside: dict[str, Callable[[str, str], tuple[str, str]]] = {
        "twice": lambda e, d: (f"2*{e}" if "0x" not in e else "2/5", d),
        "once": lambda e, d: (e, d),
        "nothing": lambda e, d: ("0", "0"),
        "three": lambda e, d: ("3", "1/4"),
    }
    for parts_name, parts in PARTS.items():
        for word, change in inside.items() if len(parts) > 1 else ():
            given: dict[str, Json] = {
                "guarantees": listed(parts),
                "replaced": listed([change(e, d) for e, d in parts]),
            }
            edge = edge_if(word == "nothing")
            yield Case(f"{name} of {parts_name}, {word} within a part", name, given, edge)
    two = listed([("1", "0"), ("2", "0")])
    for text, moved, within in (
        ("lists of different lengths", two, listed([("1", "0")] * 3)),
        ("one part", listed([("1", "0")]), listed([("2", "0")])),
        ("a negative epsilon", two, listed([("1", "0"), ("-1", "0")])),
        ("a delta above 1", listed([("1", "0"), ("2", "2")]), two),
    ):
        yield Case(f"{name} of {text}", name, {"guarantees": moved, "replaced": within}, "invalid")


def _overlapping_cases() -> Iterator[Case]:
    name = "overlapping_composition"
    kinds: dict[str, list[list[str]]] = {
        "disjoint": [["1"], ["2"], ["3"]],
        "a chain": [["1", "2"], ["2", "3"]],
        "all and some": [["1", "2", "3"], ["2"], ["1", "3"]],
        "one in none": [[], ["3"]],
        "one kind": [["2", "3"]],
    }
    for parts_name in ("the largest in different parts", "delta above one", "tiny", "floats"):
        for word, each in kinds.items():
            records: list[Json] = [list[Json](kind) for kind in each]
            given: dict[str, Json] = {"guarantees": listed(PARTS[parts_name]), "records": records}
            edge = edge_if(word == "one in none")
            yield Case(f"{name} of {parts_name}, {word}", name, given, edge)
    empty: list[Json] = [[]]
    given = {"guarantees": listed(PARTS["two alike"]), "records": empty}
    yield Case(f"{name} of records in no part", name, given, "boundary")
    good: dict[str, Json] = {"guarantees": listed(PARTS["two unlike"]), "records": [["1", "2"]]}
    for text, bad in (
        ("no kinds", []),
        ("a part 0", [["0"]]),
        ("a part that is not there", [["1"], ["3"]]),
        ("a part twice", [["1", "1"]]),
        ("half a part", [["1/2"]]),
    ):
        wrong: list[Json] = [list[Json](kind) for kind in bad]
        yield Case(f"{name} with {text}", name, {**good, "records": wrong}, "invalid")
    yield Case(f"{name} with no guarantees", name, {"guarantees": [], "records": [[]]}, "invalid")


FAMILIES = (
    Family(
        "parallel",
        "Parallel composition: disjoint parts, parts that a record moves between, and parts that overlap",
        (
            "McSherry, Privacy Integrated Queries, SIGMOD 2009",
            "Li, Lyu, Su and Yang, Differential Privacy: From Theory to Practice, 2016",
            "Murtagh and Vadhan, The Complexity of Computing the Optimal Composition, TCC 2016",
        ),
        cases,
    ),
)
