"""`assay explain`: text, JSON, a page, and every bad input."""

from __future__ import annotations

import pytest

from tests.cli.command_line import ALMOST_RANDOM, assay, assay_afresh, write


@pytest.fixture
def path(tmp_path):
    return write(tmp_path, ALMOST_RANDOM)


def test_a_refuted_claim(path):
    answer = assay("explain", path, "--epsilon", "1")
    assert answer.status == 1
    assert answer.out.startswith("REFUTED: ")
    assert "line 5: return flip" in answer.out or "return flip" in answer.out
    assert answer.err == ""


def test_a_claim_that_holds_is_computed_again_in_a_fresh_process(path):
    answer = assay_afresh("explain", path, "--epsilon", "ln 3")
    assert answer.status == 0
    assert answer.out.startswith("VERIFIED: ")
    counting = write(path.parent, COUNTS, "counting.py")
    assert assay_afresh("explain", counting, "--epsilon", "5").status != 0


COUNTS = """
import os
SEEN = os.environ.setdefault("ASSAY_TEST_SEEN", str(os.getpid())) == str(os.getpid())

@program
def counts(b):
    return b if flip("1/2") else SEEN
m = Mechanism(counts, [False, True], adjacency.all_pairs())
"""


def test_without_a_claim_and_as_json(path):
    assert assay("explain", path).status == 0
    answer = assay("explain", path, "--json")
    assert answer.json["verdict"] is None
    assert answer.json["smallest_epsilon"]["exact"] == "ln(3)"


def test_a_page(path):
    page = path.parent / "why.html"
    plain, written = assay("explain", path), assay("explain", path, "--page", page)
    assert plain == written
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_the_answer_comes_before_the_page_whatever_that_raises(path, monkeypatch):
    def fails(title, value):
        raise ZeroDivisionError("drawn")

    monkeypatch.setattr("assay.notebook.page", fails)
    answer = assay("explain", path, "--epsilon", "1", "--page", path.parent / "why.html")
    assert (answer.status, answer.out.startswith("REFUTED")) == (1, True)
    assert answer.err == "assay: warning: no page: drawn\n"


def test_a_page_that_cannot_be_written_loses_nothing(path):
    page = path.parent / "why.html"
    page.mkdir()
    answer = assay("explain", path, "--epsilon", "1", "--page", page)
    assert answer.status == 1
    assert answer.out.startswith("REFUTED")
    assert answer.err.startswith("assay: warning: no page: ")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["--page", "why.txt"], "does not end in .html"),
        (["--page", "nowhere/why.html"], "create it first"),
        (["--epsilon", "0.1x"], "epsilon"),
        (["--delta", "2"], "--delta"),
        (["--max-states", "-1"], "--max-states"),
    ],
)
def test_bad_input(path, arguments, problem):
    assert problem in assay("explain", path, *arguments).error


def test_what_does_not_end_in_time(path):
    answer = assay(
        "explain", write(path.parent, FOREVER, "forever.py"), "--epsilon", "1", "--max-states", "50"
    )
    assert answer.status in (2, 3)
    assert "Traceback" not in answer.err


FOREVER = """
@program
def forever(x):
    n = 0
    while flip("1/2"):
        n = n * n + x + 1
    return n
m = Mechanism(forever, [0, 1], adjacency.all_pairs())
"""
