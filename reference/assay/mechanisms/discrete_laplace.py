"""The discrete Laplace mechanism with a rational scale, its output clamped to a range of integers."""

from __future__ import annotations

from collections.abc import Iterable

from ..adjacency import Adjacency, l1
from ..arguments import integer, positive_rational
from ..dp import Dist, Mechanism
from ..exact import ExactLike
from . import noise
from ._arguments import integer_range


def discrete_laplace_clamped(
    scale: ExactLike,
    low: int,
    high: int,
    *,
    sensitivity: int = 1,
    domain: Iterable[int] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[int, int]:
    """clamp(x + Z, low, high) with P(Z = z) = (1 - a)/(1 + a) a^|z| on the integers and a = e^(-1/scale).

    Inputs are integers, by default low..high; neighbours differ by at most the sensitivity; the scale is a
    rational number > 0. The exact epsilon is sensitivity/scale, as long as the range is at least as wide as
    the sensitivity. (Clamping the *noise* instead of the output gives infinite epsilon: add it to x and the
    supports differ.)
    Sources: Inusah and Kozubowski 2006; Canonne, Kamath and Steinke, NeurIPS 2020.
    """
    outputs, width = integer_range(low, high), positive_rational(scale, "scale")
    step = integer(sensitivity, "sensitivity", 1)

    def distribution(x: int) -> Dist[int]:
        return noise.discrete_laplace_clamped(width, outputs[0], outputs[-1], centre=integer(x, "input"))

    return Mechanism(
        distribution,
        outputs if domain is None else domain,
        l1(step) if adjacency is None else adjacency,
        name="discrete_laplace_clamped",
    )
