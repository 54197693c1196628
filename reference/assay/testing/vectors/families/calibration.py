"""Calibration: the smallest noise that meets a target (epsilon, delta)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from ....arguments import probability
from ....dp import Dist, hockey_stick
from ....errors import InvalidValue
from ....exact import Number, exp
from ....mechanisms import noise
from ....outputs.json_values import Json, real
from ..arguments import Arguments
from ..family import Case, Family, Function, edge_if
from . import extremes

MOST = 4096
WIDEST = 32


def _randomised_response(given: Arguments) -> Json:
    epsilon, delta = given.epsilon(), probability(given.number("delta"), "delta")
    if epsilon.is_infinite:
        return "0"
    return real((1 - delta) / (1 + exp(epsilon)))


def _smallest(given: Arguments, distribution: str) -> Json:
    """The smallest s = 1, 2, ... at which the distributions around 0 and 1 on low..high are (epsilon,
    delta)-close.
    """
    epsilon, delta = given.epsilon(), probability(given.number("delta"), "delta")
    low, high = given.integer("low"), given.integer("high")
    if not low <= 0 < 1 <= high or high - low > WIDEST:
        raise InvalidValue(
            f"the range {low}..{high} has to contain 0 and 1 and at most {WIDEST + 1} integers"
        )
    if epsilon == 0 and delta < 1:
        raise InvalidValue("epsilon = 0: no finite noise meets it for certain; give epsilon > 0")
    for s in count(1):
        if s > MOST:
            raise InvalidValue(f"no s up to {MOST} meets the target")
        p, q = _distribution(distribution, s, low, high, 0), _distribution(distribution, s, low, high, 1)
        if max(hockey_stick(p, q, epsilon), hockey_stick(q, p, epsilon)) <= delta:
            return real(s)
    raise InvalidValue("no noise meets the target")


def _distribution(name: str, s: int, low: int, high: int, centre: int) -> Dist[int]:
    """The distribution with the integer parameter s around the centre."""
    size = Number(s)
    if name == "laplace":
        return noise.discrete_laplace_clamped(size, low, high, centre=centre)
    if name == "laplace-truncated":
        return noise.discrete_laplace_truncated(size, low, high, centre=centre)
    return noise.discrete_gaussian_truncated(size, low, high, centre=centre)


def _bits(given: Arguments) -> Json:
    """GeoSample has epsilon = ln(1 + 2^-k): the smallest k with 1 + 2^-k <= e^epsilon."""
    bound = exp(given.epsilon())
    for k in range(MOST):
        if 1 + 1 / Number(2) ** k <= bound:
            return real(k)
    raise InvalidValue(f"no k up to {MOST} meets the target")


_CLOSE = (
    "(epsilon, delta)-close in both directions: the sum over y of max(P_0(y) - e^epsilon P_1(y), 0), and the "
    "same with P_0 and P_1 exchanged, are at most delta. 0 < epsilon <= inf, 0 <= delta <= 1; low <= 0 and "
    f"high >= 1 are whole, high - low <= {WIDEST}."
)

FUNCTIONS = {
    "smallest_flip_probability": Function(
        "The smallest f <= 1/2 for which reporting a bit wrongly with probability f is (epsilon, delta)-DP: "
        "(1 - delta)/(1 + e^epsilon), and 0 at epsilon = inf. 0 <= epsilon <= inf, 0 <= delta <= 1.",
        "smallest",
        _randomised_response,
    ),
    "smallest_laplace_scale": Function(
        "The smallest whole number s >= 1 for which the distributions P_c of clamp(c + Z, low, "
        "high), c = 0 and 1, where P(Z = z) is proportional to e^(-|z|/s) on the integers, are " + _CLOSE,
        "smallest",
        lambda given: _smallest(given, "laplace"),
    ),
    "smallest_truncated_laplace_scale": Function(
        "The smallest whole number s >= 1 for which the distributions P_c(y) proportional to "
        "e^(-|y - c|/s) for y = low..high, c = 0 and 1, are " + _CLOSE,
        "smallest",
        lambda given: _smallest(given, "laplace-truncated"),
    ),
    "smallest_gaussian_variance": Function(
        "The smallest whole number s >= 1 for which the distributions P_c(y) proportional to "
        "e^(-(y - c)^2/(2 s)) for y = low..high, c = 0 and 1, are " + _CLOSE,
        "smallest",
        lambda given: _smallest(given, "gaussian"),
    ),
    "smallest_geo_sample_bits": Function(
        "The smallest whole number k >= 0 with ln(1 + 2^(-k)) <= epsilon. 0 < epsilon <= inf.",
        "smallest",
        _bits,
    ),
}


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
