"""`assay minimax`: the smallest worst-case risk of a private histogram, with certificates."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from ..arguments import positive_int
from ..command import Command, ExitStatus
from ..errors import one_line
from ..limits import until_spent
from ..options import shared

if TYPE_CHECKING:
    from ...utility.minimax_table import MinimaxRow

DESCRIPTION = """\
The minimax risk R* of an alpha-DP histogram of n rows in k cells: the least, over all mechanisms, of the
largest expected L1 distance to the true histogram. Exact, or a bracket of two exact values where e^alpha
is irrational and the histogram large. It is the optimum of a linear program that is solved in exact
arithmetic; --json --certificates prints the primal and the dual solution. Beside it stand the lower bound of
Hall, Rinaldo and Wasserman as printed, the repaired one, an upper bound, and for k = 2 their uniform bound,
repaired.
"""


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
    from ...utility.minimax_table import minimax_table
    from ...utility.solver import WITHOUT_SCIPY
    from ..report.minimax import minimax_json, minimax_text

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
        data = {"rows": minimax_json(rows, options.certificates), **undecided}
        return status, json.dumps(data, indent=2)
    return status, minimax_text(rows) + ("" if spent is None else f"undecided beyond: {one_line(spent)}\n")


COMMAND = Command("the minimax risk of a private histogram, exactly", DESCRIPTION, configure, run)
