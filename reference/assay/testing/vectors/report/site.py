"""What all pages of a report share: the vectors, the results, and the addresses of the pages."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from hashlib import sha256

from ..files import Suite, Test
from ..results import Result
from ..run import Answered
from ..scores import Score, score
from .html import Child, Markup, element, link, stacked_table

HEADINGS = ("tests", "sound", "tight", "exact", "fail", "not implemented", "times the truth")


@dataclass(frozen=True)
class Site:
    """A report on its way."""

    suite: Suite
    results: Sequence[Result]
    """The latest run of each implementation."""
    factor: Fraction
    histories: Mapping[str, Sequence[Result]] = field(default_factory=dict)
    """All runs of those of which there are several, the oldest first."""

    @cached_property
    def slugs(self) -> Mapping[str, str]:
        """The names of files of the implementations, all different, also where case does not count."""
        short = {result.name: slug(result.name) for result in self.results}
        names = [name.lower() for name in short.values()]
        return {
            name: text
            if names.count(text.lower()) == 1
            else f"{text}-{sha256(name.encode()).hexdigest()[:8]}"
            for name, text in short.items()
        }

    @cached_property
    def by_flag(self) -> Mapping[str, Sequence[Test]]:
        """The tests that look for a class of bugs."""
        flags = sorted(self.suite.notes)
        return {flag: [test for test in self.suite.tests if flag in test.flags] for flag in flags}

    @cached_property
    def by_family(self) -> Mapping[str, Sequence[Test]]:
        """The tests of a file."""
        families = dict.fromkeys(test.family for test in self.suite.tests)
        return {name: [test for test in self.suite.tests if test.family == name] for name in families}

    def answers(self, result: Result, tests: Iterable[Test]) -> Iterator[Answered]:
        """What an implementation answered to these tests; those that it was not asked are left out."""
        return (result.answers[test.id] for test in tests if test.id in result.answers)

    def score(self, result: Result, tests: Iterable[Test]) -> Score:
        """Its score on these tests."""
        return score((each.judgement for each in self.answers(result, tests)), self.factor)

    def implementation(self, result: Result, up: str = "../") -> Markup:
        """A link to the page of an implementation."""
        return link(result.name, f"{up}implementations/{self.slugs[result.name]}.html")

    def scores(self, rows: Iterable[tuple[Child, Score]], what: str) -> Markup:
        """A table of scores."""
        return stacked_table((what, *HEADINGS), ((name, *score_cells(each)) for name, each in rows))


def score_cells(each: Score) -> tuple[Child, ...]:
    """The cells below the headings."""
    absent = each.tests - each.answered
    failing = element("span", str(each.failing), class_="status bad" if each.failing else "")
    counts = [str(number) for number in (each.tests, each.sound, each.tight, each.exact)]
    return *counts, failing, str(absent or ""), each.looseness


def slug(name: str) -> str:
    """A name of a file."""
    return re.sub(r"[^A-Za-z0-9.]+", "-", name).strip("-.")[:60] or "implementation"


def link_to_test(test: Test, up: str = "../") -> Markup:
    """A link to the page of a test."""
    return link(test.name, f"{up}tests/{test.id}.html")


def flag_link(flag: str, up: str = "../") -> Markup:
    """A link to the page of a class of bugs."""
    return link(flag, f"{up}flags/{flag}.html")


def family_link(family: str, up: str = "../") -> Markup:
    """A link to the page of a family."""
    return link(family, f"{up}families/{family}.html")
