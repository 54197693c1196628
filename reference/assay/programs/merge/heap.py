"""What can be changed, in a state: whose it is, how it is copied, and how two states of it are compared.

Every world owns its lists, dictionaries, sets, objects and scopes, and a copy of a world has copies of them
that share as the originals do.  What belongs to somebody else (a global list, an argument of the caller) is
*foreign*: it may be read, is never changed, and is one and the same in all worlds.
"""

from __future__ import annotations

import sys
from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Hashable, Iterable
from types import BuiltinFunctionType, FunctionType
from typing import Any

from .. import Program
from .allowed import METHODS, is_pure
from .classes import (
    CONTAINERS,
    attributes_of,
    is_enum,
    is_frozen_class,
    is_named_tuple,
    is_plain_class,
    is_plain_exception,
    shows_its_fields,
)
from .iteration import NOTHING, VIEWS, Course, viewed
from .outside import OutsideSubset
from .values import CONSTANT, SCALARS, NotPlain, is_kept, plain_key, refused
from .worlds import Bound, Flat, Function, Partial, Scope, World

MISSING = object()
FACTORIES = frozenset({list, dict, set, int, float, str, bool, tuple})
COMPILED = "<program>"
"""The file name of code that the evaluator compiles: functions of it do not live as long as a state."""

Seen = dict[int, int]


