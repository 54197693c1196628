"""`assay survey`: usage, exit status, a survey that is read again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assay.cli import main
from assay.studies.survey.document import as_text
from assay.studies.survey.result import About, Survey
from assay.studies.survey.row import Row, Verdict

ADAPTER = "tests.studies.survey.fake_adapter"
ROOT = Path(__file__).parents[3]


def row(verdict, point=0, **more):
    return Row(library="lib", version="1", case=0, point=point, function="lib.f", verdict=verdict, **more)


def saved(tmp_path, *verdicts, complete=True):
    rows = [row(verdict, point) for point, verdict in enumerate(verdicts)]
    about = About("adapter", "lib", tested="1", version="1", cases=[{"function": "lib.f", "points": 1}])
    file = tmp_path / "survey.json"
    file.write_text(as_text(Survey(rows, [about], complete)), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize(
    ("verdicts", "status"),
    [
        ([Verdict.TIGHT, Verdict.LOOSE, Verdict.REFUSES_WRONGLY, Verdict.NOT_REFUTED], 0),
        ([Verdict.TIGHT, Verdict.UNSOUND, Verdict.UNDECIDED], 1),
        ([Verdict.ANSWERS_WRONGLY], 1),
        ([Verdict.DISTRIBUTION_DIFFERS], 1),
        ([Verdict.MISSING], 2),
        ([Verdict.TIGHT, Verdict.UNDECIDED], 3),
        ([Verdict.TIGHT, Verdict.HANGS], 3),
    ],
)
def test_exit_status(tmp_path, capsys, verdicts, status):
    assert main(["survey", "--from", saved(tmp_path, *verdicts)]) == status
    assert f"{len(verdicts)} row" in capsys.readouterr().out


def test_show_a_row(tmp_path, capsys):
    main(["survey", "--from", saved(tmp_path, Verdict.UNSOUND), "--show", "lib/0/0"])
    assert "lib/0/0: UNSOUND" in capsys.readouterr().out
    assert main(["survey", "--from", saved(tmp_path, Verdict.UNSOUND), "--show", "lib/9/9"]) == 2
    assert "there is no such row" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--library", "nothing"], "there is no adapter for it"),
        (["--jobs", "0"], "--jobs '0' is not a whole number"),
        (["--timeout", "-1"], "-1"),
        (["--from", "/nowhere/file"], "cannot be read"),
    ],
)
def test_bad_usage(capsys, arguments, message):
    assert main(["survey", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_a_file_that_is_no_survey(tmp_path, capsys):
    file = tmp_path / "file"
    file.write_text("{}", encoding="utf-8")
    assert main(["survey", "--from", str(file)]) == 2
    assert "this is no" in capsys.readouterr().err


@pytest.mark.slow
def test_a_survey_with_an_adapter_of_ones_own(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    file = tmp_path / "survey.json"
    status = main(["survey", "--adapter", ADAPTER, "--function", "variance", "--save", str(file)])
    assert status == 1
    assert "variance_wrong" in capsys.readouterr().out
    data = json.loads(file.read_text(encoding="utf-8"))
    assert len(data["rows"]) == 4
    assert not Path(f"{file}.part").exists()
