"""The page of an implementation, and what its own repository may show: a summary in JSON and a badge."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from html import escape

from ..judgement import BROKEN, FAILING, MEANING, NOT_IMPLEMENTED
from ..results import Result
from ..run import Answered
from ..scores import Score
from . import values
from .html import Child, Markup, element, folded, link, page, stacked_table, table
from .site import Site, family_link, flag_link, link_to_test

TITLES = {"unsound": "Unsound", "one-ulp": "Off by one unit in the last place", "refuses": "Refused"}
OPENED = 50
"""A longer list is folded."""
PLACES, PLACE = 30, 6.4
"""Of a badge: room on both sides of its texts, and of a letter."""


def implementation_page(site: Site, result: Result) -> str:
    """What an implementation gets right, and how it fails."""
    total, name = site.score(result, site.suite.tests), site.slugs[result.name]
    found = list(site.answers(result, site.suite.tests))
    families = ((family_link(f), site.score(result, tests)) for f, tests in site.by_family.items())
    return page(
        result.name,
        [("all vectors", "../index.html")],
        element("p", *_headline(site, total)),
        element(
            "p",
            link("Summary in JSON", f"{name}.json"),
            ", ",
            link("badge", f"{name}.svg"),
            *_history(site, result),
        ),
        element("h2", "By family"),
        site.scores([row for row in families if row[1].answered], "family"),
        *(_section(site, status, found) for status in reversed((*FAILING, *BROKEN))),
        _loose(site, found),
        _absent(found),
    )


def _history(site: Site, result: Result) -> Sequence[Child]:
    """The way to the earlier runs, where there are some."""
    if result.name not in site.histories:
        return ()
    count = len(site.histories[result.name])
    return (", ", link(f"history of {count} runs", f"../history/{site.slugs[result.name]}.html"))


def _headline(site: Site, total: Score) -> Sequence[Child]:
    fails = element("span", f"{total.failing} fail", class_="status bad" if total.failing else "good")
    return (
        f"Of {total.tests} tests {total.sound} are answered soundly, {total.tight} within a factor of "
        f"{float(site.factor):g} of the truth, {total.exact} exactly; ",
        fails,
        ".",
    )


def _section(site: Site, status: str, found: Sequence[Answered]) -> Markup:
    """The tests with one judgement; nothing where there are none."""
    some = [each for each in found if each.judgement.status == status]
    title = TITLES.get(status, status.capitalize())
    return _listed(site, f"{title}: {MEANING[status]}", some)


def _loose(site: Site, found: Sequence[Answered]) -> Markup:
    loose = [each for each in found if each.judgement.passes and not each.judgement.is_tight(site.factor)]
    loose.sort(key=lambda each: -(each.judgement.slack or 0))
    return _listed(site, f"Loose: sound, and beyond a factor of {float(site.factor):g}", loose)


def _listed(site: Site, title: str, some: Sequence[Answered]) -> Markup:
    if not some:
        return element("span")
    rows = (
        (
            link_to_test(each.test),
            values.answer(each),
            values.times(each.judgement),
            each.judgement.detail,
            _flags(each),
        )
        for each in some
    )
    headings = ("test", "answer", "times the truth", "why", "looks for")
    return folded(f"{title} ({len(some)})", stacked_table(headings, rows), opened=len(some) <= OPENED)


def _flags(each: Answered) -> Markup:
    return element("span", *(part for flag in each.test.flags for part in (flag_link(flag), " ")))


def _absent(found: Sequence[Answered]) -> Markup:
    """The functions that are not implemented."""
    missing = Counter(
        (each.test.family, str(each.test.prompt["function"]))
        for each in found
        if each.judgement.status == NOT_IMPLEMENTED
    )
    if not missing:
        return element("span")
    rows = ((family_link(family), function, str(count)) for (family, function), count in missing.items())
    return folded(
        f"Not implemented ({missing.total()})", table(("family", "function", "tests"), rows), opened=True
    )


def summary(site: Site, result: Result) -> str:
    """The counts, as JSON."""
    families = {name: site.score(result, tests) for name, tests in site.by_family.items()}
    made = {
        "implementation": result.name,
        "vectors": site.suite.version,
        "tight_within": str(site.factor),
        **site.score(result, site.suite.tests).to_json(),
        "families": {name: each.to_json() for name, each in families.items() if each.tests},
    }
    return json.dumps(made, indent=2) + "\n"


def badge(site: Site, result: Result) -> str:
    """The three numbers as an SVG picture: red where an answer fails, amber where one is loose, or green."""
    total = site.score(result, site.suite.tests)
    left = f"privacy vectors {site.suite.version}"
    right = f"{total.sound} sound, {total.tight} tight, {total.exact} exact of {total.answered}"
    right += f", {total.failing} fail" if total.failing else ""
    fill = "#b3121d" if total.failing else "#136c34" if total.tight == total.answered > 0 else "#7a5200"
    first, second = (int(len(text) * PLACE) + PLACES // 2 for text in (left, right))
    label = escape(f"{left}: {right}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{first + second}" height="20" role="img" '
        f'aria-label="{label}"><title>{label}</title>'
        f'<rect width="{first}" height="20" fill="#3b4148"/>'
        f'<rect x="{first}" width="{second}" height="20" fill="{fill}"/>'
        '<g fill="#fff" text-anchor="middle" font-family="Verdana,sans-serif" font-size="11">'
        f'<text x="{first / 2:g}" y="14">{escape(left)}</text>'
        f'<text x="{first + second / 2:g}" y="14">{escape(right)}</text></g></svg>\n'
    )
