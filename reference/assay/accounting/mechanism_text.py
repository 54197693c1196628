"""A mechanism as text: its name and its parameters.

    gaussian  sigma=1 [sensitivity=1]          laplace  scale=1 [sensitivity=1]
    discrete-gaussian  sigma=1 [sensitivity=1] discrete-laplace  scale=1 [sensitivity=1]
    pure  epsilon=1                            approximate  epsilon=1 delta=1e-8
    mixture  sigma=1 sensitivities=0:1:2 probabilities=0.81:0.18:0.01
    truncated-gaussian  sigma=1 q=0.01 size=60000 batch=600

each with the optional q (Poisson sampling rate, 1) and k (count, 1).  A mixture has a random sensitivity; a
truncated batch keeps at most `batch` of the sampled records, of `size` in all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from fractions import Fraction

from ..composition.arguments import sampling_rate
from ..composition.pair import DominatingPair
from ..composition.round import EITHER, Round
from ..errors import InvalidType, InvalidValue
from ..exact import number
from ..exact.real import brief
from .densities import Gaussian, Laplace, ReplacedGaussian
from .discrete import DiscreteGaussian, approximate, discrete_laplace, pure
from .mixtures import MixtureOfGaussians
from .truncation import ADD_REMOVE, REPLACE, truncated_gaussian

ADJACENCIES = (ADD_REMOVE, REPLACE)

Builder = Callable[[Mapping[str, str], int], DominatingPair]


FAMILIES: dict[str, tuple[tuple[str, ...], tuple[str, ...], Builder]] = {
    "gaussian": (
        ("sigma",),
        ("sensitivity",),
        lambda v, m: Gaussian.of(v["sigma"], number(v.get("sensitivity", "1"), "sensitivity") * m),
    ),
    "laplace": (
        ("scale",),
        ("sensitivity",),
        lambda v, m: Laplace.of(v["scale"], number(v.get("sensitivity", "1"), "sensitivity") * m),
    ),
    "discrete-gaussian": (
        ("sigma",),
        ("sensitivity",),
        lambda v, m: DiscreteGaussian.of(v["sigma"], m * _whole(v.get("sensitivity", "1"), "sensitivity")),
    ),
    "discrete-laplace": (
        ("scale",),
        ("sensitivity",),
        lambda v, m: discrete_laplace(v["scale"], m * _whole(v.get("sensitivity", "1"), "sensitivity")),
    ),
    "pure": (("epsilon",), (), lambda v, m: pure(v["epsilon"])),
    "approximate": (("epsilon", "delta"), (), lambda v, m: approximate(v["epsilon"], v["delta"])),
    "mixture": (
        ("sigma", "sensitivities", "probabilities"),
        (),
        lambda v, m: MixtureOfGaussians.of(
            v["sigma"], v["sensitivities"].split(":"), v["probabilities"].split(":")
        ),
    ),
    "truncated-gaussian": (("sigma", "q", "size", "batch"), (), lambda v, m: Gaussian.of(v["sigma"])),
}
"""By name: required parameters, optional ones, the pair; m is 2 where a sum moves by two sensitivities."""

EXAMPLES = {
    "sensitivities": "0:1:2",
    "probabilities": "0.81:0.18:0.01",
    "q": "0.01",
    "size": "1000",
    "batch": "20",
}


def read_round(text: str, adjacency: str = ADD_REMOVE) -> tuple[Round, int]:
    """A round and its count from text such as "gaussian sigma=1 q=0.01 k=10000".

    Raises InvalidValue for an unknown name, a parameter that is unknown, missing, doubled or out of range.
    """
    if not isinstance(text, str):
        raise InvalidType(
            f"text = {brief(repr(text))} is a {type(text).__name__}; give text such as 'gaussian sigma=1'"
        )
    if adjacency not in ADJACENCIES:
        raise InvalidValue(f"adjacency = {adjacency!r} is not one of {', '.join(ADJACENCIES)}")
    name, *words = text.replace(",", " ").split() or [""]
    if name not in FAMILIES:
        raise InvalidValue(_unknown(text, name))
    required, optional, build = FAMILIES[name]
    values = _values(text, words, tuple(dict.fromkeys((*required, *optional, "q", "k"))))
    missing = [key for key in required if key not in values]
    if missing:
        example = EXAMPLES.get(missing[0], "1")
        raise InvalidValue(
            f"mechanism {brief(repr(text))} has no {missing[0]}; add one, for example {missing[0]}={example}"
        )
    count = 0 if values.get("k") == "0" else _whole(values.get("k", "1"), "k")
    rate = sampling_rate(values.get("q", "1"), "q")
    if name == "truncated-gaussian":
        size, batch = _whole(values["size"], "size"), _whole(values["batch"], "batch")
        return truncated_gaussian(values["sigma"], rate, size, batch, adjacency), count
    if adjacency == REPLACE:
        return Round.given(_replaced(name, values, rate, build), EITHER), count
    return Round.of(build(values, 1).sampled(rate)), count


def _unknown(text: str, name: str) -> str:
    if not name:
        return (
            f"mechanism {text!r} is empty; write for example 'gaussian sigma=1': one of {', '.join(FAMILIES)}"
        )
    close = get_close_matches(name.lower(), FAMILIES, n=1)
    hint = f"did you mean {close[0]}?" if close else f"choose one of {', '.join(FAMILIES)}"
    return f"mechanism {brief(repr(text))}: {brief(repr(name))} is not known; {hint}"


def _whole(text: str, name: str) -> int:
    # int() itself refuses more than 4300 digits, and reads those of other scripts
    if not (text.isascii() and text.isdecimal()) or len(text) > LONGEST or int(text) < 1:
        raise InvalidValue(
            f"{name} = {brief(repr(text))} is not a whole number >= 1; write for example {name}=1"
        )
    return int(text)


LONGEST = 4000
"""Digits of a whole number."""


def _replaced(name: str, values: Mapping[str, str], rate: Fraction, build: Builder) -> DominatingPair:
    """A record replaced: contributions of norm at most the sensitivity move the sum by twice as much."""
    if name == "mixture":
        raise InvalidValue(
            "mixture is the pair of a record that is added or removed; use --adjacency add-remove-one with it"
        )
    if rate == 1:
        return build(values, 2)
    if name != "gaussian":
        raise InvalidValue(
            f"q = {rate} with {name}: sampling under replacement is only known for gaussian; "
            "use --adjacency add-remove-one, or leave q out"
        )
    return ReplacedGaussian.of(values["sigma"], rate, values.get("sensitivity", "1"))


def _values(text: str, words: list[str], known: tuple[str, ...]) -> dict[str, str]:
    values: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not value or key not in known:
            raise InvalidValue(
                f"mechanism {brief(repr(text))}: {brief(repr(word))} is none of "
                f"{', '.join(f'{k}=...' for k in known)}"
            )
        if key in values:
            raise InvalidValue(f"mechanism {brief(repr(text))}: {key} is given twice; give it once")
        values[key] = value
    return values
