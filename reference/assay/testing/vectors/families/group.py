"""Group privacy."""

from __future__ import annotations

from collections.abc import Iterator

from ....outputs.json_values import Json
from ..family import Case, Family, edge_if
from . import extremes


def cases() -> Iterator[Case]:
    """(epsilon, delta) for groups of k."""
    for epsilon in ("0", "1/1000", "1/10", "ln(2)", "1", "10", "inf"):
        for delta in ("0", "1/1000000000000", "1/100", "1"):
            for k in ("1", "2", "3", "10"):
                arguments: dict[str, Json] = {"epsilon": epsilon, "delta": delta, "k": k}
                edge = k == "1" or epsilon in ("0", "inf") or delta == "1"
                text = f"groups of {k} of ({epsilon}, {delta})"
                yield Case(text, "group_privacy", arguments, edge_if(edge))
    for key, value in (
        ("k", "0"),
        ("k", "-2"),
        ("k", "3/2"),
        ("delta", "-1"),
        ("delta", "2"),
        ("epsilon", "-1"),
    ):
        arguments = {"epsilon": "1", "delta": "1/100", "k": "2", key: value}
        yield Case(f"group with {key} {value}", "group_privacy", arguments, "invalid")
    yield from extremes.group()


FAMILIES = (
    Family(
        "group",
        "Group privacy",
        ("Vadhan, The Complexity of Differential Privacy, 2017, Lemma 2.2",),
        cases,
    ),
)
