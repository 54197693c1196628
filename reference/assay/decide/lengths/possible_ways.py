"""Whether a family of ways has a probability above 0 for every n: draws that take it, confirmed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from ...linear.proposals import Row as FloatRow
from ...linear.proposals import propose
from .automaton import Automaton, Leaf
from .expressions import ANSWER, DRAW, Affine
from .rays import is_inside, value_at
from .repeated_ways import Part, along, comes_back, leaves_of
from .ways import Way


def is_possible(automaton: Automaton, parts: tuple[Part, ...]) -> bool:
    """Whether the way has a probability above 0 for every n, for some answers."""
    if all(_own_draws_suffice(leaf) for part in parts for leaf in leaves_of(automaton, part)):
        return True
    if any(part.repeated and not comes_back(automaton, part.steps, adds=False) for part in parts):
        return False
    return _repeats(automaton, parts) is not None


def _own_draws_suffice(leaf: Leaf) -> bool:
    """Whether its draws can make all its comparisons as large as one likes."""
    held = [e for d in leaf.decisions if (e := d.holds()) is not None]
    size = len(leaf.draws)
    rows: list[FloatRow] = []
    for e in held:
        line = {2 * i: float(e.coefficient(f"{DRAW}{i}")) for i in range(size)}
        line |= {2 * i + 1: -line[2 * i] for i in range(size)}
        rows.append(({j: c for j, c in line.items() if c}, ">=", 1.0))
        if not rows[-1][0]:
            return False
    rows += [
        ({2 * i: 1.0, 2 * i + 1: -1.0}, ">=", 1.0)
        for i, noise in enumerate(leaf.draws)
        if not noise.two_sided
    ]
    found = propose([0.0] * (2 * size), rows) if rows else None
    if not rows:
        return True
    if found is None:
        return False
    move = {
        f"{DRAW}{i}": Fraction(round(float(found.x[2 * i] - found.x[2 * i + 1]) * 4), 4) for i in range(size)
    }
    one_sided = all(move[f"{DRAW}{i}"] > 0 for i, noise in enumerate(leaf.draws) if not noise.two_sided)
    return one_sided and all(sum(c * move[s] for s, c in e.terms if s in move) > 0 for e in held)


def _repeats(automaton: Automaton, parts: tuple[Part, ...]) -> dict[str, Fraction] | None:
    """A point for n = 3 whose draws and answers are the same in all rounds of a cycle; None where none is."""
    way = along(automaton, parts, 3)
    names: dict[str, str] = {}
    draw = answer = 0
    for i, part in enumerate(parts):
        sizes = [
            sum(len(leaf.draws) for leaf in leaves_of(automaton, part)),
            sum(leaf.answers for leaf in leaves_of(automaton, part)),
        ]
        for _ in range(3 if part.repeated else 1):
            for j in range(sizes[0]):
                names[f"{DRAW}{draw}"] = f"{DRAW}{i}.{j}"
                draw += 1
            for j in range(sizes[1]):
                names[f"{ANSWER}{answer}"] = f"{ANSWER}{i}.{j}"
                answer += 1
    moved = {s: Affine.symbol(t) for s, t in names.items()}
    shared = replace(way, compared=tuple(e.with_values(moved) for e in way.compared))
    found = _point(shared, {names[f"{DRAW}{i}"] for i, n in enumerate(way.noises) if not n.two_sided})
    if found is None:
        return None
    point = {s: found.get(t, Fraction(0)) for s, t in names.items()}
    point |= {s: v for s, v in found.items() if s not in names.values()}
    return point if is_inside(way, point) else None


def _point(way: Way, positive: set[str]) -> dict[str, Fraction] | None:
    """A point with room, as a solver proposes it."""
    symbols = sorted({s for e in way.compared for s, _ in e.terms} | positive)
    column = {s: 2 * i for i, s in enumerate(symbols)}
    room = 2 * len(symbols)
    rows: list[FloatRow] = [({room: 1.0}, "<=", 2.0)]
    for e in way.compared:
        line = {column[s]: float(c) for s, c in e.terms} | {column[s] + 1: -float(c) for s, c in e.terms}
        rows.append((line | {room: -1.0}, ">=", -float(e.offset)))
    rows += [({column[s]: 1.0, column[s] + 1: -1.0, room: -1.0}, ">=", 0.0) for s in positive]
    found = propose([0.0] * room + [-1.0], rows)
    if found is None or float(found.x[room]) <= 0:
        return None
    raw = {s: Fraction(float(found.x[j] - found.x[j + 1])) for s, j in column.items()}
    whole = {s: Fraction(round(v)) for s, v in raw.items()}
    held = all(value_at(e, whole) > 0 for e in way.compared) and all(whole[s] > 0 for s in positive)
    return whole if held else {s: v.limit_denominator(1000) for s, v in raw.items()}
