"""`assay calibrate`: the smallest noise, or the largest rate or count, that meets a goal."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from fractions import Fraction
from typing import TYPE_CHECKING, cast

from ...errors import BudgetExceeded
from ..command import Command, ExitStatus
from ..errors import UsageError
from ..limits import limited
from ..options import Once, shared

if TYPE_CHECKING:
    from ...accounting import Bracket, Calibration

DESCRIPTION = """\
Find the parameter of a mechanism, given as "?", that just meets a goal of the whole composition: the
smallest noise, or the largest rate, count, number of epochs, sensitivity or guarantee. Two values are
printed: one that is proved to meet the goal, and one that is proved to miss it.

  assay calibrate "gaussian sigma=? q=256/60000 k=14062" --epsilon 3 --delta 1e-5
  assay calibrate "gaussian sigma=1 rows=60000 batch=256 epochs=?" "laplace scale=10" --epsilon 3 --delta 1e-5
  assay calibrate "laplace scale=? k=10" --epsilon 1

Mechanisms are those of `assay account`. Goals: --epsilon with --delta (0 unless given), --advantage (of a
membership test with even prior), --rho (zero-concentrated) or --mu (Gaussian differential privacy). A
parameter in which privacy is not proved to be monotone is refused with the reason.
"""

DIGITS = 8


def configure(parser: ArgumentParser) -> None:
    """The options of `assay calibrate`."""
    add = parser.add_argument
    add("mechanisms", metavar="MECHANISM", nargs="+", help="such as 'gaussian sigma=? q=0.01 k=10000'")
    shared(parser, "--epsilon", "delta(epsilon) may be at most --delta, or 0", action=Once)
    shared(parser, "--delta", "with --epsilon", action=Once)
    for flag, meaning in (
        ("--rho", "zero-concentrated differential privacy with this rho"),
        ("--mu", "Gaussian differential privacy with this mu"),
        ("--advantage", "delta(0), the advantage of a membership test, is at most A"),
    ):
        add(flag, metavar=flag[2:4].strip("-").upper()[:1], help=meaning, action=Once)
    shared(parser, "--adjacency", "here add-remove-one or replace-one", default="add-remove-one")
    shared(parser, "--width", "1/1000 unless given, and neighbours for whole numbers")
    shared(parser, "--method", default="auto")
    shared(parser, "--max-bytes", default="4000000000")
    shared(parser, "--timeout")
    shared(parser, "--json")


def run(options: Namespace) -> tuple[int, str]:
    """Both ends, as text or as JSON."""
    from ...accounting import calibrate
    from ..arguments import positive_int, positive_seconds

    goals = [name for name in ("epsilon", "rho", "mu", "advantage") if getattr(options, name) is not None]
    if len(goals) != 1 or (options.delta is not None and options.epsilon is None):
        raise UsageError("give one goal: --epsilon with --delta, --epsilon alone, --advantage, --rho or --mu")
    seconds = None if options.timeout is None else positive_seconds(options.timeout)
    max_bytes = positive_int(options.max_bytes, "--max-bytes")
    try:
        with limited(seconds, None):
            found = calibrate(
                *options.mechanisms,
                epsilon=options.epsilon,
                delta=options.delta,
                rho=options.rho,
                mu=options.mu,
                advantage=options.advantage,
                adjacency=options.adjacency,
                width=options.width,
                max_bytes=max_bytes,
                engine=options.method,
            )
    except BudgetExceeded as stopped:
        known = cast("Calibration | None", stopped.known.get("ends"))
        text = f"UNDECIDED: {stopped}\n"
        data = {"undecided": str(stopped), **({} if known is None else record(options, known))}
        return ExitStatus.UNDECIDED, json.dumps(data, indent=2) + "\n" if options.json else text
    status = ExitStatus.REFUTED if found.safe is None else ExitStatus.HOLDS
    return status, json.dumps(record(options, found), indent=2) + "\n" if options.json else report(
        options, found
    )


def report(options: Namespace, found: Calibration) -> str:
    """A line for each end, with the value that the goal is about."""
    from ...accounting.calibration import decimal
    from ...outputs.tables import table

    kind = "smallest" if found.parameter.larger_is_safer else "largest"
    rows = []
    for name, end, value in (
        ("safe", found.safe, found.at_safe),
        ("not safe", found.refuted, found.at_refuted),
    ):
        seen = "" if value is None or end is None else interval(value)
        rows.append([name, "none" if end is None else decimal(end), seen])
    head = f"{kind} {found.parameter.name} with {found.goal}, {options.adjacency}"
    return "\n".join([head, *table(rows), f"  because   {found.parameter.theorem}"]) + "\n"


def interval(value: Bracket) -> str:
    """The value at an end, rounded outwards."""
    low, high = value.decimals(DIGITS)
    return f"[{low}, {high}]".replace("Infinity", "inf")


def record(options: Namespace, found: Calibration) -> dict[str, object]:
    """The JSON object: ends exactly as text, values as decimals rounded outwards."""
    from ...exact.rounding import Direction, round_fraction
    from ...outputs.json_values import between

    def end(value: Fraction | None, at: Bracket | None, up: bool) -> object:
        """Exactly, and as a decimal that is safe where the value is, or refuted where it is."""
        if value is None:
            return None
        rounded = round_fraction(value, 12, Direction.UP if up else Direction.DOWN)
        return {
            "value": str(value),
            "decimal": f"{rounded:f}",
            "goal": None if at is None else between(*at.decimals(30)),
        }

    return {
        "mechanisms": list(options.mechanisms),
        "adjacency": options.adjacency,
        "goal": found.goal,
        "parameter": found.parameter.name,
        "larger is safer": found.parameter.larger_is_safer,
        "safe": end(found.safe, found.at_safe, found.parameter.larger_is_safer),
        "not safe": end(found.refuted, found.at_refuted, not found.parameter.larger_is_safer),
        "theorem": found.parameter.theorem,
    }


COMMAND = Command("find the parameter that meets a goal, as certified ends", DESCRIPTION, configure, run)
