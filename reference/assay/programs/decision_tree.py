"""The decision tree of a program: its draws, the ways on from each, and the outputs at the ends.

It is read off all paths of the program, each followed by itself: those of `@assay.program` by `search`, those
of unmodified code by the runs of `sources`, unmerged. Equal branches are one node.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from ..dp.weights import ONE, ZERO
from ..errors import BudgetExceeded
from ..exact import Number
from .program import Program
from .search import Leaf, Search
from .sources.oracle import Oracle
from .watch import unwatched

MOST_PATHS = 5_000
"""A tree with more ends is not listed."""

Answer: TypeAlias = tuple[tuple[Number, ...], int]
"""A draw on a path: the probabilities of all its outcomes, and the number of the one that was given."""


@dataclass(frozen=True)
class TreePath:
    """The draws of one path, and the output at its end."""

    answers: tuple[Answer, ...]
    output: Hashable


@dataclass(frozen=True)
class End:
    """A node where the program returns an output."""

    output: Hashable


@dataclass(frozen=True)
class Branching:
    """A node where the program draws: with each probability it goes on at the node of that number."""

    probabilities: tuple[Number, ...]
    nodes: tuple[int, ...]


TreeNode: TypeAlias = End | Branching


@dataclass
class DecisionTrees:
    """The trees of several inputs; a node stands after those it leads to, equal ones stand once."""

    nodes: list[TreeNode] = field(default_factory=list)
    numbers: dict[TreeNode, int] = field(default_factory=dict)

    def add(self, paths: Sequence[TreePath]) -> int:
        """The number of the node where these paths start, which are all paths of one input."""
        grown = _Growing()
        for path in paths:
            grown.add(path)
        made: dict[int, int] = {}
        for number in range(len(grown.after) - 1, -1, -1):  # a draw was met before what follows it
            made[number] = self._number(grown.node(number, made))
        return made[0]

    def _number(self, node: TreeNode) -> int:
        """The number of a node, a new one if it is new."""
        if node not in self.numbers:
            self.numbers[node] = len(self.nodes)
            self.nodes.append(node)
        return self.numbers[node]

    def distribution(self, start: int) -> Mapping[Hashable, Number]:
        """P(o) for every output o from a node."""
        reached = [ZERO] * (start + 1)
        reached[start] = ONE
        found: dict[Hashable, Number] = {}
        for number in range(start, -1, -1):
            mass, node = reached[number], self.nodes[number]
            if not mass:
                continue
            if isinstance(node, End):
                found[node.output] = found.get(node.output, ZERO) + mass
                continue
            for p, after in zip(node.probabilities, node.nodes, strict=True):
                reached[after] = reached[after] + mass * p
        return found


class _Growing:
    """The tree of one input while its paths are added; node 0 is the root."""

    def __init__(self) -> None:
        self.after: list[dict[int, int]] = []
        self.probabilities: list[tuple[Number, ...]] = []
        self.outputs: dict[int, Hashable] = {}

    def add(self, path: TreePath) -> None:
        """A path from the root; a draw with one outcome is none."""
        at = self._new() if not self.after else 0
        for probabilities, choice in path.answers:
            if len(probabilities) == 1:
                continue
            self.probabilities[at] = probabilities
            if choice not in self.after[at]:
                self.after[at][choice] = self._new()
            at = self.after[at][choice]
        self.outputs[at] = path.output

    def _new(self) -> int:
        self.after.append({})
        self.probabilities.append(())
        return len(self.after) - 1

    def node(self, number: int, made: Mapping[int, int]) -> TreeNode:
        """One node, with those after it by the numbers that they were given."""
        if number in self.outputs:
            return End(self.outputs[number])
        probabilities, after = self.probabilities[number], self.after[number]
        return Branching(probabilities, tuple(made[after[choice]] for choice in range(len(probabilities))))


def paths_of(source: object, x: Any) -> list[TreePath] | None:
    """All paths of a program, or of a sampler on the tape, on input x; None for what is neither.

    Raises UnfinishedProgram where it has more than MOST_PATHS, or one without an end, and whatever the reader
    of the program raises.
    """
    if isinstance(source, Program):
        return _of_program(source, x)
    return _of_sampler(source, x) if isinstance(source, Oracle) else None


class _Listing(Search):
    """A search that keeps all paths."""

    def __init__(self, search: Search) -> None:
        super().__init__(search.body, search.subject, search.limits, search.state)
        self.handles = search.handles
        self.listed: list[Leaf] = []

    def count(self, leaf: Leaf, mass: Number) -> None:
        """Keep a path that was counted."""
        before = self.paths
        super().count(leaf, mass)
        if self.paths > before:
            self.listed.append(leaf)


def _of_program(program: Program[..., Any], x: Any) -> list[TreePath]:
    """The paths of `@assay.program`."""
    with unwatched():
        search = _Listing(program.within(max_paths=MOST_PATHS)._search((x,), {}))
        found = search.explore()
        program._finished(search.subject, found)
        admit = search.tally.alphabet.admit
        return [
            TreePath(
                tuple(
                    (draw.probabilities, choice)
                    for draw, choice in zip(leaf.draws, leaf.choices, strict=True)
                ),
                admit(leaf.value),
            )
            for leaf in search.listed
        ]


def _of_sampler(oracle: Oracle, x: Any) -> list[TreePath]:
    """The paths of a sampler: the weights of its draws are those of the branches that it tells apart."""
    listed = oracle.listed(x, MOST_PATHS)
    return [
        TreePath(tuple((tuple(map(Number, weights)), choice) for weights, choice in run.choices), output)
        for run, output in listed
    ]


def decision_trees(source: object, domain: Sequence[Any]) -> tuple[DecisionTrees, tuple[int, ...]] | None:
    """The trees of a program on all inputs, and the node where each starts; None for what is no program.

    Raises as `paths_of`, and BudgetExceeded where the trees have more than MOST_PATHS nodes.
    """
    trees, starts = DecisionTrees(), []
    for x in domain:
        paths = paths_of(source, x)
        if paths is None:
            return None
        starts.append(trees.add(paths))
        if len(trees.nodes) > MOST_PATHS:
            raise BudgetExceeded(f"its decision trees have more than {MOST_PATHS} nodes")
    return trees, tuple(starts)
