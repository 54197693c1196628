"""The table of the literature: every program decided for all epsilon, beside what was published."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from ..dp import Undecided, Verdict
from ..errors import BudgetExceeded, UndecidedError
from .decision import FailsFor, decide, ratios
from .mechanism import SymbolicMechanism
from .rows import TWO_SIDED, Row, rows
from .smallest import smallest_multiple

NANOSECONDS = 1_000_000_000


@dataclass(frozen=True)
class Entry:
    """One decided row."""

    row: Row
    kind: str
    verdict: Verdict
    smallest: str
    pairs: int
    ratios: int
    milliseconds: int

    @property
    def contradicted(self) -> bool:
        """Whether the published verdict is the opposite one."""
        known = self.row.published
        return (
            known is not None and self.verdict.exit_status in (0, 1) and known.holds is not self.verdict.holds
        )

    @property
    def failing(self) -> str:
        """For which epsilon the claim fails."""
        if isinstance(self.verdict, FailsFor):
            return ("" if self.verdict.complete else "at least ") + str(self.verdict.failing)
        return "?" if isinstance(self.verdict, Undecided) else "-"

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
            "witness": None if not isinstance(self.verdict, FailsFor) else self.verdict.to_json(),
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
    only: str | None = None, *, heavy: bool = True, kinds: Iterable[str] = TWO_SIDED
) -> list[tuple[Row, str]]:
    """The rows whose name contains `only`, each with the kinds of noise."""
    return [
        (row, kind)
        for row in rows()
        if (heavy or not row.heavy) and (only is None or only.lower() in row.name.lower())
        for kind in kinds
    ]


def table(selection: list[tuple[Row, str]]) -> Iterator[Entry]:
    """Decide the rows one by one."""
    for row, kind in selection:
        yield entry(row, kind)


def entry(row: Row, kind: str, clock: Callable[[], int] = time.monotonic_ns) -> Entry:
    """One row, decided; the time includes exploring the program, the verdict, and the smallest c."""
    start = clock()
    mechanism = row.mechanism(kind)
    verdict = decide(mechanism, row.epsilon, row.delta)
    smallest = "-" if row.delta else _smallest(mechanism)
    milliseconds = (clock() - start) * 1000 // NANOSECONDS
    return Entry(
        row, kind, verdict, smallest, len(mechanism.pairs), len(ratios(mechanism).found), milliseconds
    )


def _smallest(mechanism: SymbolicMechanism) -> str:
    try:
        return str(smallest_multiple(mechanism))
    except (UndecidedError, BudgetExceeded):
        return "?"


def render(entries: Iterable[Entry]) -> str:
    """The table as text, widest entries last."""
    header = (
        "program",
        "N",
        "noise",
        "claim",
        "verdict",
        "c*",
        "ms",
        "published s",
        "pairs",
        "ratios",
        "fails for",
    )
    lines = [header, *(_cells(e) for e in entries)]
    widths = [max(len(line[i]) for line in lines) for i in range(len(header) - 1)]
    text = [
        "  ".join([*(c.ljust(w) for c, w in zip(line, widths, strict=False)), line[-1]]).rstrip()
        for line in lines
    ]
    return "\n".join(text) + "\n"


def _cells(e: Entry) -> tuple[str, ...]:
    row = e.row
    claim = f"({row.epsilon}, {row.delta})" if row.delta else str(row.epsilon)
    tail = e.failing if e.failing == "-" else f"{e.failing}; {e.witness}"
    if e.contradicted:
        tail = f"CONTRADICTS THE PUBLISHED VERDICT. {tail}"
    if row.remark:
        tail = f"{tail} [{row.remark}]"
    published = "-" if row.published is None else str(row.published)
    numbers = (str(e.milliseconds), published, str(e.pairs), str(e.ratios))
    return (row.name, str(row.n), e.kind, claim, e.verdict.word, e.smallest, *numbers, tail)
