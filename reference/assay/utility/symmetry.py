"""Using the symmetries of a linear program: one variable and one row for each orbit.

If a group permutes the variables and the rows of a program and leaves the program as it is, averaging a
solution over the group gives a solution of the same cost that is constant on the orbits.  The program in the
orbits is smaller; its solution x_O and dual solution y_C are spread over the orbits as x_j = x_O and
y_i = y_C / |C|.  The certificate is that of the *whole* program, so that nothing rests on the symmetry.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ..exact import Number, number
from .linear_program import LinearProgram, Optimum, Row, certified_optimum

K = TypeVar("K", bound=Hashable)


def orbits(points: Sequence[K], generators: Iterable[Callable[[K], K]]) -> list[list[int]]:
    """The orbits of the group that the maps generate, as positions in `points`."""
    position = {p: i for i, p in enumerate(points)}
    maps = [[position[g(p)] for p in points] for g in generators]
    seen: set[int] = set()
    found = []
    for start in range(len(points)):
        if start in seen:
            continue
        orbit, frontier = {start}, [start]
        while frontier:
            i = frontier.pop()
            reached = {m[i] for m in maps} - orbit
            orbit |= reached
            frontier += reached
        seen |= orbit
        found.append(sorted(orbit))
    return found


@dataclass(frozen=True)
class Reduced:
    """A program in the orbits of another."""

    whole: LinearProgram
    program: LinearProgram
    variable_orbits: Sequence[Sequence[int]]
    row_orbits: Sequence[Sequence[int]]

    def lift(self, optimum: Optimum) -> Optimum | None:
        """The optimum of the whole program, or None where its certificate is not valid."""
        x = {j: value for o, value in optimum.primal.items() for j in self.variable_orbits[o]}
        y = {
            i: value / len(self.row_orbits[c])
            for c, value in optimum.dual.items()
            for i in self.row_orbits[c]
        }
        return certified_optimum(self.whole, x, y, optimum.found_by)


def reduce(
    program: LinearProgram, variable_orbits: Sequence[Sequence[int]], row_orbits: Sequence[Sequence[int]]
) -> Reduced:
    """The program for solutions that are constant on the orbits."""
    orbit_of = {j: o for o, orbit in enumerate(variable_orbits) for j in orbit}

    def collected(entries: Mapping[int, Number]) -> dict[int, Number]:
        table: dict[int, Number] = {}
        for j, a in entries.items():
            table[orbit_of[j]] = table.get(orbit_of[j], number(0)) + a
        return {o: a for o, a in table.items() if a}

    rows = tuple(
        Row(collected(program.rows[c[0]].coefficients), program.rows[c[0]].relation, program.rows[c[0]].bound)
        for c in row_orbits
    )
    smaller = LinearProgram(len(variable_orbits), collected(program.cost), rows)
    return Reduced(program, smaller, variable_orbits, row_orbits)
