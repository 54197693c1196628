"""The pages of a report: the start, and one for each test, family, class of bugs and implementation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby

from ..files import Test
from ..judgement import FAILING, MEANING, NOT_IMPLEMENTED
from ..results import Result
from . import values
from .html import Child, Markup, element, facts, folded, joined, link, page, stacked_table, table
from .implementation_page import implementation_page
from .site import Site, family_link, flag_link, link_to_test

START = [("all vectors", "../index.html")]


def all_pages(site: Site) -> Iterator[tuple[str, str]]:
    """Every page, with its place."""
    yield "index.html", start_page(site)
    for test in site.suite.tests:
        yield f"tests/{test.id}.html", test_page(site, test)
    for family, tests in site.by_family.items():
        yield f"families/{family}.html", family_page(site, family, tests)
    for flag, tests in site.by_flag.items():
        yield f"flags/{flag}.html", flag_page(site, flag, tests)
    for result in site.results:
        yield f"implementations/{site.slugs[result.name]}.html", implementation_page(site, result)


def start_page(site: Site) -> str:
    """The implementations side by side, and the way to everything else."""
    every = site.suite.tests
    who = ((site.implementation(result, ""), site.score(result, every)) for result in site.results)
    legend = facts((name, text) for name, text in MEANING.items())
    return page(
        "Test vectors of differential privacy",
        [],
        element(
            "p",
            f"Vectors {site.suite.version}, {len(every)} tests. A sound answer is the truth or a bound "
            f"on its safe side; a tight one is also within a factor of {float(site.factor):g}; an exact one "
            "could not be better. Nothing is judged with a tolerance.",
        ),
        element("h2", "Implementations"),
        site.scores(who, "implementation"),
        *_histories(site),
        element("h2", "Classes of bugs: how many of their tests fail"),
        _failures(site, site.by_flag, flag_link),
        element("h2", "Families: how many of their tests fail"),
        _failures(site, site.by_family, family_link),
        folded("What the names of judgements mean", legend),
    )


def _histories(site: Site) -> Sequence[Markup]:
    """The way to what changed between runs, where there are several of one implementation."""
    if not site.histories:
        return ()
    rows = (
        (link(name, f"history/{site.slugs[name]}.html"), str(len(runs)), runs[0].when, runs[-1].when)
        for name, runs in site.histories.items()
    )
    table_of_runs = table(("implementation", "runs", "first", "latest, which is shown"), rows)
    return (element("h2", "History"), table_of_runs)


def _failures(site: Site, groups: Mapping[str, Sequence[Test]], to: Callable[[str, str], Markup]) -> Markup:
    """A row a group of tests, a column an implementation."""
    rows = (
        (to(name, ""), str(len(tests)), *(_share(site, result, tests) for result in site.results))
        for name, tests in groups.items()
    )
    return table(("", "tests", *(site.implementation(result, "") for result in site.results)), rows)


def _share(site: Site, result: Result, tests: Sequence[Test]) -> Markup:
    """How many tests fail, of those that were answered."""
    found = site.score(result, tests)
    if not found.answered:
        return element("span", "not asked" if not found.tests else NOT_IMPLEMENTED, class_="soft")
    loose = found.sound - found.tight
    grade = "status bad" if found.failing else "status middle" if loose else "good"
    units = found.statuses["one-ulp"]
    more = (f", {units} by one unit" if units else "") + (f", {loose} loose" if loose else "")
    return element("span", f"{found.failing} of {found.answered}{more}", class_=grade)


def test_page(site: Site, test: Test) -> str:
    """A test: the definition, the prompt, the truth, and what everybody answered."""
    prompt, definitions = test.prompt, site.suite.definitions
    function, given = str(prompt["function"]), prompt["arguments"]
    mechanism = given.get("mechanism") if isinstance(given, dict) else None
    named = [
        definitions[key]
        for key in ((test.family, function), (test.family, f"mechanism {mechanism}"))
        if key in definitions
    ]
    flags = ((flag_link(flag), site.suite.notes[flag]["bug_class"]) for flag in test.flags)
    return page(
        test.name,
        [*START, (test.family, f"../families/{test.family}.html")],
        facts(
            [
                ("id", element("code", test.id)),
                ("function", element("code", function)),
                ("kind of answer", str(prompt["answer"])),
                ("arguments are", test.result),
            ]
        ),
        element("h2", "Definition"),
        *(element("pre", text) for text in named),
        element("h2", "Arguments"),
        values.arguments(given),
        element("h2", "Exact value"),
        values.expected(test.expected),
        *((element("h2", "What it looks for"), facts(flags)) if test.flags else ()),
        element("h2", "Answers"),
        answers_table(site, test),
    )


def answers_table(site: Site, test: Test) -> Markup:
    """What every implementation answered to a test."""
    rows: list[tuple[Child, ...]] = []
    for result in site.results:
        each = result.answers.get(test.id)
        if each is None:
            rows.append(
                (site.implementation(result), element("span", "not asked", class_="soft"), "", "", "")
            )
            continue
        judged = each.judgement
        rows.append(
            (
                site.implementation(result),
                values.status(judged, site.factor),
                values.answer(each),
                values.times(judged),
                judged.detail if judged.status != NOT_IMPLEMENTED else "",
            )
        )
    return stacked_table(("implementation", "judgement", "answer", "times the truth", "why"), rows)


def family_page(site: Site, family: str, tests: Sequence[Test]) -> str:
    """The tests of a family, by function, with everybody's judgement."""
    parts: list[Child] = [element("p", site.suite.titles[family])]
    parts.append(
        site.scores(((site.implementation(r), site.score(r, tests)) for r in site.results), "implementation")
    )
    for function, group in groupby(sorted(tests, key=_function), key=_function):
        parts += [element("h2", function), element("pre", site.suite.definitions.get((family, function), ""))]
        rows = ((link_to_test(test), *(_judged(site, r, test) for r in site.results)) for test in group)
        parts.append(table(("test", *(site.implementation(r) for r in site.results)), rows))
    return page(family, START, *parts)


def _function(test: Test) -> str:
    return str(test.prompt["function"])


def _judged(site: Site, result: Result, test: Test) -> Markup:
    each = result.answers.get(test.id)
    if each is None:
        return element("span", "not asked", class_="soft")
    return values.status(each.judgement, site.factor)


def flag_page(site: Site, flag: str, tests: Sequence[Test]) -> str:
    """A class of bugs: what it is, and who has it."""
    note = site.suite.notes[flag]
    who = ((site.implementation(result), _share(site, result, tests)) for result in site.results)
    return page(
        flag,
        START,
        facts([("bug", note["bug_class"]), ("effect", note["effect"]), ("seen in", note["seen_in"])]),
        element("h2", "Whose answers fail where it shows"),
        table(("implementation", "tests that fail, of those answered"), who),
        *(_failed(site, result, tests) for result in site.results),
        folded(f"All {len(tests)} tests", table(("test",), ((link_to_test(test),) for test in tests))),
    )


def _failed(site: Site, result: Result, tests: Sequence[Test]) -> Markup:
    """The tests of a class that an implementation fails."""
    failed = [each for each in site.answers(result, tests) if each.judgement.status in FAILING]
    if not failed:
        return joined(())
    rows = (
        (link_to_test(each.test), values.status(each.judgement, site.factor), each.judgement.detail)
        for each in failed
    )
    return folded(f"{result.name}: {len(failed)} tests", table(("test", "judgement", "why"), rows))
