"""How often a Markov chain visits its states before it leaves them, exactly.

For the row vector s of the masses that start in each state, and the matrix P of the steps between them,

    v = s + v P,      so that      v_i P(i leaves in a certain way)      is the mass that leaves so.

The states fall into strongly connected components, which are solved in topological order; in each of them
the states are eliminated one after another, the last found first. A component that no way leads out of keeps
its mass forever: it is told, and its states count as not visited.
Source: Kemeny and Snell, "Finite Markov Chains" (1960), chapter 3; Grassmann, Taksar and Heyman (1985) for
the elimination of states.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from ..arguments import is_positive
from ..errors import UndecidedError
from ..exact import Number, number

N = TypeVar("N", Number, Fraction)

Row = dict[int, N]
"""Masses by state; what is not there is 0."""

NEVER = "a loop comes back to the same state forever"
"""Why mass is open that comes to states which it never leaves."""


@dataclass(frozen=True)
class Visits(Generic[N]):
    """The expected visits to each state, and the mass that comes to states which it never leaves."""

    counts: list[N]
    trapped: N


def visits(start: Row[N], steps: Sequence[Row[N]], leaves: Sequence[bool], one: N) -> Visits[N]:
    """The expected visits of a chain whose states are 0, 1, ..., len(steps) - 1.

    start: the masses that begin in each state. steps: the masses that go from each state to each other one;
    a row sums to 1 less what leaves. leaves: whether anything leaves the chain from the state. one: of the
    numbers that the masses are.
    Raises UndecidedError where a probability of leaving, as a function of epsilon, may be 0 for some epsilon.
    """
    zero = one - one
    counts = [start.get(i, zero) for i in range(len(steps))]
    trapped = zero
    for members in components(steps):
        inside = set(members)
        if not any(leaves[i] or any(j not in inside for j in steps[i]) for i in members):
            trapped += sum((counts[i] for i in members), zero)
            for i in members:
                counts[i] = zero
            continue
        if len(members) > 1 or members[0] in steps[members[0]]:
            _solve(members, inside, steps, counts, one)
        for i in members:
            for j, p in steps[i].items():
                if j not in inside:
                    counts[j] += counts[i] * p
    return Visits(counts, trapped)


def _solve(members: list[int], inside: set[int], steps: Sequence[Row[N]], counts: list[N], one: N) -> None:
    """Visits within one component, in place: `counts` holds what comes in from outside it."""
    zero = one - one
    order = sorted(members)
    rows: dict[int, Row[N]] = {i: {j: p for j, p in steps[i].items() if j in inside} for i in order}
    columns: dict[int, set[int]] = {i: set() for i in order}
    for i, row in rows.items():
        for j in row:
            columns[j].add(i)
    incoming: dict[int, Row[N]] = {}
    stay: dict[int, N] = {}
    for k in reversed(order):
        row = rows.pop(k)
        stay[k] = _geometric(row.pop(k, zero), one)
        onward = {j: stay[k] * p for j, p in row.items()}
        before = incoming[k] = {}
        for i in columns.pop(k):
            if i in rows:
                before[i] = rows[i].pop(k)
                for j, p in onward.items():
                    rows[i][j] = rows[i].get(j, zero) + before[i] * p
                    columns[j].add(i)
        for j, p in onward.items():
            if counts[k]:
                counts[j] += counts[k] * p
    for k in order:
        counts[k] = stay[k] * (counts[k] + sum((counts[i] * p for i, p in incoming[k].items()), zero))


def _geometric(back: N, one: N) -> N:
    """1/(1 - back), the visits of a state that comes back with probability `back` each time."""
    leaving = one - back
    if not is_positive(number(leaving)):
        raise UndecidedError(
            f"the probability of leaving a loop is {leaving}, which may be 0 for some epsilon"
        )
    return one / leaving


def components(steps: Sequence[Mapping[int, object]]) -> list[list[int]]:
    """The strongly connected components in topological order: no step leads to an earlier one.

    Source: Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1 (1972).
    """
    search = _Components(steps)
    for root in range(len(steps)):
        if root not in search.index:
            search.visit(root)
    return search.found[::-1]


class _Components:
    """Tarjan's search, with its own stack in place of recursion."""

    def __init__(self, steps: Sequence[Mapping[int, object]]) -> None:
        self.steps = steps
        self.index: dict[int, int] = {}
        self.low: dict[int, int] = {}
        self.open: list[int] = []
        self.is_open: set[int] = set()
        self.found: list[list[int]] = []

    def enter(self, i: int) -> None:
        """A state that was not seen before."""
        self.index[i] = self.low[i] = len(self.index)
        self.open.append(i)
        self.is_open.add(i)

    def visit(self, root: int) -> None:
        """All components that can be reached from a state, those behind others first."""
        self.enter(root)
        path = [(root, iter(self.steps[root]))]
        while path:
            i, following = path[-1]
            new = next((j for j in following if self._look(i, j)), None)
            if new is not None:
                self.enter(new)
                path.append((new, iter(self.steps[new])))
                continue
            path.pop()
            if path:
                parent = path[-1][0]
                self.low[parent] = min(self.low[parent], self.low[i])
            if self.low[i] == self.index[i]:
                self._close(i)

    def _look(self, i: int, j: int) -> bool:
        """Whether j is new; an open one may be older than what i has reached so far."""
        if j in self.is_open:
            self.low[i] = min(self.low[i], self.index[j])
        return j not in self.index

    def _close(self, i: int) -> None:
        """The component of i: all that is open since."""
        at = self.open.index(i) if self.open[-1] != i else len(self.open) - 1
        members = self.open[at:]
        del self.open[at:]
        self.is_open.difference_update(members)
        self.found.append(members)
