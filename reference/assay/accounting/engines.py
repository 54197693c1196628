"""The engines behind one protocol: each says what a question costs it, and the cheapest is asked first.

| engine | answers | by |
|---|---|---|
| exact | finite pairs | the distribution of the total loss, exactly |
| closed form | one round | its tails |
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
from ..errors import AssayError, BudgetExceeded, InvalidValue, MixedFields
from ..exact.bracket import Bracket, short_text
from .atoms.engine import ByAtoms
from .grids import OnGrids
from .inversion.engine import ByInversion
from .large_deviations import ByDeviations, roughly
from .one_large_loss import ByOneLargeLoss
from .question import MOST_SECONDS, Question

NAMES = ("auto", "exact", "atoms", "inversion", "fourier", "integer")
NARROWEST = Fraction(1, 2**900)
"""Widths below it are beyond what plans made in floats can hold."""
MOST_BITS = 2**18
"""The precision at which the closed form is given up."""
EXACT_BYTES = 2**20
"""Products of so many bytes are computed exactly in a few milliseconds."""
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


class Exact:
    """The distribution of the total loss of finite pairs, exactly."""

    name: str = "exact"
    least_cost: float = 0.0

    def cost(self, question: Question) -> float | None:
        """From the size of the product; None where it is large and another engine may be asked."""
        if question.budget.engine == self.name:
            return 0.0
        try:
            needed = question.loss().estimated_bytes()
        except (AssayError, ArithmeticError):
            return None
        return None if needed > EXACT_BYTES else needed * 1e-8

    def answer(self, question: Question) -> Answer[Any] | None:
        """The exact value, whatever the width; None where its numbers share no field."""
        try:
            if question.epsilon is not None:
                return Answer.exactly(question.loss().delta(question.epsilon), self.name)
            return Answer.exactly(question.loss().epsilon(question.allowed), self.name)
        except MixedFields:
            if question.budget.engine == self.name:
                raise
            return None


class ClosedForm:
    """One round: its tails, with as many bits as the width takes."""

    name: str = "closed form"
    least_cost: float = 0.0

    def cost(self, question: Question) -> float | None:
        """Nothing beside all others."""
        return 1e-4 if question.count == 1 else None

    def answer(self, question: Question) -> Answer[Any]:
        """The closed form at doubled precisions."""
        from .total_loss import LARGEST_OF_ONE, SingleTotal

        pair, bits, best = question.rounds[0][0], 128, question.nothing_known()
        if question.delta:
            bits += question.delta.denominator.bit_length() - question.delta.numerator.bit_length()
        while bits <= MOST_BITS:
            found = SingleTotal(pair, bits).answer(question)
            best = best.intersection(found)
            if question.answered_by(best):
                return Answer.of(best, self.name)
            if found.upper is None and 2 * best.lower > LARGEST_OF_ONE:
                raise BudgetExceeded(
                    f"epsilon is above 2^{int(best.lower).bit_length() - 1}, where the search for it ends; "
                    "ask for a larger delta, or for delta at an epsilon",
                    {"bracket": best},
                )
            bits *= 2
        reason = "the answer may be exactly 0, or delta may jump there"
        raise BudgetExceeded(
            f"{bits // 2} bits do not give a relative width of {short_text(question.wanted)}; the best "
            f"bracket so far is {best}; {reason}",
            {"bracket": best},
        )


@dataclass(frozen=True)
class ByLevels:
    """Sampled Gaussian noise among the rounds: inversion level by level; needs numpy."""

    @property
    def name(self) -> str:
        """Both inversions go by one name."""
        return "inversion"

    @property
    def least_cost(self) -> float:
        """That of a large delta."""
        return SECONDS_OF_LEVELS

    def cost(self, question: Question) -> float | None:
        """From the size of delta; the number of rounds hardly matters."""
        from .levels.cuts import sampled_of

        has_levels = any(sampled_of(pair) for pair, _ in question.rounds) and find_spec("numpy") is not None
        return SECONDS_OF_LEVELS + (question.look.saddle.log_delta / DEEP) ** 2 if has_levels else None

    def answer(self, question: Question) -> Answer[Any] | None:
        """By a plan whose errors are proved; None where it is too long."""
        from .levels.solver import Levels

        engine = Levels.of(question.rounds, question.budget.max_bytes, question.kept)
        found = None if engine is None else engine.answer(question, question.look.saddle)
        return None if found is None else Answer.of(found, self.name)


def composing() -> tuple[Engine, ...]:
    """The engines for more than one round."""
    found = ByOneLargeLoss(), ByAtoms(), ByDeviations(), ByLevels(), ByInversion()
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
    asked: tuple[Engine, ...] = (Exact(), ClosedForm(), *composing())
    known = [(each.name, cost_of(each, question)) for each in asked]
    return sorted(((name, cost) for name, cost in known if cost is not None), key=lambda found: found[1])


def engines(question: Question) -> Iterator[tuple[Engine, float]]:
    """Those that may answer with what they cost, the cheapest first; one round has a closed form, which no
    other betters.
    """
    wanted = question.budget.engine
    for engine in (Exact(), ClosedForm()):
        if wanted in ("auto", engine.name) and cost_of(engine, question) is not None:
            yield engine, 0.0
            if isinstance(engine, ClosedForm):
                return
    if question.wanted < NARROWEST:
        raise InvalidValue(
            f"width = {short_text(question.wanted)} is below 2^-900, the narrowest that is tried without "
            "a closed form; give a larger relative width such as '1/1000'"
        )
    others = composing()
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
        from .inversion.kept import from_kept

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
