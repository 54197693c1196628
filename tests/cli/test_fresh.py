"""`assay audit` computes some rows again in a fresh process, with another hash seed."""

from __future__ import annotations

import sys

import pytest

from assay import Dist
from assay.cli.fresh import row_of, text_of
from tests.cli.command_line import assay_afresh as assay

FILE = """
from assay import Mechanism, Dist, adjacency, flip, program
import os, sys
from pathlib import Path

@program
def response(x): return x if flip("3/4") else 1 - x
m = Mechanism(response, [0, 1], adjacency.all_pairs())

NAMES = {str(n) for n in range(40)}
def ordered(x): return Dist.point("".join(NAMES))
o = Mechanism(ordered, [0, 1], adjacency.all_pairs())

COUNT = Path(__file__).with_name("loads.txt")
SEED = len(COUNT.read_text()) if COUNT.exists() else 0
COUNT.write_text("1" * (SEED + 1))
def seeded(x): return Dist.point(SEED)
s = Mechanism(seeded, [0, 1], adjacency.all_pairs())

def sets(x): return Dist({frozenset({"a", "b", "c"}): "3/4", frozenset({"d"}): "1/4"})
z = Mechanism(sets, ["a", "b"], adjacency.all_pairs())
"""


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.setattr("assay.cli.fresh.SECONDS", 300)  # a machine with much to do is slower
    path = tmp_path / "audited.py"
    path.write_text(FILE)
    yield path
    for name in [name for name in sys.modules if name.endswith("audited")]:
        del sys.modules[name]


@pytest.mark.parametrize("name", ["m", "z"])
def test_the_same_rows_leave_the_verdict_as_it_is(file, name):
    assert assay("audit", f"{file}:{name}", "--epsilon", "2").status == 0


@pytest.mark.parametrize(
    ("name", "why"), [("o", "the order of a set"), ("s", "fresh process with another hash seed")]
)
def test_another_row_in_another_process_is_an_error(file, name, why):
    answer = assay("audit", f"{file}:{name}", "--epsilon", "2")
    assert answer.status == 2
    assert why in answer.err


def test_a_claim_that_fails_is_not_computed_again(file, monkeypatch):
    monkeypatch.setattr("assay.cli.commands.audit.check_in_fresh_process", None)
    assert assay("audit", f"{file}:m", "--epsilon", "1/2").status == 1


def test_text_of_inputs_and_rows_is_the_same_in_every_process():
    assert text_of(frozenset({"b", "a"})) == text_of(frozenset({"a", "b"}))
    assert text_of((1, True)) != text_of((1, 1))
    assert text_of(object()) is None
    assert row_of(Dist({0: "1/4", 1: "3/4"})) == row_of(Dist({1: "3/4", 0: "1/4"}))
    assert row_of(Dist({0: "1/4", 1: "3/4"})) != row_of(Dist({0: "3/4", 1: "1/4"}))
