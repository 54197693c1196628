"""Privacy filters, which admit or refuse rounds that are chosen on the way, and odometers."""

from __future__ import annotations

from collections.abc import Iterator

from ....outputs.json_values import Json
from ..family import FLOAT, Case, Family
from .parallel import listed

APPROXIMATE: dict[str, list[tuple[str, str]]] = {
    "tenths": [("1/10", "0")] * 11,
    "floats of a tenth": [(FLOAT, "0")] * 11,
    "rising": [
        ("1/10", "1/100"),
        ("1/5", "1/100"),
        ("2/5", "1/50"),
        ("4/5", "0"),
        ("1/10", "0"),
        ("1/5", "0"),
    ],
    "too large, then small": [("2", "0"), ("1/2", "1/20"), ("2/3", "0"), ("1/2", "1/20"), ("1/100", "0")],
    "delta runs out": [
        ("1/100", "1/30"),
        ("1/100", "1/30"),
        ("1/100", "1/30"),
        ("1/100", "1e-20"),
        ("1", "0"),
    ],
    "delta alone": [("0", "1/20"), ("0", "1/10"), ("0", "1/20"), ("0", "1/1000")],
    "thirds": [("1/3", "1/30")] * 4,
    "a hair too much": [("1/2", "0"), ("1/2", "1e-300"), ("1e-300", "0"), ("0", "1/10"), ("0", "0")],
    "an infinite one": [("1/2", "0"), ("inf", "0"), ("1/2", "1/10"), ("0", "1")],
}
DIVERGING: dict[str, list[dict[str, str]]] = {
    "alike": [{"epsilon": "1/2"}] * 8,
    "noise alike": [{"sigma": "4"}] * 20,
    "mixed": [{"epsilon": "1/2"}, {"sigma": "2"}, {"epsilon": "1"}, {"sigma": "10"}, {"epsilon": "ln(2)"}]
    * 2,
    "too large, then small": [
        {"epsilon": "4"},
        {"sigma": "2"},
        {"sigma": "1/3"},
        {"epsilon": "1/10"},
        {"sigma": "2"},
    ],
    "tiny": [{"epsilon": "1/1000000"}, {"sigma": "1000000"}, {"epsilon": "0"}],
}


def cases() -> Iterator[Case]:
    """Decisions, what was spent, and the values of odometers."""
    yield from _basic()
    yield from _advanced()
    yield from _divergences()
    yield from _odometers()


def _basic() -> Iterator[Case]:
    for word, rounds in APPROXIMATE.items():
        for epsilon, delta in (("1", "1/10"), ("1", "0"), ("3/2", "1/15"), ("3", "1")):
            given: dict[str, Json] = {"rounds": listed(rounds), "epsilon": epsilon, "delta": delta}
            for name in ("basic_filter", "basic_filter_spent"):
                yield Case(f"{name} of {word}, budget ({epsilon}, {delta})", name, given)
    logarithms = listed([("ln(2)", "0"), ("ln(3)", "0"), ("ln(4)/2", "0"), ("1/1000", "0")])
    given = {"rounds": logarithms, "epsilon": "ln(6)", "delta": "0"}
    for name in ("basic_filter", "basic_filter_spent"):
        yield Case(f"{name} of logarithms, budget (ln(6), 0)", name, given)
        nothing: dict[str, Json] = {
            "rounds": listed(APPROXIMATE["delta alone"]),
            "epsilon": "0",
            "delta": "1/5",
        }
        yield Case(f"{name} of delta alone, budget (0, 1/5)", name, nothing, "boundary")
        good: dict[str, Json] = {"rounds": listed([("1", "0")]), "epsilon": "1", "delta": "1/10"}
        yield from _invalid(
            name,
            good,
            (
                ("no rounds", "rounds", []),
                ("a negative round", "rounds", listed([("1/2", "0"), ("-1/2", "0")])),
                ("a round of delta above 1", "rounds", listed([("1/2", "2")])),
                ("a negative budget", "epsilon", "-1"),
                ("an infinite budget", "epsilon", "inf"),
                ("a delta above 1", "delta", "11/10"),
            ),
        )


def _invalid(name: str, good: dict[str, Json], wrong: tuple[tuple[str, str, Json], ...]) -> Iterator[Case]:
    for text, key, bad in wrong:
        yield Case(f"{name} with {text}", name, {**good, key: bad}, "invalid")


def _advanced() -> Iterator[Case]:
    name = "advanced_filter"
    for word in ("tenths", "rising", "too large, then small", "delta runs out", "an infinite one"):
        for epsilon, slack, delta in (
            ("2", "1/1000000", "1/10"),
            ("1", "1/100", "0"),
            ("4", "1e-20", "1/30"),
        ):
            rounds = listed(APPROXIMATE[word] * 3)
            given: dict[str, Json] = {"rounds": rounds, "epsilon": epsilon, "slack": slack, "delta": delta}
            yield Case(f"{name} of {word}, ({epsilon}, {delta}) with slack {slack}", name, given)
    good: dict[str, Json] = {
        "rounds": listed([("1", "0")]),
        "epsilon": "1",
        "slack": "1/100",
        "delta": "0",
    }
    yield from _invalid(
        name,
        good,
        (
            ("slack 0", "slack", "0"),
            ("slack 1", "slack", "1"),
            ("an infinite budget", "epsilon", "inf"),
            ("no rounds", "rounds", []),
        ),
    )


