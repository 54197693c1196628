"""Recheck the witnesses of a survey without Assay:  python -m tests.studies.survey.recheck FILE.json

Every UNSOUND row, and every sampler whose samples contradict its distribution, is decided again from the file
alone: the definition of the mechanism, an event with its exact probabilities, or new samples. Numbers are
computed with mpmath to 150 digits, compositions with numpy on a grid of losses that are rounded down, so that
only what is certainly larger than the claim confirms it.  What cannot be rechecked is counted, never passed.

Exit status: 0 if all are confirmed, 1 if a witness is wrong, 3 if more than 5 % could not be rechecked.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence

from .claims import check_claim, check_event
from .samples import check_samples
from .values import NotRechecked, Row, Wrong


def main(arguments: Sequence[str] | None = None) -> int:
    """Recheck a file, print the counts, and return the exit status."""
    parser = argparse.ArgumentParser(prog="recheck", description="Recheck a survey without Assay.")
    parser.add_argument("file")
    parser.add_argument("--python", default=sys.executable, help="the interpreter that has the libraries")
    parser.add_argument("--list", action="store_true", help="print every row")
    options = parser.parse_args(arguments)
    with open(options.file, encoding="utf-8") as stream:
        rows = [row for row in json.load(stream)["rows"] if must_be_rechecked(row)]
    counts: Counter[str] = Counter()
    for row in rows:
        status, why = rechecked(row, options.python)
        counts[status] += 1
        if options.list or status != "confirmed":
            sys.stdout.write(f"{status}: {row['id']} {row['function']}{': ' + why if why else ''}\n")
    shares = ", ".join(f"{number} {status}" for status, number in counts.items())
    sys.stdout.write(f"{len(rows)} witnesses: {shares or 'none'}\n")
    if counts["WRONG"]:
        return 1
    return 3 if 20 * counts["not rechecked"] > len(rows) else 0


def must_be_rechecked(row: Row) -> bool:
    """Unsound rows, and distributions that samples contradict."""
    sampled = row["verdict"] == "distribution differs" and (row.get("witness") or {}).get("kind") == "samples"
    return bool(row["verdict"] == "UNSOUND" or sampled)


def rechecked(row: Row, python: str) -> tuple[str, str]:
    """("confirmed", ""), ("WRONG", why) or ("not rechecked", why)."""
    witness = row.get("witness")
    try:
        if witness is None:
            raise NotRechecked("the row has no witness")
        checks: dict[str, Callable[[], None]] = {
            "claim": lambda: check_claim(witness),
            "event": lambda: check_event(witness),
            "samples": lambda: check_samples(witness, python),
        }
        if witness.get("kind") not in checks:
            raise NotRechecked(f"witnesses of kind {witness.get('kind')!r} are not known")
        checks[witness["kind"]]()
    except NotRechecked as error:
        return "not rechecked", str(error)
    except Wrong as error:
        return "WRONG", str(error)
    return "confirmed", ""


if __name__ == "__main__":
    sys.exit(main())
