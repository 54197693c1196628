"""`assay vectors`: what it prints, and its exit status."""

from __future__ import annotations

import json
import shlex
import sys

import pytest

from assay.testing.vectors import vectors_folder
from tests.cli.command_line import assay
from tests.testing.children import child

GROUP = ("--family", "group")
EXPECTED = [
    test["expected"]["kind"] for test in json.loads((vectors_folder() / "group.json").read_bytes())["tests"]
]
COUNT, REFUSED = len(EXPECTED), EXPECTED.count("refusal")
REFERENCE = "assay.testing.vectors.families:reference"


@pytest.fixture
def folder(tmp_path):
    """A folder with one small family."""
    place = tmp_path / "vectors"
    place.mkdir()
    (place / "group.json").write_bytes((vectors_folder() / "group.json").read_bytes())
    return place


def test_validate(folder):
    answer = assay("vectors", "validate", "--folder", folder)
    assert (answer.status, answer.err) == (0, "")
    assert answer.out == f"{folder}: 1 file, {COUNT} tests; all valid\n"


def test_validate_lists_the_defects_and_ends_with_1(folder):
    path = folder / "group.json"
    file = json.loads(path.read_bytes())
    file["tests"][0]["prompt"]["arguments"]["epsilon"] = 0.5
    file["tests"][1]["flags"] = ["NoSuchBug"]
    path.write_text(json.dumps(file))
    answer = assay("vectors", "validate", "--folder", folder)
    assert answer.status == 1
    assert "group.json.tests[0].prompt.arguments.epsilon: 0.5 is not of type" in answer.out
    assert "; numbers are written as strings" in answer.out
    assert assay("vectors", "validate", "--folder", folder, "--json").json["defects"]
    file["tests"][0]["prompt"]["arguments"]["epsilon"] = "0"
    path.write_text(json.dumps(file))
    assert "the flag NoSuchBug has no note" in assay("vectors", "validate", "--folder", folder).out


def test_a_run_on_invalid_vectors_is_bad_input(folder):
    (folder / "group.json").write_text("{")
    found = assay("vectors", "run", "--folder", folder, "--command", "true").error
    assert found.startswith("group.json: not JSON")


def test_generate_writes_what_is_shipped(folder):
    path = folder / "group.json"
    shipped = path.read_bytes()
    path.write_text("{}")
    check = assay("vectors", "generate", "--folder", folder, *GROUP, "--compare")
    assert (check.status, path.read_text()) == (1, "{}")
    assert "differ: group" in check.out
    written = assay("vectors", "generate", "--folder", folder, *GROUP, "--json")
    assert (written.status, written.json["tests"], written.json["changed"]) == (
        0,
        {"group": COUNT},
        ["group"],
    )
    assert path.read_bytes() == shipped
    assert "no file differs" in assay("vectors", "generate", "--folder", folder, *GROUP, "--compare").out


def test_run_a_command(tmp_path, folder):
    command = shlex.join(child(tmp_path))
    answer = assay("vectors", "run", "--folder", folder, "--command", command)
    assert (answer.status, answer.err) == (0, "")
    assert answer.out == (
        "family  tests  sound  tight  exact  times the truth  of these\n"
        f"group   {COUNT}    {COUNT}    {COUNT}    {COUNT}                     "
        f"{REFUSED} refused, {COUNT - REFUSED} exact\n"
        "\n"
        f"{COUNT} tests: {COUNT} sound, {COUNT} tight (within a factor of 1.01), {COUNT} exact; 0 fail\n"
    )


def test_run_a_command_that_is_wrong(tmp_path, folder):
    body = "say({'id': prompt['id'], 'value': {'epsilon': '0', 'delta': '0'}})"
    command = shlex.join(child(tmp_path, body))
    answer = assay("vectors", "run", "--folder", folder, "--command", command)
    assert answer.status == 1
    assert "UNSOUND  group-" in answer.out
    assert "(--all lists them)" in answer.out
    whole = assay("vectors", "run", "--folder", folder, "--command", command, "--all").out
    assert "GroupDelta" in whole
    assert "(--all lists them)" not in whole
    found = assay("vectors", "run", "--folder", folder, "--command", command, "--json")
    assert found.status == 1
    assert found.json["tests"] == COUNT == len(found.json["answers"])
    assert found.json["statuses"]["accepted"] == REFUSED


