"""What an audit finds out about one mechanism: the verdict on a claim, and the exact measures beside it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, TypeVar

from ...dp import Attained, Mechanism, Profile, Undecided, Verdict
from ...dp.hockey_stick import DELTA, TOTAL_VARIATION
from ...dp.profile import EPSILON
from ...engines.partial import Partial, epsilon_at_least, known_row
from ...errors import BudgetExceeded, MixedFields, UndecidedError, UnfinishedProgram
from ...exact import Log, Number
from .questions import Question, of_every_report
from .values import exact

V = TypeVar("V")

Worst: TypeAlias = Attained[V, Hashable, Hashable]


@dataclass(frozen=True)
class Unknown:
    """A measure without an answer: the reason, and what is known nevertheless (`at least`, for example)."""

    reason: str
    known: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True)
class Claim:
    """The claim that a mechanism is (epsilon, delta)-differentially private."""

    epsilon: Log
    delta: Number

    def __str__(self) -> str:
        return f"({exact(self.epsilon)}, {exact(self.delta)})-differentially private"


ZERO = Number(0)


@dataclass(frozen=True)
class Bounds:
    """The largest open mass of an input, and lower bounds of measures, by their names in the table."""

    open_mass: Number
    of: Mapping[str, Log | Number]


def lower_bounds(mechanism: Mechanism[Hashable, Hashable], delta: Number) -> Bounds:
    """The bounds that hold for the mechanism, whatever becomes of the open mass."""
    rows = {x: known_row(mechanism, x) for x in mechanism.domain}
    pairs = [(rows[x], rows[y]) for x, y in mechanism.pairs]
    return Bounds(
        max(row.open_mass for row in rows.values()),
        {
            EPSILON.name: max(epsilon_at_least(p, q, delta) for p, q in pairs),
            TOTAL_VARIATION.name: max(total_variation_at_least(p, q) for p, q in pairs),
        },
    )


def total_variation_at_least(p: Partial[Hashable], q: Partial[Hashable]) -> Number:
    """max(0, p(S) - q(S) - v) for S = { o : p(o) > q(o) }."""
    gains = (mass - q.lower.get(o, ZERO) for o, mass in p.lower.items())
    return max(ZERO, sum((gain for gain in gains if gain > 0), ZERO) - q.open_mass)


class Watch(Protocol):
    """Knows the budget, and whether the computation was interfered with."""

    def confirm(self) -> None:
        """Called before a finding is kept; raises BudgetExceeded if it may be wrong."""

    def is_over(self) -> bool:
        """Whether the budget is spent, so that there is no point in going on."""


NOT_REACHED = Unknown("the budget was spent before this was computed")

Found: TypeAlias = "Worst[Any] | Unknown"


@dataclass
class Findings:
    """The findings about `mechanism`, filled in one after the other, so that an interruption loses none.

    `verdict` judges the claim, and is None where nothing is claimed.  `measures` has the measures of every
    report, at the claimed epsilon and at `at_delta` (the claimed delta, if there is a claim); `more` has
    those that were asked for besides.
    """

    mechanism: Mechanism[Hashable, Hashable]
    claim: Claim | None = None
    at_delta: Number = field(default_factory=Number)
    asked: Sequence[Question] = ()
    verdict: Verdict | None = None
    outputs: int | Unknown = NOT_REACHED

    def __post_init__(self) -> None:
        given: dict[str, object] = {}
        if self.claim is not None:
            self.at_delta, given["epsilon"] = self.claim.delta, self.claim.epsilon
            self.verdict = Undecided(NOT_REACHED.reason)
        given["delta"] = self.at_delta
        self.measures: dict[Question, Found] = dict.fromkeys(of_every_report(given), NOT_REACHED)
        self.more: dict[Question, Found] = dict.fromkeys(self.asked, NOT_REACHED)

    def of(self, name: str) -> Found | None:
        """What was found of a measure of every report; None for delta where no epsilon is claimed."""
        return next((found for asked, found in self.measures.items() if asked.measure.name == name), None)

    @property
    def profile(self) -> Worst[Profile] | Unknown:
        """The privacy profile."""
        return self.of("profile") or NOT_REACHED

    def fill(self, watch: Watch) -> None:
        """Judge the claim, if there is one, and measure the mechanism.

        Raises BudgetExceeded at the end of the budget, and MixedFields where the probabilities, or the claim
        and the probabilities, have no common field.
        """
        if self.claim is not None:
            verdict = self.mechanism.audit(self.claim.epsilon, self.claim.delta)
            watch.confirm()
            self.verdict = verdict
        self._attempt(watch, lambda: self.mechanism.output_count, self._keep_outputs)
        if isinstance(self.outputs, Unknown):
            self._bound(watch, self.outputs)
            return
        for answers in (self.measures, self.more):
            for question in answers:
                self._answer(watch, question, answers)

    def _keep_outputs(self, outputs: int | Unknown) -> None:
        self.outputs = outputs

    def _answer(self, watch: Watch, question: Question, answers: dict[Question, Found]) -> None:
        """Find out the worst case of one measure."""

        def keep(found: Found) -> None:
            answers[question] = found

        self._attempt(watch, lambda: question.put(self.mechanism), keep)

    def _attempt(self, watch: Watch, measure: Callable[[], V], keep: Callable[[V | Unknown], None]) -> None:
        """Keep the value of a measure, or why there is none."""
        try:
            value = measure()
            watch.confirm()
            keep(value)
        except BudgetExceeded as error:
            keep(Unknown(str(error), error.known))
            if watch.is_over():
                raise
        except (UndecidedError, UnfinishedProgram) as error:
            keep(Unknown(str(error)))
        except MixedFields as error:
            if self.claim is None and not self.more:
                raise
            keep(Unknown(str(error)))

    def _bound(self, watch: Watch, why: Unknown) -> None:
        """Bound the measures of a mechanism whose distributions are not all known."""
        for answers in (self.measures, self.more):
            answers.update(dict.fromkeys(answers, Unknown(why.reason)))
        try:
            bounds = lower_bounds(self.mechanism, self.at_delta)
        except (UndecidedError, MixedFields):
            return  # there is no largest lower bound, but the verdict and the reason stand
        watch.confirm()
        self.outputs = Unknown(why.reason, {**why.known, "largest open mass": bounds.open_mass})
        for asked in self.measures:
            if (least := bounds.of.get(asked.measure.name)) is not None:
                self.measures[asked] = Unknown(why.reason, {"at least": least})
            elif asked.measure is DELTA and (most := self._delta_at_most()) is not None:
                self.measures[asked] = Unknown(why.reason, {"at most": most})

    def _delta_at_most(self) -> Number | None:
        """A delta with which the claim is known to hold, where the verdict on it is open."""
        most = self.verdict.known.get("delta at most") if isinstance(self.verdict, Undecided) else None
        return most if isinstance(most, Number) else None

    def stop(self, reason: BudgetExceeded) -> None:
        """Say why what was not reached stays unknown."""
        if self.outputs is NOT_REACHED:
            self.outputs = Unknown(str(reason))
        for answers in (self.measures, self.more):
            for asked, found in answers.items():
                if found is NOT_REACHED:
                    answers[asked] = Unknown(str(reason))
        if isinstance(self.verdict, Undecided) and self.verdict.reason == NOT_REACHED.reason:
            self.verdict = Undecided(str(reason), reason.known)

    @property
    def exit_status(self) -> int:
        """That of the verdict; without a claim 0, or 3 where a measure has no answer."""
        if self.verdict is not None:
            return self.verdict.exit_status
        return 3 if self.unknown else 0

    @property
    def unknown(self) -> list[Unknown]:
        """What has no answer."""
        values = (self.outputs, *self.measures.values(), *self.more.values())
        return [value for value in values if isinstance(value, Unknown)]


ENDS = ("at least", "at most")
"""What is known of the value of a measure itself, and is shown in its place."""


def obstacles(findings: Findings) -> list[tuple[str, dict[str, object]]]:
    """Why measures are unknown, each reason once, with what is known nevertheless."""
    reasons: dict[str, dict[str, object]] = {}
    for unknown in findings.unknown:
        facts = {name: value for name, value in unknown.known.items() if name not in ENDS}
        reasons.setdefault(unknown.reason, {}).update(facts)
    return list(reasons.items())
