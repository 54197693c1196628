"""Programs with Gaussian noise, as in the literature: epsilon = 1/2, sigma in place of the Laplace scale."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import assay
from assay import adjacency
from assay.decide import CertifiedMechanism, gaussian
from assay.exact._flint import arb, bounds
from assay.programs import Program

ALL = adjacency.all_pairs()


@assay.program
def svt(q: tuple[int, ...]) -> int | None:
    bar = gaussian(4)
    for i, a in enumerate(q):
        if a + gaussian(8) >= bar:
            return i
    return None


@assay.program
def argmax(q: tuple[int, ...]) -> int:
    best, where = q[0] + gaussian(4), 0
    for i in range(1, len(q)):
        v = q[i] + gaussian(4)
        if v > best:
            best, where = v, i
    return where


@assay.program
def min_max(q: tuple[int, ...], k: int = 2) -> int | None:
    first = [a + gaussian(16) for a in q[:k]]
    low, high = min(first), max(first)
    for i, a in enumerate(q[k:]):
        if not low <= a + gaussian(8) <= high:
            return i
    return None


@assay.program
def above_one(q: int) -> bool:
    above: bool = q + gaussian(3) >= 1
    return above


def on_cube(program: Program[..., object], n: int) -> CertifiedMechanism:
    """The mechanism on {0, 1}^n, every pair of which is adjacent."""
    return CertifiedMechanism(program, list(product((0, 1), repeat=n)), ALL)


def ends(ball: arb) -> tuple[Fraction, Fraction]:
    """Exact ends of an enclosure."""
    found = bounds(ball)
    assert found is not None
    return found


def agree(one: arb, other: arb) -> bool:
    """Whether two enclosures have a number in common, as enclosures of one number do."""
    (a, b), (c, d) = ends(one), ends(other)
    return a <= d and c <= b


def narrow(ball: arb, bits: int) -> bool:
    """Whether an enclosure is narrower than 2^-bits."""
    low, high = ends(ball)
    return high - low < Fraction(1, 2**bits)
