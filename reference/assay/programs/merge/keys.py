"""The keys of states: two worlds with one key go on alike, and are one."""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Callable, Hashable, Iterable
from types import BuiltinFunctionType
from typing import TYPE_CHECKING, Any

from ...outputs.keys import Keys
from .heap import arguments_of
from .iteration import VIEWS, Course, viewed
from .order import collides, slots
from .outside import OutsideSubset
from .python_calls import METHODS
from .values import CONSTANT, LONG, SCALARS, NotPlain, plain_key, refused
from .worlds import Bound, Flat, Function, Partial, Scope, World

if TYPE_CHECKING:
    from .heap import Heap

MISSING = object()
FACTORIES = frozenset({list, dict, set, int, float, str, bool, tuple})
MODELS = frozenset({Scope, Flat, Function, Bound, Partial, Course, *VIEWS})


def key_of(value: Any, heap: Heap) -> Hashable:
    """The key of one value by itself."""
    try:
        return plain_key(value)
    except NotPlain:
        return StateKeys(heap).key(value)


def world_key(world: World, order: tuple[str, ...] | None, heap: Heap) -> Hashable:
    """The key of a world; of the running function's variables only the live ones count."""
    scope = world.scope
    names, keys = scope.names, None
    parts: list[Any] = []
    if order is None:
        order = tuple(sorted(names))
        parts.append(order)
    for name in order:
        value = names.get(name, MISSING)
        kind = type(value)
        if kind in SCALARS:
            parts += (kind, value)
        elif value is MISSING:
            parts.append(None)
        else:
            if kind in CONSTANT:
                try:
                    parts.append(plain_key(value))
                    continue
                except NotPlain:
                    pass
            keys = keys or StateKeys(heap, scope)
            parts.append(keys.key(value))
    if world.stack or scope.parent is not None:
        keys = keys or StateKeys(heap, scope)
        parts.append(None if scope.parent is None else keys.key(scope.parent))
        parts += [keys.key(value) for value in world.stack]
    return tuple(parts)


class StateKeys(Keys):
    """The keys of what worlds hold; scope: the one whose variables they are."""

    def __init__(self, heap: Heap, scope: Scope | None = None) -> None:
        super().__init__()
        self.heap = heap
        if scope is not None:
            self.met[id(scope)] = 0

    def key(self, value: Any) -> Hashable:
        """The key of a value; that of a long one is kept."""
        kind = type(value)
        if kind in SCALARS:
            return kind, value
        if kind is tuple and len(value) >= LONG:
            try:
                return plain_key(value)
            except NotPlain:
                pass
        return super().key(value)

    def once(self, kind: type, value: Any, inside: Callable[[type, Any], Hashable]) -> Hashable:
        """The key of what can be changed; what belongs to somebody else is one and the same in all worlds."""
        if id(value) in self.heap.foreign:
            return "foreign", id(value)
        return super().once(kind, value, inside)

    def elements(self, kind: type, value: Iterable[Any]) -> Hashable:
        """The elements of a set, and what their order depends on."""
        if kind is frozenset:
            return self._constant(value)
        self.heap.disordered |= collides(value)
        return slots(value), frozenset([self.found(part) for part in value])

    def found(self, value: Any) -> Hashable:
        """The key of an element of a set or a key of a dictionary, which is found by value."""
        try:
            return plain_key(value)
        except NotPlain:
            kind = type(value)
        if self.heap.is_single(value):
            return "one", id(value)
        name = self.heap.kind_of(kind)
        if kind is tuple or name == "named tuple":
            return kind, tuple([self.found(part) for part in value])
        if name == "frozen":
            return kind, tuple([(n, self.found(v)) for n, v in vars(value).items()])
        raise OutsideSubset(f"it looks a {kind.__name__} up by its hash")

    def other(self, kind: type, value: Any) -> Hashable:
        """The key of an object, a scope, a function, a method."""
        if kind in MODELS:
            return self.once(kind, value, self._model)
        if kind in CONSTANT:
            return self._constant(value)
        if self.heap.is_single(value):
            return "one", id(value)
        name = self.heap.kind_of(kind)
        if name == "named tuple":  # which one it is cannot be asked
            return kind, self._row(value)
        if name == "frozen":
            return kind, self._named(value)
        return self.once(kind, value, self._owned)

    def _constant(self, value: Any) -> Hashable:
        if id(value) in self.heap.foreign:
            return "foreign", id(value)
        try:
            return plain_key(value)
        except NotPlain:
            raise refused(value) from None

    def nan(self, value: Any) -> Hashable:
        """A NaN is told apart by its identity."""
        raise refused(value)

    def _row(self, values: Iterable[Any]) -> Hashable:
        return tuple([self.key(value) for value in values])

    def _named(self, value: Any) -> Hashable:
        return tuple([(name, self.key(held)) for name, held in vars(value).items()])

    def _owned(self, kind: type, value: Any) -> Hashable:
        """What a world owns, beside lists, sets and dictionaries."""
        if kind is deque:
            return value.maxlen, self._row(value)
        if kind is defaultdict:
            if value.default_factory not in FACTORIES:
                raise refused(value)
            return value.default_factory, self.parts(dict, value)
        if kind is Counter or kind is OrderedDict:
            return self.parts(dict, value)
        if kind is BuiltinFunctionType and type(value.__self__) in METHODS:
            return value.__name__, self.key(value.__self__)
        name = self.heap.kind_of(kind)
        if name == "plain":
            return self._named(value)
        if name == "exception":
            return self._row(arguments_of(value))
        return self._constant(value)

    def _model(self, kind: type, value: Any) -> Hashable:
        """A scope, a function of the program's own, a method of an object, or what a loop runs through."""
        if kind is Scope or kind is Flat:
            own = tuple([(name, self.key(value.names[name])) for name in sorted(value.names)])
            return id(value.code), own, None if value.parent is None else self.key(value.parent)
        if kind is Function:
            return id(value.code), self._row((value.defaults, value.kwdefaults, value.scope))
        if kind is Bound or kind is Partial:
            return self._row((value.function, value.owner))
        if kind is Course:
            return value.view, self._row((value.items, value.sources))
        return self.key(viewed(value))
