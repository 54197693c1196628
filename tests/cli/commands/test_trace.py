"""`assay trace`: the game, the bound, bad input."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assay.attacks.tracing_bound_sharper import sharper_bound
from tests.cli.command_line import assay


def test_the_game_without_noise_is_won():
    answer = assay("trace", "--users", "3", "--trials", "6", "--seed", "2")
    assert answer.status == 0
    assert answer.out.startswith("simulation, seed 2, 6 trials, joint confidence 99/100\nn = 3, d = 1327,")
    found = assay("trace", "--users", "3", "--trials", "6", "--seed", "2", "--json").json
    assert found["simulation"] is True
    assert found["traced"].startswith("6/6 ")
    assert found["falsely"].startswith("0/6 ")


@pytest.mark.slow
def test_the_bound_shows_its_last_exclusion():
    answer = assay("trace", "--lower-bound", "10000")
    assert answer.out.splitlines()[0] == ("d = 10000 marginals with average error 1/10, (1, 0)-DP: n >= 3731")
    assert "n = 3730 is excluded with 1 users, 3730 copies each, accuracy 1/8, threshold " in answer.out
    found = assay("trace", "--lower-bound", "1000", "--delta", "1/1000000", "--json").json
    assert found["rows"] == sharper_bound(1000, 1, "1/1000000").rows > 30
    assert Fraction(found["last"]["traced_at_least"]) > Fraction(found["last"]["protected_at_most"])
    assert assay("trace", "--lower-bound", "10", "--json").json["last"] is None


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["trace", "--users", "0"], "--users '0'"),
        (["trace", "--noise", "laplace", "--delta", "1/2"], "delta = 1/2"),
        (["trace", "--noise", "gaussian"], "0 < delta < 1"),
        (["trace", "--lower-bound", "0"], "--lower-bound '0'"),
        (["trace", "--lower-bound", "10", "--delta", "1"], "0 <= delta < 1"),
        (["trace", "--lower-bound", "10", "--error", "1"], "0 < gamma < 1"),
        (["trace", "--trials", "0"], "--trials '0'"),
    ],
)
def test_bad_input_is_one_line_that_names_the_condition(arguments, message):
    assert message in assay(*arguments).error
