"""Exploring every path of a symbolic program: a comparison of noisy values that is open takes both answers.

A path is a list of choices.  The program is run again along the choices made so far, takes the first open
choice after them with its first answer, and the other answers wait on a stack.  An answer that contradicts
the earlier ones has probability 0 and is never taken, so that every path is possible and the number of runs
is that of the paths.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path as File
from types import CodeType
from typing import TYPE_CHECKING, Any

from ...budgets.progress import spend
from ...errors import AssayError, NondeterministicProgram
from ...exact import Number, number
from ...outputs.text import brief
from ..ends import Declared, Raised, is_output
from ..run import Draw, Run
from ..state import Snapshot
from .orders import Constraint, Distribution, Order, Rational
from .outside import OutsideClass, refuse
from .rates import EVERY_EPSILON, Rates
from .swallowed import Exceptions, noted

if TYPE_CHECKING:
    from .plain import Guards

ONE = number(1)

MAX_CHOICES = 1_000


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice on a path: what was asked, and the answer (for a finite draw the outcome's number)."""

    asked: Draw | Constraint | Distribution
    answer: int


@dataclass(frozen=True, slots=True)
class Path:
    """A path to its end: its constraints, the probability of its finite draws, and what was returned."""

    order: Order
    weight: Number
    output: object
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Body:
    """A program on one input, as it is run: without arguments.

    state: what the program can reach, as it is before the first run.
    codes: the code objects of the user's functions, where some of them may go on after an exception.
    raises: the exceptions that are outputs.
    guards: what may be given plain values only.
    rates: which rates noise may have, and what they are in the unit of the reading.
    """

    call: Callable[[], Any]
    subject: str
    state: Snapshot
    codes: Mapping[int, CodeType]
    raises: Declared = ()
    guards: Guards | None = None
    rates: Rates = EVERY_EPSILON


class SymbolicRun(Run):
    """A run whose draws may be symbolic, along the given choices."""

    __slots__ = ("made", "open_choices", "order", "rates", "weight")

    weight: Number

    def __init__(self, given: list[Choice], rates: Rates) -> None:
        super().__init__([], [], MAX_CHOICES)
        self.made: list[Choice] = list(given)
        self.given: int = len(given)
        self.rates: Rates = rates
        self.order: Order = Order()
        self.weight = ONE
        self.open_choices: list[tuple[int, Choice]] = []

    def history(self) -> str:
        """The choices in words, for error messages."""
        words = [_words(choice) for choice in self.made[: self.position]]
        if len(words) > 12:
            words = [*words[:6], "...", *words[-5:]]
        return "after " + ", ".join(words) if words else "before any draw"

    def _next(self, asked: Draw | Constraint | Distribution, answers: int) -> int:
        """The answer to the next question: the given one, or 0 with the others left open."""
        step = self.position
        self.position += 1
        if step < self.given:
            made = self.made[step]
            if not _same_question(made.asked, asked):
                self.fail(f"choice {step + 1} was about {made.asked}, and on replay about {asked}")
            return made.answer
        if step >= self.max_steps:
            self.stop(
                refuse(f"a path makes more than {self.max_steps} choices; bound the loops of the program")
            )
        self.made.append(Choice(asked, 0))
        self.open_choices += [(step, Choice(asked, n)) for n in range(1, answers)]
        return 0

    def choose(self, draw: Draw) -> Any:
        """The outcome of a finite draw."""
        n = self._next(draw, len(draw.outcomes))
        self.weight = self.weight * draw.probabilities[n]
        return draw.outcomes[n]

    def draw_noise(self, distribution: Distribution) -> int:
        """A new noise variable."""
        self._next(distribution, 1)
        return self.order.draw(distribution)

    def at_most(self, i: int, j: int, n: Rational) -> bool:
        """Whether z_i - z_j <= n."""
        c = Constraint(i, j, n)
        known = self.order.forced(c)
        if known is not None:
            return known
        answer = self._next(c, 2)
        self.order.assume(self.order.negated(c) if answer else c)
        return answer == 0


