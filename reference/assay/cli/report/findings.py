"""What an audit finds out about one mechanism: the verdict on a claim, and the exact measures beside it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias, TypeVar

from ...dp import Attained, Mechanism, Profile, Undecided, Verdict
from ...errors import BudgetExceeded, MixedFields, UndecidedError, UnfinishedProgram
from ...exact import Log, Number
from .bounds import lower_bounds
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


class Watch(Protocol):
    """Knows the budget, and whether the computation was interfered with."""

    def confirm(self) -> None:
        """Called before a finding is kept; raises BudgetExceeded if it may be wrong."""

    def is_over(self) -> bool:
        """Whether the budget is spent, so that there is no point in going on."""


NOT_REACHED = Unknown("the budget was spent before this was computed")


@dataclass
class Findings:
    """The findings about `mechanism`, filled in one after the other, so that an interruption loses none.

    `verdict` judges the claim, and is None where nothing is claimed.  `epsilon` is the smallest epsilon for
    `at_delta` (the claimed delta, if there is a claim), `delta` the smallest delta for the claimed epsilon.
    """

    mechanism: Mechanism[Hashable, Hashable]
    claim: Claim | None = None
    at_delta: Number = field(default_factory=Number)
    verdict: Verdict | None = None
    outputs: int | Unknown = NOT_REACHED
    epsilon: Worst[Log] | Unknown = NOT_REACHED
    delta: Worst[Number] | Unknown | None = None
    total_variation: Worst[Number] | Unknown = NOT_REACHED
    profile: Worst[Profile] | Unknown = NOT_REACHED

    def __post_init__(self) -> None:
        if self.claim is not None:
            self.at_delta, self.delta = self.claim.delta, NOT_REACHED
            self.verdict = Undecided(NOT_REACHED.reason)

    def fill(self, watch: Watch) -> None:
        """Judge the claim, if there is one, and measure the mechanism.

        Raises BudgetExceeded at the end of the budget, and MixedFields where the probabilities, or the claim
        and the probabilities, have no common field.
        """
        worst, claim = self.mechanism.worst_case, self.claim
        if claim is not None:
            verdict = self.mechanism.audit(claim.epsilon, claim.delta)
            watch.confirm()
            self.verdict = verdict
        self._attempt(watch, "outputs", lambda: self.mechanism.output_count)
        if isinstance(self.outputs, Unknown):
            self._bound(watch, self.outputs)
            return
        self._attempt(watch, "epsilon", lambda: worst.epsilon(self.at_delta))
        if claim is not None:
            self._attempt(watch, "delta", lambda: worst.delta(claim.epsilon))
        self._attempt(watch, "total_variation", worst.total_variation)
        self._attempt(watch, "profile", worst.profile)

    def _attempt(self, watch: Watch, name: str, measure: Callable[[], object]) -> None:
        """Find out the value of a measure, or why there is none."""
        try:
            value = measure()
            watch.confirm()
            setattr(self, name, value)
        except BudgetExceeded as error:
            setattr(self, name, Unknown(str(error), error.known))
            if watch.is_over():
                raise
        except (UndecidedError, UnfinishedProgram) as error:
            setattr(self, name, Unknown(str(error)))
        except MixedFields as error:
            if self.claim is None:
                raise
            setattr(self, name, Unknown(str(error)))

    def _bound(self, watch: Watch, why: Unknown) -> None:
        """Bound the measures of a mechanism whose distributions are not all known."""
        self.epsilon = self.total_variation = self.profile = Unknown(why.reason)
        if self.claim is not None:
            self.delta = Unknown(why.reason)
        try:
            bounds = lower_bounds(self.mechanism, self.at_delta)
        except (UndecidedError, MixedFields):
            return  # there is no largest lower bound, but the verdict and the reason stand
        watch.confirm()
        self.outputs = Unknown(why.reason, {**why.known, "largest open mass": bounds.open_mass})
        self.epsilon = Unknown(why.reason, {"at least": bounds.epsilon})
        self.total_variation = Unknown(why.reason, {"at least": bounds.total_variation})

    def stop(self, reason: BudgetExceeded) -> None:
        """Say why what was not reached stays unknown."""
        for name, value in vars(self).items():
            if value is NOT_REACHED:
                setattr(self, name, Unknown(str(reason)))
        if isinstance(self.verdict, Undecided) and self.verdict.reason == NOT_REACHED.reason:
            self.verdict = Undecided(str(reason), reason.known)

    @property
    def exit_status(self) -> int:
        """That of the verdict; without a claim 0, or 3 where a measure has no answer."""
        if self.verdict is not None:
            return self.verdict.exit_status
        return 3 if self.unknown else 0

    @property
    def unknown(self) -> dict[str, Unknown]:
        """The measures without an answer, by name."""
        measures = {
            "outputs": self.outputs,
            "epsilon": self.epsilon,
            "delta": self.delta,
            "total variation": self.total_variation,
            "profile": self.profile,
        }
        return {name: value for name, value in measures.items() if isinstance(value, Unknown)}


def obstacles(findings: Findings) -> list[tuple[str, dict[str, object]]]:
    """Why measures are unknown, each reason once, with what is known nevertheless."""
    reasons: dict[str, dict[str, object]] = {}
    for unknown in findings.unknown.values():
        facts = {name: value for name, value in unknown.known.items() if name != "at least"}
        reasons.setdefault(unknown.reason, {}).update(facts)
    return list(reasons.items())
