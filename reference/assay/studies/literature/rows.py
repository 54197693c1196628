"""All rows of the table, with the figures of DiPC: sparse vectors, maxima and sums, delta > 0."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from ...adjacency import l1
from ...decide.probabilities.intervals import decide_reciprocal
from ...exact import EPS, ExactLike, exp
from . import bits
from .programs import sparse_vector as svt
from .programs import sums
from .programs.bins import Body, Noise
from .row import ONE_SIDED, TWO_SIDED, AnyRow, Published, Row, proved, refuted


def rows() -> list[AnyRow]:
    """All rows, in the order of the table."""
    return [*_sparse_vector(), *_maxima_and_sums(), *bits.rows(), *_with_delta()]


AS_RESTATED = "query noise eps/2 as restated; the published verdicts agree with query noise eps/4"
FINE = "query noise eps/4"


def _sparse_vector() -> list[Row]:
    """Section A, on {-1, 0, 1}^n."""
    return [*_correct(), *_noisy_answers(), *_without_scaling(), *_variants()]


def _correct() -> list[Row]:
    two = TWO_SIDED
    published = {1: 17, 2: 116, 3: 703, 4: 4648}
    found = [Row("SVT1", n, svt.svt1, two, published=proved(s)) for n, s in published.items()]
    found += [Row("SVT1", n, svt.svt1, two, heavy=True) for n in (5, 6)]
    for n, s in ((2, 188), (3, 1129), (4, 6318)):
        found.append(Row("SVT1 c=2", n, partial(svt.svt1, c=2), two, published=proved(s), heavy=n > 3))
    return [
        *found,
        Row("SVT2", 3, svt.svt2, two, published=proved(783)),
        Row("SVT2", 4, svt.svt2, two, heavy=True),
        Row("SVT2 c=2", 3, partial(svt.svt2, c=2), two),
    ]


def _noisy_answers() -> list[Row]:
    """SVT3, whose noisy answers are binned at -1, 0, 1 or released as they are."""
    two = TWO_SIDED
    fine = Fraction(1, 4)
    binned, values = partial(svt.svt3, rate=fine), partial(svt.svt3_values, rate=fine)
    return [
        Row("SVT3 binned", 3, svt.svt3, two, published=proved(3686), remark=AS_RESTATED),
        Row("SVT3 binned", 5, svt.svt3, two, published=refuted(5166), heavy=True),
        Row("SVT3 binned, eps/4", 3, binned, two, published=proved(3686), remark=FINE),
        Row("SVT3 binned, eps/4", 4, binned, two, heavy=True, remark=FINE),
        Row("SVT3 binned, eps/4", 5, binned, two, published=refuted(5166), heavy=True, remark=FINE),
        *(Row("SVT3 values", n, svt.svt3_values, two, heavy=n > 2) for n in (1, 2, 3)),
        *(Row("SVT3 values, eps/4", n, values, two, heavy=n > 2, remark=FINE) for n in (1, 2, 3)),
    ]


def _without_scaling() -> list[Row]:
    two = TWO_SIDED
    return [
        Row("SVT4", 2, svt.svt4, two, published=refuted(63)),
        Row("SVT4", 4, svt.svt4, two, heavy=True),
        Row("SVT5", 2, svt.svt5, two, published=refuted(2)),
        Row("SVT5", 4, svt.svt5, two),
        Row("SVT6", 3, svt.svt6, two, published=refuted(680)),
        Row("SVT6", 4, svt.svt6, two, heavy=True),
    ]


def _variants() -> list[Row]:
    two = TWO_SIDED
    return [
        Row("NumSVT", 3, svt.num_svt, two),
        Row("NumSVT c=2", 3, partial(svt.num_svt, c=2), two),
        Row("GapSVT binned", 3, svt.gap_svt, two),
        *(Row("GapSVT values", n, svt.gap_svt_values, two, heavy=n > 2) for n in (1, 2, 3)),
        Row("BadGapSVT binned", 3, svt.bad_gap_svt, two),
        Row("BadGapSVT binned", 5, svt.bad_gap_svt, two, heavy=True),
        Row("AdaptiveSVT", 2, svt.adaptive_svt, two),
        Row("AdaptiveSVT c=2", 2, partial(svt.adaptive_svt, c=2), two),
    ]


def _maxima_and_sums() -> list[Row]:
    """The part of section B that adds noise to numbers."""
    return [*_maxima(), *_histograms(), *_sums()]


def _maxima() -> list[Row]:
    two, one = TWO_SIDED, ONE_SIDED
    return [
        Row("NoisyMax1", 3, sums.noisy_argmax, two, published=proved(211)),
        Row("NoisyMax1", 4, sums.noisy_argmax, two, heavy=True),
        Row("NoisyMax1", 5, sums.noisy_argmax, two, heavy=True),
        Row("NoisyMax2", 3, sums.noisy_argmax, one, published=proved(56)),
        Row("NoisyMax2", 4, sums.noisy_argmax, one, heavy=True),
        Row("NoisyMax3 binned", 3, sums.noisy_maximum_binned, two, published=refuted(282)),
        Row("NoisyMax3 values", 3, sums.noisy_maximum, two),
        Row("NoisyMax4 binned", 3, sums.noisy_maximum_binned, one, published=refuted(32)),
        Row("NoisyMax4 values", 3, sums.noisy_maximum, one),
    ]


def _histograms() -> list[Row]:
    two = TWO_SIDED
    return [
        Row("Hist1", 3, sums.histogram, two, published=proved(1443), adjacency=l1(1)),
        Row("Hist1", 5, sums.histogram, two, adjacency=l1(1), heavy=True),
        Row(
            "Hist2",
            3,
            sums.histogram,
            two,
            published=refuted(35),
            adjacency=l1(1),
            judge=decide_reciprocal,
            remark="rate 1/eps; c* is that of the rate",
        ),
    ]


def _sums() -> list[Row]:
    two, small = TWO_SIDED, (0, 1)
    bad = partial(sums.noisy_blocks, block=2, noisy_ends=False)
    good = partial(sums.noisy_blocks, block=2)
    return [
        Row("PartialSum", 3, sums.noisy_sum, two, adjacency=l1(1)),
        Row("BadPartialSum", 3, partial(sums.noisy_sum, factor=2), two, adjacency=l1(1), remark="rate 2 eps"),
        Row("SmartSum", 4, good, two, EPS * 2, entries=small, adjacency=l1(1)),
        Row("BadSmartSum", 4, bad, two, EPS * 2, entries=small, adjacency=l1(1)),
        Row("PrefixSum", 3, sums.histogram, two, EPS * 2, adjacency=l1(1), remark="one query differs"),
        Row("PrefixSum", 3, sums.histogram, two, EPS, remark="every query differs"),
        Row("PrefixSum", 5, sums.histogram, two, EPS, entries=(0, 1), remark="every query differs"),
    ]


SMALL = (0, 1)
FUNCTION = "delta read as a function of eps"
CONSTANT = "delta read as a constant, rounded {}"
UP, DOWN = Fraction(18316, 10**6), Fraction(135335, 10**6)
"""e^-4 rounded up, so that a refutation is one of the smaller delta; e^-2 rounded down."""


def _with_delta() -> list[Row]:
    """Sparse vector as in section C, and section D at the sizes that timed out there."""
    return [*_sparse(), *_sections_with_a_constant()]


def _sparse() -> list[Row]:
    """{0, 1}^3 with the claim (eps/2, delta)."""

    def row(c: int, delta: ExactLike, published: Published, remark: str = "") -> Row:
        body, name = partial(svt.svt1, c=c), "Sparse" if c == 1 else f"Sparse c={c}"
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
    two, delta = TWO_SIDED, Fraction(1, 100)
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
        row("SVT-Laplace", 2, svt.svt1, Published(True, "8.8")),
        row("SVT-Laplace", 5, svt.svt1, late, heavy=True),
        row("NoisyMax-Laplace", 3, sums.noisy_argmax, Published(True, "47.2")),
        row("NoisyMax-Laplace", 4, sums.noisy_argmax, late, heavy=True),
    ]
