"""From the source of a program over a stream to its automaton."""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType
from typing import Any

from ...errors import InvalidType, InvalidValue
from ...outputs.text import with_type
from ...programs import Program, output
from ...programs.noise.outside import OutsideClass
from ...programs.source_text import definition_in, file_text
from .automaton import Automaton, Leaf, Location
from .counts import EVERY_COUNT, Budget, counters, stored_as
from .evaluation import Mark, OneMore, Run, Source, held, is_plain
from .expressions import COUNT, PUBLIC, Affine
from .instructions import Reader, live_names, names_in, refusal
from .invariants import with_invariants

MOST_LOCATIONS, MOST_LEAVES = 2_000, 2_000
"""More than these are refused: a variable that takes ever new values, or too many comparisons in a step."""


@dataclass
class Text:
    """A function, its definition, and what its names stand for."""

    function: Callable[..., Any]
    definition: ast.FunctionDef
    names: Mapping[str, Any]
    file: str
    answers: str
    parameters: tuple[str, ...]
    fixed: Mapping[str, Any]


def text_of(program: object, fixed: Mapping[str, Any]) -> Text:
    """The text of a program, with parameters that are given.

    Raises InvalidType for what is no function with a text; InvalidValue for parameters that do not fit.
    """
    function = vars(program)["_function"] if isinstance(program, Program) else program
    if not inspect.isfunction(function):
        raise InvalidType(f"program is {with_type(program)}; give a function decorated with @assay.program")
    definition = _definition(function)
    signature = inspect.signature(function, follow_wrapped=False)
    code = function.__code__
    if (
        tuple(signature.parameters) != code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        or any(p.kind is not p.POSITIONAL_OR_KEYWORD for p in signature.parameters.values())
        or not signature.parameters
    ):
        raise InvalidValue(
            f"{function.__name__}{signature}: give it the answers first, then public parameters"
        )
    answers, *others = signature.parameters
    given = function.__defaults__ or ()  # a signature may say others
    defaults = dict(
        zip(list(signature.parameters)[len(signature.parameters) - len(given) :], given, strict=True)
    )
    unknown = [name for name in fixed if name not in others]
    if unknown:
        raise InvalidValue(f"{unknown[0]} is no public parameter of {function.__name__}{signature}")
    closure = inspect.getclosurevars(function)
    names = {**vars(builtins), **function.__globals__, **closure.nonlocals}
    return Text(
        function,
        definition,
        names,
        Path(function.__code__.co_filename).name,
        answers,
        tuple(others),
        {**{n: v for n, v in defaults.items() if n != answers}, **fixed},
    )


def _definition(function: FunctionType) -> ast.FunctionDef:
    """The function's text, if it is that of its code.  Raises InvalidType."""
    code = function.__code__
    try:
        text = file_text(code)
        module = ast.parse(text)
        compiled = compile(text, code.co_filename, "exec", dont_inherit=True)
        definition = definition_in(module, compiled, code)
    except (OSError, TypeError, ValueError, SyntaxError) as error:
        raise InvalidType(
            f"the source of {function.__name__} is not at hand ({error}); write it in a file, and load that"
        ) from None
    if not isinstance(definition, ast.FunctionDef):
        raise InvalidType(f"{function.__name__} is no plain function; give one that is written with def")
    return definition


def read(program: object, fixed: Mapping[str, Any] | None = None) -> Automaton:
    """The automaton of a program.  Raises OutsideClass with the line for what is not read."""
    text = text_of(program, fixed or {})
    found = _Exploration(text).automaton()
    return with_invariants(found) if count_of(text.fixed) else found


def count_of(fixed: Mapping[str, Any]) -> str:
    """The parameter that is every whole number >= 1; "" without one.  Raises InvalidValue for several."""
    names = [name for name, value in fixed.items() if value is EVERY_COUNT]
    if len(names) > 1:
        raise InvalidValue(
            f"{' and '.join(names)} are EVERY_COUNT; one parameter can be, give the other a number"
        )
    return names[0] if names else ""


