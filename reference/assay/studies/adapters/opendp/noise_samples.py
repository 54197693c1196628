"""Additive noise by its samples: on integers every value, on floats bins or a coarse grid."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

from ....accounting.densities import phi
from ....dp import Dist
from ....engines.partial import Partial
from ...survey.case import Case
from .._truths import ball
from .border import INT_SPACE, INTS_L1, INTS_L2, float_space
from .case_makers import samples
from .promised_distributions import binned, gaussian_integers, laplace_below, laplace_integers

ENDS = 6
LAPLACE, GAUSSIAN = "discrete Laplace noise of this scale", "discrete Gaussian noise with sigma = scale"
CUTS = tuple(Fraction(k, 2) for k in range(-8, 9))
CLAMPED = f"lambda z: max(-{ENDS}, min({ENDS}, z))"
BINNED = "lambda value: sum(value > k / 2 for k in range(-8, 9))"
FINEST = Fraction(1, 2**1000)
"""Above the distance of the discrete distribution on the finest grid from the continuous one."""


def integer_samples() -> Iterator[Case]:
    """The distributions on the integers; vectors of many equal inputs give many samples at once."""
    inputs = (0, 2)
    for name, distribution, promise in (
        ("laplace", laplace_integers, LAPLACE),
        ("gaussian", gaussian_integers, GAUSSIAN),
    ):
        space = INTS_L1 if name == "laplace" else INTS_L2
        for scale in (0.5, 1.0, 3.0):
            yield from samples(
                f"measurements.make_{name}",
                f"dp.m.make_{name}({space}, scale={{scale!r}})",
                partial(around, distribution, Fraction(scale)),
                inputs,
                parameters={"scale": scale},
                promise=f"{promise}, each entry of a vector, brought to -{ENDS}..{ENDS}",
                read=CLAMPED,
                given="lambda x: [x]",
                batch=lambda mechanism, x, n: mechanism(list(x) * n),
            )
        yield from samples(
            f"measurements.make_{name}",
            f"dp.m.make_{name}({INT_SPACE}, scale={{scale!r}})",
            partial(around, distribution, Fraction(1)),
            inputs,
            parameters={"scale": 1.0},
            count=3000,
            promise=f"{promise}, brought to -{ENDS}..{ENDS}",
            read=CLAMPED,
        )
    for bounds in ((0, 3), None):
        yield from geometric_samples(bounds)


def around(distribution: Callable[..., Any], scale: Fraction, x: int) -> Any:
    """The distribution of an output on the input x."""
    return distribution(scale, ENDS, x)


def geometric_samples(bounds: tuple[int, int] | None) -> Iterator[Case]:
    """make_geometric, with the constant-time sampler where there are bounds."""
    low, high = bounds or (-ENDS, ENDS)

    def distribution(x: int) -> Dist[int]:
        centre = max(low, min(high, x)) if bounds else x
        shifted = laplace_integers(Fraction(1), 40, centre)
        return shifted.map(lambda z: max(low, min(high, z)))

    yield from samples(
        "measurements.make_geometric",
        f"dp.m.make_geometric({INT_SPACE}, scale=1.0, bounds={{bounds!r}})",
        distribution,
        (-1, 0, 2),
        parameters={"bounds": bounds},
        count=5000,
        promise=f"{LAPLACE}" + (f"; input and output brought to {low}..{high}" if bounds else ""),
        read=f"lambda z: max({low}, min({high}, z))",
    )


def float_samples() -> Iterator[Case]:
    """Floats by the bin that they fall in, and floats on a coarse grid."""
    yield from samples(
        "measurements.make_laplace",
        f"dp.m.make_laplace({float_space()}, scale=1.0)",
        laplace_bins,
        (0.0, 0.75),
        count=5000,
        promise="Laplace noise on the finest grid, by bins of 1/2",
        read=BINNED,
    )
    yield from samples(
        "measurements.make_gaussian",
        f"dp.m.make_gaussian({float_space()}, scale=1.0)",
        gaussian_bins,
        (0.0, 0.75),
        count=5000,
        promise="Gaussian noise on the finest grid, by bins of 1/2",
        read=BINNED,
    )
    yield from samples(
        "measurements.make_laplace",
        f"dp.m.make_laplace({float_space()}, scale=1.0, k=-1)",
        lambda x: laplace_integers(Fraction(2), ENDS, int(2 * x)).map(lambda z: z / 2),
        (0.0, 1.5),
        count=5000,
        promise="discrete Laplace noise on multiples of 1/2, brought to -3..3",
        read=f"lambda value: max(-{ENDS / 2}, min({ENDS / 2}, value))",
    )


def laplace_bins(x: float) -> Partial[int]:
    """Continuous Laplace noise; the grid is finer than FINEST."""
    return binned(CUTS, [laplace_below(Fraction(1), cut - Fraction(x)) for cut in CUTS], FINEST)


def gaussian_bins(x: float) -> Partial[int]:
    """Continuous Gaussian noise; the grid is finer than FINEST."""
    return binned(CUTS, [ball(phi, "Phi", cut - Fraction(x)) for cut in CUTS], FINEST)
