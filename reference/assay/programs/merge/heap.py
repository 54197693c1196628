"""What can be changed, in a state: whose it is, and what it holds.

Every world owns its lists, dictionaries, sets, objects and scopes.  What belongs to somebody else (a global
list, an argument of the caller) is *foreign*: it may be read, is never changed, and is one and the same in
all worlds.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Iterable
from types import FunctionType
from typing import Any

from .. import Program
from .allowed import is_pure
from .classes import CONTAINERS, is_enum, is_frozen_class, is_named_tuple, is_plain_class, is_plain_exception
from .iteration import NOTHING
from .outside import OutsideSubset
from .values import CONSTANT, NotPlain, plain_key, refused
from .worlds import Bound, Function, Partial, Scope

COMPILED = "<program>"
"""The file name of code that the evaluator compiles: functions of it do not live as long as a state."""


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
            return arguments_of(value)
        if name in ("plain", "frozen"):
            return list(vars(value).values())
        raise refused(value)

    def is_single(self, value: Any) -> bool:
        """Whether a value is told apart by identity: an enum member, a function, a class."""
        if id(value) in self.fixed or type(value) is Program:
            return True
        if isinstance(value, type):
            return value in _TYPES or self.kind_of(value) != ""
        return self.kind_of(type(value)) == "enum"

    @property
    def careful(self) -> bool:
        """Whether the order of some sets is not that of their elements alone."""
        return self.disordered or self.removed or self.objects

    def check_change(self, value: Any) -> None:
        """Refuse to change what belongs to somebody else."""
        if id(value) in self.foreign:
            raise OutsideSubset(f"it changes a {type(value).__name__} that is not its own")


def arguments_of(error: BaseException) -> tuple[Any, ...]:
    """What a plain exception holds."""
    if vars(error) or (isinstance(error, OSError) and error.filename is not None):
        raise OutsideSubset(f"it keeps attributes in a {type(error).__name__}")
    return error.args


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


_TYPES: frozenset[Any] = frozenset({*CONTAINERS, *CONSTANT, object, type(None)})

KINDS = {
    "enum": is_enum,
    "named tuple": is_named_tuple,
    "exception": is_plain_exception,
    "frozen": is_frozen_class,
    "plain": is_plain_class,
}
