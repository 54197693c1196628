"""A survey: which libraries it asks; its findings, read from a file, and published as data and pages."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from ..errors import InvalidValue
from . import arguments
from .command import ExitStatus
from .errors import UsageError

if TYPE_CHECKING:
    from ..studies.survey.asking import Plan
    from ..studies.survey.entries import Findings
    from ..studies.survey.row import Survey


def planned(options: Namespace) -> Plan:
    """What to survey."""
    from ..studies.survey.asking import Plan
    from ..studies.survey.library import shipped

    if not options.jobs.isdecimal() or int(options.jobs) < 1:
        raise UsageError(f"--jobs {options.jobs!r} is not a whole number >= 1")
    seconds = None if options.timeout is None else float(arguments.positive_seconds(options.timeout))
    by_name = {name_of(module): module for module in shipped()}
    chosen = list(by_name.values()) if not (options.library or options.adapter) else []
    for name in options.library or ():
        key = name.replace("-", "_").replace(".", "_")
        if key not in by_name:
            known = ", ".join(each.replace("_", "-") for each in by_name)
            raise UsageError(f"--library {name}: there is no adapter for it; there are {known}")
        chosen.append(by_name[key])
    chosen += options.adapter or ()
    modules = list(dict.fromkeys(chosen))
    pythons, unavailable = installed_for(modules, options) if options.install else ({}, {})
    return Plan(
        adapters=modules,
        pythons=pythons,
        unavailable=unavailable,
        python=options.python or sys.executable,
        jobs=int(options.jobs),
        seconds=seconds,
        function=options.function,
        path=[""] if options.adapter else [],
    )


def installed_for(modules: list[str], options: Namespace) -> tuple[dict[str, str], dict[str, str]]:
    """The environments of `environments.installed`, in the folder of --cache."""
    from ..studies.survey.environments import default_cache, installed

    return installed(modules, Path(options.cache) if options.cache else default_cache())


def name_of(module: str) -> str:
    """The name of a shipped adapter."""
    return module.rpartition(".")[2]


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