@dataclass
class _Exploration:
    text: Text
    source: Source = field(init=False)
    numbers: dict[object, int] = field(default_factory=dict)
    waiting: list[tuple[int, dict[str, Any], tuple[str, ...], frozenset[str]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        text = self.text
        _check_bare(text)
        streams = streams_of(text)
        inner = frozenset(streams) - {text.answers, *text.parameters}
        channels = _channels(text)
        reader = Reader(
            text.file,
            lambda node: _base(node) in streams,
            lambda node: isinstance(node, (ast.Name, ast.Attribute)) and object_of(text, node) is output,
            channels,
        )
        reader.block(text.definition.body)
        local = frozenset(text.function.__code__.co_varnames) | frozenset(text.function.__code__.co_cellvars)
        stored = (
            n for n in ast.walk(text.definition) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
        )
        local |= frozenset(n.id for n in stored)
        public = frozenset(streams) & frozenset(text.parameters)
        count = count_of(text.fixed)
        found = counters(text.definition, streams.values(), count) if count else frozenset()
        self.source = Source(
            text.file, reader.code, text.names, local, channels, public, inner, found & local
        )
        self.live = live_names(reader.code)

    def automaton(self) -> Automaton:
        """All locations, from the first on."""
        env: dict[str, Any] = {
            name: Affine.symbol(f"{COUNT}{name}")
            if self.text.fixed.get(name) is EVERY_COUNT
            else held(self.text.fixed.get(name, Affine.symbol(f"{PUBLIC}{name}")))
            for name in self.text.parameters
            if name not in self.source.public_streams
        }
        for name, value in env.items():
            if not (is_plain(value) or isinstance(value, Affine)):
                raise InvalidValue(
                    f"{name} = {with_type(value)} is no value that is read; give a number or tuple"
                )
        self.numbers[None] = 0
        start = self.leaves(lambda run: run.go(0), env, read=False)
        found = {0: Location((), frozenset(), tuple(start), self.text.definition.lineno)}
        while self.waiting:
            place, env, variables, marked = self.waiting.pop()
            number = self.numbers[_key(place, env)]
            found[number] = self.location(place, env, variables, marked)
            if len(self.numbers) > MOST_LOCATIONS:
                self.refuse(
                    place, f"there are more than {MOST_LOCATIONS} states; a counter may have no bound"
                )
        return Automaton(self.text.function.__name__, tuple(found[i] for i in range(len(found))))

    def refuse(self, place: int, reason: str) -> None:
        """Raise OutsideClass with the line of an instruction."""
        raise refusal(self.source.file, self.source.code[place].node, reason)

    def location(
        self, place: int, env: dict[str, Any], variables: tuple[str, ...], marked: frozenset[str]
    ) -> Location:
        """What can happen from a place that asks for an answer."""
        step = self.source.code[place]

        def next_answer(run: Run) -> int | None:
            run.node = step.node
            if step.target is None or step.value is None:
                return None
            run.read_answer(step.target, step.value)
            return run.go(place + 1)

        leaves = [
            *self.leaves(next_answer, env, read=True),
            *self.leaves(lambda r: r.go(step.to), env, read=False),
        ]
        return Location(variables, marked, tuple(leaves), step.line)

    def leaves(self, go: Callable[[Run], int | None], env: dict[str, Any], *, read: bool) -> list[Leaf]:
        """All ways, by answering the comparisons in every way."""
        found: list[Leaf] = []
        waiting: list[list[bool]] = [[]]
        while waiting:
            answers = waiting.pop()
            run = Run(self.source, dict(env), answers)
            try:
                place = go(run)
            except OneMore:
                waiting += [[*answers, False], [*answers, True]]
                continue
            found.append(self.leaf(run, place, read=read))
            if len(found) > MOST_LEAVES:
                run.refuse(f"there are more than {MOST_LEAVES} ways to answer the comparisons of one step")
        return found

    def leaf(self, run: Run, place: int | None, *, read: bool) -> Leaf:
        """What a run has recorded, and the location that it reached."""
        stores: dict[Affine, str] = {}
        exact: dict[str, Affine] = {}
        target, marked = None, frozenset[str]()
        if place is not None and run.returned:
            run.refuse("the place of an earlier answer is written before the end; return it")
        if place is not None:
            live = self.live[place] & (self.source.locals | {k for k in run.env if k.startswith("round of")})
            run.node = self.source.code[place].node
            env = {n: self.kept(run, n, stores, exact) for n in sorted(live) if n in run.env}
            marked = frozenset(n for n, v in env.items() if isinstance(v, Mark))
            target = self.number(place, env, (*stores.values(), *exact), marked)
        return Leaf(
            read,
            run.read,
            tuple(run.decisions),
            tuple(run.draws),
            tuple(run.outputs),
            (*((name, value) for value, name in stores.items()), *exact.items()),
            frozenset(n for n in marked if run.env[n].now),
            frozenset(run.returned),
            target,
        )

    def kept(self, run: Run, name: str, stores: dict[Affine, str], exact: dict[str, Affine]) -> Any:
        """A value as a location holds it; counters and budgets by their own symbols."""
        value = run.env[name]
        stored = stored_as(name, value) if name in self.source.counters else None
        if stored is None:
            return _kept(run, name, value, stores)
        symbol, now, after = stored
        exact[symbol] = now
        return after

    def number(
        self, place: int, env: dict[str, Any], variables: tuple[str, ...], marked: frozenset[str]
    ) -> int:
        """The number of a location, which is explored later if it is new."""
        key = _key(place, env)
        if key not in self.numbers:
            self.numbers[key] = len(self.numbers)
            self.waiting.append((place, env, variables, marked))
        return self.numbers[key]


def _key(place: int, env: Mapping[str, Any]) -> object:
    return place, tuple((n, _frozen(v)) for n, v in sorted(env.items()))


def _frozen(value: Any) -> object:
    """A key of a value, with its type."""
    if isinstance(value, tuple):
        return type(value), tuple(map(_frozen, value))
    # 0.0 == -0.0, but they are not written alike
    return type(value), repr(value) if isinstance(value, float) else value


def _kept(run: Run, name: str, value: Any, stores: dict[Affine, str]) -> Any:
    """A value as a location holds it: noisy values by the name of the first variable that holds them."""
    if isinstance(value, Affine):
        if value.is_public:
            return value
        if value.is_count:
            run.refuse(
                f"{name} = {value} is kept for a later answer; compare it with c, or change it in the loop"
            )
        return Affine.symbol(stores.setdefault(value, name))
    if isinstance(value, Mark):
        return Mark(name) if value.now or value.name == name else _moved(run, name, value)
    if isinstance(value, tuple):
        if any(isinstance(each, Mark) for each in value):
            run.refuse(
                f"{name} holds the place of an answer for later; keep the place in a variable of its own"
            )
        return type(value)(_kept(run, f"{name}[{i}]", each, stores) for i, each in enumerate(value))
    if isinstance(value, Budget) and value.rate is not None:
        return value
    if not is_plain(value):
        run.refuse(
            f"{name} = {value!r} ({type(value).__name__}) is kept for a later answer, which is not read"
        )
    return value


def _moved(run: Run, name: str, value: Mark) -> Mark:
    run.refuse(f"the place in {value.name} is given to {name} as well; keep it in one variable")


def _check_bare(text: Text) -> None:
    """No statement of the text changes what its names stand for."""
    for node in ast.walk(text.definition):
        if isinstance(node, (ast.Global, ast.Nonlocal, ast.Yield, ast.YieldFrom, ast.NamedExpr, ast.Lambda)):
            raise refusal(text.file, node, f"`{ast.unparse(node)}` is not read")
        name = getattr(node, "id", getattr(node, "attr", ""))
        if isinstance(name, str) and name.startswith("__"):  # in a class it may stand for another name
            raise refusal(
                text.file, node, f"{name} is not read: it depends on the class or process around it"
            )
        if isinstance(node, ast.For) and not isinstance(node.iter, FRESH):
            named = {n.id for n in ast.walk(node.iter) if isinstance(n, ast.Name)}
            _check_unchanged(text, named, node.body)
    lists = {name for name, value in text.fixed.items() if isinstance(value, list)}
    _check_unchanged(text, lists, text.definition.body)


FRESH = (ast.Call, ast.Tuple, ast.List, ast.ListComp, ast.BinOp)
"""Expressions whose lists have no other name."""


def _check_unchanged(text: Text, names: set[str], body: list[ast.stmt]) -> None:
    """No statement changes one of these lists, which a loop goes over or the next call is given again."""
    for node in (n for statement in body for n in ast.walk(statement)):
        match node:
            case (
                ast.Call(func=ast.Attribute(value=ast.Name(id=name)))
                | ast.Subscript(value=ast.Name(id=name), ctx=ast.Store())
                | ast.AugAssign(target=ast.Name(id=name))
            ) if name in names:
                raise refusal(
                    text.file, node, f"{name} is changed here while it is in use; copy it by list(...)"
                )


def object_of(text: Text, node: ast.expr) -> object:
    """What a dotted name outside the program's variables stands for."""
    if isinstance(node, ast.Attribute):
        return getattr(object_of(text, node.value), node.attr, None)
    code = text.function.__code__
    if isinstance(node, ast.Name) and node.id not in (*code.co_varnames, *code.co_cellvars):
        return text.names.get(node.id)
    return None


def _base(node: ast.expr) -> str:
    """The stream that a loop goes over: its name, or that in enumerate(name) and zip(name, ...)."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Call(func=ast.Name(id="enumerate" | "zip"), args=[first, *_]):
            return _base(first)
    return ""


def _loops(body: ast.AST, around: tuple[ast.AST, ...] = ()) -> Iterator[tuple[ast.For, tuple[ast.AST, ...]]]:
    """All for loops, each with the loops around it."""
    for node in ast.iter_child_nodes(body):
        if isinstance(node, ast.For):
            yield node, around
        inside = (*around, node) if isinstance(node, (ast.For, ast.While)) else around
        yield from _loops(node, inside)


def streams_of(text: Text) -> dict[str, ast.For]:
    """The streams by name: the answers, what is read beside them, and streams in the stream.

    Raises OutsideClass where a stream is gone over twice, so that one answer would be read twice.
    """
    found: dict[str, ast.For] = {}
    for loop, around in _loops(text.definition):
        name = _base(loop.iter)
        outer = next(
            (s for s, at in found.items() if around and at is around[-1] and name in names_in(at.target)),
            None,
        )
        is_first = name == text.answers and not around
        if name == text.answers or outer is not None:
            if name in found or not (is_first or outer is not None):
                raise refusal(text.file, loop, f"{name} is gone over twice; read each answer once")
            found[name] = loop
            if isinstance(loop.iter, ast.Call):
                _check_beside(text, loop, found)
    if text.answers not in found:
        raise refusal(text.file, text.definition, f"there is no loop `for q in {text.answers}`")
    _check_uses(text, found)
    return found


def _check_beside(text: Text, loop: ast.For, found: dict[str, ast.For]) -> None:
    """What stands beside the answers in zip(...) is a public parameter, or enumerate has no start."""
    functions = {id(node.func) for node in ast.walk(loop.iter) if isinstance(node, ast.Call)}
    read = [n for n in ast.walk(loop.iter) if isinstance(n, ast.Name) and id(n) not in functions]
    beside = [n for n in read if n.id != _base(loop.iter)]
    if len(read) - len(beside) > 1 or any(n.id not in text.parameters for n in beside):
        raise refusal(
            text.file, loop, f"`{ast.unparse(loop.iter)}` is not the answers once, beside public parameters"
        )
    for node in ast.walk(loop.iter):
        if isinstance(node, ast.Call) and (
            node.keywords or object_of(text, node.func) not in (enumerate, zip)
        ):
            raise refusal(
                text.file, node, f"`{ast.unparse(node)}` is no stream; use enumerate(answers) or zip"
            )
        if isinstance(node, ast.Name) and node.id in text.parameters:
            found[node.id] = loop
    match loop.iter:
        case ast.Call(func=ast.Name(id="enumerate"), args=args) if len(args) > 1:
            raise refusal(text.file, loop, "enumerate is read with the answers alone")


def _check_uses(text: Text, streams: Mapping[str, ast.For]) -> None:
    """A stream is used in its loop alone."""
    allowed = {
        id(n) for loop in streams.values() for part in (loop.iter, loop.target) for n in ast.walk(part)
    }
    for node in ast.walk(text.definition):
        if isinstance(node, ast.Name) and node.id in streams and id(node) not in allowed:
            raise refusal(
                text.file, node, f"{node.id} is the stream of answers; it is only gone over by a loop"
            )


def _channels(text: Text) -> frozenset[str]:
    """The lists that start empty, are appended to, and otherwise only returned.

    Each is made once, whichever way the program takes, and before it is named: else it could be missing.
    """
    empty: dict[str, tuple[int, int]] = {}
    other, allowed = set(), set()
    for node in ast.walk(text.definition):
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name) as target], value=value)
                | ast.AnnAssign(target=ast.Name(id=name) as target, value=value)
            ) if value is not None and ast.unparse(value) in ("[]", "list()"):
                if node in text.definition.body:
                    empty[name] = _position(target)
                allowed.add(id(target))
            case ast.Call(func=ast.Attribute(value=ast.Name() as held, attr="append")):
                allowed.add(id(held))
            case ast.Return(value=value) if value is not None:
                allowed |= {id(n) for n in _returned(value)}
    for node in ast.walk(text.definition):
        if isinstance(node, ast.Name) and (
            id(node) not in allowed or _position(node) < empty.get(node.id, (0, 0))
        ):
            other.add(node.id)
    assigned = [
        n.id for n in ast.walk(text.definition) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
    ]
    return frozenset(n for n in empty.keys() - other if assigned.count(n) == 1)


def _position(node: ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _returned(value: ast.expr) -> Iterator[ast.expr]:
    """The names that are returned as they are, or as tuple(name)."""
    match value:
        case ast.Name():
            yield value
        case ast.Tuple(elts=elts):
            for each in elts:
                yield from _returned(each)
        case ast.Call(func=ast.Name(id="tuple" | "list"), args=[ast.Name() as name]):
            yield name


__all__ = ["OutsideClass", "Text", "read", "text_of"]
