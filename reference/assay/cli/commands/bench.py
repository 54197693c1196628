"""`assay bench`: composition in Assay beside the accountants of other libraries, timed in one run."""

from __future__ import annotations

import json
import sys
import warnings
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from dataclasses import dataclass
from fractions import Fraction
from math import log
from time import perf_counter_ns
from typing import TYPE_CHECKING

from ..command import Command
from ..errors import UsageError
from ..exit_status import ExitStatus
from ..progress import ProgressLine

if TYPE_CHECKING:
    from ...fast.accountant import Bracket
    from ...fast.accountant.peers import Request

DESCRIPTION = """\
Time composition in Assay and in the peers that are installed (pip install 'assay[peers]'), in one run, and
show each peer's error: relative to Assay's certified interval, or to the exact value where it is rational.
"""


@dataclass(frozen=True)
class Task:
    """A question, how Assay answers it, and the same question for peers (None: they are not asked)."""

    name: str
    answer: Callable[[], Bracket]
    request: Callable[[], Request] | None


@dataclass(frozen=True)
class Row:
    """One answer: who, what, how long; `error` is (value - truth)/truth."""

    task: str
    who: str
    seconds: float
    value: str
    error: str


def configure(parser: ArgumentParser) -> None:
    """The options of `assay bench`."""
    parser.add_argument("--only", metavar="TEXT", help="only tasks whose name contains TEXT")
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def run(options: Namespace) -> tuple[int, str]:
    """All tasks, Assay first, then every installed peer."""
    from ...fast.accountant import peers

    chosen = [task for task in tasks() if options.only is None or options.only in task.name]
    if not chosen:
        raise UsageError(
            f"--only {options.only!r} is in no task; choose from {', '.join(t.name for t in tasks())}"
        )
    absent, rows = peers.missing(), []
    warm([name for name in peers.PEERS if name not in absent])
    with ProgressLine() as line:
        for done, task in enumerate(chosen):
            line("tasks", done, len(chosen))
            rows += timed(task, [name for name in peers.PEERS if name not in absent])
    if options.json:
        data = {"rows": [vars(row) for row in rows], "missing": absent}
        return ExitStatus.HOLDS, json.dumps(data, indent=2) + "\n"
    note = f"not installed: {', '.join(absent)}; {peers.INSTALL}\n" if absent else ""
    return ExitStatus.HOLDS, table(rows) + note


def warm(present: list[str]) -> None:
    """Ask everyone a small question first, so that nobody's imports are timed."""
    from ...fast.accountant.peers import PEERS, Request

    for small in (_response(2), _certified("laplace", "laplace scale=1", 2, "1e-3", "1e-2")):
        small.answer()
    for name in present:
        with quiet(), suppress(Exception):
            PEERS[name](Request("gaussian", 2, delta=1e-3))


@contextmanager
def quiet() -> Iterator[None]:
    """Peers print and warn; their words go to standard error or nowhere."""
    with warnings.catch_warnings(), redirect_stdout(sys.stderr):
        warnings.simplefilter("ignore")
        yield


def value_of(truth: Bracket) -> str:
    """A known value, or both ends."""
    low, high = (f"{end:.10g}" for end in truth.decimals(10))
    return low if low == high else f"{low} .. {high}"


def timed(task: Task, present: list[str]) -> list[Row]:
    """The rows of one task."""
    from ...fast.accountant.peers import PEERS, NotOffered

    start = perf_counter_ns()
    truth = task.answer()
    seconds = (perf_counter_ns() - start) / 1e9
    width = truth.relative_width
    spread = "exact" if width == 0 else f"width {float(width or 0):.1e}"
    rows = [Row(task.name, "assay", seconds, value_of(truth), spread)]
    request = None if task.request is None else task.request()
    for name in present if request is not None else ():
        start = perf_counter_ns()
        try:
            with quiet():
                value = PEERS[name](request) if request is not None else 0.0
        except NotOffered:
            continue
        except Exception as error:
            spent = (perf_counter_ns() - start) / 1e9
            rows.append(Row(task.name, name, spent, "fails", f"{type(error).__name__}: {error}"[:60]))
            continue
        rows.append(
            Row(task.name, name, (perf_counter_ns() - start) / 1e9, f"{value:.10g}", off(value, truth))
        )
    return rows


