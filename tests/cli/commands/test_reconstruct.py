"""`assay reconstruct`: what it prints, and what it refuses."""

from __future__ import annotations

import pytest

from assay.attacks.reconstruction_blocks import block_answers
from tests.cli.command_line import assay


def test_what_to_expect():
    answer = assay("reconstruct", "--n", 100, "--error", 2)
    assert answer.status == 0
    assert "100 queries" in answer.out
    assert "at most 100, which is no bound" in answer.out
    found = assay("reconstruct", "--n", 1001, "--error", "1/2", "--trials", 2, "--json").json
    assert found["wrong_rows_at_most"] < 1001
    assert found["expected_fraction_right"] == "1"
    assert found["simulation"] == {"seed": 1, "trials": 2, "fraction_right": "1"}


def test_what_is_too_large_for_the_exact_value_still_has_its_bound():
    found = assay("reconstruct", "--n", 2**13, "--error", 20, "--trials", 1)
    assert "not computed" in found.out
    assert "at most 6401" in found.out


def test_queries_and_answers(tmp_path):
    rows = (1, 0, 1, 1, 0)
    queries = assay("reconstruct", "--n", 5, "--queries").out.split()
    answers = [sum(int(q) * bit for q, bit in zip(line, rows, strict=True)) for line in queries]
    assert tuple(answers) == block_answers(rows)
    file = tmp_path / "answers"
    file.write_text(" ".join(f"{a}.1" for a in answers))
    answer = assay("reconstruct", "--n", 5, "--answers", file, "--error", "1/10")
    assert answer.out == "10110\nat most 0 of 5 rows are wrong if every answer is within 1/10 of the truth\n"
    assert assay("reconstruct", "--n", 5, "--answers", file, "--json").json["rows"] == "10110"
    assert assay("reconstruct", "--n", 5, "--queries", "--json").json["queries"] == queries


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "--n"),
        (["--n", "0"], "--n '0'"),
        (["--n", "5", "--error", "-1"], "error = -1"),
        (["--n", "5", "--error", "x"], "--error"),
        (["--n", "5", "--trials", "0"], "--trials"),
        (["--n", "5", "--answers", "no-such-file"], "cannot be read"),
        (["--n", "5", "--queries", "--answers", "f"], "exclude each other"),
    ],
)
def test_it_refuses(arguments, message):
    answer = assay("reconstruct", *arguments)
    assert answer.status == 2
    assert message in answer.error


def test_answers_of_another_number_are_refused(tmp_path):
    file = tmp_path / "answers"
    file.write_text("1 2")
    assert "there are 5 queries" in assay("reconstruct", "--n", 5, "--answers", file).error
    file.write_text("1 2 3 4 five")
    assert "answers[4]" in assay("reconstruct", "--n", 5, "--answers", file).error
