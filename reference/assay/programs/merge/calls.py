"""Calls: requests for randomness, functions whose text is followed, classes, and what Python calls by itself.

The law of a call whose arguments are plain is found once and remembered by them: all else that a function
can read (its globals, closures, defaults, attributes of classes) cannot change during an evaluation, since
nothing is followed that would change it.  A call with arguments that can be changed is followed in the worlds
of its callers.
"""

from __future__ import annotations

import ast
import functools
import gc
import logging
import string
import sys
from collections.abc import Callable, Hashable
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ...dp import Dist
from ...exact import Number
from .. import Program
from ..origins import USER, origin_of_class
from .allowed import CHANGING, DRAWS, ITER, ITERATORS, NEXT, PRINT, REMOVING, UNCHANGING, is_draw, is_pure
from .classes import CONTAINERS, has_checked_init, has_generated_init, unchecked
from .codes import Code
from .heap import COMPILED
from .iteration import MISSING, course, item_at
from .loops import check_stops
from .objects import in_class
from .outside import OutsideSubset, outside
from .text import text_of
from .values import SCALARS, NotPlain, plain_key
from .worlds import ONE, Bound, Flow, Function, Partial, Scope, World

if TYPE_CHECKING:
    from .evaluator import Evaluation
    from .native import Native


def _is_itself(value: Any) -> bool:
    """Whether a value equals nothing that can be told apart from it among such values: no truth value, which
    equals an integer, and no fraction or float.
    """
    return type(value) in (int, str, type(None)) or (type(value) is tuple and all(map(_is_itself, value)))


class Law(NamedTuple):
    """What a call with known arguments does: (value or error, probability, draws), and what is open."""

    returned: list[tuple[Any, Number, int]]
    raised: list[tuple[Any, Number, int]]
    lost: list[tuple[Number, str]]


