"""Who makes the judged libraries is said on their pages, as their packages say it."""

from __future__ import annotations

import sys

from assay.studies.survey import entries
from spec.pages import libraries, survey


def test_every_judged_library_has_its_credit():
    found = entries.read(libraries.ROOT / "spec" / survey.DATA)
    assert sorted(libraries.read()) == survey.names(found)
    for name in survey.names(found):
        assert libraries.read()[name]["summary"]
        assert libraries.credit(name) in survey.library_page(name, found)
        assert libraries.makers(name) in survey.index(found, "")


def test_what_a_package_says_of_itself_is_read():
    said = libraries.ask([sys.executable], ["pytest", "no-such-library"])
    assert [*said] == ["pytest"]
    assert said["pytest"]["licence"] == "MIT"
    assert said["pytest"]["home"].startswith("https://")
    assert "Holger Krekel" in said["pytest"]["people"]


def test_what_is_not_known_is_reported_and_what_was_known_is_kept(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(libraries, "FILE", tmp_path / "libraries.json")
    monkeypatch.setattr(libraries, "judged", lambda: ["no-such-library", "pytest"])
    libraries.read.cache_clear()
    try:
        assert libraries.main([sys.executable]) == 1
        assert capsys.readouterr().out == "1 libraries; nothing is known of: no-such-library\n"
        assert [*libraries.read()] == ["pytest"]
        assert libraries.main([]) == 1
        assert "pytest" in libraries.FILE.read_text(encoding="utf-8")
    finally:
        libraries.read.cache_clear()
