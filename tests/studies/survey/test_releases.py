"""Older releases: their table, and environments made by pip from wheels on the disk."""

from __future__ import annotations

import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from assay.errors import InvalidValue
from assay.studies.survey import releases
from assay.studies.survey.asking import Plan
from assay.studies.survey.environments import ReleaseUnavailable, check_version, environment, reason_of
from assay.studies.survey.library import Library
from assay.studies.survey.row import Row, Survey, Verdict

ADAPTER = """
from assay.studies.survey.case import Claims
from assay.studies.survey.library import Library

LIBRARY = Library(name="plantedlib", module="plantedlib", tested="2.0")
LEFT_OUT = {}

def cases():
    from assay.exact import number
    load = LIBRARY.load
    yield Claims(
        function="plantedlib.epsilon", snippet="", promise="twice the rate",
        privacy_map=lambda rate: load().epsilon(rate), truth=lambda rate: number(2 * rate),
        points=[{"rate": 3}],
    )
    if hasattr(load(), "later"):
        yield Claims(
            function="plantedlib.later", snippet="", promise="the rate",
            privacy_map=lambda rate: rate, truth=lambda rate: number(rate), points=[{"rate": 3}],
        )

def public_names():
    return ["plantedlib.epsilon"]
"""


def row(function: str, verdict: Verdict, promise: str = "p", rounding: bool = False) -> Row:
    return Row(
        library="lib",
        version="1",
        case=0,
        point=0,
        function=function,
        promise=promise,
        verdict=verdict,
        rounding=rounding,
    )


def survey_of(*rows: Row) -> Survey:
    return Survey(list(rows), [])


def test_lines_are_what_breaks_or_differs() -> None:
    old = survey_of(
        row("f", Verdict.UNSOUND), row("f", Verdict.TIGHT), row("g", Verdict.TIGHT), row("h", Verdict.LOOSE)
    )
    new = survey_of(
        row("f", Verdict.TIGHT), row("f", Verdict.TIGHT), row("g", Verdict.TIGHT), row("i", Verdict.TIGHT)
    )
    found = releases.Releases("lib", {"1.0": old, "2.0": new}, {"3.0": "no network"})
    lines = releases.lines(found)
    assert [(line.function, line.cells) for line in lines] == [("f", ("UNSOUND 1/2", "sound and tight 2/2"))]
    assert lines[0].defective
    assert lines[0].differs
    everything = releases.lines(found, lambda _: True)
    assert [line.function for line in everything] == ["f", "g", "h", "i"]
    assert everything[2].cells == ("sound, loose", releases.ABSENT)
    text = releases.as_text(found, lines)
    assert "no network" in text
    assert "UNSOUND 1/2" in text
    assert found.versions == ("1.0", "2.0", "3.0")


def test_neighbours_with_one_verdict_are_a_span() -> None:
    assert releases.spans(["1", "2", "3"], ["a", "a", "b"]) == [("1..2", "a"), ("3", "b")]


def test_rounding_is_told_apart() -> None:
    assert releases.cell([row("f", Verdict.UNSOUND, rounding=True)]) == "UNSOUND by rounding"
    assert (
        releases.cell([row("f", Verdict.UNSOUND, rounding=True), row("f", Verdict.UNSOUND)]) == "UNSOUND 2/2"
    )


def test_markdown_between_its_marks() -> None:
    found = releases.Releases("lib", {"1.0": survey_of(row("f", Verdict.UNSOUND))})
    text = f"before\n{releases.BEGIN}\nold\n{releases.END}\nafter"
    new = releases.replaced(text, [releases.to_data(found, releases.lines(found))])
    assert "old" not in new
    assert "Of lib:" in new
    assert "| f | p | UNSOUND |" in new
    assert new.startswith("before\n")
    assert new.endswith("\nafter")
    assert releases.replaced("nothing", [releases.to_data(found, [])]) == "nothing"


@pytest.mark.parametrize(
    ("claimed", "told"),
    [
        ("ImportError: \"cannot import name 'f' from 'lib'", "-"),
        ("AttributeError: \"module 'lib' has no attribute 'f'\"", "-"),
        ("AttributeError: \"'NoneType' object has no attribute 'f'\"", "refuses, and should not"),
        ("ValueError: 'no'", "refuses, and should not"),
    ],
)
def test_what_a_release_lacks_it_does_not_refuse(claimed: str, told: str) -> None:
    assert releases.cell([replace(row("f", Verdict.REFUSES_WRONGLY), claimed=claimed)]) == told


