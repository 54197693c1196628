"""Run the snippet of every finding in its library's environment:  python -m tests.studies.survey.snippets

    python -m tests.studies.survey.snippets [spec/survey.json] [--cache FOLDER] [--library NAME] [--jobs N]

The page of a finding says what its snippet prints: the answer, the parameter that was found, or the error.
Of a sampler it draws outputs, each on a line.  Transforms and sums of floats round otherwise on another
machine: an answer is as said to 9 digits, or it is another one on the same wrong side of the truth.  What
prints something else is listed, and so is a library that cannot be installed; a snippet that is said to hang,
to end its process or to need more memory than there is, is only counted.

Exit status: 0 if all print what is said, 1 if one does not, 3 if a library was not to be had.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import isnan
from pathlib import Path

from assay.studies.survey.entries import Entry, read
from assay.studies.survey.library import default_cache, installed, load_adapter, shipped

FOUND = "the parameter found is "
SECONDS = 120
ENDLESS = ("hang", "crash", "flood", "no answer in time")
OUT_OF_MEMORY = "MemoryError"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run them all, print what differs and the counts, and return the exit status."""
    parser = argparse.ArgumentParser(prog="snippets", description="Run the snippet of every finding.")
    parser.add_argument("file", nargs="?", default="spec/survey.json")
    parser.add_argument("--cache", default=str(default_cache()))
    parser.add_argument("--library", action="append")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args(arguments)
    entries = [
        each
        for each in read(Path(options.file)).entries
        if not options.library or each.library in options.library
    ]
    pythons = interpreters({each.library for each in entries}, Path(options.cache))
    counts: Counter[str] = Counter()
    with ThreadPoolExecutor(options.jobs) as pool:
        for each, status in zip(entries, pool.map(lambda e: judged(e, pythons), entries), strict=True):
            counts[status.partition(":")[0]] += 1
            if status.startswith(("differs", "missing")):
                sys.stdout.write(f"{each.id}: {status}\n")
    sys.stdout.write(f"{len(entries)} snippets: {', '.join(f'{n} {word}' for word, n in counts.items())}\n")
    return 1 if counts["differs"] else 3 if counts["missing"] else 0


def interpreters(libraries: set[str], cache: Path) -> dict[str, str]:
    """The interpreter of each library that can be installed."""
    names = {load_adapter(module).LIBRARY.name: module for module in shipped()}
    pythons, _ = installed([names[each] for each in sorted(libraries) if each in names], cache)
    return {name: pythons[module] for name, module in names.items() if module in pythons}


def judged(entry: Entry, pythons: Mapping[str, str]) -> str:
    """ "as said", "differs: ...", "endless", "out of memory" or "missing: ..."."""
    python = pythons.get(entry.library)
    if python is None:
        return f"missing: {entry.library} cannot be installed"
    if any(word in f"{entry.verdict} {entry.detail}" for word in ENDLESS) and not entry.claimed:
        return "endless"
    if entry.claimed.startswith(OUT_OF_MEMORY):
        return "out of memory"
    try:
        done = run(entry.snippet, python)
    except subprocess.TimeoutExpired:
        return f"differs: no end within {SECONDS} s"
    if prints_what_is_said(entry, done.stdout, done.stderr, done.returncode):
        return "as said"
    if is_as_wrong(entry, done.stdout):
        return "otherwise, and on the same side"
    last = (done.stdout.strip() or done.stderr.strip()).rpartition("\n")[2]
    return f"differs: it ends with status {done.returncode} and {last[:150]!r}; said is {said(entry)[:150]!r}"


def run(snippet: str, python: str) -> subprocess.CompletedProcess[str]:
    """The snippet as a maintainer runs it: in the environment of the library, without Assay's."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    beside = {**kept, "PATH": os.pathsep.join([str(Path(python).parent), os.environ["PATH"]])}
    command = [python, "-W", "ignore", "-c", snippet]
    return subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False, env=beside)


def said(entry: Entry) -> str:
    """What the page says that the snippet prints."""
    if FOUND in entry.detail:
        return entry.detail.partition(FOUND)[2].partition(";")[0]
    return entry.claimed


def prints_what_is_said(entry: Entry, printed: str, errors: str, status: int) -> bool:
    """Whether the output is that of the page."""
    text, expected = printed.strip(), said(entry)
    if "for _ in range(" in entry.snippet:
        return "Raised(" in expected or (status == 0 and len(text.splitlines()) >= 1)
    if expected.startswith("P(") or expected.endswith("probabilities"):
        return status == 0 and bool(text)
    kind, colon, _ = expected.partition(":")
    if colon and status != 0:
        return kind in errors
    return status == 0 and is_same(text.rpartition("\n")[2], expected)


def is_same(text: str, expected: str) -> bool:
    """The same number to 9 digits, or the same text."""
    one, other = as_float(text), as_float(expected)
    if one is None or other is None:
        return text == expected
    return one == other or abs(one - other) <= 1e-9 * abs(other) or (isnan(one) and isnan(other))


def is_as_wrong(entry: Entry, printed: str) -> bool:
    """Whether a number is on the wrong side of the truth, as the one that was surveyed."""
    witness = entry.witness or {}
    answer, true = as_float(printed.strip().rpartition("\n")[2]), witness.get("true")
    if answer is None or FOUND in entry.detail or not isinstance(true, list):
        return False
    low, high = (Fraction(str(end)) if "inf" not in str(end) else Fraction(10) ** 400 for end in true)
    return answer > high if witness.get("bound") == "lower" else answer < low


def as_float(text: str) -> float | None:
    """The number that is printed, perhaps as one of numpy's."""
    inner = text.strip().removeprefix("np.float64(").removesuffix(")")
    try:
        return float(inner)
    except ValueError:
        return None


if __name__ == "__main__":
    sys.exit(main())
