"""One run of a program along given choices.

Every draw of a program goes through `Run.choose`. A run follows the choices that it was given; past them it
takes the likeliest outcome of every draw and notes the draw, so that the others can be tried later.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from contextvars import ContextVar
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, NoReturn

from ..dp.dist import Dist
from ..errors import AssayError, BudgetExceeded, NondeterministicProgram, UnfinishedProgram
from ..exact import Number
from ..outputs.text import brief, with_type
from .ends import ExitRefused
from .watch import watched

current: ContextVar[Run | None] = ContextVar("assay_run", default=None)
"""The run that draws belong to, one for each thread and task."""

running: Callable[[], Run | None] = partial(current.get, None)
"""The run of this thread and task: `current.get()`, without an event for the watcher to look at."""


class Draw:
    """One request for randomness: the distribution, its outcomes likeliest first, and how likely they are."""

    __slots__ = ("dist", "outcomes", "probabilities", "surprisals")

    def __init__(self, dist: Dist[Any]) -> None:
        cost = {o: surprisal(p, len(dist)) for o, p in dist.items()}
        likeliest_first = sorted(dist.items(), key=lambda item: cost[item[0]])
        self.dist: Dist[Any] = dist
        self.outcomes: tuple[Any, ...] = tuple(o for o, _ in likeliest_first)
        self.probabilities: tuple[Number, ...] = tuple(p for _, p in likeliest_first)
        self.surprisals: tuple[int, ...] = tuple(cost[o] for o in self.outcomes)


@lru_cache(maxsize=4096)
def draw_of(dist: Dist[Any]) -> Draw:
    """The `Draw` of a distribution; the same object for equal distributions, as long as it is remembered."""
    return Draw(dist)


def surprisal(p: Number, outcomes: int) -> int:
    """-16 log2(p) as a whole number, roughly: it orders the search and decides nothing.

    A probability that is a function of epsilon counts as one of equally likely outcomes.
    """
    if p.is_symbolic:
        ratio = Fraction(1, outcomes)
    else:
        ratio = p.as_fraction() if p.is_rational else Fraction(p.lower(9))
    return (ratio.denominator**16).bit_length() - (ratio.numerator**16).bit_length()


class Cut(BaseException):
    """Ends a run that has used up its steps; not an Exception, so that programs do not catch it."""


class Run:
    """One run: the draws so far, the index of the outcome chosen in each, and what went wrong.

    `draws` and `choices` hold the given choices at first; a `closed` run must ask for exactly those.
    """

    __slots__ = ("choices", "closed", "cut", "draws", "failure", "given", "max_steps", "position", "refusal")

    choices: list[int]
    draws: list[Draw]
    position: int

    def __init__(
        self, draws: list[Draw], choices: list[int], max_steps: int, *, closed: bool = False
    ) -> None:
        self.draws = draws
        self.choices = choices
        self.given: int = len(draws)
        self.max_steps: int = max_steps
        self.closed: bool = closed
        self.position = 0
        self.cut: str | None = None
        self.failure: str | None = None
        self.refusal: AssayError | None = None

    def choose(self, draw: Draw) -> Any:
        """The outcome of the next draw."""
        step = self.position
        self.position = step + 1
        if step < self.given:
            expected = self.draws[step]
            if draw is not expected and draw.dist != expected.dist:
                self.fail(
                    f"draw {step + 1} was from {brief(expected.dist)}, and on replay from {brief(draw.dist)}"
                )
            return expected.outcomes[self.choices[step]]
        if self.closed:
            self.fail(f"it drew {self.given} times, and on replay once more, from {brief(draw.dist)}")
        if step >= self.max_steps:
            self.cut = f"a path drew more than {self.max_steps} times"
            raise Cut
        self.draws += (draw,)  # not append, which would be one more call for the watcher to look at
        self.choices += (0,)
        return draw.outcomes[0]

    def fail(self, what: str) -> NoReturn:
        """Remember and raise what shows that the program does not depend on its draws alone."""
        self.failure = self.failure or what
        raise NondeterministicProgram(what)

    def stop(self, error: AssayError) -> NoReturn:
        """Refuse the program, also where it swallows the error."""
        self.refusal = self.refusal or error
        raise error

    def fail_call(self, name: str) -> None:
        """Remember and raise a call into a clock or another random source."""
        self.fail(f"it calls {name}")

    def fail_limit(self, limit: str) -> None:
        """Remember and raise that the program goes on after an end of the machine."""
        if self.cut is None:
            self.fail(f"it meets {limit}, and goes on after that")

    def history(self) -> str:
        """The choices in words, for error messages."""
        taken = [
            f"{brief(draw.outcomes[i])} (of probability {draw.probabilities[i]})"
            for draw, i in zip(self.draws[: self.position], self.choices, strict=False)
        ]
        if len(taken) > 12:
            taken = [*taken[:6], "...", *taken[-5:]]
        return "after the draws " + ", ".join(taken) if taken else "before any draw"

    def execute(self, body: Callable[[], Any], *, watch: bool = True) -> Any:
        """The value of `body()` under this run's choices.

        watch: whether calls into clocks are looked for; a replay makes the calls of the run before.
        It means nothing if `cut`, `failure` or `refusal` was set on the way: the program may swallow them.
        """
        token = current.set(self)
        try:
            with watched(self.fail_call) if watch else nullcontext():
                value = body()
        except (Cut, RecursionError, UnfinishedProgram, BudgetExceeded) as error:
            # An inner program's bounds are not this program's: the path is open, whatever is known of it.
            self.cut = self.cut or reason_of(error)
            return None
        except (SystemExit, GeneratorExit) as error:
            raise ExitRefused(
                f"it raised {type(error).__name__}, which is no output; return a value, or raise an "
                "exception that is declared (raises=...)"
            ) from error
        finally:
            current.reset(token)
        if self.closed and self.cut is None and self.position < self.given:
            before = f"it drew {self.given} times, and on replay ended after {self.position}"
            self.failure = f"{before} with {with_type(value)}"
        return value


def reason_of(error: BaseException) -> str:
    """Why a path could not be followed to its end."""
    if isinstance(error, RecursionError):
        return "a path went deeper than Python's recursion limit (see sys.setrecursionlimit)"
    return f"a path was given up because {error}"
