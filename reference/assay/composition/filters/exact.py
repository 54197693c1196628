"""An exact filter for finite mechanisms: what is left is known for every adjacent pair, from what was seen.

The outputs so far have probability p on x and q on x'.  Whatever still comes has to satisfy
    sum over o of max(P(o) - t Q(o), 0) <= d,     t = e^epsilon q/p,    d = (what is left of delta)/p.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from ...adjacency import Adjacency
from ...adjacency.inputs import check_distinct, check_domain
from ...arguments import probability
from ...dp import Dist, Mechanism
from ...errors import BudgetExceeded, InvalidValue
from ...exact import EpsilonLike, ExactLike, Log, Number, number
from ...outputs.text import with_type
from ...theorems._check import finite_epsilon
from ...theorems.guarantee import Guarantee
from ...theorems.scope import Scope
from ...theorems.statement import about
from .budget import Owned
from .costs import mechanism_of

X = TypeVar("X", bound=Hashable)

ZERO, ONE = number(0), number(1)


@dataclass(frozen=True)
class Left:
    """What may still come between x and x': H_t <= d, where d >= max(1 - t, 0)."""

    t: Number
    d: Number


@dataclass(frozen=True)
class State(Generic[X]):
    """What is left for every pair, the inputs that are still possible, and the round that is under way."""

    left: dict[tuple[X, X], Left]
    inputs: dict[X, None]
    pending: Mechanism[Any, Any] | None
    rounds: int


class ExactFilter(Owned, Generic[X]):
    """The filter that refuses a mechanism only if running it, and then stopping, would break the promise.

    For every ordered adjacent pair (x, x') it knows the likelihood ratio of the outputs that were seen, and
    so the exact (t, d) that is left.  After an output o of M with the distributions P and Q,

        t' = t Q(o)/P(o),    d' = max(1 - t', 0) + (d - H_t(P || Q)),

    so that the sum over o of P(o) d' is d: what M did not use of d is left for whatever is seen.  By
    induction the transcript of every adversary is (epsilon, delta)-DP.
    Hypotheses: the data x are the same in all rounds and in the domain; the distributions M(x) are public.
    Raises InvalidValue for an infinite epsilon or a delta outside [0, 1], and as `Adjacency.pairs`.
    Source: backward induction on the hockey-stick divergence; Rogers, Roth, Ullman and Vadhan 2016 define
    what a filter is.
    """

    def __init__(
        self, domain: Iterable[X], adjacency: Adjacency, epsilon: EpsilonLike, delta: ExactLike = 0
    ) -> None:
        super().__init__()
        self.epsilon: Log = finite_epsilon(epsilon)
        self.delta: Number = probability(delta, "delta")
        start = Left(self.epsilon.exp(), self.delta)
        inputs = check_domain(domain)
        self.scope: Scope = Scope(adjacency, inputs)
        left: dict[tuple[X, X], Left] = dict.fromkeys(adjacency.pairs(inputs), start)
        vars(self)["_state"] = State(left, dict.fromkeys(x for pair in left for x in pair), None, 0)

    @property
    def _state(self) -> State[X]:
        found: State[X] = vars(self)["_state"]
        return found

    @property
    def left(self) -> Mapping[tuple[X, X], Left]:
        """What may still come, for every ordered adjacent pair that the outputs so far leave possible."""
        return MappingProxyType(self._state.left)

    @property
    def inputs(self) -> tuple[X, ...]:
        """The data that the outputs so far leave possible."""
        return tuple(self._state.inputs)

    @property
    def pending(self) -> Mechanism[Any, Any] | None:
        """The mechanism whose output is awaited."""
        return self._state.pending

    @property
    def rounds(self) -> int:
        """How many rounds were spent."""
        return self._state.rounds

    def admits(self, mechanism: Mechanism[X, Any]) -> bool:
        """Whether H_t(M(x) || M(x')) <= d for every pair.  Raises InvalidValue while an output is awaited."""
        with self._alone():
            self._check_settled()
            return self._refusal(mechanism) is None

    def spend(self, mechanism: Mechanism[X, Any]) -> None:
        """Run the mechanism; tell its output to `observe`.

        Raises BudgetExceeded, and changes nothing, where it is not admitted.
        """
        with self._alone():
            self._check_settled()
            pair = self._refusal(mechanism)
            if pair is not None:
                left = self.left[pair]
                raise BudgetExceeded(
                    f"{mechanism.name} is refused: between {with_type(pair[0])} and {with_type(pair[1])} "
                    f"what is left is e^epsilon = {left.t} with delta = {left.d}; nothing was spent: choose "
                    f"a weaker "
                    "mechanism, or stop",
                    {"pair": pair},
                )
            state = self._state
            vars(self)["_state"] = State(state.left, state.inputs, mechanism, state.rounds + 1)

    def observe(self, output: object) -> None:
        """The output of the mechanism that was spent.

        Raises InvalidValue where none is awaited, and for an output that it has on no input.
        """
        with self._alone():
            mechanism = self.pending
            if mechanism is None:
                raise InvalidValue("no output is awaited; spend a mechanism first")
            inputs = {x: None for x in self._state.inputs if mechanism.distribution(x)[output]}
            if not inputs:
                raise InvalidValue(f"output {with_type(output)} is impossible on every input that is left")
            after = {}
            for (x, y), left in self.left.items():
                p, q = mechanism.distribution(x), mechanism.distribution(y)
                if p[output]:
                    t = left.t * q[output] / p[output]
                    after[x, y] = Left(t, max(ONE - t, ZERO) + left.d - divergence(p, q, left.t))
            vars(self)["_state"] = State(after, inputs, None, self.rounds)

    def guarantee(self) -> Guarantee:
        """What holds whatever was chosen."""
        return about(Guarantee(self.epsilon, self.delta), self.scope)

    def _refusal(self, mechanism: Mechanism[X, Any]) -> tuple[X, X] | None:
        """The first pair for which the mechanism is too much."""
        m = mechanism_of(mechanism)
        check_distinct((*self._state.inputs, *(x for x in m.domain if x in self._state.inputs)), "input")
        for (x, y), left in self.left.items():
            if divergence(m.distribution(x), m.distribution(y), left.t) > left.d:
                return x, y
        return None

    def _check_settled(self) -> None:
        if self.pending is not None:
            raise InvalidValue(
                f"{self.pending.name} was spent and its output is awaited; tell it by observe(output) first"
            )

    def __str__(self) -> str:
        return f"ExactFilter({self.epsilon}, {self.delta})"


def divergence(p: Dist[Any], q: Dist[Any], t: Number) -> Number:
    """H_t(P || Q) = sum over o of max(P(o) - t Q(o), 0), for any t >= 0."""
    return sum((max(mass - t * q[o], ZERO) for o, mass in p.items()), ZERO)
