"""Putting the tape in the place of the random sources, and watching the sampler's functions, for a while.

At the head of each of its loops a sampler then calls `head`: the run ends there if its state has a name.
"""

from __future__ import annotations

import math
import os
import random
import secrets
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FunctionType, ModuleType
from typing import Any

from ...errors import NondeterministicProgram
from ...outputs.text import with_type
from ..jitted import is_jitted
from ..origins import INSTALLED, USER, origin_of_code, origin_of_module
from ..reach import Place, Reach
from ..state import Snapshot
from .draws import Cut, Reached, active
from .freeze import Unfreezable, freeze_all, through
from .hidden import frozen_state
from .instrument import BYTES, LOCAL, LOOP, MARK, int_from_bytes
from .int64 import CHECK, checked, within_int64
from .libm import lazy_functions
from .loop_position import loop_over
from .randoms import TapeRandom, tape_bytes
from .stand_ins import check_jitted, check_replaced, is_source_method, replace_generators
from .swaps import Swaps
from .tape import Tape
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


RANDOM_METHODS = (
    "random uniform triangular randint choice randrange sample shuffle choices normalvariate lognormvariate "
    "expovariate vonmisesvariate gammavariate gauss betavariate binomialvariate paretovariate weibullvariate "
    "getrandbits randbytes seed getstate setstate"
)


@contextmanager
def on_tape(
    tape: Tape, reach: Reach, hidden: Iterable[Any] = (), *, compiled: bool = False
) -> Iterator[None]:
    """Inside the block what is within reach draws from the tape, whichever source it uses; its calls are
    merged.

    hidden: declared state, which may change.
    compiled: whether functions that numba compiled are within reach.
    """
    swaps = Swaps()
    tape.forget_unless_same(reach)
    try:
        twins = _sources(swaps)
        _rename(swaps, twins)
        followed = {id(place): _followed(place) for place in reach.met.places}
        replace_generators(swaps, reach, twins)
        check_replaced(reach, twins)
        if compiled:
            check_jitted(reach)
        for place in reach.met.places:
            swaps.set(place.holder, place.name, through(followed[id(place)], tape.call))
        local = partial(_local, tape)
        called = (MARK, head), (LOOP, loop_over), (BYTES, int_from_bytes), (CHECK, within_int64)
        for table, _ in reach.variables.read.values():
            for name, value in (*called, (LOCAL, local)):
                swaps.set(table, name, value)
        state = Snapshot(reach, answers=tape.answers)
        state.forget()
        tape.caches = state.caches
        tape.guard = frozen_state(reach, hidden, state.caches) if hidden else state.changed
        tape.state = reach.changing.objects(reach.met.objects)
        yield
    finally:
        tape.caches.forget()
        swaps.undo()


def _followed(place: Place) -> FunctionType:
    """The function of a place; of a compiled one the copy that looks at its values."""
    held = place.holder if isinstance(place.holder, dict) else vars(place.holder)
    function: FunctionType = place.value
    return checked(function) if is_jitted(held.get(place.name)) else function


def _local(tape: Tape, function: FunctionType) -> Callable[..., Any]:
    """A local function, called by way of the tape."""
    return through(function, partial(tape.call, local=True))


def _sources(swaps: Swaps) -> dict[int, tuple[Any, Any]]:
    """Replace the sources where they are defined; the originals by identity, with their stand-ins."""
    source = TapeRandom()
    twins: list[tuple[Any, str, Any]] = [
        (random, name, getattr(source, name)) for name in RANDOM_METHODS.split() if hasattr(random, name)
    ]
    twins += [(random, "Random", TapeRandom), (random, "SystemRandom", TapeRandom), (random, "_inst", source)]
    twins += [(secrets, "SystemRandom", TapeRandom), (secrets, "_sysrand", source)]
    twins += [(secrets, "randbits", source.getrandbits), (secrets, "choice", source.choice)]
    twins += [(secrets, "token_bytes", lambda n=None: tape_bytes(32 if n is None else n))]
    twins += [(os, "urandom", tape_bytes), (os, "getrandom", lambda n, flags=0: tape_bytes(n))]
    twins += [(random, "_urandom", tape_bytes)]
    twins += [(math, name, function) for name, function in lazy_functions().items()]
    if "numpy" in sys.modules:
        from .numpy_randoms import numpy_twins

        twins += numpy_twins()
    replaced = {}
    for holder, name, twin in twins:
        if hasattr(holder, name):
            original = getattr(holder, name)
            _check_is_original(holder, name, original)
            replaced[id(original)] = (original, twin)
            swaps.set(holder, name, twin)
    for name in ("log", "exp", "sqrt"):  # the module random keeps its own names of these
        swaps.set(random, f"_{name}", getattr(math, name))
    return replaced


def _check_is_original(holder: Any, name: str, original: Any) -> None:
    """Refuse a source in whose place the user's code has put something else."""
    owner = getattr(original, "__self__", None)
    of_random = holder is random and name in RANDOM_METHODS.split()
    moved = of_random and owner is not random._inst and not isinstance(owner, TapeRandom)
    users = isinstance(original, FunctionType) and origin_of_code(original.__code__) == USER
    if moved or users:
        raise NondeterministicProgram(
            f"{holder.__name__}.{name} was replaced by {with_type(original)}; leave it as Python gives it"
        )


def _rename(swaps: Swaps, replaced: dict[int, tuple[Any, Any]]) -> None:
    """Replace the sources also where a module of the user's imported them by name."""
    for module in list(sys.modules.values()):
        known = _LIBRARIES.get(id(module))
        if known is not None and known[1] is known[0].__dict__.get("__file__"):
            continue
        if type(module) is not ModuleType or _is_librarys(module):
            continue
        for key, value in list(vars(module).items()):
            known = replaced.get(id(value))
            if known is not None and known[0] is value:
                swaps.set(vars(module), key, known[1])
            elif type(value) not in _NO_METHODS and is_source_method(value):
                swaps.set(vars(module), key, getattr(TapeRandom(), value.__name__))


_LIBRARIES: dict[int, tuple[ModuleType, object]] = {}
"""Modules that are not the user's, by identity, with the file that says so."""


def _is_librarys(module: ModuleType) -> bool:
    """Whether a module is of the standard library, or trusted, which is remembered of one with a file."""
    if origin_of_module(module) in (USER, INSTALLED):
        return False
    path = vars(module).get("__file__")
    if isinstance(path, str) or module.__spec__ is not None:
        _LIBRARIES[id(module)] = module, path
    return True


_NO_METHODS = frozenset(
    {FunctionType, type, ModuleType, type(None), bool, int, float, str, tuple, list, dict, set}
)
"""Types of most global variables, which are no methods of anything."""
