"""The paths of a program one by one: its draws with their lines, the answers, and what it returns."""

from __future__ import annotations

import linecache
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..dp.dist import Dist
from ..engines.partial import Partial
from ..errors import BudgetExceeded
from ..exact import Number
from .program import Program
from .run import Draw, Run
from .search import MOST_KEPT, Leaf, Search
from .sources.draws import Run as SampledRun
from .sources.oracle import Oracle
from .watch import unwatched

LONGEST_PATH = 200
"""Paths with more draws are not listed."""

MOST_RUNS = 5_000
"""Samplers with more runs are not listed; most of them are joined in the tree."""


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
    """One draw of a path: where the program asked for it, from what, and which outcome it was given.

    line: None for what a sampler left undrawn of its output.
    """

    line: Line | None
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
    _check_length(search.subject, [len(leaf.draws) for leaf in search.kept])
    with unwatched():
        return tuple(_path(search, leaf) for leaf in search.kept), bounds


def _check_length(name: str, lengths: list[int]) -> None:
    """Refuse paths that are too long to be listed."""
    longest = max(lengths, default=0)
    if longest > LONGEST_PATH:
        raise BudgetExceeded(
            f"{name} draws {longest} times on one path, more than {LONGEST_PATH} to be listed"
        )


def paths_of_sampler(oracle: Oracle, x: Any) -> tuple[Path, ...]:
    """Every path of a sampler on input x; a draw has the branches that the sampler tells apart.

    Raises UnfinishedProgram where there are more than MOST_RUNS, or one without an end, BudgetExceeded for
    more than LONGEST_PATH draws on a path, and as `Oracle.sampled`.
    """
    runs = oracle.listed(x, MOST_RUNS)
    _check_length(getattr(oracle.sampler, "__name__", "sampler"), [len(run.choices) for run, _ in runs])
    return tuple(Path(tuple(_sampled_steps(run)), output) for run, output in runs)


def _sampled_steps(run: SampledRun) -> Iterator[Step]:
    """The draws of a run of a sampler in words."""
    for branching, (weights, taken) in zip(run.branchings or (), run.choices, strict=True):
        dist: Dist[Any] = Dist._trusted(dict(zip(branching.branches, map(Number, weights), strict=True)))
        line = None if branching.place is None else Line(*branching.place)
        yield Step(line, dist, branching.branches[taken])


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
