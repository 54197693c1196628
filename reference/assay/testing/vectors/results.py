"""The file that keeps a run: the implementation, the vectors, every answer and what it was judged to be."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path

from ... import __version__
from ...errors import InvalidValue
from ...whole_files import whole
from .files import Suite, by_number, parse
from .judge import judge
from .judgement import RANK, Judgement
from .run import Answered

FORMAT = "assay-vector-results/1"
FAMILY = FORMAT.partition("/")[0]
LONGEST_ANSWER = 20_000
"""Characters of an answer that are kept."""


class InvalidResults(InvalidValue):
    """A file of results cannot be used."""


@dataclass(frozen=True)
class Result:
    """What an implementation answered, by the ids of the tests that it was asked."""

    name: str
    answers: Mapping[str, Answered]
    release: str = ""
    date: str = ""
    vectors: str = ""
    """The version of the vectors that it was asked."""

    @property
    def when(self) -> str:
        """What tells the run from others of the same implementation."""
        return ", ".join(each for each in (self.release, self.date) if each) or "a run without date"


def as_text(name: str, suite: Suite, found: Sequence[Answered], release: str = "", date: str = "") -> str:
    """The results as JSON in ASCII, one line an answer."""
    head = {
        "format": FORMAT,
        "implementation": name,
        "release": release,
        "date": date,
        "assay": __version__,
        "vectors": {"version": suite.version, "digest": suite.digest},
    }
    opening = json.dumps(head, indent=1)[: -len("\n}")]
    lines = ",\n".join("  " + json.dumps(_row(each)) for each in found)
    return f'{opening},\n "answers": [\n{lines}\n ]\n}}\n'


def _row(each: Answered) -> dict[str, object]:
    judged = each.judgement
    text = json.dumps(each.answer, default=repr)
    kept = json.loads(text) if len(text) <= LONGEST_ANSWER else {"shortened": text[:LONGEST_ANSWER]}
    slack = None if judged.slack is None else str(judged.slack)
    return {
        "id": each.test.id,
        "status": judged.status,
        "slack": slack,
        "detail": judged.detail,
        "answer": kept,
    }


def write(
    path: Path, name: str, suite: Suite, found: Sequence[Answered], release: str = "", date: str = ""
) -> None:
    """Write the file; an older one stays as it is until the new one is complete.  Raises InvalidResults."""
    try:
        with whole(path) as unfinished:
            unfinished.write_text(as_text(name, suite, found, release, date), encoding="ascii", newline="\n")
    except OSError as error:
        raise InvalidResults(f"{path} cannot be written: {error.strerror}") from error


def read_results(path: Path, suite: Suite) -> Result:
    """The results in a file; answers to an older version of the vectors are judged again.

    Raises InvalidResults, in one line, for what is no such file, or was made with other vectors.
    """
    try:
        file = parse(path.read_bytes())
    except OSError as error:
        raise InvalidResults(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise InvalidResults(f"{path} is not JSON, or is cut off: {error}") from error
    given = file.get("format") if isinstance(file, dict) else None
    if not isinstance(file, dict) or not str(given).startswith(f"{FAMILY}/"):
        raise InvalidResults(f"{path} is no file of results; assay vectors run --save FILE writes one")
    if given != FORMAT:
        raise InvalidResults(f"{path} has the format {given}, and Assay {__version__} reads {FORMAT}")
    try:
        return _read(path, file, suite)
    except (KeyError, TypeError, ValueError, AttributeError, ZeroDivisionError) as error:
        if isinstance(error, InvalidResults):
            raise
        raise InvalidResults(f"{path} is damaged: {type(error).__name__} {error}") from error


def _read(path: Path, file: Mapping[str, object], suite: Suite) -> Result:
    """The results of a file of this format."""
    vectors, rows, name = file["vectors"], file["answers"], file["implementation"]
    if not isinstance(vectors, dict) or not isinstance(rows, list) or not isinstance(name, str):
        raise TypeError("the implementation, the vectors or the answers are not what they have to be")
    version, release, date = str(vectors["version"]), file.get("release", ""), file.get("date", "")
    if not isinstance(release, str) or not isinstance(date, str):
        raise TypeError("the release and the date are strings")
    older = vectors["digest"] != suite.digest and by_number(version) < by_number(suite.version)
    if vectors["digest"] != suite.digest and not older:
        raise InvalidResults(
            f"{path} was made with the vectors {vectors['version']}, and these are {suite.version}, which "
            "differ: run the implementation again"
        )
    tests = {test.id: test for test in suite.tests}
    kept = [row for row in rows if not older or str(row["id"]) in tests]
    answers = {
        str(row["id"]): Answered(tests[str(row["id"])], _judgement(row), dict(row["answer"])) for row in kept
    }
    if older:
        answers = {key: _judged_again(each) for key, each in answers.items()}
    return Result(name, answers, release, date, version)


def _judged_again(each: Answered) -> Answered:
    """By the vectors as they are now, since what an id asks never changes; not what was cut or never came."""
    if len(each.answer) != 1 or "shortened" in each.answer:
        return each
    return replace(each, judgement=judge(each.test.expected, each.answer, each.test.prompt))


def _judgement(row: Mapping[str, object]) -> Judgement:
    status, slack = str(row["status"]), row["slack"]
    if status not in RANK:
        raise ValueError(f"there is no status {status!r}")
    return Judgement(status, str(row["detail"]), None if slack is None else Fraction(str(slack)))
