"""`assay bench`: composition beside other libraries, and the kernels beside the reference, in one run."""

from __future__ import annotations

import json
import os
import platform
import sys
from argparse import ArgumentParser, Namespace
from difflib import get_close_matches
from typing import TYPE_CHECKING

from ... import __version__
from ...errors import BudgetExceeded
from ..arguments import positive_seconds, rows_kept
from ..command import Command, ExitStatus
from ..errors import UsageError, one_line
from ..limits import Alarm, noticed
from ..options import shared

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...studies.bench import Row
    from ...studies.bench.kernels import KernelRow

DESCRIPTION = """\
Time composition in Assay and in the peers that are installed (pip install 'assay[peers,training]'), in one
run, and show each peer's error: relative to Assay's certified interval, or to the exact value where it is
rational.
Then the exact kernels beside the reference, which is run at smaller sizes, and extrapolated.

Rows on which a peer is quicker are named at the end, apart from those on which it is also less accurate, that
is farther from Assay's interval than that is wide.

An answer that takes longer than --each is ended, and fails. Peers answer in processes of their own.

Wall and processor seconds are the best of up to five runs. A ratio is the smaller of the two that wall and
processor time give, or that of processor time on a machine with more work than processors. The kernels run
in a process of their own, whose largest memory is shown.
"""


def configure(parser: ArgumentParser) -> None:
    """The options of `assay bench`."""
    shared(parser, "--only", "or this in its name")
    parser.add_argument(
        "--each",
        metavar="S",
        default="60",
        help="give nobody more than S seconds for an answer (60 unless given)",
    )
    shared(parser, "--save", "a line of JSON each, as soon as it is known")
    shared(parser, "--json")


def run(options: Namespace) -> tuple[int, str]:
    """All tasks, Assay first, then every installed peer; then the kernels."""
    from ...budgets.progress import checkpoint
    from ...studies.bench import peers, rows_of, tasks
    from ...studies.bench.kernels import kernel_names, kernel_rows
    from ...studies.bench.measure import Peers
    from ...studies.bench.tasks import certified, response

    only = options.only or ""
    chosen = [task for task in tasks() if only in task.name]
    kernels = [name for name in kernel_names() if only in name]
    if not chosen and not kernels:
        names = [*(t.name for t in tasks()), *kernel_names()]
        near = "; ".join(map(repr, get_close_matches(only, names, 3, cutoff=0)))
        raise UsageError(
            f"--only {options.only!r} is in none of the {len(names)} tasks; the nearest are {near}; give a "
            "part of a name, such as 'gaussian', 'k = 1000' or 'noisy bits'"
        )
    rows: list[Row] = []
    exact: list[KernelRow] = []
    absent = peers.missing()
    present = [name for name in peers.PEERS if name not in absent]
    status, asked = ExitStatus.HOLDS, len(chosen) + len(kernels)
    each = positive_seconds(options.each, "--each")
    try:
        with rows_kept(options.save) as save, Peers(present, each) as asking:
            if chosen:  # so that imports are not timed
                response(2).answer()
                certified("laplace", ["laplace scale=1"], 2, "1e-3", "1e-2").answer()
            for done, task in enumerate(chosen):
                checkpoint("tasks", done, asked)
                for row in rows_of(task, asking):
                    rows.append(row)
                    save(vars(row))
            for kernel in kernel_rows(only) if kernels else ():
                exact.append(kernel)
                save({**vars(kernel), "ratio": kernel.ratio})
                checkpoint("tasks", len(chosen) + len(exact), asked)
    except (Alarm, BudgetExceeded) as spent:
        if not rows and not exact:
            raise
        noticed()
        status = ExitStatus.UNDECIDED
        sys.stderr.write(f"assay: undecided: the time budget is spent; what was timed: {one_line(spent)}\n")
    if options.json:
        return status, record(rows, exact, absent)
    note = f"not installed: {', '.join(absent)}; {peers.INSTALL}\n" if absent else ""
    busy = is_busy()
    return status, heading(present) + BUSY * busy + timed(rows, exact, busy) + quicker(rows, busy) + note


