"""Budgets: past them the answer is exit 3, with what is known so far."""

from __future__ import annotations

import gc
import os
import re
import signal
from argparse import Namespace
from contextlib import suppress

import pytest

from assay import ln, number
from assay.attacks import tracing, tracing_bound_sharper
from assay.cli import main
from assay.cli.command import discover
from assay.cli.commands import compose
from assay.cli.commands.compose import delta_of
from assay.cli.limits import LIMITED, Alarm, as_asked, until_spent
from assay.errors import BudgetExceeded
from assay.exact import log_value
from assay.utility import histogram_risk, marginals_table
from assay.utility.marginals import worst_error
from tests.cli.command_line import ALMOST_RANDOM, assay, write

MANY_PATHS = """
@program
def many(x):
    return sum(flip("1/2") << i for i in range(40)) + x

m = Mechanism(many, [0, 1], adjacency.all_pairs())
"""

ENDLESS = """
@program
def endless(x):
    n = 0
    while flip("1/2"):
        n += 1
    return n == 0 or x

m = Mechanism(endless.within(max_steps=60), [False, True], adjacency.all_pairs())
"""

NEVER_DRAWS = """
@program
def stuck(x):
    while True:
        try:
            while x:
                pass
            return 0
        except Exception:
            pass

m = Mechanism(stuck, [0, 1], adjacency.all_pairs())
"""

SWALLOWS = """
def swallow(x):
    try:
        while x:
            pass
    except:
        pass
    return Dist.point(0)

m = Mechanism(swallow, [0, 1], adjacency.all_pairs())
"""


def test_states(tmp_path):
    path = write(tmp_path, MANY_PATHS)
    answer = assay("audit", path, "--max-states", "100")
    assert (answer.status, answer.err) == (3, "")
    assert answer.out.startswith("UNDECIDED: ")
    assert "the budget of 100 states is spent" in answer.out
    assert "  smallest epsilon at delta = 0  at least 0\n" in answer.out
    judged = assay("audit", path, "--max-states", "100", "--epsilon", "1")
    assert (judged.status, judged.err) == (3, "")
    assert judged.out.startswith("UNDECIDED whether many is (1, 0)-differentially private: ")


ENOUGH = ["--max-states", "99", "--timeout", "60"]


def test_a_budget_that_suffices_changes_nothing(tmp_path):
    path = write(tmp_path, ALMOST_RANDOM)
    for options in ([], ["--epsilon", "ln 3"]):
        free, limited = (assay("audit", path, *options, *more) for more in ([], ENOUGH))
        assert free == limited
    free, limited = (assay("audit", path, "--json", *more).json for more in ([], ENOUGH))
    assert free == limited


def test_an_endless_program_is_bounded(tmp_path):
    path = write(tmp_path, ENDLESS)
    answer = assay("audit", path, "--json")
    assert answer.status == 3
    measures = answer.json["measures"]
    least = number(measures["total_variation"]["known"]["at least"]["exact"])
    assert number("1/2") - number("1/2") ** 50 < least < number("1/2")
    assert log_value(measures["epsilon"]["known"]["at least"]["exact"]) > 50 * ln(2)
    (obstacle,) = answer.json["obstacles"]
    assert number(obstacle["known"]["largest open mass"]["exact"]) <= number("1/2") ** 50


def test_an_endless_program_is_bounded_for_every_epsilon(tmp_path):
    path = write(tmp_path, ENDLESS.replace('flip("1/2")', "flip(1 / (1 + exp(EPS)))"))
    measured, judged = assay("audit", path), assay("audit", path, "--epsilon", "eps")
    assert (measured.status, measured.err) == (3, "")
    assert (judged.status, judged.err) == (1, "")
    assert "  P[M(x) in S]                     at least [" in judged.out
    assert "characters, in full with --json]" in judged.out


def test_bounds_are_enough_to_refute_and_to_verify(tmp_path):
    path = write(tmp_path, ENDLESS)
    refuted = assay("audit", path, "--epsilon", "20", "--delta", "1/4", "--json")
    assert refuted.status == 1
    assert refuted.json["verdict"]["witness"]["bounds"] is True
    verified = assay("audit", path, "--epsilon", "1", "--delta", "51/100", "--json")
    assert verified.status == 0
    assert verified.json["verdict"]["tight"] is None
    assert assay("audit", path, "--epsilon", "0", "--delta", "1/2").status == 0
    undecided = assay("audit", path, "--epsilon", "45", "--delta", "1/4", "--json")
    assert undecided.status == 3


def test_a_delta_that_is_known_to_do_stands_where_the_smallest_is_unknown(tmp_path):
    path = write(tmp_path, ENDLESS)
    undecided = assay("audit", path, "--epsilon", "45", "--delta", "1/4")
    assert undecided.status == 3
    assert re.search(r"^  smallest delta at epsilon = 45 +at most 1/2 +0.5$", undecided.out, re.MULTILINE)


