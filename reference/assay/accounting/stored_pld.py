"""The privacy loss of rounds as an object that is stored, loaded and composed further: finite pairs on both
sides.

For each direction and each round there are the two pairs of `two_sides`, and a count.  A finite pair is
stored as it is, on both sides.  The masses below are rounded by t = 2^-60, so that k such rounds have, for
products as well,

    H(y) >= (1 + t)^-k H'(y ((1 + t)/(1 - t))^k).

The text of each side is in section 13 of spec/accounting.md.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from typing import Any

from ..arguments import positive_integer
from ..composition.finite_pair import NOTHING, FinitePair
from ..composition.pair import DominatingPair
from ..errors import InvalidType, InvalidValue
from ..exact import EpsilonLike, ExactLike, Log, eps, log_value, number
from ..exact.bracket import Bracket
from ..exact.real import brief
from .hull import Tabulated
from .json_files import checked_object, pair_data, pair_from
from .rounds import Rounds
from .two_sides import SLACK, two_sides

FORMAT = "assay privacy loss 1"
POINTS = 200

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
        stored = {"format": FORMAT, "pairs": [pair_data(pair) for pair in pairs], "directions": directions}
        return {**stored, "digest": digest(stored)}

    @staticmethod
    def from_data(data: Any) -> StoredLoss:
        """What `data` gave; that both sides belong to one mechanism is believed.

        Raises InvalidValue for anything else, also where a part was lost or changed by accident.
        """
        if not isinstance(data, dict) or "format" not in data:
            raise InvalidValue(f"data is no object of the format {FORMAT!r}; give what data() returned")
        checked_object(data, FORMAT, ("pairs", "directions", "digest"), "data")
        pairs, directions = data.get("pairs"), data.get("directions")
        if not isinstance(pairs, list) or not isinstance(directions, dict) or not directions:
            raise InvalidValue("data has no list of pairs, or no directions; give what data() returned")
        read = [pair_from(each, f"pairs[{i}]") for i, each in enumerate(pairs)]
        found = StoredLoss({str(name): _parts(parts, read) for name, parts in directions.items()})
        if data.get("digest") != digest(data):
            raise InvalidValue(
                f"data has the digest {brief(repr(data.get('digest')))}, which is not that of its pairs and "
                "directions: something was changed or lost since it was stored; give what data() returned"
            )
        return found


def digest(stored: Mapping[str, object]) -> str:
    """SHA-256 of the pairs and directions as JSON; it notices accidents, and no intention."""
    text = json.dumps([stored["pairs"], stored["directions"]], sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


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
