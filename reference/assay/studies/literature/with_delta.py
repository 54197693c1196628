"""Claims with delta > 0: sparse vector as in section C, and section D at the sizes that timed out there."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from ...exact import EPS, ExactLike, exp
from . import programs
from .programs.bins import Body, Noise
from .row import TWO_SIDED, Published, Row, proved, refuted

SMALL = (0, 1)
FUNCTION = "delta read as a function of eps"
CONSTANT = "delta read as a constant, rounded {}"
UP, DOWN = Fraction(18316, 10**6), Fraction(135335, 10**6)
"""e^-4 rounded up, so that a refutation is one of the smaller delta; e^-2 rounded down."""


def rows() -> list[Row]:
    """Both sections."""
    return [*_sparse(), *_sections_with_a_constant()]


def _sparse() -> list[Row]:
    """{0, 1}^3 with the claim (eps/2, delta)."""

    def row(c: int, delta: ExactLike, published: Published, remark: str = "") -> Row:
        body, name = partial(programs.svt1, c=c), "Sparse" if c == 1 else f"Sparse c={c}"
        return Row(name, 3, body, TWO_SIDED, EPS / 2, delta, published, SMALL, remark=remark)

    return [
        row(1, 0, refuted(55)),
        row(1, exp(-EPS * 4), refuted(211), FUNCTION),
        row(1, UP, refuted(211), CONSTANT.format("up, from e^-4")),
        row(2, 0, refuted(93)),
        row(2, exp(-EPS * 2), proved(44882), FUNCTION),
        row(2, DOWN, proved(44882), CONSTANT.format("down, from e^-2")),
        row(2, exp(-EPS * 4), refuted(659), FUNCTION),
        row(2, UP, refuted(659), CONSTANT.format("up, from e^-4")),
    ]


def _sections_with_a_constant() -> list[Row]:
    """(eps, 1/100) on {0, 1}^n; published for eps = 1/2 only."""
    p, two, delta = programs, TWO_SIDED, Fraction(1, 100)
    late = Published(None, "600")
    remark = "published for eps = 1/2 alone"

    def row(
        name: str, n: int, body: Callable[[Noise], Body], published: Published, *, heavy: bool = False
    ) -> Row:
        return Row(
            name,
            n,
            body,
            two,
            EPS,
            delta,
            published,
            SMALL,
            remark=remark,
            heavy=heavy,
        )

    return [
        row("SVT-Laplace", 2, p.svt1, Published(True, "8.8")),
        row("SVT-Laplace", 5, p.svt1, late, heavy=True),
        row("NoisyMax-Laplace", 3, p.noisy_argmax, Published(True, "47.2")),
        row("NoisyMax-Laplace", 4, p.noisy_argmax, late, heavy=True),
    ]
