"""Which kinds of values there are: what cannot change, what is code, what is followed wherever it is held."""

from __future__ import annotations

import collections
import datetime
import decimal
import fractions
import functools
import logging
import random
import sys
import types
from types import FunctionType, ModuleType
from typing import Any

from ..dp import Dist
from ..exact import Log, Number
from ..outputs.keys import is_nan
from .names.modules import HARMLESS, PARTS, WHAT
from .names.rules import Refused, is_answered, top
from .nodes import MISSING

FEW = 64
"""Elements of a tuple in a closure of the package that are looked at for functions."""

ATOMS = frozenset(
    {
        type(None),
        bool,
        int,
        float,
        complex,
        str,
        bytes,
        range,
        slice,
        type(Ellipsis),
        type(NotImplemented),
        object,
    }
    | {Number, Log, Dist, fractions.Fraction, decimal.Decimal}
)
"""Types of values that cannot change and hold nothing that can."""

DATES = (datetime.date,)

SOURCES = (random.Random,)

PARTIAL = functools.partial

CODE = (FunctionType, staticmethod, classmethod, property, functools.cached_property, functools.partialmethod)
"""Attributes of a class that are code: they run where their name is read."""

CACHED = type(functools.lru_cache(lambda: None))

SEEN_WHOLE = (functools.partial, types.SimpleNamespace, BaseException, CACHED, logging.Logger)
"""Types whose readers see the attributes, too."""

CONTAINERS = (list, dict, set, collections.deque, tuple, frozenset, bytearray)
"""Types of values that are followed wherever they are held."""


def is_value(value: Any) -> bool:
    """Whether a value cannot change."""
    if isinstance(value, tuple | frozenset):
        return all(map(is_value, value))
    return type(value) in ATOMS or isinstance(value, type)


def static_attribute(cls: type, name: str) -> Any:
    """An attribute of a class, a static or a class method as the function under it."""
    for base in cls.__mro__:
        if name in vars(base):
            found = vars(base)[name]
            if isinstance(found, types.ClassMethodDescriptorType):
                return getattr(cls, name)
            return found.__func__ if isinstance(found, staticmethod | classmethod) else found
    return MISSING


def is_unequal_to_itself(value: Any) -> bool:
    """Whether a number is a NaN, which hashes by its address."""
    return isinstance(value, float | complex | decimal.Decimal) and is_nan(value)


def is_packages(value: Any) -> bool:
    """Whether a value is an object of the package that may hold functions of the user's."""
    return type(value).__module__.startswith("assay.") and type(value) not in ATOMS


def refused_module(module: ModuleType, answered: frozenset[str]) -> Refused | None:
    """Whether a module may not even be handed around."""
    home = top(module.__name__)
    if (
        home in HARMLESS
        or home in PARTS
        or is_answered(home, answered)
        or home not in sys.stdlib_module_names
    ):
        return None
    return module.__name__, WHAT.get(home, "what may differ from run to run")
