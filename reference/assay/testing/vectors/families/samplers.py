"""Samplers as bit traces."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping

from ..family import Case, Family

LENGTH = 512
VALUES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "uniform_trace": ("m", ("1", "2", "3", "6", "1000", "1025")),
    "exponential_trace": ("g", ("0", "1/2", "1", "3/7", "5/2", "4")),
    "laplace_trace": ("scale", ("1", "1/3", "5/2", "7", "100")),
    "gaussian_trace": ("variance", ("1", "1/4", "9", "10", "1000/7")),
}
"""The parameter of each sampler, and its values."""
SEEDS = ("first", "second", "third", "fourth")


def bits(seed: str, length: int = LENGTH) -> str:
    """Bits without a pattern, the same every time."""
    words = (hashlib.sha256(f"{seed}/{i}".encode()).hexdigest() for i in range(-(-length // 256)))
    found = "".join(f"{int(word, 16):0256b}" for word in words)
    return found[:length]


def cases() -> Iterator[Case]:
    """Every sampler on patternless bits, on bits that run out, and on what is no bits."""
    for function, (name, values) in VALUES.items():
        for value in values:
            for seed in SEEDS:
                for of in ("output", "bits"):
                    arguments = {name: value, "bits": bits(f"{seed} {value}"), "of": of}
                    yield Case(f"{function}: {name} {value}, {seed} bits, {of}", function, arguments)
        good = {name: values[-1], "bits": bits("good"), "of": "output"}
        broken = (("bits", ""), ("bits", "0x01"), ("of", "both"), (name, "-1"))
        for key, bad in broken:
            text = f"{function} with {key} {bad!r}"
            yield Case(text, function, {**good, key: bad}, "invalid")
    for m, given in (("6", "110111101"), ("6", "11011110"), ("5", "1111"), ("2", "1")):
        for of in ("output", "bits"):
            arguments = {"m": m, "bits": given, "of": of}
            title = f"uniform_trace: m {m}, bits {given}, {of}"
            # eight bits end within a third draw of three, and four within a second one
            yield Case(title, "uniform_trace", arguments, "invalid" if len(given) in (4, 8) else "boundary")


FAMILIES = (
    Family(
        "samplers",
        "Samplers as bit traces: the output, and the number of bits read",
        ("Canonne, Kamath and Steinke, The Discrete Gaussian for Differential Privacy, NeurIPS 2020",),
        cases,
    ),
)