def _words(choice: Choice) -> str:
    asked = choice.asked
    if isinstance(asked, Draw):
        return f"drawing {brief(asked.outcomes[choice.answer])}"
    if isinstance(asked, Distribution):
        return (
            f"a draw of variance {asked.variance}" if asked.variance else f"a draw of rate {asked.rate} eps"
        )
    return "a comparison that " + ("fails" if choice.answer else "holds")


def _same_question(a: object, b: object) -> bool:
    if isinstance(a, Draw) and isinstance(b, Draw):
        return a is b or a.dist == b.dist
    return type(a) is type(b) and a == b


def explore(body: Body) -> Iterator[Path]:
    """Every path of positive probability.

    Raises OutsideClass where the program leaves the class, NondeterministicProgram where a replay differs.
    """
    pending: list[list[Choice]] = [[]]
    while pending:
        spend()
        run = SymbolicRun(pending.pop(), body.rates)
        body.state.forget()
        path = _follow(run, body)
        if body.state.caches:
            replay(path, body)  # with the caches as it left them
        for step, choice in reversed(run.open_choices):
            pending.append([*run.made[:step], choice])
        yield path


def replay(path: Path, body: Body) -> Path:
    """The path run once more along the same choices; NondeterministicProgram where the run differs."""
    run = SymbolicRun(list(path.choices), body.rates)
    again = _follow(run, body, watch=False)
    same = (again.order.distributions, again.order.constraints) == (
        path.order.distributions,
        path.order.constraints,
    )
    if run.open_choices or not same:
        raise NondeterministicProgram(
            f"{body.subject} made {len(path.choices)} choices, and on replay {run.position}"
        )
    return again


def _follow(run: SymbolicRun, body: Body, *, watch: bool = True) -> Path:
    output = _execute(run, body, watch)
    return Path(run.order, run.weight, output, tuple(run.made))


def _execute(run: SymbolicRun, body: Body, watch: bool) -> object:
    """What the program returns, or the declared exception that it raises."""
    with noted(body.codes, body.guards) as passed:
        try:
            output = run.execute(body.call, watch=watch)
        except Exception as error:
            failure = _failure(run, body.subject)
            if failure is None and not is_output(error, body.raises):
                error.add_note(f"raised by {body.subject} {run.history()}")
            if failure is not None or not is_output(error, body.raises):
                raise failure or error from None
            output = Raised.of(error)
    changed = body.state.changed()
    if changed is not None:
        run.failure = run.failure or f"a run changes {changed}"
    failure = _failure(run, body.subject) or _doubt(passed, body)
    if failure is not None:
        raise failure
    if run.position < run.given:
        raise NondeterministicProgram(f"{body.subject} made {run.given} choices, now {run.position}")
    return output


def _doubt(passed: Exceptions, body: Body) -> OutsideClass | None:
    """The refusal of a program that went on after an exception which no integer may have caused."""
    error = passed.doubtful
    if error is None:
        return None
    line, file, trace = None, "", error.__traceback__
    while trace is not None:
        if id(trace.tb_frame.f_code) in body.codes:
            line, file = trace.tb_lineno, File(trace.tb_frame.f_code.co_filename).name
        trace = trace.tb_next
    return OutsideClass(
        f"the program goes on after {type(error).__name__} ({error}), which it did not raise itself: a noisy "
        "value, being no number yet, may have caused it; do not catch it",
        f"{file}, line {line}" if file else "",
        line,
    )


def _failure(run: SymbolicRun, subject: str) -> Exception | None:
    if run.refusal is not None:
        return run.refusal
    if run.failure is not None:
        return NondeterministicProgram(f"{subject} does not depend on its draws alone: {run.failure}")
    if run.cut is not None:
        return AssayError(f"{subject}: {run.cut}")
    return None
