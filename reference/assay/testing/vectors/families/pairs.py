"""Epsilon, delta, profiles, Renyi divergences and trade-off functions of given pairs of distributions."""

from __future__ import annotations

from collections.abc import Iterator

from ..family import Case, Family, edge_if
from . import extremes
from .shared_pairs import BROKEN, ONE_SIDED, PAIRS, pair

EPSILONS = ("0", "ln(2)", "ln(3)", "1/1000", "1/2", "1", "ln(4)", "10", "inf")
DELTAS = ("0", "1/1000000", "1/10", "1/4", "1/2", "1")
ORDERS = ("0", "1/2", "1", "3/2", "2", "3", "10", "64", "inf")
ALPHAS = ("0", "1/100", "1/10", "1/3", "1/2", "9/10", "1")


def _broken(function: str, arguments: dict[str, str]) -> Iterator[Case]:
    for name in BROKEN:
        case = f"{function} of {name}"
        yield Case(case, function, {**pair(name), **arguments}, "invalid")


def _at(function: str, argument: str, values: tuple[str, ...]) -> Iterator[Case]:
    """Every pair at every value; the first and the last value are boundary cases."""
    for name in PAIRS:
        for value in values:
            edge = value in (values[0], values[-1])
            result = edge_if(edge)
            arguments = {**pair(name), argument: value}
            yield Case(f"{function} of {name} at {value}", function, arguments, result)


def _outside(function: str, argument: str, values: tuple[str, ...]) -> Iterator[Case]:
    for value in values:
        arguments = {**pair("three outcomes"), argument: value}
        name = f"{function} at {argument} {value}"
        yield Case(name, function, arguments, "invalid")


def delta() -> Iterator[Case]:
    """delta at an epsilon."""
    for function in ("delta", "probabilistic_delta"):
        yield from _at(function, "epsilon", EPSILONS)
        yield from _broken(function, {"epsilon": "1"})
        yield from _outside(function, "epsilon", ("-1", "-1/1000000", "nan", "-inf", "", "one"))
    for name in PAIRS:
        result = edge_if(name in ONE_SIDED)
        yield Case(f"total variation of {name}", "total_variation", pair(name), result)
    yield from _broken("total_variation", {})
    yield from _loss_at_least()
    yield from extremes.delta()


def _loss_at_least() -> Iterator[Case]:
    for name in PAIRS:
        for value in ("0", "ln(2)", "ln(3)", "ln(4)", "1/2", "inf"):
            arguments = {**pair(name), "epsilon": value}
            yield Case(f"loss of at least {value} of {name}", "loss_at_least", arguments)
    yield from _broken("loss_at_least", {"epsilon": "1"})
    yield from _outside("loss_at_least", "epsilon", ("-1", "nan"))


def epsilon() -> Iterator[Case]:
    """epsilon at a delta."""
    yield from _at("epsilon", "delta", DELTAS)
    yield from _broken("epsilon", {"delta": "0"})
    yield from _outside("epsilon", "delta", ("-1/10", "11/10", "inf", "nan", ""))
    yield from extremes.epsilon()


def whole_curves() -> Iterator[Case]:
    """The profile and the trade-off function in full, and the latter at given errors."""
    for name in PAIRS:
        edge = edge_if(name in ONE_SIDED)
        yield Case(f"profile of {name}", "profile", pair(name), edge)
        yield Case(f"trade-off of {name}", "tradeoff", pair(name), edge)
    yield from _at("type_two_error", "alpha", ALPHAS)
    yield from _outside("type_two_error", "alpha", ("-1/10", "11/10", "nan"))
    for function in ("profile", "tradeoff"):
        yield from _broken(function, {})


def renyi() -> Iterator[Case]:
    """Renyi divergences and zero-concentrated differential privacy."""
    yield from _at("renyi", "order", ORDERS)
    yield from _broken("renyi", {"order": "2"})
    yield from _outside("renyi", "order", ("-1", "-1/2", "nan", ""))
    for name in PAIRS:
        edge = edge_if(name in ONE_SIDED)
        yield Case(f"zcdp of {name}", "zcdp", pair(name), edge)
    yield from _broken("zcdp", {})
    yield from extremes.renyi()


HOCKEY = "Barthe and Olmedo, Beyond Differential Privacy, ICALP 2013"
FAMILIES = (
    Family("delta", "delta of a pair of distributions at an epsilon", (HOCKEY,), delta),
    Family("epsilon", "The smallest epsilon of a pair of distributions at a delta", (HOCKEY,), epsilon),
    Family(
        "curves",
        "Privacy profiles and trade-off functions of pairs of distributions",
        (
            "Balle, Barthe and Gaboardi, Privacy Amplification by Subsampling, NeurIPS 2018",
            "Dong, Roth and Su, Gaussian Differential Privacy, JRSS B 2022",
        ),
        whole_curves,
    ),
    Family(
        "renyi",
        "Renyi divergences of pairs of distributions, and rho of zero-concentrated differential privacy",
        ("Mironov, Renyi Differential Privacy, CSF 2017", "Bun and Steinke, TCC 2016"),
        renyi,
    ),
)
