"""Random programs, and a second way to compute what they do.

A generated program is a small syntax tree over three integer variables. `GeneratedProgram.program` walks the
tree with `flip`, `draw` and `uniform`, as any user's program would. `GeneratedProgram.law` never runs it: it
pushes a whole distribution over states through the tree, statement by statement, in `Fraction`s.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from assay import Dist, Program, draw, flip, program, uniform

VARIABLES = 3
MODULUS = 4
"""Variables take the values 0 ... MODULUS - 1."""

State: TypeAlias = tuple[int, ...]
Law: TypeAlias = dict[int, Fraction]
StateLaw: TypeAlias = dict[State, Fraction]


@dataclass(frozen=True)
class Assign:
    """target = (source + constant) mod MODULUS."""

    target: int
    source: int
    constant: int


@dataclass(frozen=True)
class Flip:
    """target = flip(p), where p is chosen by the value of the variable `source`."""

    target: int
    source: int
    ps: tuple[Fraction, ...]


@dataclass(frozen=True)
class Choose:
    """target = draw(dist), where the distribution is chosen by the value of the variable `source`."""

    target: int
    source: int
    tables: tuple[tuple[tuple[int, Fraction], ...], ...]


@dataclass(frozen=True)
class Uniform:
    """target = uniform(1 + value of `source`)."""

    target: int
    source: int


@dataclass(frozen=True)
class If:
    """A branch on whether the variable is zero."""

    source: int
    then: Block
    otherwise: Block


@dataclass(frozen=True)
class Repeat:
    """The body as often as the variable `source` says when the loop begins."""

    source: int
    body: Block


@dataclass(frozen=True)
class While:
    """The body while the variable is not zero, at most `fuel` times."""

    source: int
    fuel: int
    body: Block


@dataclass(frozen=True)
class Call:
    """target = what the body returns when it is run as a program of its own on (source, 0, 0)."""

    target: int
    source: int
    body: Block


@dataclass(frozen=True)
class Return:
    """Return the variable at once."""

    source: int


Statement: TypeAlias = "Assign | Flip | Choose | Uniform | If | Repeat | While | Call | Return"
Block: TypeAlias = tuple[Statement, ...]


# The program, run by drawing


def execute(block: Block, state: list[int]) -> int | None:
    """Run the block on the state, in place; the returned value, or None if it went to its end."""
    for statement in block:
        returned = step(statement, state)
        if returned is not None:
            return returned
    return None


def step(statement: Statement, state: list[int]) -> int | None:
    """Run one statement."""
    value = state[statement.source]
    match statement:
        case Assign(target, _, constant):
            state[target] = (value + constant) % MODULUS
        case Flip(target, _, ps):
            state[target] = int(flip(ps[value]))
        case Choose(target, _, tables):
            state[target] = draw(Dist(dict(tables[value])))
        case Uniform(target, _):
            state[target] = uniform(1 + value)
        case If(_, then, otherwise):
            return execute(then if value == 0 else otherwise, state)
        case Call(target, _, body):
            state[target] = GeneratedProgram(body).program(value)
        case Return():
            return value
        case Repeat() | While():
            return loop(statement, state)
    return None


def loop(statement: Repeat | While, state: list[int]) -> int | None:
    """Run a loop."""
    times = state[statement.source] if isinstance(statement, Repeat) else statement.fuel
    for _ in range(times):
        if isinstance(statement, While) and state[statement.source] == 0:
            break
        returned = execute(statement.body, state)
        if returned is not None:
            return returned
    return None


# The same, as a law of states


@dataclass
class Flow:
    """The states that go on and the values that were returned, with their probabilities."""

    states: StateLaw
    returned: Law = field(default_factory=dict)

    def add(self, other: Flow, weight: Fraction = Fraction(1)) -> None:
        """Add another flow, scaled."""
        for state, p in other.states.items():
            self.states[state] = self.states.get(state, Fraction(0)) + weight * p
        for value, p in other.returned.items():
            self.returned[value] = self.returned.get(value, Fraction(0)) + weight * p


def block_law(block: Block, state: State) -> Flow:
    """Where the block leads from one state."""
    flow = Flow({state: Fraction(1)})
    for statement in block:
        following = Flow({}, flow.returned)
        for before, p in flow.states.items():
            following.add(statement_law(statement, before), p)
        flow = following
    return flow


def statement_law(statement: Statement, state: State) -> Flow:
    """Where one statement leads from one state."""
    value = state[statement.source]
    match statement:
        case Assign(target, _, constant):
            return assigned(state, target, {(value + constant) % MODULUS: Fraction(1)})
        case Flip(target, _, ps):
            return assigned(state, target, {1: ps[value], 0: 1 - ps[value]})
        case Choose(target, _, tables):
            return assigned(state, target, dict(tables[value]))
        case Uniform(target, _):
            return assigned(state, target, {i: Fraction(1, 1 + value) for i in range(1 + value)})
        case If(_, then, otherwise):
            return block_law(then if value == 0 else otherwise, state)
        case Call(target, _, body):
            return assigned(state, target, GeneratedProgram(body).law(value))
        case Return():
            return Flow({}, {value: Fraction(1)})
        case Repeat(_, body):
            return repeated_law(body, state, value)
        case While(source, fuel, body):
            return while_law(source, body, state, fuel)


def assigned(state: State, target: int, law: Law) -> Flow:
    """The state with one variable set at random."""
    return Flow({(*state[:target], value, *state[target + 1 :]): p for value, p in law.items() if p})


def repeated_law(body: Block, state: State, times: int) -> Flow:
    """The law of `times` bodies."""
    return block_law(body * times, state)


def while_law(source: int, body: Block, state: State, fuel: int) -> Flow:
    """The law of a loop that ends when the variable is zero or the fuel is used up."""
    if fuel == 0 or state[source] == 0:
        return Flow({state: Fraction(1)})
    first = block_law(body, state)
    flow = Flow({}, first.returned)
    for after, p in first.states.items():
        flow.add(while_law(source, body, after, fuel - 1), p)
    return flow


@dataclass(frozen=True)
class GeneratedProgram:
    """A random program of one integer 0 ... MODULUS - 1, and its law by another route."""

    block: Block

    @property
    def program(self) -> Program[[int], int]:
        """The program that draws."""

        @program
        def generated(x: int) -> int:
            state = [x, *[0] * (VARIABLES - 1)]
            returned = execute(self.block, state)
            return sum(state) % MODULUS if returned is None else returned

        return generated

    def law(self, x: int) -> Law:
        """The output distribution on x, computed without running the program; zeros are left out."""
        flow = block_law(self.block, (x, *[0] * (VARIABLES - 1)))
        law = dict(flow.returned)
        for state, p in flow.states.items():
            value = sum(state) % MODULUS
            law[value] = law.get(value, Fraction(0)) + p
        return {value: p for value, p in law.items() if p}


# Strategies

_variables = st.integers(0, VARIABLES - 1)
_ps = st.one_of(
    st.sampled_from([Fraction(0), Fraction(1), Fraction(1, 2)]),
    st.fractions(min_value=0, max_value=1, max_denominator=7),
)


@st.composite
def _point_tables(draw_: st.DrawFn) -> tuple[tuple[int, Fraction], ...]:
    """A distribution on 0 ... MODULUS - 1."""
    weights = draw_(st.lists(st.integers(0, 3), min_size=1, max_size=MODULUS).filter(any))
    return tuple((value, Fraction(w, sum(weights))) for value, w in enumerate(weights))


def _for_each_value(strategy: SearchStrategy[Fraction]) -> SearchStrategy[tuple[Fraction, ...]]:
    return st.tuples(*[strategy] * MODULUS)


_simple: SearchStrategy[Statement] = st.one_of(
    st.builds(Flip, _variables, _variables, _for_each_value(_ps)),
    st.builds(Assign, _variables, _variables, st.integers(0, MODULUS - 1)),
    st.builds(Choose, _variables, _variables, st.tuples(*[_point_tables()] * MODULUS)),
    st.builds(Uniform, _variables, _variables),
    st.builds(Return, _variables),
)


def _blocks(depth: int) -> SearchStrategy[Block]:
    """Blocks nested at most `depth` deep."""
    statement = _simple
    if depth > 0:
        inner = _blocks(depth - 1)
        statement = st.one_of(
            _simple,
            st.builds(If, _variables, inner, inner),
            st.builds(Repeat, _variables, inner),
            st.builds(While, _variables, st.integers(1, 2), inner),
            st.builds(Call, _variables, _variables, inner),
        )
    return st.lists(statement, min_size=1, max_size=3).map(tuple)


def generated_programs(depth: int = 2) -> SearchStrategy[GeneratedProgram]:
    """Random programs with branches, loops, early returns, calls and data-dependent draws."""
    return _blocks(depth).map(GeneratedProgram)