def off(value: float, truth: Bracket) -> str:
    """(value - truth)/truth, from the nearer end of the interval."""
    try:
        exact = Fraction(value)
    except (ValueError, OverflowError):
        return f"off: {value}"
    if truth.lower <= exact and (truth.upper is None or exact <= truth.upper):
        return "inside the interval"
    near = truth.upper if truth.upper is not None and exact > truth.upper else truth.lower
    if near == 0:
        return f"off by {float(exact):+.2e}"
    error = float(exact / near - 1)
    return f"{error:+.2e}" + (" BELOW THE TRUTH" if error < 0 else "")


def table(rows: list[Row]) -> str:
    """One line an answer, with the time relative to Assay's."""
    lines, own = [], 1.0
    for row in rows:
        if row.who == "assay":
            own = row.seconds
            lines.append(row.task)
        ratio = "" if row.who == "assay" else f"{row.seconds / own:10.2f}x"
        lines.append(f"  {row.who:15}{row.seconds:11.5f} s {ratio:>11}  {row.value:>28}  {row.error}")
    return "\n".join(lines) + "\n"


def tasks() -> list[Task]:
    """The tasks, in the order of the table."""
    found = [_response(1000), _response(10_000), _response(100_000)]
    found += [_clamped(high, count) for high in (10, 20) for count in (1000, 10_000)]
    for delta, width in (("1e-6", "1e-3"), ("1e-6", "1e-8"), ("1e-30", "1e-3"), ("1e-100", "1e-3")):
        found += [
            _certified("gaussian", "gaussian sigma=1", 1000, delta, width),
            _certified("laplace", "laplace scale=1", 1000, delta, width),
            _certified("sampled", "gaussian sigma=1 q=0.01", 10_000, delta, width),
        ]
    return found


def _response(count: int) -> Task:
    steps = count * 13 // 25

    def answer() -> Bracket:
        from ...dp import Dist
        from ...exact import ln
        from ...fast.accountant import Bracket
        from ...fast.composition import Composition

        pair = Composition.of(Dist.bernoulli("3/4"), Dist.bernoulli("1/4"), count)
        if count <= 10_000:
            return Bracket.exactly(pair.delta(ln(3) * steps).as_fraction())
        enclosed = pair.delta_enclosed(ln(3) * steps)
        return Bracket(Fraction(enclosed.lower(30)), Fraction(enclosed.upper(30)))

    def request() -> Request:
        from ...fast.accountant.peers import Request

        return Request("response", count, epsilon=log(3) * steps)

    # the peers take minutes beyond
    return Task(
        f"randomised response e^eps = 3, k = {count}, delta", answer, request if count <= 10_000 else None
    )


def _clamped(high: int, count: int) -> Task:
    """Neighbours 1 and 0 with e^(1/scale) = 21/20, at three deviations above the mean loss."""
    steps = round(count / 40 + 3 * count**0.5)

    def answer() -> Bracket:
        from ...dp import Dist
        from ...exact import ln
        from ...fast.accountant import Bracket
        from ...fast.composition import Composition

        pair = Composition.of(Dist(clamped_law(high, 1)), Dist(clamped_law(high, 0)), count)
        return Bracket.exactly(pair.delta(ln("21/20") * steps).as_fraction())

    def request() -> Request:
        from ...fast.accountant.peers import Request

        laws = clamped_law(high, 1), clamped_law(high, 0)
        return Request("table", count, epsilon=log(21 / 20) * steps, table=laws)

    return Task(f"discrete Laplace clamped to [0, {high}], k = {count}, delta", answer, request)


def clamped_law(high: int, centre: int) -> dict[int, Fraction]:
    """clamp(centre + Z, 0, high) with P(Z = z) proportional to a^|z|, a = 20/21."""
    a = Fraction(20, 21)
    law = {z: (1 - a) / (1 + a) * a ** abs(z - centre) for z in range(1, high)}
    return {0: a**centre / (1 + a), **law, high: a ** (high - centre) / (1 + a)}


def _certified(kind: str, mechanism: str, count: int, delta: str, width: str) -> Task:
    def answer() -> Bracket:
        from ...fast.accountant import Accountant

        return Accountant(width=width).compose(mechanism, count).epsilon(delta)

    def request() -> Request:
        from ...fast.accountant.peers import Request

        return Request(kind, count, delta=float(delta))

    name = f"{mechanism}, k = {count}, epsilon at delta = {delta} to width {width}"
    return Task(name, answer, request)


COMMAND = Command("time composition beside the accountants of other libraries", DESCRIPTION, configure, run)
