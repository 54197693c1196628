"""Partition selection: the best probabilities of keeping a partition, and truncated geometric noise."""

from __future__ import annotations

from collections.abc import Iterator

from ....outputs.json_values import Json
from ..family import FLOAT, Case, Family, case, edge_if

SETTINGS = (
    ("ln(2)", "1/10", "1"),
    ("ln(3)", "1/1000", "1"),
    ("ln(2)", "1/10", "3"),
    ("1", "1/1000000", "1"),
    ("1", "1e-30", "2"),
    ("1/10", "1/1000000", "10"),
    ("1/10", "1/1000", "1"),
    ("8", "1/100", "4"),
    ("50", "1e-300", "1"),
    (FLOAT, "1/100", "1"),
    ("745", "1e-300", "1"),
    ("1/1000", "1e-12", "1"),
)
COUNTS = ("1", "2", "3", "4", "6", "11", "30", "70", "300")


def cases() -> Iterator[Case]:
    """The best probabilities, probabilities that are given, and noise with a threshold."""
    yield from _best()
    yield from _tables()
    yield from _noise()


def _best() -> Iterator[Case]:
    name, certain = "partition_selection_probability", "partition_selection_certain"
    for epsilon, delta, partitions in SETTINGS:
        shared: dict[str, Json] = {"epsilon": epsilon, "delta": delta, "partitions": partitions}
        for n in COUNTS:
            yield case(name, "valid", **shared, n=n)
        yield case(name, "boundary", **shared, n="0")
        yield case(certain, "valid", **shared)
    for n in ("1", "7", "10", "11"):
        yield case(name, "boundary", epsilon="0", delta="1/10", partitions="1", n=n)
        yield case(name, "boundary", epsilon="1", delta="0", partitions="2", n=n)
    yield case(certain, "boundary", epsilon="0", delta="3/10", partitions="1")
    yield case(certain, "boundary", epsilon="0", delta="1/10", partitions="2")
    yield case(name, epsilon="1/100", delta="1e-15", partitions="1", n="3000")
    good: dict[str, Json] = {"epsilon": "1", "delta": "1/10", "partitions": "1"}
    for key, value in (
        ("epsilon", "-1"),
        ("epsilon", "inf"),
        ("delta", "1"),
        ("delta", "-1/10"),
        ("partitions", "0"),
        ("partitions", "3/2"),
        ("n", "-1"),
        ("n", "1/2"),
    ):
        yield case(name, "invalid", **{**good, "n": "3", key: value})
    for key, value in (("epsilon", "inf"), ("delta", "0"), ("delta", "1"), ("partitions", "0")):
        yield case(certain, "invalid", **{**good, key: value})


def _tables() -> Iterator[Case]:
    name = "partition_selection_delta"
    tables = {
        "rising": ["1/100", "1/10", "1/2", "9/10", "1"],
        "a step": ["0", "0", "1"],
        "almost sure at once": ["99/100", "999/1000"],
        "slow": ["1/10", "1/5", "3/10", "2/5", "1/2"],
        "one": ["1/10"],
        "falling": ["1/10", "1/2", "1/1000"],
        "a geometric one": ["1/10", "3/10", "7/10", "9/10", "1"],
    }
    for table, keep in tables.items():
        for epsilon in ("0", "ln(2)", "1", "3"):
            result = edge_if(epsilon == "0")
            shown: list[Json] = list(keep)
            yield Case(f"{name} of {table} at {epsilon}", name, {"keep": shown, "epsilon": epsilon}, result)
    for text, keep, epsilon in (
        ("nothing", [], "1"),
        ("a probability above 1", ["1/10", "11/10"], "1"),
        ("a negative probability", ["-1/10", "1/2"], "1"),
        ("a negative epsilon", ["1/10"], "-1"),
        ("an infinite epsilon", ["1/10"], "inf"),
    ):
        listed: list[Json] = list(keep)
        yield Case(f"{name} of {text}", name, {"keep": listed, "epsilon": epsilon}, "invalid")


def _noise() -> Iterator[Case]:
    name, delta_name, bound = (f"truncated_geometric_{word}" for word in ("probability", "delta", "bound"))
    for epsilon, k in (("ln(2)", "3"), ("ln(3)", "10"), ("1", "5"), ("1/2", "20"), ("3", "1")):
        for n in ("0", "1", "2", "4", "8", "41"):
            edge = n == "0" or int(n) > 2 * int(k)
            yield case(name, edge_if(edge), epsilon=epsilon, k=k, n=n)
        for size, at in (("1", epsilon), ("1", "0"), ("2", epsilon), ("3", "1/4"), ("2", "7")):
            result = edge_if(at == "0")
            yield case(delta_name, result, epsilon=epsilon, k=k, sensitivity=size, at=at)
    for epsilon in ("ln(2)", "ln(3)", "1/10", "1", "8", "1/1000", FLOAT):
        for delta in ("1/10", "1/1000000", "1e-30", "1e-300"):
            yield case(bound, epsilon=epsilon, delta=delta)
    yield case(bound, "boundary", epsilon="ln(2)", delta="1/22")  # attained, as 1/10 is
    good: dict[str, Json] = {"epsilon": "1", "k": "5"}
    for key, value in (("epsilon", "0"), ("epsilon", "inf"), ("k", "0"), ("k", "65"), ("n", "-1")):
        yield case(name, "invalid", **{**good, "n": "3", key: value})
    for key, value in (("sensitivity", "0"), ("at", "-1"), ("at", "inf"), ("epsilon", "-1")):
        yield case(delta_name, "invalid", **{**good, "sensitivity": "1", "at": "1", key: value})
    for epsilon, delta in (("0", "1/10"), ("1", "0"), ("1", "1"), ("inf", "1/10")):
        yield case(bound, "invalid", epsilon=epsilon, delta=delta)


FAMILIES = (
    Family(
        "partition-selection",
        "Partition selection: the best probabilities of keeping a partition, and truncated geometric noise",
        ("Desfontaines, Voss, Gipson and Mandayam, Differentially Private Partition Selection, PoPETs 2022",),
        cases,
    ),
)
