"""Pages of the results of several implementations."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from ..errors import UsageError
from ..exit_status import ExitStatus
from .chosen import as_json, known_name, suite
from .judging import tight


def report(options: Namespace) -> tuple[int, str]:
    """Pages of the results of several implementations."""
    from ...testing.vectors.report import write_report
    from ...testing.vectors.results import read_results
    from ..report.values import counted

    if not options.files or options.into is None:
        raise UsageError(
            "write assay vectors report RESULTS... --into FOLDER, with files that run --save wrote"
        )
    factor = tight(options)
    known = suite(options)
    results = [read_results(Path(path), known) for path in options.files]
    names = list(dict.fromkeys(result.name for result in results))
    runs = [(result.name, result.when) for result in results]
    double = next((run for run in runs if runs.count(run) > 1), None)
    if double is not None:
        raise UsageError(
            f"two of the files are of {double[0]!r}, {double[1]}; tell runs of one implementation apart with "
            "run --release, and implementations with run --name"
        )
    if options.family is not None:
        known_name("--family", options.family, list(known.titles), "family")
        known = known.only(options.family)
    written = write_report(Path(options.into), known, results, factor)
    if options.json:
        return ExitStatus.HOLDS, as_json({"into": options.into, "pages": written, "implementations": names})
    return ExitStatus.HOLDS, (
        f"{Path(options.into) / 'index.html'}: {counted(len(names), 'implementation')}, "
        f"{counted(len(known.tests), 'test')}, {counted(written, 'page')}\n"
    )
