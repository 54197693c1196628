"""What a program asks of EPS: refused where the answer is not the same for every EPS > 0."""

from __future__ import annotations

import pytest

from assay import EPS, AssayError, Mechanism, adjacency, program
from assay.decide import SymbolicMechanism, at_epsilon, decide
from assay.errors import UndecidedError
from tests.programs.conformance.readers import loaded

HEAD = "from assay import EPS, Dist, eps, flip, ln\n"

ASKED = {
    "equal": "EPS == 1",
    "equal to a logarithm": "ln(3) == EPS",
    "not unequal": "not (EPS != 1)",
    "among": "EPS in (0, 1)",
    "a difference": "not EPS - 1",
    "a power": "EPS.exp() == 3",
    "the truth of a number": "not EPS.exp() - 3",
    "a key": "{ln(3): True}.get(EPS)",
    "a text": "str(EPS) != 'eps'",
    "a formatted text": "f'{EPS}' != 'eps'",
    "a representation": "repr(EPS) != \"Log('eps')\"",
    "what it is": "not EPS.is_symbolic",
    "its parts": "EPS.symbolic != 1",
}
CAUGHT = "    try:\n        found = EPS {}\n    except Exception:\n        found = False\n"
READ = {
    "paths": lambda f: Mechanism(f, (0, 1), adjacency.all_pairs(), engine="reference").epsilon(),
    "states": lambda f: Mechanism(f, (0, 1), adjacency.all_pairs()).epsilon(),
    "noise": lambda f: decide(SymbolicMechanism(f, (0, 1), adjacency.all_pairs()), EPS),
    "one epsilon": lambda f: at_epsilon(f, (0, 1), adjacency.all_pairs(), 1).epsilon(),
}


@pytest.mark.parametrize("reader", READ.values(), ids=READ.keys())
@pytest.mark.parametrize("question", ASKED.values(), ids=ASKED.keys())
def test_what_depends_on_epsilon_is_refused(tmp_path, question, reader):
    f = program(loaded(HEAD + f"def f(x):\n    return x if {question} else 0\n", tmp_path).f)
    with pytest.raises(AssayError, match=r"EPS|symbolic"):
        reader(f)


@pytest.mark.parametrize("reader", READ.values(), ids=READ.keys())
@pytest.mark.parametrize("question", ["> 1", "<= 1", ".exp() < 3"])
def test_also_where_the_program_goes_on(tmp_path, question, reader):
    body = CAUGHT.format(question).replace("EPS .", "EPS.")
    f = program(loaded(HEAD + f"def f(x):\n{body}    return x if found else 0\n", tmp_path).f)
    with pytest.raises(AssayError, match=r"EPS|goes on"):
        reader(f)


@pytest.mark.parametrize("question", ["EPS == 1", "EPS > 1"])
def test_in_a_function_that_returns_a_distribution(tmp_path, question):
    body = CAUGHT.format("").replace("found = EPS ", f"found = {question}")
    f = loaded(HEAD + f"def f(x):\n{body}    return Dist({{x if found else 0: 1}})\n", tmp_path).f
    with pytest.raises(UndecidedError, match="a function of EPS"):
        Mechanism(f, (0, 1), adjacency.all_pairs()).epsilon()


@pytest.mark.parametrize("reader", READ.values(), ids=READ.keys())
def test_what_is_the_same_for_every_epsilon_may_be_asked(tmp_path, reader):
    body = "def f(x):\n    p = EPS.exp() / (1 + EPS.exp())\n"
    body += "    if EPS == 0 or p == 1 or not p or EPS > 2 * EPS or EPS != EPS:\n        return 7\n"
    reader(program(loaded(HEAD + body + "    return 0\n", tmp_path).f))
