"""The paths of a program one by one: its draws with their lines, the answers, and what it returns."""

from __future__ import annotations

import linecache
import sys
from dataclasses import dataclass
from typing import Any

from ..dp.dist import Dist
from ..engines.partial import Partial
from ..errors import BudgetExceeded
from ..exact import Number
from .program import Program
from .run import Draw, Run
from .search import MOST_KEPT, Leaf, Search
from .watch import unwatched

LONGEST_PATH = 200
"""Paths with more draws are not listed."""


@dataclass(frozen=True)
class Line:
    """A line of a file, as it is written there."""

    file: str
    number: int

    @property
    def text(self) -> str:
        """The line without its indentation; empty where the file is not there."""
        return linecache.getline(self.file, self.number).strip()


@dataclass(frozen=True)
class Step:
    """One draw of a path: where the program asked for it, from what, and which outcome it was given."""

    line: Line
    dist: Dist[Any]
    outcome: Any

    @property
    def probability(self) -> Number:
        """P(outcome)."""
        return self.dist[self.outcome]


@dataclass(frozen=True)
class Path:
    """The draws of one path, and the output at its end."""

    steps: tuple[Step, ...]
    output: Any


def paths(program: Program[..., Any], *args: object) -> tuple[tuple[Path, ...], Partial[Any]]:
    """Every path of a program on these arguments, the likeliest first, and the bounds that they amount to.

    Raises BudgetExceeded for a program with more than MOST_KEPT paths or more than LONGEST_PATH draws on one,
    and as `Program.bounds`.
    """
    search, bounds = program._explore(args, {})
    if search.paths > len(search.kept):
        raise BudgetExceeded(f"{search.subject} has {search.paths} paths, more than {MOST_KEPT} to be listed")
    longest = max((len(leaf.draws) for leaf in search.kept), default=0)
    if longest > LONGEST_PATH:
        raise BudgetExceeded(
            f"{search.subject} draws {longest} times on one path, more than {LONGEST_PATH} to be listed"
        )
    with unwatched():
        return tuple(_path(search, leaf) for leaf in search.kept), bounds


def _path(search: Search, leaf: Leaf) -> Path:
    """The path of a leaf, run once more to see from where it draws."""
    run = _Located(leaf.draws, leaf.choices, search.limits.max_steps)
    if search.state is not None:
        search.state.forget()
    search.execute(run)
    steps = zip(run.lines, leaf.draws, leaf.choices, strict=True)
    return Path(tuple(Step(line, draw.dist, draw.outcomes[i]) for line, draw, i in steps), leaf.value)


class _Located(Run):
    """A run that notes the line of each draw."""

    __slots__ = ("lines",)

    def __init__(self, draws: list[Draw], choices: list[int], max_steps: int) -> None:
        super().__init__(draws, choices, max_steps, closed=True)
        self.lines: list[Line] = []

    def choose(self, draw: Draw) -> Any:
        """The outcome of the next draw; it was asked for by the caller of `flip`, `draw` or `uniform`."""
        asking = sys._getframe(2)
        self.lines += (Line(asking.f_code.co_filename, asking.f_lineno),)
        return super().choose(draw)
