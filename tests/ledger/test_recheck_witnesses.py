"""The script that re-checks witnesses is right, does not import the package, and finds them all true."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.ledger.recheck_witnesses import Wrong, holds, main, witnesses

FOLDER = Path(__file__).parents[2] / "spec" / "claims"
SCRIPT = Path(__file__).with_name("recheck_witnesses.py")


@pytest.mark.parametrize(
    ("part", "verdict", "key", "text"), list(witnesses(FOLDER)), ids=lambda value: str(value)[:30]
)
def test_every_witness_holds(part, verdict, key, text):
    assert holds(text), f"{part} {key}: {text}"


def test_every_refuted_part_has_a_witness():
    refuted = [part for part, verdict, _, text in witnesses(FOLDER) if verdict == "refuted" and text]
    assert len(refuted) > 20
    assert {part[0] for part in refuted} == {"S", "G", "W", "H", "U"}


def test_the_script_runs_alone():
    code = (
        f"import runpy, sys; sys.argv = ['recheck', {str(FOLDER)!r}]\n"
        f"try:\n    runpy.run_path({str(SCRIPT)!r}, run_name='__main__')\n"
        "except SystemExit as end:\n    status = end.code\n"
        "assert status == 0, status\n"
        "assert not any(m.split('.')[0] in ('assay', 'flint') for m in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-I", "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "comparisons hold" in done.stdout


@pytest.mark.parametrize(
    "text",
    [
        "1/3 + 1/6 == 1/2",
        "exp(1) > 27/10",
        "log(2) != 1",
        "(1 + 1/10)**10 < exp(1)",
        "-1 < 0",
        "2**(1/2) > 1",
        "exp(-1/2)/2 == exp(-100*1/200)/2",
        "sqrt(2) <= 3/2",
        "2**-1 == 1/2",
    ],
)
def test_true_comparisons(text):
    assert holds(text)


@pytest.mark.parametrize(
    "text", ["1/3 > 1/2", "exp(1) > 3", "exp(1) == 271828/100000", "log(2) >= 7/10", "1 != 1"]
)
def test_false_comparisons(text):
    assert not holds(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        "1 < 2 < 3",
        "x < 1",
        "0.5 < 1",
        "1 < 1/0",
        "log(0) < 1",
        "sqrt(0 - 1) < 1",
        "exp(2) == exp(1)*exp(1)",
        "__import__('os') == 1",
        "1 in 2",
        "True < 2",
        "log(1, 2) < 3",
        "1 < 1/(exp(1) - exp(1))",
    ],
)
def test_what_cannot_be_decided_or_read_is_no_pass(text):
    with pytest.raises(Wrong):
        holds(text)


@pytest.mark.parametrize("inequality", ["2 < 1", "exp(1) < 2", "", "x"])
def test_a_wrong_witness_is_noticed(tmp_path, inequality, capsys):
    record = f'[[parts]]\nid = "Z1.a"\nverdict = "refuted"\n[parts.witness]\ninequality = "{inequality}"\n'
    (tmp_path / "Z1.toml").write_text(record)
    assert main(tmp_path) == 1
    assert "Z1.a inequality" in capsys.readouterr().out


def test_no_witness_at_all_is_noticed(tmp_path):
    (tmp_path / "Z1.toml").write_text('[[parts]]\nid = "Z1.a"\nverdict = "refuted"\n')
    assert main(tmp_path) == 1
    (tmp_path / "Z1.toml").write_text('[[parts]]\nid = "Z1.a"\nverdict = "proved"\n')
    assert main(tmp_path) == 1
