"""`assay blackbox`: samples of functions and commands against a distribution or an epsilon, and what it
refuses.
"""

from __future__ import annotations

import sys

import pytest

from tests.cli.command_line import assay, write

FILE = """
import random
from assay.adjacency import all_pairs

promised = Mechanism({x: {x: "3/4", 1 - x: "1/4"} for x in (0, 1)}, [0, 1], all_pairs())

def good(x, rng):
    return x if rng.random() < 0.75 else 1 - x

def biased(x, rng):
    return x if rng.random() < 0.5 else 1 - x

def one_input_is_wrong(x, rng):
    return good(x, rng) if x else 0

def impossible(x, rng):
    return 2

def always_raises(x):
    raise NameError("no such name")

def unseeded(x):
    return good(x, random)

@program
def no_domain(x):
    return flip("1/2")
"""

CHILD = """
import json, random, sys
x, rng = json.loads(sys.argv[1]), random.Random(int(sys.argv[2]))
while True:
    print(json.dumps(x if rng.random() < 0.75 else 1 - x))
"""

COINS = ("--domain", "0, 1", "--adjacency", "all-pairs")


@pytest.fixture
def file(tmp_path):
    return write(tmp_path, FILE)


def run(file, name, *arguments):
    return assay("blackbox", f"{file}:{name}", "--rng", "rng", "--seed", 7, "--samples", 2000, *arguments)


def test_a_sampler_of_the_law_is_left_open(file):
    answer = run(file, "good", "--exact", f"{file}:promised")
    assert answer.status == 3
    assert "seed 7" in answer.out
    assert answer.out.splitlines()[-1] == "the promised distribution is not refuted, which proves nothing"


@pytest.mark.parametrize(("name", "wrong"), [("biased", 2), ("one_input_is_wrong", 1), ("impossible", 2)])
def test_another_law_is_refuted(file, name, wrong):
    answer = run(file, name, "--exact", f"{file}:promised")
    assert answer.status == 1
    assert answer.out.splitlines()[-1] == f"REFUTED: the promised distribution, by {wrong} of 2"
    assert ("certainly" in answer.out) == (name == "impossible")


def test_the_rate_of_false_alarms_is_shared_by_the_inputs(file):
    found = run(file, "good", "--exact", f"{file}:promised", "--false-alarm", "1/50", "--json").json
    assert [row["false_alarm"] for row in found["findings"]] == ["1/100", "1/100"]
    assert found["seed"] == 7


@pytest.mark.parametrize(
    ("claim", "status", "last"),
    [
        (("--epsilon", "1/10"), 1, "REFUTED: epsilon = 1/10, by 2 of 2"),
        (("--epsilon", "ln 3"), 3, "epsilon = ln 3 is not refuted, which proves nothing"),
    ],
)
def test_a_claimed_epsilon(file, claim, status, last):
    answer = run(file, "good", *COINS, *claim)
    assert (answer.status, answer.out.splitlines()[-1]) == (status, last)


def test_without_a_claim_a_bound_is_an_answer(file):
    found = run(file, "good", *COINS, "--json")
    assert (found.status, found.json["verdict"]) == (0, "no claim")
    assert [row["inputs"] for row in found.json["findings"]] == [["0", "1"], ["1", "0"]]


def test_a_seed_gives_the_same_findings_again(file):
    arguments = ("--exact", f"{file}:promised", "--json")
    assert run(file, "biased", *arguments).json == run(file, "biased", *arguments).json


@pytest.mark.parametrize("source", ["rng", "random:rng", "numpy:rng"])
def test_generators_of_both_kinds_are_seeded(file, source):
    if source.startswith("numpy"):
        pytest.importorskip("numpy")
    answer = assay(
        "blackbox", f"{file}:good", "--rng", source, "--exact", f"{file}:promised", "--samples", 200
    )
    assert answer.status == 3
    assert "seed " in answer.out


def test_a_function_with_sources_of_its_own_has_no_seed(file):
    answer = assay("blackbox", f"{file}:unseeded", "--exact", f"{file}:promised", "--samples", 200)
    assert answer.status == 3
    assert "not seeded" in answer.out.splitlines()[0]


def command(tmp_path, text):
    script = tmp_path / "child.py"
    script.write_text(text)
    return f"{sys.executable} {script}"


def test_a_command_is_run_for_every_input(tmp_path, file):
    child = command(tmp_path, CHILD) + " {input} {seed}"
    right = assay("blackbox", "--command", child, "--exact", f"{file}:promised", "--samples", 300)
    assert right.status == 3
    wrong = command(tmp_path, CHILD.replace("1 - x", "x")) + " {input} {seed}"
    answer = assay("blackbox", "--command", wrong, "--exact", f"{file}:promised", "--seed", 3)
    assert answer.status == 1


def test_a_command_that_ends_leaves_it_open(tmp_path, file):
    child = command(tmp_path, "import sys; print(sys.argv[1]); sys.exit('enough')") + " {input}"
    answer = assay("blackbox", "--command", child, "--exact", f"{file}:promised")
    assert answer.status == 3
    assert "status 1 after 1 samples: enough" in answer.out


