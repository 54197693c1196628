"""The file of a run: what is written is read again, and what is no such file is one line."""

from __future__ import annotations

import json

import pytest

from assay.testing.vectors import read_suite, run_callable, vectors_folder
from assay.testing.vectors.families import reference
from assay.testing.vectors.results import InvalidResults, as_text, read_results, write


@pytest.fixture(scope="module")
def suite(tmp_path_factory):
    place = tmp_path_factory.mktemp("vectors")
    (place / "group.json").write_bytes((vectors_folder() / "group.json").read_bytes())
    return read_suite(place)


def odd(name, arguments):
    """Right, wrong in every way that a callable can be, or no JSON at all."""
    kinds = [
        lambda: reference(name, arguments),
        lambda: {"epsilon": "9", "delta": "1"},
        lambda: {"epsilon": "0", "delta": "0"},
        lambda: object(),
        lambda: "x" * 100_000,
        lambda: "<script>alert(1)</script>\u2028\ud800",
    ]
    return kinds[len(json.dumps(arguments)) % len(kinds)]()


@pytest.fixture(scope="module")
def found(suite):
    return run_callable(suite.tests, odd)


def test_what_is_written_is_read(tmp_path, suite, found):
    path = tmp_path / "results.json"
    write(path, "odd \u2028 name", suite, found)
    result = read_results(path, suite)
    assert result.name == "odd \u2028 name"
    assert [result.answers[each.test.id].judgement for each in found] == [each.judgement for each in found]
    assert {each.judgement.status for each in found} >= {"exact", "unsound", "malformed"}
    assert list(tmp_path.iterdir()) == [path]
    assert path.stat().st_size < 3_000_000


def test_answers_to_older_vectors_are_judged_again(tmp_path, suite, found):
    path = tmp_path / "results.json"
    file = json.loads(as_text("odd", suite, found, release="1.2", date="2026-01-31"))
    file["vectors"] = {"version": "1.0.0", "digest": "0"}
    for row in file["answers"]:
        row["status"], row["slack"] = "wrong", None
    file["answers"][0]["id"] = "group-000000000000"  # a test that is no more
    path.write_text(json.dumps(file))
    result = read_results(path, suite)
    assert (result.release, result.date, result.vectors) == ("1.2", "2026-01-31", "1.0.0")
    assert len(result.answers) == len(found) - 1
    for each in found[1:]:
        again = result.answers[each.test.id]
        cut = "shortened" in again.answer
        assert again.judgement.status == ("wrong" if cut else each.judgement.status)
    assert any("shortened" in each.answer for each in result.answers.values())


def test_a_file_without_release_and_date_is_read(tmp_path, suite, found):
    path, file = tmp_path / "results.json", json.loads(as_text("odd", suite, found[:3]))
    del file["release"], file["date"]
    path.write_text(json.dumps(file))
    assert read_results(path, suite).when == "a run without date"


def test_every_cut_is_one_line(tmp_path, suite, found):
    path, text = tmp_path / "results.json", as_text("odd", suite, found[:3])
    for end in range(0, len(text) - 2, len(text) // 40):
        path.write_text(text[:end])
        with pytest.raises(InvalidResults, match=r"cut off|is no file of results") as error:
            read_results(path, suite)
        assert "\n" not in str(error.value)


DAMAGE = {
    "another format": (lambda file: file.update(format="assay-vector-results/2"), "has the format"),
    "another program": (lambda file: file.update(format="something/1"), "is no file of results"),
    "newer vectors": (
        lambda file: file["vectors"].update(version="99.0.0", digest="0"),
        r"was made with the vectors 99\.0\.0, and these are",
    ),
    "other vectors of this version": (lambda file: file["vectors"].update(digest="0"), "which differ: run"),
    "a release that is none": (lambda file: file.update(release=["1"]), "is damaged"),
    "no answers": (lambda file: file.pop("answers"), "is damaged: KeyError 'answers'"),
    "an unknown status": (lambda file: file["answers"][0].update(status="fine"), "there is no status 'fine'"),
    "an unknown test": (lambda file: file["answers"][0].update(id="group-0"), "is damaged"),
    "a name that is none": (lambda file: file.update(implementation=3), "is damaged"),
    "no list": (lambda file: file.update(answers={}), "is damaged"),
    "a row that is none": (lambda file: file.update(answers=[3]), "is damaged"),
    "a slack that is none": (lambda file: file["answers"][0].update(slack="1/0"), "is damaged"),
    "an answer that is none": (lambda file: file["answers"][0].update(answer=3), "is damaged"),
}


@pytest.mark.parametrize(("change", "words"), DAMAGE.values(), ids=DAMAGE)
def test_damage_is_one_line(tmp_path, suite, found, change, words):
    path, file = tmp_path / "results.json", json.loads(as_text("odd", suite, found[:3]))
    change(file)
    path.write_text(json.dumps(file))
    with pytest.raises(InvalidResults, match=words) as error:
        read_results(path, suite)
    assert "\n" not in str(error.value)


def test_files_that_cannot_be_read_or_written(tmp_path, suite, found):
    with pytest.raises(InvalidResults, match="cannot be read"):
        read_results(tmp_path, suite)
    with pytest.raises(InvalidResults, match="cannot be written"):
        write(tmp_path / "no" / "folder", "odd", suite, found)


def test_vectors_that_differ_in_one_expected_value_have_another_digest(tmp_path, suite):
    file = json.loads((vectors_folder() / "group.json").read_bytes())
    valid = next(test for test in file["tests"] if test["result"] == "valid")
    valid["expected"]["value"]["epsilon"] = "12345"
    (tmp_path / "group.json").write_text(json.dumps(file))
    assert read_suite(tmp_path).digest != suite.digest
