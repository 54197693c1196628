"""Functions whose text is followed: by their distribution, or in the worlds of their callers.

The distribution of a call whose arguments are plain is found once and remembered by them: all else that a
function can read (its globals, closures, defaults, attributes of classes) cannot change during an evaluation,
since nothing is followed that would change it.  A call with arguments that can be changed is followed in the
worlds of its callers.
"""

from __future__ import annotations

import gc
from collections.abc import Hashable
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, NamedTuple

from ...exact import Number
from .. import Program
from .codes import Code
from .copies import copied, copy
from .keys import key_of
from .outside import OutsideSubset
from .part import Part
from .text import text_of
from .values import NotPlain, plain_key
from .worlds import ONE, Flow, Scope, World

if TYPE_CHECKING:
    from .evaluator import Evaluation


DEEPEST = 400
"""Values and scopes on a stack, from which on calls are not followed any deeper."""


class Distribution(NamedTuple):
    """What a call with known arguments does: (value or error, probability, draws), and what is open."""

    returned: list[tuple[Any, Number, int]]
    raised: list[tuple[Any, Number, int]]
    lost: list[tuple[Number, str]]


class Functions(Part):
    """Everything whose text is at hand."""

    def __init__(self, run: Evaluation) -> None:
        super().__init__(run)
        self._codes: dict[Any, Code] = {}
        self._distributions: dict[Hashable, Distribution] = {}
        self._running: set[Hashable] = set()

    def remembered(
        self, function: Any, args: list[Any], named: dict[str, Any], worlds: list[World], flow: Flow
    ) -> list[World]:
        """A call of what `lru_cache` wraps: it may not draw, and gives equal arguments one answer."""
        wrapped = function.__wrapped__
        if type(wrapped) is not FunctionType or not any(p is wrapped for p in gc.get_referents(function)):
            raise OutsideSubset("a cache wraps something else than it says")
        if not all(map(_is_itself, (*args, *named.values()))):
            raise OutsideSubset("a cache is asked with what may equal something else")
        try:
            before = [w.draws for w in worlds]
            found = self.text(wrapped, args, named, worlds, inner := flow.guarded(), None)
            plain = [plain_key(w.stack[-1]) for w in found]
        except NotPlain:
            raise OutsideSubset("a cache holds what can be changed") from None
        if inner.raised or inner.lost is not flow.lost or len(plain) != len(before):
            raise OutsideSubset("what a cache wraps draws, or raises")
        if [w.draws for w in found] != before:
            raise OutsideSubset("what a cache wraps draws")
        function(*args, **named)  # the cache itself remembers it, so that it is compared with other inputs
        return found

    def text(
        self,
        function: FunctionType,
        args: list[Any],
        named: dict[str, Any],
        worlds: list[World],
        flow: Flow,
        together: dict[int, list[World]] | None,
    ) -> list[World]:
        """A function from outside: by its distribution where the arguments are plain, else in the callers'
        worlds.
        """
        code = self._codes.get(function)
        if code is None:
            text = text_of(function, folds=self.run.folds)
            code = self._codes[function] = Code(text.tree, text, None)
            for default in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
                self.run.names.constant(default)
        given = function.__defaults__, function.__kwdefaults__
        try:
            key = (
                function,
                *map(self._plain, args),
                *((n, self._plain(v)) for n, v in sorted(named.items())),
            )
        except NotPlain:
            return self.enter(code, None, args, named, given, worlds, flow, together)
        try:
            names = code.bind(args, named, *given)
        except TypeError as error:
            for w in worlds:
                self.run.throw(w, error, flow)
            return []
        return self._by_distribution(self._distribution(key, code, names), worlds, flow)

    def _plain(self, value: Any) -> Hashable:
        """The key of an argument that nobody can change; NotPlain for others."""
        try:
            return plain_key(value)
        except NotPlain:
            if id(value) in self.run.heap.foreign or self.run.heap.is_single(value):
                return "one", id(value)
            raise

    def _distribution(self, key: Hashable, code: Code, names: dict[str, Any]) -> Distribution:
        """What the call does, found once."""
        known = self._distributions.get(key)
        if known is not None:
            return known
        if key in self._running:
            raise OutsideSubset("it calls itself with the same arguments")
        self._running.add(key)
        flow = Flow(code)
        returned = self.run.statements.body(code, [World(Scope(code, names), [None], ONE, 0)], flow)
        distribution = Distribution(self._gathered(returned), self._gathered(flow.raised), flow.lost)
        self._running.discard(key)
        self._distributions[key] = distribution
        return distribution

    def _gathered(self, worlds: list[World]) -> list[tuple[Any, Number, int]]:
        """Equal values as one, in the order first seen."""
        found: dict[Hashable, tuple[Any, Number, int]] = {}
        for w in worlds:
            value = w.stack[-1]
            key = key_of(value, self.run.heap)
            known = found.get(key)
            found[key] = (
                (value, w.mass, w.draws)
                if known is None
                else (known[0], known[1] + w.mass, max(known[2], w.draws))
            )
        return list(found.values())

    def _by_distribution(self, distribution: Distribution, worlds: list[World], flow: Flow) -> list[World]:
        """The worlds after a call whose distribution is known."""
        heap, found = self.run.heap, list[World]()
        for w in worlds:
            flow.lost += [(w.mass * mass, reason) for mass, reason in distribution.lost]
            ends = [
                *((found, end) for end in distribution.returned),
                *((flow.raised, end) for end in distribution.raised),
            ]
            twins = [w, *[copied(w, heap) for _ in ends[1:]]] if ends else []
            for twin, (where, (value, mass, draws)) in zip(twins, ends, strict=True):
                twin.stack.append(copy(value, {}, heap))
                twin.mass, twin.draws = twin.mass * mass, twin.draws + draws
                where.append(twin)
        return found

    def enter(
        self,
        code: Code,
        scope: Scope | None,
        args: list[Any],
        named: dict[str, Any],
        defaults: tuple[Any, Any],
        worlds: list[World],
        flow: Flow,
        together: dict[int, list[World]] | None,
    ) -> list[World]:
        """Begin a call in the worlds themselves."""
        try:
            names = code.bind(args, named, *defaults)
        except TypeError as error:
            for w in worlds:
                self.run.throw(w, error, flow)
            return []
        for w in worlds:
            w.stack.append(w.scope)
            w.scope = Scope(code, names, scope)
        if together is None:
            return self.follow(worlds, flow)
        together.setdefault(id(code), []).extend(worlds)
        return []

    def follow(self, worlds: list[World], flow: Flow) -> list[World]:
        """Worlds that have entered the same function, until it returns."""
        if len(worlds[0].stack) > DEEPEST:
            raise OutsideSubset("its calls are nested too deeply")
        inner = Flow(worlds[0].scope.code)
        inner.lost = flow.lost
        returned = self.run.statements.body(inner.code, worlds, inner)
        flow.raised += inner.raised
        return returned


def plain_function(function: Any) -> FunctionType:
    """The function of a program, that of a method, or the function itself."""
    found = function._function if isinstance(function, Program) else function
    found = found.__func__ if type(found) is MethodType else found
    if type(found) is not FunctionType:
        raise OutsideSubset(f"{found!r} is not a plain Python function")
    return found


def _is_itself(value: Any) -> bool:
    """Whether a value equals nothing that can be told apart from it among such values: no truth value, which
    equals an integer, and no fraction or float.
    """
    return type(value) in (int, str, type(None)) or (type(value) is tuple and all(map(_is_itself, value)))
