"""`assay vectors`: what it prints, and its exit status."""

from __future__ import annotations

import json
import shlex

import pytest

from assay.testing.vectors import vectors_folder
from tests.cli.command_line import assay
from tests.testing.children import child

GROUP = ("--family", "group")


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
    assert answer.out == f"{folder}: 1 files, 118 tests; all valid\n".replace("1 files", "1 file")


def test_validate_lists_the_defects_and_ends_with_1(folder):
    path = folder / "group.json"
    file = json.loads(path.read_bytes())
    file["tests"][0]["prompt"]["arguments"]["epsilon"] = 0.5
    file["tests"][1]["flags"] = ["NoSuchBug"]
    path.write_text(json.dumps(file))
    answer = assay("vectors", "validate", "--folder", folder)
    assert answer.status == 1
    assert (
        "group.json.tests[0].prompt.arguments.epsilon: 0.5 is a number, and numbers are written as"
        in answer.out
    )
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
    assert (written.status, written.json["tests"], written.json["changed"]) == (0, {"group": 118}, ["group"])
    assert path.read_bytes() == shipped
    assert "no file differs" in assay("vectors", "generate", "--folder", folder, *GROUP, "--compare").out


def test_run_a_command(tmp_path, folder):
    command = shlex.join(child(tmp_path))
    answer = assay("vectors", "run", "--folder", folder, "--command", command)
    assert (answer.status, answer.err) == (0, "")
    assert answer.out == (
        "function       tests  pass  fail  of these\n"
        "group_privacy  118    118   0     112 exact, 6 refused\n"
        "\n"
        "118 tests: 118 pass, 0 fail\n"
    )


def test_run_a_command_that_is_wrong(tmp_path, folder):
    body = "say({'id': prompt['id'], 'value': {'epsilon': '0', 'delta': '0'}})"
    command = shlex.join(child(tmp_path, body))
    answer = assay("vectors", "run", "--folder", folder, "--command", command)
    assert answer.status == 1
    assert "UNSOUND  group-" in answer.out
    assert "[GroupDelta]" in answer.out
    assert "(--all lists them)" in answer.out
    found = assay("vectors", "run", "--folder", folder, "--command", command, "--json")
    assert found.status == 1
    assert found.json["tests"] == 118 == len(found.json["answers"])
    assert found.json["statuses"]["accepted"] == 6


def test_run_a_callable(folder):
    name = "assay.testing.vectors.functions:reference"
    answer = assay("vectors", "run", "--folder", folder, "--callable", name)
    assert (answer.status, answer.out.splitlines()[-1]) == (0, "118 tests: 118 pass, 0 fail")


def test_blind_grading(tmp_path, folder):
    prompts = assay("vectors", "prompts", "--folder", folder).out.splitlines()
    assert len(prompts) == 118
    assert not any("expected" in line or "flags" in line for line in prompts)
    path = tmp_path / "answers.jsonl"
    path.write_text("".join(json.dumps({"id": json.loads(p)["id"], "error": "no"}) + "\n" for p in prompts))
    answer = assay("vectors", "grade", path, "--folder", folder)
    assert answer.status == 1
    assert answer.out.splitlines()[1] == "group_privacy  118    6     112   112 refuses, 6 refused"


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
    ("validate", "answers.jsonl"): "ANSWERS is for assay vectors grade",
    ("prompts", "--compare"): "--compare is for assay vectors generate",
    ("grade",): "give the file of answers",
    ("grade", "there-is-no-such-file"): "cannot be read",
    ("validate", "--family", "nothing"): "there is no such family",
    ("generate", "--family", "nothing"): "there is no such family",
    ("validate", "--folder", "there-is-no-such-folder"): "is not a folder",
}


@pytest.mark.parametrize(("arguments", "words"), USAGE.items(), ids=map(" ".join, USAGE))
def test_bad_usage_ends_with_2(arguments, words):
    assert words in assay("vectors", *arguments).error