class Heap:
    """The rules for what can be changed, for one evaluation.

    foreign: what belongs to somebody else, by identity. fixed: functions and the like, of which there is one.
    disordered: a set whose order depends on more than its elements was kept or copied.
    removed: an element was removed from a set, after which its order is that of its history.
    objects: objects were made whose hash is where they are in memory.
    """

    def __init__(self) -> None:
        self.foreign: dict[int, object] = {}
        self.fixed: dict[int, object] = {id(NOTHING): NOTHING}
        self.disordered = False
        self.removed = False
        self.objects = False
        self._kinds: dict[type, str] = {}

    def kind_of(self, kind: type) -> str:
        """What a class is: an enum, a named tuple, an exception, frozen, plain, or nothing known."""
        known = self._kinds.get(kind)
        if known is None:
            known = self._kinds[kind] = kind_of(kind)
        return known

    def adopt(self, value: Any) -> None:
        """Make everything within a value foreign; OutsideSubset for what is not followed."""
        try:
            plain_key(value)
            return
        except NotPlain:
            pass
        if id(value) in self.foreign:
            return
        if type(value) is FunctionType or is_pure(value):
            self.fixed[id(value)] = value
            return
        parts = list(self.parts(value))
        if type(value) in (Scope, Function, Bound, Partial, defaultdict):
            raise refused(value)
        if not (self.is_single(value) or isinstance(value, tuple)):
            self.foreign[id(value)] = value
        for part in parts:
            self.adopt(part)

    def parts(self, value: Any) -> Iterable[Any]:
        """What a value holds; OutsideSubset for a value that is not followed."""
        kind = type(value)
        if kind in (list, set, deque, tuple, frozenset):
            return tuple(value)
        if kind in (dict, Counter, OrderedDict):
            return [*value, *value.values()]
        if kind is defaultdict:
            return [value.default_factory, *value, *value.values()]
        if kind is bytearray or self.is_single(value):
            return ()
        name = self.kind_of(kind)
        if name == "named tuple":
            return tuple(value)
        if name == "exception":
            return self._arguments(value)
        if name in ("plain", "frozen"):
            return attributes_of(value).values()
        raise refused(value)

    def is_single(self, value: Any) -> bool:
        """Whether a value is told apart by identity: an enum member, a function, a class."""
        if id(value) in self.fixed or type(value) is Program:
            return True
        if isinstance(value, type):
            return value in _TYPES or self.kind_of(value) != ""
        return self.kind_of(type(value)) == "enum"

    def _arguments(self, error: BaseException) -> tuple[Any, ...]:
        """What a plain exception holds."""
        if vars(error) or (isinstance(error, OSError) and error.filename is not None):
            raise OutsideSubset(f"it keeps attributes in a {type(error).__name__}")
        return error.args

    # Keys

    def key(self, value: Any) -> Hashable:
        """The key of one value by itself."""
        try:
            return plain_key(value)
        except NotPlain:
            return self.freeze(value, {})

    def world_key(self, world: World, order: tuple[str, ...] | None) -> Hashable:
        """The key of a world; of the running function's variables only the live ones count."""
        names = world.scope.names
        parts: list[Any] = []
        later: list[Any] = []
        if order is None:
            order = tuple(sorted(names))
            parts.append(order)
        for name in order:
            value = names.get(name, MISSING)
            kind = type(value)
            if kind in SCALARS:
                parts += (kind, value)
            elif value is not MISSING:
                try:
                    parts.append(plain_key(value))
                except NotPlain:
                    later.append(value)
                    parts.append(later)
            else:
                parts.append(None)
        if later or world.stack or world.scope.parent is not None:
            return self._mixed_key(world, parts, later)
        return tuple(parts)

    def _mixed_key(self, world: World, parts: list[Any], later: list[Any]) -> Hashable:
        """The key of a world that holds what can be changed, or is in the midst of an expression."""
        seen: Seen = {id(world.scope): 0}
        waiting = iter(later)
        made = [self.freeze(next(waiting), seen) if part is later else part for part in parts]
        parent = world.scope.parent
        outer = None if parent is None else self.freeze(parent, seen)
        return (*made, outer, *[self.freeze(value, seen) for value in world.stack])

    def freeze(self, value: Any, seen: Seen) -> Hashable:
        """The key of a value among others: shared ones that can be changed are numbered."""
        kind = type(value)
        if kind in SCALARS:
            return kind, value
        if kind is tuple and not is_kept(value):
            return kind, tuple([self.freeze(part, seen) for part in value])
        try:
            return plain_key(value)
        except NotPlain:
            pass
        if id(value) in self.foreign:
            return "foreign", id(value)
        if self.is_single(value):
            return "one", id(value)
        name = self.kind_of(kind) if kind not in CONTAINERS else ""
        if name in VALUES:  # which one it is cannot be asked
            return kind, tuple([self.freeze(part, seen) for part in self.parts(value)])
        if id(value) in seen:
            return "again", seen[id(value)]
        seen[id(value)] = len(seen)
        return self._freeze_owned(kind, name, value, seen)

    def _freeze_owned(self, kind: type, name: str, value: Any, seen: Seen) -> Hashable:
        """The key of what a world owns."""
        if kind is list or kind is deque:
            limit = value.maxlen if kind is deque else None
            return kind, limit, tuple([self.freeze(part, seen) for part in value])
        if kind is set:
            self.disordered |= collides(value)
            return kind, slots(value), frozenset([plain_or_refused(part, self) for part in value])
        if kind in (dict, Counter, OrderedDict, defaultdict):
            if kind is defaultdict and value.default_factory not in FACTORIES:
                raise refused(value)
            factory = value.default_factory if kind is defaultdict else None
            return (
                kind,
                factory,
                tuple([(plain_or_refused(k, self), self.freeze(v, seen)) for k, v in value.items()]),
            )
        if kind is bytearray:
            return kind, bytes(value)
        if name == "plain":
            return kind, tuple([(n, self.freeze(v, seen)) for n, v in attributes_of(value).items()])
        if name == "exception":
            return kind, tuple([self.freeze(part, seen) for part in self._arguments(value)])
        return self._freeze_model(kind, value, seen)

    def _freeze_model(self, kind: type, value: Any, seen: Seen) -> Hashable:
        """The key of a scope, a function of the program's own, or a method of an object."""
        if kind is Scope or kind is Flat:
            own = [(n, self.freeze(value.names[n], seen)) for n in sorted(value.names)]
            return (
                kind,
                id(value.code),
                tuple(own),
                None if value.parent is None else self.freeze(value.parent, seen),
            )
        if kind is Function:
            given = self.freeze(value.defaults, seen), self.freeze(value.kwdefaults, seen)
            return kind, id(value.code), *given, self.freeze(value.scope, seen)
        if kind is Bound or kind is Partial:
            return kind, self.freeze(value.function, seen), self.freeze(value.owner, seen)
        if kind is Course:
            return kind, value.view, self.freeze(value.items, seen), self.freeze(value.sources, seen)
        if kind in VIEWS:
            return kind, self.freeze(viewed(value), seen)
        if kind is BuiltinFunctionType and type(value.__self__) in METHODS:
            return kind, value.__name__, self.freeze(value.__self__, seen)
        raise refused(value)

    # Copies

    def copied(self, world: World) -> World:
        """A world of its own, in which everything is shared as it was."""
        scope = world.scope
        if not (scope.names or world.stack or scope.parent is not None):
            return World(Scope(scope.code, {}), [], world.mass, world.draws)
        memo: dict[int, Any] = {}
        scope = self.copy(scope, memo)
        stack = [self.copy(value, memo) for value in world.stack] if world.stack else []
        return World(scope, stack, world.mass, world.draws)

    def copy(self, value: Any, memo: dict[int, Any]) -> Any:
        """A copy of what can be changed; what cannot is shared."""
        kind = type(value)
        if kind in SCALARS:
            return value
        if kind is tuple:
            if is_kept(value):
                return value
            parts = [self.copy(part, memo) for part in value]
            return value if all(map(_is, parts, value)) else tuple(parts)
        if kind in CONSTANT:
            return value if kind is not frozenset else self._held(value, memo)
        known = memo.get(id(value))
        if known is not None:
            return known
        if id(value) in self.foreign:
            return value
        return self._copy_owned(kind, value, memo)

    def _copy_owned(self, kind: type, value: Any, memo: dict[int, Any]) -> Any:
        made: Any
        if kind is Scope or kind is Flat:
            made = memo[id(value)] = kind(value.code, {}, None)
            made.names.update([(n, self.copy(v, memo)) for n, v in value.names.items()])
            made.parent = None if value.parent is None else self.copy(value.parent, memo)
        elif kind is list:
            made = memo[id(value)] = []
            made += [self.copy(part, memo) for part in value]
        elif kind in (dict, Counter, OrderedDict, defaultdict):
            made = memo[id(value)] = defaultdict(value.default_factory) if kind is defaultdict else kind()
            for k, v in self._held(value, memo).items():
                made[k] = self.copy(v, memo)
        elif kind is set:
            made = memo[id(value)] = set()
            for part in self._held(value, memo):
                made.add(part)
            self.disordered |= collides(value)
            self.removed |= slots(made) != slots(value)
        elif kind is deque:
            made = memo[id(value)] = deque(maxlen=value.maxlen)
            made.extend([self.copy(part, memo) for part in value])
        else:
            made = self._copy_object(kind, value, memo)
        return made

    def _held(self, value: Any, memo: dict[int, Any]) -> Any:
        """A set or a dictionary, if its elements or keys are found again in a copy."""
        for part in value:
            if type(part) not in SCALARS and self.copy(part, memo) is not part:
                raise OutsideSubset(f"it looks a {type(part).__name__} up by its hash")
        return value

    def _copy_object(self, kind: type, value: Any, memo: dict[int, Any]) -> Any:
        """A copy of an object, a function of the program's own, or a method; others cannot be changed."""
        if kind is Function:
            made = memo[id(value)] = Function(value.code, value.scope, (), ())
            made.scope = self.copy(value.scope, memo)
            made.defaults, made.kwdefaults = (
                self.copy(value.defaults, memo),
                self.copy(value.kwdefaults, memo),
            )
            return made
        if kind is Bound or kind is Partial:
            bound = memo[id(value)] = kind(value.function, None)
            bound.function, bound.owner = self.copy(value.function, memo), self.copy(value.owner, memo)
            return bound
        if kind is Course:
            return Course(self.copy(value.items, memo), self.copy(value.sources, memo), value.view)
        if kind is bytearray:
            memo[id(value)] = bytearray(value)
            return memo[id(value)]
        if kind in VIEWS:
            return getattr(self.copy(viewed(value), memo), VIEWS[kind])()
        if kind is BuiltinFunctionType and type(value.__self__) in METHODS:
            return getattr(self.copy(value.__self__, memo), value.__name__)
        if self.is_single(value):
            return value
        name = self.kind_of(kind)
        if name == "plain":
            twin: Any = object.__new__(kind)
            memo[id(value)] = twin
            for n, v in attributes_of(value).items():
                vars(twin)[n] = self.copy(v, memo)
            return twin
        if name == "named tuple":
            parts = [self.copy(part, memo) for part in value]
            return value if all(map(_is, parts, value)) else tuple.__new__(kind, parts)
        if name == "frozen":
            own = [self.copy(part, memo) for part in self.parts(value)]
            if all(map(_is, own, self.parts(value))):
                return value
            frozen: Any = object.__new__(kind)
            vars(frozen).update(zip(attributes_of(value), own, strict=True))
            return frozen
        if name == "exception":  # two of them are told apart by ==
            memo[id(value)] = kind(*[self.copy(part, memo) for part in self._arguments(value)])
            return memo[id(value)]
        try:
            plain_key(value)
        except NotPlain:
            raise refused(value) from None
        return value

    # Order

    def check_order(self, value: Any) -> None:
        """Refuse to look at the order of a set, if that may not be the order which Python has."""
        if type(value) not in (set, frozenset) or len(value) < 2:
            return
        by_value = not self.objects or all(self._has_value_hash(part) for part in value)
        if self.removed or not by_value or (self.disordered and collides(value)):
            raise OutsideSubset("it looks at the order of a set, which depends on how the set came about")

    def check_output(self, value: Any) -> None:
        """Refuse a value that holds a set whose order is not known."""
        self.check_order(value)
        if type(value) in (list, tuple, set, frozenset):
            for part in value:
                self.check_output(part)
        elif type(value) in (dict, Counter, OrderedDict, defaultdict):
            for part in (*value, *value.values()):
                self.check_output(part)
        elif self.kind_of(type(value)) in ("named tuple", "frozen"):
            for part in self.parts(value):
                self.check_output(part)

    def same(self, a: Any, b: Any) -> bool:
        """a is b; whether equal values that nobody can change are one object is an accident."""
        if type(a) is not type(b):
            return False
        by_identity = type(a) in CONTAINERS or self.kind_of(type(a)) == "plain" or self.is_single(a)
        if not (a is None or type(a) is bool or by_identity):
            raise OutsideSubset("'is' compares objects by identity")
        return a is b

    @property
    def careful(self) -> bool:
        """Whether the order of some sets is not that of their elements alone."""
        return self.disordered or self.removed or self.objects

    def _has_value_hash(self, value: Any) -> bool:
        """Whether a value is hashed by what it holds."""
        if type(value) is tuple:
            return all(map(self._has_value_hash, value))
        return type(value) in CONSTANT or self.kind_of(type(value)) in ("enum", "named tuple", "frozen")

    def check_text(self, value: Any) -> None:
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
                self.check_text(part)
        elif kind in (dict, Counter, OrderedDict, defaultdict):
            for part in (*value, *value.values()):
                self.check_text(part)
        elif kind in (set, frozenset):
            self.check_order(value)
            for part in value:
                self.check_text(part)
        elif self._is_shown(kind):
            for part in self.parts(value):
                self.check_text(part)
        elif kind is not bytearray:
            raise OutsideSubset(f"it shows a {kind.__name__} as text")

    def _is_shown(self, kind: type) -> bool:
        """Whether the text of an object is made of that of its parts."""
        name = self.kind_of(kind)
        return name in ("enum", "named tuple", "exception") or (
            name in ("plain", "frozen") and shows_its_fields(kind)
        )

    def check_change(self, value: Any) -> None:
        """Refuse to change what belongs to somebody else."""
        if id(value) in self.foreign:
            raise OutsideSubset(f"it changes a {type(value).__name__} that is not its own")


