"""What diffprivlib says of the bias and the variance of its mechanisms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ....exact import certified, number
from ....testing.claims.values import Real
from ...survey.case import Case, Claims
from .. import _truths as truths
from .calls import mechanism_of, path, snippet
from .promised_distributions import gaussian_scale
from .scales import bounded_scale

UPPER = 2
MSE = "diffprivlib.mechanisms.base.DPMechanism.mse"
BOUNDED = frozenset({"LaplaceTruncated", "LaplaceFolded", "LaplaceBoundedDomain"})


def cases() -> Iterator[Case]:
    """Noise without bounds, truncated, folded, and conditioned."""
    yield from _free()
    yield from _truncated()
    yield from _folded()
    yield from _conditioned()


def _case(
    mechanism: str,
    moment: str,
    points: Sequence[Mapping[str, Any]],
    truth: Callable[..., Real],
) -> Case:
    """The moment at `value`; the rest of a point makes the mechanism, whose range is 0..2 if it has one."""
    ends = {"lower": 0.0, "upper": float(UPPER)} if mechanism in BOUNDED else {}
    whole = {"sensitivity": int} if mechanism == "Geometric" else {}

    def privacy_map(value: float, **parameters: Any) -> float:
        read = {name: whole.get(name, float)(given) for name, given in parameters.items()}
        asked = int(value) if mechanism == "Geometric" else value
        return float(getattr(mechanism_of(mechanism, **read, **ends), moment)(asked))

    given = {name: 0 for name in points[0] if name != "value"}
    source = snippet(mechanism, given, f"mech.{moment}({{value!r}})")
    for name, end in ends.items():
        source = source.replace(f"{mechanism}(", f"{mechanism}({name}={end!r}, ").replace(
            f"import {mechanism}({name}={end!r}, ", f"import {mechanism}"
        )
    return Claims(
        function=MSE if moment == "mse" else path(mechanism, moment),
        privacy_map=privacy_map,
        truth=truth,
        points=points,
        bound="value",
        snippet=source,
        promise=f"the {moment} of the answer" + (" on the domain 0..2" if ends else ""),
    )


def _rate(epsilon: Fraction, delta: Fraction | int, sensitivity: Fraction) -> Any:
    """1/scale = (epsilon - ln(1 - delta))/sensitivity, a Fraction where delta = 0."""
    if not delta:
        return Fraction(epsilon) / sensitivity
    return (certified(epsilon) - certified(1 - Fraction(delta)).log()) / sensitivity


def _free() -> Iterator[Case]:
    points = [
        {"epsilon": e, "delta": d, "sensitivity": s, "value": 0.0}
        for e in (0.125, 1.0)
        for d in (0.0, 0.25)
        for s in (1.0, 3.0)
    ]

    def laplace(epsilon: Any, delta: Any, sensitivity: Any, value: Any) -> Real:
        found = 2 / _rate(epsilon, delta, sensitivity) ** 2
        return number(found) if isinstance(found, Fraction) else found

    yield _case("Laplace", "variance", points, laplace)

    def normal(epsilon: Any, delta: Any, sensitivity: Any, value: Any) -> Real:
        return gaussian_scale(epsilon, delta, sensitivity) ** 2

    yield _case("Gaussian", "variance", [p for p in points if p["delta"]], normal)

    def uniform(delta: Any, sensitivity: Any, value: Any) -> Real:
        return number((sensitivity / delta) ** 2 / 12)

    some = [{"delta": d, "sensitivity": s, "value": 0.0} for d in (0.5, 0.125) for s in (1.0, 3.0)]
    yield _case("Uniform", "variance", some, uniform)

    def geometric(epsilon: Any, sensitivity: Any, value: Any) -> Real:
        """2 b/(1 - b)^2 = 1/(cosh r - 1)."""
        return truths.ball(lambda r: 1 / (r.cosh() - 1), "variance", Fraction(epsilon) / sensitivity)

    whole = [{"epsilon": e, "sensitivity": s, "value": 0} for e in (0.125, 1.0, 30.0) for s in (1, 3)]
    yield _case("Geometric", "variance", whole, geometric)
    kept = {
        "Laplace": points[:1],
        "Gaussian": points[2:3],
        "Geometric": whole[:1],
        "Uniform": some[:1],
        "GaussianDiscrete": [{"epsilon": 1.0, "delta": 0.25, "value": 0}],
        "Staircase": [{"epsilon": 1.0, "sensitivity": 1.0, "value": 0.0}],
        "LaplaceBoundedNoise": points[2:3],
    }
    for mechanism, given in kept.items():
        yield _case(mechanism, "bias", given, lambda **_: number(0))


POINTS = [
    {"epsilon": e, "delta": d, "sensitivity": 1.0, "value": v}
    for e in (0.5, 4.0)
    for d in (0.0, 0.25)
    for v in (0.0, 0.5, 1.0)
]


def _tails(epsilon: Any, delta: Any, sensitivity: Any, value: Any) -> tuple[Any, Any, Any]:
    """The scale b, and e^(-(v - l)/b), e^(-(u - v)/b)."""
    rate = certified(_rate(epsilon, delta, sensitivity))
    return 1 / rate, (-rate * value).exp(), (-rate * (UPPER - value)).exp()


def truncated_bias(epsilon: Any, delta: Any, sensitivity: Any, value: Any) -> Real:
    """b/2 (e^(-(v-l)/b) - e^(-(u-v)/b))."""
    if 2 * value == UPPER:
        return number(0)
    b, low, high = _tails(epsilon, delta, sensitivity, value)
    found: Real = b * (low - high) / 2
    return found


def truncated_second(epsilon: Any, delta: Any, sensitivity: Any, value: Any) -> Any:
    """E (answer - v)^2 = 2 b^2 - sum of e^(-D/b) b (D + b) over both distances D to the ends."""
    b, low, high = _tails(epsilon, delta, sensitivity, value)
    return 2 * b**2 - low * b * (b + value) - high * b * (b + (UPPER - value))


def _truncated() -> Iterator[Case]:
    yield _case("LaplaceTruncated", "bias", POINTS, truncated_bias)
    yield _case(
        "LaplaceTruncated",
        "variance",
        POINTS,
        lambda **p: truncated_second(**p) - certified(truncated_bias(**p)) ** 2,
    )
    yield _case("LaplaceTruncated", "mse", POINTS, lambda **p: truncated_second(**p))


def _folded() -> Iterator[Case]:
    """m(v) = v + A e^(v/b) + B e^(-v/b) solves m - b^2 m'' = v with m' = 0 at both ends: reflected noise."""

    def bias(epsilon: Any, delta: Any, sensitivity: Any, value: Any) -> Real:
        if 2 * value == UPPER:
            return number(0)
        rate = certified(_rate(epsilon, delta, sensitivity))
        end = (rate * UPPER).exp()
        span = end - 1 / end
        first, second = (1 / end - 1) / rate / span, (end - 1) / rate / span
        here = (rate * value).exp()
        found: Real = first * here + second / here
        return found

    yield _case("LaplaceFolded", "bias", POINTS, bias)


def _conditioned() -> Iterator[Case]:
    """Laplace noise around v given that it is in the domain, by integrals of x^k e^(-x/b) on both sides."""

    def means(epsilon: Any, delta: Any, sensitivity: Any, value: Any) -> tuple[Any, Any]:
        b = bounded_scale(epsilon, delta, sensitivity, Fraction(UPPER))
        sides = [(d, (-certified(d) / b).exp()) for d in (value, UPPER - value)]
        mass = sum((1 - gone for _, gone in sides), certified(0))
        first = [b - gone * (b + d) for d, gone in sides]
        second = sum((2 * b**2 - gone * (d**2 + 2 * b * d + 2 * b**2) for d, gone in sides), certified(0))
        return (first[1] - first[0]) / mass, second / mass

    aside = [point for point in POINTS if point["value"] != UPPER / 2]
    yield _case("LaplaceBoundedDomain", "bias", aside, lambda **p: means(**p)[0])
    yield _case("LaplaceBoundedDomain", "variance", aside, lambda **p: means(**p)[1] - means(**p)[0] ** 2)