def test_a_difference_that_the_digits_do_not_show_is_told(tmp_path):
    source = (
        "p, q = number('1/2') + number('1/10')**40, number('1/2')\n"
        "m = Mechanism({0: {0: p, 1: 1 - p}, 1: {0: q, 1: 1 - q}}, [0, 1], adjacency.all_pairs())"
    )
    answer = assay("audit", write(tmp_path, source), "--epsilon", "0")
    assert answer.status == 1
    assert "  the first is larger by           " in answer.out


def test_a_bound_is_rounded_to_the_safe_side(tmp_path):
    answer = assay("audit", write(tmp_path, ENDLESS))
    assert (
        "  total variation                at least 288230376151711743/576460752303423488  0.499999999999999\n"
        in answer.out
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "source", [MANY_PATHS, NEVER_DRAWS, SWALLOWS], ids=["many", "never draws", "swallows"]
)
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_time(tmp_path, source):
    path = write(tmp_path, source)
    for options in ([], ["--epsilon", "1"]):
        answer = assay("audit", path, "--timeout", "0.2", *options)
        assert (answer.status, answer.err) == (3, ""), answer
        assert answer.out.startswith("UNDECIDED")
        first = answer.out.splitlines()[0]
        assert "more" in first or (source == NEVER_DRAWS and "forever" in first)
    gc.collect()  # a file that the alarm interrupted is closed, with a warning


def test_a_violation_found_within_the_budget_still_refutes(tmp_path):
    path = write(
        tmp_path,
        "import itertools\n"
        "from assay.budgets.progress import spend\n"
        "def slow(x):\n"
        "    if x == 2:\n"
        "        for _ in itertools.count():\n"
        "            spend()\n"
        "    return Dist.point(x)\n"
        "m = Mechanism(slow, [0, 1, 2], adjacency.all_pairs())",
    )
    answer = assay("audit", path, "--max-states", "10000", "--epsilon", "1", "--json")
    assert answer.status == 1, answer
    assert answer.json["verdict"]["witness"]["inputs"] == ["0", "1"]
    assert answer.json["measures"]["profile"]["unknown"]


@pytest.mark.parametrize("name", sorted(discover()))
def test_every_command_has_a_time_limit(name, capsys):
    with pytest.raises(SystemExit):
        main([name, "--help"])
    assert "  --timeout S " in capsys.readouterr().out


def test_rows_that_are_finished_are_shown_where_a_budget_ends():
    answer = assay("minimax", "--n", "1", "40", "--k", "4", "--epsilon", "1")
    assert answer.status == 3
    assert answer.out.splitlines()[1].split()[:3] == ["1", "4", "1"]
    assert "undecided beyond: 12341 inputs" in answer.out


def test_a_command_that_has_no_limit_of_its_own_is_stopped():
    answer = assay("trace", "--users", "200", "--timeout", "1/10")
    assert (answer.status, answer.out) == (3, "")
    assert answer.err.startswith("assay: undecided: the time budget")
    assert "--timeout" in assay("trace", "--timeout", "0").error


def test_proof_scripts_stop_at_the_limit_with_what_was_run(tmp_path):
    answer = assay("prove", "--timeout", "1/1000")
    assert answer.status == 3
    assert answer.err.startswith("assay: undecided: the time budget")
    assert "were run\n" in answer.err


def test_code_that_swallows_the_alarm_does_not_answer_where_a_command_is_stopped_from_outside(tmp_path):
    path = write(tmp_path, SWALLOWS)
    answer = assay("compose", path, "--count", "2", "--epsilon", "1", "--timeout", "1/2")
    assert (answer.status, answer.out) == (3, "")
    assert answer.err.startswith("assay: undecided: the time budget")


def test_an_alarm_that_was_swallowed_leaves_nothing_known():
    def swallowed_once():
        with suppress(Alarm):
            os.kill(os.getpid(), signal.SIGALRM)
        yield "found after the alarm was swallowed"
        os.kill(os.getpid(), signal.SIGALRM)

    found: list[str] = []
    options = Namespace(timeout="60", **{LIMITED: True})
    with pytest.raises(BudgetExceeded, match="is spent"), as_asked(options):
        until_spent(swallowed_once(), found)


def test_an_alarm_that_is_seen_leaves_what_is_known():
    def rows():
        yield "in time"
        os.kill(os.getpid(), signal.SIGALRM)

    found: list[str] = []
    with as_asked(Namespace(timeout="60", **{LIMITED: True})):
        assert "the time budget is spent" in str(until_spent(rows(), found))
    assert found == ["in time"]


def after(calls, function, error):
    """The function, so many times; then the error."""
    left = iter(range(calls))

    def limited(*args, **options):
        if next(left, None) is None:
            raise error
        return function(*args, **options)

    return limited


