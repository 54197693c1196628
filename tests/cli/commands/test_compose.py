"""`assay compose`: adaptively chosen rounds on the command line."""

from __future__ import annotations

import pytest

from assay.exact import ln, number
from tests.cli.command_line import assay, write

SOURCE = """
answers = {(): Dist.bernoulli("1/4"), ("r",): Dist.bernoulli("1/2")}
presence = Mechanism(answers, [(), ("r",)], adjacency.add_remove_one(), name="presence")
bits = {x: Dist.bernoulli(p) for x, p in enumerate(("1/2", "3/4"))}
rare = Dist({False: "99/100", True: "1/100"})
several = Mechanism(bits | {2: Dist.point(False), 3: rare}, range(4),
                    adjacency.explicit([(0, 1), (3, 2)], symmetric=False), name="several")
steps = Mechanism({0: {-1: "1/4", 0: "1/4", 1: "1/2"}, 1: {-1: "1/2", 0: "1/4", 1: "1/4"}}, [0, 1],
                  adjacency.all_pairs(), name="steps")
one = Mechanism({("a",): Dist.point(0), ("b",): Dist.point(1)}, [("a",), ("b",)], adjacency.replace_one())

@program
def asked(x):
    return x
"""


@pytest.fixture
def file(tmp_path):
    return write(tmp_path, SOURCE)


def test_directions_apart(file):
    answer = assay("compose", f"{file}:presence", "--count", 3, "--epsilon", "ln 2", "--json")
    assert answer.status == 0
    found = answer.json
    remove, add = (found["directions"][d] for d in ("remove", "add"))
    assert remove["dominating"] == "attained by (('r',), ()) at every epsilon"
    # by hand: 3 times Bernoulli(1/2) against 3 times Bernoulli(1/4), and the other way round
    assert number(remove["exact"]) == (1 - 2 * number("1/8")) / 8 + 3 * (1 - 2 * number("3/8")) / 8
    assert number(add["exact"]) == number("27/64") - 2 * number("1/8")
    larger = max((remove, add), key=lambda value: number(value["exact"]))
    assert found["delta"] == {key: larger[key] for key in ("exact", "at least", "at most")}
    assert found["attained"] is True
    assert (found["mechanism"], found["rounds"], found["epsilon"]) == ("presence", 3, "ln 2")


def test_epsilon_at_a_delta_sampled(file):
    answer = assay("compose", f"{file}:presence", "--count", 1, "--rate", "1/2", "--delta", 0)
    assert answer.status == 0
    # (3/8, 5/8) against (1/4, 3/4)
    assert answer.out == (
        "1 x presence, Poisson-sampled at rate 1/2, adaptively chosen: epsilon at delta = 0\n"
        f"  ln(3/2) ~ {ln('3/2').upper(15)}  attained\n"
        f"  remove  ln(3/2) ~ {ln('3/2').upper(15)}\n"
        "          dominating pair attained by (('r',), ()) at every epsilon\n"
        f"  add     ln(6/5) ~ {ln('6/5').upper(15)}\n"
        "          dominating pair attained by ((), ('r',)) at every epsilon\n"
    )


def test_a_constructed_pair_and_the_game(file):
    asked = ("compose", f"{file}:several", "--count", 2, "--epsilon", "ln 2", "--json")
    bound, game = assay(*asked).json, assay(*asked, "--game").json
    assert bound["attained"] is False
    assert game["attained"] is True
    assert number(game["delta"]["exact"]) < number(bound["delta"]["exact"])
    assert bound["directions"]["given order"]["dominating"].startswith("constructed: ")
    assert "a bound" in assay(*asked[:-1]).out


def test_groups_and_samples_without_replacement(file):
    grouped = assay("compose", f"{file}:one", "--count", 2, "--group", 1, "--epsilon", 5, "--json").json
    assert grouped["delta"]["exact"] == "1"
    sampled = assay("compose", f"{file}:one", "--count", 1, "--records", 4, "--epsilon", "inf", "--json").json
    assert sampled["delta"]["exact"] == "1/4"
    assert sampled["mechanism"].endswith("on 1 of 4 records")


def test_what_is_too_large_is_enclosed_or_undecided(file):
    asked = ("compose", f"{file}:steps", "--count", 3000, "--max-bytes", 3_000_000)
    answer = assay(*asked, "--epsilon", 600, "--json")
    exact = assay(*asked[:-1], 10**8, "--epsilon", 600, "--json")
    assert answer.json["delta"] == exact.json["delta"]
    undecided = assay(*asked, "--delta", "1e-6")
    assert undecided.status == 3
    assert undecided.out.startswith("UNDECIDED: this composition needs about")
    assert "undecided" in assay(*asked, "--delta", "1e-6", "--json").json


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ("--count 3", "either --epsilon"),
        ("--count 3 --epsilon 1 --delta 1/2", "either --epsilon"),
        ("--count x --epsilon 1", "--count 'x' is not a whole number"),
        ("--count -1 --epsilon 1", "count = -1 (int) is too small"),
        ("--count 1 --epsilon 1 --rate 2", "rate = 2 is outside"),
        ("--count 1 --epsilon 1 --rate 1/2 --group 2", "one of --rate, --records and --group"),
        ("--count 1 --epsilon 1 --records 3", "is not replace-one"),
        ("--count 1 --epsilon 1 --group 0", "--group '0' is not a whole number"),
        ("--count 1 --delta 1/2 --game", "--game answers for one epsilon"),
        ("--count 1 --epsilon -1", "negative"),
        ("--count 1 --epsilon 1 --max-bytes no", "--max-bytes 'no'"),
    ],
)
def test_bad_input(file, arguments, error):
    assert error in assay("compose", f"{file}:presence", *arguments.split()).error


def test_a_program_needs_a_mechanism(file):
    assert "define a Mechanism" in assay("compose", f"{file}:asked", "--count", 1, "--epsilon", 1).error
