"""The best mechanism for a loss: expected loss minimised over all mechanisms that are differentially private.

    minimise   sum_x prior(x) sum_y Q(y|x) loss(x, y)      (Bayes risk, a prior given)
          or   max_x sum_y Q(y|x) loss(x, y)               (minimax risk, no prior)
    subject to sum_y Q(y|x) = 1,  Q >= 0,
               Q(y|x) <= e^epsilon Q(y|x')                 for all adjacent x, x' and outputs y,

a linear program in the numbers Q(y|x).  With delta > 0 the last line is
sum_y max(Q(y|x) - e^epsilon Q(y|x'), 0) <= delta.
Source: Ghosh, Roughgarden and Sundararajan, STOC 2009 (for counts, with a prior); Gupte and Sundararajan,
PODS 2010 (minimax).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from ..dp import Adjacency, Dist, Mechanism
from ..dp.outputs import shown
from ..dp.sizes import bounded_list, check_size
from ..dp.weights import probability
from ..errors import InvalidType, InvalidValue
from ..exact import EpsilonLike, ExactLike, Log, Number, eps, number
from .linear_program import LinearProgram, Optimum, Row
from .solver import Method, solve
from .symmetry import orbits, reduce

X = TypeVar("X", bound=Hashable)
T = TypeVar("T", bound=Hashable)

Symmetry: TypeAlias = "tuple[Callable[[X], X], Callable[[T], T]]"
"""A permutation of the inputs and one of the outputs that together leave the problem as it is."""


@dataclass(frozen=True)
class OptimalMechanism(Generic[X, T]):
    """The smallest risk, a mechanism that attains it, and the certificate that none is better."""

    risk: Number
    mechanism: Mechanism[X, T]
    certificate: Optimum


def optimal_mechanism(
    domain: Iterable[X],
    outputs: Iterable[T],
    loss: Callable[[X, T], ExactLike],
    epsilon: EpsilonLike,
    adjacency: Adjacency,
    *,
    delta: ExactLike = 0,
    prior: Dist[X] | None = None,
    risk_limit: ExactLike | None = None,
    symmetries: Sequence[Symmetry[X, T]] = (),
    method: Method = "auto",
) -> OptimalMechanism[X, T]:
    """The (epsilon, delta)-private mechanism of least expected loss, exactly, with a certificate.

    loss(x, y) >= 0 is an exact number.  Without a prior the risk is the largest over all inputs.
    risk_limit: only mechanisms whose risk at *every* input is at most this are considered.
    symmetries: generators of a group of symmetries; the program is then solved in their orbits.
    method: see `solver.solve`.

    Raises InvalidValue for a negative loss, a prior outside the domain, symmetries that are none, and where
    no mechanism meets the risk limit; FloatRefused for floats.
    """
    inputs, answers = _listed(domain, "domain"), _listed(outputs, "outputs")
    because = f"{len(inputs)} inputs with {len(answers)} outputs"
    check_size(len(inputs) * len(answers), "variables", because, "give fewer")
    problem = _Problem(
        inputs,
        answers,
        {(x, y): _loss(loss, x, y) for x in inputs for y in answers},
        eps(epsilon, "epsilon"),
        probability(delta, "delta"),
        adjacency.pairs(inputs),
        _prior(prior, inputs),
        None if risk_limit is None else number(risk_limit, "risk_limit"),
    )
    program, variables, rows = problem.program()
    scales = problem.scales(variables)
    if not symmetries:
        optimum = solve(program, method=method, scales=scales)
    else:
        optimum = _by_orbits(program, variables, rows, scales, symmetries, method)
    index = {name: j for j, name in enumerate(variables)}
    law = {x: Dist({y: optimum.primal.get(index["q", x, y], number(0)) for y in answers}) for x in inputs}
    return OptimalMechanism(optimum.value, Mechanism(law, inputs, adjacency, name="optimal"), optimum)


def _by_orbits(
    program: LinearProgram,
    variables: Sequence[Hashable],
    rows: Sequence[Hashable],
    scales: Sequence[Number],
    symmetries: Sequence[Symmetry[X, T]],
    method: Method,
) -> Optimum:
    """The optimum of the whole program from the program in the orbits."""
    maps = [_on_names(on_inputs, on_outputs) for on_inputs, on_outputs in symmetries]
    try:
        reduced = reduce(program, orbits(variables, maps), orbits(rows, maps))
    except KeyError as error:
        raise InvalidValue(f"a symmetry leads outside the problem, to {error}; give permutations") from None
    small = solve(
        reduced.program, method=method, scales=[scales[orbit[0]] for orbit in reduced.variable_orbits]
    )
    optimum = reduced.lift(small)
    if optimum is None:
        raise InvalidValue(
            "the symmetries do not leave the problem as it is (loss, prior and adjacency have to be the same "
            "before and after); give others, or none"
        )
    return optimum


def _on_names(on_inputs: Callable[[X], X], on_outputs: Callable[[T], T]) -> Callable[[Hashable], Hashable]:
    """The action on the names of variables and rows: (word, input, ..., output)."""

    def act(name: Hashable) -> Hashable:
        if not isinstance(name, tuple):
            return name
        word, *parts = name
        if word in ("q", "s", "dp"):
            return (word, *map(on_inputs, parts[:-1]), on_outputs(parts[-1]))
        return (word, *map(on_inputs, parts))

    return act


@dataclass(frozen=True)
class _Problem(Generic[X, T]):
    """All that the linear program is made of."""

    inputs: tuple[X, ...]
    outputs: tuple[T, ...]
    losses: dict[tuple[X, T], Number]
    epsilon: Log
    delta: Number
    pairs: tuple[tuple[X, X], ...]
    prior: dict[X, Number] | None
    risk_limit: Number | None

    def program(self) -> tuple[LinearProgram, list[Hashable], list[Hashable]]:
        """The program with the names of its variables and rows.

        Variables: ("q", x, y) is Q(y|x), ("s", x, x', y) the excess over e^epsilon, "worst" the risk.
        """
        variables: list[Hashable] = [("q", x, y) for x in self.inputs for y in self.outputs]
        if self.delta:
            variables += [("s", x, z, y) for x, z in self.pairs for y in self.outputs]
        cost: dict[Hashable, Number] = {}
        rows: dict[Hashable, tuple[dict[Hashable, Number], str, Number]] = {}
        one = number(1)
        for x in self.inputs:
            rows["sum", x] = {("q", x, y): one for y in self.outputs}, "=", one
        self._privacy(rows)
        if self.prior is None:
            variables.append("worst")
            cost["worst"] = one
            for x in self.inputs:
                rows["risk", x] = {"worst": one, **self._minus_risk(x)}, ">=", number(0)
        else:
            cost = {("q", x, y): self.prior[x] * loss for (x, y), loss in self.losses.items()}
        if self.risk_limit is not None:
            for x in self.inputs:
                rows["limit", x] = self._minus_risk(x), ">=", -self.risk_limit
        index = {name: j for j, name in enumerate(variables)}
        lines = tuple(
            Row({index[v]: a for v, a in entries.items() if a}, "=" if relation == "=" else ">=", bound)
            for entries, relation, bound in rows.values()
        )
        objective = {index[v]: c for v, c in cost.items() if c}
        return LinearProgram(len(variables), objective, lines), variables, list(rows)

    def _minus_risk(self, x: X) -> dict[Hashable, Number]:
        return {("q", x, y): -self.losses[x, y] for y in self.outputs}

    def _privacy(self, rows: dict[Hashable, tuple[dict[Hashable, Number], str, Number]]) -> None:
        """e^epsilon Q(y|x') - Q(y|x) (+ excess) >= 0; nothing at epsilon = infinity."""
        if self.epsilon.is_infinite:
            return
        factor, one, zero = self.epsilon.exp(), number(1), number(0)
        for x, z in self.pairs:
            for y in self.outputs:
                entries: dict[Hashable, Number] = {("q", z, y): factor, ("q", x, y): -one}
                if self.delta:
                    entries["s", x, z, y] = one
                rows["dp", x, z, y] = entries, ">=", zero
            if self.delta:
                rows["delta", x, z] = {("s", x, z, y): -one for y in self.outputs}, ">=", -self.delta

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


def _listed(values: Iterable[X], name: str) -> tuple[X, ...]:
    listed = tuple(dict.fromkeys(bounded_list(values, "values", name, "give fewer")))
    if not listed:
        raise InvalidValue(f"{name} is empty; give at least one value")
    return listed


def _loss(loss: Callable[[X, T], ExactLike], x: X, y: T) -> Number:
    value = number(loss(x, y), f"loss({shown(x)}, {shown(y)})")
    if value < 0:
        raise InvalidValue(f"loss({shown(x)}, {shown(y)}) = {value} is negative; a loss is at least 0")
    return value


def _prior(prior: Dist[X] | None, inputs: tuple[X, ...]) -> dict[X, Number] | None:
    if prior is None:
        return None
    if not isinstance(prior, Dist):
        raise InvalidType(f"prior is {shown(prior)}; give a Dist on the domain")
    outside = [x for x in prior.support if x not in set(inputs)]
    if outside:
        raise InvalidValue(
            f"the prior gives {shown(outside[0])} a positive probability; it is not in the domain"
        )
    return {x: prior[x] for x in inputs}
