"""Has a run changed anything that it can reach?  A *snapshot* holds the state at one moment, to be compared
later.

State is everything that a program can reach (`reach`).  What cannot change is left out: names that no reached
code sets are read once and never again, so that most programs cost nothing.  A name that was set anew to an
equal value which cannot change (an integer, a text, a tuple of those) is unchanged; another object that can
change is a change, because an older reference to the first one would show it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from operator import is_
from typing import Any

from ..outputs.keys import WRITTEN, is_nan
from .caches import Answers, Caches
from .kinds import ATOMS
from .limits_met import handles
from .nodes import Content, Node
from .reach import Reach

_HOLDING = frozenset({tuple, frozenset})


class Snapshot:
    """The state of everything within reach, as it is now.

    caches: what functions within reach remember. handles: whether code within reach handles exceptions.
    """

    def __init__(self, reach: Reach, *, whole: bool = False, answers: Answers | None = None) -> None:
        """whole: also what the program itself cannot set, for a reader that keeps a `Reach` for later.
        answers: what caches have answered in earlier explorations.
        """
        names = None if whole else reach.set_names
        self.caches: Caches = Caches() if whole else Caches(reach.met.caches, reach.met.holders, answers)
        self.handles: bool = handles(reach)
        nodes = [*reach.nodes(), *reach.variables.nodes_between()] if whole else reach.nodes()
        self._remember([kept for node in nodes if (kept := _restricted(node, names)) is not None])

    @classmethod
    def of_nodes(cls, nodes: list[Node]) -> Snapshot:
        """The state of these nodes alone."""
        snapshot = cls.__new__(cls)
        snapshot.caches = Caches()
        snapshot.handles = False
        snapshot._remember(nodes)
        return snapshot

    def _remember(self, nodes: list[Node]) -> None:
        self._nodes = nodes
        self._saved = [node.read() for node in nodes]

    @property
    def is_empty(self) -> bool:
        """Whether nothing within reach can change."""
        return not self._nodes and not self.caches

    def forget(self) -> None:
        """Empty every cache within reach, so that what is computed next cannot see an earlier call."""
        self.caches.forget()

    def changed(self) -> str | None:
        """The name of something that has changed since, such as "the global variable MODE of noise"; None if
        nothing has.
        """
        for node, saved in zip(self._nodes, self._saved, strict=True):
            now = node.read()
            if not _is_same(node, saved, now):
                return node.told(saved, now)
        return self.caches.changed()


class Watch:
    """What a function can reach, found once and again only after something has changed between two
    explorations.

    held, answered, of_distribution: as for `Reach`.
    """

    def __init__(
        self,
        function: Any,
        held: tuple[Any, ...] = (),
        answered: frozenset[str] = frozenset(),
        *,
        of_distribution: bool = False,
    ) -> None:
        self._start = function, held
        self._options: dict[str, Any] = {"answered": answered, "of_distribution": of_distribution}
        self._known: tuple[Reach, Snapshot] | None = None
        self._state: tuple[Reach, Snapshot] | None = None
        self._answers = Answers()

    def reach(self, args: Sequence[Any] = (), named: Sequence[Any] = ()) -> Reach:
        """What is within reach of a call with these arguments, by place and by name."""
        plain = all(map(_is_plain, (*args, *named)))
        if plain and self._known is not None and self._known[1].changed() is None:
            return self._known[0]
        reach = Reach(*self._start, **self._options)
        reach.follow((*args, *named))
        if plain:
            self._known = reach, Snapshot(reach, whole=True)
        return reach

    def begin(self, args: Sequence[Any], named: Sequence[Any], subject: str, advice: str) -> Snapshot:
        """The state before a first run on these arguments.  Raises NondeterministicProgram for names that are
        refused.
        """
        reach = self.reach(args, named)
        reach.check(subject, advice, args, named)
        if self._state is not None and self._state[0] is reach:
            state = self._state[1]
        else:
            state = Snapshot(reach, answers=self._answers)
        if self._known is not None and self._known[0] is reach:
            self._state = reach, state
        state.forget()
        return state


_MOST_WATCHES = 64
"""So many functions are remembered with what they can reach."""

_WATCHES: OrderedDict[Hashable, Watch] = OrderedDict()


def watch_of(
    function: Any,
    held: tuple[Any, ...] = (),
    answered: frozenset[str] = frozenset(),
    *,
    of_distribution: bool = False,
) -> Watch:
    """The `Watch` of a function, which may be asked for again and again, by one reader or by several.

    The functions and what they hold are told apart by identity; the watch keeps them alive.
    """
    key = (id(function), tuple(map(id, held)), answered, of_distribution)
    watch = _WATCHES.pop(key, None) or Watch(function, held, answered, of_distribution=of_distribution)
    _WATCHES[key] = watch
    if len(_WATCHES) > _MOST_WATCHES:
        _WATCHES.popitem(last=False)
    return watch


def _is_plain(value: Any) -> bool:
    """Whether an argument can neither change nor reach anything."""
    if type(value) is str:
        return "_" not in value  # it may be the name of an attribute
    return type(value) in ATOMS or (type(value) is tuple and all(map(_is_plain, value)))


def _restricted(node: Node, names: frozenset[str] | None) -> Node | None:
    """The part of a node that can change where only these names are set; None where nothing can."""
    return node if names is None or node.restrict is None else node.restrict(names)


def _is_same(node: Node, before: Content, after: Content) -> bool:
    """Whether a node holds the same as before."""
    if node.by_value:
        return before == after
    if len(before) != len(after):
        return False
    return all(map(is_, before, after)) or all(map(same, before, after))


def same(a: Any, b: Any) -> bool:
    """Whether no code can tell two values apart, other than by their identity; False for different objects
    that can change.
    """
    if a is b:
        return True
    kind = type(a)
    if kind is not type(b):
        return False
    if kind in WRITTEN or kind is slice:
        return repr(a) == repr(b) and not (kind is not slice and is_nan(a))
    if kind in _HOLDING:
        return len(a) == len(b) and all(map(same, a, b))
    return kind in ATOMS and kind is not object and bool(a == b)
