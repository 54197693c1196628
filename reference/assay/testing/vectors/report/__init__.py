"""Pages of results: where the answers of several implementations to the test vectors meet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path

from ..files import Suite
from ..results import InvalidResults, Result
from ..scores import TIGHT
from .implementation_page import badge, summary
from .pages import all_pages
from .site import Site

__all__ = ["write_report"]


def write_report(folder: Path, suite: Suite, results: Sequence[Result], factor: Fraction = TIGHT) -> int:
    """Write the pages, and for each implementation a JSON summary and a badge; how many pages there are.

    index.html; tests/ID.html, families/NAME.html, flags/NAME.html; implementations/NAME.html, .json and .svg.
    Every page is complete in itself.  Raises InvalidResults where a file cannot be written.
    """
    site, pages = Site(suite, results, factor), 0
    try:
        for place, text in all_files(site):
            path = folder / place
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            pages += path.suffix == ".html"
    except OSError as error:
        raise InvalidResults(f"{folder} cannot be written into: {error.strerror}") from error
    return pages


def all_files(site: Site) -> Iterator[tuple[str, str]]:
    """Every file of a report, with its place."""
    yield from all_pages(site)
    for result in site.results:
        yield f"implementations/{site.slugs[result.name]}.json", summary(site, result)
        yield f"implementations/{site.slugs[result.name]}.svg", badge(site, result)
