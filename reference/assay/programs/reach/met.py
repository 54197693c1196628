"""What a walk has met, by kind."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import FunctionType
from typing import Any


@dataclass(frozen=True)
class Place:
    """Where a function is kept: an attribute or a global variable."""

    holder: Any
    name: str
    value: Any


@dataclass
class Met:
    """The objects that a walk has met.

    objects: all, by identity. functions: of the user's and of installed libraries. standard: functions of the
    standard library. places: where functions are kept. instances, classes: of the user's and of installed
    libraries. containers: dictionaries and lists. sources: what the reader answers in the place of, with
    where it is kept. caches: functions behind `lru_cache`. holders: objects with cached properties that are
    not computed yet. compiled: functions that numba compiles.
    draws: whether randomness is named that the reader answers. numpy: whether an object of numpy or scipy is
    within reach; libraries: code of an installed or a trusted library.
    """

    objects: dict[int, Any] = field(default_factory=dict)
    functions: list[FunctionType] = field(default_factory=list)
    standard: list[FunctionType] = field(default_factory=list)
    places: list[Place] = field(default_factory=list)
    instances: list[Any] = field(default_factory=list)
    classes: list[type] = field(default_factory=list)
    containers: list[dict[Any, Any] | list[Any]] = field(default_factory=list)
    sources: list[tuple[Any, str]] = field(default_factory=list)
    caches: list[Any] = field(default_factory=list)
    holders: list[Any] = field(default_factory=list)
    compiled: list[FunctionType] = field(default_factory=list)
    draws: bool = False
    numpy: bool = False
    libraries: bool = False
