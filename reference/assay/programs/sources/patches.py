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
from functools import partial
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

from ...errors import NondeterministicProgram
from ...outputs.text import with_type
from ..jitted import is_jitted, unjitted
from ..names.rules import home_of
from ..origins import INSTALLED, USER, origin_of_code, origin_of_module
from ..reach import Place, Reach
from ..state import Snapshot
from ..watch import is_generator
from .freeze import through
from .frozen_state import frozen_state
from .heads import head
from .instrument import BYTES, LOCAL, LOOP, int_from_bytes
from .int64 import CHECK, checked, within_int64
from .libm import lazy_functions
from .loops import loop_over
from .marks import MARK
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
        _replace_generators(swaps, reach, twins)
        _check_replaced(reach, twins)
        if compiled:
            _check_jitted(reach)
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
        tape.state = reach.changeable()
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
        from .numpy_twins import numpy_twins

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
            elif type(value) not in _NO_METHODS and _is_source_method(value):
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


def _is_source_method(value: Any) -> bool:
    """A bound method of a generator, as `from random import random` gives."""
    if type(value) not in (BuiltinFunctionType, MethodType):
        return False  # other objects answer for attributes as they like
    owner = value.__self__
    return isinstance(owner, _random.Random) and not isinstance(owner, TapeRandom)


def _replace_generators(swaps: Swaps, reach: Reach, twins: dict[int, tuple[Any, Any]]) -> None:
    """Replace generators that were made before, and their methods, wherever they are kept: variables,
    attributes, what functions close over and have as defaults, dictionaries and lists.
    """
    for table, names in reach.variables.read.values():
        for name in names:
            if name in table:
                _replace(swaps, table, name, table[name], twins)
    attributes = [getattr(each, "__dict__", None) for each in reach.met.instances]
    for held in [each for each in (*attributes, *reach.met.containers) if isinstance(each, dict)]:
        for key, value in list(held.items()):
            _replace(swaps, held, key, value, twins)
    for cls in reach.met.classes:
        for name, value in list(vars(cls).items()):
            _replace(swaps, cls, name, value, twins)
    for elements in reach.met.containers:
        if isinstance(elements, list):
            for n, value in enumerate(elements):
                _replace(swaps, _Slot(value, partial(elements.__setitem__, n)), "it", value, twins)
    for function in reach.met.functions:
        _replace_of_function(swaps, function, twins)


def _replace_of_function(swaps: Swaps, function: FunctionType, twins: dict[int, tuple[Any, Any]]) -> None:
    """Replace what a function closes over and has as defaults."""
    for cell in function.__closure__ or ():
        if _is_set(cell):
            value = cell.cell_contents
            _replace(swaps, _Slot(value, partial(setattr, cell, "cell_contents")), "it", value, twins)
    for name, value in (function.__kwdefaults__ or {}).items():
        _replace(swaps, function.__kwdefaults__, name, value, twins)
    defaults = function.__defaults__ or ()
    stands = [_stand_in(value, twins) for value in defaults]
    if any(stand is not None for stand in stands):
        changed = tuple([v if s is None else s for v, s in zip(defaults, stands, strict=True)])
        swaps.set(_Slot(defaults, partial(setattr, function, "__defaults__")), "it", changed)


class _Slot(dict[str, Any]):
    """A place that is set by a function, as a dictionary of one entry."""

    def __init__(self, value: Any, put: Callable[[Any], None]) -> None:
        super().__init__(it=value)
        self.put = put

    def __setitem__(self, name: str, value: Any) -> None:
        super().__setitem__(name, value)
        self.put(value)

    def update(self, *others: Any, **values: Any) -> None:
        """Set the place too."""
        for name, value in dict(*others, **values).items():
            self[name] = value


def _replace(swaps: Swaps, holder: Any, name: Any, value: Any, twins: dict[int, tuple[Any, Any]]) -> None:
    """Put a source of the tape in the place of another."""
    stand = _stand_in(value, twins)
    if stand is not None:
        swaps.set(holder, name, stand)


def _stand_in(value: Any, twins: dict[int, tuple[Any, Any]]) -> Any:
    """What stands in for a source: a known function or class, a generator, a method of one; else None."""
    known = twins.get(id(value))
    if known is not None and known[0] is value and home_of(value) != "math":
        return known[1]
    if isinstance(value, _random.Random):
        return None if isinstance(value, TapeRandom) else TapeRandom()
    if type(value) is partial:
        stand = _stand_in(value.func, twins)
        return None if stand is None else partial(stand, *value.args, **value.keywords)
    if is_jitted(value):
        return checked(unjitted(value))
    if type(value).__module__.startswith("numpy.random") and not isinstance(value, type):
        from .numpy_twins import stand_in

        return stand_in(value)
    owner = getattr(value, "__self__", None) if isinstance(value, BuiltinFunctionType | MethodType) else None
    if owner is int and value.__name__ == "from_bytes":
        return int_from_bytes
    kind: type = type(owner)
    if is_generator(kind):
        stand = _stand_in(owner, twins)
        return None if stand is None else getattr(stand, value.__name__, None)
    return None


def _check_replaced(reach: Reach, twins: dict[int, tuple[Any, Any]]) -> None:
    """Raises NondeterministicProgram for a source of numpy that is still within reach: its draws would not
    be seen, while calls of Python's own sources are watched.
    """
    if "numpy" not in sys.modules:
        return
    for value in reach.again().met.objects.values():
        known = twins.get(id(value))
        original = known is not None and known[0] is value and home_of(value).startswith("numpy")
        if original or _is_of_numpy(value):
            raise NondeterministicProgram(
                f"a random source, {_source_name(value)}, is kept where the tape cannot stand in for it; "
                "keep it in a variable or an attribute, or hand it over as an argument named by rng="
            )


def _check_jitted(reach: Reach) -> None:
    """Raises NondeterministicProgram for a compiled function that is still within reach: it has a random
    source of its own, which is not seen.
    """
    found = reach.again().met.compiled
    if found:
        raise NondeterministicProgram(
            f"the function {found[0].__name__}, compiled by numba, is kept where the tape cannot "
            "stand in for it; keep it in a variable or an attribute"
        )


def _is_of_numpy(value: Any) -> bool:
    """Whether a value is a generator of numpy, or its source of bits, and not of the tape."""
    return type(value).__module__.startswith("numpy.random") and (
        hasattr(value, "random_raw") or _stand_in(value, {}) is not None
    )


def _source_name(value: Any) -> str:
    """The name of a source, without its address."""
    return str(getattr(value, "__qualname__", None) or f"a {type(value).__name__}")


def _is_set(cell: Any) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:
        return False
