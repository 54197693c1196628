"""Putting the tape in the place of the random sources, and watching the sampler's functions, for a while."""

from __future__ import annotations

import _random
import math
import os
import random
import secrets
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import WRAPPER_ASSIGNMENTS
from types import FunctionType, ModuleType
from typing import Any

from ..names import SOURCES
from ..origins import INSTALLED, USER, origin_of_module
from ..reach import Reach
from ..state import Snapshot
from .frozen_state import frozen_state
from .heads import head
from .instrument import BYTES, LOOP, int_from_bytes
from .libm import lazy_functions
from .liveness import MARK
from .loops import loop_over
from .randoms import TapeRandom, tape_bytes
from .tape import Tape

RANDOM_METHODS = (
    "random uniform triangular randint choice randrange sample shuffle choices normalvariate lognormvariate "
    "expovariate vonmisesvariate gammavariate gauss betavariate binomialvariate paretovariate weibullvariate "
    "getrandbits randbytes seed getstate setstate"
)


class Swaps:
    """Attributes and globals that are replaced, and put back."""

    def __init__(self) -> None:
        self._undo: list[Callable[[], None]] = []

    def set(self, holder: Any, name: str, value: Any) -> None:
        """Replace one attribute, or one entry of a dictionary."""
        missing = object()
        if isinstance(holder, dict):
            old = holder.get(name, missing)
            holder[name] = value
            self._undo.append(
                lambda: holder.pop(name, None) if old is missing else holder.update({name: old})
            )
        else:
            was = vars(holder).get(name, missing)
            setattr(holder, name, value)
            self._undo.append(lambda: delattr(holder, name) if was is missing else setattr(holder, name, was))

    def undo(self) -> None:
        """Put everything back, the last first."""
        while self._undo:
            self._undo.pop()()


@contextmanager
def on_tape(tape: Tape, reach: Reach, hidden: Iterable[Any] = ()) -> Iterator[None]:
    """Inside the block what is within reach draws from the tape, whichever source it uses; its calls are
    merged.

    hidden: declared state, which may change.
    """
    swaps = Swaps()
    tape.forget_unless_same(reach)
    try:
        twins = _sources(swaps)
        _rename(swaps, twins)
        _replace_generators(swaps, reach)
        for place in reach.places:
            swaps.set(place.holder, place.name, _through(tape, place.value))
        for table, _ in reach.globals.values():
            for name, value in ((MARK, head), (LOOP, loop_over), (BYTES, int_from_bytes)):
                swaps.set(table, name, value)
        state = Snapshot(reach)
        state.forget()
        tape.guard = frozen_state(reach, hidden) if hidden else state.changed
        tape.state = reach.changeable()
        yield
    finally:
        swaps.undo()


def within_reach(sampler: Callable[..., Any], bound: Iterable[Any], given: Iterable[Any]) -> Reach:
    """What a sampler can reach, with what it is bound to and its arguments; its random sources are
    answered.
    """
    reach = Reach(sampler, bound, answered=SOURCES)
    reach.follow(given)
    return reach


def _through(tape: Tape, function: FunctionType) -> Callable[..., Any]:
    """The function, called by way of the tape."""

    def through(*args: Any, **kwargs: Any) -> Any:
        return tape.call(function, args, kwargs)

    for name in WRAPPER_ASSIGNMENTS:
        setattr(through, name, getattr(function, name))
    through.__dict__ = function.__dict__  # attributes that code sets on the one are those of the other
    return through


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
        from .numpy_twins import numpy_twins

        twins += numpy_twins()
    replaced = {}
    for holder, name, twin in twins:
        if hasattr(holder, name):
            original = getattr(holder, name)
            replaced[id(original)] = (original, twin)
            swaps.set(holder, name, twin)
    for name in ("log", "exp", "sqrt"):  # the module random keeps its own names of these
        swaps.set(random, f"_{name}", getattr(math, name))
    return replaced


def _rename(swaps: Swaps, replaced: dict[int, tuple[Any, Any]]) -> None:
    """Replace the sources also where a module of the user's imported them by name."""
    for module in list(sys.modules.values()):
        if type(module) is not ModuleType or origin_of_module(module) not in (USER, INSTALLED):
            continue
        for key, value in list(vars(module).items()):
            known = replaced.get(id(value))
            if known is not None and known[0] is value:
                swaps.set(vars(module), key, known[1])
            elif _is_source_method(value):
                swaps.set(vars(module), key, getattr(TapeRandom(), value.__name__))


def _is_source_method(value: Any) -> bool:
    """A bound method of a generator, as `from random import random` gives."""
    owner = getattr(value, "__self__", None)
    return isinstance(owner, _random.Random) and not isinstance(owner, TapeRandom)


def _replace_generators(swaps: Swaps, reach: Reach) -> None:
    """Replace generators that were made before, where the sampler names them or what it names holds them."""
    for table, names in reach.globals.values():
        for name in names:
            _replace_generator(swaps, table, name)
    for instance in reach.instances:
        attributes = getattr(instance, "__dict__", None)
        for name in list(attributes or ()):
            _replace_generator(swaps, attributes, name)
    for function in reach.functions:
        for cell in function.__closure__ or ():
            if _is_set(cell):
                _replace_generator(swaps, _Cell(cell), "contents")


class _Cell(dict[str, Any]):
    """A closed-over variable, as a dictionary of one entry."""

    def __init__(self, cell: Any) -> None:
        super().__init__(contents=cell.cell_contents)
        self.cell = cell

    def __setitem__(self, name: str, value: Any) -> None:
        super().__setitem__(name, value)
        self.cell.cell_contents = value

    def update(self, *others: Any, **values: Any) -> None:
        """Set the variable too."""
        for name, value in dict(*others, **values).items():
            self[name] = value


def _replace_generator(swaps: Swaps, table: Any, name: str) -> None:
    """Put a source of the tape in the place of a generator in a dictionary."""
    value = table[name]
    if isinstance(value, _random.Random) and not isinstance(value, TapeRandom):
        swaps.set(table, name, TapeRandom())
    elif type(value).__module__.startswith("numpy.random") and not isinstance(value, type):
        from .numpy_twins import stand_in

        twin = stand_in(value)
        if twin is not None:
            swaps.set(table, name, twin)


def _is_set(cell: Any) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False
