"""`assay sweep`: a command over a grid, the same answers as the command alone."""

from __future__ import annotations

import sys
from fractions import Fraction

import pytest

from tests.cli.command_line import assay

TEMPLATE = 'account "gaussian sigma={sigma} k={k}" --delta 1e-6'


def test_every_point_is_the_command_alone(tmp_path):
    store = tmp_path / "s.sqlite"
    grid = ["--grid", "sigma=1,2", "--grid", "k=1,10", "--store", store, "--jobs", 1]
    swept = assay("sweep", TEMPLATE, *grid, "--json")
    assert swept.status == 0
    points = swept.json["points"]
    parameters = [tuple(point["parameters"].values()) for point in points]
    assert parameters == [("1", "1"), ("1", "10"), ("2", "1"), ("2", "10")]
    for point in points:
        mechanism = "gaussian sigma={sigma} k={k}".format(**point["parameters"])
        alone = assay("account", mechanism, "--delta", "1e-6", "--json")
        assert point["answer"] == alone.json
    again = assay("sweep", TEMPLATE, *grid)
    assert "4 points: 0 computed, 4 found in the store" in again.out
    assert again.out.splitlines()[1].startswith("1      1   epsilon in [")


def test_a_changed_file_is_computed_again(tmp_path):
    audited, store = tmp_path / "m.py", tmp_path / "s.sqlite"
    text = "from assay import *\nm = mechanisms.randomised_response(ln({}))\n"
    command = f"audit {audited} --epsilon {{e}}"
    arguments = ["sweep", command, "--grid", "e=ln(3)", "--store", store, "--jobs", 1]
    audited.write_text(text.format(3))
    assert assay(*arguments).status == 0
    audited.write_text(text.format(4))
    changed = assay(*arguments)
    assert changed.status == 1
    assert "refuted" in changed.out


def test_a_point_that_is_bad_input_does_not_stop_the_others(tmp_path):
    arguments = ["--grid", "sigma=0,1", "--grid", "k=1", "--store", tmp_path / "s.sqlite", "--jobs", 1]
    swept = assay("sweep", TEMPLATE, *arguments)
    assert swept.status == 2
    assert "sigma = 0 (Fraction) must be positive" in swept.out
    assert "epsilon in [" in swept.out


