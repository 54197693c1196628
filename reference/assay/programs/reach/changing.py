"""What can change within reach, one node each (`programs.nodes`)."""

from __future__ import annotations

import sys
from abc import ABCMeta
from collections.abc import Iterable, Iterator
from enum import Enum
from types import FunctionType
from typing import TYPE_CHECKING, Any

from .. import library_settings, nodes
from ..nodes import Node

if TYPE_CHECKING:
    from .walk import Walk


class Changing:
    """The nodes of the objects that were met; foreign: classes and objects that are not the user's, on which
    attributes can be set. decimal, logging: whether the program can see the settings of these.
    """

    def __init__(self) -> None:
        self.foreign: list[Any] = []
        self.decimal = self.logging = False
        self._nodes: list[tuple[int, Node]] = []

    def add(self, holder: Any, *found: Node) -> None:
        """What of an object can change."""
        self._nodes += [(id(holder), node) for node in found]

    def nodes(self, without: Iterable[int]) -> Iterator[Node]:
        """The nodes of all objects but those of these identities."""
        return (node for held, node in self._nodes if held not in without)

    def objects(self, met: dict[int, Any]) -> frozenset[int]:
        """The identities of the objects that can change, apart from functions, classes and enum members."""
        fixed = FunctionType | type | Enum
        return frozenset(held for held, _ in self._nodes if not isinstance(met[held], fixed))

    def of_libraries(self, walk: Walk) -> Iterator[Node]:
        """The attributes of classes, modules and objects that are not the user's, and settings of
        libraries.
        """
        yield from map(nodes.set_on, (*self.foreign, *walk.handed.modules_of_libraries()))
        yield from (nodes.registered(cls) for cls in self.foreign if isinstance(cls, ABCMeta))
        if self.logging:
            yield library_settings.loggers()
        if self.decimal:
            yield library_settings.decimal_context()
        answered = "numpy.random" in walk.answered
        if walk.met.libraries and not answered and "numpy.random.mtrand" in sys.modules:
            yield library_settings.numpy_generator()
        if walk.met.numpy and walk.attributes.read.keys() & {"errstate", "printoptions"}:
            yield library_settings.numpy_settings()