def kind_of(kind: type) -> str:
    """What a class is, found once as long as nobody changes it."""
    parts = tuple((name, id(part)) for base in kind.__mro__ for name, part in vars(base).items())
    known = _kinds.get(kind)
    if known is None or known[0] != parts:
        known = parts, next((name for name, test in KINDS.items() if test(kind)), "")
        if len(_kinds) >= MOST_CLASSES:
            _kinds.clear()
        _kinds[kind] = known
    return known[1]


MOST_CLASSES = 256
_kinds: dict[type, tuple[tuple[tuple[str, int], ...], str]] = {}


def plain_or_refused(value: Any, heap: Heap) -> Hashable:
    """The key of an element of a set or a key of a dictionary, which is found by value."""
    try:
        return plain_key(value)
    except NotPlain:
        pass
    if heap.is_single(value):
        return "one", id(value)
    if type(value) is tuple or heap.kind_of(type(value)) == "named tuple":
        return type(value), tuple([plain_or_refused(part, heap) for part in value])
    if heap.kind_of(type(value)) == "frozen":
        return type(value), tuple([(n, plain_or_refused(v, heap)) for n, v in attributes_of(value).items()])
    raise OutsideSubset(f"it looks a {type(value).__name__} up by its hash")


def slots(value: Any) -> int:
    """The size of a set's hash table."""
    return 8 if sys.getsizeof(value) == _SMALL else (sys.getsizeof(value) - _SMALL) // 16


def collides(value: Any) -> bool:
    """Whether two elements of a set compete for a place, so that the first one to come has it."""
    if len(value) < 2:
        return False
    mask = slots(value) - 1
    return len({hash(part) & mask for part in value}) < len(value)


def _is(a: object, b: object) -> bool:
    return a is b


_SMALL = sys.getsizeof(set())
_TYPES: frozenset[Any] = frozenset({*CONTAINERS, *CONSTANT, object, type(None)})

VALUES = ("named tuple", "frozen")
"""Classes whose objects are told apart by what they hold alone."""

KINDS = {
    "enum": is_enum,
    "named tuple": is_named_tuple,
    "exception": is_plain_exception,
    "frozen": is_frozen_class,
    "plain": is_plain_class,
}
