"""`assay survey`: other people's libraries, judged against exact truth."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ..arguments import rows_kept
from ..command import Command, ExitStatus
from ..errors import UsageError
from ..limits import ProgressLine
from ..options import shared
from ..survey import findings_in, findings_of, planned, publish, published

if TYPE_CHECKING:
    from ...studies.survey.row import Row, Survey

SEVERITY = [
    ExitStatus.HOLDS,
    ExitStatus.UNDECIDED,
    ExitStatus.BAD_INPUT,
    ExitStatus.INTERRUPTED,
    ExitStatus.REFUTED,
]
"""Of the exit statuses of several releases the last of these is that of all."""

DESCRIPTION = """\
Call the privacy maps, accountants, calibrations and samplers of other libraries on grids of parameters, and
judge every answer against exact or certified truth. Nothing is judged with a tolerance; what is off by
rounding only is listed apart.

  assay survey                                     every library that is installed
  assay survey --library opendp --save FILE        one of them; every row with its snippet and witness
  assay survey --from FILE --show opendp/12/3      one row in full
  assay survey --from FILE --report DIR            a page for each finding, for those who maintain the
      library, and one of what releases have fixed
  assay survey --library opendp --releases 0.14.1,0.16.0 --function noisy_max --verbose

Each case runs in a child process with a time limit, so that one that hangs, crashes or floods is a row like
any other. With --save the rows are kept in FILE.part as they come. The file is rechecked, without Assay, by
python -m tests.studies.survey.recheck FILE.

Exit status: 1 if a promise is broken, 2 if nothing could be judged, 3 if a verdict is open, 0 otherwise.
"""


def configure(parser: ArgumentParser) -> None:
    """The options of `assay survey`."""
    add = parser.add_argument
    add("--library", metavar="NAME", action="append", help="only this library (repeatable)")
    add(
        "--adapter",
        metavar="MODULE",
        action="append",
        help="an adapter of your own, as a module (repeatable)",
    )
    shared(parser, "--function", "or with it in their name, or like *this*; several with commas")
    add("--python", metavar="PATH", help="the interpreter that has the libraries, in place of this one")
    add("--install", action="store_true", help="have pip install each library by itself, into --cache")
    add("--releases", metavar="V,V", help="these releases of one --library, each installed by pip on its own")
    shared(parser, "--cache", "here installed releases, ~/.cache/assay/releases unless given")
    shared(parser, "--jobs", default="2")
    shared(parser, "--timeout", "what is left is listed as not run")
    shared(parser, "--json")
    shared(parser, "--save", "every row with its snippet and witness, for --from")
    add("--from", dest="source", metavar="FILE", help="show a survey that was written before")
    add(
        "--show",
        metavar="ROW",
        action="append",
        help="everything about a row, such as opendp/12/3 (repeatable)",
    )
    add("--verbose", action="store_true", help="one entry a row, with its snippet")
    add("--left-out", action="store_true", help="list the public names that are left out, with reasons")
    add("--data", metavar="FILE", help="write the findings as data; releases that stand there are kept")
    shared(parser, "--page", "Markdown, between the survey's marks")
    add("--report", metavar="DIR", help="write a page for each finding, one of what was fixed, and an index")


def run(options: Namespace) -> tuple[int, str]:
    """Survey, or read a survey; then show it."""
    from ...studies.survey import document

    if options.releases:
        return over_releases(options)
    if options.source and (known := findings_in(options.source)) is not None:
        return published(known, options)
    found = read(options.source) if options.source else surveyed(options)
    status = status_of(found)
    if options.save:
        Path(options.save).write_text(document.as_text(found), encoding="utf-8")
        Path(options.save + ".part").unlink(missing_ok=True)
    if options.data or options.page or options.report:
        publish(findings_of(found, options), options)
    return status, document.as_text(found) if options.json else report(found, options)


def over_releases(options: Namespace) -> tuple[int, str]:
    """Survey releases of a library, and show the promises that one breaks or that they differ in."""
    from ...studies.survey import releases
    from ...studies.survey.library import default_cache

    plan = planned(options)
    versions = [version.strip() for version in options.releases.split(",") if version.strip()]
    cache = Path(options.cache) if options.cache else default_cache()
    with ProgressLine() as line:
        found = releases.survey_releases(plan, versions, cache, line)
    lines = releases.lines(found, lambda each: options.verbose or each.defective or each.differs)
    status = max(map(status_of, found.surveys.values()), default=ExitStatus.BAD_INPUT, key=SEVERITY.index)
    if options.save:
        Path(options.save).write_text(releases.as_json(found), encoding="utf-8")
    if options.data or options.page or options.report:
        known = findings_in(options.data) if options.data else None
        if known is None:
            raise UsageError("--releases with --page or --report: name a file with findings by --data")
        told = releases.merged(known.releases, releases.to_data(found, lines))
        publish(replace(known, releases=told), options)
    return status, releases.as_json(found) if options.json else releases.as_text(found, lines)


def report(found: Survey, options: Namespace) -> str:
    """The part of a survey that is asked for."""
    from ...studies.survey import table

    if options.show:
        return "\n".join(table.in_full(row_of(found, name)) for name in options.show)
    if options.left_out:
        return table.left_out(found)
    if options.verbose:
        return "\n".join([*map(table.in_full, found.rows), table.footer(found) + "\n"])
    return table.as_text(found)


def row_of(found: Survey, name: str) -> Row:
    """A row by its id."""
    for row in found.rows:
        if row.id == name:
            return row
    raise UsageError(f"--show {name}: there is no such row; a row is written library/case/point")


def read(source: str) -> Survey:
    """The survey in a file."""
    from ...studies.survey import document

    try:
        return document.read(Path(source))
    except OSError as error:
        raise UsageError(f"--from {source} cannot be read: {error.strerror}") from error


def surveyed(options: Namespace) -> Survey:
    """Run a survey."""
    from ...studies.survey.run import survey

    plan = planned(options)
    part = options.save + ".part" if options.save else None
    with ProgressLine() as line, rows_kept(part) as save:
        return survey(plan, lambda row: save(row.to_json()), line)


def status_of(found: Survey) -> ExitStatus:
    """The worst that was found."""
    from ...studies.survey.row import DEFECTS, OPEN, ROUNDABLE, Verdict

    verdicts = {row.verdict for row in found.rows}
    if any(row.verdict in DEFECTS and not (row.rounding and row.verdict in ROUNDABLE) for row in found.rows):
        return ExitStatus.REFUTED
    if found.stopped == "interrupted":
        return ExitStatus.INTERRUPTED
    if not verdicts - {Verdict.MISSING, Verdict.BROKEN}:
        return ExitStatus.BAD_INPUT
    return ExitStatus.UNDECIDED if verdicts & OPEN or not found.complete else ExitStatus.HOLDS


COMMAND = Command("other people's libraries, judged against exact truth", DESCRIPTION, configure, run)
