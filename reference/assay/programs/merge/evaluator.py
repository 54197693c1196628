"""From statement to statement with a distribution over states."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from ...dp import Dist
from ...dp.outputs import Tally
from ...exact import Number
from .. import Program
from .branches import ONE, Branch, gathered, limited
from .expressions import Expressions
from .liveness import NOTHING, Liveness, Names, hidden
from .outside import OutsideSubset, outside
from .text import Text, text_of
from .trees import Env, as_tuple, assigned
from .values import forget, key_of

T = TypeVar("T")


class State(NamedTuple):
    """The values of the variables still needed, their probability, and the most draws on a way to them."""

    env: Env
    mass: Number
    draws: int


@dataclass
class Exits:
    """The states that left a loop's body early."""

    broken: list[State] = field(default_factory=list)
    continued: list[State] = field(default_factory=list)


def merged(program: Program[..., T], *args: Any, **kwargs: Any) -> Dist[T]:
    """The output distribution of a program, by merging equal states; outcomes in the order first returned.

    Raises OutsideSubset where the program, or its run on these arguments, leaves the subset.
    """
    try:
        limits = program._limits
        if limits.seconds is not None:
            raise OutsideSubset("a deadline was set, which only the enumeration keeps")
        return _law(Evaluation(limits.max_steps).call(program, args, kwargs), limits.max_steps)
    except OutsideSubset:
        raise
    except Exception as error:  # the enumeration will meet it too, and tell it with the path that leads there
        raise OutsideSubset(f"it raised {type(error).__name__}: {error}") from error
    finally:
        forget()


def _law(branches: list[Branch], max_steps: int) -> Dist[Any]:
    """The distribution of what is returned, each outcome checked as the enumeration checks it."""
    if any(b.draws > max_steps for b in branches):
        raise OutsideSubset(f"a path draws more than {max_steps} times")
    tally: Tally[Any] = Tally("output")
    for b in branches:
        tally.add(b.value, b.mass)
    return Dist._trusted(tally.mass, tally.alphabet.keys)


class Evaluation:
    """One evaluation of a program: calls with equal arguments are evaluated once."""

    def __init__(self, max_steps: int) -> None:
        self.max_steps = max_steps
        self._known: dict[tuple[object, Hashable], list[Branch]] = {}
        self._frames: dict[object, Frame] = {}

    def call(self, function: Any, args: Sequence[Any], named: Mapping[str, Any]) -> list[Branch]:
        """The law of what a call returns."""
        plain = function._function if isinstance(function, Program) else function
        if plain not in self._frames:
            self._frames[plain] = Frame(text_of(plain), self)
        bound = inspect.signature(plain, follow_wrapped=False).bind(*args, **named)
        bound.apply_defaults()
        key = (plain, tuple((name, key_of(value)) for name, value in bound.arguments.items()))
        if key not in self._known:
            self._known[key] = self._frames[plain].run(dict(bound.arguments))
        return self._known[key]


