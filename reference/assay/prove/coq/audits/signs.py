"""Whether the signs that a claim depends on are seen: the checks `is_private` and `is_not_private`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from assay.prove.coq.audits.polynomials import (
    ONE,
    Polynomial,
    Polynomials,
    minus,
    plus,
    shifted,
    times,
    total,
)

MOST_SUMS = 1024
"""So many sums are compared with delta where the best event depends on epsilon."""


class Sees(Protocol):
    """What is known of theta."""

    def not_negative(self, p: Polynomial) -> bool:
        """Whether p(theta) >= 0 is seen."""

    def positive(self, p: Polynomial) -> bool:
        """Whether p(theta) > 0 is seen."""


@dataclass(frozen=True)
class AboveOne:
    """That theta > 1: signs are seen by coefficients, after at most `depth` divisions of the line."""

    depth: int

    def __str__(self) -> str:
        """The same in Coq."""
        return f"AboveOne {self.depth}"

    def not_negative(self, p: Polynomial) -> bool:
        """Whether p >= 0 on all of theta > 1 is seen."""
        return _on_the_line(shifted(p), self.depth, strict=False)

    def positive(self, p: Polynomial) -> bool:
        """Whether p > 0 on all of theta > 1 is seen."""
        return _on_the_line(shifted(p), self.depth, strict=True)


def _on_the_line(p: Polynomial, depth: int, *, strict: bool) -> bool:
    """p(u) >= 0, or > 0, for all u > 0: by its coefficients, or at 1 and on both sides of it."""
    if all(c >= 0 for c in p):
        return not strict or any(p)
    if not depth or sum(p) < strict:
        return False
    return _on_the_line(shifted(p), depth - 1, strict=strict) and _on_the_line(
        shifted(p[::-1]), depth - 1, strict=strict
    )


def settles(
    known: Sees, polys: Polynomials, pairs: Iterable[tuple[int, int]], event: Sequence[int] | None
) -> bool:
    """Whether what is known decides what the file claims of the pairs, or of the one refuted by the event."""
    draws = [draw for draw in polys.draws if draw is not None]
    below = [*polys.denominators, polys.dd, *(p for d in draws for p in (d.denominator, d.scale))]
    weights = [*polys.table, *(draw.weights for draw in draws)]
    if not all(map(known.positive, below)) or not all(known.not_negative(p) for row in weights for p in row):
        return False
    return all(_settles_pair(known, polys, x, y, event) for x, y in pairs)


def _settles_pair(known: Sees, polys: Polynomials, x: int, y: int, event: Sequence[int] | None) -> bool:
    """Whether the inequality of a pair is seen, or for an event that it fails."""
    en, ed = polys.factor or ((), ())
    dx, dy = polys.denominators[x], polys.denominators[y]
    below, cx, cy = (dx, ONE, ONE) if dx == dy else (times(dx, dy), dy, dx)
    over, under = times(ed, cx), times(en, cy)
    if not known.positive(below) or not known.positive(ed):
        return False
    rows = zip(polys.table[x], polys.table[y], strict=True)
    gains = [minus(times(over, p), times(under, q)) for p, q in rows]
    bound = times(polys.dn, times(ed, below))
    if event is not None:
        return known.positive(minus(times(polys.dd, total(gains[o] for o in event)), bound))
    return _at_most(known, gains, bound, polys.dd)


def _at_most(known: Sees, gains: Sequence[Polynomial], bound: Polynomial, dd: Polynomial) -> bool:
    """Whether the sum of the positive gains is seen to be at most bound/dd."""
    sums: list[Polynomial] = [()]
    for gain in gains:
        if known.not_negative(minus((), gain)):
            continue
        more = [plus(gain, p) for p in sums]
        sums = more if known.not_negative(gain) else sums + more
        if len(sums) > MOST_SUMS:
            return False
    return all(known.not_negative(minus(bound, times(dd, p))) for p in sums)
