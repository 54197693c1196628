"""One row of the survey: a call, what it claimed, what is true, and the verdict."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from enum import Enum
from typing import Any

from ...errors import InvalidValue
from ...testing.claims import Class


class Verdict(Enum):
    """What a row says; those of claims are the classes of `assay.testing.claims`."""

    UNSOUND = Class.UNSOUND.value
    ANSWERS_WRONGLY = Class.ANSWERS_WRONGLY.value
    DISTRIBUTION_DIFFERS = "distribution differs"
    DIFFERS = "not the number promised"
    PRIVATE = "private as claimed, distribution differs"
    CRASHES = "crashes"
    HANGS = "no answer in time"
    FLOODS = "floods its output"
    BROKEN = "the adapter fails"
    MISSING = "library missing"
    NOT_RUN = "not run"
    UNDECIDED = Class.UNDECIDED.value
    PRIVATE_AS_CLAIMED = "private as claimed"
    NOT_REFUTED = "not refuted"
    REFUSES_WRONGLY = Class.REFUSES_WRONGLY.value
    LOOSE = Class.LOOSE.value
    TIGHT = Class.TIGHT.value
    DISTRIBUTION = "distribution as promised"
    REFUSES = Class.REFUSES.value


DEFECTS = frozenset({Verdict.UNSOUND, Verdict.ANSWERS_WRONGLY, Verdict.DISTRIBUTION_DIFFERS, Verdict.DIFFERS})
"""What contradicts a promise."""
ROUNDABLE = frozenset({Verdict.DISTRIBUTION_DIFFERS, Verdict.DIFFERS})
"""What breaks no promise where it is by rounding only: no float is the exact number."""
OPEN = frozenset(
    {Verdict.CRASHES, Verdict.HANGS, Verdict.FLOODS, Verdict.BROKEN, Verdict.NOT_RUN, Verdict.UNDECIDED}
)
"""What leaves a question open; a sampler that was not refuted is open by nature, and told apart."""


@dataclass(frozen=True, kw_only=True)
class Finding:
    """What a case says at one point.

    claimed, exact: texts of both numbers; by: |claimed - exact| relative to the exact value, "infinite"
    where that is not finite; rounding: whether it is below 2^-40, as rounding errors are.
    witness: data from which a separate script rechecks the verdict.
    """

    verdict: Verdict
    claimed: str = ""
    exact: str = ""
    by: str = ""
    rounding: bool = False
    detail: str = ""
    witness: Mapping[str, object] | None = None


@dataclass(frozen=True, kw_only=True)
class Row:
    """A finding with the call; `case` and `point` are its place in the adapter, and make its id."""

    library: str
    version: str
    case: int
    point: int
    function: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    promise: str = ""
    note: str = ""
    snippet: str = ""
    verdict: Verdict
    claimed: str = ""
    exact: str = ""
    by: str = ""
    rounding: bool = False
    detail: str = ""
    witness: Mapping[str, object] | None = None

    @property
    def id(self) -> str:
        """library/case/point."""
        return f"{self.library}/{self.case}/{self.point}"

    @property
    def order(self) -> tuple[str, int, int]:
        """Where the row stands among all."""
        return self.library, self.case, self.point

    def to_json(self) -> dict[str, object]:
        """The row as JSON values."""
        return {"id": self.id, **asdict(self), "verdict": self.verdict.value}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Row:
        """The row that `to_json` wrote.  Raises InvalidValue for anything else."""
        known = {each.name for each in fields(Row)}
        try:
            values = {name: value for name, value in data.items() if name in known}
            return Row(**{**values, "verdict": Verdict(data["verdict"])})
        except (KeyError, TypeError, ValueError) as error:
            raise InvalidValue(f"this is no row of a survey: {error}") from error