class Frame:
    """The statements of one function."""

    def __init__(self, text: Text, evaluation: Evaluation) -> None:
        self._body = text.tree.body
        self._expressions = Expressions(text, evaluation.call)
        self._evaluation = evaluation
        self._live = Liveness()
        self._live.block(self._body, NOTHING, (NOTHING, NOTHING))

    def run(self, env: Env) -> list[Branch]:
        """The law of the returned value."""
        returned: list[Branch] = []
        ended = self._block(self._body, [State(env, ONE, 0)], returned, Exits())
        returned += [Branch(None, s.mass, s.draws) for s in ended]
        return gathered(returned)

    def _block(
        self, body: Sequence[ast.stmt], states: list[State], returned: list[Branch], exits: Exits
    ) -> list[State]:
        """The states that reach the end of the block."""
        for statement in body:
            if not states:
                break
            after = self._step(statement, states, returned, exits)
            states = limited(self._merge(after, self._live.after[id(statement)]))
        return states

    def _merge(self, states: Iterable[State], live: Names) -> list[State]:
        """Equal states as one, without the variables that are not needed any more."""
        found: dict[Hashable, State] = {}
        for env, mass, draws in states:
            kept = {name: value for name, value in env.items() if name in live}
            key = frozenset((name, key_of(value)) for name, value in kept.items())
            known = found.get(key)
            if draws > self._evaluation.max_steps:
                raise OutsideSubset(f"a path draws more than {self._evaluation.max_steps} times")
            if known is not None:
                mass, draws = known.mass + mass, max(known.draws, draws)
            found[key] = State(kept, mass, draws)
        return list(found.values())

    def _step(self, s: ast.stmt, states: list[State], returned: list[Branch], exits: Exits) -> list[State]:
        """The states after one statement."""
        match s:
            case ast.Return():
                for state, b in self._values(s.value, states):
                    returned.append(Branch(b.value, state.mass, state.draws))
                return []
            case ast.If():
                yes, no = self._decide(s.test, states)
                return [
                    *self._block(s.body, yes, returned, exits),
                    *self._block(s.orelse, no, returned, exits),
                ]
            case ast.While():
                return self._while(s, states, returned, exits)
            case ast.For():
                return self._for(s, states, returned, exits)
            case ast.Break():
                exits.broken += states
                return []
            case ast.Continue():
                exits.continued += states
                return []
            case ast.Pass():
                return states
            case ast.Assert():
                return self._assert(s, states)
            case _:
                return self._assign(s, states)

    def _assert(self, s: ast.Assert, states: list[State]) -> list[State]:
        """The states, if the assertion holds in all of them; else the enumeration tells the path."""
        holds, fails = self._decide(s.test, states)
        if fails:
            raise outside(s, "the assertion fails")
        return holds

    def _assign(self, s: ast.stmt, states: list[State]) -> list[State]:
        """An assignment, or an expression whose value is dropped."""
        match s:
            case ast.Expr():
                value, targets = s.value, []
            case ast.Assign():
                value, targets = s.value, s.targets
            case ast.AnnAssign(value=ast.expr() as given, target=ast.Name() as name):
                value, targets = given, [name]
            case ast.AugAssign(target=ast.Name(id=variable) as name):
                value, targets = self._augmented(s, variable), [name]
            case _:
                raise outside(s, f"a {type(s).__name__} statement is not understood")
        found = []
        for state, b in self._values(value, states):
            env = dict(state.env)
            for target in targets:
                env.update(assigned(target, b.value))
            found.append(State(env, state.mass, state.draws))
        return found

    def _augmented(self, s: ast.AugAssign, variable: str) -> ast.expr:
        """x += e as x + e: the same for values that cannot change."""
        known = getattr(s, "_assay_value", None)
        if known is None:
            known = ast.copy_location(ast.BinOp(ast.Name(variable, ast.Load()), s.op, s.value), s)
            s._assay_value = known  # type: ignore[attr-defined]
        expression: ast.expr = known
        return expression

    def _values(self, node: ast.expr | None, states: Iterable[State]) -> Iterable[tuple[State, Branch]]:
        """For every state the values of an expression, the state already scaled to them."""
        for env, mass, draws in states:
            branches = [Branch(None, ONE, 0)] if node is None else self._expressions.law(node, env)
            for b in branches:
                yield State(env, mass * b.mass, draws + b.draws), b

    def _decide(self, test: ast.expr, states: Iterable[State]) -> tuple[list[State], list[State]]:
        """The states in which the test is true, and those in which it is false."""
        yes: list[State] = []
        no: list[State] = []
        for state, b in self._values(test, states):
            (yes if b.value else no).append(state)
        return yes, no

    def _while(self, s: ast.While, states: list[State], returned: list[Branch], exits: Exits) -> list[State]:
        """Round after round, all states together."""
        inner, left, head = Exits(), list[State](), self._live.head[id(s)]
        while states:
            going, ended = self._decide(s.test, states)
            left = self._merge([*left, *ended], head)
            after = self._block(s.body, going, returned, inner)
            states = self._merge([*after, *inner.continued], head)
            inner.continued.clear()
        return [*self._block(s.orelse, left, returned, exits), *inner.broken]

    def _for(self, s: ast.For, states: list[State], returned: list[Branch], exits: Exits) -> list[State]:
        """Item after item; what is run through is a hidden variable of the state."""
        name, index = hidden(s), 0
        inner, left, head = Exits(), list[State](), self._live.head[id(s)]
        current = []
        for state, b in self._values(as_tuple(s.iter), states):
            if type(b.value) not in (tuple, range, str, bytes, frozenset, list):
                raise outside(s, f"it runs through a {type(b.value).__name__}")
            # no variable holds a list, so that nothing can change this one
            items = tuple(b.value) if type(b.value) in (frozenset, list) else b.value
            key_of(items)
            current.append(State({**state.env, name: items}, state.mass, state.draws))
        while current:
            going = [
                State({**t.env, **assigned(s.target, t.env[name][index])}, t.mass, t.draws)
                for t in current
                if index < len(t.env[name])
            ]
            left = self._merge([*left, *(t for t in current if index >= len(t.env[name]))], head - {name})
            after = self._block(s.body, going, returned, inner)
            current = self._merge([*after, *inner.continued], head)
            inner.continued.clear()
            index += 1
        return [*self._block(s.orelse, left, returned, exits), *inner.broken]
