"""Functions that return a `Dist`, as the rows of a mechanism: held to the same contract as programs.

The function of a row x is called once for x and once more for the row before, so that every row but the last
is computed twice, in another order; both have to agree, and no call may change what another can reach.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

from ..dp.dist import Dist
from ..errors import NondeterministicProgram
from ..outputs.identity import key
from ..outputs.text import brief
from .ends import failure
from .origins import TRUSTED, origin_of_code
from .reach import Reach
from .state import Snapshot, watch_of
from .symbol import asking
from .watch import watched

ADVICE = "let the function depend on its argument alone, and give it what else it needs as an argument"


def watched_distribution(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """x -> function(x), which has to be a function of x alone; the package's own functions are returned as
    they are.

    Raises NondeterministicProgram, when a row is asked for, where the function names what differs from run to
    run, changes what it can reach, or returns something else when it is called again.
    """
    owner = getattr(function, "__self__", None)
    if owner is not None and type(owner).__module__.startswith("assay."):
        return function  # a program, a mechanism or a sampler on the tape sees to it itself
    return WatchedDistribution(function)


class WatchedDistribution:
    """A function whose rows are watched; what it can reach is found out when the first row is asked for."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self.function = function
        self.name: str = str(getattr(function, "__name__", type(function).__name__))
        self._state: Snapshot | None = None
        self._reach: Reach | None = None
        self._is_users = True
        self._before: tuple[Any, Any] | None = None

    def __call__(self, x: Any) -> Any:
        """The row of x."""
        if self._state is None and self._is_users:
            self._state = self._begin()
        if not self._is_users:
            return self.function(x)
        if self._reach is not None:
            self._reach.check(self.name, ADVICE, (x,))
        if self._state is not None:
            self._state.forget()
        row = self._called(x)
        if isinstance(row, Dist):
            self._again(*(self._before or (x, row)))
            self._before = x, row
        return row

    def _begin(self) -> Snapshot | None:
        """The state before the first row; None where no code of the user's is reached."""
        reach = watch_of(self.function, of_distribution=True).reach()
        self._is_users = any(origin_of_code(f.__code__) != TRUSTED for f in reach.met.functions)
        if not self._is_users:
            return None
        self._reach = reach
        return Snapshot(reach)

    def _called(self, x: Any, *, watch: bool = True) -> Any:
        """One call, after which everything within reach is as before."""
        seen: list[str] = []
        try:
            with asking(), watched(seen.append) if watch else nullcontext():
                row = self.function(x)
        except (SystemExit, GeneratorExit) as error:
            raise failure(error, f"the function {self.name} on input {brief(x)}") from error
        changed = None if self._state is None else self._state.changed()
        if seen:
            raise self._refused(f"it calls {seen[0]}")
        if changed is not None:
            raise self._refused(f"the call for input {brief(x)} changed {changed}")
        return row

    def _again(self, x: Any, row: Dist[Any]) -> None:
        """Call the function once more for an earlier input."""
        again = self._called(x, watch=False)
        if not isinstance(again, Dist) or key(again) != key(row):
            raise self._refused(
                f"on input {brief(x)} it returned {brief(row)}, and when called again {brief(again)}"
            )

    def _refused(self, why: str) -> NondeterministicProgram:
        return NondeterministicProgram(
            f"the function {self.name} does not depend on its input alone: {why}; {ADVICE}"
        )