@pytest.mark.parametrize("error", [BudgetExceeded("the time budget ran out"), Alarm()])
def test_finished_rows_of_marginals_are_shown(monkeypatch, tmp_path, error):
    monkeypatch.setattr(marginals_table, "worst_error", after(3, marginals_table.worst_error, error))
    path = tmp_path / "errors.svg"
    answer = assay("marginals", "--d", "1", "16", "--n", "1000", "--plot", path)
    assert answer.status == 3
    assert answer.out.splitlines()[2].split()[:2] == ["1", "0.0013863"]
    assert answer.out.splitlines()[3].startswith("undecided beyond: the time budget")
    assert path.is_file()
    monkeypatch.setattr(marginals_table, "worst_error", after(3, worst_error, error))
    found = assay("marginals", "--d", "1", "16", "--json").json
    assert [row["d"] for row in found["rows"]] == [1]
    assert "time budget" in found["undecided"]
    nothing = assay("marginals", "--d", "16")
    assert (nothing.status, nothing.out) == (3, "")


def test_rows_that_are_excluded_in_time_are_a_bound(monkeypatch):
    spent = BudgetExceeded("the time budget ran out")
    full = assay("trace", "--lower-bound", "100")
    assert full.status == 0
    monkeypatch.setattr(
        tracing_bound_sharper._Case, "proof", after(5, tracing_bound_sharper._Case.proof, spent)
    )
    answer = assay("trace", "--lower-bound", "100")
    assert answer.status == 3
    first, last, why = answer.out.splitlines()
    assert first.endswith("n >= 6")
    assert last.startswith("n = 5 is excluded with ")
    assert why == "undecided whether more rows are needed: the time budget ran out"
    assert int(full.out.splitlines()[0].rpartition(" ")[2]) > 6
    nothing = assay("trace", "--lower-bound", "100", "--json")
    assert (nothing.status, nothing.out) == (3, "")


COINS = """
answers = {(): Dist.bernoulli("1/4"), ("r",): Dist.bernoulli("1/2")}
m = Mechanism(answers, [(), ("r",)], adjacency.add_remove_one(), name="presence")
"""


def test_directions_that_are_composed_in_time_are_shown(monkeypatch, tmp_path):
    path, spent = write(tmp_path, COINS), BudgetExceeded("the time budget ran out")
    question = ("compose", path, "--count", "3", "--epsilon", "ln 2")
    full = assay(*question, "--json").json["directions"]
    (one, known), (other, _) = full.items()
    monkeypatch.setattr(compose, "delta_of", after(1, compose.delta_of, spent))
    answer = assay(*question)
    assert answer.status == 3
    reason, first, second = answer.out.splitlines()
    assert reason == "UNDECIDED: the time budget ran out"
    assert first.split()[0] == one
    assert first.endswith(known["at most"])
    assert second.split() == [other, *["delta", "at", "epsilon", "=", "ln", "2", "not", "finished"]]
    monkeypatch.setattr(compose, "delta_of", after(1, delta_of, spent))
    found = assay(*question, "--json").json["directions"]
    assert found == {one: {key: known[key] for key in found[one]}}


def test_what_a_histogram_knows_in_time_is_shown(monkeypatch, tmp_path):
    spent = BudgetExceeded("the time budget ran out")
    question = ("histogram", "--counts", "20", "0x2", "30", "--trials", "3")
    full = assay(*question).out.splitlines()
    monkeypatch.setattr(histogram_risk, "projected_loss", after(1, histogram_risk.projected_loss, spent))
    answer = assay(*question, "--plot", tmp_path / "losses.svg")
    assert answer.status == 3
    lines = answer.out.splitlines()
    assert lines[2].split() == full[2].split()
    assert lines[3].split() == full[3].split()
    assert lines[4].split()[:-2] == full[4].split()[:-1]
    assert [line.split("  ")[-1] for line in lines[4:7]] == ["not finished"] * 3
    assert lines[7:-1] == full[7:]
    assert lines[-1] == "undecided beyond: the time budget ran out"
    assert not [*tmp_path.iterdir()]
    found = assay(*question, "--json")
    assert (found.status, found.json["expected_loss"], found.json["undecided"]) == (3, [], str(spent))


@pytest.mark.parametrize("error", [BudgetExceeded("the time budget ran out"), Alarm()])
def test_rounds_of_the_game_that_were_played_are_shown(monkeypatch, error):
    words, drawn = ("trace", "--users", "2", "--length", "60"), tracing.draw_database
    full = assay(*words, "--trials", "3")
    monkeypatch.setattr(tracing, "draw_database", after(3, drawn, error))
    answer = assay(*words, "--trials", "7")
    assert (full.status, answer.status) == (0, 3)
    *rows, why = answer.out.splitlines()
    assert rows == full.out.splitlines()
    assert why.startswith("stopped after 3 of 7 rounds: the time budget")
    monkeypatch.setattr(tracing, "draw_database", after(2, drawn, error))
    told = assay(*words, "--json").json
    assert told["trials"] == 2
    assert "time budget" in told["undecided"]
    nothing = assay(*words)
    assert (nothing.status, nothing.out) == (3, "")
