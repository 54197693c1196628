"""`assay verify` on the records of the checkout and on broken copies of them."""

from __future__ import annotations

import json
import os
import pty
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.command_line import assay, assay_process, running

FOLDER = Path(__file__).parents[3] / "spec" / "claims"


@pytest.fixture
def records(tmp_path, monkeypatch):
    """A copy of the records, which the command reads."""
    copy = tmp_path / "claims"
    shutil.copytree(FOLDER, copy)
    monkeypatch.setattr("assay.ledger.reading.PLACES", (copy,))
    return copy


def change(folder, name, old, new):
    path = folder / f"{name}.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def verify(*arguments):
    return assay("verify", "--no-cache", "--jobs", 1, *arguments)


def test_one_line_a_claim_and_a_total():
    answer = verify("--only", "S3", "--only", "G10")
    head, *lines, total = answer.out.splitlines()
    assert answer.status == 0
    assert head.split() == ["claim", "verdict", "parts", "time"]
    assert [line.split()[:3] for line in lines] == [["S3", "ok", "proved"], ["G10", "ok", "verified"]]
    assert total.startswith("2 claims: 1 proved, 1 verified; 2 of 2 parts agree with the record; ")


def test_json_has_every_part():
    answer = verify("--only", "S3", "--json").json
    (claim,) = answer["claims"]
    assert (claim["id"], claim["status"], answer["agrees"], answer["exit_status"]) == (
        "S3",
        "agrees",
        True,
        0,
    )
    (part,) = claim["parts"]
    assert part["computed"] == part["recorded"] == "proved"
    assert "for q in [0, 1]: 1 + q*(exp(1) - 1) <= exp(2*q)" in part["certificates"]


def test_a_verdict_that_differs_ends_with_1(records):
    change(records, "G10", 'verdict = "verified"', 'verdict = "undecided"')
    answer = verify("--only", "G10")
    assert answer.status == 1
    assert "G10.a: DIFFERS: the record says undecided, the check finds verified" in answer.out


def test_a_wider_range_than_is_proved_ends_with_1(records):
    change(records, "S3", 'q = "[0, 1]"', 'q = "[0, 2]"')
    assert verify("--only", "S3").status == 1


def test_an_ignored_range_ends_with_1(records):
    change(records, "G10", "[parts.scope]", "[parts.scope]\nmore = 1")
    answer = verify("--only", "G10")
    assert answer.status == 1
    assert "FAILED: the check ignores what the record states: more" in answer.out


def test_another_value_in_the_record_ends_with_1(records):
    change(records, "G10", 'truth = "3/4"', 'truth = "2/3"')
    assert "FAILED" in verify("--only", "G10").out


def test_an_undecided_part_ends_with_3(records, monkeypatch):
    monkeypatch.setattr("assay.ledger.runner.SECONDS", -1)
    monkeypatch.setattr("assay.processes.workers.POLL_SECONDS", 0)
    answer = verify("--only", "S10")
    assert answer.status == 3
    assert "UNDECIDED" in answer.out


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("S3", 'kind = "P"', 'kind = "P"\nkinds = 1', "S3.toml: part S3.a: the key 'kinds' is unknown"),
        ("S3", "title", "titel", "'title' is missing"),
        ("S3", "[parts.scope]", "", "S3.toml"),
        ("S3", 'id = "S3"', 'id = "S33"', "S3.toml"),
    ],
)
def test_a_malformed_record_is_bad_input(records, name, old, new, message):
    change(records, name, old, new)
    assert message in verify().error


def test_a_check_without_a_claim_is_bad_input(records):
    (records / "S2.toml").unlink()
    assert (
        "no record has the check assay.ledger.checks.secrecy_of_the_sample:conditional_distributions"
        in verify().error
    )


@pytest.mark.slow
def test_a_stale_index_is_bad_input_and_can_be_written(records):
    change(records, "S3", "Upper chain", "The upper chain")
    assert "the index is stale; write it again with: assay verify --index" in verify().error
    assert assay("verify", "--index").status == 0
    assert "The upper chain" in (records / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--only", "X1"], "--only X1: there is no such claim; the claims are "),
        (["--jobs", "0"], "--jobs"),
        (["--index", "--only", "S3"], "--index or --only"),
        (["--cache", "x"], "--cache or --no-cache"),
    ],
)
def test_bad_usage(arguments, message):
    assert message in verify(*arguments).error


def test_the_cache_is_used_and_a_damaged_one_is_named(tmp_path):
    cache = tmp_path / "cache"
    run = ["verify", "--only", "S3", "--cache", cache, "--jobs", 1]
    assert "known from before" not in assay(*run).out
    assert "1 of 1 parts agree with the record (1 known from before)" in assay(*run).out
    (kept,) = cache.iterdir()
    kept.write_text(kept.read_text(encoding="utf-8").replace('"proved"', '"refuted"'), encoding="utf-8")
    answer = assay(*run)
    assert answer.status == 0
    assert "1 damaged file in the cache, computed again: S3.a-" in answer.out
    assert "known from before" not in answer.out
    assert "1 known from before" in assay(*run).out


@pytest.mark.slow
def test_an_interrupted_process_leaves_what_it_has(tmp_path):
    cache = tmp_path / "cache"
    only = [word for name in ("S3", "S5") for word in ("--only", name)]
    command = [sys.executable, "-m", "assay", "verify", "--cache", str(cache), "--jobs", "1", *only]
    with running(*command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        while not (cache.is_dir() and any(path.suffix == ".json" for path in cache.iterdir())):
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert err.startswith("assay: interrupted; ")
    assert "they are kept, run it again to go on" in err
    kept = sorted(path.name.split("-")[0] for path in cache.glob("*.json"))
    again = assay_process("verify", "--cache", cache, *only, "--json").json
    cached = sorted(part["id"] for claim in again["claims"] for part in claim["parts"] if part["cached"])
    assert kept == cached != []


def test_a_progress_bar_on_a_terminal():
    parent, child = pty.openpty()
    code = (
        "from assay.cli import limits, main\nlimits.PATIENCE_NS = 0\n"
        "main(['verify', '--no-cache', '--only', 'S3'])"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=child, text=True)
    out, _ = process.communicate(timeout=120)
    os.close(child)
    shown = os.read(parent, 100_000).decode()
    assert process.returncode == 0
    assert "1 of 1 parts agree" in out
    assert "1 of 1 parts judged, last S3.a" in shown


@pytest.mark.nightly
def test_the_whole_ledger_agrees():
    answer = assay("verify", "--no-cache", "--json")
    found = answer.json
    wrong = [p for claim in found["claims"] for p in claim["parts"] if p["status"] != "agrees"]
    assert (answer.status, wrong) == (0, [])
    assert len(found["claims"]) >= 56
    assert json.dumps(found)
