"""One run of a sampler along given choices, and what ends it.

Every draw of a sampler goes through `Run.choose`, as a list of weights. A run follows the choices that it was
given; past them it takes the likeliest branch of every draw and notes the draw, so that the others can be
followed later. Weights that sum to less than 1 leave the rest open: that branch is never followed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextvars import ContextVar
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from .branchings import Branching

if TYPE_CHECKING:
    from .body import Body
    from .tape import Tape

Weights: TypeAlias = tuple[Fraction, ...]
Choice: TypeAlias = tuple[Weights, int]


active: ContextVar[Run | None] = ContextVar("assay_tape_run", default=None)
"""The run that draws belong to, one for each thread and task."""


class Stop(BaseException):
    """Ends a run before its time; not an Exception, so that samplers do not catch it."""


class Cut(Stop):
    """The run has used up what a run may use; its mass stays open."""


class Refused(Stop):
    """The sampler did something whose distribution is not computed here; the reason says what."""


class Contradiction(Stop):
    """The sampler depends on something besides its arguments and its draws; nothing can be said of it."""


class Reached(Stop):
    """The run came to a loop head in a state that has a name."""

    def __init__(self, key: object) -> None:
        super().__init__(key)
        self.key = key


class Run:
    """One run: the choices taken so far, and whether it still follows given ones.

    `given` counts the choices that were given, `base` those that lead to the state from which it goes on;
    `depth` the calls between the function whose distribution is explored and the code that runs; `turns` the
    loop heads passed since the last draw, `uniforms` the uniform draws. `drew` says that it asked a source
    for something, `leaks` that it drew from a distribution that is not completely known. A run less likely
    than the `cutoff` is not followed further; its likelihood is a float, since it only ends the search.
    `items` are the uniform draws of this run and `picked` the branches of its inner calls (-1 for one in
    place); a run with `plain` numbers is given both. `branchings` has one for each choice, where runs are
    listed.
    """

    __slots__ = (
        "base",
        "body",
        "branchings",
        "choices",
        "cutoff",
        "depth",
        "drew",
        "given",
        "items",
        "leaks",
        "likelihood",
        "picked",
        "plain",
        "plain_picks",
        "position",
        "stopped",
        "tape",
        "turns",
        "uniforms",
    )

    drew: bool
    leaks: bool
    likelihood: float
    position: int
    turns: int
    uniforms: int

    def __init__(self, tape: Tape, body: Body, choices: tuple[Choice, ...], base: int) -> None:
        self.tape: Tape = tape
        self.body: Body = body
        self.choices: list[Choice] = list(choices)
        self.base: int = base
        self.given: int = len(choices)
        self.position = 0
        self.depth: int = 0
        self.turns = 0
        self.leaks = self.drew = False
        self.items: list[Any] = []
        self.picked: list[int] = []
        self.plain: Iterator[Any] | None = None
        self.plain_picks: Iterator[int] = iter(())
        self.stopped: Stop | None = None
        self.likelihood = 1.0
        self.cutoff: float = 0.0
        self.uniforms = 0
        self.branchings: list[Branching] | None = None if tape.listed is None else []

    def take(self) -> Any:
        """The next value of a run with plain numbers."""
        for value in self.plain or ():
            return value
        self.refuse("with plain numbers the sampler draws more often than on the tape")

    def pick(self) -> int:
        """The next branch of an inner call in a run with plain numbers."""
        for index in self.plain_picks:
            return index
        self.refuse("with plain numbers the sampler calls more often than on the tape")

    def choose(self, weights: Weights) -> int:
        """The branch of the next draw; a draw with one branch of weight 1 is none."""
        if self.stopped is not None:
            raise self.stopped
        if self.plain is not None:
            self.refuse("a draw stays lazy with plain numbers")
        if len(weights) == 1 and weights[0] == 1:
            return 0
        step = self.position
        self.position = step + 1
        self.turns = 0
        if step < self.given:
            expected, index = self.choices[step]
            if expected is not weights and expected != weights:
                self.stop(
                    Contradiction(
                        f"its draw {step + 1} had {len(expected)} branches, and on replay of the same "
                        f"choices {len(weights)} others"
                    )
                )
            return index
        if step >= self.tape.max_draws:
            self.stop(Cut(f"a run drew more than {self.tape.max_draws} times"))
        if not weights:
            self.stop(Cut("nothing is known of an inner draw"))
        index = max(range(len(weights)), key=weights.__getitem__)
        self.likelihood *= float(weights[index])
        if self.likelihood < self.cutoff:
            self.stop(Cut("the rest is below the residual"))
        self.choices.append((weights, index))
        return index

    def history(self) -> str:
        """The values that were drawn, or one of them each where many lead the same way, in words."""
        drawn = [item.shown() for item in self.items]
        if len(drawn) > 12:
            drawn = [*drawn[:6], "...", *drawn[-5:]]
        return f"after draws such as {', '.join(drawn)}" if drawn else "before any draw"

    def stop(self, how: Stop) -> NoReturn:
        """Remember and raise what ends this run, also when the sampler swallows the exception."""
        if self.stopped is None:
            self.stopped = how
        raise how

    def refuse(self, reason: str) -> NoReturn:
        """End the run, and with it the exploration, because its distribution cannot be computed."""
        self.stop(Refused(reason))


def current() -> Run:
    """The run that is going on.  Raises Refused outside of one."""
    run = active.get()
    if run is None:
        raise Refused("a random source of the tape was asked for a draw outside an exploration")
    return run
