"""What `lru_cache` and `cached_property` remember: forgotten before every run, and compared between runs.

A program with a cache is a function of its input and its draws only if it does not matter what the cache
holds when it is called. So every run begins with the caches as they were at first, and no two runs may get
other answers to arguments that a cache takes for the same: `kind(1, 0)` and `kind(True, 0)` are one question
to it, and whoever asks first is answered for both. What is remembered may not be changed.
"""

from __future__ import annotations

import gc
from collections.abc import Hashable, Iterable
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, TypeAlias

from ..outputs.keys import CONTAINERS, Keys, dictionary
from . import contents, kinds, nodes

Told: TypeAlias = Hashable
"""All that can be seen of a value, to be compared with that of another."""


class Untold(Exception):
    """A value cannot be seen into."""


class Answers:
    """What caches have answered so far, in all explorations of a program.

    of: for each cache, by its identity, the arguments that it was asked with first, and its answer to them.
    conflict: two answers that show that it matters who asked first.
    """

    def __init__(self) -> None:
        self.of: dict[int, tuple[Any, dict[Any, tuple[Any, Told | None]]]] = {}
        self.conflict: str | None = None

    def note(self, cache: Any, question: Any, answer: Told | None, name: str) -> None:
        """One more answer, which has to be that to every equal question."""
        known = self.of.setdefault(id(cache), (cache, {}))[1]
        asked, before = known.setdefault(question, (question, answer))
        if asked is not question and not _is_same_question(asked, question):
            self.conflict = f"{name}, for arguments that it takes for others"
        elif before != answer:
            self.conflict = f"{name}, which depends on when it is asked first"


class Caches:
    """The caches within reach of a program, and what they have remembered since they were emptied."""

    def __init__(
        self, wrappers: Iterable[Any] = (), holders: Iterable[Any] = (), answers: Answers | None = None
    ) -> None:
        """wrappers: functions behind `lru_cache`. holders: objects whose classes have cached properties."""
        self._answers = answers or Answers()
        found = list(wrappers)
        self._emptied = [cache for cache in found if _holds_values(cache)]
        self._kept = [(cache, cache.cache_info().misses) for cache in found if not _holds_values(cache)]
        self._unset = [(holder, names) for holder in holders if (names := nodes.unset_properties(holder))]
        self._misses: dict[int, int] = {}
        self._seen: dict[tuple[int, Any], tuple[str, Any, Told]] = {}

    def __bool__(self) -> bool:
        return bool(self._emptied or self._kept or self._unset)

    def forget(self) -> None:
        """Empty every cache, so that what is computed next cannot see an earlier call.

        A cache that held objects that can change when it was found is left as it is.
        """
        if not self:
            return
        self._look()
        for cache in self._emptied:
            cache.cache_clear()
        for holder, names in self._unset:
            table = dictionary(holder) or {}
            for name in names & table.keys():
                del table[name]
        self._misses.clear()
        self._seen.clear()

    def changed(self) -> str | None:
        """What a cache remembers otherwise than it did, or than it would at another time; None if all is
        well.
        """
        if not self:
            return None
        for cache, misses in self._kept:
            if cache.cache_info().misses != misses:
                return _name(cache)
        for name, value, told in self._seen.values():
            if _answer(value) != told:
                return name
        self._look()
        return self._answers.conflict

    def _look(self) -> None:
        """Note what was remembered since the last look."""
        for cache in self._emptied:
            info = cache.cache_info()
            if info.maxsize == 0 or info.misses == self._misses.get(id(cache), 0):
                continue
            self._misses[id(cache)] = info.misses
            if info.misses != info.currsize:
                self._answers.conflict = f"{_name(cache)}, and forgets again"
            for question, answer in remembered(cache):
                self._note(cache, question, answer, _name(cache))
        for holder, names in self._unset:
            table = dictionary(holder) or {}
            for name in names & table.keys():
                label = f"what the attribute {name} of the {type(holder).__name__} object remembers"
                self._note(holder, name, table[name], label)

    def _note(self, cache: Any, question: Any, answer: Any, name: str) -> None:
        if (id(cache), question) in self._seen:
            return
        told = _answer(answer)
        self._answers.note(cache, question, told, name)
        if told is not None and not kinds.is_value(answer):
            self._seen[id(cache), question] = name, answer, told


def _name(cache: Any) -> str:
    return f"what {getattr(cache, '__name__', 'a function')} remembers"


def _holds_values(cache: Any) -> bool:
    """Whether a cache holds nothing that can change."""
    return all(kinds.is_value(part) for item in remembered(cache) for part in item)


def remembered(cache: Any) -> list[tuple[Any, Any]]:
    """The arguments and the results that a function behind `lru_cache` remembers."""
    held = [part for part in gc.get_referents(cache) if part is not type(cache)]
    bounded = cache.cache_info().maxsize is not None
    if bounded:
        size = cache.cache_info().currsize
        return list(zip(held[0 : 3 * size : 3], held[1 : 3 * size : 3], strict=True))
    return [item for part in held[:1] for item in part.items()]


def _is_same_question(a: Any, b: Any) -> bool:
    """Whether no code can tell the arguments of two calls apart."""
    if a is b:
        return True
    if type(a) is tuple and type(b) is tuple:
        return len(a) == len(b) and all(map(_is_same_question, a, b))
    try:
        return content(a) == content(b)
    except Untold:
        return False


def _answer(value: Any) -> Told | None:
    """What can be seen of a result; None where it cannot be seen into."""
    try:
        return content(value)
    except Untold:
        return None


def content(value: Any) -> Told:
    """All that can be seen of a value, all the way down.  Raises Untold for what cannot be seen into."""
    return _Content().key(value)


class _Content(Keys):
    """What can be seen of values, to be compared and not looked up."""

    apart = CONTAINERS

    def other(self, kind: type, value: Any) -> Told:
        """What can be seen of anything but plain values and containers."""
        if kind in kinds.ATOMS:
            return kind, repr(value)
        return self.once(kind, value, self._inside)

    def _inside(self, kind: type, value: Any) -> Told:
        if isinstance(value, FunctionType):
            return value.__code__, *[self.key(part) for part in nodes.closed_over(value)]
        if isinstance(value, type | ModuleType | BuiltinFunctionType):
            return id(value)
        held = (value.__func__, value.__self__) if isinstance(value, MethodType) else _parts(value)
        return tuple([self.key(part) for part in held])

    def nan(self, value: Any) -> Told:
        """Any NaN is as good as another."""
        return type(value), "nan"


def _parts(value: Any) -> list[Any]:
    """What a value holds."""
    found, own = contents.read(value, ""), nodes.attributes(value, "")
    if found is None and own is None:
        raise Untold
    changing = (*(found.nodes if found is not None else ()), *((own,) if own is not None else ()))
    held = [part for node in changing for part in node.read()]
    return held if found is None or found.nodes else [*found.parts, *held]
