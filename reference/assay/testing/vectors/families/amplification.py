"""Amplification by sampling, a sample that is used twice included."""

from __future__ import annotations

from collections.abc import Iterator

from ....outputs.json_values import Json
from ..family import Case, Family, edge_if
from . import extremes
from .shared_pairs import pair

RATES = ("0", "1/100", "1/10", "1/2", "1")
GUARANTEES = (
    ("0", "0"),
    ("ln(2)", "0"),
    ("1", "1/1000"),
    ("1/1000", "1/1000000"),
    ("10", "1/10"),
    ("inf", "0"),
)
RELEASES = ("randomised response ln 3", "three unequal losses", "one side only", "approximate ln 2 at 1/10")


def bounds() -> Iterator[Case]:
    """The bounds for Poisson sampling, and for sampling with and without replacement."""
    yield from _poisson()
    yield from _fixed_size()
    yield from extremes.amplification()


def _poisson() -> Iterator[Case]:
    name = "poisson_amplification"
    for epsilon, delta in GUARANTEES:
        for rate in RATES:
            for direction in ("remove", "add"):
                arguments: dict[str, Json] = {"epsilon": epsilon, "delta": delta, "rate": rate}
                text = f"Poisson {rate} of ({epsilon}, {delta}), {direction}"
                edge = rate in ("0", "1") or epsilon in ("0", "inf")
                yield Case(text, name, {**arguments, "direction": direction}, edge_if(edge))
    for key, value in (
        ("rate", "-1/10"),
        ("rate", "11/10"),
        ("delta", "2"),
        ("epsilon", "-1"),
        ("direction", "both ways"),
    ):
        arguments = {"epsilon": "1", "delta": "0", "rate": "1/2", "direction": "remove", key: value}
        yield Case(f"Poisson with {key} {value}", name, arguments, "invalid")


def _fixed_size() -> Iterator[Case]:
    for epsilon, delta in GUARANTEES:
        for m, n in (("0", "5"), ("1", "10"), ("3", "7"), ("5", "5"), ("1", "1000000000")):
            edge = m in ("0", n) or epsilon in ("0", "inf")
            arguments: dict[str, Json] = {"epsilon": epsilon, "delta": delta, "m": m, "n": n}
            text = f"{m} of {n} without replacement of ({epsilon}, {delta})"
            yield Case(text, "without_replacement_amplification", arguments, edge_if(edge))
    for epsilon in ("0", "ln(2)", "1", "1/1000"):
        for m, n in (("1", "1"), ("2", "2"), ("3", "10"), ("10", "3")):
            arguments = {"epsilon": epsilon, "m": m, "n": n}
            text = f"{m} draws from {n} with replacement at {epsilon}"
            edge = n == "1" or epsilon == "0"
            yield Case(text, "with_replacement_amplification", arguments, edge_if(edge))
    for m, n in (("6", "5"), ("-1", "5"), ("0", "0"), ("1/2", "5")):
        arguments = {"epsilon": "1", "delta": "0", "m": m, "n": n}
        text = f"{m} of {n} without replacement"
        yield Case(text, "without_replacement_amplification", arguments, "invalid")
    for key, value in (("m", "0"), ("n", "0"), ("epsilon", "inf"), ("epsilon", "-1")):
        arguments = {"epsilon": "1", "m": "2", "n": "3", key: value}
        text = f"with replacement, {key} {value}"
        yield Case(text, "with_replacement_amplification", arguments, "invalid")


def exact() -> Iterator[Case]:
    """Releases of one sample, and of fresh samples, exactly."""
    for function, words in (("one_sample_delta", "one sample"), ("fresh_samples_delta", "fresh samples")):
        for name in RELEASES:
            for k in ("1", "2", "3"):
                for rate in ("0", "1/10", "1/2", "1"):
                    for direction in ("remove", "add"):
                        for epsilon in ("0", "ln(2)"):
                            arguments: dict[str, Json] = {**pair(name), "k": k, "rate": rate}
                            arguments |= {"direction": direction, "epsilon": epsilon}
                            text = f"{k} releases of {words} {rate}: {name}, {direction}, at {epsilon}"
                            edge = rate in ("0", "1")
                            yield Case(text, function, arguments, edge_if(edge))
        for key, value in (("rate", "2"), ("k", "0"), ("direction", "up"), ("epsilon", "-1")):
            arguments = {
                **pair("three outcomes"),
                "k": "2",
                "rate": "1/2",
                "direction": "add",
                "epsilon": "0",
            }
            arguments[key] = value
            text = f"{words} with {key} {value}"
            yield Case(text, function, arguments, "invalid")


REFERENCE = "Balle, Barthe and Gaboardi, Privacy Amplification by Subsampling, NeurIPS 2018"
FAMILIES = (
    Family("amplification", "Bounds on amplification by sampling", (REFERENCE,), bounds),
    Family(
        "sampled-releases",
        "Exact delta of releases of a random sample: one sample for all releases, or a fresh one for each",
        (REFERENCE,),
        exact,
    ),
)
