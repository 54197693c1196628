"""Every parameter of every word calibrated for every goal, and each end asked again from the other side.

    python -m tests.accounting.cross_table [--word WORD] [--seconds 20] [--adjacency replace-one] [--all]

prints what crashed, what was refused without a theorem that is named, and every end that an accountant of its
own contradicts: one that is called safe with a lower end beyond the goal, or one called unsafe with an upper
end within it.
"""

from __future__ import annotations

import sys
import time
import traceback
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from tempfile import mkdtemp

from assay.accounting import Accountant, Bracket, Calibration, calibrate
from assay.accounting.monotone import WORDS
from assay.budgets.progress import budget
from assay.errors import AssayError, BudgetExceeded

from .extremes import SAMPLES, SELECTIONS, USUAL, files

GOALS: tuple[dict[str, str], ...] = (
    {"epsilon": "1", "delta": "1e-5"},
    {"epsilon": "1/2"},
    {"rho": "1/4"},
    {"mu": "1/2"},
    {"advantage": "1/5"},
)


def questions(word: str, folder: Path) -> Iterator[str]:
    """The word with a mark in the place of each parameter that may be calibrated."""
    for name in WORDS[word]:
        given = dict(USUAL.get(word, {}))
        if word == "select":
            given = dict(next((s for s in SELECTIONS if name in s), SELECTIONS[0]))
        if word in ("pair", "matrix"):
            given["file"] = files(folder)[word][0]
        if name in ("rows", "batch", "epochs"):
            given |= {**SAMPLES[2]} if name == "epochs" else {"rows": "600", "batch": "60", "k": "3"}
        if name in ("participations", "separation"):
            given |= {"participations": "3", "separation": "4"}
        if word == "toeplitz" and name == "q":
            given |= {"steps": "20"}
        mark = {"sensitivities": "0:1:?", "values": "1/10:?"}.get(name, "?")
        given[name] = mark
        yield " ".join([word, *(f"{key}={value}" for key, value in given.items())])


def value_of(text: str, goal: dict[str, str], adjacency: str, width: str) -> tuple[Bracket, Fraction]:
    """What the goal is about, by an accountant that knows nothing of the search; and the goal."""
    accountant = Accountant(adjacency, width).compose(text)
    if "rho" in goal:
        return accountant.rho(), Fraction(goal["rho"])
    if "mu" in goal:
        return accountant.mu(), Fraction(goal["mu"])
    if "advantage" in goal:
        return accountant.delta(0), Fraction(goal["advantage"])
    if "delta" not in goal:
        return accountant.epsilon(0), Fraction(goal["epsilon"])
    return accountant.epsilon(goal["delta"]), Fraction(goal["epsilon"])


def contradicted(text: str, found: Calibration, goal: dict[str, str], adjacency: str) -> str:
    """What an end is wrongly called; nothing where both are confirmed, or not contradicted."""
    for end, is_safe in ((found.safe, True), (found.refuted, False)):
        if end is None or end == 0:
            continue
        known, most = value_of(text.replace("?", str(end)), goal, adjacency, "1/1000")
        if is_safe and known.lower > most:
            return f"{end} is called safe, but {known}"
        if not is_safe and known.upper is not None and known.upper <= most:
            return f"{end} is called unsafe, but {known}"
    return ""


def outcome(text: str, goal: dict[str, str], adjacency: str, seconds: Fraction) -> tuple[str, str]:
    """The kind of the outcome, and what there is to say of it."""
    try:
        with budget(seconds=seconds):
            found = calibrate(text, adjacency=adjacency, width="1/100", **goal)  # type: ignore[arg-type]
    except BudgetExceeded as error:
        return "undecided", str(error)
    except AssayError as error:
        return "refused", str(error)
    except Exception:
        return "CRASH", traceback.format_exc()
    try:
        with budget(seconds=3 * seconds):
            wrong = contradicted(text, found, goal, adjacency)
    except AssayError as error:
        return "unchecked", f"{found}: {error}"
    return ("WRONG", f"{found}: {wrong}") if wrong else ("confirmed", str(found))


def main() -> int:
    """Print what is wrong, and how often each outcome came."""
    parser = ArgumentParser()
    parser.add_argument("--word", action="append")
    parser.add_argument("--adjacency", default="add-remove-one")
    parser.add_argument("--seconds", type=Fraction, default=Fraction(20))
    parser.add_argument("--all", action="store_true", help="print every outcome")
    options = parser.parse_args()
    time.monotonic_ns = time.process_time_ns  # of budgets: a busy machine is no reason to be undecided
    kinds: Counter[str] = Counter()
    folder = Path(mkdtemp())
    for word in options.word or WORDS:
        for text in questions(word, folder):
            for goal in GOALS:
                begun = time.process_time()
                kind, said = outcome(text, goal, options.adjacency, options.seconds)
                kinds[kind] += 1
                if options.all or kind in ("WRONG", "CRASH", "unchecked"):
                    spent = time.process_time() - begun
                    sys.stdout.write(f"{kind:9} {spent:5.1f} {text} {goal} -> {said[:300]}\n")
                    sys.stdout.flush()
    sys.stdout.write(f"{dict(kinds)}\n")
    return 1 if kinds["WRONG"] or kinds["CRASH"] else 0


if __name__ == "__main__":
    sys.exit(main())