QUESTIONS = {
    "distribution": lambda file: ("--exact", f"{file}:promised"),
    "epsilon": lambda file: (*COINS, "--epsilon", "2"),
}


@pytest.mark.parametrize("question", QUESTIONS.values(), ids=QUESTIONS)
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("import sys; sys.exit('no library')", "ended with status 1 after 0 samples: no library"),
        ("import os; os.kill(os.getpid(), 9)", "ended with status -9 after 0 samples"),
        ("while True: print('x' * 100_000, end='')", "more than 1048576 bytes"),
        ("import sys\nwhile True: sys.stderr.write('x' * 100_000)", "bytes of errors"),
    ],
)
def test_a_command_that_fails_on_every_input_is_an_error(tmp_path, file, text, message, question):
    child = command(tmp_path, text) + " {input}"
    answer = assay("blackbox", "--command", child, *question(file))
    assert answer.error.startswith("nothing was tested: the child process")
    assert message in answer.error


def test_what_refutes_is_not_lost_where_another_input_fails(tmp_path, file):
    text = "import sys\nif sys.argv[1] == '1': sys.exit('broken')\nwhile True: print(7)"
    answer = assay(
        "blackbox", "--command", command(tmp_path, text) + " {input}", "--exact", f"{file}:promised"
    )
    assert answer.status == 1
    assert "REFUTED: the promised distribution, by 1 of 1" in answer.out


def test_a_command_that_fills_its_error_output_is_read_on(tmp_path, file):
    noise = "    sys.stderr.write('e' * 100_000); print("
    text = CHILD.replace("    print(", noise).replace("1 - x))", "1 - x), flush=True)")
    child = command(tmp_path, text) + " {input} {seed}"
    answer = assay("blackbox", "--command", child, "--exact", f"{file}:promised", "--samples", 300)
    assert answer.status == 3


def test_a_function_that_always_raises_is_an_error(file):
    error = assay("blackbox", f"{file}:always_raises", *COINS, "--epsilon", "2", "--samples", 100).error
    assert error.startswith("the function raises whenever it is called, nothing was tested: ")
    assert "NameError: no such name" in error


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("print('hello')", "which spells no output in JSON"),
        ("print('NaN')", "which spells no output in JSON"),
        ("""print('"1"')""", "prints '1' (str) and --exact lists 1 (int)"),
    ],
)
def test_what_cannot_be_read_is_no_finding(tmp_path, file, text, message):
    child = command(tmp_path, text) + " {input}"
    assert message in assay("blackbox", "--command", child, "--exact", f"{file}:promised").error


def test_text_that_is_read_as_text_but_listed_as_a_number_is_no_finding(tmp_path, file):
    child = command(tmp_path, "import sys; print(sys.argv[1])") + " {input}"
    answer = assay("blackbox", "--command", child, "--exact", f"{file}:promised", "--read", "text")
    assert "choose --read json" in answer.error


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "give either FILE.py:NAME or --command"),
        (("FILE:good", "--command", "x"), "give either FILE.py:NAME or --command"),
        (("FILE:good",), "--domain and --adjacency"),
        (("FILE:good", "--exact", "FILE:promised", "--epsilon", "1"), "leave one of them out"),
        (("FILE:good", "--exact", "FILE:promised", "--seed", "3"), "seed = 3 is of no use"),
        (("FILE:good", "--exact", "FILE:promised", "--rng", "numpy:"), "rng = 'numpy:'"),
        (("FILE:unseeded", "--exact", "FILE:promised", "--samples", "0"), "--samples '0'"),
        (("FILE:unseeded", "--exact", "FILE:promised", "--false-alarm", "2"), "false_alarm = 2"),
        (("FILE:unseeded", "--exact", "FILE:no_domain"), "is a program"),
        (("FILE:unseeded", "--exact", "FILE:promised", "--domain", "5, 6"), "input 5 (int)"),
        (("--command", "nosuch {input}", "--exact", "FILE:promised"), "does not start"),
        (("--command", "", "--exact", "FILE:promised"), "is empty"),
        (("--command", "'", "--exact", "FILE:promised"), "--command"),
        (("--command", "echo", "--exact", "FILE:promised"), "no word of the command contains {input}"),
        (("--command", "echo {input}", "--exact", "FILE:promised", "--seed", "1"), "contains {seed}"),
        (("--command", "echo {input}", "--exact", "FILE:promised", "--rng", "r"), "{seed} into the command"),
        (("--command", "echo {input}", "--domain", "{1}, {2}", "--adjacency", "all-pairs"), "{1}"),
        (
            ("--command", "echo {input}", "--domain", "1j, 2", "--adjacency", "all-pairs"),
            "no spelling in JSON",
        ),
    ],
)
def test_bad_input_is_one_line(file, arguments, message):
    answer = assay("blackbox", *(argument.replace("FILE", str(file)) for argument in arguments))
    assert message in answer.error
