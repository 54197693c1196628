"""What may be seen of a value beside its contents: the order of a set, its text, which object it is."""

from __future__ import annotations

import sys
from collections import Counter, OrderedDict, defaultdict, deque
from typing import TYPE_CHECKING, Any

from .classes import CONTAINERS, shows_its_fields
from .outside import OutsideSubset
from .values import CONSTANT, NotPlain, plain_key

if TYPE_CHECKING:
    from .heap import Heap


def check_order(value: Any, heap: Heap) -> None:
    """Refuse to look at the order of a set, if that may not be the order which Python has."""
    if type(value) not in (set, frozenset) or len(value) < 2:
        return
    by_value = not heap.objects or all(_has_value_hash(part, heap) for part in value)
    if heap.removed or not by_value or (heap.disordered and collides(value)):
        raise OutsideSubset("it looks at the order of a set, which depends on how the set came about")


_HOLDING = (list, tuple, set, frozenset, dict, Counter, OrderedDict, defaultdict)


def check_output(value: Any, heap: Heap) -> None:
    """Refuse a value that holds a set whose order is not known."""
    check_order(value, heap)
    kind = type(value)
    if kind in _HOLDING or heap.kind_of(kind) in ("named tuple", "frozen"):
        for part in heap.parts(value):
            check_output(part, heap)


def same(a: Any, b: Any, heap: Heap) -> bool:
    """a is b; whether equal values that nobody can change are one object is an accident."""
    if type(a) is not type(b):
        return False
    by_identity = type(a) in CONTAINERS or heap.kind_of(type(a)) == "plain" or heap.is_single(a)
    if not (a is None or type(a) is bool or by_identity):
        raise OutsideSubset("'is' compares objects by identity")
    return a is b


def _has_value_hash(value: Any, heap: Heap) -> bool:
    """Whether a value is hashed by what it holds."""
    if type(value) is tuple:
        return all(_has_value_hash(part, heap) for part in value)
    return type(value) in CONSTANT or heap.kind_of(type(value)) in ("enum", "named tuple", "frozen")


def check_text(value: Any, heap: Heap) -> None:
    """Refuse to show a value whose text is more than its contents, such as where it is in memory."""
    try:
        plain_key(value)
        if type(value) not in (tuple, frozenset):
            return
    except NotPlain:
        pass
    kind = type(value)
    if kind in (list, tuple, deque):
        for part in value:
            check_text(part, heap)
    elif kind in (dict, Counter, OrderedDict, defaultdict):
        for part in (*value, *value.values()):
            check_text(part, heap)
    elif kind in (set, frozenset):
        check_order(value, heap)
        for part in value:
            check_text(part, heap)
    elif _is_shown(kind, heap):
        for part in heap.parts(value):
            check_text(part, heap)
    elif kind is not bytearray:
        raise OutsideSubset(f"it shows a {kind.__name__} as text")


def _is_shown(kind: type, heap: Heap) -> bool:
    """Whether the text of an object is made of that of its parts."""
    name = heap.kind_of(kind)
    return name in ("enum", "named tuple", "exception") or (
        name in ("plain", "frozen") and shows_its_fields(kind)
    )


def slots(value: Any) -> int:
    """The size of a set's hash table."""
    return 8 if sys.getsizeof(value) == _SMALL else (sys.getsizeof(value) - _SMALL) // 16


def collides(value: Any) -> bool:
    """Whether two elements of a set compete for a place, so that the first one to come has it."""
    if len(value) < 2:
        return False
    mask = slots(value) - 1
    return len({hash(part) & mask for part in value}) < len(value)


_SMALL = sys.getsizeof(set())
