"""What a sampler calls at the head of each of its loops: the run ends here if its state has a name."""

from __future__ import annotations

from typing import Any

from .draws import Cut, Reached, active
from .freeze import Unfreezable, freeze_all
from .watch_paused import watch_paused

MAX_TURNS = 1_000_000
"""Loop heads that a run may pass without a draw."""


@watch_paused
def head(number: int, variables: dict[str, Any]) -> bool:
    """A loop head: stop the run here if it has drawn since its last state, and this state has a name."""
    run = active.get()
    if run is None:
        return True
    run.turns += 1
    if run.turns > MAX_TURNS:
        run.stop(Cut(f"a loop turned {MAX_TURNS} times without a draw"))
    code = run.body.code
    if run.plain is not None:
        return True
    if run.depth == 0 and code is not None and run.position > run.base and run.stopped is None:
        names = code.live[number].difference(run.body.closed)
        live = {name: variables[name] for name in names if name in variables}
        if run.tape.guard() is not None:
            return True  # the state holds more than the variables
        try:
            key = freeze_all(live, code.local)
        except Unfreezable:
            return True
        run.stop(Reached(("head", number, key)))
    return True
