"""`assay bench`: one line an answer, peers that are missing are named with the way to install them."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from itertools import count
from unittest.mock import patch

import pytest

from assay.accounting import Bracket
from assay.budgets.progress import budget, checkpoint
from assay.cli.commands import bench
from assay.cli.commands.bench import quicker, slower
from assay.errors import BudgetExceeded
from assay.mechanisms import discrete_laplace_clamped
from assay.processes.workers import Done
from assay.studies.bench import Row, Task, measure
from assay.studies.bench.kernels import kernel_names
from assay.studies.bench.measure import Peers, _row_of_peer, is_accurate, off, own_answer
from assay.studies.bench.peer_words import NotOffered, Request
from assay.studies.bench.tasks import clamped_distribution, questions, response, tasks
from tests.cli.command_line import assay


def test_one_task_with_whoever_is_there():
    answer = assay("bench", "--only", "response e^eps = 3, k = 1000,", "--json")
    assert answer.status == 0
    (row, *peers) = answer.json["rows"]
    assert row["who"] == "assay"
    assert row["error"] == "exact"
    assert {peer["who"] for peer in peers}.isdisjoint(answer.json["missing"])
    text = assay("bench", "--only", "laplace scale=1, k = 1000, epsilon at delta = 1e-100")
    assert any(line.startswith("  assay") for line in text.out.splitlines()[3:5])
    for name in answer.json["missing"]:
        assert name in text.out
    assert ("pip install 'assay[peers,training]'" in text.out) is bool(answer.json["missing"])


def test_unknown_tasks_are_bad_input():
    error = assay("bench", "--only", "laplace scale=1, k = 1000, one delta").error
    assert "the nearest are 'laplace scale=1, k = 1000, epsilon" in error
    assert len(error) < 600
    for part in ("gaussian", "k = 1000", "noisy bits"):  # as the message says
        assert any(part in name for name in [*(task.name for task in tasks()), *kernel_names()])


def test_errors_are_measured_from_the_nearer_end():
    truth = Bracket(Fraction(1), Fraction(2))
    assert off(1.5, truth) == "inside the interval"
    assert off(4.0, truth) == "+1.00e+00"
    assert off(0.5, truth) == "-5.00e-01 BELOW THE TRUTH"
    assert off(float("nan"), truth) == "off: nan"
    assert off(float("inf"), truth) == "off: inf"


def test_the_clamped_distribution_is_that_of_the_catalogue():
    law = clamped_distribution(10, 3)
    assert sum(law.values()) == 1
    # the catalogue has e^(1/scale) for a rational scale; the shape is the same for any a
    exact = discrete_laplace_clamped(20, 0, 10).distribution(3)
    a = exact[5] / exact[4]
    assert exact[0] == a**3 / (1 + a)
    ours = Fraction(20, 21)
    assert law[0] == ours**3 / (1 + ours)
    assert law[10] == ours**7 / (1 + ours)


def test_nobody_pays_for_the_threads_of_the_one_before():
    """Two pauses in which the process works, and one in which it does not."""
    spent = iter([0, 9_000_000, 9_000_000, 18_000_000, 18_000_000, 18_000_500])
    with (
        patch.object(measure, "process_time_ns", lambda: next(spent)),
        patch.object(measure, "sleep") as pause,
    ):
        measure.settle()
    assert pause.call_count == 3
    busy = count(0, 10_000_000)
    with (
        patch.object(measure, "process_time_ns", lambda: next(busy)),
        patch.object(measure, "sleep") as pause,
    ):
        measure.settle(most=7)
    assert pause.call_count == 7
    with patch.object(measure, "settle") as settled:
        assert measure.best_of(lambda: settled.call_count).answer == 1


def test_rows_are_kept_one_by_one(tmp_path):
    file = tmp_path / "rows.jsonl"
    only = "response e^eps = 3, k = 100000,"
    answer = assay("bench", "--only", only, "--save", str(file), "--json")
    kept = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert kept == answer.json["rows"]
    assert [row["who"] for row in kept] == ["assay"]
    error = assay("bench", "--only", only, "--save", str(tmp_path / "none" / "rows")).error
    assert "cannot be written" in error


@pytest.mark.parametrize("seconds", ["0", "-1", "soon", "nan"])
def test_no_time_for_an_answer_is_bad_input(seconds):
    assert "--each" in assay("bench", "--only", "k = 100000,", "--each", seconds).error


def test_what_takes_too_long_is_a_row_that_fails():
    """The loop would not end."""

    def answer():
        for done in count():
            checkpoint("rounds", done)

    found = own_answer(Task("endless", answer, None), Fraction(1, 100))
    assert isinstance(found, Row)
    assert (found.value, found.accurate) == ("fails", False)
    with pytest.raises(BudgetExceeded), budget(seconds=Fraction(1, 100)):  # that of all rows
        own_answer(Task("endless", answer, None), Fraction(60))


@pytest.mark.parametrize(
    ("status", "value", "expected"),
    [
        ("late", None, "no answer in time"),
        ("died", -9, "its process ended with -9"),
        ("raised", ValueError("a grid"), "ValueError: a grid"),
    ],
)
def test_peers_without_an_answer(status, value, expected):
    row = _row_of_peer(response(2), "peer", Done(None, status, value, 1500), Bracket(1, 2))
    assert (row.value, row.error, row.seconds, row.accurate) == ("fails", expected, 1.5, False)


def test_peers_that_do_not_offer_a_question_have_no_row():
    assert _row_of_peer(response(2), "peer", Done(None, "raised", NotOffered(), 1), Bracket(1, 2)) is None


@pytest.mark.slow
def test_a_peer_whose_process_was_ended_is_asked_again():
    """The library does not exist, so that every answer is an error."""
    with Peers(["nobody"], Fraction(30)) as peers:
        first = peers.ask("nobody", Request("gaussian", 2, delta=1e-3))
        assert (first.status, type(first.value)) == ("raised", KeyError)
        peers._workers["nobody"].end()
        assert peers.ask("nobody", Request("gaussian", 2, delta=1e-3)).status == "raised"


def test_a_ratio_is_by_the_clock_that_favours_the_peer():
    own = Row("t", "assay", 1.0, 2.0, "1", "exact")
    assert slower(Row("t", "peer", 30.0, 30.0, "1", ""), own) == 15
    assert slower(Row("t", "peer", 10.0, 30.0, "1", ""), own) == 10
    assert slower(Row("t", "peer", 10.0, 30.0, "1", ""), own, busy=True) == 15


@pytest.mark.parametrize(("load", "busy"), [(1.9, False), (2.0, False), (2.1, True)])
def test_wall_time_does_not_count_where_others_work(load, busy):
    with (
        patch.object(bench.os, "getloadavg", lambda: (0.0, load, 9.0)),
        patch.object(bench.os, "cpu_count", lambda: 2),
    ):
        assert bench.is_busy() is busy


@pytest.mark.slow
def test_the_memory_of_a_kernel_is_its_own():
    """A large parent does not count."""
    code = (
        "from concurrent.futures import ProcessPoolExecutor\n"
        "from multiprocessing import get_context\n"
        "from assay.studies.bench.kernels import peak_megabytes\n"
        "if __name__ == '__main__':\n"
        "    ballast = b'x' * 400_000_000\n"
        "    own = peak_megabytes()\n"
        "    with ProcessPoolExecutor(1, mp_context=get_context('spawn')) as pool:\n"
        "        print(own, pool.submit(peak_megabytes).result(), len(ballast))\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    own, childs, _ = map(int, ran.stdout.split())
    assert own > 380
    assert childs < 200


@pytest.mark.slow
def test_a_kernel_is_timed_in_a_process_of_its_own_beside_the_reference():
    answer = assay("bench", "--only", "two values on 12 bits, all 16,773,120 pairs: epsilon", "--json")
    assert answer.json["rows"] == []
    (row,) = answer.json["kernels"]
    assert row["basis"] == "extrapolated from size 6 and 7 to 12"
    assert row["ratio"] == row["reference"] / row["processor"]
    assert 20 < row["megabytes"] < 2048


def test_rows_where_a_peer_is_quicker_are_named():
    own = Row("a question", "assay", 1.0, 1.0, "1", "exact")
    slow, quick, wrong, loose = (
        Row("a question", who, spent, spent, value, "+1e-3", accurate=accurate)
        for who, spent, value, accurate in (
            ("slow", 2.0, "1", True),
            ("quick", 0.5, "1", True),
            ("wrong", 0.1, "fails", False),
            ("loose", 0.1, "2", False),
        )
    )
    none = "No peer that is as accurate is quicker.\n"
    assert quicker([own, slow, wrong]) == none
    assert "quick, 0.5x" in quicker([own, slow, quick, wrong])
    assert "wrong" not in quicker([own, slow, quick, wrong])
    assert quicker([own, slow, loose]).startswith(none)
    assert "loose, 0.1x" in quicker([own, slow, loose]).removeprefix(none)
    assert quicker([own]) == ""


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0.9, False), (1.0, True), (1.5, True), (3.0, True), (3.1, False), (0.0, True), (-0.1, False)],
)
def test_a_peer_is_as_accurate_where_it_is_no_farther_off_than_the_interval_is_wide(value, expected):
    truth = Bracket(Fraction(1), Fraction(2)) if value not in (0.9,) else Bracket(Fraction(1), Fraction(1))
    assert is_accurate(value, truth) is expected


def test_infinity_is_accurate_where_it_is_the_truth():
    assert is_accurate(float("inf"), Bracket.infinity())
    assert not is_accurate(1e308, Bracket.infinity())
    assert not is_accurate(float("inf"), Bracket(Fraction(1), Fraction(2)))
    assert not is_accurate(float("nan"), Bracket(Fraction(1), Fraction(2)))


def test_every_row_is_answered_as_narrowly_as_it_says():
    """And a peer is asked the same question, in floats."""
    for task in questions():
        assert task.request is None or task.request().mechanisms
    answer = questions()[0].answer()
    assert Fraction("0.02498983988") <= answer.upper
    assert answer.lower <= Fraction("0.02498983989")
