"""`assay survey`: usage, exit status, a survey that is read again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assay.cli import main
from assay.studies.survey.document import as_text
from assay.studies.survey.row import About, Row, Survey, Verdict

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


def test_data_page_and_report_are_written_and_made_again_from_the_data(tmp_path, capsys):
    source = saved(tmp_path, Verdict.UNSOUND, Verdict.TIGHT)
    data, page, again = (tmp_path / name for name in ("data.json", "page.md", "again"))
    page.write_text("before <!-- survey: begin --><!-- survey: end --> after", encoding="utf-8")
    given = ["--data", str(data), "--page", str(page), "--report", str(tmp_path / "report")]
    assert main(["survey", "--from", source, *given]) == 1
    written = page.read_text(encoding="utf-8")
    assert "{doc}`findings/lib-f-" in written
    assert written.startswith("before ")
    assert len(list((tmp_path / "report").iterdir())) == 2
    capsys.readouterr()
    assert main(["survey", "--from", str(data), "--page", str(page), "--report", str(again)]) == 1
    assert page.read_text(encoding="utf-8") == written
    assert len(list(again.iterdir())) == 2
    assert "1 findings" in capsys.readouterr().out


def test_releases_in_the_data_are_kept(tmp_path):
    data = tmp_path / "data.json"
    source = saved(tmp_path, Verdict.UNSOUND)
    main(["survey", "--from", source, "--data", str(data)])
    found = json.loads(data.read_text(encoding="utf-8"))
    told = [{"library": "lib", "versions": ["1"], "missing": {}, "lines": []}]
    data.write_text(json.dumps({**found, "releases": told}), encoding="utf-8")
    main(["survey", "--from", source, "--data", str(data)])
    assert json.loads(data.read_text(encoding="utf-8"))["releases"] == told


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["--report", "FILE"], "cannot be written"),
        (["--report", "FULL"], "is not empty and has no report"),
        (["--data", "FULL"], "cannot be written"),
        (["--page", "FILE"], "has no lines <!-- survey: begin -->"),
        (["--page", "FULL/nothing.md"], "cannot be written"),
    ],
)
def test_places_that_cannot_be_written(tmp_path, capsys, given, message):
    source = saved(tmp_path, Verdict.UNSOUND)
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thesis").write_text("mine", encoding="utf-8")
    given = [g.replace("FILE", str(tmp_path / "file")).replace("FULL", str(tmp_path / "full")) for g in given]
    assert main(["survey", "--from", source, *given]) == 2
    assert message in capsys.readouterr().err
    assert (tmp_path / "file").read_text(encoding="utf-8") == "mine"


def test_findings_alone_have_no_rows_to_show(tmp_path, capsys):
    data = tmp_path / "data.json"
    main(["survey", "--from", saved(tmp_path, Verdict.UNSOUND), "--data", str(data)])
    assert main(["survey", "--from", str(data)]) == 2
    assert "give --page or --report" in capsys.readouterr().err


def test_a_library_that_cannot_be_installed_is_a_row(tmp_path, capsys, monkeypatch):
    from assay.studies.survey import environments

    def refused(library, version, cache):
        raise environments.ReleaseUnavailable(f"pip cannot install {library.name}=={version}: no network")

    monkeypatch.setattr(environments, "environment", refused)
    given = ["--library", "opacus", "--install", "--cache", str(tmp_path)]
    assert main(["survey", *given]) == 2
    assert "pip cannot install opacus==1.6.0: no network" in capsys.readouterr().out
