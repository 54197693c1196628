"""One run of a call along given choices: how it ends, and whether anything but its draws decided that."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from ...dp.outputs import brief
from ..ends import failure
from .body import Body
from .draws import Choice, Contradiction, Cut, Refused, Run, Stop, active
from .freeze import Freezer, Unfreezable
from .outcomes import Ended, alike, inner, output, output_raised
from .watch import watched

if TYPE_CHECKING:
    from .tape import Tape


def follow(
    tape: Tape, body: Body, choices: tuple[Choice, ...], base: int, likelihood: tuple[float, float]
) -> tuple[Run, Ended | Stop]:
    """One run along the choices, and how it ended.

    Raises what ended it where the sampler as a whole ended in an exception that is no output.
    """
    run = Run(tape, body, choices, base)
    run.likelihood, run.cutoff = likelihood
    tape.runs += 1
    end = _followed(tape, run)
    tape.draws += run.position
    body.drew = body.drew or run.drew
    if isinstance(end, Ended) and run.items:
        end = _confirmed(tape, run, end)
    _check(tape, run, end)
    if isinstance(end, Ended) and body.given is None and end.error is not None:
        raise failure(end.error, f"the sampler {run.history()}")
    return run, end


def _confirmed(tape: Tape, run: Run, end: Ended) -> Ended | Stop:
    """The same run with plain numbers in the place of its lazy draws, which has to end in the same way.

    A sampler that tells the two apart, or an operation that lazy numbers lack, is refused by this.
    """
    plain = Run(tape, run.body, (), 0)
    plain.plain = iter([item.representative() for item in run.items])
    plain.plain_picks = iter(run.picked)
    other = _followed(tape, plain)
    if isinstance(other, Ended) and alike(other, end):
        return other
    if isinstance(other, Contradiction | Cut | Refused):
        return other
    told = [_told(each) for each in (end, other)]
    return Refused(f"the sampler ends in {told[0]} on the tape, and in {told[1]} with plain numbers")


def _told(end: Ended | Stop) -> str:
    """How a run ended, in a message."""
    if isinstance(end, Stop):
        return str(end)
    return brief(end.value if end.error is None else end.error)


def _followed(tape: Tape, run: Run) -> Ended | Stop:
    """How a run ends."""
    token = active.set(run)
    try:
        with watched(lambda name: run.stop(Contradiction(f"it calls {name}"))):
            end: Ended | Stop = _ended(run)
    except Stop as stop:
        end = stop
    except RecursionError:
        end = Cut("a run went deeper than Python's recursion limit")
    finally:
        active.reset(token)
        tape.restore()
    return run.stopped or end


def _ended(run: Run) -> Ended:
    """Call the sampler on copies of its arguments, and list its output while draws can still be made."""
    body = run.body
    fresh = body.mutable is None or body.mutable
    kept = {id(held): held for held in body.bound}
    args, kwargs = copy.deepcopy((body.args, body.kwargs), kept) if fresh else (body.args, body.kwargs)
    function = body.function if body.code is None else body.code.function
    value, error = None, None
    try:
        value = function(*args, **kwargs)
    except (Stop, RecursionError, KeyboardInterrupt):
        raise
    except BaseException as found:
        error = found
    if run.stopped is not None:
        raise run.stopped
    if body.given is None:
        return output(value) if error is None else output_raised(error, run.tape.raises)
    ended, seen = inner(value, error)
    if body.mutable:
        _check_arguments(body, (args, kwargs), seen)
    return ended


def _check(tape: Tape, run: Run, end: Ended | Stop) -> None:
    """Give up where a run showed that the law is not one of arguments and draws alone."""
    if isinstance(end, Contradiction):
        tape.failed = end
    elif isinstance(end, Ended) and run.position < run.given:
        tape.failed = Contradiction(
            f"it drew {run.given} times, and on replay of the same choices only {run.position} times"
        )
    changed = tape.guard()
    if changed is not None:
        tape.failed = tape.failed or Contradiction(f"it changes {changed}, which the next call would see")
    if tape.failed is not None:
        raise tape.failed


def _check_arguments(body: Body, arguments: tuple[Any, Any], output: Freezer) -> None:
    """A call that changes its arguments, or returns a part of them, cannot stand for itself.

    Raises Unfreezable, after which it is run in place.
    """
    after = Freezer()
    if after.freeze(arguments) != body.given:
        raise Unfreezable("arguments that a call changes")
    if output.seen.keys() & after.seen.keys():
        raise Unfreezable("a part of its arguments that a call returns")
