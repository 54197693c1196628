"""Additive noise: make_laplace, make_gaussian, make_geometric, and make_noise.

On integers opendp samples discrete Laplace and discrete Gaussian noise. On floats it rounds the input to a
multiple of 2^k and adds discrete noise on that grid; with the default k = -1074 every float is on the grid.
The truths here are those of that noise, before the sum is rounded to a float and brought into the range of
its type.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ....exact import INFINITY, Log, Number, number
from ....testing.claims.values import Real
from ...survey.case import Case
from ...survey.definitions import formula
from .border import INT_SPACE, INTS_L1, INTS_L2, LONG_SPACE, PURE, ZCDP, built, evaluate, float_space
from .case_makers import claims, require
from .noise_samples import GAUSSIAN, LAPLACE, float_samples, integer_samples

SCALES = (
    0.0,
    5e-324,
    2.0**-53,
    1 / 745,
    0.01,
    1 / 36,
    0.1,
    0.5,
    1.0,
    3.0,
    1e300,
    -1.0,
    float("inf"),
    float("nan"),
)
SOME_SCALES = (0.1, 1.0, 3.0)
DISTANCES = (0, 1, 2, 1000, 2**31 - 1)
LONG_DISTANCES = (2**53 - 1, 2**53 + 1, 2**62 + 1, 2**63 - 1)
FLOAT_DISTANCES = (0.0, 5e-324, 0.1, 1.0, 3.0, 745.0, 1e300, -1.0)


def ratio(d_in: Fraction, scale: Fraction) -> Number | Log:
    """epsilon = d_in / scale; infinite without noise."""
    require(d_in >= 0 and scale >= 0, f"d_in = {d_in}, scale = {scale}")
    if scale == 0:
        return INFINITY if d_in else number(0)
    return number(Fraction(d_in) / Fraction(scale))


def laplace_epsilon(d_in: Any, scale: Any, **_: Any) -> Real:
    """The loss of one bound from another, d_in/scale."""
    require(not getattr(scale, "is_infinite", False), "no such scale")
    return ratio(d_in, scale)


def gaussian_rho(d_in: Any, scale: Any, **_: Any) -> Real:
    """rho = d_in^2 / (2 sigma^2), which the order 2 attains for integers."""
    require(not getattr(scale, "is_infinite", False), "no such scale")
    found = ratio(d_in, scale)
    return found if isinstance(found, Log) else found * found / 2


def whole_gaussian_rho(d_in: Any, scale: Any) -> Real:
    """The squared distance of integer vectors is a whole number: floor(d_in^2) / (2 sigma^2)."""
    require(d_in >= 0 and scale > 0, "no such distance")
    return number(Fraction(d_in**2 // 1) / (2 * scale**2))


def noise_cases() -> Iterator[Case]:
    """Integers, vectors of integers, floats, bounds."""
    yield from integer_claims()
    yield from vector_claims()
    yield from float_claims()
    yield from integer_samples()
    yield from float_samples()


def integer_points(scales: tuple[float, ...] = SCALES) -> list[dict[str, Any]]:
    """Every scale at distance 1, and every distance at two scales."""
    points = [{"d_in": 1, "scale": scale} for scale in scales]
    return points + [{"d_in": d, "scale": s} for s in (0.1, 3.0) for d in DISTANCES if d != 1]


def integer_claims() -> Iterator[Case]:
    """One integer; the `then_` forms build the same measurement from a space."""
    for name, truth, text, promise in (
        ("laplace", laplace_epsilon, "d_in/scale", f"epsilon of {LAPLACE}"),
        ("gaussian", gaussian_rho, "d_in**2/(2*scale**2)", f"rho of {GAUSSIAN}"),
        ("geometric", laplace_epsilon, "d_in/scale", f"epsilon of {LAPLACE}"),
    ):
        for prefix, points in (("make", integer_points()), ("then", integer_points(SOME_SCALES))):
            make = built(prefix, name, INT_SPACE, "scale={scale!r}")
            yield from claims(
                f"measurements.{prefix}_{name}",
                f"{make}.map({{d_in!r}})",
                truth,
                points,
                promise=f"{promise}, integers",
                definition=formula(text),
            )
    yield from long_claims()
    yield from noise_claims()
    yield from bounded_claims()


def long_claims() -> Iterator[Case]:
    """Integers of 64 bits, at distances that are no floats."""
    for name, truth, text, promise in (
        ("laplace", laplace_epsilon, "d_in/scale", f"epsilon of {LAPLACE}"),
        ("gaussian", gaussian_rho, "d_in**2/(2*scale**2)", f"rho of {GAUSSIAN}"),
    ):
        yield from claims(
            f"measurements.make_{name}",
            f"dp.m.make_{name}({LONG_SPACE}, scale={{scale!r}}).map({{d_in!r}})",
            truth,
            [{"d_in": d, "scale": s} for s in (0.1, 2.0**53 + 2) for d in LONG_DISTANCES],
            promise=f"{promise}, integers of 64 bits",
            definition=formula(text),
        )


def noise_claims() -> Iterator[Case]:
    """make_noise, which takes the measure."""
    for measure, truth, text, promise in (
        (PURE, laplace_epsilon, "d_in/scale", f"epsilon of {LAPLACE}"),
        (ZCDP, gaussian_rho, "d_in**2/(2*scale**2)", f"rho of {GAUSSIAN}"),
    ):
        for prefix in ("make", "then"):
            make = built(prefix, "noise", INT_SPACE, f"{measure}, scale={{scale!r}}")
            yield from claims(
                f"measurements.{prefix}_noise",
                f"{make}.map({{d_in!r}})",
                truth,
                integer_points(SOME_SCALES),
                promise=f"{promise}, integers",
                definition=formula(text),
            )


def bounded_claims() -> Iterator[Case]:
    """make_geometric with bounds, to which input and output are brought."""
    yield from claims(
        "measurements.make_geometric",
        f"dp.m.make_geometric({INT_SPACE}, scale={{scale!r}}, bounds=(0, 5)).map({{d_in!r}})",
        laplace_epsilon,
        [{"d_in": d, "scale": s} for s in SOME_SCALES for d in range(6)],
        promise=f"epsilon of {LAPLACE}, brought to 0..5",
        definition=formula("d_in/scale"),
    )


def vector_claims() -> Iterator[Case]:
    """Vectors, by l1 and l2 distance."""
    yield from claims(
        "measurements.make_laplace",
        f"dp.m.make_laplace({INTS_L1}, scale={{scale!r}}).map({{d_in!r}})",
        laplace_epsilon,
        integer_points(SOME_SCALES),
        promise=f"epsilon of {LAPLACE}, l1 distance",
        definition=formula("d_in/scale"),
    )
    yield from claims(
        "measurements.make_gaussian",
        f"dp.m.make_gaussian({INTS_L2}, scale={{scale!r}}).map({{d_in!r}})",
        whole_gaussian_rho,
        [{"d_in": d, "scale": s} for s in SOME_SCALES for d in (0.0, 1.0, 1.5, 2.0, 1000.5)],
        promise=f"rho of {GAUSSIAN}, vectors of integers, l2 distance",
        note="no two vectors of integers are at a distance whose square is not whole",
    )


def float_claims() -> Iterator[Case]:
    """One float, on the finest grid and on coarse ones."""
    points: list[dict[str, Any]] = [{"d_in": d, "scale": s} for s in SOME_SCALES for d in FLOAT_DISTANCES]
    for name, truth, text in (
        ("laplace", laplace_epsilon, "d_in/scale"),
        ("gaussian", gaussian_rho, "d_in**2/(2*scale**2)"),
    ):
        make = f"dp.m.make_{name}({float_space()}, scale={{scale!r}}"
        yield from claims(
            f"measurements.make_{name}",
            f"{make}).map({{d_in!r}})",
            truth,
            points,
            promise="the noise before the sum is rounded to a float, on the finest grid",
            definition=formula(text),
        )
        yield from claims(
            f"measurements.make_{name}",
            f"{make}, k={{k!r}}).map({{d_in!r}})",
            on_grid(name, truth),
            [{"d_in": d, "scale": 1.0, "k": k} for k in (-3, 0, 3) for d in (0.1, 1.0, 3.0)],
            promise="noise on multiples of 2^k, added to the input as the library rounds it to one",
        )


def on_grid(name: str, truth: Any) -> Any:
    """The truth at the largest distance of two rounded inputs that are d_in apart, found by rounding some."""

    def found(d_in: Fraction, scale: Fraction, k: int) -> Any:
        step = Fraction(2) ** k
        rounded = evaluate(f"dp.m.make_{name}({float_space()}, scale=0.0, k={k!r})")
        starts = [
            step * half / 2 + offset for half in range(-3, 4) for offset in (0, -d_in, Fraction(1, 2**20))
        ]
        floats = [(float(x), float(x + d_in)) for x in starts]
        close = [(x, y) for x, y in floats if abs(Fraction(y) - Fraction(x)) <= d_in]
        apart = max(abs(Fraction(rounded(y)) - Fraction(rounded(x))) for x, y in close)
        return truth(apart, scale)

    return found
