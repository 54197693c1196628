"""The privacy loss of rounds as an object that is stored, loaded and composed further: finite pairs on both
sides.

For each direction and each round there are two pairs with exact rational masses, and a count.  With y =
e^epsilon and H(y) = sup over events of P - y Q, at places y_1 < ... < y_n:

* above: the lower convex hull of (0, 1) and (y_i, at least H(y_i)), constant from its least value on.  It
is no
  smaller than H, and is that of a pair with losses ln y_i; it dominates the round, at every epsilon;
* below: all outcomes whose loss lies between two places are merged, which is post-processing.  The masses p
and q
  are rounded to p' <= (1 + t) p and q' >= (1 - t) q, t = 2^-60, so that k such rounds have, for products as
  well,

      H(y) >= (1 + t)^-k H'(y ((1 + t)/(1 - t))^k).

A finite pair is stored as it is, on both sides.  Source: Doroshenko, Ghazi, Kamath, Kumar and Manurangsi,
"Connect the dots", PoPETs 2022, for the side above; the text of each is in section 13 of
spec/accounting.md.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import exp
from typing import Any

from ..arguments import positive_integer
from ..composition.finite_pair import NOTHING, FinitePair
from ..composition.pair import DominatingPair
from ..errors import BudgetExceeded, InvalidType, InvalidValue
from ..exact import EpsilonLike, ExactLike, Log, eps, log_value, number
from ..exact._flint import arb, bounds, precision, rational
from ..exact.bracket import Bracket
from ..exact.order import ball_sign
from ..exact.real import brief
from .batches.enclosed import Enclosed, Table
from .hull import Tabulated, pair_above
from .json_files import checked_object
from .rounds import Rounds
from .stored_pairs import pair_data, pair_from

FORMAT = "assay privacy loss 1"
SLACK = Fraction(1, 2**60)
"""t of the module."""
BITS, SHORT_BITS = 400, 160
POINTS = 200
FINENESS, DEPTH = 48, 128
"""Of tables, where a pair has no tails."""
FARTHEST = 600.0
LEAST_MASS = 2.0**-100
"""Losses with less mass than that above or below are one cell."""

Part = tuple[FinitePair, FinitePair, int]
"""(above, below, count)."""


@dataclass(frozen=True)
class StoredLoss:
    """Rounds as finite pairs above and below them, by direction; see the module."""

    parts: Mapping[str, tuple[Part, ...]]

    @staticmethod
    def of(rounds: Rounds, points: int = POINTS) -> StoredLoss:
        """The two sides of every round, with up to that many places on each side of 0.

        Raises InvalidValue for points < 1.
        """
        count = positive_integer(points, "points")
        found = {}
        for name, side in rounds.by_direction.items():
            if side.moments is not None:
                raise InvalidValue(
                    f"{side.moments.name} is known by its Renyi divergences alone, which have no side "
                    "below; store the other rounds, or ask for delta and epsilon"
                )
            known = {pair: two_sides(pair, count) for pair, _ in side.rounds}
            found[name] = tuple((*known[pair], k) for pair, k in side.rounds)
        return StoredLoss(found)

    def composed(self, other: StoredLoss) -> StoredLoss:
        """Both together.  Raises InvalidType for another object, InvalidValue for other directions."""
        given: object = other
        if not isinstance(given, StoredLoss):
            raise InvalidType(f"other = {brief(repr(other))} is a {type(other).__name__}; give a StoredLoss")
        if set(self.parts) != set(other.parts):
            raise InvalidValue(
                f"one has the directions {', '.join(self.parts)}, the other {', '.join(other.parts)}; "
                "compose what is about one adjacency"
            )
        return StoredLoss({name: (*parts, *other.parts[name]) for name, parts in self.parts.items()})

    def times(self, count: int) -> StoredLoss:
        """The same so many times.  Raises InvalidValue for a count < 1."""
        factor = positive_integer(count, "count")
        return StoredLoss(
            {name: tuple((a, b, k * factor) for a, b, k in parts) for name, parts in self.parts.items()}
        )

    def delta(self, epsilon: EpsilonLike, width: ExactLike = "1/1000") -> Bracket:
        """A bracket of delta(epsilon): from the sides below, and from those above."""
        level = eps(epsilon)
        lower = max(self._lower(parts, level, width) for parts in self.parts.values())
        uppers = [_rounds(parts, 0).delta(level, width).upper for parts in self.parts.values()]
        return Bracket(lower, max(Fraction(1) if upper is None else upper for upper in uppers))

    def epsilon(self, delta: ExactLike, width: ExactLike = "1/1000") -> Bracket:
        """A bracket of the smallest epsilon with delta(epsilon) <= delta."""
        allowed = number(delta, "delta").as_fraction()
        above = [_rounds(parts, 0).epsilon(allowed, width) for parts in self.parts.values()]
        below = [self._least(parts, allowed, width) for parts in self.parts.values()]
        uppers = [each.upper for each in above]
        upper = None if None in uppers else max(u for u in uppers if u is not None)
        return Bracket(max(each.lower for each in below), upper, any(each.is_infinite for each in below))

    def _lower(self, parts: Sequence[Part], level: Log, width: ExactLike) -> Fraction:
        """(1 + t)^-k H'(y e^(3 k t)), as (1 + t)/(1 - t) <= e^(3 t)."""
        slack = _slack(parts)
        if not slack or level.is_infinite:
            return _rounds(parts, 1).delta(level, width).lower
        return _rounds(parts, 1).delta(level + log_value(3 * slack), width).lower * (1 - slack)

    def _least(self, parts: Sequence[Part], allowed: Fraction, width: ExactLike) -> Bracket:
        """delta(e) > allowed wherever H' at e + 3 k t exceeds allowed/(1 - k t) >= allowed (1 + t)^k."""
        slack = _slack(parts)
        if slack >= 1 or allowed / (1 - slack) > 1:
            return Bracket(Fraction(0), None)
        found = _rounds(parts, 1).epsilon(allowed / (1 - slack), width)
        return Bracket(max(Fraction(0), found.lower - 3 * slack), None, found.is_infinite)

    def data(self) -> dict[str, object]:
        """An object of JSON that holds everything, exactly."""
        pairs: list[FinitePair] = []
        directions: dict[str, list[list[int]]] = {}
        for name, parts in self.parts.items():
            directions[name] = []
            for above, below, count in parts:
                for pair in (above, below):
                    if pair not in pairs:
                        pairs.append(pair)
                directions[name].append([pairs.index(above), pairs.index(below), count])
        return {"format": FORMAT, "pairs": [pair_data(pair) for pair in pairs], "directions": directions}

    @staticmethod
    def from_data(data: Any) -> StoredLoss:
        """What `data` gave; that both sides belong to one mechanism is believed.

        Raises InvalidValue for anything else, and where a side above is not above the side below.
        """
        if not isinstance(data, dict) or "format" not in data:
            raise InvalidValue(f"data is no object of the format {FORMAT!r}; give what data() returned")
        checked_object(data, FORMAT, ("pairs", "directions"), "data")
        pairs, directions = data.get("pairs"), data.get("directions")
        if not isinstance(pairs, list) or not isinstance(directions, dict) or not directions:
            raise InvalidValue("data has no list of pairs, or no directions; give what data() returned")
        read = [pair_from(each, f"pairs[{i}]") for i, each in enumerate(pairs)]
        return StoredLoss({str(name): _parts(parts, read) for name, parts in directions.items()})


