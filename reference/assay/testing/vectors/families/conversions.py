"""Conversions between notions of privacy."""

from __future__ import annotations

from collections.abc import Iterator

from ....outputs.json_values import Json
from ..family import Case, Family
from . import extremes

EPSILONS = ("0", "1/1000000", "1/10", "ln(2)", "1", "ln(10)", "20")


def cases() -> Iterator[Case]:
    """From (epsilon, delta), pure, Renyi and concentrated differential privacy to each other."""
    yield from _from_dp()
    yield from _from_pure()
    yield from _from_renyi()
    yield from _from_zcdp()
    yield from extremes.conversions()


def _call(function: str, result: bool | None = None, **arguments: Json) -> Case:
    """A valid case; a boundary case with True, an invalid one with False."""
    name = f"{function}: " + ", ".join(f"{key} {value}" for key, value in arguments.items())
    if result is False:
        return Case(name, function, arguments, "invalid")
    if result:
        return Case(name, function, arguments, "boundary")
    return Case(name, function, arguments)


def _from_dp() -> Iterator[Case]:
    for epsilon in (*EPSILONS, "inf"):
        for delta in ("0", "1/1000", "1"):
            edge = epsilon in ("0", "inf") or delta == "1"
            yield _call("total_variation_from_dp", edge or None, epsilon=epsilon, delta=delta)
    for epsilon, at in (
        ("0", "0"),
        ("ln(2)", "0"),
        ("ln(2)", "ln(2)"),
        ("ln(2)", "ln(3)"),
        ("1", "1/2"),
        ("1", "inf"),
    ):
        for delta in ("0", "1/1000", "1"):
            yield _call("delta_from_dp", (epsilon == at) or None, epsilon=epsilon, delta=delta, at=at)
    for epsilon, at in (
        ("0", "ln(2)"),
        ("ln(2)", "ln(3)"),
        ("1", "3/2"),
        ("1", "inf"),
        ("1", "1000001/1000000"),
    ):
        for delta in ("0", "1/1000", "1/2"):
            edge = at in ("inf", "1000001/1000000")
            yield _call("probabilistic_from_dp", edge or None, epsilon=epsilon, delta=delta, at=at)
    yield _call("probabilistic_from_dp", False, epsilon="1", delta="1/10", at="1")
    yield _call("probabilistic_from_dp", False, epsilon="1", delta="1/10", at="1/2")
    yield _call("total_variation_from_dp", False, epsilon="-1", delta="0")
    yield _call("total_variation_from_dp", False, epsilon="1", delta="3/2")
    yield _call("delta_from_dp", False, epsilon="inf", delta="0", at="1")
    yield _call("delta_from_dp", False, epsilon="1", delta="0", at="-1")


def _from_pure() -> Iterator[Case]:
    for epsilon in EPSILONS:
        yield _call("kl_from_pure", epsilon in ("0", "20") or None, epsilon=epsilon)
        for order in ("1001/1000", "3/2", "2", "3", "32"):
            edge = epsilon == "0" or order in ("1001/1000", "32")
            yield _call("renyi_from_pure", edge or None, epsilon=epsilon, order=order)
    for order in ("1", "1/2", "0", "-2", "inf"):
        yield _call("renyi_from_pure", False, epsilon="1", order=order)
    for epsilon in ("inf", "-1"):
        yield _call("kl_from_pure", False, epsilon=epsilon)
        yield _call("renyi_from_pure", False, epsilon=epsilon, order="2")


def _from_renyi() -> Iterator[Case]:
    for order in ("11/10", "2", "10", "256"):
        for r in ("0", "1/100", "1", "10"):
            for delta in ("1/2", "1/1000000", "1/1000000000000"):
                for conversion in ("improved", "mironov"):
                    edge = r == "0" or order == "256"
                    yield _call(
                        "rdp_to_dp", edge or None, order=order, r=r, delta=delta, conversion=conversion
                    )
            for epsilon in ("0", "1", "inf"):
                edge = epsilon != "1"
                yield _call("rdp_to_delta", edge or None, order=order, r=r, epsilon=epsilon)
    for delta in ("0", "1", "-1", "2"):
        yield _call("rdp_to_dp", False, order="2", r="1", delta=delta, conversion="improved")
    for order in ("1", "0", "-1"):
        yield _call("rdp_to_dp", False, order=order, r="1", delta="1/10", conversion="improved")
        yield _call("rdp_to_delta", False, order=order, r="1", epsilon="1")
    yield _call("rdp_to_dp", False, order="2", r="-1", delta="1/10", conversion="improved")
    yield _call("rdp_to_dp", False, order="2", r="1", delta="1/10", conversion="tightest")
    yield _call("rdp_to_delta", False, order="2", r="1", epsilon="-1")


def _from_zcdp() -> Iterator[Case]:
    for rho in ("0", "1/1000000", "1/8", "1/2", "1", "50"):
        for delta in ("1/2", "1/1000000", "1/100000000000000000000"):
            yield _call("zcdp_to_dp", (rho == "0") or None, rho=rho, delta=delta)
    for rho, delta in (("-1", "1/10"), ("1", "0"), ("1", "1"), ("1", "2"), ("nan", "1/10")):
        yield _call("zcdp_to_dp", False, rho=rho, delta=delta)


FAMILIES = (
    Family(
        "conversions",
        "Conversions between (epsilon, delta), Renyi and zero-concentrated differential privacy",
        (
            "Bun and Steinke, Concentrated Differential Privacy, TCC 2016",
            "Canonne, Kamath and Steinke, The Discrete Gaussian for Differential Privacy, NeurIPS 2020",
            "Kairouz, Oh and Viswanath, The Composition Theorem for Differential Privacy, ICML 2015",
        ),
        cases,
    ),
)
