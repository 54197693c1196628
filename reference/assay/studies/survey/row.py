"""One row of the survey, a call, its claim and the truth; the sections of its table; and the whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from ...errors import InvalidValue
from ...testing.claims import Class
from ...verdict_words import FinerWord


class Verdict(FinerWord):
    """What a row says; those of claims are the classes of `assay.testing.claims`."""

    UNSOUND = Class.UNSOUND.value, Class.UNSOUND.means
    ANSWERS_WRONGLY = Class.ANSWERS_WRONGLY.value, Class.ANSWERS_WRONGLY.means
    DISTRIBUTION_DIFFERS = "distribution differs", "refuted"
    DIFFERS = "not the number promised", "refuted"
    PRIVATE = "private as claimed, distribution differs", "verified"
    CRASHES = "crashes", "undecided"
    HANGS = "no answer in time", "undecided"
    FLOODS = "floods its output", "undecided"
    BROKEN = "the adapter fails", "undecided"
    MISSING = "library missing", "undecided"
    NOT_RUN = "not run", "undecided"
    UNDECIDED = Class.UNDECIDED.value, Class.UNDECIDED.means
    PRIVATE_AS_CLAIMED = "private as claimed", "verified"
    NOT_REFUTED = "not refuted", "undecided"
    REFUSES_WRONGLY = Class.REFUSES_WRONGLY.value, Class.REFUSES_WRONGLY.means
    LOOSE = Class.LOOSE.value, Class.LOOSE.means
    TIGHT = Class.TIGHT.value, Class.TIGHT.means
    DISTRIBUTION = "distribution as promised", "verified"
    REFUSES = Class.REFUSES.value, Class.REFUSES.means


DEFECTS = frozenset(each for each in Verdict if each.means == "refuted")
"""What contradicts a promise."""
ROUNDABLE = frozenset({Verdict.DISTRIBUTION_DIFFERS, Verdict.DIFFERS})
"""What breaks no promise where it is by rounding only: no float is the exact number."""
APART = frozenset({Verdict.MISSING, Verdict.NOT_REFUTED})
"""A library that is not there; a sampler that was not refuted, which is open by nature."""
OPEN = frozenset(each for each in Verdict if each.means == "undecided") - APART
"""What leaves a question open that could be settled."""


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


@dataclass
class About:
    """One library of a survey, as its child introduces it."""

    adapter: str
    library: str
    tested: str = ""
    version: str = ""
    problem: str = ""
    missing: bool = False
    beside: Mapping[str, str] = field(default_factory=dict)
    cases: Sequence[Mapping[str, Any]] = ()
    left_out: Mapping[str, str] = field(default_factory=dict)
    uncovered: Sequence[str] = ()


@dataclass
class Survey:
    """The rows in order, the libraries, and whether all that was planned was done."""

    rows: list[Row]
    libraries: list[About]
    complete: bool = True
    stopped: str = ""


@dataclass(frozen=True)
class Section:
    """A part of the table: its title, its verdicts, and whether it holds what is off by rounding only.

    kind: one word for what stands here.
    """

    title: str
    kind: str
    verdicts: frozenset[Verdict]
    rounding: bool | None = None

    def holds(self, row: Row) -> bool:
        """Whether a row belongs here."""
        return row.verdict in self.verdicts and self.rounding in (None, row.rounding)


DISTRIBUTIONS = frozenset({Verdict.DISTRIBUTION_DIFFERS, Verdict.PRIVATE, Verdict.DIFFERS})

SECTIONS = (
    Section(
        "UNSOUND: the claim is on the wrong side of the truth",
        "unsound",
        frozenset({Verdict.UNSOUND}),
        False,
    ),
    Section("Answers where there is none to give", "unsound", frozenset({Verdict.ANSWERS_WRONGLY})),
    Section("Not the distribution or the number that is promised", "differs", DISTRIBUTIONS, False),
    Section(
        "UNSOUND by rounding only (off by less than 2^-40 of the truth)",
        "by rounding",
        frozenset({Verdict.UNSOUND}),
        True,
    ),
    Section(
        "Not the distribution or the number that is promised, by rounding only",
        "by rounding",
        DISTRIBUTIONS,
        True,
    ),
    Section("Open: no verdict", "open", OPEN | {Verdict.MISSING}),
    Section(
        "Not refuted: samples, or a lower bound of the truth, do not contradict what is promised",
        "not refuted",
        frozenset({Verdict.NOT_REFUTED}),
    ),
    Section("Refuses where there is an answer", "refused", frozenset({Verdict.REFUSES_WRONGLY})),
    Section(
        "Sound",
        "sound",
        frozenset(
            {Verdict.LOOSE, Verdict.TIGHT, Verdict.DISTRIBUTION, Verdict.PRIVATE_AS_CLAIMED, Verdict.REFUSES}
        ),
    ),
)
