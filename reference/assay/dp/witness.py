"""Witnesses: two inputs and an event whose exact probabilities anyone can compare again."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from ..errors import BudgetExceeded, MixedFields
from ..exact import Log, Number, sign
from ..outputs.json_values import exact_json
from ..outputs.text import SpelledFields, spelled
from ..rich_display import Shown
from .hockey_stick import exponential
from .privacy_loss import log_ratio
from .weights import ZERO

if TYPE_CHECKING:
    from .mechanism import Mechanism

X = TypeVar("X")
T = TypeVar("T")


@dataclass(frozen=True, repr=False)
class Outcome(SpelledFields):
    """One outcome o of the event with P(o) and Q(o), the probabilities on the two inputs."""

    outcome: Hashable
    p: Number
    q: Number


@dataclass(frozen=True, repr=False)
class Witness(Shown, SpelledFields):
    """Adjacent inputs x, x' and an event S with P(S) > e^epsilon Q(S) + delta; or = where a bound is tight.

    P = M(x) and Q = M(x').  `bounds` is True where the program did not finish: each `p` is then a rigorous
    lower bound, and `open_q` the part of Q's mass that may fall anywhere, which counts as if it fell into S.
    """

    mechanism: str
    inputs: tuple[Hashable, Hashable]
    outcomes: tuple[Outcome, ...]
    epsilon: Log
    delta: Number
    bounds: bool = False
    open_q: Number = ZERO

    @property
    def event(self) -> tuple[Hashable, ...]:
        """The outcomes of the event S."""
        return tuple(each.outcome for each in self.outcomes)

    @property
    def p(self) -> Number:
        """P(S), the probability of the event on the first input (a lower bound if `bounds`)."""
        return sum((each.p for each in self.outcomes), ZERO)

    @property
    def q(self) -> Number:
        """Q(S), the probability of the event on the second input (an upper bound if `bounds`)."""
        return sum((each.q for each in self.outcomes), self.open_q)

    @property
    def relation(self) -> str:
        """How P(S) compares with e^epsilon Q(S) + delta: '>', '=' or '<', decided exactly."""
        return {1: ">", 0: "=", -1: "<"}[excess_sign(self.p, self.q, self.epsilon, self.delta)]

    @property
    def comparison(self) -> str:
        """The exact comparison of P(S) with e^epsilon Q(S) + delta, written out; e^epsilon 0 is left out."""
        factor = exponential(self.epsilon) or ("inf" if self.epsilon.is_infinite else f"exp({self.epsilon})")
        product = [f"{_wrap(factor)} * {_wrap(self.q)}"] if self.q else []
        right = product + ([str(self.delta)] if self.delta else [])
        return f"{self.p} {self.relation} {' + '.join(right) or 0}"

    def __str__(self) -> str:
        x, y = self.inputs
        event = ", ".join(map(spelled, self.event))
        more, less = ("at least ", "at most ") if self.bounds else ("", "")
        return (
            f"x = {spelled(x)}, x' = {spelled(y)}, S = {{{event}}}: P[M(x) in S] = {more}{self.p}, "
            f"P[M(x') in S] = {less}{self.q}, and {self.comparison}"
        )

    def to_json(self) -> dict[str, object]:
        """JSON values: every number as an exact string with a correctly rounded decimal beside it."""
        factor = exponential(self.epsilon)
        return {
            "mechanism": self.mechanism,
            "inputs": [spelled(x) for x in self.inputs],
            "event": [spelled(outcome) for outcome in self.event],
            "outcomes": [
                {"outcome": spelled(each.outcome), "p": exact_json(each.p), "q": exact_json(each.q)}
                for each in self.outcomes
            ],
            "p": exact_json(self.p),
            "q": exact_json(self.q),
            "open_q": exact_json(self.open_q),
            "bounds": self.bounds,
            "epsilon": exact_json(self.epsilon),
            "exp_epsilon": None if factor is None else exact_json(factor),
            "delta": exact_json(self.delta),
            "relation": self.relation,
            "comparison": self.comparison,
        }


def witness(
    mechanism: Mechanism[X, T], pair: tuple[X, X], event: Iterable[T], epsilon: Log, delta: Number
) -> Witness:
    """The witness of a pair and an event of a mechanism whose distributions are known exactly."""
    p, q = (mechanism.distribution(x) for x in pair)
    return Witness(mechanism.name, pair, tuple(Outcome(o, p[o], q[o]) for o in event), epsilon, delta)


def _wrap(value: object) -> str:
    text = str(value)
    return f"({text})" if " " in text else text


def excess_sign(p: Number, q: Number, epsilon: Log, delta: Number) -> int:
    """The sign of p - e^epsilon q - delta for p, q >= 0, with e^infinity 0 = 0.

    Decided also where e^epsilon shares no field with the others: as that of ln((p - delta)/q) - epsilon.
    """
    if not q:
        return sign(p - delta)
    if epsilon.is_infinite:
        return -1
    factor = exponential(epsilon) if delta else None
    if factor is not None:
        try:
            return sign(p - factor * q - delta)
        except (BudgetExceeded, MixedFields):
            pass
    room = p - delta
    return log_ratio(room, q).compare(epsilon) if sign(room) > 0 else -1
