"""What stands in for generators that were made before, and for compiled functions, wherever they are kept."""

from __future__ import annotations

import _random
import sys
from functools import partial
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from ...errors import NondeterministicProgram
from ..jitted import is_jitted, unjitted
from ..names.rules import home_of
from ..nodes import is_set
from ..reach import Reach
from ..watch import is_generator
from .instrument import int_from_bytes
from .int64 import checked
from .randoms import TapeRandom
from .swaps import Slot, Swaps


def is_source_method(value: Any) -> bool:
    """A bound method of a generator, as `from random import random` gives."""
    if type(value) not in (BuiltinFunctionType, MethodType):
        return False  # other objects answer for attributes as they like
    owner = value.__self__
    return isinstance(owner, _random.Random) and not isinstance(owner, TapeRandom)


def replace_generators(swaps: Swaps, reach: Reach, twins: dict[int, tuple[Any, Any]]) -> None:
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
                _replace(swaps, Slot(value, partial(elements.__setitem__, n)), "it", value, twins)
    for function in reach.met.functions:
        _replace_of_function(swaps, function, twins)


def _replace_of_function(swaps: Swaps, function: FunctionType, twins: dict[int, tuple[Any, Any]]) -> None:
    """Replace what a function closes over and has as defaults."""
    for cell in function.__closure__ or ():
        if is_set(cell):
            value = cell.cell_contents
            _replace(swaps, Slot(value, partial(setattr, cell, "cell_contents")), "it", value, twins)
    for name, value in (function.__kwdefaults__ or {}).items():
        _replace(swaps, function.__kwdefaults__, name, value, twins)
    defaults = function.__defaults__ or ()
    stands = [_stand_in(value, twins) for value in defaults]
    if any(stand is not None for stand in stands):
        changed = tuple([v if s is None else s for v, s in zip(defaults, stands, strict=True)])
        swaps.set(Slot(defaults, partial(setattr, function, "__defaults__")), "it", changed)


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
        from .numpy_randoms import stand_in

        return stand_in(value)
    owner = getattr(value, "__self__", None) if isinstance(value, BuiltinFunctionType | MethodType) else None
    if owner is int and value.__name__ == "from_bytes":
        return int_from_bytes
    kind: type = type(owner)
    if is_generator(kind):
        stand = _stand_in(owner, twins)
        return None if stand is None else getattr(stand, value.__name__, None)
    return None


def check_replaced(reach: Reach, twins: dict[int, tuple[Any, Any]]) -> None:
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


def check_jitted(reach: Reach) -> None:
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
