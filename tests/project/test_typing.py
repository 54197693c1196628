"""The types of the public API as a user's type checker sees them, from outside of this checkout."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow

REVEALED = {
    "assay.__version__": "str",
    "assay.number('1/2')": "Number",
    "assay.number('1/2') + 1": "Number",
    "assay.number('1/2') < 1": "bool",
    "assay.ln(3)": "Log",
    "assay.eps('1/2') / 2": "Log",
    "assay.exp(assay.EPS)": "Number",
    "assay.sqrt(2)": "Number",
    "assay.ln(3).exp()": "Number",
    "assay.Dist.bernoulli('1/2')": "Dist[bool]",
    "assay.Dist.uniform(range(3))": "Dist[int]",
    "assay.Dist({'a': 1}).map(len)": "Dist[int]",
    "assay.Dist({'a': 1})['a']": "Number",
    "response": "Program[[b: bool], bool]",
    "response.distribution(True)": "Dist[bool]",
    "response.bounds(True)": "Partial[bool]",
    "m": "Mechanism[bool, bool]",
    "m.domain": "tuple[bool, ...]",
    "m.pairs": "tuple[tuple[bool, bool], ...]",
    "m.outputs": "tuple[bool, ...]",
    "m.distribution(True)": "Dist[bool]",
    "m.matrix()": "tuple[tuple[Number, ...], ...]",
    "m.epsilon()": "Log",
    "m.delta('1/2')": "Number | Certified",
    "m.profile()": "Profile",
    "m.profile().breakpoints": "tuple[tuple[Log, Number], ...]",
    "m.profile()(assay.ln(2))": "Number | Certified",
    "m.tradeoff()": "TradeOff",
    "m.tradeoff().vertices": "tuple[tuple[Number, Number], ...]",
    "m.total_variation()": "Number",
    "m.privacy_loss(True, False)": "Dist[Log]",
    "m.audit(1)": "Proved | Verified | Refuted | Undecided",
    "m.audit(1).holds": "bool",
    "m.worst_case.epsilon()": "Attained[Log, bool, bool]",
    "assay.mechanisms.randomised_response(1)": "Mechanism[bool, bool]",
    "assay.adjacency.hamming(1)": "Adjacency",
}
"""What an expression's type is, without the names of modules."""

SETTING = """
import assay

@assay.program
def response(b: bool) -> bool:
    return b if assay.flip("1/2") else assay.flip("1/2")

m = assay.Mechanism(response, [False, True], assay.adjacency.all_pairs())
"""

MISUSE = {
    "assay.number(0.5)": "arg-type",
    "assay.eps(0.5)": "arg-type",
    "assay.Mechanism(response, [False, True])": "call-arg",
    "assay.Dist({'a': 0.5})": "dict-item",
    "response.distribution('yes')": "arg-type",
    "assay.nothing": "attr-defined",
    "m.distribution('yes')": "arg-type",
}
"""What a type checker refuses, and under which name."""


@pytest.fixture(scope="module")
def said(tmp_path_factory):
    """What mypy says about each expression, all of them in one file."""
    folder = tmp_path_factory.mktemp("user")
    lines = [*(f"reveal_type({expression})" for expression in REVEALED), *MISUSE]
    path = folder / "user.py"
    path.write_text(SETTING + "\n".join(lines) + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", path.name]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MYPY")}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    found = re.findall(r"^user\.py:(\d+): (?:note|error): (.*)$", done.stdout, re.MULTILINE)
    first = SETTING.count("\n") + 1
    messages = {int(number) - first: message for number, message in found}
    return {expression: messages.get(i, "") for i, expression in enumerate([*REVEALED, *MISUSE])}


def test_revealed_types(said):
    revealed = {}
    for expression in REVEALED:
        (full,) = re.findall(r'Revealed type is "(.*)"', said[expression])
        revealed[expression] = re.sub(r"\b(?:[a-z_]\w*\.)+(?=\w)", "", full)
    assert revealed == REVEALED


def test_misuse_is_refused(said):
    assert {expression: re.findall(r"\[([a-z-]+)\]$", said[expression]) for expression in MISUSE} == {
        expression: [code] for expression, code in MISUSE.items()
    }
