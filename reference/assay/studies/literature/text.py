"""The tables as text, for a terminal of a given width: one line a row, what needs room below it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

from ...outputs.tables import table
from .sampled_table import Measured, decimal_text
from .table import Entry

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
    first, *lines = table([header, *(line for line, _ in rows)], indent=0)
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


__all__ = ["render", "render_samples"]
