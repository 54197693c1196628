"""Noisy maxima, histograms and sums: the part of section B that adds noise to numbers."""

from __future__ import annotations

from functools import partial

from ...adjacency import l1
from ...decide.probabilities.intervals import decide_reciprocal
from ...exact import EPS
from . import programs
from .row import ONE_SIDED, TWO_SIDED, Row, proved, refuted


def rows() -> list[Row]:
    """All rows, with the figures of DiPC."""
    return [*_maxima(), *_histograms(), *_sums()]


def _maxima() -> list[Row]:
    p, two, one = programs, TWO_SIDED, ONE_SIDED
    return [
        Row("NoisyMax1", 3, p.noisy_argmax, two, published=proved(211)),
        Row("NoisyMax1", 4, p.noisy_argmax, two, heavy=True),
        Row("NoisyMax1", 5, p.noisy_argmax, two, heavy=True),
        Row("NoisyMax2", 3, p.noisy_argmax, one, published=proved(56)),
        Row("NoisyMax2", 4, p.noisy_argmax, one, heavy=True),
        Row("NoisyMax3 binned", 3, p.noisy_maximum_binned, two, published=refuted(282)),
        Row("NoisyMax3 values", 3, p.noisy_maximum, two),
        Row("NoisyMax4 binned", 3, p.noisy_maximum_binned, one, published=refuted(32)),
        Row("NoisyMax4 values", 3, p.noisy_maximum, one),
    ]


def _histograms() -> list[Row]:
    p, two = programs, TWO_SIDED
    return [
        Row("Hist1", 3, p.histogram, two, published=proved(1443), adjacency=l1(1)),
        Row("Hist1", 5, p.histogram, two, adjacency=l1(1), heavy=True),
        Row(
            "Hist2",
            3,
            p.histogram,
            two,
            published=refuted(35),
            adjacency=l1(1),
            judge=decide_reciprocal,
            remark="rate 1/eps; c* is that of the rate",
        ),
    ]


def _sums() -> list[Row]:
    p, two, small = programs, TWO_SIDED, (0, 1)
    bad = partial(p.noisy_blocks, block=2, noisy_ends=False)
    good = partial(p.noisy_blocks, block=2)
    return [
        Row("PartialSum", 3, p.noisy_sum, two, adjacency=l1(1)),
        Row("BadPartialSum", 3, partial(p.noisy_sum, factor=2), two, adjacency=l1(1), remark="rate 2 eps"),
        Row("SmartSum", 4, good, two, EPS * 2, entries=small, adjacency=l1(1)),
        Row("BadSmartSum", 4, bad, two, EPS * 2, entries=small, adjacency=l1(1)),
        Row("PrefixSum", 3, p.all_prefixes, two, EPS * 2, adjacency=l1(1), remark="one query differs"),
        Row("PrefixSum", 3, p.all_prefixes, two, EPS, remark="every query differs"),
        Row("PrefixSum", 5, p.all_prefixes, two, EPS, entries=(0, 1), remark="every query differs"),
    ]
