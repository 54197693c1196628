"""The findings of a survey: read from a file, and published as data, a page and a report."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import InvalidValue
from .errors import UsageError
from .exit_status import ExitStatus

if TYPE_CHECKING:
    from ..studies.survey.entries import Findings
    from ..studies.survey.row import Survey


def findings_in(source: str) -> Findings | None:
    """The findings in a file; None where it has something else."""
    from ..studies.survey import entries

    try:
        return entries.read(Path(source))
    except (InvalidValue, OSError):
        return None


def findings_of(found: Survey, options: Namespace) -> Findings:
    """The findings of a survey; with --data, and the releases that stand there already."""
    from ..studies.survey import entries

    before = findings_in(options.data) if options.data else None
    return entries.findings_of(found, before.releases if before else ())


def published(found: Findings, options: Namespace) -> tuple[int, str]:
    """What can be made of findings alone: a page and a report."""
    if not (options.page or options.report):
        raise UsageError(f"--from {options.source} has findings only: give --page or --report with it")
    broken = any(entry.kind in ("unsound", "differs") for entry in found.entries)
    return (ExitStatus.REFUTED if broken else ExitStatus.HOLDS), publish(found, options)


def publish(found: Findings, options: Namespace) -> str:
    """Write the data, the page and the report that are asked for."""
    from ..studies.survey import entries, report

    try:
        if options.data:
            Path(options.data).write_text(entries.as_text(found), encoding="utf-8")
        if options.page:
            write_into(Path(options.page), found)
    except OSError as error:
        raise UsageError(f"{error.filename} cannot be written: {error.strerror}") from error
    written = report.write(found, Path(options.report)) if options.report else None
    pages = f", {written} pages in {options.report}" if written else ""
    return f"{len(found.entries)} findings{pages}\n"


def write_into(path: Path, found: Findings) -> None:
    """Replace the findings, and the table of releases, in a Markdown file."""
    from ..studies.survey import markdown, releases

    text = markdown.replaced(path.read_text(encoding="utf-8"), found)
    path.write_text(releases.replaced(text, found.releases) if found.releases else text, encoding="utf-8")
