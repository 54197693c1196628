"""`assay minimax`: the smallest worst-case risk of a private histogram, with certificates."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...outputs.tables import table
from ..arguments import positive_int
from ..command import Command, ExitStatus
from ..errors import one_line
from ..limits import until_spent
from ..options import shared

if TYPE_CHECKING:
    from ...exact import Certified, Number
    from ...utility.minimax import MinimaxRow

DESCRIPTION = """\
The minimax risk R* of an alpha-DP histogram of n rows in k cells: the least, over all mechanisms, of the
largest expected L1 distance to the true histogram. Exact, or a bracket of two exact values where e^alpha
is irrational and the histogram large. It is the optimum of a linear program that is solved in exact
arithmetic; --json --certificates prints the primal and the dual solution. Beside it stand the lower bound of
Hall, Rinaldo and Wasserman as printed, the repaired one, an upper bound, and for k = 2 their uniform bound,
repaired.
"""
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


def configure(parser: ArgumentParser) -> None:
    """The options of `assay minimax`."""
    add = parser.add_argument
    shared(parser, "--n", "one or several", nargs="+", default=["5", "10"])
    add("--k", metavar="K", nargs="+", default=["2"], help="numbers of cells (2 unless given)")
    shared(parser, "--epsilon", "one or several", nargs="+", default=["ln 2"])
    shared(parser, "--json")
    add("--certificates", action="store_true", help="with --json: the solutions of the linear programs")


def run(options: Namespace) -> tuple[int, str]:
    """Compute the grid."""
    from ...linear.proposals import available
    from ...utility.minimax import minimax_table
    from ...utility.solver import WITHOUT_SCIPY

    if not available():
        sys.stderr.write(f"assay: note: by the {WITHOUT_SCIPY}\n")
    rows: list[MinimaxRow] = []
    grid = minimax_table(
        [positive_int(text, "--n") for text in options.n],
        [positive_int(text, "--k") for text in options.k],
        options.epsilon,
    )
    spent = until_spent(grid, rows)
    if spent is not None and not rows:
        raise spent
    status = ExitStatus.HOLDS if spent is None else ExitStatus.UNDECIDED
    if options.json:
        undecided = {} if spent is None else {"undecided": one_line(spent)}
        data = {"rows": [_object(row, options.certificates) for row in rows], **undecided}
        return status, json.dumps(data, indent=2)
    return status, _text(rows) + ("" if spent is None else f"undecided beyond: {one_line(spent)}\n")


def _text(rows: Sequence[MinimaxRow]) -> str:
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


def _object(row: MinimaxRow, certificates: bool) -> dict[str, object]:
    """Exact values as text, brackets as two decimals."""
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


COMMAND = Command("the minimax risk of a private histogram, exactly", DESCRIPTION, configure, run)