def test_tables_are_kept_one_a_library_and_say_what_was_fixed() -> None:
    line = {"function": "f", "promise": "p", "cells": ["UNSOUND", "sound and tight"]}
    data = {"library": "lib", "versions": ["1.0", "2.0"], "missing": {}, "lines": [line]}
    other = {**data, "library": "a", "lines": []}
    known = releases.merged([data, other], {**data, "missing": {"0.1": "no such release"}})
    assert [each["library"] for each in known] == ["a", "lib"]
    assert known[1]["missing"]
    assert "| lib | f | p | 1.0 | 2.0 |" in releases.fixed_section(known)


def test_another_release_than_the_one_asked_for_is_refused() -> None:
    from assay.studies.survey.row import About

    found = Survey([], [About("a", "lib", version="2.0")])
    with pytest.raises(InvalidValue, match=r"has 2\.0"):
        releases.check_version_of(found, "lib", "1.0")


@pytest.mark.parametrize("version", ["", "1.0; rm -rf", "--upgrade", "1..2", "../x"])
def test_what_is_no_version_is_refused(version: str) -> None:
    with pytest.raises(InvalidValue, match="is none"):
        check_version(version)


def test_releases_need_one_adapter_and_a_version(tmp_path: Path) -> None:
    with pytest.raises(InvalidValue, match="one adapter"):
        releases.survey_releases(Plan(adapters=["a", "b"]), ["1.0"], tmp_path)
    with pytest.raises(InvalidValue, match="versions"):
        releases.survey_releases(Plan(adapters=["a"]), [], tmp_path)


def test_the_reason_of_pip() -> None:
    missing = "ERROR: Could not find a version\nERROR: No matching distribution found for x==1"
    assert reason_of(missing) == "ERROR: No matching distribution found for x==1"
    offline = "WARNING: Retrying (Retry(total=4)) after connection broken by 'NewConnectionError'\n" + missing
    assert reason_of(offline).startswith("the package index cannot be reached; ERROR: No matching")
    assert reason_of("") == "no reason given"


def test_functions_by_parts_and_patterns() -> None:
    plan = Plan(adapters=["a"], function="make_sum, *.then_count")
    assert plan.wants("lib.make_sum_of_squares")
    assert plan.wants("lib.then_count")
    assert not plan.wants("lib.then_count_by")
    assert Plan(adapters=["a"]).wants("anything")


def wheel(folder: Path, version: str, body: str) -> None:
    """A wheel of plantedlib."""
    info = f"plantedlib-{version}.dist-info"
    files = {
        "plantedlib.py": body,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: plantedlib\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    files[f"{info}/RECORD"] = "".join(f"{name},,\n" for name in [*files, f"{info}/RECORD"])
    with zipfile.ZipFile(folder / f"plantedlib-{version}-py3-none-any.whl", "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)


@pytest.mark.slow
def test_a_planted_library_whose_first_release_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pip")
    wheels, cache = tmp_path / "wheels", tmp_path / "cache"
    wheels.mkdir()
    wheel(wheels, "1.0", "def epsilon(rate):\n    return rate\n")
    wheel(wheels, "2.0", "def epsilon(rate):\n    return 2 * rate\n\nlater = True\n")
    (tmp_path / "planted_adapter.py").write_text(ADAPTER)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(wheels))
    monkeypatch.syspath_prepend(tmp_path)
    plan = Plan(adapters=["planted_adapter"], path=[str(tmp_path)])
    found = releases.survey_releases(plan, ["1.0", "2.0", "3.0"], cache)
    assert list(found.surveys) == ["1.0", "2.0"]
    assert "plantedlib==3.0" in found.missing["3.0"]
    assert [row.version for row in found.surveys["1.0"].rows] == ["1.0"]
    cells = {line.function: line.cells for line in releases.lines(found, lambda _: True)}
    assert cells == {
        "plantedlib.epsilon": ("UNSOUND", "sound and tight"),
        "plantedlib.later": (releases.ABSENT, "sound and tight"),
    }
    assert "plantedlib" not in sys.modules
    again = environment(Library("plantedlib", "plantedlib", "2.0"), "1.0", cache)
    assert Path(again).exists()


@pytest.mark.slow
def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(ReleaseUnavailable, match="cannot be written"):
        environment(Library("plantedlib", "plantedlib", "2.0"), "1.0", blocked)
