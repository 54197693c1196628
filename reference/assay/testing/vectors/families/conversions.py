"""Conversions between notions of privacy."""

from __future__ import annotations

from collections.abc import Iterator

from ..family import Case, Family, case, edge_if
from . import extremes

EPSILONS = ("0", "1/1000000", "1/10", "ln(2)", "1", "ln(10)", "20")


def cases() -> Iterator[Case]:
    """From (epsilon, delta), pure, Renyi and concentrated differential privacy to each other."""
    yield from _from_dp()
    yield from _from_pure()
    yield from _from_renyi()
    yield from _from_zcdp()
    yield from extremes.conversions()


def _from_dp() -> Iterator[Case]:
    for epsilon in (*EPSILONS, "inf"):
        for delta in ("0", "1/1000", "1"):
            edge = epsilon in ("0", "inf") or delta == "1"
            yield case("total_variation_from_dp", edge_if(edge), epsilon=epsilon, delta=delta)
    for epsilon, at in (
        ("0", "0"),
        ("ln(2)", "0"),
        ("ln(2)", "ln(2)"),
        ("ln(2)", "ln(3)"),
        ("1", "1/2"),
        ("1", "inf"),
    ):
        for delta in ("0", "1/1000", "1"):
            yield case("delta_from_dp", edge_if(epsilon == at), epsilon=epsilon, delta=delta, at=at)
    for epsilon, at in (
        ("0", "ln(2)"),
        ("ln(2)", "ln(3)"),
        ("1", "3/2"),
        ("1", "inf"),
        ("1", "1000001/1000000"),
    ):
        for delta in ("0", "1/1000", "1/2"):
            edge = at in ("inf", "1000001/1000000")
            yield case("probabilistic_from_dp", edge_if(edge), epsilon=epsilon, delta=delta, at=at)
    yield case("probabilistic_from_dp", "invalid", epsilon="1", delta="1/10", at="1")
    yield case("probabilistic_from_dp", "invalid", epsilon="1", delta="1/10", at="1/2")
    yield case("total_variation_from_dp", "invalid", epsilon="-1", delta="0")
    yield case("total_variation_from_dp", "invalid", epsilon="1", delta="3/2")
    yield case("delta_from_dp", "invalid", epsilon="inf", delta="0", at="1")
    yield case("delta_from_dp", "invalid", epsilon="1", delta="0", at="-1")


def _from_pure() -> Iterator[Case]:
    for epsilon in EPSILONS:
        yield case("kl_from_pure", edge_if(epsilon in ("0", "20")), epsilon=epsilon)
        for order in ("1001/1000", "3/2", "2", "3", "32"):
            edge = epsilon == "0" or order in ("1001/1000", "32")
            yield case("renyi_from_pure", edge_if(edge), epsilon=epsilon, order=order)
    for order in ("1", "1/2", "0", "-2", "inf"):
        yield case("renyi_from_pure", "invalid", epsilon="1", order=order)
    for epsilon in ("inf", "-1"):
        yield case("kl_from_pure", "invalid", epsilon=epsilon)
        yield case("renyi_from_pure", "invalid", epsilon=epsilon, order="2")


def _from_renyi() -> Iterator[Case]:
    for order in ("11/10", "2", "10", "256"):
        for r in ("0", "1/100", "1", "10"):
            for delta in ("1/2", "1/1000000", "1/1000000000000"):
                for conversion in ("improved", "mironov"):
                    edge = r == "0" or order == "256"
                    yield case(
                        "rdp_to_dp", edge_if(edge), order=order, r=r, delta=delta, conversion=conversion
                    )
            for epsilon in ("0", "1", "inf"):
                edge = epsilon != "1"
                yield case("rdp_to_delta", edge_if(edge), order=order, r=r, epsilon=epsilon)
    for delta in ("0", "1", "-1", "2"):
        yield case("rdp_to_dp", "invalid", order="2", r="1", delta=delta, conversion="improved")
    for order in ("1", "0", "-1"):
        yield case("rdp_to_dp", "invalid", order=order, r="1", delta="1/10", conversion="improved")
        yield case("rdp_to_delta", "invalid", order=order, r="1", epsilon="1")
    yield case("rdp_to_dp", "invalid", order="2", r="-1", delta="1/10", conversion="improved")
    yield case("rdp_to_dp", "invalid", order="2", r="1", delta="1/10", conversion="tightest")
    yield case("rdp_to_delta", "invalid", order="2", r="1", epsilon="-1")


def _from_zcdp() -> Iterator[Case]:
    for rho in ("0", "1/1000000", "1/8", "1/2", "1", "50"):
        for delta in ("1/2", "1/1000000", "1/100000000000000000000"):
            yield case("zcdp_to_dp", edge_if(rho == "0"), rho=rho, delta=delta)
    for rho, delta in (("-1", "1/10"), ("1", "0"), ("1", "1"), ("1", "2"), ("nan", "1/10")):
        yield case("zcdp_to_dp", "invalid", rho=rho, delta=delta)


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
