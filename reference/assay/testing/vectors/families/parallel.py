"""Parallel composition: disjoint parts, parts that a record moves between, and parts that overlap."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ....outputs.json_values import Json
from ..family import Case, Family, edge_if

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
    yield from _parallel()
    yield from _replaced()
    yield from _overlapping()


def listed(parts: list[tuple[str, str]]) -> list[Json]:
    """Guarantees as they stand in a prompt."""
    return [{"epsilon": epsilon, "delta": delta} for epsilon, delta in parts]


def _parallel() -> Iterator[Case]:
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


def _replaced() -> Iterator[Case]:
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


def _overlapping() -> Iterator[Case]:
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
