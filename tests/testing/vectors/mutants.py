"""The flags of the vectors, measured: for each flag, the second program with the bug that it names.

A flag stands on a test where, and only where, the program with the bug fails it: it refuses or breaks, it is
on the unsafe side of the truth, or it is no number of the kind that is asked for.  To write them again, after
tests were added:

    python -m tests.testing.vectors.mutants && assay vectors generate
"""

from __future__ import annotations

import json
import sys
from decimal import Decimal, localcontext
from fractions import Fraction
from math import inf, isnan
from pathlib import Path
from typing import Any

from .compare import CLOSE, WIDE, key
from .solver import DECIMALS, FLOATS, Refused, answer, asked

ROOT = Path(__file__).resolve().parents[3]
FLAGS = ROOT / "reference/assay/testing/vectors/flags.json"
FOLDER = ROOT / "spec/vectors"
OF_INVALID = ("ArgumentOutsideRange", "NotADistribution")
"""The flags of invalid prompts: the bug is to answer them."""
NAIVE = "ExtremeParameter"
NOT_A_FORMULA = ("round", "zcdp")
"""What is not a formula to be evaluated naively: a rounding, and a search."""
ROUGH = Decimal(10) ** -9
"""Naive floats fail where they are off by more than this, relatively: not by rounding alone."""
DOWN = ("type-two-error", "lower-delta")
EQUAL = ("probability", "whole", "number", "float", "distribution", "profile", "trade-off")


def shipped(folder: Any) -> Any:
    """Every test of the files."""
    files = (path for path in sorted(folder.glob("*.json")) if "schema" not in path.name)
    return [test for path in files for test in json.loads(path.read_text(encoding="ascii"))["tests"]]


def flags_of(test: Any) -> Any:
    """The flags that the test should have, in order."""
    if test["result"] == "invalid":
        return [OF_INVALID[is_no_pair(test["prompt"]["arguments"])]]
    answer(test["prompt"])
    found = [bug for bug in asked() if fails(test, bug)]
    return sorted(found + [NAIVE] * (test["prompt"]["function"] not in NOT_A_FORMULA and fails(test, NAIVE)))


def is_no_pair(arguments: Any) -> Any:
    """Whether p and q, or the rows of a randomiser, are no distributions on the same outcomes."""
    lists = [arguments[name] for name in ("p", "q") if name in arguments] or arguments.get("randomiser", [])
    return bool(lists) and (
        any(len(each) != len(lists[0]) for each in lists)
        or any(sum(map(Fraction, each)) != 1 or min(map(Fraction, each)) < 0 for each in lists)
    )


def fails(test: Any, bug: Any) -> Any:
    """Whether the program with the bug fails the test."""
    try:
        found = answer(test["prompt"], *((None, FLOATS) if bug == NAIVE else (bug, DECIMALS)))
    except (Refused, ArithmeticError, ValueError, IndexError):
        return True
    expected, room = test["expected"], ROUGH if bug == NAIVE else CLOSE
    with localcontext(WIDE):
        return is_wrong(expected["kind"], expected["value"], found, room)


def is_wrong(kind: Any, truth: Any, value: Any, room: Any) -> Any:
    """Whether a value is none of the kind, on the unsafe side, or another one where neither side is safe."""
    if kind == "float":
        return value != truth if room == CLOSE else is_off(str(Fraction(_float(truth))), _float(value), room)
    if kind == "decisions":
        return value != truth
    if kind == "guarantee":
        return any(is_wrong(name, truth[name], value[name], room) for name in ("epsilon", "delta"))
    if kind == "distribution":
        wanted, found = {key(output): p for output, p in truth}, dict(value)
        return set(wanted) != set(found) or any(
            is_off(p, found[output], room) for output, p in wanted.items()
        )
    if kind in ("profile", "trade-off"):
        points = [t for point in truth for t in point], [v for point in value for v in point]
        return len(points[0]) != len(points[1]) or any(
            is_off(t, v, room) for t, v in zip(*points, strict=True)
        )
    side = off(truth, value, room)
    return (
        side is None
        or (side > 0 and kind == "delta" and value > 1)
        or (side > 0 and value == inf)
        or (side != 0 and kind in EQUAL)
        or (side > 0 if kind in DOWN else side < 0)
    )


def _float(text: str) -> Any:
    value = float.fromhex(text)
    return value if abs(value) != inf else 2.0**1023  # an infinity is off from every finite number


def is_off(truth: Any, value: Any, room: Any) -> Any:
    """Whether a value is another one."""
    return off(truth, value, room) != 0


def off(truth: Any, value: Any, room: Any) -> Any:
    """The sign of value - truth, 0 where they agree up to the room; None for no number."""
    if isinstance(value, float) and isnan(value):
        return None
    if truth == "inf" or abs(value) == inf:
        return 0 if truth == "inf" and value == inf else -1 if truth == "inf" else 1 if value > 0 else -1
    low, high = (truth["lower"], truth["upper"]) if isinstance(truth, dict) else (truth, truth)
    low, high = (Decimal(f.numerator) / Decimal(f.denominator) for f in (Fraction(low), Fraction(high)))
    low, high = low - room * (abs(low) or 1), high + room * (abs(high) or 1)
    return (Decimal(value) > high) - (Decimal(value) < low)


def measured(tests: Any) -> Any:
    """{flag: the ids of its tests}."""
    found: dict[str, list[str]] = {}
    for test in tests:
        for flag in flags_of(test):
            found.setdefault(flag, []).append(test["id"])
    return {flag: sorted(found[flag]) for flag in sorted(found)}


def main() -> Any:
    """Write the flags to the file that the generator reads."""
    found = measured(shipped(FOLDER))
    FLAGS.write_text(json.dumps(found, indent=1) + "\n", encoding="ascii")
    for flag, ids in found.items():
        sys.stdout.write(f"{flag}: {len(ids)}\n")


if __name__ == "__main__":
    main()