def _parts(parts: object, pairs: Sequence[FinitePair]) -> tuple[Part, ...]:
    """[above, below, count] by the places of the pairs."""
    found = []
    for part in parts if isinstance(parts, list) else [parts]:
        whole = [n for n in part if type(n) is int and n >= 0] if isinstance(part, list) else []
        if len(whole) != 3 or whole != part or max(whole[:2]) >= len(pairs):
            raise InvalidValue(
                f"part = {brief(repr(part))} is no [above, below, count] of pairs that are stored"
            )
        above, below = pairs[whole[0]], pairs[whole[1]]
        if above != below and not _is_above(above, below):
            raise InvalidValue(
                f"part = {brief(repr(part))}: pairs[{whole[0]}] is not above pairs[{whole[1]}]; give what "
                "data() returned, unchanged"
            )
        found.append((above, below, whole[2]))
    return tuple(found)


def _is_above(above: FinitePair, below: FinitePair) -> bool:
    """Whether H >= H'(y (1 + t)/(1 - t))/(1 + t) for all y, as for both sides of one round.

    Both sides are convex and piecewise linear in y, so that it holds everywhere where it holds at all kinks
    and far out.
    """
    stretch = (1 + SLACK) / (1 - SLACK)
    sides = [_Lines.of(pair) for pair in (above, below)]
    if None in sides:
        return False
    high, low = (side for side in sides if side is not None)
    kinks = [*high.kinks, *(y / stretch for y in low.kinks)]
    last = max(kinks, default=Fraction(0)) + 1
    return all(high.at(y) * (1 + SLACK) >= low.at(y * stretch) for y in (*kinks, last))


@dataclass(frozen=True)
class _Lines:
    """H of a finite pair with rational masses: sums of p and q from each ratio p/q on."""

    kinks: tuple[Fraction, ...]
    sums: tuple[tuple[Fraction, Fraction], ...]

    @staticmethod
    def of(pair: FinitePair) -> _Lines | None:
        """None where a mass is irrational."""
        masses = [(p, q) for p, q in pair.masses() if p]
        if not all(p.is_rational and q.is_rational for p, q in masses):
            return None
        known = [(p.as_fraction(), q.as_fraction()) for p, q in masses]
        finite = sorted(((p, q) for p, q in known if q), key=lambda mass: mass[0] / mass[1])
        total = (sum((p for p, q in known if not q), Fraction(0)), Fraction(0))
        sums = [total]
        for p, q in reversed(finite):
            total = (total[0] + p, total[1] + q)
            sums.append(total)
        return _Lines(tuple(p / q for p, q in finite), tuple(reversed(sums)))

    def at(self, y: Fraction) -> Fraction:
        """P(p/q > y) - y Q(p/q > y)."""
        p, q = self.sums[bisect_right(self.kinks, y)]
        return p - y * q


def _slack(parts: Sequence[Part]) -> Fraction:
    """k t over the rounds whose masses were rounded."""
    return SLACK * sum(count for above, below, count in parts if above is not below and above != below)


def _rounds(parts: Sequence[Part], side: int) -> Rounds:
    """The rounds of one side, 0 above and 1 below; what was tabulated is not composed exactly."""
    given: list[tuple[DominatingPair, int]] = []
    for above, below, count in parts:
        pair = below if side else above
        given += [(pair if above == below else Tabulated(pair), count)] * (count > 0)
    return Rounds(given or [(NOTHING, 0)])


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