def test_run_a_callable(folder):
    answer = assay("vectors", "run", "--folder", folder, "--callable", REFERENCE)
    assert answer.status == 0
    assert answer.out.splitlines()[-1].endswith(f"{COUNT} exact; 0 fail")


def constant(tmp_path, monkeypatch, value):
    """The name of a callable that gives every question the same answer."""
    (tmp_path / "constant_answer.py").write_text(f"def answer(function, arguments):\n    return {value!r}\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "constant_answer", raising=False)
    return "constant_answer:answer"


def test_a_constant_that_is_never_below_looks_bad(tmp_path, folder, monkeypatch):
    (folder / "calibration.json").write_bytes((vectors_folder() / "calibration.json").read_bytes())
    name = constant(tmp_path, monkeypatch, "1e50")
    run = ("vectors", "run", "--folder", folder, "--function", "smallest_laplace_scale", "--callable", name)
    answer = assay(*run, "--json")
    found = answer.json
    assert answer.status == 1
    assert found["sound"] > 40
    assert (found["tight"], found["exact"]) == (0, 0)
    assert float(found["times_the_truth"]["median"]) > 1e47
    assert found["families"]["calibration"]["sound"] == found["sound"]
    assert assay(*run, "--within", "1e60", "--json").json["tight"] == found["sound"]


def test_statuses_that_are_allowed_are_no_failure(tmp_path, folder, monkeypatch):
    run = ("vectors", "run", "--folder", folder, "--callable", constant(tmp_path, monkeypatch, "x"))
    assert assay(*run, "--allow", "malformed").status == 1
    assert assay(*run, "--allow", "malformed", "--allow", "accepted").status == 0


def test_nothing_answered_is_open(tmp_path, folder):
    body = "say({'id': prompt['id'], 'not_implemented': 'later'})"
    answer = assay("vectors", "run", "--folder", folder, "--command", shlex.join(child(tmp_path, body)))
    assert answer.status == 3
    assert answer.out.splitlines()[-1].endswith(f"0 fail, {COUNT} not implemented")


def test_files_and_options_in_any_order(tmp_path, folder):
    answers = tmp_path / "answers.jsonl"
    answers.write_text("")
    orders = (
        ("grade", "--folder", folder, answers),
        ("--folder", folder, "grade", answers),
        ("grade", answers, "--folder", folder),
        ("--all", "grade", "--folder", folder, answers),
    )
    found = [assay("vectors", *order) for order in orders]
    assert {each.status for each in found} == {1}
    assert len({each.out.splitlines()[-1] for each in found}) == 1


def test_results_become_pages(tmp_path, folder, monkeypatch):
    first, second, pages = tmp_path / "a.json", tmp_path / "b.json", tmp_path / "pages"
    common = ("--folder", folder, "--callable", REFERENCE, "--name", "the reference")
    assay("vectors", "run", *common, "--save", first)
    name = constant(tmp_path, monkeypatch, {"epsilon": "0", "delta": "0"})
    assay("vectors", "run", "--folder", folder, "--callable", name, "--save", second)
    answer = assay("vectors", "report", first, "--folder", folder, second, "--into", pages)
    assert (answer.status, answer.err) == (0, "")
    assert answer.out.startswith(f"{pages / 'index.html'}: 2 implementations, {COUNT} tests, ")
    assert len(list((pages / "tests").glob("*.html"))) == COUNT
    summary = json.loads((pages / "implementations" / "the-reference.json").read_text())
    assert (summary["exact"], summary["implementation"]) == (COUNT, "the reference")
    assert "constant_answer:answer" in (pages / "flags" / "GroupDelta.html").read_text()
    twice = assay("vectors", "report", first, first, "--folder", folder, "--into", pages)
    assert "two of the files are of 'the reference'" in twice.error
    again = tmp_path / "again.json"
    assay("vectors", "run", *common, "--save", again, "--release", "2.0")
    answer = assay("vectors", "report", first, again, "--folder", folder, "--into", pages)
    assert answer.out.startswith(f"{pages / 'index.html'}: 1 implementation, ")
    assert "nothing changed" in (pages / "history" / "the-reference.html").read_text()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is not JSON, or is cut off"),
        ("nonsense", "is not JSON, or is cut off"),
        ("[]", "is no file of results"),
        ('{"format": "assay-vector-results/2"}', "reads assay-vector-results/1"),
    ],
)
def test_a_file_that_holds_no_results_is_one_line(tmp_path, folder, text, words):
    path = tmp_path / "results.json"
    path.write_text(text)
    answer = assay("vectors", "report", path, "--folder", folder, "--into", tmp_path / "pages")
    assert answer.status == 2
    assert words in answer.error
    assert not (tmp_path / "pages").exists()


