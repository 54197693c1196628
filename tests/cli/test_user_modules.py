"""The user's files are imported as Python would, with their own tracebacks and prints."""

from __future__ import annotations

import os
import sys

import pytest

from assay.cli.user_modules import load_file
from tests.cli.command_line import ALMOST_RANDOM, assay, write


def test_files_that_are_not_there(tmp_path):
    assert "missing.py does not exist" in assay("audit", tmp_path / "missing.py").error
    assert "is a folder" in assay("audit", f"{tmp_path}/").error
    assert "no file and no module 'no_such_module'" in assay("audit", "no_such_module").error
    assert "neither a file nor a module name" in assay("audit", "no-such-module").error
    assert "no file and no module 'assay.examples.none'" in assay("audit", "assay.examples.none").error


@pytest.mark.parametrize(
    ("source", "headline", "own_lines"),
    [
        ("def helper():\n    return 1 / 0\nhelper()\n", "ZeroDivisionError: division by zero", [2, 3]),
        ("def f(:\n", "SyntaxError", [1]),
        ("import no_such_module\n", "ModuleNotFoundError: No module named 'no_such_module'", [1]),
        ("import sys\nsys.exit(0)\n", "SystemExit: 0", [2]),
        ("import os\nos._exit(0)\n", "SystemExit: os._exit(0)", [2]),
        ("import posix\nposix._exit(0)\n", "SystemExit: os._exit(0)", [2]),
        ("raise ValueError('two\\nlines')\n", "ValueError: two lines", [1]),
    ],
)
def test_a_file_that_does_not_import(tmp_path, source, headline, own_lines):
    path = tmp_path / "broken.py"
    path.write_text(source, encoding="utf-8")
    answer = assay("audit", path)
    assert (answer.status, answer.out) == (2, "")
    *trace, last = answer.err.splitlines()
    assert last.startswith(f"assay: error: {path} does not import: {headline}")
    assert last.endswith("(its traceback is above)")
    shown = [line for line in trace if line.lstrip().startswith("File ")]
    assert len(shown) == len(own_lines)
    for line, number in zip(shown, sorted(own_lines, reverse=len(own_lines) > 1), strict=True):
        assert f'File "{path}", line {number}' in line


def test_a_file_that_cannot_be_decoded(tmp_path):
    path = tmp_path / "latin.py"
    path.write_bytes(b"x = '\xe9'\n")
    answer = assay("audit", path)
    assert (answer.status, answer.out) == (2, "")
    assert "does not import: SyntaxError" in answer.err


def test_an_exception_in_the_audited_code_keeps_its_own_traceback(tmp_path):
    path = write(
        tmp_path,
        "@program\ndef p(b):\n    return {}['gone'] if flip('1/2') else 1\n"
        "m = Mechanism(p, [False, True], adjacency.all_pairs())\n",
    )
    answer = assay("audit", path)
    assert (answer.status, answer.out) == (2, "")
    assert f'File "{path}", line 4, in p' in answer.err
    assert "search.py" not in answer.err
    assert answer.err.splitlines()[-1] == (
        f"assay: error: {path}:4: the audited code raised KeyError: 'gone' (its traceback is above)"
    )


def test_prints_of_the_file_do_not_reach_standard_output(tmp_path):
    path = write(tmp_path, "print('importing')\n" + ALMOST_RANDOM)
    answer = assay("audit", path, "--json")
    assert answer.err == "importing\n"
    assert answer.json["exit_status"] == 0


def test_a_file_imports_its_neighbours(tmp_path):
    (tmp_path / "neighbour_of_audited.py").write_text("P = '1/3'\n", encoding="utf-8")
    path = write(tmp_path, "from neighbour_of_audited import P\n" + ALMOST_RANDOM.replace('"1/2"', "P"))
    before = list(sys.path)
    assert assay("audit", path).status == 0
    assert sys.path == before


def test_a_file_named_like_a_module_of_the_standard_library(tmp_path):
    path = write(tmp_path, ALMOST_RANDOM, "json.py")
    import json

    assert assay("audit", path, "--json").json["exit_status"] == 0
    assert sys.modules["json"] is json


def test_dataclasses_of_the_file_work(tmp_path):
    path = write(
        tmp_path,
        "from __future__ import annotations\nfrom dataclasses import dataclass\n"
        "@dataclass(frozen=True)\nclass Out:\n    b: bool\n"
        "m = Mechanism(lambda b: Dist.bernoulli('1/3').map(Out), [0, 1], adjacency.all_pairs())\n",
    )
    path.write_text(path.read_text(encoding="utf-8").removeprefix("from assay import *\n"), encoding="utf-8")
    text = path.read_text(encoding="utf-8").replace(
        "from dataclasses", "from assay import *\nfrom dataclasses"
    )
    path.write_text(text, encoding="utf-8")
    answer = assay("audit", path)
    assert answer.status == 0, answer.err


def test_a_file_that_changes_within_a_second_is_read_as_it_is(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    path = tmp_path / "changing.py"
    for number in (1, 2):
        path.write_text(f"number = {number}\n", encoding="utf-8")
        os.utime(path, (1_700_000_000, 1_700_000_000))  # as if it were written in the same second
        monkeypatch.delitem(sys.modules, "changing", raising=False)
        assert load_file(str(path)).number == number