BUSY = "The machine is at work: ratios are of processor time alone.\n"


def is_busy() -> bool:
    """Whether more processes want to run than there are processors, so that wall time says nothing."""
    return hasattr(os, "getloadavg") and os.getloadavg()[1] > (os.cpu_count() or 1)


def record(rows: Sequence[Row], exact: Sequence[KernelRow], absent: Sequence[str]) -> str:
    """One JSON object."""
    kernels = [{**vars(row), "ratio": row.ratio} for row in exact]
    data = {"rows": [vars(row) for row in rows], "kernels": kernels, "missing": list(absent)}
    return json.dumps(data, indent=2) + "\n"


def heading(present: Sequence[str]) -> str:
    """Versions of everything that was timed."""
    from importlib.metadata import version

    found = [f"assay {__version__}", f"Python {platform.python_version()}"]
    found += [f"{name} {version(name)}" for name in present]
    return ", ".join(found) + "\n"


def timed(rows: Sequence[Row], exact: Sequence[KernelRow], busy: bool = False) -> str:
    """One line an answer, with the time relative to Assay's; then the kernels beside the reference."""
    from ...outputs.tables import table

    lines: list[tuple[str, ...]] = [("", "wall", "processor", "ratio", "answer", "error")]
    own = rows[0] if rows else None
    for row in rows:
        if row.who == "assay":
            own = row
            lines.append((row.task + (f"  [{row.goal}]" if row.goal else ""),))
        ratio = "" if own is None or row.who == "assay" else times(slower(row, own, busy))
        spent = seconds(row.seconds), seconds(row.processor)
        lines.append((f"  {row.who}", *spent, ratio, row.value, row.error))
    for kernel in exact:
        lines += kernel_lines(kernel)
    return "\n".join(table(lines, indent=0, right=range(1, 5))) + "\n"


def quicker(rows: Sequence[Row], busy: bool = False) -> str:
    """Where a peer that answers takes less time than Assay, those first that are as accurate."""
    found: dict[bool, list[str]] = {True: [], False: []}
    own = None
    for row in rows:
        if row.who == "assay":
            own = row
        elif own is not None and row.value != "fails" and slower(row, own, busy) < 1:
            line = f"  {row.who}, {times(slower(row, own, busy))}, {row.error}: {row.task}\n"
            found[row.accurate].append(line)
    if not any(row.who != "assay" for row in rows):
        return ""
    first = ["A peer is quicker and as accurate on these rows:\n", *found[True]]
    text = first if found[True] else ["No peer that is as accurate is quicker.\n"]
    looser = ["Quicker, and farther off than the width of Assay's interval:\n", *found[False]]
    return "".join([*text, *(looser if found[False] else [])])


def slower(row: Row, own: Row, busy: bool = False) -> float:
    """How many times as long as Assay a peer took, by the clock that favours it unless one alone counts."""
    processor = row.processor / own.processor
    return processor if busy else min(row.seconds / own.seconds, processor)


def seconds(value: float) -> str:
    """Seconds with four digits."""
    return f"{value:9.4f} s" if value < 100 else f"{value:9.1f} s"


def times(ratio: float) -> str:
    """A ratio to two digits or whole."""
    return f"{ratio:.2g}x" if ratio < 10 else f"{ratio:,.0f}x"


def kernel_lines(row: KernelRow) -> list[tuple[str, ...]]:
    """The engine, the reference, how many times faster."""
    lines: list[tuple[str, ...]] = [(row.task + (f"  [{row.goal}]" if row.goal else ""),)]
    lines.append(("  assay", seconds(row.seconds), seconds(row.processor), "", f"{row.megabytes:,} MB", ""))
    if row.reference is not None and row.ratio is not None:
        faster = times(row.ratio), "", f"{row.basis}; answers equal"
        lines.append(("  reference", "", seconds(row.reference), *faster))
    return lines


COMMAND = Command("time composition beside the accountants of other libraries", DESCRIPTION, configure, run)
"""Found by name."""
