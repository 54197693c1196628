"""Calibration: the smallest noise for a target."""

from __future__ import annotations

from collections.abc import Iterator

from ....outputs.json_values import Json
from ..family import Case, Family, edge_if
from . import extremes

RANGES = (("0", "1"), ("0", "4"), ("-3", "4"))


def cases() -> Iterator[Case]:
    """Targets that are met with some noise, just met, and not at all."""
    yield from _flips()
    yield from _scales()
    for epsilon in ("ln(2)", "ln(3/2)", "1", "1/10", "1/1000", "ln(1025/1024)"):
        edge = epsilon in ("ln(2)", "ln(3/2)", "ln(1025/1024)")
        name = f"bits of GeoSample for {epsilon}"
        arguments: dict[str, Json] = {"epsilon": epsilon}
        yield Case(name, "smallest_geo_sample_bits", arguments, edge_if(edge))
    for epsilon in ("0", "-1"):
        name = f"bits of GeoSample for {epsilon}"
        yield Case(name, "smallest_geo_sample_bits", {"epsilon": epsilon}, "invalid")
    yield from extremes.flips()
    yield from extremes.scales()


def _flips() -> Iterator[Case]:
    name = "smallest_flip_probability"
    for epsilon in ("0", "1/1000", "ln(3)", "1", "30", "inf"):
        for delta in ("0", "1/1000000", "1/2", "1"):
            edge = epsilon in ("0", "inf") or delta == "1"
            arguments: dict[str, Json] = {"epsilon": epsilon, "delta": delta}
            yield Case(f"flips for ({epsilon}, {delta})", name, arguments, edge_if(edge))
    for epsilon, delta in (("-1", "0"), ("1", "-1"), ("1", "2")):
        arguments = {"epsilon": epsilon, "delta": delta}
        yield Case(f"flips for ({epsilon}, {delta})", name, arguments, "invalid")


def _scales() -> Iterator[Case]:
    functions = {
        "smallest_laplace_scale": "Laplace",
        "smallest_truncated_laplace_scale": "truncated Laplace",
        "smallest_gaussian_variance": "Gaussian",
    }
    for function, word in functions.items():
        for low, high in RANGES:
            for epsilon in ("1/4", "1/2", "1", "ln(2)", "2"):
                for delta in ("0", "1/1000", "1/10"):
                    arguments: dict[str, Json] = {
                        "epsilon": epsilon,
                        "delta": delta,
                        "low": low,
                        "high": high,
                    }
                    edge = epsilon in ("1/4", "1/2", "1") and delta == "0"
                    text = f"{word} on {low}..{high} for ({epsilon}, {delta})"
                    yield Case(text, function, arguments, edge_if(edge))
        for key, value in (("epsilon", "0"), ("epsilon", "-1"), ("delta", "2"), ("high", "0"), ("low", "1")):
            arguments = {"epsilon": "1", "delta": "0", "low": "0", "high": "4", key: value}
            text = f"{word} with {key} {value}"
            yield Case(text, function, arguments, "invalid")


FAMILIES = (
    Family(
        "calibration",
        "The smallest noise that meets a target",
        ("Balle and Wang, Improving the Gaussian Mechanism for Differential Privacy, ICML 2018",),
        cases,
    ),
)
