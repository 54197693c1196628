"""Copies of worlds: of everything that can be changed, which share as the originals do."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from operator import is_
from types import BuiltinFunctionType
from typing import TYPE_CHECKING, Any

from .heap import arguments_of
from .iteration import VIEWS, Course, viewed
from .order import collides, slots
from .outside import OutsideSubset
from .python_calls import METHODS
from .values import CONSTANT, SCALARS, NotPlain, is_kept, plain_key, refused
from .worlds import Bound, Flat, Function, Partial, Scope, World

if TYPE_CHECKING:
    from .heap import Heap


def copied(world: World, heap: Heap) -> World:
    """A world of its own, in which everything is shared as it was."""
    scope = world.scope
    if not (scope.names or world.stack or scope.parent is not None):
        return World(Scope(scope.code, {}), [], world.mass, world.draws)
    memo: dict[int, Any] = {}
    scope = copy(scope, memo, heap)
    stack = [copy(value, memo, heap) for value in world.stack] if world.stack else []
    return World(scope, stack, world.mass, world.draws)


def copy(value: Any, memo: dict[int, Any], heap: Heap) -> Any:
    """A copy of what can be changed; what cannot is shared."""
    kind = type(value)
    if kind in SCALARS:
        return value
    if kind is tuple:
        if is_kept(value):
            return value
        parts = [copy(part, memo, heap) for part in value]
        return value if all(map(is_, parts, value)) else tuple(parts)
    if kind in CONSTANT:
        return value if kind is not frozenset else _held(value, memo, heap)
    known = memo.get(id(value))
    if known is not None:
        return known
    if id(value) in heap.foreign:
        return value
    return _copy_owned(kind, value, memo, heap)


def _copy_owned(kind: type, value: Any, memo: dict[int, Any], heap: Heap) -> Any:
    made: Any
    if kind is Scope or kind is Flat:
        made = memo[id(value)] = kind(value.code, {}, None)
        made.names.update([(n, copy(v, memo, heap)) for n, v in value.names.items()])
        made.parent = None if value.parent is None else copy(value.parent, memo, heap)
    elif kind is list:
        made = memo[id(value)] = []
        made += [copy(part, memo, heap) for part in value]
    elif kind in (dict, Counter, OrderedDict, defaultdict):
        made = memo[id(value)] = defaultdict(value.default_factory) if kind is defaultdict else kind()
        for k, v in _held(value, memo, heap).items():
            made[k] = copy(v, memo, heap)
    elif kind is set:
        made = memo[id(value)] = set()
        for part in _held(value, memo, heap):
            made.add(part)
        heap.disordered |= collides(value)
        heap.removed |= slots(made) != slots(value)
    elif kind is deque:
        made = memo[id(value)] = deque(maxlen=value.maxlen)
        made.extend([copy(part, memo, heap) for part in value])
    else:
        made = _copy_object(kind, value, memo, heap)
    return made


def _held(value: Any, memo: dict[int, Any], heap: Heap) -> Any:
    """A set or a dictionary, if its elements or keys are found again in a copy."""
    for part in value:
        if type(part) not in SCALARS and copy(part, memo, heap) is not part:
            raise OutsideSubset(f"it looks a {type(part).__name__} up by its hash")
    return value


def _copy_object(kind: type, value: Any, memo: dict[int, Any], heap: Heap) -> Any:
    """A copy of an object, a function of the program's own, or a method; others cannot be changed."""
    if kind is Function:
        made = memo[id(value)] = Function(value.code, value.scope, (), ())
        made.scope = copy(value.scope, memo, heap)
        made.defaults, made.kwdefaults = (
            copy(value.defaults, memo, heap),
            copy(value.kwdefaults, memo, heap),
        )
        return made
    if kind is Bound or kind is Partial:
        bound = memo[id(value)] = kind(value.function, None)
        bound.function, bound.owner = copy(value.function, memo, heap), copy(value.owner, memo, heap)
        return bound
    if kind is Course:
        return Course(copy(value.items, memo, heap), copy(value.sources, memo, heap), value.view)
    if kind is bytearray:
        memo[id(value)] = bytearray(value)
        return memo[id(value)]
    if kind in VIEWS:
        return getattr(copy(viewed(value), memo, heap), VIEWS[kind])()
    if kind is BuiltinFunctionType and type(value.__self__) in METHODS:
        return getattr(copy(value.__self__, memo, heap), value.__name__)
    if heap.is_single(value):
        return value
    name = heap.kind_of(kind)
    if name == "plain":
        twin: Any = object.__new__(kind)
        memo[id(value)] = twin
        for n, v in vars(value).items():
            vars(twin)[n] = copy(v, memo, heap)
        return twin
    if name == "named tuple":
        parts = [copy(part, memo, heap) for part in value]
        return value if all(map(is_, parts, value)) else tuple.__new__(kind, parts)
    if name == "frozen":
        own = [copy(part, memo, heap) for part in heap.parts(value)]
        if all(map(is_, own, heap.parts(value))):
            return value
        frozen: Any = object.__new__(kind)
        vars(frozen).update(zip(vars(value), own, strict=True))
        return frozen
    if name == "exception":  # two of them are told apart by ==
        memo[id(value)] = kind(*[copy(part, memo, heap) for part in arguments_of(value)])
        return memo[id(value)]
    try:
        plain_key(value)
    except NotPlain:
        raise refused(value) from None
    return value
