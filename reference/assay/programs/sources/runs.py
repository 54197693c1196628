"""One run of a call along given choices: how it ends, and whether anything but its draws decided that."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from ...outputs.text import brief
from ..ends import failure
from ..watch import HigherStack
from .body import Body
from .draws import Choice, Contradiction, Cut, Refused, Run, Stop, active
from .freeze import Freezer, Unfreezable
from .notes import Notes, noting
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
    if body.given is None:
        tape.caches.forget()
    notes = Notes(tape.identity) if _is_noted(tape, body) else None
    with noting(notes):
        end = _followed(tape, run)
    if notes is not None and notes.limit is not None and _goes_on(end):
        end = Contradiction(f"it meets {notes.limit}, and goes on after that")
    tape.draws += run.position
    body.drew = body.drew or run.drew
    if isinstance(end, Ended) and run.items:
        end = _confirmed(tape, run, end, notes)
    if isinstance(end, Ended) and body.given is None and tape.caches:
        end = _repeated(tape, run, end)
    _check(tape, run, end)
    if isinstance(end, Ended) and body.given is None and end.error is not None:
        raise failure(end.error, f"the sampler {run.history()}")
    return run, end


def _goes_on(end: Ended | Stop) -> bool:
    """Whether a run that met an end of the machine did not end there."""
    return isinstance(end, Ended) and not isinstance(end.error, MemoryError)


CLOSELY = 8
"""So many runs of each function are replayed at both ends of what their draws leave open."""

GOLDEN = 0x9E3779B97F4A7C15
"""2^64 over the golden ratio: its multiples, modulo 2^64, lie evenly."""

LAST = 1 << 64


def _is_noted(tape: Tape, body: Body) -> bool:
    """Whether a run may meet exceptions that the sampler handles, or compare by identity."""
    if tape.identity or tape.handlers is None or body.given is None:
        return bool(tape.identity) or tape.handlers is not None
    return tape.handlers.may_run(body.function, (*body.args, *body.kwargs.values()))


def _confirmed(tape: Tape, run: Run, end: Ended, notes: Notes | None) -> Ended | Stop:
    """How the run ends with plain numbers in the place of its lazy draws, which has to be the same way.

    A sampler that tells the two apart, or an operation that lazy numbers lack, is refused by this. The plain
    numbers are any of those that the run leaves open: they vary from run to run.
    """
    where_is = None if notes is None else notes.identity
    if where_is is not None and any(item.is_many_valued for item in run.items):
        return Refused(f"it compares what may be two numbers by identity ({where_is}); write == or !=")
    at_ends = tape.confirmed[run.body.function] < CLOSELY and any(item.is_open for item in run.items)
    tape.confirmed[run.body.function] += 1
    plain: Ended | Stop = end
    for where in (0, LAST, None) if at_ends else (None,):
        plain = _plainly(tape, run, where, notes)
        if not isinstance(plain, Ended):
            return plain
        if not alike(plain, end):
            return Refused(
                f"the sampler ends in {_told(end)} on the tape, and in {_told(plain)} with plain numbers"
            )
    return plain


def _repeated(tape: Tape, run: Run, end: Ended) -> Ended | Stop:
    """How the run ends once more, with its caches as it left them, which has to be the same way."""
    changed = tape.guard()
    if changed is not None:
        return end
    again = Run(tape, run.body, tuple(run.choices), run.base)
    found = _followed(tape, again)
    if isinstance(found, Ended) and again.position == run.position and alike(found, end):
        return end
    return Contradiction(f"it ends in {_told(end)}, and in {_told(found)} when it is called again")


def _plainly(tape: Tape, run: Run, where: int | None, notes: Notes | None) -> Ended | Stop:
    """How the run ends with plain numbers, if it meets the same exceptions."""
    plain = Run(tape, run.body, (), 0)
    plain.plain = iter([_value(tape, item, where) for item in run.items])
    plain.plain_picks = iter(run.picked)
    found = None if notes is None else Notes({})
    with noting(found), HigherStack():
        end = _followed(tape, plain)
    if isinstance(end, Ended) and notes is not None and found is not None and found.met != notes.met:
        return Refused("with plain numbers the sampler meets other exceptions than on the tape")
    if isinstance(end, Ended) and (any(True for _ in plain.plain) or any(True for _ in plain.plain_picks)):
        return Refused("with plain numbers the sampler draws less often than on the tape")
    return end


def _value(tape: Tape, item: Any, where: int | None) -> Any:
    """A plain number that a lazy draw may stand for."""
    tape.replays += 1
    return item.representative(tape.replays * GOLDEN % LAST if where is None else where)


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
    args, kwargs = body.args, body.kwargs
    if body.is_copied:
        args, kwargs = copy.deepcopy((args, kwargs), {id(held): held for held in body.bound})
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
    if not run.tape.state.isdisjoint(seen.met):
        raise Unfreezable("a part of the state that an inner call returns")
    if body.mutable:
        _check_arguments(body, (args, kwargs), seen)
    return ended


def _check(tape: Tape, run: Run, end: Ended | Stop) -> None:
    """Give up where a run showed that the distribution is not one of arguments and draws alone."""
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
    if after.key(arguments) != body.given:
        raise Unfreezable("arguments that a call changes")
    if output.met.keys() & after.met.keys():
        raise Unfreezable("a part of its arguments that a call returns")
