"""A step of the grid that meets the atoms of all rounds, exactly or as nearly as can be.

One lattice can be met exactly.  Of several, those steps are tried that divide the first, and the one is taken
that leaves the least: among n steps one leaves about the n-th part of a step of a second lattice.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor

from ..composition.pair import BallAtom, DominatingPair
from ..exact._flint import bounds, rational
from .planning.loss_sketch import middle

CANDIDATES = 2000
MANY = 64
"""Where a distribution has more atoms than this, off every lattice, they are treated as a density."""
LONGEST = 10**6
"""A lattice is seen in floats only up to so many steps."""
NEARLY = 1e-7
"""How near to a whole number a quotient of floats counts as one."""


def commensurable(atoms: Sequence[BallAtom]) -> tuple[int, int, int] | None:
    """Two atoms (i, j) and n such that all losses are, nearly, multiples of (l_i - l_j)/n from l_j.

    None where there are fewer than two different losses, or no such lattice is seen.
    """
    order = sorted(range(len(atoms)), key=lambda i: middle(atoms[i].loss))
    losses = [middle(atoms[i].loss) for i in order]
    if len(losses) < 2 or losses[-1] <= losses[0]:
        return None
    gap = min(b - a for a, b in pairwise(losses))
    if gap <= 0:
        return None
    for divisor in range(1, 9):
        quotients = [(x - losses[0]) * divisor / gap for x in losses]
        if quotients[-1] < LONGEST and all(abs(x - round(x)) <= NEARLY for x in quotients):
            return order[-1], order[0], round(quotients[-1])
    return None


def step_for(rounds: Sequence[tuple[DominatingPair, int]], rough: float, bits: int) -> Fraction:
    """A step of at most `rough`, to `bits` bits where it has to meet atoms."""
    gaps, misfits = [], []
    for pair, count in rounds:
        atoms = pair.point_masses()
        found = commensurable(atoms)
        if found is not None:
            gaps.append(_exact_gap(atoms, found, bits))
        elif 2 <= len(atoms) <= MANY:
            gaps.append(_exact_gap(atoms, _widest(atoms), bits))
        if 2 <= len(atoms) <= MANY:
            misfits.append((_offsets(atoms), count))
    known = [gap for gap in gaps if gap]
    if not known:
        return short(rough)
    least = max(1, ceil(float(known[0]) / rough))
    if commensurable_alone(rounds):
        return known[0]
    tried = range(least, least + min(least, CANDIDATES))
    best = min(tried, key=lambda n: _misfit(misfits, float(known[0]) / n)) if len(gaps) > 1 else least
    return known[0] / best


def commensurable_alone(rounds: Sequence[tuple[DominatingPair, int]]) -> bool:
    """Whether there is one round, of atoms on a lattice."""
    if len(rounds) != 1 or middle(rounds[0][0].total().p) > NEARLY:
        return False
    return commensurable(rounds[0][0].point_masses()) is not None


def scattered(rounds: Sequence[tuple[DominatingPair, int]], step: float) -> float:
    """The expected number of atoms, off a lattice and farther than a step from each other, in a run."""
    met, lattices = 0.0, 0
    for pair, count in rounds:
        atoms = pair.point_masses()
        if len(atoms) < 2:
            continue
        if commensurable(atoms) is not None:
            lattices += 1
            if lattices == 1:
                continue
        heavy = [middle(a.loss) for a in atoms if middle(a.p) > NEARLY]
        if heavy and max(heavy) - min(heavy) > len(heavy) * step:
            met += count * sum(middle(a.p) for a in atoms)
    return met


def short(value: float) -> Fraction:
    """A rational of few bits, at most the float."""
    scale = 2**20
    while value * scale < 2**20:
        scale *= 2
    return Fraction(floor(value * scale), scale)


def _widest(atoms: Sequence[BallAtom]) -> tuple[int, int, int]:
    order = sorted(range(len(atoms)), key=lambda i: -middle(atoms[i].p))
    return order[0], order[1], 1


def _exact_gap(atoms: Sequence[BallAtom], found: tuple[int, int, int], bits: int) -> Fraction | None:
    """The distance |l_i - l_j|/n to `bits` bits, as far as the balls say it."""
    high, low, parts = found
    ends = bounds((atoms[high].loss - atoms[low].loss) / rational(Fraction(parts)))
    if ends is None:
        return None
    middle_of = abs(ends[0] + ends[1]) / 2
    if ends[0] == ends[1]:
        return middle_of or None
    return Fraction(round(middle_of * 2**bits), 2**bits) or None


def _offsets(atoms: Sequence[BallAtom]) -> list[tuple[float, float]]:
    """(distance from the heaviest atom, mass)."""
    heaviest = max(atoms, key=lambda atom: middle(atom.p))
    return [(middle(atom.loss - heaviest.loss), middle(atom.p)) for atom in atoms]


def _misfit(distributions: Sequence[tuple[list[tuple[float, float]], int]], step: float) -> float:
    """By how much all losses together are moved down to points of the grid."""
    total = 0.0
    for offsets, count in distributions:
        for distance, mass in offsets:
            position = distance / step
            part = position - floor(position + NEARLY)
            total += count * mass * max(0.0, part) * step
    return total