def test_functions_are_listed_and_defined(folder):
    answer = assay("vectors", "functions", "--folder", folder)
    assert [line.split() for line in answer.out.splitlines()] == [
        ["family", "function", "answer", "tests"],
        ["group", "group_privacy", "guarantee", str(COUNT)],
    ]
    defined = assay("vectors", "functions", "--folder", folder, "--function", "group_privacy").out
    (row,) = json.loads(assay("vectors", "functions", "--folder", folder, "--json").out)
    assert " ".join(defined.split()).endswith(" ".join(row["definition"].split()))
    assert (row["tests"], row["answer"]) == (COUNT, "guarantee")


def test_blind_grading(tmp_path, folder):
    prompts = assay("vectors", "prompts", "--folder", folder).out.splitlines()
    assert len(prompts) == COUNT
    assert not any("expected" in line or "flags" in line for line in prompts)
    path = tmp_path / "answers.jsonl"
    path.write_text("".join(json.dumps({"id": json.loads(p)["id"], "error": "no"}) + "\n" for p in prompts))
    answer = assay("vectors", "grade", path, "--folder", folder)
    assert answer.status == 1
    valid = COUNT - REFUSED
    words = ["group", str(COUNT), *[str(REFUSED)] * 3, str(valid), "refuses,", str(REFUSED), "refused"]
    assert answer.out.splitlines()[1].split() == words


USAGE = {
    ("run",): "give one of --command",
    ("run", "--command", "x", "--callable", "y:z"): "give one of --command",
    ("run", "--command", ""): "--command is empty",
    ("run", "--command", "'"): "No closing quotation",
    ("run", "--callable", "nothing"): "module:name",
    ("run", "--callable", "there.is.no.such:name"): "No module named",
    ("run", "--callable", "math:pi"): "cannot be called",
    ("run", "--command", "x", "--prompt-timeout", "0"): "positive number of seconds",
    ("run", "--callable", "math:pow", "--prompt-timeout", "1"): "--prompt-timeout is for --command",
    ("validate", "--command", "x"): "--command is for assay vectors run, not for validate",
    ("run", "--command", "./there-is-no-such-program"): "does not start",
    ("run", "--callable", REFERENCE, "--function", "nothing"): "there is no such function; there are",
    ("run", "--callable", REFERENCE, "--within", "0.9"): "no factor of at least 1",
    ("run", "--callable", REFERENCE, "--within", "x"): "no factor of at least 1",
    ("run", "--callable", REFERENCE, "--allow", "sound"): "no answer that fails is called so",
    ("run", "--callable", REFERENCE, "--save", "no/such/folder/x.json"): "there is no folder",
    ("run", "--callable", REFERENCE, "--into", "x"): "--into is for assay vectors report, not for run",
    ("report", "--into", "x"): "write assay vectors report RESULTS... --into FOLDER",
    ("report", "x.json"): "write assay vectors report RESULTS... --into FOLDER",
    ("report", "there-is-no-such-file", "--into", "x"): "cannot be read",
    ("validate", "--function", "delta"): "--function is for assay vectors run and grade and prompts",
    ("validate", "answers.jsonl"): "FILE is for assay vectors grade and report",
    ("prompts", "--compare"): "--compare is for assay vectors generate",
    ("grade",): "give the file of answers",
    ("grade", "there-is-no-such-file"): "cannot be read",
    ("validate", "--family", "nothing"): "there is no such family",
    ("generate", "--family", "nothing"): "there is no such family",
    ("validate", "--folder", "there-is-no-such-folder"): "is not a folder",
}


@pytest.mark.slow
@pytest.mark.parametrize(("arguments", "words"), USAGE.items(), ids=map(" ".join, USAGE))
def test_bad_usage_ends_with_2(arguments, words):
    assert words in assay("vectors", *arguments).error
