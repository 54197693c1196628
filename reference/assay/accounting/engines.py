"""The engines behind one protocol: each says what a question costs it, and the cheapest is asked first.

| engine | answers | by |
|---|---|---|
| exact | finite pairs | the distribution of the total loss, exactly |
| closed form | one round | its tails |
| largest loss | tiny deltas | what the atom of the largest loss alone allows |
| one large loss | tiny rates | the closed forms of single rounds |
| atoms | few rounds | a list of the sums of all atoms, and a closed form of the rest |
| inversion | pairs with a transform | an integral of the moment generating function, or of its levels |
| fourier, integer | every pair | distributions on grids on both sides of the truth |
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from importlib.util import find_spec
from typing import Any, Protocol

from ..budgets.progress import is_spent
from ..composition.answer import Answer
from ..errors import AssayError, BudgetExceeded, InvalidValue
from ..exact.bracket import Bracket, short_text
from .atoms.engine import ByAtoms
from .exact_engines import ClosedForm, Exact, NextToLargest
from .inversion.engine import SECONDS_OF_QUADRATURE, ByInversion
from .large_deviations import MANY, ByDeviations, roughly
from .levels.cuts import sampled_of
from .on_grids import OnGrids
from .one_large_loss import ByOneLargeLoss
from .question import MOST_SECONDS, Question

NARROWEST = Fraction(1, 2**900)
"""Widths below it are beyond what plans made in floats can hold."""
SECONDS_OF_LEVELS, DEEP = 0.07, 128
"""What levels take; from delta = e^-DEEP on about a second, and by the square of ln delta more."""
LONG = 1.0
"""Before an engine that takes more seconds a quick bracket is looked for."""
NOBODY = (
    f"every engine is estimated to take more than {MOST_SECONDS} s, or a parameter is so large or so small "
    "that no grid can be planned for it; ask for a larger width, or give noise and sensitivities that are "
    "nearer to each other"
)
OUT_OF_FLOATS = (
    "a parameter is so large or so small that no grid can be planned for it ({}); give noise and "
    "sensitivities that are nearer to each other"
)


class Engine(Protocol):
    """One way to answer a question."""

    @property
    def name(self) -> str:
        """As it is asked for, and as an answer says who gave it."""

    @property
    def least_cost(self) -> float:
        """The seconds that no question goes below."""

    def cost(self, question: Question) -> float | None:
        """The seconds that it takes, roughly; None where it cannot answer."""

    def answer(self, question: Question) -> Answer[Any] | None:
        """An answer as narrow as was asked for; None where it declines.

        Raises BudgetExceeded with the best bracket in `.known`.
        """


@dataclass(frozen=True)
class ByLevels:
    """Sampled Gaussian noise among the rounds: inversion level by level; needs numpy."""

    name: str = "inversion"
    """Both inversions go by one name."""
    least_cost = SECONDS_OF_LEVELS
    """That of a large delta."""

    def cost(self, question: Question) -> float | None:
        """From the size of delta; the number of rounds hardly matters."""
        has_levels = any(sampled_of(pair) for pair, _ in question.rounds) and find_spec("numpy") is not None
        return SECONDS_OF_LEVELS + (question.look.saddle.log_delta / DEEP) ** 2 if has_levels else None

    def answer(self, question: Question) -> Answer[Any] | None:
        """By a plan whose errors are proved; None where it is too long."""
        from .levels.engine import Levels

        engine = Levels.of(question.rounds, question.budget.max_bytes, question.kept)
        found = None if engine is None else engine.answer(question, question.look.saddle)
        return None if found is None else Answer.of(found, self.name)


AT_ONCE: tuple[Engine, ...] = (Exact(), NextToLargest(), ClosedForm())
"""Those that are asked first; where one round has a closed form, nobody after it."""


def composing(question: Question) -> tuple[Engine, ...]:
    """The engines for more than one round; one of them only for very many."""
    many = (ByDeviations(),) if question.count >= MANY else ()
    # sampled Gaussian noise has a quadrature for its transform
    sampled = any(sampled_of(pair) for pair, _ in question.rounds)
    least = SECONDS_OF_QUADRATURE * len(question.rounds)
    inversion = ByInversion(least_cost=least) if sampled else ByInversion()
    found = ByOneLargeLoss(), ByAtoms(), *many, ByLevels(), inversion
    return *found, OnGrids("fourier"), OnGrids("integer")


def cost_of(engine: Engine, question: Question) -> float | None:
    """What an engine says; None where floats cannot hold the plan that its estimate is made from."""
    try:
        return engine.cost(question)
    except BudgetExceeded:
        return None
    except (ArithmeticError, ValueError) as error:
        if isinstance(error, AssayError):
            raise
        return None


def estimates(question: Question) -> list[tuple[str, float]]:
    """What each engine that may answer says that it costs, in seconds, the cheapest first.

    `engines` asks in this order, but makes no estimate that is itself dearer than an answer.
    """
    asked: tuple[Engine, ...] = (*AT_ONCE, *composing(question))
    known = [(each.name, cost_of(each, question)) for each in asked]
    return sorted(((name, cost) for name, cost in known if cost is not None), key=lambda found: found[1])


def engines(question: Question) -> Iterator[tuple[Engine, float]]:
    """Those that may answer with what they cost, the cheapest first; one round has a closed form, which no
    other betters.
    """
    wanted = question.budget.engine
    for engine in AT_ONCE:
        if wanted in ("auto", engine.name) and cost_of(engine, question) is not None:
            yield engine, 0.0
            if isinstance(engine, ClosedForm):
                return
    if question.wanted < NARROWEST:
        raise InvalidValue(
            f"width = {short_text(question.wanted)} is below 2^-900, the narrowest that is tried without "
            "a closed form; give a larger relative width such as '1/1000'"
        )
    others = composing(question)
    waiting = [(each.least_cost, each) for each in others if wanted in ("auto", each.name)]
    known: set[Engine] = set()
    while waiting:
        # an estimate is itself work: it is made when nothing cheaper is left
        cost, cheapest = waiting.pop(min(range(len(waiting)), key=lambda i: waiting[i][0]))
        if cheapest in known:
            yield cheapest, cost
            continue
        known.add(cheapest)
        found = cost_of(cheapest, question)
        if found is not None and (found <= MOST_SECONDS or wanted != "auto"):
            waiting.insert(0, (found, cheapest))


def solve(question: Question) -> Answer[Any]:
    """The answer of the cheapest engine that does not decline.

    Raises BudgetExceeded with the best bracket where none answers, InvalidValue where there is no closed form
    and the width is too narrow to plan for.
    """
    if question.kept and question.budget.engine in ("auto", "inversion"):
        from .inversion.integral import from_kept

        known = from_kept(question)
        if known is not None:
            return Answer.of(known, "inversion")
    best = question.nothing_known()
    is_quick = True
    stopped = BudgetExceeded(
        NOBODY
        if question.budget.engine == "auto"
        else f"engine = {question.budget.engine!r} does not answer for these rounds; use 'auto'"
    )
    for engine, cost in engines(question):
        if cost > LONG and is_quick:
            best, is_quick = best.intersection(roughly(question)), False
            if question.answered_by(best):
                return Answer.of(best, ByDeviations().name)
        try:
            found = engine.answer(question)
        except BudgetExceeded as error:
            so_far = error.known.get("bracket")
            best = best.intersection(so_far) if isinstance(so_far, Bracket) else best
            stopped = error
            if is_spent():
                break
            continue
        except (ArithmeticError, ValueError) as error:
            if isinstance(error, AssayError):
                raise
            stopped = BudgetExceeded(OUT_OF_FLOATS.format(error), {"bracket": best})
            continue
        if found is not None:
            return found
    raise BudgetExceeded(str(stopped), {**stopped.known, "bracket": best}) from None
