"""The rows of the table: which program, on which inputs, with which claim, and what was published."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product

from ..dp.adjacency import l1, linf
from ..dp.relation import Adjacency
from ..exact import EPS, EpsilonLike, ExactLike, exp
from . import programs
from .language import exponential, geometric, laplace, one_sided_geometric
from .mechanism import SymbolicMechanism
from .programs.bins import Body, Noise

SVT3_REMARK = "as restated, query noise eps/2; the published verdicts agree with query noise eps/4"

TWO_SIDED = {"discrete": geometric, "continuous": laplace}
ONE_SIDED = {"discrete": one_sided_geometric, "continuous": exponential}


EVERY_QUERY = linf(1)
"""Every query may differ by 1."""


@dataclass(frozen=True)
class Published:
    """A published answer: proved or refuted, after so many seconds on the authors' machine."""

    holds: bool
    seconds: int

    def __str__(self) -> str:
        return f"{'proved' if self.holds else 'refuted'} {self.seconds}"


@dataclass(frozen=True)
class Row:
    """One line of the table; `noise` maps "discrete" and "continuous" to a draw."""

    name: str
    n: int
    body: Callable[[Noise], Body]
    noise: Mapping[str, Noise]
    epsilon: EpsilonLike = EPS
    delta: ExactLike = 0
    published: Published | None = None
    entries: tuple[int, ...] = (-1, 0, 1)
    adjacency: Adjacency = EVERY_QUERY
    remark: str = ""
    heavy: bool = False

    def mechanism(self, kind: str) -> SymbolicMechanism:
        """The mechanism on all inputs, with discrete or continuous noise."""
        body = self.body(self.noise[kind])
        return SymbolicMechanism(body, product(self.entries, repeat=self.n), self.adjacency, name=self.name)


def _sparse_vector() -> list[Row]:
    """Section A, with the figures of section C."""
    p, two = programs, TWO_SIDED
    fine = partial(p.svt3, rate=Fraction(1, 4))
    published = {1: 17, 2: 116, 3: 703, 4: 4648}
    rows = [Row("SVT1", n, p.svt1, two, published=Published(True, published[n])) for n in (1, 2, 3, 4)]
    rows += [Row("SVT1", n, p.svt1, two, heavy=True) for n in (5, 6)]
    for n, seconds in ((2, 188), (3, 1129), (4, 6318)):
        rows.append(
            Row("SVT1 c=2", n, partial(p.svt1, c=2), two, published=Published(True, seconds), heavy=n > 3)
        )
    rows += [
        Row("SVT2", 3, p.svt2, two, published=Published(True, 783)),
        Row("SVT2 c=2", 3, partial(p.svt2, c=2), two),
        Row("SVT3 binned", 3, p.svt3, two, published=Published(True, 3686), remark=SVT3_REMARK),
        Row("SVT3 binned", 5, p.svt3, two, published=Published(False, 5166), heavy=True),
        Row("SVT3 binned, eps/4", 3, fine, two, published=Published(True, 3686), remark="query noise eps/4"),
        Row("SVT3 binned, eps/4", 4, fine, two, heavy=True, remark="query noise eps/4"),
        Row("SVT3 binned, eps/4", 5, fine, two, published=Published(False, 5166), heavy=True),
        Row("SVT4", 2, p.svt4, two, published=Published(False, 63)),
        Row("SVT5", 2, p.svt5, two, published=Published(False, 2)),
        Row("SVT6", 3, p.svt6, two, published=Published(False, 680)),
        Row("NumSVT", 3, p.num_svt, two),
        Row("NumSVT c=2", 3, partial(p.num_svt, c=2), two),
        Row("GapSVT binned", 3, p.gap_svt, two),
        Row("BadGapSVT binned", 3, p.bad_gap_svt, two),
        Row("AdaptiveSVT", 2, p.adaptive_svt, two),
        Row("AdaptiveSVT c=2", 2, partial(p.adaptive_svt, c=2), two),
    ]
    return rows


def _maxima_and_sums() -> list[Row]:
    """Section B, with the figures of section C."""
    p, two, one, small = programs, TWO_SIDED, ONE_SIDED, (0, 1)
    return [
        Row("NoisyMax1", 3, p.noisy_argmax, two, published=Published(True, 211)),
        Row("NoisyMax1", 4, p.noisy_argmax, two, heavy=True),
        Row("NoisyMax2", 3, p.noisy_argmax, one, published=Published(True, 56)),
        Row("NoisyMax3 binned", 3, p.noisy_maximum_binned, two, published=Published(False, 282)),
        Row("NoisyMax4 binned", 3, p.noisy_maximum_binned, one, published=Published(False, 32)),
        Row("Hist1", 3, p.histogram, two, published=Published(True, 1443), adjacency=l1(1)),
        Row("PartialSum", 3, p.noisy_sum, two, adjacency=l1(1)),
        Row("BadPartialSum", 3, partial(p.noisy_sum, factor=2), two, adjacency=l1(1), remark="rate 2 eps"),
        Row("SmartSum", 4, partial(p.noisy_blocks, block=2), two, EPS * 2, entries=small, adjacency=l1(1)),
        Row(
            "BadSmartSum",
            4,
            partial(p.noisy_blocks, block=2, noisy_ends=False),
            two,
            EPS * 2,
            entries=small,
            adjacency=l1(1),
        ),
        Row("PrefixSum", 3, p.all_prefixes, two, EPS * 2, adjacency=l1(1), remark="one query differs"),
        Row("PrefixSum", 3, p.all_prefixes, two, EPS, remark="every query differs"),
    ]


def _with_delta() -> list[Row]:
    """Section C, sparse vector on {0, 1}^3 with the claim (eps/2, delta)."""
    half, two, small = EPS / 2, TWO_SIDED, (0, 1)
    c1, c2 = programs.svt1, partial(programs.svt1, c=2)
    how = "delta read as a function of eps"
    fixed = "delta read as a constant, rounded {}"
    return [
        Row("Sparse", 3, c1, two, half, 0, Published(False, 55), small),
        Row("Sparse", 3, c1, two, half, exp(-EPS * 4), Published(False, 211), small, remark=how),
        Row(
            "Sparse",
            3,
            c1,
            two,
            half,
            Fraction(18316, 10**6),
            Published(False, 211),
            small,
            remark=fixed.format("up, from e^-4"),
        ),
        Row("Sparse c=2", 3, c2, two, half, 0, Published(False, 93), small),
        Row("Sparse c=2", 3, c2, two, half, exp(-EPS * 2), Published(True, 44882), small, remark=how),
        Row(
            "Sparse c=2",
            3,
            c2,
            two,
            half,
            Fraction(135335, 10**6),
            Published(True, 44882),
            small,
            remark=fixed.format("down, from e^-2"),
        ),
        Row("Sparse c=2", 3, c2, two, half, exp(-EPS * 4), Published(False, 659), small, remark=how),
        Row(
            "Sparse c=2",
            3,
            c2,
            two,
            half,
            Fraction(18316, 10**6),
            Published(False, 659),
            small,
            remark=fixed.format("up, from e^-4"),
        ),
    ]


def rows() -> list[Row]:
    """All rows, in the order of the table."""
    return _sparse_vector() + _maxima_and_sums() + _with_delta()
