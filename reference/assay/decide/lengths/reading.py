"""From the source of a program over a stream to its automaton."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ...errors import InvalidValue
from ...exact import Log, Number
from ...outputs.text import with_type
from .automaton import Automaton, Leaf, Location
from .comparisons import Comparisons, OneMore
from .counting import with_invariants
from .counts import EVERY_COUNT, Budget, stored_as
from .evaluation import Evaluation
from .execution import Run
from .expressions import COUNT, PUBLIC, Affine
from .instructions import live_names, refusal
from .program_values import Mark, NotRead, held, is_plain
from .source import Source, source_of
from .text import Text, count_of, text_of

MOST_LOCATIONS, MOST_LEAVES = 2_000, 2_000
"""More than these are refused: a variable that takes ever new values, or too many comparisons in a step."""


def read(program: object, fixed: Mapping[str, Any] | None = None) -> Automaton:
    """The automaton of a program.  Raises OutsideClass with the line for what is not read."""
    text = text_of(program, fixed or {})
    found = _Exploration(text).automaton()
    return with_invariants(found) if count_of(text.fixed) else found


@dataclass
class _Exploration:
    text: Text
    source: Source = field(init=False)
    numbers: dict[object, int] = field(default_factory=dict)
    waiting: list[tuple[int, dict[str, Any], tuple[str, ...], frozenset[str]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.source = source_of(self.text)
        self.live = live_names(self.source.code)

    def automaton(self) -> Automaton:
        """All locations, from the first on."""
        self.numbers[None] = 0
        start = self.leaves(lambda run: run.go(0), self.given(), read=False)
        found = {0: Location((), frozenset(), tuple(start), self.text.definition.lineno)}
        while self.waiting:
            place, env, variables, marked = self.waiting.pop()
            number = self.numbers[key_of(place, env)]
            found[number] = self.location(place, env, variables, marked)
            if len(self.numbers) > MOST_LOCATIONS:
                self.refuse(
                    place, f"there are more than {MOST_LOCATIONS} states; a counter may have no bound"
                )
        return Automaton(self.text.function.__name__, tuple(found[i] for i in range(len(found))))

    def given(self) -> dict[str, Any]:
        """The parameters, by their values or as symbols.  Raises InvalidValue."""
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
        return env

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
            run = Run(Evaluation(self.source, dict(env), Comparisons(answers)))
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
            try:
                env = {n: self.kept(n, run.env[n], stores, exact) for n in sorted(live) if n in run.env}
            except NotRead as reason:
                run.refuse(str(reason))
            marked = frozenset(n for n, v in env.items() if isinstance(v, Mark))
            target = self.number(place, env, (*stores.values(), *exact), marked)
        return Leaf(
            read,
            run.read,
            tuple(run.evaluation.comparisons.decisions),
            tuple(run.evaluation.comparisons.draws),
            tuple(run.outputs),
            (*((name, value) for value, name in stores.items()), *exact.items()),
            frozenset(n for n in marked if run.env[n].now),
            frozenset(run.returned),
            target,
        )

    def kept(self, name: str, value: Any, stores: dict[Affine, str], exact: dict[str, Affine]) -> Any:
        """A value as a location holds it; counters and budgets by their own symbols."""
        stored = stored_as(name, value) if name in self.source.counters else None
        if stored is None:
            return kept(name, value, stores)
        symbol, now, after = stored
        exact[symbol] = now
        return after

    def number(
        self, place: int, env: dict[str, Any], variables: tuple[str, ...], marked: frozenset[str]
    ) -> int:
        """The number of a location, which is explored later if it is new."""
        key = key_of(place, env)
        if key not in self.numbers:
            self.numbers[key] = len(self.numbers)
            self.waiting.append((place, env, variables, marked))
        return self.numbers[key]


def key_of(place: int, env: Mapping[str, Any]) -> object:
    """What is equal where the same can happen from a place on."""
    return place, tuple((n, _frozen(v)) for n, v in sorted(env.items()))


def _frozen(value: Any) -> object:
    """A key of a value, with its type."""
    if isinstance(value, tuple):
        return type(value), tuple(map(_frozen, value))
    # 0.0 == -0.0, and range(0, 3, 2) == range(0, 4, 2), but they are not written alike
    return type(value), value, repr(value) if isinstance(value, (float, range, Number, Log)) else ""


def kept(name: str, value: Any, stores: dict[Affine, str]) -> Any:
    """A value as a location holds it: noisy values by the name of the first variable that holds them.

    Raises NotRead for what is not kept.
    """
    if isinstance(value, Affine):
        return _kept_sum(name, value, stores)
    if isinstance(value, Mark):
        if value.now or value.name == name:
            return Mark(name)
        raise NotRead(f"the place in {value.name} is given to {name} as well; keep it in one variable")
    if isinstance(value, tuple):
        if any(isinstance(each, Mark) for each in value):
            raise NotRead(
                f"{name} holds the place of an answer for later; keep the place in a variable of its own"
            )
        return type(value)(kept(f"{name}[{i}]", each, stores) for i, each in enumerate(value))
    if isinstance(value, Budget) and value.rate is not None:
        return value
    if not is_plain(value):
        raise NotRead(
            f"{name} = {value!r} ({type(value).__name__}) is kept for a later answer, which is not read"
        )
    return value


def _kept_sum(name: str, value: Affine, stores: dict[Affine, str]) -> Affine:
    """A sum: what both runs know as it is, else by a name."""
    if value.is_public:
        return value
    if value.is_count:
        raise NotRead(
            f"{name} = {value} is kept for a later answer; compare it with c, or change it in the loop"
        )
    return Affine.symbol(stores.setdefault(value, name))
