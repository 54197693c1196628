"""Generated programs: every reader that answers gives the distribution of all runs, and most are answered."""

from __future__ import annotations

import random
import time
from collections import Counter

import pytest

from tests.effort import one_in

from .comparing import READERS, Wrong, verdict
from .grammar import GLOBAL_STATE, Grammar, program_text
from .helpers import with_helpers
from .replay import Endless, law_of
from .rows import ROWS, check

ANSWERS = ("exact", "bounded")


def compared(seed: int, reader: str) -> str:
    """How a reader answers the program of a seed; the program is told where it is wrong."""
    text, n = program_text(seed), seed % 3
    try:
        law = law_of(text, n)
    except Endless:
        return "raises"
    try:
        said = verdict(text, n, reader, law)
    except Wrong as wrong:
        raise AssertionError(f"seed {seed}, main({n})\n{text}") from wrong
    asked = "no source has the probability" not in said
    return said if law.returned and not law.raised and asked else "raises"


@pytest.mark.parametrize("name", one_in(2, ROWS))
def test_rows(name):
    check(name)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("reader", "seeds"), [("merging", range(12)), ("enumeration", range(20, 23)), ("tape", range(23, 26))]
)
def test_generated_programs(reader, seeds):
    seen = Counter(compared(seed, reader) for seed in seeds)
    assert seen.total() == len(seeds)


@pytest.mark.parametrize(
    ("seconds", "share"),
    [pytest.param(4, 0.5, marks=pytest.mark.slow), pytest.param(40, 0.65, marks=pytest.mark.nightly)],
)
@pytest.mark.parametrize("reader", READERS)
def test_generated_programs_at_length(reader, seconds, share):
    """Fresh ones on every run, for so much processor time; a failure tells its seed.  Most are answered."""
    first, seen, ends = random.SystemRandom().randrange(10**9), Counter(), time.process_time() + seconds
    while time.process_time() < ends:
        said = compared(first, reader)
        seen[said if said in (*ANSWERS, "raises") else "refused"] += 1
        first += 1
    answered = sum(seen[word] for word in ANSWERS)
    assert answered >= share * (answered + seen["refused"]), seen


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("statement", GLOBAL_STATE, ids=lambda text: text.splitlines()[0])
def test_state_that_outlives_a_run_is_refused(statement, reader):
    body = Grammar(1).filled(statement).splitlines()
    lines = ["a, b, c = n, flip('1/2'), 1", *body, "return (a, b)"]
    text = with_helpers("@program\ndef main(n):\n" + "".join(f"    {line}\n" for line in lines))
    law = law_of(text, 1)
    assert verdict(text, 1, reader, law._replace(left=1)) not in ANSWERS


def interpreted_alike(text, n):
    try:
        law = law_of(text, n, runs=60)
    except Endless:
        return
    assert law_of(text, n, runs=60, interpreted=True) == law, text


@pytest.mark.parametrize("name", one_in(3, (name for name in ROWS if "(refused)" not in name)))
def test_an_interpreter_finds_the_same_laws_of_the_rows(name):
    interpreted_alike(ROWS[name], 1)


@pytest.mark.parametrize("seed", range(100, 105))
def test_an_interpreter_finds_the_same_laws(seed):
    interpreted_alike(program_text(seed), seed % 3)


@pytest.mark.slow
def test_an_interpreter_finds_the_same_laws_at_length():
    first = random.SystemRandom().randrange(10**9)
    for seed in range(first, first + 60):
        interpreted_alike(program_text(seed), seed % 3)


def test_the_law_is_that_of_the_definition():
    """The judge itself, on a distribution that is known."""
    drawn = "draw(Dist({'x': '1/4', 2: '3/4'}))"
    text = f"def main(n):\n    while flip('1/3'):\n        n += 1\n    return [n, {drawn}]\n"
    law = law_of(text, 5, runs=100)
    shapes = {
        law.returned[("list", (("int", "5"), (kind, repr(x))))] for kind, x in (("str", "x"), ("int", 2))
    }
    assert sorted(map(str, shapes)) == ["1/2", "1/6"]
    assert sum(law.returned.values()) + law.left == 1
    assert 0 < law.left < 1 / 2**20
