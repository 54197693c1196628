"""Pages of results: where the answers of several implementations to the test vectors meet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path

from ..files import Suite
from ..results import InvalidResults, Result
from ..scores import TIGHT
from .history_pages import history_pages
from .implementation_page import badge, summary
from .pages import all_pages
from .site import Site

__all__ = ["write_report"]


def write_report(folder: Path, suite: Suite, results: Sequence[Result], factor: Fraction = TIGHT) -> int:
    """Write the pages, and for each implementation a JSON summary and a badge; how many pages there are.

    index.html; tests/ID.html, families/NAME.html, flags/NAME.html; implementations/NAME.html, .json and .svg.
    Of several runs of one implementation these show the latest; history/NAME.html shows all of them, and
    history/NAME.1.html and so on what changed from each to the next.
    Every page is complete in itself.  Raises InvalidResults where a file cannot be written.
    """
    runs = by_implementation(results)
    several = {name: found for name, found in runs.items() if len(found) > 1}
    site, pages = Site(suite, [found[-1] for found in runs.values()], factor, several), 0
    try:
        for place, text in all_files(site):
            path = folder / place
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            pages += path.suffix == ".html"
    except OSError as error:
        raise InvalidResults(f"{folder} cannot be written into: {error.strerror}") from error
    return pages


def by_implementation(results: Iterable[Result]) -> dict[str, list[Result]]:
    """The runs of each, the oldest first: by date, and of one date in the order in which they are given."""
    runs: dict[str, list[Result]] = {}
    for result in results:
        runs.setdefault(result.name, []).append(result)
    return {name: sorted(found, key=lambda result: result.date) for name, found in runs.items()}


def all_files(site: Site) -> Iterator[tuple[str, str]]:
    """Every file of a report, with its place."""
    yield from all_pages(site)
    yield from history_pages(site)
    for result in site.results:
        yield f"implementations/{site.slugs[result.name]}.json", summary(site, result)
        yield f"implementations/{site.slugs[result.name]}.svg", badge(site, result)
