"""Composition: exact for given pairs, and the bounds on parameters."""

from __future__ import annotations

from collections.abc import Iterator

from ....outputs.json_values import Json
from ..family import Case, Family, edge_if
from . import extremes
from .shared_pairs import PAIRS, pair

ROUNDS = ("1", "2", "3", "5")
LONGEST = 4
"""Outcomes of a pair that is composed here: the distribution of k copies has this to the k."""


def exact() -> Iterator[Case]:
    """k independent copies of a pair."""
    for name, (p, _) in PAIRS.items():
        if len(p) > LONGEST:
            continue
        for k in ROUNDS:
            for epsilon in ("0", "ln(2)", "1"):
                arguments: dict[str, Json] = {**pair(name), "k": k, "epsilon": epsilon}
                result = f"composed delta of {k} x {name} at {epsilon}"
                yield Case(result, "composed_delta", arguments, edge_if(k == "1"))
            arguments = {**pair(name), "k": k, "delta": "1/10"}
            yield Case(f"composed epsilon of {k} x {name} at 1/10", "composed_epsilon", arguments)
    for k in ("0", "-1", "1/2", ""):
        arguments = {**pair("three outcomes"), "k": k, "epsilon": "0"}
        yield Case(
            f"composed delta of {k!r} copies",
            "composed_delta",
            arguments,
            "invalid",
        )


def bounds() -> Iterator[Case]:
    """Basic, optimal and advanced composition."""
    yield from _basic()
    yield from _optimal()
    yield from _advanced()
    yield from extremes.bounds()


def _basic() -> Iterator[Case]:
    lists = {
        "one": [("1", "1/10")],
        "two different": [("ln(2)", "1/100"), ("ln(3)", "0")],
        "a hundred": [("1/10", "1/1000")] * 100,
        "delta above one": [("1", "2/3"), ("1", "2/3")],
        "an infinite one": [("inf", "0"), ("1", "0")],
        "nothing lost": [("0", "0"), ("0", "0")],
    }
    for name, parts in lists.items():
        guarantees: list[Json] = [{"epsilon": epsilon, "delta": delta} for epsilon, delta in parts]
        edge = name not in ("two different", "a hundred")
        yield Case(
            f"basic composition of {name}", "basic_composition", {"guarantees": guarantees}, edge_if(edge)
        )
    yield Case(
        "basic composition of none",
        "basic_composition",
        {"guarantees": []},
        "invalid",
    )
    bad: list[Json] = [{"epsilon": "-1", "delta": "0"}]
    yield Case(
        "basic composition of a negative epsilon",
        "basic_composition",
        {"guarantees": bad},
        "invalid",
    )


def _optimal() -> Iterator[Case]:
    name = "optimal_composition_delta"
    for epsilon in ("0", "ln(2)", "1/10", "1"):
        for delta in ("0", "1/1000000"):
            for k in ("1", "2", "7", "20"):
                for at in ("0", "1/2", "1"):
                    arguments: dict[str, Json] = {"epsilon": epsilon, "delta": delta, "k": k, "at": at}
                    text = f"optimal delta of {k} x ({epsilon}, {delta}) at {at}"
                    yield Case(text, name, arguments, edge_if(epsilon == "0"))
    for epsilon in ("ln(2)", "1/10"):
        for k in ("2", "7"):
            for total in ("0", "1/1000", "1"):
                arguments = {"epsilon": epsilon, "delta": "0", "k": k, "total_delta": total}
                text = f"optimal epsilon of {k} x ({epsilon}, 0) at {total}"
                edge = total != "1/1000"
                yield Case(text, "optimal_composition_epsilon", arguments, edge_if(edge))
    for key, value in (("k", "0"), ("epsilon", "inf"), ("epsilon", "-1"), ("delta", "2"), ("at", "-1")):
        arguments = {"epsilon": "1", "delta": "0", "k": "2", "at": "1", key: value}
        yield Case(f"optimal delta with {key} {value}", name, arguments, "invalid")


def _advanced() -> Iterator[Case]:
    for form in ("textbook", "tanh"):
        for epsilon in ("1/100", "1", "ln(2)"):
            for k in ("1", "100"):
                for slack in ("1/10", "1/1000000000"):
                    arguments: dict[str, Json] = {"epsilon": epsilon, "delta": "0", "k": k}
                    arguments |= {"slack": slack, "form": form}
                    text = f"advanced composition ({form}) of {k} x {epsilon} at slack {slack}"
                    yield Case(text, "advanced_composition", arguments)
    for key, value in (("slack", "0"), ("slack", "1"), ("k", "0"), ("form", "best"), ("epsilon", "inf")):
        arguments = {"epsilon": "1", "delta": "0", "k": "2", "slack": "1/10", "form": "textbook", key: value}
        text = f"advanced composition with {key} {value}"
        yield Case(text, "advanced_composition", arguments, "invalid")


FAMILIES = (
    Family(
        "composition",
        "Independent copies of pairs of distributions, exactly",
        ("Murtagh and Vadhan, The Complexity of Computing the Optimal Composition, TCC 2016",),
        exact,
    ),
    Family(
        "composition-bounds",
        "Bounds on the composition of (epsilon, delta)-private mechanisms",
        (
            "Kairouz, Oh and Viswanath, The Composition Theorem for Differential Privacy, ICML 2015",
            "Dwork and Roth, The Algorithmic Foundations of Differential Privacy, 2014",
        ),
        bounds,
    ),
)
