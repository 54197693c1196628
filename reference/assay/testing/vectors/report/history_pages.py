"""The history of an implementation: its runs, and what changed from each to the next, a page each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from ..files import Test
from ..judgement import BROKEN, FAILING, NOT_IMPLEMENTED
from ..results import Result
from ..run import Answered
from . import values
from .html import Child, Markup, element, folded, link, page, stacked_table
from .site import HEADINGS, Site, flag_link, link_to_test, score_cells

KINDS: Mapping[str, str] = {
    "newly unsound": "on the wrong side of the truth, and not so before",
    "newly failing": "fails, and did not before",
    "repaired": "passes, and failed before",
    "looser": "sound, and further from the truth than before",
    "closer": "sound, and nearer to the truth than before",
    "newly implemented": "answered, and not implemented or not asked before",
    "no longer implemented": "not implemented, and answered before",
    "failing in another way": "fails, and failed in another way before",
}
"""What a change may be called, the serious ones first, and what that says."""


@dataclass(frozen=True)
class Change:
    """A test that is answered otherwise than before; `before` is None where it was not asked."""

    kind: str
    test: Test
    before: Answered | None
    after: Answered


def changes(before: Result, after: Result) -> Iterator[Change]:
    """Every change from one run to a later one, over the tests that the later one was asked."""
    for name, now in after.answers.items():
        then = before.answers.get(name)
        kind = kind_of(then, now)
        if kind is not None:
            yield Change(kind, now.test, then, now)


def kind_of(before: Answered | None, after: Answered) -> str | None:
    """What became of a test; None where nothing that counts did."""
    was, is_now = NOT_IMPLEMENTED if before is None else before.judgement.status, after.judgement.status
    if is_now == was == NOT_IMPLEMENTED:
        return None
    if is_now == NOT_IMPLEMENTED:
        return "no longer implemented"
    if is_now == "unsound":
        return None if was == "unsound" else "newly unsound"
    if was == NOT_IMPLEMENTED:
        return "newly implemented"
    fails, failed = _fails(is_now), _fails(was)
    if fails != failed:
        return "newly failing" if fails else "repaired"
    if fails:
        return None if is_now == was else "failing in another way"
    return _moved(before, after)


def _moved(before: Answered | None, after: Answered) -> str | None:
    """How the distance from the truth changed, of two answers that pass."""
    then, now = (
        Fraction(0) if each is None or each.judgement.slack is None else each.judgement.slack
        for each in (before, after)
    )
    return None if then == now else "looser" if now > then else "closer"


def _fails(status: str) -> bool:
    return status in FAILING or status in BROKEN


OPENED = 50
"""A longer list is folded."""
SERIOUS = ("newly unsound", "newly failing", "no longer implemented")


def history_pages(site: Site) -> Iterator[tuple[str, str]]:
    """Every page of a history, with its place; an implementation of which there is one run has none."""
    for name, runs in site.histories.items():
        slug = site.slugs[name]
        steps = [list(changes(*pair)) for pair in pairwise(runs)]
        if steps:
            yield f"history/{slug}.html", overview(site, runs, steps)
        for place, found in enumerate(steps, 1):
            yield f"history/{slug}.{place}.html", step_page(site, runs[place - 1], runs[place], found)


def overview(site: Site, runs: Sequence[Result], steps: Sequence[Sequence[Change]]) -> str:
    """All runs of an implementation, the latest first."""
    name, slug = runs[-1].name, site.slugs[runs[-1].name]
    rows: list[tuple[Child, ...]] = []
    for place in reversed(range(len(runs))):
        run = runs[place]
        what: Child = "" if place == 0 else link(_in_words(steps[place - 1]), f"{slug}.{place}.html")
        rows.append((run.when, what, run.vectors, *score_cells(site.score(run, site.suite.tests))))
    return page(
        f"{name}: history",
        [("all vectors", "../index.html"), (name, f"../implementations/{slug}.html")],
        element("p", "Every run, the latest first; answers to older vectors are judged by the latest."),
        stacked_table(("run", "changes", "vectors", *HEADINGS), rows),
    )


def _in_words(found: Sequence[Change]) -> str:
    counts = [(kind, sum(each.kind == kind for each in found)) for kind in KINDS]
    return ", ".join(f"{count} {kind}" for kind, count in counts if count) or "nothing changed"


def step_page(site: Site, before: Result, after: Result, found: Sequence[Change]) -> str:
    """What changed from one run to the next."""
    slug = site.slugs[after.name]
    trail = [("all vectors", "../index.html"), (f"{after.name}: history", f"{slug}.html")]
    return page(
        f"{after.name}: {_label(before, after)} to {_label(after, before)}",
        trail,
        element("p", f"From the run {before.when} to {after.when}: {_in_words(found)}."),
        *(_section(site, kind, [each for each in found if each.kind == kind]) for kind in KINDS),
    )


def _label(run: Result, other: Result) -> str:
    """The release, where it tells the runs apart."""
    return run.release if run.release and run.release != other.release else run.when


def _section(site: Site, kind: str, some: Sequence[Change]) -> Markup:
    """The changes of a kind; nothing where there are none."""
    if not some:
        return element("span")
    rows = (
        (
            link_to_test(each.test),
            _side(site, each.before),
            _side(site, each.after, each.after.judgement.detail),
            element("span", *(part for flag in each.test.flags for part in (flag_link(flag), " "))),
        )
        for each in some
    )
    title = element("span", f"{kind.capitalize()}: {KINDS[kind]} ({len(some)})", class_=_grade(kind))
    headings = ("test", "before", "after", "looks for")
    return folded(title, stacked_table(headings, rows), opened=len(some) <= OPENED)


def _grade(kind: str) -> str:
    return "bad" if kind in SERIOUS else "middle" if kind == "looser" else ""


def _side(site: Site, each: Answered | None, why: str = "") -> Markup:
    """An answer with its judgement, why it is that, and the factor between it and the truth."""
    if each is None:
        return element("span", "not asked", class_="soft")
    times = values.times(each.judgement)
    factor = (element("span", f"{times} times the truth", class_="soft"),) if times else ()
    reason = (element("span", why, class_="soft"),) if why and not times else ()
    lines = (values.status(each.judgement, site.factor), values.answer(each), *factor, *reason)
    return element("div", *(element("div", line) for line in lines), class_="answer")
