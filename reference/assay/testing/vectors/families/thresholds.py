"""Histograms whose noisy counts are released from a threshold on."""

from __future__ import annotations

from collections.abc import Iterator

from ....outputs.json_values import Json
from ..family import FLOAT, Case, Family, case, edge_if


def cases() -> Iterator[Case]:
    """Thresholds for a delta, the delta of a threshold, distributions of what is released."""
    yield from _thresholds()
    yield from _deltas()
    yield from _distributions()


def _thresholds() -> Iterator[Case]:
    real, whole = ("1", "10", "1/2", FLOAT), ("1", "10", "3/2", "1/40")
    for name, noise, values in (
        ("laplace_threshold", "scale", real),
        ("gaussian_threshold", "sigma", real),
        ("integer_laplace_threshold", "scale", whole),
    ):
        for value in values:
            for m in ("1", "3", "50"):
                for delta in ("1/10", "1/1000000", "1e-20", "1e-300"):
                    yield case(name, "valid", **{noise: value}, partitions=m, delta=delta)
        if name != "gaussian_threshold":  # where it is 1, which no enclosure tells
            yield case(name, "boundary", **{noise: "2"}, partitions="1", delta="1/2")
        if name != "integer_laplace_threshold":
            yield case(name, "boundary", **{noise: "2"}, partitions="1", delta="9/10")
            yield case(name, "boundary", **{noise: "2"}, partitions="2", delta="99/100")
        good: dict[str, Json] = {noise: "1", "partitions": "2", "delta": "1/10"}
        for key, bad in ((noise, "0"), (noise, "-1"), ("partitions", "0"), ("delta", "0"), ("delta", "1")):
            yield case(name, "invalid", **{**good, key: bad})
    yield case("integer_laplace_threshold", "invalid", scale="1", partitions="1", delta="2/3")
    yield case("integer_laplace_threshold", "boundary", scale="1", partitions="40", delta="1/3")


def _deltas() -> Iterator[Case]:
    name = "gaussian_histogram_delta"
    for sigma, threshold in (("1", "5"), ("4", "20"), ("4", "9/2"), ("10", "40"), ("1/2", "3"), ("2", "0")):
        for m in ("1", "2", "9"):
            for epsilon in ("0", "1/2", "1", "4"):
                result = edge_if(epsilon == "0")
                yield case(name, result, epsilon=epsilon, sigma=sigma, threshold=threshold, partitions=m)
    good: dict[str, Json] = {"epsilon": "1", "sigma": "1", "threshold": "5", "partitions": "2"}
    for key, bad in (("epsilon", "-1"), ("epsilon", "inf"), ("sigma", "0"), ("partitions", "0")):
        yield case(name, "invalid", **{**good, key: bad})
    for name, scales, thresholds in (
        ("laplace_histogram_delta", ("1", "3", "1/2", FLOAT), ("5", "21/2", "40", "1/2")),
        ("integer_histogram_delta", ("1", "3", "1/2", "5/3"), ("5", "11", "40", "1")),
    ):
        for scale in scales:
            for threshold in thresholds:
                for epsilon in ("0", "1/4", "1", "2"):
                    result = edge_if(epsilon == "0")
                    yield case(name, result, epsilon=epsilon, scale=scale, threshold=threshold)
        good = {"epsilon": "1", "scale": "1", "threshold": "5"}
        for key, bad in (("epsilon", "-1"), ("epsilon", "inf"), ("scale", "0"), ("threshold", "nan")):
            yield case(name, "invalid", **{**good, key: bad})
    yield case("integer_histogram_delta", "invalid", epsilon="1", scale="1", threshold="5/2")


def _distributions() -> Iterator[Case]:
    name = "integer_histogram_distribution"
    for counts in (["1"], ["3"], ["0", "2"], ["1", "0", "4"], ["2", "2"], ["7"]):
        for scale in ("1", "2", "1/3"):
            for threshold, high in (("3", "5"), ("2", "2"), ("-1", "3")):
                shown: list[Json] = list(counts)
                text = f"{name} of ({', '.join(counts)}), scale {scale}, {threshold} to {high}"
                given: dict[str, Json] = {
                    "counts": shown,
                    "scale": scale,
                    "threshold": threshold,
                    "high": high,
                }
                yield Case(text, name, given, edge_if(threshold == high))
    one: list[Json] = ["1", "2"]
    nobody: list[Json] = ["0", "0"]
    empty: dict[str, Json] = {"counts": nobody, "scale": "1", "threshold": "1", "high": "2"}
    yield Case(f"{name} of empty cells", name, empty, "boundary")
    good: dict[str, Json] = {"counts": one, "scale": "1", "threshold": "2", "high": "3"}
    wrong: tuple[tuple[str, str, Json], ...] = (
        ("no counts", "counts", []),
        ("a negative count", "counts", ["1", "-1"]),
        ("half a count", "counts", ["1/2"]),
        ("scale 0", "scale", "0"),
        ("half a threshold", "threshold", "1/2"),
        ("high below the threshold", "high", "1"),
    )
    for text, key, bad in wrong:
        yield Case(f"{name} with {text}", name, {**good, key: bad}, "invalid")


FAMILIES = (
    Family(
        "thresholds",
        "Histograms whose noisy counts are released from a threshold on",
        (
            "Korolova, Kenthapadi, Mishra and Ntoulas, Releasing Search Queries and Clicks Privately, WWW "
            "2009",
            "Wilkins, Kifer, Zhang and Karrer, Exact Privacy Analysis of the Gaussian Sparse Histogram "
            "Mechanism, JPC 2024",
            "Desfontaines, Voss, Gipson and Mandayam, Differentially Private Partition Selection, PoPETs "
            "2022",
        ),
        cases,
    ),
)
