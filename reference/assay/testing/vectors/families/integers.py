"""Laplace and Gaussian noise on all integers: probabilities, tails, delta, the smallest noise."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count
from math import ceil, isqrt

from ....errors import InvalidValue
from ....exact import Certified, Number, certified, exp
from ....exact._flint import arb, fmpq
from ....mechanisms.noise import two_sided_geometric_mass, two_sided_geometric_tail
from ....outputs.json_values import Json, real
from ..arguments import Arguments
from ..family import Case, Family, Function, case

MOST = 1 << 16


def shift(given: Arguments) -> int:
    """By how much a whole value moves."""
    return given.integer("sensitivity", 1, MOST)


def laplace_delta(scale: Fraction, size: int, e: Number) -> Number:
    """The sum over z of max(P(z) - e P(z - size), 0), for P(z) = (1 - a)/(1 + a) a^|z|, a = e^(-1/scale)."""
    a = exp(-1 / scale)
    below = two_sided_geometric_tail(a, 0) - e * two_sided_geometric_tail(a, size)
    inside = (
        two_sided_geometric_mass(a, z) - e * two_sided_geometric_mass(a, z - size) for z in range(1, size)
    )
    gains = [below, *inside]
    return sum((gain for gain in gains if gain > 0), Number(0))


def _laplace_mass(given: Arguments) -> Json:
    return real(two_sided_geometric_mass(exp(-1 / given.positive("scale")), given.integer("z")))


def _laplace_tail(given: Arguments) -> Json:
    return real(two_sided_geometric_tail(exp(-1 / given.positive("scale")), given.integer("z")))


def _laplace_delta(given: Arguments) -> Json:
    return real(laplace_delta(given.positive("scale"), shift(given), exp(given.finite())))


def gaussian_sum(variance: Fraction, centre: int, last: int | None) -> Certified:
    """The sum over whole z <= last, or over all, of e^(-(z - centre)^2/(2 variance))."""

    def ball(bits: int) -> arb:
        furthest = isqrt(ceil(2 * variance * (bits + 8))) + 1
        high = centre + furthest if last is None else min(last, centre + furthest)
        low = min(centre, high) - furthest
        rate = arb(fmpq(-variance.denominator, 2 * variance.numerator))
        terms = sum(((rate * (z - centre) ** 2).exp() for z in range(low, high + 1)), arb(0))
        # beyond the k-th, each term is at most e^(-k/variance) of the one before; on both sides
        next_term = (rate * (centre - low + 1) ** 2).exp()
        rest = 2 * next_term / (1 - (2 * rate * (centre - low)).exp())
        return terms + rest / 2 + (rest / 2) * arb(0, 1)

    return Certified(ball, f"the sum of e^(-(z - {centre})^2/(2 {variance})) up to {last}")


def gaussian_delta(variance: Fraction, size: int, epsilon: Fraction) -> Certified:
    """The sum over z of max(P(z) - e^epsilon P(z - size), 0): over z up to size/2 - epsilon variance/size."""
    last = (Fraction(size, 2) - epsilon * variance / size).__floor__()
    gain = gaussian_sum(variance, 0, last) - certified(exp(epsilon)) * gaussian_sum(variance, size, last)
    return gain / gaussian_sum(variance, 0, None)


def _rational_epsilon(given: Arguments) -> Fraction:
    value = given.finite().rational_value()
    if value is None:
        raise InvalidValue("epsilon has to be rational here")
    return value


def _gaussian_mass(given: Arguments) -> Json:
    variance, z = given.positive("variance"), given.integer("z")
    weight = certified(exp(-Fraction(z * z) / (2 * variance)))
    return real(weight / gaussian_sum(variance, 0, None))


def _gaussian_tail(given: Arguments) -> Json:
    variance, z = given.positive("variance"), given.integer("z")
    return real(gaussian_sum(variance, 0, -z) / gaussian_sum(variance, 0, None))


def _gaussian_delta(given: Arguments) -> Json:
    return real(gaussian_delta(given.positive("variance"), shift(given), _rational_epsilon(given)))


def _smallest(exceeds: Callable[[int], bool]) -> Json:
    """The smallest whole s >= 1 that meets a target that every larger one meets."""
    high = next(2**i for i in count() if not exceeds(2**i))
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if exceeds(middle) else (low, middle)
    return str(high)


def _laplace_scale(given: Arguments) -> Json:
    size, e, delta = shift(given), exp(given.finite()), given.number("delta")
    if not 0 <= delta < 1 or (e == 1 and delta == 0):
        raise InvalidValue("delta is no probability below 1, or no scale is enough")
    return _smallest(lambda s: laplace_delta(Fraction(s), size, e) > delta)


def _gaussian_variance(given: Arguments) -> Json:
    size, epsilon, delta = shift(given), _rational_epsilon(given), given.open_delta()
    return _smallest(lambda s: gaussian_delta(Fraction(s), size, epsilon) > delta)


_LAPLACE = "P(z) = (1 - a)/(1 + a) a^|z| for every whole z, a = e^(-1/scale)"
_GAUSSIAN = (
    "P(z) = e^(-z^2/(2 variance))/C for every whole z, C the sum of e^(-z^2/(2 variance)) over all whole z"
)
_SIZE = f"1 <= sensitivity <= {MOST} is whole."
_DELTA = "delta(epsilon) = sum over whole z of max(P(z) - e^epsilon P(z - sensitivity), 0)"

FUNCTIONS = {
    "integer_laplace_mass": Function(
        f"P(z), where {_LAPLACE}. scale > 0 is rational, z is whole.", "probability", _laplace_mass
    ),
    "integer_laplace_tail": Function(
        f"P(z) + P(z + 1) + P(z + 2) + ..., where {_LAPLACE}. scale > 0 is rational, z is whole.",
        "probability",
        _laplace_tail,
    ),
    "integer_laplace_delta": Function(
        f"{_DELTA}, where {_LAPLACE}. scale > 0 is rational; {_SIZE} 0 <= epsilon < inf.",
        "delta",
        _laplace_delta,
    ),
    "integer_laplace_scale": Function(
        f"The smallest whole scale >= 1 with delta(epsilon) <= delta, where {_DELTA} and {_LAPLACE}. "
        f"{_SIZE} 0 <= epsilon < inf, 0 <= delta < 1, and not both are 0.",
        "smallest",
        _laplace_scale,
    ),
    "integer_gaussian_mass": Function(
        f"P(z), where {_GAUSSIAN}. variance > 0 is rational, z is whole.", "probability", _gaussian_mass
    ),
    "integer_gaussian_tail": Function(
        f"P(z) + P(z + 1) + P(z + 2) + ..., where {_GAUSSIAN}. variance > 0 is rational, z is whole.",
        "probability",
        _gaussian_tail,
    ),
    "integer_gaussian_delta": Function(
        f"{_DELTA}, where {_GAUSSIAN}. variance > 0 is rational; {_SIZE} 0 <= epsilon < inf is rational.",
        "delta",
        _gaussian_delta,
    ),
    "integer_gaussian_variance": Function(
        f"The smallest whole variance >= 1 with delta(epsilon) <= delta, where {_DELTA} and {_GAUSSIAN}. "
        f"{_SIZE} 0 <= epsilon < inf is rational, 0 < delta < 1.",
        "smallest",
        _gaussian_variance,
    ),
}


LAPLACE = ("1", "1/2", "3/2", "10", "1/40")
GAUSSIAN = ("1", "1/4", "5/2", "100", "1/100")


def cases() -> Iterator[Case]:
    """Probabilities, tails, delta, and the smallest noise."""
    for word, name, values in (("laplace", "scale", LAPLACE), ("gaussian", "variance", GAUSSIAN)):
        for value in values:
            for z in ("0", "1", "-2", "5", *(("40",) if value != "1/100" else ())):
                yield case(f"integer_{word}_mass", "valid", **{name: value, "z": z})
                yield case(f"integer_{word}_tail", "valid", **{name: value, "z": z})
            for size in ("1", "2", "5"):
                for epsilon in ("0", "1/10", "1", "5"):
                    arguments = {name: value, "sensitivity": size, "epsilon": epsilon}
                    yield case(f"integer_{word}_delta", "valid", **arguments)
        bad = {"sensitivity": "1", "epsilon": "1"}
        yield case(f"integer_{word}_mass", "invalid", **{name: "0", "z": "0"})
        yield case(f"integer_{word}_tail", "invalid", **{name: "1", "z": "1/2"})
        yield case(f"integer_{word}_delta", "invalid", **{name: "-1", **bad})
        yield case(f"integer_{word}_delta", "invalid", **{name: "1", **bad, "sensitivity": "0"})
        yield case(f"integer_{word}_delta", "invalid", **{name: "1", **bad, "epsilon": "-1"})
    yield from _smallest_noise()


def _smallest_noise() -> Iterator[Case]:
    for size in ("1", "3"):
        for epsilon in ("1/10", "1/2", "1", "4"):
            for delta in ("1/10", "1/1000000"):
                arguments = {"sensitivity": size, "epsilon": epsilon, "delta": delta}
                if (size, epsilon) != ("3", "1/10"):  # hundreds of thousands: a search with many long sums
                    yield case("integer_gaussian_variance", "valid", **arguments)
                yield case("integer_laplace_scale", "valid", **arguments)
        for epsilon in ("1/10", "1/2", "1"):
            yield case("integer_laplace_scale", "boundary", sensitivity=size, epsilon=epsilon, delta="0")
    yield case("integer_gaussian_variance", sensitivity="1", epsilon="1", delta="1e-30")
    yield case("integer_laplace_scale", "invalid", sensitivity="1", epsilon="0", delta="0")
    yield case("integer_laplace_scale", "invalid", sensitivity="1", epsilon="1", delta="1")
    yield case("integer_gaussian_variance", "invalid", sensitivity="1", epsilon="1", delta="0")
    yield case("integer_gaussian_variance", "invalid", sensitivity="1/2", epsilon="1", delta="1/10")


FAMILIES = (
    Family(
        "integers",
        "Laplace and Gaussian noise on all integers",
        (
            "Canonne, Kamath and Steinke, The Discrete Gaussian for Differential Privacy, NeurIPS 2020",
            "Inusah and Kozubowski, A discrete analogue of the Laplace distribution, 2006",
        ),
        cases,
    ),
)
