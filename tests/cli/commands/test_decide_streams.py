"""`assay decide` on programs over streams of any length."""

from __future__ import annotations

import pytest

from tests.cli.command_line import assay

SOURCE = """
import assay
from assay import EPS, decide
from assay.decide import laplace


@assay.program
def above(answers, threshold):
    bar = threshold + laplace(EPS / 2)
    for q in answers:
        if q + laplace(EPS / 4) >= bar:
            return True
        assay.output(False)


@assay.program
def sparse(answers, c):
    bar, seen = laplace(EPS / 2), 0
    for q in answers:
        if q + laplace(EPS / (4 * c)) >= bar:
            assay.output(True)
            seen += 1
            if seen == c:
                return
        else:
            assay.output(False)


@assay.program
def never_stops(answers):
    bar = laplace(EPS / 2)
    for q in answers:
        assay.output(q + laplace(EPS / 2) >= bar)


stream = decide.Stream(above, neighbours="all differ by 1")
"""


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "streams.py"
    path.write_text(SOURCE, encoding="utf-8")
    return str(path)


def test_proved_and_confirmed(source):
    answer = assay("decide", f"{source}:stream", "--recheck")
    assert answer.status == 0
    assert "proved for every length, every real answer and every public parameter" in answer.out
    assert "tight: N = 4 attains 1, N = 3 needs 3/4" in answer.out
    assert "checker: confirms 24 inequalities" in answer.out


def test_refuted_at_a_length(source):
    answer = assay("decide", f"{source}:never_stops", "--neighbours", "all differ by 1")
    assert answer.status == 1
    assert "refuted: at length 3, answers (-1, -1, 1) and (-2, -2, 2)" in answer.out


@pytest.mark.slow
def test_json_holds_the_certificate_or_the_witness(source):
    proved = assay("decide", f"{source}:stream", "--json").json
    assert proved["certificate"]["multiple"] == "1"
    assert proved["tight"] is True
    refuted = assay("decide", f"{source}:never_stops", "--neighbours", "all differ by 1", "--json").json
    assert refuted["length"] == 3
    assert refuted["recheck"]["events"]


def test_every_count(source):
    answer = assay("decide", f"{source}:sparse", "--neighbours", "all differ by 1", "--arg", "c=every")
    assert answer.status == 0
    assert "every whole number c >= 1" in answer.out
    assert "for every eps > 0 the loss of the output" in answer.out


def test_another_relation(source):
    answer = assay("decide", f"{source}:above", "--neighbours", "between 0 and 2", "--epsilon", "2*eps")
    assert answer.status == 0
    assert "c = 3/2" in answer.out
    assert "is not known" in assay("decide", f"{source}:above", "--neighbours", "some").error


def test_a_claim_with_delta_is_refused(source):
    answer = assay("decide", f"{source}:stream", "--delta", "1/10")
    assert answer.status == 2
    assert "streams are decided for delta = 0" in answer.error
    assert "between 0 and x" in assay("decide", f"{source}:above", "--neighbours", "between 0 and x").error


@pytest.mark.slow
def test_the_table_has_rows_for_every_length():
    answer = assay("decide", "--table", "--only", "PartialSum", "--json").json
    rows = {row["program"]: row["verdict"] for row in answer["every_length"]}
    assert rows == {"PartialSum": "proved", "BadPartialSum": "refuted"}


@pytest.mark.slow
def test_a_row_for_every_length_that_is_not_decided_is_no_pass():
    answer = assay("decide", "--table", "--only", "Disclosing", "--json")
    assert [row["verdict"] for row in answer.json["every_length"]] == ["undecided"]
    assert answer.status == 3
