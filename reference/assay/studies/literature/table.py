"""The table of the literature: programs decided for all epsilon beside what was published, and its text."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from textwrap import wrap

from ...decide.certificates.witness_events import witness_events
from ...decide.decision import FailsFor, decide, ratios
from ...decide.mechanism import SymbolicMechanism
from ...decide.smallest import smallest_multiple
from ...dp import Undecided, Verdict
from ...errors import BudgetExceeded, UndecidedError
from ...outputs.tables import table as aligned
from .row import KINDS, AnyRow
from .rows import rows
from .sampled_table import Measured, decimal_text

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


INDENT = "    "
WIDE = 110
"""From this width on all columns are shown."""

LEGEND = (
    "c*: the smallest c for which the program is c*eps-private for all eps > 0; '<= x': it lies within 10^-6 "
    "below x. Published: verdict, and seconds on the authors' machine. Below a refuted row: for which eps "
    "the claim fails, and a witness: input | neighbour -> outcome, at one eps; v1 is a noisy value."
)

SAMPLED_LEGEND = (
    "One epsilon: claimed, found by sampling (a lower bound), exact over all inputs, and exact on {-1,0,1}^n "
    "alone, where every answer may differ by 1."
)


def render(entries: Sequence[Entry], width: int) -> str:
    """The decisions for all epsilon."""
    if not entries:
        return ""
    wide = width >= WIDE
    body = [(_cells(e, wide), _details(e, wide)) for e in entries]
    names = ("pairs", "ratios") if wide else ()
    claim = ("claim",) if wide else ()
    header = ("program", "N", "noise", *claim, "verdict", "c*", "ms", "published", *names)
    text = _columns(header, body, width)
    return "\n".join([*text, "", *wrap(LEGEND, width), summary(entries)]) + "\n"


def render_samples(entries: Sequence[Measured], width: int) -> str:
    """The exact values at one epsilon."""
    if not entries:
        return ""
    header = ("mechanism", "claimed", "sampled", "exact", "{-1,0,1}^n", "ms")
    body = [(_sample_cells(e), [e.remark]) for e in entries]
    return "\n".join([*_columns(header, body, width), "", *wrap(SAMPLED_LEGEND, width)]) + "\n"


def summary(entries: Sequence[Entry]) -> str:
    """How many rows got which verdict, and the time."""
    words = [e.verdict.word for e in entries]
    counts = ", ".join(f"{words.count(w)} {w}" for w in dict.fromkeys(words))
    against = sum(e.contradicted for e in entries)
    seconds = sum(e.milliseconds for e in entries) / 1000
    rows = f"{len(entries)} row{'s' * (len(entries) > 1)}"
    return f"{rows}: {counts}; {against} contradict the published verdict; {seconds:.1f} s."


def _columns(
    header: tuple[str, ...], body: Iterable[tuple[tuple[str, ...], list[str]]], width: int
) -> list[str]:
    """Aligned columns, and below each line its details, wrapped."""
    rows = list(body)
    first, *lines = aligned([header, *(line for line, _ in rows)], indent=0)
    found = [first]
    for line, (_, details) in zip(lines, rows, strict=True):
        found.append(line)
        for detail in details:
            found += wrap(detail, width, initial_indent=INDENT, subsequent_indent=INDENT)
    return found


def claim_text(e: Entry) -> str:
    """The claim."""
    return f"({e.row.epsilon}, {e.row.delta})" if e.row.delta else str(e.row.epsilon)


def _cells(e: Entry, wide: bool) -> tuple[str, ...]:
    row = e.row
    published = "-" if row.published is None else str(row.published)
    sizes = (str(e.pairs), str(e.ratios)) if wide else ()
    claim = (claim_text(e),) if wide else ()
    return (
        row.name,
        str(row.n),
        e.kind,
        *claim,
        e.verdict.word,
        e.smallest,
        str(e.milliseconds),
        published,
        *sizes,
    )


def _details(e: Entry, wide: bool) -> list[str]:
    """What stands below a row: a contradiction, the failing set with its witness, a remark."""
    found = ["CONTRADICTS THE PUBLISHED VERDICT."] if e.contradicted else []
    if not wide and claim_text(e) != "eps":
        found.append(f"claim {claim_text(e)};")
    if e.failing not in ("-", "?"):
        found.append(f"fails for {e.failing}; {e.witness}")
    if e.reason:
        found.append(e.reason)
    if e.row.remark:
        found.append(f"[{e.row.remark}]")
    return [" ".join(found)] if found else []


def _sample_cells(e: Measured) -> tuple[str, ...]:
    box = "-" if e.box is None else decimal_text(e.box)
    return (e.row.name, e.row.claimed, e.row.sampled, decimal_text(e.exact), box, str(e.milliseconds))