def _shown(rounds: list[dict[str, str]]) -> list[Json]:
    return [dict[str, Json](each) for each in rounds]


def _divergences() -> Iterator[Case]:
    for word, rounds in DIVERGING.items():
        for order in ("2", "8", "3/2"):
            for r in ("1", "1/4", "3"):
                given: dict[str, Json] = {"rounds": _shown(rounds), "order": order, "r": r}
                yield Case(f"renyi_filter of {word}, order {order}, r {r}", "renyi_filter", given)
        for rho in ("1/2", "1/8", "5/8"):
            given = {"rounds": _shown(rounds), "rho": rho}
            yield Case(f"concentrated_filter of {word}, rho {rho}", "concentrated_filter", given)
        for epsilon, delta in (("3", "1/1000000"), ("2", "1/100")):
            for orders in (["2", "4", "8", "32"], ["8"], ["3/2", "20"]):
                name, asked = "renyi_curve_filter", list[Json](orders)
                given = {"rounds": _shown(rounds), "epsilon": epsilon, "delta": delta, "orders": asked}
                yield Case(f"{name} of {word}, ({epsilon}, {delta}), orders {', '.join(orders)}", name, given)
    one = _shown([{"epsilon": "1"}])
    bad_rounds: tuple[tuple[str, str, Json], ...] = (
        ("no rounds", "rounds", []),
        ("a negative round", "rounds", _shown([{"epsilon": "-1"}])),
        ("an infinite round", "rounds", _shown([{"epsilon": "inf"}])),
        ("noise of 0", "rounds", _shown([{"sigma": "0"}])),
        ("a round with both", "rounds", _shown([{"epsilon": "1", "sigma": "1"}])),
    )
    good: dict[str, Json] = {"rounds": one, "order": "2", "r": "1"}
    orders_wrong: tuple[tuple[str, str, Json], ...] = (("order 1", "order", "1"), ("r below 0", "r", "-1"))
    yield from _invalid("renyi_filter", good, (*bad_rounds, *orders_wrong))
    good = {"rounds": one, "rho": "1"}
    yield from _invalid("concentrated_filter", good, (*bad_rounds, ("rho below 0", "rho", "-1/2")))
    good = {"rounds": one, "epsilon": "1", "delta": "1/10", "orders": ["2"]}
    yield from _invalid(
        "renyi_curve_filter",
        good,
        (
            ("no order", "orders", []),
            ("order 1", "orders", ["1"]),
            ("an order twice", "orders", ["2", "2"]),
            ("delta 0", "delta", "0"),
            ("delta 1", "delta", "1"),
            ("an infinite budget", "epsilon", "inf"),
        ),
    )


def _odometers() -> Iterator[Case]:
    for word, rounds in DIVERGING.items():
        for delta in ("1/10", "1/1000000", "1e-300"):
            for order in ("2", "8"):
                given: dict[str, Json] = {"rounds": _shown(rounds), "order": order, "delta": delta}
                yield Case(f"renyi_odometer of {word}, order {order} at {delta}", "renyi_odometer", given)
            for start in ("1/8", "1/1000"):
                given = {"rounds": _shown(rounds), "start": start, "delta": delta}
                text = f"concentrated_odometer of {word}, from {start} at {delta}"
                yield Case(text, "concentrated_odometer", given)
    one, still = _shown([{"sigma": "2"}]), _shown([{"epsilon": "0"}])
    given = {"rounds": still, "start": "1/8", "delta": "1/10"}
    yield Case("concentrated_odometer of nothing", "concentrated_odometer", given, "boundary")
    given = {"rounds": _shown([{"sigma": "2"}] * 2), "start": "1/8", "delta": "1/10"}
    yield Case("concentrated_odometer up to its second budget", "concentrated_odometer", given, "boundary")
    for name, extra, wrong in (("renyi_odometer", "order", "1"), ("concentrated_odometer", "start", "0")):
        good: dict[str, Json] = {"rounds": one, extra: "2", "delta": "1/10"}
        yield from _invalid(
            name,
            good,
            (
                (f"{extra} {wrong}", extra, wrong),
                ("delta 0", "delta", "0"),
                ("delta 1", "delta", "1"),
                ("no rounds", "rounds", []),
            ),
        )


FAMILIES = (
    Family(
        "filters",
        "Privacy filters, which admit or refuse rounds that are chosen on the way, and odometers",
        (
            "Rogers, Roth, Ullman and Vadhan, Privacy Odometers and Filters, NeurIPS 2016",
            "Feldman and Zrnic, Individual Privacy Accounting via a Renyi Filter, NeurIPS 2021",
            "Lecuyer, Practical Privacy Filters and Odometers with Renyi Differential Privacy, 2021",
            "Whitehouse, Ramdas, Rogers and Wu, Fully-Adaptive Composition in Differential Privacy, ICML "
            "2023",
        ),
        cases,
    ),
)
