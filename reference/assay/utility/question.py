"""The question that an optimal mechanism answers, the linear program that it is, and its digest."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Generic, TypeVar

from ..dp import Adjacency, Dist
from ..errors import InvalidValue
from ..exact import Log, Number, number
from .linear_program import LinearProgram, Optimum, Relation, Row

X = TypeVar("X", bound=Hashable)
T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True)
class Question(Generic[X, T]):
    """All that the linear program is made of: inputs, outputs, losses, privacy, adjacency, prior, limit."""

    inputs: tuple[X, ...]
    outputs: tuple[T, ...]
    losses: dict[tuple[X, T], Number]
    epsilon: Log
    delta: Number
    adjacency: Adjacency
    prior: dict[X, Number] | None
    risk_limit: Number | None

    @property
    def pairs(self) -> tuple[tuple[X, X], ...]:
        """The ordered adjacent pairs of inputs."""
        return self.adjacency.pairs(self.inputs)

    @property
    def digest(self) -> str:
        """SHA-256 of everything that the question says, as text."""
        said = {
            "inputs": [repr(x) for x in self.inputs],
            "outputs": [repr(y) for y in self.outputs],
            "losses": [str(self.losses[x, y]) for x in self.inputs for y in self.outputs],
            "epsilon": str(self.epsilon),
            "delta": str(self.delta),
            "adjacency": sorted([repr(x), repr(z)] for x, z in self.pairs),
            "prior": None if self.prior is None else [str(self.prior[x]) for x in self.inputs],
            "risk_limit": None if self.risk_limit is None else str(self.risk_limit),
        }
        return sha256(json.dumps(said, sort_keys=True).encode()).hexdigest()

    def check(self, certificate: Optimum) -> None:
        """Verify that a certificate is about this question, and holds; InvalidValue says what fails.

        Its digest has to be that of the question, and its program the one that the question is.
        """
        if certificate.question != self.digest:
            raise InvalidValue(
                f"the certificate is about the question {certificate.question}, and this one is {self.digest}"
            )
        if certificate.program != self.program()[0]:
            raise InvalidValue(f"the program of the certificate is not that of the question {self.digest}")
        certificate.check()

    def solution(self, optimum: Optimum) -> dict[X, Dist[T]]:
        """The distributions Q(.|x)."""
        place = {name: j for j, name in enumerate(self.program()[1])}
        return {
            x: Dist({y: optimum.primal.get(place["q", x, y], number(0)) for y in self.outputs})
            for x in self.inputs
        }

    def program(self) -> tuple[LinearProgram, list[Hashable], list[Hashable]]:
        """The program with the names of its variables and rows.

        Variables: ("q", x, y) is Q(y|x), ("s", x, x', y) the excess over e^epsilon, "worst" the risk.
        """
        variables: list[Hashable] = [("q", x, y) for x in self.inputs for y in self.outputs]
        if self.delta:
            variables += [("s", x, z, y) for x, z in self.pairs for y in self.outputs]
        cost: dict[Hashable, Number] = {}
        rows: dict[Hashable, tuple[dict[Hashable, Number], Relation, Number]] = {}
        one = number(1)
        for x in self.inputs:
            rows["sum", x] = {("q", x, y): one for y in self.outputs}, Relation.EQUAL, one
        self._privacy(rows)
        if self.prior is None:
            variables.append("worst")
            cost["worst"] = one
            for x in self.inputs:
                rows["risk", x] = {"worst": one, **self._minus_risk(x)}, Relation.AT_LEAST, number(0)
        else:
            cost = {("q", x, y): self.prior[x] * loss for (x, y), loss in self.losses.items()}
        if self.risk_limit is not None:
            for x in self.inputs:
                rows["limit", x] = self._minus_risk(x), Relation.AT_LEAST, -self.risk_limit
        index = {name: j for j, name in enumerate(variables)}
        lines = tuple(
            Row({index[v]: a for v, a in entries.items() if a}, relation, bound)
            for entries, relation, bound in rows.values()
        )
        objective = {index[v]: c for v, c in cost.items() if c}
        return LinearProgram(len(variables), objective, lines), variables, list(rows)

    def _minus_risk(self, x: X) -> dict[Hashable, Number]:
        return {("q", x, y): -self.losses[x, y] for y in self.outputs}

    def _privacy(self, rows: dict[Hashable, tuple[dict[Hashable, Number], Relation, Number]]) -> None:
        """e^epsilon Q(y|x') - Q(y|x) (+ excess) >= 0; nothing at epsilon = infinity."""
        if self.epsilon.is_infinite:
            return
        factor, one, zero = self.epsilon.exp(), number(1), number(0)
        for x, z in self.pairs:
            for y in self.outputs:
                entries: dict[Hashable, Number] = {("q", z, y): factor, ("q", x, y): -one}
                if self.delta:
                    entries["s", x, z, y] = one
                rows["dp", x, z, y] = entries, Relation.AT_LEAST, zero
            if self.delta:
                excess: dict[Hashable, Number] = {("s", x, z, y): -one for y in self.outputs}
                rows["delta", x, z] = excess, Relation.AT_LEAST, -self.delta

    def scales(self, variables: Sequence[Hashable]) -> list[Number]:
        """The expected sizes of the variables: e^(-epsilon d), d steps from where the output costs least."""
        if self.epsilon.is_infinite or self.delta:
            return [number(1)] * len(variables)
        factor = 1 / self.epsilon.exp()
        steps = _distances(self.inputs, self.pairs)
        best = {y: min(self.inputs, key=lambda x: self.losses[x, y]) for y in self.outputs}
        powers = [number(1)]
        for _ in self.inputs:
            powers.append(powers[-1] * factor)
        size = {("q", x, y): powers[steps[best[y]].get(x, 0)] for x in self.inputs for y in self.outputs}
        return [size[name] if isinstance(name, tuple) else number(1) for name in variables]


def _distances(inputs: tuple[X, ...], pairs: tuple[tuple[X, X], ...]) -> dict[X, dict[X, int]]:
    """The number of steps between inputs, for those that a chain of adjacent pairs connects."""
    after: dict[X, list[X]] = {x: [] for x in inputs}
    for x, z in pairs:
        after[x].append(z)
        after[z].append(x)
    found = {}
    for start in inputs:
        steps, queue = {start: 0}, deque([start])
        while queue:
            x = queue.popleft()
            for z in after[x]:
                if z not in steps:
                    steps[z] = steps[x] + 1
                    queue.append(z)
        found[start] = steps
    return found
