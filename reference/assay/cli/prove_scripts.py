"""Proof scripts run lemma by lemma, and what is printed of each."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import AssayError, BudgetExceeded, InvalidValue
from ..whole_files import whole
from .command import ExitStatus
from .errors import UsageError, one_line
from .limits import until_spent

if TYPE_CHECKING:
    from ..prove.lemma import Outcome


def write(path: Path, data: object) -> None:
    """Write JSON; a half-written file is never left behind."""
    try:
        with whole(path) as unfinished:
            unfinished.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise InvalidValue(f"--write {path}: {error.strerror or error}") from None


def scripts(names: list[str]) -> list[Path]:
    """The script files meant by the arguments."""
    from ..prove.stored import proofs_folder

    found: list[Path] = []
    for path in [Path(n) for n in names] or [proofs_folder()]:
        inside = sorted(path.glob("*.py")) if path.is_dir() else [path]
        if not inside or not inside[0].exists():
            raise UsageError(f"{path}: no proof scripts there; give FILE.py or a folder that holds some")
        found.extend(inside)
    return found


def run_scripts(options: Namespace) -> tuple[int, str]:
    """Run every lemma of every script, as far as there is time."""
    from ..prove.formulas import missing

    outcomes: list[Outcome] = []
    marks: dict[str, list[str]] = {}
    spent = until_spent(outcomes_of(options, marks), outcomes)
    if spent is not None:
        sys.stderr.write(f"assay: undecided: {one_line(spent)}; {len(outcomes)} lemmas were run\n")
    failed = [o for o in outcomes if o.failure]
    status = ExitStatus.UNDECIDED if failed or spent else ExitStatus.HOLDS
    if options.json:
        return status, json.dumps(
            {
                "lemmas": [with_formulas(o) | {"theorems": marks.get(o.title, [])} for o in outcomes],
                "missing": missing(),
            },
            indent=2,
        )
    return status, "\n".join([*(line(o, marks.get(o.title)) for o in outcomes), summary(outcomes)]) + "\n"


def outcomes_of(options: Namespace, marks: dict[str, list[str]]) -> Iterator[Outcome]:
    """The lemmas of the scripts one by one; their theorems are added to `marks`."""
    from ..budgets.progress import checkpoint, is_spent
    from ..prove.lemma import file_name, load
    from ..prove.lemma import run as run_lemma

    done = 0
    for path in scripts(options.files):
        marks |= theorems_beside(path)
        try:
            lemmas = load(path)
        except (OSError, SyntaxError, ImportError, NameError, AttributeError, TypeError, ValueError) as error:
            if isinstance(error, AssayError):
                raise
            raise InvalidValue(f"{path}: {type(error).__name__}: {error}") from None
        for lemma in lemmas:
            checkpoint("lemmas run", done)
            outcome = run_lemma(lemma)
            if outcome.failure and is_spent():
                raise BudgetExceeded(f"the time budget is spent in {outcome.title!r}; give more time")
            if options.write is not None:
                folder = Path(options.write)
                folder.mkdir(parents=True, exist_ok=True)
                write(folder / file_name(outcome.title), outcome.to_json())
            yield outcome
            done += 1


def with_formulas(o: Outcome) -> dict[str, object]:
    """A lemma as JSON values, with the claims of its certificates in LaTeX."""
    from ..prove.formulas import of_claim

    return o.to_json() | {"latex": [of_claim(str(certificate["claim"])) for certificate in o.certificates]}


def theorems_beside(path: Path) -> dict[str, list[str]]:
    """By the title of a lemma its theorems, from coq/theorems.json beside a script; none without it."""
    try:
        data = json.loads((path.parent / "coq" / "theorems.json").read_text(encoding="utf-8"))
        return {title: sorted(entry["theorems"]) for title, entry in data["lemmas"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def line(o: Outcome, theorems: list[str] | None = None) -> str:
    """One lemma: verdict, time, certificate size, whether it is a theorem, statement; a failure below it."""
    verdict = "FAILED" if o.failure else "theorem" if theorems else "proved"
    start = (
        f"{verdict:7}  {o.milliseconds / 1000:6.2f} s  {len(o.certificates):2} certificates {o.size:6} B  "
    )
    text = f"{start}{o.title}: {o.statement}"
    return f"{text}\n        {o.failure}" if o.failure else text


def summary(outcomes: list[Outcome]) -> str:
    """The last line."""
    failed = sum(bool(o.failure) for o in outcomes)
    total = sum(o.milliseconds for o in outcomes) / 1000
    return f"{len(outcomes) - failed} lemmas proved, {failed} failed, {total:.1f} s"
