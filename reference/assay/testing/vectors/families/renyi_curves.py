"""Renyi divergences of rounds of several kinds, composed at several orders and converted."""

from __future__ import annotations

from collections.abc import Iterator

from ....outputs.json_values import Json
from ..family import Case, Family

ROUNDS: dict[str, list[dict[str, str]]] = {
    "Gaussian noise": [{"sigma": "10", "count": "100"}],
    "Laplace noise": [{"scale": "20", "count": "50"}],
    "pure rounds": [{"epsilon": "1/10", "count": "30"}],
    "three kinds": [
        {"sigma": "5", "count": "2"},
        {"scale": "4", "count": "3"},
        {"epsilon": "ln(2)", "count": "1"},
        {"sigma": "1/2", "count": "1"},
    ],
    "many small": [{"sigma": "1000", "count": "1000000"}, {"epsilon": "1/100000", "count": "10"}],
    "a large one": [{"epsilon": "30", "count": "1"}, {"scale": "1/40", "count": "1"}],
}
ORDERS = (["2", "4", "8", "16", "32", "64"], ["5"], ["3/2", "11/10", "20", "7"])


def cases() -> Iterator[Case]:
    """Sums of divergences, and what they are converted to."""
    for word, rounds in ROUNDS.items():
        shown: list[Json] = [dict[str, Json](each) for each in rounds]
        for order in ("11/10", "2", "32"):
            one: dict[str, Json] = {"rounds": shown, "order": order}
            yield Case(f"composed_renyi of {word}, order {order}", "composed_renyi", one)
        for orders in ORDERS:
            given: dict[str, Json] = {"rounds": shown, "orders": list[Json](orders)}
            text = f"of {word}, orders {', '.join(orders)}"
            for delta in ("1/10", "1/1000000", "1e-300"):
                name = "composed_renyi_epsilon"
                yield Case(f"{name} {text} at {delta}", name, {**given, "delta": delta})
            for epsilon in ("1/10", "3", "50"):
                name = "composed_renyi_delta"
                yield Case(f"{name} {text} at {epsilon}", name, {**given, "epsilon": epsilon})
    yield from _invalid()


def _invalid() -> Iterator[Case]:
    one: list[Json] = [{"sigma": "1", "count": "2"}]
    broken: dict[str, Json] = {
        "no rounds": [],
        "no round of its kind": [{"sigma": "1", "count": "0"}],
        "noise of 0": [{"scale": "0", "count": "1"}],
        "an infinite round": [{"epsilon": "inf", "count": "1"}],
        "a round of two kinds": [{"sigma": "1", "scale": "1", "count": "1"}],
    }
    asked: dict[str, dict[str, Json]] = {
        "composed_renyi": {"order": "2"},
        "composed_renyi_epsilon": {"orders": ["2"], "delta": "1/10"},
        "composed_renyi_delta": {"orders": ["2"], "epsilon": "1"},
    }
    for name, given in asked.items():
        known: dict[str, Json] = {"rounds": one, **given}
        wrong = [("rounds", word, rounds) for word, rounds in broken.items()]
        if "order" in given:
            wrong.append(("order", "order 1", "1"))
        else:
            wrong += [("orders", "no orders", []), ("orders", "order 1", ["2", "1"])]
        if "delta" in given:
            wrong += [("delta", "delta 0", "0"), ("delta", "delta 1", "1")]
        if "epsilon" in given:
            wrong += [("epsilon", "a negative epsilon", "-1"), ("epsilon", "an infinite epsilon", "inf")]
        for key, word, bad in wrong:
            yield Case(f"{name} with {word}", name, {**known, key: bad}, "invalid")


FAMILIES = (
    Family(
        "renyi-curves",
        "Renyi divergences of rounds of several kinds, composed at several orders and converted",
        (
            "Mironov, Renyi Differential Privacy, CSF 2017",
            "Canonne, Kamath and Steinke, The Discrete Gaussian for Differential Privacy, NeurIPS 2020",
        ),
        cases,
    ),
)
