"""The minimax risks of a grid as text and as JSON."""

from __future__ import annotations

from collections.abc import Sequence

from ...exact import Certified, Number
from ...outputs.tables import table
from ...utility.minimax import MinimaxRow

HEAD = (
    "n",
    "k",
    "alpha",
    "R*",
    "printed bound",
    "repaired bound",
    "4k/(n alpha)",
    "no R(theta) below",
    "exactly",
)
DIGITS = 6
LONGEST = 24


def minimax_text(rows: Sequence[MinimaxRow]) -> str:
    """A table: lower bounds rounded down, upper bounds up."""
    return "\n".join(table([HEAD, *map(_line, rows)], indent=0)) + "\n"


def _line(row: MinimaxRow) -> tuple[str, ...]:
    exact = row.risk.is_exact
    low, high = row.risk.lower.risk, row.risk.upper.risk
    return (
        str(row.n),
        str(row.k),
        str(row.alpha),
        str(high.decimal(DIGITS)) if exact else f"[{low.lower(DIGITS)}, {high.upper(DIGITS)}]",
        _below(row.printed),
        _below(row.repaired),
        str(row.upper.upper(DIGITS)),
        _below(row.uniform),
        str(high)
        if exact and len(str(high)) <= LONGEST
        else ""
        if exact
        else "a bracket: e^alpha is irrational",
    )


def _below(bound: Certified | Number | None) -> str:
    """A lower bound, rounded down; those below 0 say nothing."""
    if bound is None:
        return "-"
    down = bound.lower(DIGITS)
    return str(down) if down > 0 else "0"


def minimax_json(rows: Sequence[MinimaxRow], certificates: bool) -> list[dict[str, object]]:
    """One object for each row: exact values as text, brackets as two decimals."""
    return [_object(row, certificates) for row in rows]


def _object(row: MinimaxRow, certificates: bool) -> dict[str, object]:
    found: dict[str, object] = {
        "n": row.n,
        "k": row.k,
        "alpha": str(row.alpha),
        "risk": [str(row.risk.lower.risk), str(row.risk.upper.risk)],
        "exact": row.risk.is_exact,
        "printed_bound": None if row.printed is None else str(row.printed.lower(15)),
        "repaired_bound": None if row.repaired is None else str(row.repaired),
        "upper_bound": str(row.upper.upper(15)),
        "uniform_bound": None if row.uniform is None else str(row.uniform),
        "found_by": row.risk.upper.certificate.found_by,
    }
    if certificates:
        found["certificates"] = [
            row.risk.lower.certificate.to_json(),
            row.risk.upper.certificate.to_json(),
        ][: 1 if row.risk.is_exact else 2]
    return found
