"""The search for inputs on which the loss comes near to the constant; what is found is checked by `rays`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from ...errors import InvalidValue
from ...linear.proposals import Row as FloatRow
from ...linear.proposals import propose
from .automaton import Automaton, Noise
from .expressions import ANSWER, DRAW, Affine
from .neighbours import Differences, Neighbours
from .rays import Multipliers, Ray, decay, is_inside, listed, sums_of
from .ways import Way


def ray(automaton: Automaton, neighbours: Neighbours, differences: Differences) -> Ray | None:
    """The output that decays fastest along these inputs, confirmed; None where none is found."""
    sizes = {leaf.answers for place in automaton.locations for leaf in place.leaves if leaf.read}
    if len(sizes) != 1 or 0 in sizes or len(differences) % max(sizes):
        return None
    rounds = len(differences) // max(sizes)
    try:
        found = listed(automaton, rounds)
    except InvalidValue:
        return None
    classes: dict[tuple[str, ...], list[Way]] = {}
    for way in found:
        classes.setdefault(way.output, []).append(way)
    best: Ray | None = None
    for alike in classes.values():
        made = _of_output(automaton, neighbours, rounds, differences, alike)
        if made is not None and (best is None or made.multiple > best.multiple):
            best = made
    if best is None:
        return None
    try:
        best.check()
    except InvalidValue:
        return None
    return best


def _of_output(
    automaton: Automaton, neighbours: Neighbours, rounds: int, differences: Differences, alike: Sequence[Way]
) -> Ray | None:
    """The ray of one output, whose ways these are."""
    answers = max(way.answers for way in alike)
    if answers > len(differences) or len(alike) > MOST_ALIKE:
        return None
    solved = list(_steep(alike, differences))
    if len(solved) < len(alike):
        return None
    multiple = min(v for v, _ in solved)
    point = inside(alike[0]) if multiple > 0 else None
    if point is None:
        return None
    proofs = tuple((way, y) for way, (_, y) in zip(alike, solved, strict=True))
    return Ray(automaton, neighbours, rounds, differences, multiple, proofs, point)


MOST_ALIKE = 200
"""An output that is reached in more ways is not looked at."""


def _steep(alike: Sequence[Way], differences: Differences) -> Iterator[tuple[Fraction, Multipliers]]:
    for way in alike:
        found = steepest(way, differences)
        if found is None:
            return
        yield found


def steepest(way: Way, differences: Differences) -> tuple[Fraction, Multipliers] | None:
    """The multipliers that a solver proposes for the fastest decay, made rational, with their V."""
    sums, signed = sums_of(way), len(way.compared)
    size = len(sums)
    gain = [
        sum((d * e.coefficient(f"{ANSWER}{k}") for k, d in enumerate(differences)), Fraction(0)) for e in sums
    ]
    cost = [float(g) for g in gain] + [-float(g) for g in gain[signed:]]
    rows: list[FloatRow] = []
    for i, noise in enumerate(way.noises):
        line = {j: e.coefficient(f"{DRAW}{i}") for j, e in enumerate(sums)}
        rows += pull_at_most(noise, line | {size + j - signed: -line[j] for j in range(signed, size)})
    found = propose(cost, rows) if rows else None
    if found is None:
        return None
    values = [float(v) for v in found.x]
    raw = values[:signed] + [values[j] - values[size + j - signed] for j in range(signed, size)]
    best: tuple[Fraction, Multipliers] | None = None
    for denominator in DENOMINATORS:
        multipliers = tuple(Fraction(v).limit_denominator(denominator) for v in raw)
        reached = decay(way, differences, multipliers)
        if reached >= 0 and (best is None or reached > best[0]):
            best = reached, multipliers
    return best


DENOMINATORS = (1, 2, 12, 720, 10**6)


def pull_at_most(noise: Noise, line: Mapping[int, Fraction]) -> Iterator[FloatRow]:
    """That no more than its rate pulls at a draw."""
    row = {j: float(c) for j, c in line.items() if c}
    if row:
        yield row, "<=", float(noise.rate)
        if noise.two_sided:
            yield row, ">=", -float(noise.rate)


def inside(way: Way) -> dict[str, Fraction] | None:
    """A point where all comparisons hold with room, as a solver proposes it; None where none is confirmed."""
    draws = [f"{DRAW}{i}" for i in range(len(way.noises))]
    symbols = {s for e in sums_of(way) for s, _ in e.terms} | set(draws)
    positive = [s for s, noise in zip(draws, way.noises, strict=True) if not noise.two_sided]
    return next((p for p in points(way.compared, symbols, positive) if is_inside(way, p)), None)


def points(
    compared: Sequence[Affine], symbols: set[str], positive: Sequence[str]
) -> Iterator[dict[str, Fraction]]:
    """Where sums, and some of the symbols, are > 0 with room, as a solver proposes it, the roundest first."""
    column = {s: 2 * i for i, s in enumerate(sorted(symbols))}
    room = 2 * len(symbols)
    rows: list[FloatRow] = [({room: 1.0}, "<=", 2.0)]
    for e in compared:
        line = {column[s]: float(c) for s, c in e.terms} | {column[s] + 1: -float(c) for s, c in e.terms}
        rows.append((line | {room: -1.0}, ">=", -float(e.offset)))
    rows += [({column[s]: 1.0, column[s] + 1: -1.0, room: -1.0}, ">=", 0.0) for s in positive]
    found = propose([0.0] * room + [-1.0], rows)
    if found is None:
        return
    x = [float(v) for v in found.x]
    for denominator in (1, 4, 1000):
        yield {s: Fraction(x[j] - x[j + 1]).limit_denominator(denominator) for s, j in column.items()}
