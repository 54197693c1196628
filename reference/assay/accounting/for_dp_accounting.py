"""A drop-in `PrivacyAccountant` for dp-accounting: certified upper bounds where it has approximations.

    accountant = CertifiedAccountant()              # instead of dp_accounting.pld.PLDAccountant()
    accountant.compose(event).get_epsilon(1e-5)

Its parameters are floats: they are taken at their exact binary values.  Answers are upper bounds, rounded up.
Needs the extra `peers`: pip install 'assay[peers]'.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from importlib import import_module
from numbers import Real
from typing import TYPE_CHECKING, Any, cast
from warnings import warn

from ..errors import BudgetExceeded, InvalidType, InvalidValue
from ..exact import ExactLike, log_value, number
from ..exact.bracket import Bracket
from .accountant import Accountant
from .dp_event_rounds import Unsupported
from .dp_events import RELATIONS, rounds_of
from .dp_values import exact
from .question import known
from .rounds import Rounds
from .truncation import ADD_REMOVE, REPLACE

try:
    _dp = cast(Any, import_module("dp_accounting"))
except ImportError as missing:
    raise ImportError("dp-accounting is not installed; pip install 'assay[peers]'") from missing

if TYPE_CHECKING:

    class _Base:
        """What this module needs of `dp_accounting.PrivacyAccountant`, which has no types."""

        def __init__(self, relation: object) -> None: ...

        def CompositionErrorDetails(self, invalid_event: object, error_message: str) -> object: ...

else:
    _Base = _dp.PrivacyAccountant

FOREIGN = {
    "value_discretization_interval": "leave it out: the grid is chosen for the width, and "
    "relative_width='1/1000' says how far an answer may lie above the truth",
    "orders": "leave it out: no Renyi divergence is taken",
}
"""Parameters of dp-accounting's own accountants."""


LEAST = 2.0**-1074


class WideBound(UserWarning):
    """An answer is an upper bound, but farther above the truth than `relative_width` allows."""


class CertifiedAccountant(_Base):
    """Certified accounting of dp-accounting's events; see the module.

    neighboring_relation: one of `dp_accounting.NeighboringRelation`; ADD_OR_REMOVE_ONE if it is left out.
    relative_width: how far an answer may lie above the truth, relative to it; exact, such as "1/1000".
    Raises InvalidType or InvalidValue for anything else, with the parameter to leave out.
    """

    def __init__(
        self, neighboring_relation: Any = None, relative_width: ExactLike = "1/10000", **foreign: object
    ) -> None:
        for name, value in foreign.items():
            raise InvalidType(f"{name} = {value!r} is no parameter here; {FOREIGN.get(name, 'leave it out')}")
        relations = _dp.NeighboringRelation
        relation = relations.ADD_OR_REMOVE_ONE if neighboring_relation is None else neighboring_relation
        if not isinstance(relation, relations):
            raise InvalidType(
                f"neighboring_relation = {relation!r} is a {type(relation).__name__}; give one of "
                "dp_accounting.NeighboringRelation"
            )
        self._adjacency = next((name for name, theirs in RELATIONS.items() if relation.name == theirs), "")
        if not self._adjacency:
            raise InvalidValue(
                f"neighboring_relation = {relation} is not supported; give one of "
                f"{', '.join(RELATIONS.values())}"
            )
        super().__init__(relation)
        if number(relative_width, "relative_width") <= 0:
            raise InvalidValue(
                f"relative_width = {relative_width} is not positive; give one such as '1/1000'"
            )
        self._width = relative_width
        self._certified = Accountant(REPLACE if self._adjacency == REPLACE else ADD_REMOVE, relative_width)

    def _maybe_compose(self, event: Any, count: int, do_compose: bool) -> Any:
        """Translate the event, and add its steps where `do_compose`."""
        try:
            rounds = rounds_of(event, count, self._adjacency)
        except Unsupported as error:
            return self.CompositionErrorDetails(invalid_event=error.event, error_message=str(error))
        if do_compose:
            for each, times in rounds:
                self._certified.compose(each, times)
        return None

    def get_epsilon(self, target_delta: float) -> float:
        """An upper bound of epsilon, rounded up; infinity where there is none.

        Where the width is not reached within the budget of memory, the bound is the best one known, perhaps
        infinity, with the warning `WideBound`.
        """
        delta = exact(target_delta, "target_delta")
        return self._upper(lambda distribution: distribution.epsilon(delta, self._width))

    def get_delta(self, target_epsilon: float) -> float:
        """An upper bound of delta, rounded up; where the width is not reached, as above."""
        given: object = target_epsilon
        if isinstance(given, Real) and given == float("inf"):
            return min(1.0, self._upper(lambda distribution: distribution.delta("inf", self._width)))
        epsilon = exact(target_epsilon, "target_epsilon")
        if epsilon < 0:
            raise InvalidValue(f"target_epsilon = {target_epsilon} is negative; give a float >= 0")
        least = self._least(epsilon)
        if least is not None:
            return least
        return min(1.0, self._upper(lambda distribution: distribution.delta(epsilon, self._width)))

    def _least(self, epsilon: Fraction) -> float | None:
        """0 or the least positive float, where that is quickly seen to be an upper bound."""
        found = [
            distribution.beyond(log_value(epsilon))
            for distribution in self._certified.rounds.by_direction.values()
        ]
        ends = [bracket.floats()[1] for bracket in found if bracket is not None]
        return max(ends) if len(ends) == len(found) and max(ends) <= LEAST else None

    def _upper(self, ask: Ask) -> float:
        try:
            return ask(self._certified).floats()[1]
        except BudgetExceeded as stopped:
            warn(f"the bound is wider than asked for: {stopped}", WideBound, stacklevel=3)
            rounds = self._certified.rounds
            # of each direction the best upper bound; infinity always is one
            return max(
                known(partial(ask, rounds.only(direction))).floats()[1] for direction in rounds.directions
            )


Ask = Callable[[Accountant | Rounds], Bracket]
"""A question to the larger of both directions, or to one of them."""
