"""The answers of an implementation to the test vectors, as a table and as JSON values."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ...outputs.tables import table
from ...testing.vectors.judgement import NOT_IMPLEMENTED, factor_text
from ...testing.vectors.run import Answered
from ...testing.vectors.scores import Score, by_family, by_function, score
from ..errors import one_line

HEADINGS = ("family", "tests", "sound", "tight", "exact", "times the truth", "of these")


def as_lines(found: Sequence[Answered], factor: Fraction, limit: int) -> list[str]:
    """One line a family and a function that is answered, the first failures, and the totals."""
    functions = by_function(found, factor)
    rows: list[tuple[str, ...]] = [HEADINGS]
    for family, total in by_family(found, factor).items():
        if not total.answered:
            continue
        rows.append(_row(family, total))
        mine = {function: each for (name, function), each in functions.items() if name == family}
        if len(mine) > 1:
            rows += [_row(f"  {function}", each) for function, each in mine.items() if each.answered]
    return [*table(rows, indent=0), *_failures(found, limit), "", totals(found, factor)]


def _row(name: str, each: Score) -> tuple[str, ...]:
    counts = (each.tests, each.sound, each.tight, each.exact)
    return name, *map(str, counts), each.looseness, each.in_words()


def _failures(found: Sequence[Answered], limit: int) -> list[str]:
    failed = [each for each in found if _fails(each)]
    lines = [line for each in failed[:limit] for line in _failure(each)]
    more = len(failed) - limit
    return [
        *([""] if failed else []),
        *lines,
        *([f"... and {more} more (--all lists them)"] if more > 0 else []),
    ]


def _fails(each: Answered) -> bool:
    return not each.judgement.passes and each.judgement.status != NOT_IMPLEMENTED


def _failure(each: Answered) -> list[str]:
    """The id, what is wrong, and the bug that the test looks for."""
    flags = f"  [{', '.join(each.test.flags)}]" if each.test.flags else ""
    return [
        f"{each.judgement.status.upper()}  {each.test.id}  {one_line(each.test.name)}{flags}",
        f"    {one_line(each.judgement.detail)}",
    ]


def totals(found: Sequence[Answered], factor: Fraction) -> str:
    """The three numbers, and what is left."""
    total = score((each.judgement for each in found), factor)
    absent = total.statuses[NOT_IMPLEMENTED]
    return (
        f"{total.tests} tests: {total.sound} sound, "
        f"{total.tight} tight (within a factor of {float(factor):g}), "
        f"{total.exact} exact; {total.failing} fail" + (f", {absent} not implemented" if absent else "")
    )


def as_json(found: Sequence[Answered], factor: Fraction) -> dict[str, object]:
    """The same as JSON values."""
    total = score((each.judgement for each in found), factor)
    return {
        **total.to_json(),
        "tight_within": str(factor),
        "families": {name: each.to_json() for name, each in by_family(found, factor).items()},
        "answers": [
            {
                "id": each.test.id,
                "name": each.test.name,
                "flags": list(each.test.flags),
                "status": each.judgement.status,
                "passes": each.judgement.passes,
                "factor": None if each.judgement.slack is None else factor_text(each.judgement.slack),
                "detail": each.judgement.detail,
            }
            for each in found
        ],
    }
