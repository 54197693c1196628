"""The table of the literature: every program decided for all epsilon, beside what was published."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ...decide.certificates.witness_events import witness_events
from ...decide.decision import FailsFor, decide, ratios
from ...decide.mechanism import SymbolicMechanism
from ...decide.smallest import smallest_multiple
from ...dp import Undecided, Verdict
from ...errors import BudgetExceeded, UndecidedError
from .row import KINDS, AnyRow
from .rows import rows

NANOSECONDS = 1_000_000_000


@dataclass(frozen=True)
class Entry:
    """One decided row."""

    row: AnyRow
    kind: str
    verdict: Verdict
    smallest: str
    pairs: int
    ratios: int
    milliseconds: int
    recheck: object = None
    """For a refuted row: every way to the event, see `witness_events`."""

    @property
    def contradicted(self) -> bool:
        """Whether the published verdict is the opposite one."""
        known = self.row.published
        return known is not None and known.contradicted_by(self.verdict)

    @property
    def failing(self) -> str:
        """For which epsilon the claim fails."""
        if isinstance(self.verdict, FailsFor):
            return ("" if self.verdict.complete else "at least ") + str(self.verdict.failing)
        return "?" if isinstance(self.verdict, Undecided) else "-"

    @property
    def reason(self) -> str:
        """Why the row is undecided, if it is."""
        return self.verdict.reason if isinstance(self.verdict, Undecided) else ""

    @property
    def witness(self) -> str:
        """Inputs, outcome and epsilon of the witness."""
        if not isinstance(self.verdict, FailsFor):
            return "-"
        w = self.verdict.witness
        x, y = w.inputs
        return f"eps={self.verdict.at}: {_short(x)} | {_short(y)} -> {', '.join(_short(o) for o in w.event)}"

    def to_json(self) -> dict[str, object]:
        """The entry as JSON values."""
        row = self.row
        return {
            "program": row.name,
            "n": row.n,
            "noise": self.kind,
            "epsilon": str(row.epsilon),
            "delta": str(row.delta),
            "verdict": self.verdict.word,
            "smallest_c": self.smallest,
            "failing": self.failing,
            "reason": self.reason or None,
            "witness": None if not isinstance(self.verdict, FailsFor) else self.verdict.to_json(),
            "recheck": self.recheck,
            "ordered_pairs": self.pairs,
            "distinct_ratios": self.ratios,
            "milliseconds": self.milliseconds,
            "published": None if row.published is None else str(row.published),
            "contradicts_published": self.contradicted,
            "remark": row.remark,
        }


def _short(value: object) -> str:
    """A value without the blanks, T and F for truth values."""
    text = repr(value).replace("True", "T").replace("False", "F").replace("None", "-").replace(" ", "")
    return text


def chosen(
    only: str | None = None, *, heavy: bool = True, kinds: Iterable[str] = KINDS
) -> list[tuple[AnyRow, str]]:
    """The rows whose name contains `only`, each with the kinds of noise."""
    return [
        (row, kind)
        for row in rows()
        if (heavy or not row.heavy) and (only is None or only.lower() in row.name.lower())
        for kind in row.kinds
        if kind in kinds
    ]


def table(selection: list[tuple[AnyRow, str]]) -> Iterator[Entry]:
    """Decide the rows one by one."""
    for row, kind in selection:
        yield entry(row, kind)


def entry(row: AnyRow, kind: str, clock: Callable[[], int] = time.process_time_ns) -> Entry:
    """One row, decided; the processor time is that of exploring, of the verdict, and of the smallest c."""
    start = clock()
    mechanism = row.mechanism(kind)
    judge = row.judge or (lambda m: decide(m, row.epsilon, row.delta))
    verdict = judge(mechanism)
    smallest = _smallest(mechanism) if row.multiple and not row.delta else "-"
    distinct = len(ratios(mechanism).found)
    milliseconds = (clock() - start) * 1000 // NANOSECONDS
    recheck = None
    if isinstance(verdict, FailsFor):
        recheck = witness_events(mechanism, verdict, row.rates_at(verdict.at))
    return Entry(row, kind, verdict, smallest, len(mechanism.pairs), distinct, milliseconds, recheck)


def _smallest(mechanism: SymbolicMechanism) -> str:
    try:
        return str(smallest_multiple(mechanism))
    except (UndecidedError, BudgetExceeded):
        return "?"