def test_a_changed_module_is_computed_again(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    module = tmp_path / "swept" / "inner.py"
    module.parent.mkdir()
    arguments = ["sweep", "audit swept.inner:m --epsilon {e}", "--grid", "e=1", "--jobs", 1]
    for bound, computed in ((2, "1 computed"), (2, "0 computed"), (3, "1 computed")):
        module.write_text(f"from assay import *\nm = mechanisms.randomised_response(ln({bound}))\n")
        assert f"1 point: {computed}" in assay(*arguments).out
        sys.modules.pop("swept.inner", None)


@pytest.mark.parametrize("how", ["imported", "read"])
def test_a_file_that_the_program_reads_counts_too(tmp_path, monkeypatch, how):
    monkeypatch.syspath_prepend(tmp_path)
    other = tmp_path / "swept_beside.py"
    text = {
        "imported": "from swept_beside import BOUND\n",
        "read": f"from pathlib import Path\nBOUND = int(Path({str(other)!r}).read_text().split()[-1])\n",
    }[how]
    audited = tmp_path / "m.py"
    audited.write_text(f"from assay import *\n{text}m = mechanisms.randomised_response(ln(BOUND))\n")
    store = tmp_path / "s.sqlite"
    arguments = [
        "sweep",
        f"audit {audited} --epsilon {{e}}",
        "--grid",
        "e=ln(2)",
        "--store",
        store,
        "--jobs",
        1,
    ]
    for bound, status, computed in ((2, 0, "1 computed"), (2, 0, "0 computed"), (30, 1, "1 computed")):
        other.write_text(f"BOUND = {bound}\n")
        swept = assay(*arguments)
        assert (swept.status, f"1 point: {computed}" in swept.out) == (status, True)
        assert "files" not in assay(*arguments, "--json").json["points"][0]
        sys.modules.pop("swept_beside", None)


def test_a_file_in_a_word_counts_too(tmp_path):
    pair, store = tmp_path / "pair.json", tmp_path / "s.sqlite"
    command = f'account "pair file={pair} k={{k}}" --epsilon 0'
    arguments = ["sweep", command, "--grid", "k=1", "--store", store, "--jobs", 1]
    for p, computed in (("1/2", "1 computed"), ("1/2", "0 computed"), ("3/4", "1 computed")):
        pair.write_text(f'{{"p": ["{p}", "{1 - Fraction(p)}"], "q": ["1/2", "1/2"]}}')
        assert f"1 point: {computed}" in assay(*arguments).out


def test_what_the_audited_code_raises_does_not_stop_the_others(tmp_path):
    audited = tmp_path / "m.py"
    text = "from assay import *\n@program\ndef f(x):\n    return 1 // x\n"
    text += "m = Mechanism(f, [0, 1], adjacency.all_pairs())\n"
    audited.write_text(text + "g = mechanisms.randomised_response(ln(2))\n")
    arguments = ["--grid", "name=m,g", "--store", tmp_path / "s.sqlite", "--jobs", 1]
    swept = assay("sweep", f"audit {audited}:{{name}}", *arguments)
    assert swept.status == 2
    assert "ZeroDivisionError" in swept.out
    assert swept.out.splitlines()[2].startswith("g")


def test_an_undecided_point_is_not_bad_input(tmp_path):
    audited = tmp_path / "m.py"
    walk = "    n = 1\n    while n:\n        n += 1 if flip('1/2') else -1\n"
    text = f"from assay import *\n@program\ndef f(x):\n{walk}    return x\n"
    audited.write_text(text + "m = Mechanism(f, [0, 1], adjacency.all_pairs())\n")
    command = ["audit", f"{audited}:m", "--max-states", "100", "--epsilon", "1"]
    store = ["--store", tmp_path / "s.sqlite", "--jobs", 1]
    swept = assay("sweep", " ".join([*command[:-1], "{e}"]), "--grid", "e=1", *store)
    assert assay(*command).status == swept.status == 3


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([TEMPLATE, "--grid", "sigma=1"], "'k' is only in the command"),
        ([TEMPLATE, "--grid", "sigma=1", "--grid", "k=1", "--grid", "q=1"], "'q' is only in the grid"),
        ([TEMPLATE, "--grid", "sigma=1", "--grid", "sigma=2"], "new name"),
        ([TEMPLATE, "--grid", "sigma"], "NAME=A,B"),
        ([TEMPLATE, "--grid", "sigma=", "--grid", "k=1"], "no values"),
        (["account", "--grid", "k=1"], "'k' is only in the grid"),
        (["account"], "no {name}"),
        (["sweep {k}", "--grid", "k=1"], "begins with 'sweep'"),
        (["nothing {k}", "--grid", "k=1"], "begins with 'nothing'"),
        (["account {k} --nothing", "--grid", "k=1"], "--nothing"),
        (["account 'x{k}", "--grid", "k=1"], "quotation"),
        (["account {k", "--grid", "k=1"], "expected '}'"),
        (["account {k:x}", "--grid", "k=1"], "write {name} alone"),
        (["account {k!q}", "--grid", "k=1"], "write {name} alone"),
        (["account {}", "--grid", "k=1"], "{} without a name"),
        ([TEMPLATE, "--grid", "sigma=1", "--grid", "k=1", "--jobs", "0"], "--jobs"),
    ],
)
def test_bad_input_is_one_line(arguments, words, tmp_path):
    assert words in assay("sweep", *arguments, "--store", tmp_path / "s.sqlite").error
