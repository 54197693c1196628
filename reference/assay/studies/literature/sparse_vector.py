"""The sparse vector family: section A of the literature, on {-1, 0, 1}^n."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from . import programs
from .row import TWO_SIDED, Row, proved, refuted

AS_RESTATED = "query noise eps/2 as restated; the published verdicts agree with query noise eps/4"
FINE = "query noise eps/4"


def rows() -> list[Row]:
    """All rows, with the figures of DiPC."""
    return [*_correct(), *_noisy_answers(), *_without_scaling(), *_variants()]


def _correct() -> list[Row]:
    p, two = programs, TWO_SIDED
    published = {1: 17, 2: 116, 3: 703, 4: 4648}
    found = [Row("SVT1", n, p.svt1, two, published=proved(s)) for n, s in published.items()]
    found += [Row("SVT1", n, p.svt1, two, heavy=True) for n in (5, 6)]
    for n, s in ((2, 188), (3, 1129), (4, 6318)):
        found.append(Row("SVT1 c=2", n, partial(p.svt1, c=2), two, published=proved(s), heavy=n > 3))
    return [
        *found,
        Row("SVT2", 3, p.svt2, two, published=proved(783)),
        Row("SVT2", 4, p.svt2, two, heavy=True),
        Row("SVT2 c=2", 3, partial(p.svt2, c=2), two),
    ]


def _noisy_answers() -> list[Row]:
    """SVT3, whose noisy answers are binned at -1, 0, 1 or released as they are."""
    p, two = programs, TWO_SIDED
    fine = Fraction(1, 4)
    binned, values = partial(p.svt3, rate=fine), partial(p.svt3_values, rate=fine)
    return [
        Row("SVT3 binned", 3, p.svt3, two, published=proved(3686), remark=AS_RESTATED),
        Row("SVT3 binned", 5, p.svt3, two, published=refuted(5166), heavy=True),
        Row("SVT3 binned, eps/4", 3, binned, two, published=proved(3686), remark=FINE),
        Row("SVT3 binned, eps/4", 4, binned, two, heavy=True, remark=FINE),
        Row("SVT3 binned, eps/4", 5, binned, two, published=refuted(5166), heavy=True, remark=FINE),
        *(Row("SVT3 values", n, p.svt3_values, two, heavy=n > 2) for n in (1, 2, 3)),
        *(Row("SVT3 values, eps/4", n, values, two, heavy=n > 2, remark=FINE) for n in (1, 2, 3)),
    ]


def _without_scaling() -> list[Row]:
    p, two = programs, TWO_SIDED
    return [
        Row("SVT4", 2, p.svt4, two, published=refuted(63)),
        Row("SVT4", 4, p.svt4, two, heavy=True),
        Row("SVT5", 2, p.svt5, two, published=refuted(2)),
        Row("SVT5", 4, p.svt5, two),
        Row("SVT6", 3, p.svt6, two, published=refuted(680)),
        Row("SVT6", 4, p.svt6, two, heavy=True),
    ]


def _variants() -> list[Row]:
    p, two = programs, TWO_SIDED
    return [
        Row("NumSVT", 3, p.num_svt, two),
        Row("NumSVT c=2", 3, partial(p.num_svt, c=2), two),
        Row("GapSVT binned", 3, p.gap_svt, two),
        *(Row("GapSVT values", n, p.gap_svt_values, two, heavy=n > 2) for n in (1, 2, 3)),
        Row("BadGapSVT binned", 3, p.bad_gap_svt, two),
        Row("BadGapSVT binned", 5, p.bad_gap_svt, two, heavy=True),
        Row("AdaptiveSVT", 2, p.adaptive_svt, two),
        Row("AdaptiveSVT c=2", 2, partial(p.adaptive_svt, c=2), two),
    ]
