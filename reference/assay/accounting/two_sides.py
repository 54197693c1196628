"""Finite pairs above and below a pair, with exact rational masses.

With y = e^epsilon and H(y) = sup over events of P - y Q, at places y_1 < ... < y_n:

* above: the lower convex hull of (0, 1) and (y_i, at least H(y_i)), constant from its least value on.  It is
  no smaller than H, and is that of a pair with losses ln y_i; it dominates the round, at every epsilon;
* below: all outcomes whose loss lies between two places are merged, which is post-processing.  The masses p
  and q are rounded to p' <= (1 + t) p and q' >= (1 - t) q, t = 2^-60.

Source: Doroshenko, Ghazi, Kamath, Kumar and Manurangsi, "Connect the dots", PoPETs 2022, for the side above.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import exp

from ..composition.finite_pair import FinitePair
from ..composition.pair import DominatingPair
from ..errors import BudgetExceeded, InvalidValue
from ..exact import number
from ..exact._flint import arb, bounds, precision, rational
from ..exact.order import ball_sign
from .batches.enclosed import Enclosed, Table
from .hull import pair_above

SLACK = Fraction(1, 2**60)
"""t of the module."""
BITS, SHORT_BITS = 400, 160
FINENESS, DEPTH = 48, 128
"""Of tables, where a pair has no tails."""
FARTHEST = 600.0
LEAST_MASS = 2.0**-100
"""Losses with less mass than that above or below are one cell."""


def two_sides(pair: DominatingPair, points: int) -> tuple[FinitePair, FinitePair]:
    """The finite pairs above and below a pair."""
    if isinstance(pair, FinitePair):
        return pair, pair
    if isinstance(pair, Enclosed) and pair.times != (1, 1):
        raise InvalidValue(
            f"{pair.name} is between different numbers of rounds, which are not stored; store other rounds"
        )
    above, below = pair.sides(FINENESS, DEPTH, False) if isinstance(pair, Enclosed) else (pair, pair)
    with precision(BITS):
        places = _places(above, points)
        merged = _below_table(below, places) if isinstance(below, Table) else _below(below, places)
        return _above(above, places), merged


def _below_table(table: Table, places: Sequence[Fraction]) -> FinitePair:
    """The pair of max(H', 1 - y, 0), with H' of the merged cells of a table whose masses may miss some of 1.

    Atoms between two places are merged, their mass under Q rounded up; the maximum is convex, and where its
    lines meet is rational, so that the hull of these points is it, exactly.
    """
    cells: dict[int, tuple[Fraction, Fraction]] = {}
    losses = [float(arb(rational(y)).log().mid()) for y in places]
    for loss, mass, atom in zip(table.losses, table.masses, table.point_masses(), strict=True):
        i = bisect_right(losses, loss)
        p, q = cells.get(i, (Fraction(0), Fraction(0)))
        cells[i] = (p + Fraction(mass), q + _up(atom.q))
    kept = sorted((p / q, p, q) for p, q in cells.values())

    def gain(y: Fraction) -> Fraction:
        return sum((p - y * q for ratio, p, q in kept if ratio > y), Fraction(0))

    kinks = [Fraction(0), *(ratio for ratio, _, _ in kept)]
    found = {y: max(gain(y), 1 - y, Fraction(0)) for y in (*kinks[1:], Fraction(1))}
    for low, high in pairwise(kinks):
        meeting = _meeting(gain(low) - (1 - low), gain(high) - (1 - high), low, high)
        if meeting is not None:
            found[meeting] = 1 - meeting
    return pair_above(sorted(found.items()))


def _meeting(at_low: Fraction, at_high: Fraction, low: Fraction, high: Fraction) -> Fraction | None:
    """Where a line from a value below 0 to one above it, or back, is 0."""
    if at_low * at_high >= 0:
        return None
    return low + (high - low) * at_low / (at_low - at_high)


def _places(pair: DominatingPair, points: int) -> list[Fraction]:
    """Places whose logarithms grow apart with the distance from 0, as far as there is mass."""
    found = {Fraction(1)}
    for sign in (1, -1):
        far = 1e-9
        while far < FARTHEST and _rest(pair, sign * far, sign) > LEAST_MASS:
            far *= 1.25
        near = 1e-9
        while near < far and _rest(pair, sign * near, sign) > 0.4 * _rest(pair, 0.0, sign):
            near *= 1.25
        scale = min(5 * near, far) / points
        ratio = 1.0
        while scale * ((1 + ratio / points) ** points - 1) / (ratio / points) < far and ratio < 60:
            ratio *= 1.1
        growth = 1 + ratio / points
        for i in range(1, points + 1):
            loss = scale * (growth**i - 1) / (growth - 1)
            found.add(
                Fraction(exp(sign * min(loss, FARTHEST))).limit_denominator(2**60) or Fraction(1, 2**60)
            )
    return sorted(found)


def _rest(pair: DominatingPair, loss: float, sign: int) -> float:
    """The mass under P above a loss, or under Q below it."""
    tail = pair.tail(arb(loss)) if sign > 0 else pair.head(arb(loss))
    mass = sum(
        ((a.p if sign > 0 else a.q) for a in pair.point_masses() if sign * float(a.loss.mid()) > sign * loss),
        arb(0),
    )
    return float((tail.p if sign > 0 else tail.q).mid()) + float(mass.mid())


def _above(pair: DominatingPair, places: Sequence[Fraction]) -> FinitePair:
    """The pair of the hull of upper ends."""
    return pair_above((y, _up(_hockey_stick(pair, y))) for y in places)


def _hockey_stick(pair: DominatingPair, y: Fraction) -> arb:
    """H(y) = P(L > ln y) - y Q(L > ln y)."""
    at = arb(rational(y))
    tail = pair.tail(at.log())
    gains = ((a.p - at * a.q).max(arb(0)) for a in pair.point_masses())
    return (tail.p - at * tail.q).max(arb(0)) + sum(gains, arb(0)) + pair.mass_at_infinity()


def _up(ball: arb) -> Fraction:
    """An upper end with few bits."""
    ends = bounds(ball)
    if ends is None:
        return Fraction(1)
    scale = 2**SHORT_BITS
    return Fraction(-((-ends[1] * scale) // 1), scale)


def _below(pair: DominatingPair, places: Sequence[Fraction]) -> FinitePair:
    """The pair of merged cells, its masses rounded; cells that are not known well are merged further."""
    losses = [arb(rational(y)).log() for y in places]
    cells: list[tuple[arb, arb]] = []
    atoms = pair.point_masses()
    totals = pair.total()
    before = (totals.p + sum((a.p for a in atoms), arb(0)), totals.q + sum((a.q for a in atoms), arb(0)))
    for loss in losses:
        tail = pair.tail(loss)
        above = [a for a in atoms if ball_sign(a.loss - loss) == 1]
        after = (tail.p + sum((a.p for a in above), arb(0)), tail.q + sum((a.q for a in above), arb(0)))
        cell = (before[0] - after[0], before[1] - after[1])
        if all(_is_known(mass) for mass in (*cell, *after)):
            cells.append(cell)
            before = after
    cells.append(before)
    cells[0] = (cells[0][0], cells[0][1] + pair.mass_at_minus_infinity())
    cells[-1] = (cells[-1][0] + pair.mass_at_infinity(), cells[-1][1])
    p, q = (_rounded([cell[side] for cell in cells]) for side in (0, 1))
    lost = [i for i, (above, below) in enumerate(zip(p, q, strict=True)) if not above and not below]
    return FinitePair.from_masses((number(p[i]), number(q[i])) for i in range(len(p)) if i not in lost)


def _is_known(mass: arb) -> bool:
    """Whether a mass is positive and known to a relative 2^-70."""
    ends = bounds(mass)
    return ends is not None and ends[0] > 0 and ends[1] <= ends[0] * (1 + SLACK / 1024)


def _rounded(masses: Sequence[arb]) -> list[Fraction]:
    """Rational masses of sum 1, each within a relative 2^-60.  Raises BudgetExceeded where that fails."""
    found = []
    for mass in masses:
        ends = bounds(mass)
        if ends is None:
            raise BudgetExceeded("a mass has no finite enclosure; store other rounds")
        middle = (ends[0] + ends[1]) / 2
        bits = 90 - (middle.numerator.bit_length() - middle.denominator.bit_length()) if middle > 0 else 90
        found.append(Fraction(round(max(Fraction(0), middle) * 2**bits), 2**bits))
    most = max(range(len(found)), key=found.__getitem__)
    found[most] += 1 - sum(found, Fraction(0))
    for value, mass in zip(found, masses, strict=True):
        ends = bounds(mass)
        if ends is None or not ends[1] * (1 - SLACK) <= value <= ends[0] * (1 + SLACK):
            raise BudgetExceeded(f"a mass is not known to a relative 2^-60: {mass}; store other rounds")
    return found
