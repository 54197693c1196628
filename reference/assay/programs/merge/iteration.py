"""What a loop runs through: the elements, and whether somebody has changed what they come from."""

from __future__ import annotations

import gc
from collections import Counter, OrderedDict, defaultdict, deque
from dataclasses import dataclass
from operator import is_
from typing import TYPE_CHECKING, Any, cast

from .allowed import EAGER, is_pure
from .order import check_order
from .outside import OutsideSubset

if TYPE_CHECKING:
    from .heap import Heap

INDEXED = frozenset({tuple, range, str, bytes, list, bytearray})
"""Types that are run through by index, as Python itself does it; a list may grow meanwhile."""

DICTIONARIES = frozenset({dict, Counter, OrderedDict, defaultdict})
VIEWS: dict[type, str] = {type({}.keys()): "keys", type({}.values()): "values", type({}.items()): "items"}
LAZY = frozenset(
    {enumerate, zip, map, filter, type(iter(())), type(iter([])), type(iter(range(0))), reversed}
)
LAZY |= {type(reversed([])), type(iter("")), type(iter(range(1 << 70)))}
MISSING = object()
"""What there is behind the last element."""

NOTHING = object()
"""What max and min have found before the first element."""


@dataclass(slots=True, eq=False, repr=False)
class Course:
    """The elements of what is not indexed, as they were when the loop began.

    sources: what they come from and can be changed, each with what it held then. view: of the first of them.
    """

    items: tuple[Any, ...]
    sources: tuple[Any, ...]
    view: str | None = None

    def item(self, index: int) -> Any:
        """The element at an index, MISSING behind the last one; OutsideSubset if a source was changed."""
        for source, held in self.sources:
            if len(source) != len(held) or not all(map(is_, source, held)):
                raise OutsideSubset("a loop changes what it runs through")
        if index >= len(self.items):
            return MISSING
        item = self.items[index]
        if self.view in ("values", "items"):
            value = self.sources[0][0][item]
            return value if self.view == "values" else (item, value)
        return item


def course(value: Any, heap: Heap) -> Any:
    """What a loop over a value runs through: what is indexed itself, a Course of other things."""
    kind = type(value)
    if kind in INDEXED:
        return value
    if kind is frozenset or kind is set:
        check_order(value, heap)
        items = tuple(value)
        return items if kind is frozenset or id(value) in heap.foreign else Course(items, ((value, items),))
    if kind in DICTIONARIES or kind in VIEWS:
        mapping = viewed(value) if kind in VIEWS else value
        keys = tuple(mapping)
        return Course(keys, ((mapping, keys),), VIEWS.get(kind, "keys"))
    if kind is deque or heap.kind_of(kind) == "named tuple":
        return Course(tuple(value), ((value, tuple(value)),))
    if isinstance(value, type) and heap.kind_of(value) == "enum":
        return tuple(cast("Any", value))
    if kind in LAZY:
        sources = tuple((source, tuple(source)) for source in _sources(value, heap))
        return Course(tuple(value), sources) if sources else tuple(value)
    if kind in EAGER:
        return tuple(value)
    raise OutsideSubset(f"it runs through a {kind.__name__}")


def viewed(view: Any) -> Any:
    """The dictionary that a view of one shows."""
    return gc.get_referents(view)[0]


def item_at(run: Any, index: int) -> Any:
    """The element at an index, or MISSING behind the last one."""
    if type(run) is Course:
        return run.item(index)
    return run[index] if index < len(run) else MISSING


def _sources(value: Any, heap: Heap) -> list[Any]:
    """The lists and the like that a lazy iterator of Python's own will read."""
    kind = type(value)
    if kind in (tuple, range, str, bytes, frozenset, int, type(None), bool) or id(value) in heap.foreign:
        return []
    if kind in (list, deque):
        return [value]
    if kind in LAZY or kind.__name__.endswith("_iterator"):
        _, parts, *_ = value.__reduce__()
        if kind in (map, filter):
            if not is_pure(parts[0]) and parts[0] is not None:
                raise OutsideSubset("a loop calls a function while it runs")
            parts = parts[1:]
        return [source for part in parts for source in _sources(part, heap)]
    raise OutsideSubset(f"a loop reads a {kind.__name__} while it runs")