class Calls:
    """Everything that is called."""

    def __init__(self, run: Evaluation) -> None:
        self.run = run
        self._codes: dict[Any, Code] = {}
        self._laws: dict[Hashable, Law] = {}
        self._running: set[Hashable] = set()
        self._draws: dict[Hashable, list[tuple[Any, Number]]] = {}
        self._dists: list[Dist[Any]] = []
        run.native.callback = self.callback

    def call(self, node: ast.Call, worlds: list[World], flow: Flow) -> list[World]:
        """A call: the function, the arguments from left to right, then what it does."""
        run = self.run
        static = run.native.static(flow.code, node.func)
        if static is PRINT or is_log(run.native, flow.code, node.func):
            return self._written(static, node, worlds, flow)
        if static is NEXT and (source := self._iterated(node, flow)) is not None:
            return self._first(source, node, worlds, flow)
        if static is None:
            worlds = run.expressions.push(node.func, worlds, flow)
        elif (is_pure(static) or static is NEXT) and run.comprehensions.folds(static, node, flow.code):
            return run.comprehensions.fold(static, node, worlds, flow)
        elif is_draw(static) and len(node.args) == 1 and not node.keywords:
            return self._simple_draw(static, node.args[0], worlds, flow)
        else:
            static = run.native.constant(static)
            for w in worlds:
                w.stack.append(static)
        arguments = self._arguments(node)
        if not _is_joined(node):
            return self._answered(node, run.expressions.all(arguments, worlds, flow), flow)
        inner = flow.guarded()
        worlds = run.expressions.all(arguments, worlds, inner)
        check_stops(inner)
        flow.raised += inner.raised
        return self._answered(node, worlds, flow)

    def _iterated(self, node: ast.Call, flow: Flow) -> ast.expr | None:
        """What a call of `next` takes the first element of, where it is given a new iterator."""
        made = node.args[0] if node.args and len(node.args) < 3 and not node.keywords else None
        if not isinstance(made, ast.Call) or len(made.args) != 1 or made.keywords:
            return None
        known = self.run.native.static(flow.code, made.func) is ITER
        given = [made.args[0], *node.args[1:]]
        return made.args[0] if known and not any(isinstance(a, ast.Starred) for a in given) else None

    def _first(self, source: ast.expr, node: ast.Call, worlds: list[World], flow: Flow) -> list[World]:
        """next(iter(source)), or with a default."""

        def first(found: Any, *default: Any) -> Any:
            item = item_at(course(found, self.run.heap), 0)
            if item is not MISSING:
                return item
            if not default:
                raise StopIteration
            return default[0]

        parts = [source, *node.args[1:]]
        return self.run.expressions.apply(
            len(parts), first, self.run.expressions.all(parts, worlds, flow), flow
        )

    def _written(self, static: Any, node: ast.Call, worlds: list[World], flow: Flow) -> list[World]:
        """A call that writes what no program reads; nothing is written."""
        named = [k for k in node.keywords if not _is_harmless(self.run.native, flow.code, k)]
        if named or any(isinstance(a, ast.Starred) for a in node.args) or not only_writes():
            raise outside(node, "it writes somewhere else, or spreads what it writes")
        show = str if static is PRINT else bool  # a log makes no text, or swallows its errors

        def written(*values: Any) -> None:
            for value in values:
                show(self.run.native.text(value))

        worlds = self.run.expressions.all(node.args, worlds, flow)
        return self.run.expressions.apply(len(node.args), written, worlds, flow)

    def _arguments(self, node: ast.Call) -> list[ast.expr]:
        """The expressions of the arguments; `join` makes a list of its elements first."""
        found = [*node.args, *(k.value for k in node.keywords)]
        if isinstance(node.func, ast.Attribute) and node.func.attr == "join" and len(found) == 1:
            found = [listed(found[0])]
        for part in found:
            if isinstance(part, ast.GeneratorExp):
                raise outside(part, "it passes a generator on, whose draws would come later")
        return found

    def _answered(self, node: ast.Call, worlds: list[World], flow: Flow) -> list[World]:
        """Replace function and arguments by what the call gives, world by world, or together where it can."""
        count = len(node.args) + len(node.keywords)
        stars = [isinstance(a, ast.Starred) for a in node.args]
        together: dict[int, list[World]] = {}
        found: list[World] = []
        for w in worlds:
            given = w.stack[len(w.stack) - count :] if count else []
            del w.stack[len(w.stack) - count :]
            function = w.stack.pop()
            try:
                args, named = self._spread(node, stars, given)
            except OutsideSubset:
                raise
            except Exception as error:
                self.run.throw(w, error, flow)
                continue
            if id(function) in ITERATORS and not self.run.native.is_consumed(flow.code, node):
                raise outside(node, "it keeps an iterator, which can be read only once")
            if type(function) is Partial and any(hasattr(type(value), "__next__") for value in args):
                raise outside(node, "it passes an iterator on, which can be read only once")
            if args and type(args[0]) is list and _is_joined(node) and not _is_join(function):
                raise outside(node, "it passes a generator on, whose draws would come later")
            if type(function) is Bound and any(hasattr(type(value), "__next__") for value in args):
                raise outside(node, "it passes an iterator on, which can be read only once")
            found += self.invoke(function, args, named, [w], flow, together)
        for waiting in together.values():
            found += self.follow(waiting, flow)
        return found

    def _spread(
        self, node: ast.Call, stars: list[bool], given: list[Any]
    ) -> tuple[list[Any], dict[str, Any]]:
        """Positional and named arguments, with what is spread by * and **."""
        args: list[Any] = []
        for star, value in zip(stars, given, strict=False):
            if star:
                self.run.objects.check_iterable(value)
                args += value
            else:
                args.append(value)
        named: dict[str, Any] = {}
        for keyword, value in zip(node.keywords, given[len(stars) :], strict=True):
            if keyword.arg is not None:
                named[keyword.arg] = value
            elif type(value) is dict and not value.keys() & named.keys():
                named.update(value)
            else:
                raise outside(node, "it spreads what is not a plain dictionary")
        return args, named

    def invoke(
        self,
        function: Any,
        args: list[Any],
        named: dict[str, Any],
        worlds: list[World],
        flow: Flow,
        together: dict[int, list[World]] | None = None,
    ) -> list[World]:
        """The worlds after one call; one that is followed in the worlds themselves may wait in `together`."""
        kind = type(function)
        if kind is Bound or kind is Partial:
            return self.invoke(function.function, [function.owner, *args], named, worlds, flow, together)
        if is_draw(function):
            return self._draw(function, args, named, worlds, flow)
        if function is functools.partial:
            return self._partial(args, named, worlds)
        if kind is functools.partial:
            given = [self.run.native.constant(a) for a in function.args]
            added = {n: self.run.native.constant(v) for n, v in function.keywords.items()}
            called = self.run.native.constant(function.func)
            return self.invoke(called, [*given, *args], {**added, **named}, worlds, flow, together)
        if kind is functools._lru_cache_wrapper:
            return self._remembered(function, args, named, worlds, flow)
        if kind is Function:
            code, defaults = function.code, function.defaults
            keywords = dict(function.kwdefaults)
            return self._enter(
                code, function.scope, args, named, (defaults, keywords), worlds, flow, together
            )
        if (kind is Program or kind is FunctionType) and not is_pure(function):
            if kind is Program and type(function._function) is MethodType:
                args = [self.run.native.constant(function._function.__self__), *args]
            return self._text(plain_function(function), args, named, worlds, flow, together)
        if isinstance(function, type) and not is_pure(function):
            return self._make(function, args, named, worlds, flow)
        if self.run.heap.kind_of(kind) in ("plain", "frozen"):
            call = in_class(kind, "__call__")
            if isinstance(call, FunctionType):
                call = self.run.native.constant(call)
                return self.invoke(call, [function, *args], named, worlds, flow, together)
        op = self._python(function)
        for w in worlds:
            w.stack.append(None)
        return self.run.expressions.apply(1, lambda _: op(args, named), worlds, flow)

    def _partial(self, args: list[Any], named: dict[str, Any], worlds: list[World]) -> list[World]:
        """A function bound to its first arguments, one after the other."""
        if len(args) < 2 or named or not (isinstance(args[0], _BINDABLE) or is_pure(args[0])):
            raise OutsideSubset("it makes a partial of other than a function and arguments by place")
        for w in worlds:
            made = args[0]
            for value in args[1:]:
                made = Partial(made, value)
            w.stack.append(made)
        return worlds

    def _remembered(
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
            found = self._text(wrapped, args, named, worlds, inner := flow.guarded(), None)
            plain = [plain_key(w.stack[-1]) for w in found]
        except NotPlain:
            raise OutsideSubset("a cache holds what can be changed") from None
        if inner.raised or inner.lost is not flow.lost or len(plain) != len(before):
            raise OutsideSubset("what a cache wraps draws, or raises")
        if [w.draws for w in found] != before:
            raise OutsideSubset("what a cache wraps draws")
        function(*args, **named)  # the cache itself remembers it, so that it is compared with other inputs
        return found

    # Python's own functions

    def _python(self, function: Any) -> Callable[[list[Any], dict[str, Any]], Any]:
        """A function that Python calls: a pure one, or a method of a built-in type."""
        run = self.run
        if is_pure(function):
            guarded = run.native.guarded(function)
            return lambda args, named: guarded(*args, **named)
        if id(function) in CHANGING:
            return lambda args, named: self._changing(function, args, named)
        if isinstance(function, BuiltinFunctionType | MethodType) and not isinstance(
            function.__self__, ModuleType
        ):
            return lambda args, named: self._method(function, args, named)
        raise OutsideSubset(
            f"it calls a {type(function).__name__}, which is not known to be free of side effects"
        )

    def _changing(self, function: Any, args: list[Any], named: dict[str, Any]) -> Any:
        """Call a function that changes its first argument."""
        if not args or type(args[0]) is not list or named:
            raise OutsideSubset(f"it calls {function.__name__} with other than a list and plain arguments")
        self.run.heap.check_change(args[0])
        return function(*args)

    def _method(self, method: Any, args: list[Any], named: dict[str, Any]) -> Any:
        """Call a method of a built-in type; one that changes it needs the world's own."""
        owner, heap = method.__self__, self.run.heap
        kind = type(owner)
        if kind in CONTAINERS and method.__name__ not in UNCHANGING:
            heap.check_change(owner)
            if kind is set and method.__name__ in REMOVING:
                if method.__name__ == "pop":
                    heap.check_order(owner)
                heap.removed = True
        if kind is str and method.__name__ == "format":
            check_fields(owner)
            for value in (*args, *named.values()):
                heap.check_text(value)
        if heap.careful and kind not in (set, frozenset):
            for value in args:
                heap.check_order(value)
        return method(*args, **self.run.native.callbacks(named))

    def callback(self, value: Any) -> Any:
        """A function as one that Python can call, if it never draws."""
        if is_pure(value):
            return self.run.native.guarded(value)
        if not callable(value) or getattr(getattr(value, "__code__", None), "co_filename", "") == COMPILED:
            return value
        return lambda *args, **named: self._called_back(value, list(args), named)

    def _called_back(self, function: Any, args: list[Any], named: dict[str, Any]) -> Any:
        flow = Flow(NOBODY)
        world = World(Scope(NOBODY, {}), [], ONE, 0)
        found = self.invoke(function, args, named, [world], flow)
        if found == [world] and not flow.lost and not world.draws:
            return world.stack[-1]
        if flow.raised == [world] and not flow.lost and not world.draws:
            error: BaseException = world.stack[-1]
            raise error
        raise OutsideSubset("a function that Python calls by itself draws, or may not end")

    # Classes

    def _make(
        self, kind: type, args: list[Any], named: dict[str, Any], worlds: list[World], flow: Flow
    ) -> list[World]:
        """A new object of a class."""
        what = self.run.heap.kind_of(kind)
        init = getattr(kind, "__init__", None)
        if what in ("plain", "frozen"):
            self.run.heap.objects |= what == "plain"
            if has_checked_init(kind):
                return self._checked(kind, args, named, worlds, flow)
            if isinstance(init, FunctionType) and not has_generated_init(kind):
                return self._initialise(kind, init, args, named, worlds, flow)
        elif what == "":
            raise OutsideSubset(f"it makes a {kind.__name__}, whose class may run code")
        for w in worlds:
            w.stack.append(None)
        return self.run.expressions.apply(1, lambda _: kind(*args, **named), worlds, flow)

    def _checked(
        self, kind: type, args: list[Any], named: dict[str, Any], worlds: list[World], flow: Flow
    ) -> list[World]:
        """An object of a dataclass, whose `__post_init__` is followed when its fields are set."""
        for w in worlds:
            w.stack.append(None)
        worlds = self.run.expressions.apply(1, lambda _: unchecked(kind, args, named), worlds, flow)
        check = self.run.native.constant(kind.__post_init__)  # type: ignore[attr-defined]
        found: list[World] = []
        for w in worlds:
            inner = flow.guarded()
            found += self._text(check, [w.stack[-1]], {}, [w], inner, None)
            for raised in inner.raised:
                del raised.stack[-2]
            flow.raised += inner.raised
        for w in found:
            w.stack.pop()
        return found

    def _initialise(
        self,
        kind: type,
        init: FunctionType,
        args: list[Any],
        named: dict[str, Any],
        worlds: list[World],
        flow: Flow,
    ) -> list[World]:
        """An object whose `__init__` is followed."""
        if hasattr(kind, "__post_init__") or (
            "__init__" in vars(kind) and init.__code__.co_filename == "<string>"
        ):
            raise OutsideSubset(f"the fields of {kind.__name__} are set by code that is not understood")
        found: list[World] = []
        for w in worlds:
            made: Any = object.__new__(kind)
            w.stack.append(made)
            inner = flow.guarded()
            found += self._text(init, [made, *args], named, [w], inner, None)
            for raised in inner.raised:
                del raised.stack[-2]
            flow.raised += inner.raised
        for w in found:
            if w.stack.pop() is not None:
                raise OutsideSubset(f"the __init__ of {kind.__name__} returns a value")
        return found

    # Draws

    def _simple_draw(self, function: Any, node: ast.expr, worlds: list[World], flow: Flow) -> list[World]:
        """A request with one argument."""
        found: list[World] = []
        for w in self.run.expressions.push(node, worlds, flow):
            found += self._draw(function, [w.stack.pop()], {}, [w], flow)
        return found

    def _draw(
        self, function: Any, args: list[Any], named: dict[str, Any], worlds: list[World], flow: Flow
    ) -> list[World]:
        """One world for every outcome."""
        try:
            law = self._law_of_draw(function, args, named)
        except OutsideSubset:
            raise
        except Exception as error:
            for w in worlds:
                self.run.throw(w, error, flow)
            return []
        copied, found = self.run.heap.copied, []
        for w in worlds:
            w.draws += 1
            twins = [w, *[copied(w) for _ in law[1:]]]
            for twin, (outcome, p) in zip(twins, law, strict=True):
                twin.stack.append(outcome)
                twin.mass = twin.mass * p
            found += twins
        return found

    def _law_of_draw(self, function: Any, args: list[Any], named: dict[str, Any]) -> list[tuple[Any, Number]]:
        """The outcomes of a request; with a scalar argument, or for one distribution, read once."""
        key: Hashable = None
        if len(args) == 1 and not named:
            only = args[0]
            key = (function, type(only), only) if type(only) in SCALARS else (function, id(only))
            if key in self._draws:
                return self._draws[key]
        dist = DRAWS[function](*args, **named)
        law = list(dist.items())
        for outcome, _ in law:
            self.run.native.constant(outcome)
        if key is not None and (type(args[0]) in SCALARS or type(args[0]) is Dist):
            self._dists.append(args[0])  # so that no other one gets its identity
            self._draws[key] = law
        return law

    # Functions whose text is followed

    def _text(
        self,
        function: FunctionType,
        args: list[Any],
        named: dict[str, Any],
        worlds: list[World],
        flow: Flow,
        together: dict[int, list[World]] | None,
    ) -> list[World]:
        """A function from outside: by its law where the arguments are plain, else in the callers' worlds."""
        code = self._codes.get(function)
        if code is None:
            text = text_of(function, folds=self.run.folds)
            code = self._codes[function] = Code(text.tree, text, None)
            for default in (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()):
                self.run.native.constant(default)
        given = function.__defaults__, function.__kwdefaults__
        try:
            key = (
                function,
                *map(self._plain, args),
                *((n, self._plain(v)) for n, v in sorted(named.items())),
            )
        except NotPlain:
            return self._enter(code, None, args, named, given, worlds, flow, together)
        try:
            names = code.bind(args, named, *given)
        except TypeError as error:
            for w in worlds:
                self.run.throw(w, error, flow)
            return []
        return self._by_law(self._law(key, code, names), worlds, flow)

    def _plain(self, value: Any) -> Hashable:
        """The key of an argument that nobody can change; NotPlain for others."""
        try:
            return plain_key(value)
        except NotPlain:
            if id(value) in self.run.heap.foreign or self.run.heap.is_single(value):
                return "one", id(value)
            raise

    def _law(self, key: Hashable, code: Code, names: dict[str, Any]) -> Law:
        """What the call does, found once."""
        known = self._laws.get(key)
        if known is not None:
            return known
        if key in self._running:
            raise OutsideSubset("it calls itself with the same arguments")
        self._running.add(key)
        flow = Flow(code)
        returned = self.run.statements.body(code, [World(Scope(code, names), [None], ONE, 0)], flow)
        law = Law(self._gathered(returned), self._gathered(flow.raised), flow.lost)
        self._running.discard(key)
        self._laws[key] = law
        return law

    def _gathered(self, worlds: list[World]) -> list[tuple[Any, Number, int]]:
        """Equal values as one, in the order first seen."""
        found: dict[Hashable, tuple[Any, Number, int]] = {}
        for w in worlds:
            value = w.stack[-1]
            key = self.run.heap.key(value)
            known = found.get(key)
            found[key] = (
                (value, w.mass, w.draws)
                if known is None
                else (known[0], known[1] + w.mass, max(known[2], w.draws))
            )
        return list(found.values())

    def _by_law(self, law: Law, worlds: list[World], flow: Flow) -> list[World]:
        """The worlds after a call whose law is known."""
        heap, found = self.run.heap, list[World]()
        for w in worlds:
            flow.lost += [(w.mass * mass, reason) for mass, reason in law.lost]
            ends = [*((found, end) for end in law.returned), *((flow.raised, end) for end in law.raised)]
            twins = [w, *[heap.copied(w) for _ in ends[1:]]] if ends else []
            for twin, (where, (value, mass, draws)) in zip(twins, ends, strict=True):
                twin.stack.append(heap.copy(value, {}))
                twin.mass, twin.draws = twin.mass * mass, twin.draws + draws
                where.append(twin)
        return found

    def _enter(
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


def check_fields(text: str) -> None:
    """Refuse a format that reads attributes or elements of what it shows."""
    try:
        parts = list(string.Formatter().parse(text))
    except ValueError as error:
        raise OutsideSubset(f"its format {text!r} is none") from error
    for _, name, spec, _ in parts:
        plain = name is None or name == "" or name.isidentifier() or name.isdigit()
        if not plain or "{" in (spec or ""):
            raise OutsideSubset("a format reads more than the values that it is given")


_BINDABLE = (Function, FunctionType, Program, Bound)
_LOGS = frozenset({"debug", "info", "warning", "error", "critical"})


def is_log(native: Native, code: Code, node: ast.expr) -> bool:
    """Whether an expression is a function that writes to a log which only writes."""
    if not isinstance(node, ast.Attribute) or node.attr not in _LOGS:
        return False
    owner = native.static(code, node.value)
    log = logging.root if owner is logging else owner
    while type(log) in (logging.Logger, logging.RootLogger):
        if log.filters or any(h.filters or origin_of_class(type(h)) == USER for h in log.handlers):
            return False
        log = log.parent
    return log is None and (owner is logging or type(owner) is logging.Logger)


def only_writes() -> bool:
    """Whether the console is not an object of the user's."""
    return USER not in (origin_of_class(type(sys.stdout)), origin_of_class(type(sys.stderr)))


def _is_harmless(native: Native, code: Code, keyword: ast.keyword) -> bool:
    """Whether an argument of `print` leaves it a function that only writes to the console."""
    value = keyword.value
    if keyword.arg in ("sep", "end", "flush"):
        return isinstance(value, ast.Constant) and isinstance(value.value, str | bool | None)
    if keyword.arg != "file" or not isinstance(value, ast.Attribute):
        return False
    return native.static(code, value.value) is sys and value.attr in ("stderr", "stdout")


def listed(node: ast.expr) -> ast.expr:
    """A list of the elements of a generator; the same one for the same node."""
    if not isinstance(node, ast.GeneratorExp):
        return node
    known: ast.expr | None = getattr(node, "_assay_list", None)
    if known is None:
        known = ast.copy_location(ast.ListComp(node.elt, node.generators), node)
        node._assay_list = known  # type: ignore[attr-defined]
    return known


def _is_joined(node: ast.Call) -> bool:
    """Whether the elements of a generator were listed for a call of `join`."""
    return len(node.args) == 1 and getattr(node.args[0], "_assay_list", None) is not None


def _is_join(function: Any) -> bool:
    return isinstance(function, BuiltinFunctionType) and type(function.__self__) is str


NOBODY = cast("Code", None)
"""The code of Python's own functions."""

DEEPEST = 400
"""Values and scopes on a stack, from which on calls are not followed any deeper."""


def plain_function(function: Any) -> FunctionType:
    """The function of a program, that of a method, or the function itself."""
    found = function._function if isinstance(function, Program) else function
    found = found.__func__ if type(found) is MethodType else found
    if type(found) is not FunctionType:
        raise OutsideSubset(f"{found!r} is not a plain Python function")
    return found
