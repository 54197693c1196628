"""The table of monotone parameters: every entry against the deltas on both sides, in both directions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest

from assay.accounting import Rounds, read_round
from assay.accounting.mechanism_words import FAMILIES
from assay.accounting.monotone import REFUSED, WORDS, parameter_of
from assay.errors import InvalidValue

TEXTS = {
    "gaussian": "gaussian sigma=1 sensitivity=1",
    "laplace": "laplace scale=1 sensitivity=1",
    "discrete-gaussian": "discrete-gaussian sigma=2 sensitivity=1",
    "discrete-laplace": "discrete-laplace scale=2 sensitivity=1",
    "pure": "pure epsilon=1",
    "approximate": "approximate epsilon=1 delta=1/10",
    "exponential": "exponential epsilon=1",
    "bounded-range": "bounded-range range=1",
    "gdp": "gdp mu=1",
    "mixture": "mixture sigma=1 sensitivities=1/3:1:2 probabilities=0.5:0.3:0.2",
    "truncated-gaussian": "truncated-gaussian sigma=1 q=1/2 size=6 batch=3",
    "random-allocation": "random-allocation sigma=1 steps=6",
    "balls-in-bins": "balls-in-bins sigma=1 bins=6",
    "fixed-order": "fixed-order sigma=1",
    "cyclic-poisson": "cyclic-poisson sigma=1 q=1/4 cycle=2 steps=4",
    "user-level": "user-level sigma=1 q=1/4 records=2",
    "several-owners": "several-owners sigma=1 q=1/4 records=2",
    "truncated-laplace": "truncated-laplace scale=1 q=1/2 size=6 batch=3",
    "truncated-discrete-laplace": "truncated-discrete-laplace scale=1 q=1/2 size=6 batch=3",
    "truncated-discrete-gaussian": "truncated-discrete-gaussian sigma=1 q=1/2 size=6 batch=3",
    "zcdp": "zcdp rho=1/4",
    "renyi": "renyi orders=2:8 values=1/4:3",
    "select": "select epsilon=1/2 gamma=1/4",
    "tree": "tree sigma=2 steps=6 participations=2 separation=2",
    "toeplitz": "toeplitz sigma=2 steps=6 coefficients=1:1/2:1/3 participations=2 separation=2",
}
VALUES = {"delta": ("1/50", "1/9", "1/2"), "q": ("1/50", "1/3", "1")}
LISTS = {"sensitivities": ":1:2", "values": ":3"}
"""What follows the value in a list."""
INSTEAD = {
    ("toeplitz", "q"): ("participations=", "separation="),
    **{("select", name): ("epsilon=",) for name in ("rho", "sigma", "sensitivity", "values")},
}
"""What is left out beside a parameter."""
BESIDE = {("select", "sensitivity"): ["sigma=2"], ("select", "values"): ["orders=2:8"]}
WHOLE = ("1", "2", "3")
REAL = ("1/3", "1", "5/2")


def texts(word, name):
    """The mechanism at three growing values of a parameter, and of what goes with it."""
    for value in VALUES.get(name, WHOLE if WORDS[word][name].whole else REAL):
        without = (f"{name}=", *INSTEAD.get((word, name), ()))
        base = [part for part in TEXTS[word].split() if not part.startswith(without)]
        base += BESIDE.get((word, name), [])
        if name in ("rows", "batch"):
            base += ["batch=1" if name == "rows" else "rows=5"]
        if name == "epochs":
            base += ["batch=1", "rows=2"]
        yield " ".join([*base, f"{name}={value}{LISTS.get(name, '')}"])


CASES = [
    (word, name) for word in TEXTS for name in WORDS[word] if (word, name) != ("discrete-gaussian", "epochs")
]


def wrong(word, name, larger_is_safer, adjacency="add-remove-one"):
    """Where the safer of two values has a delta that is certainly larger, in some direction."""
    found = []
    for epsilon in ("0", "1/5", "1"):
        deltas = []
        for text in texts(word, name):
            release, count = read_round(text, adjacency)
            sides = Rounds([(release, min(count, 2))])
            deltas.append({d: sides.only(d).delta(epsilon, "1/8") for d in sides.directions})
        for less, more in pairwise(deltas):
            safe, other = (more, less) if larger_is_safer else (less, more)
            found += [(epsilon, d) for d in safe if safe[d].lower > other[d].upper]
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("word", "name"), [case for case in CASES if case[1] not in ("k", "epochs", "group")]
)
def test_more_of_it_is_safer_or_less_safe_as_the_table_says(word, name):
    given = WORDS[word][name]
    assert wrong(word, name, given.larger_is_safer) == []


@pytest.mark.parametrize(
    ("word", "name"),
    [("gaussian", "q"), ("laplace", "scale"), ("approximate", "delta"), ("mixture", "sensitivities")],
)
def test_the_wrong_way_round_is_noticed(word, name):
    planted = replace(WORDS[word][name], larger_is_safer=not WORDS[word][name].larger_is_safer)
    assert wrong(word, name, planted.larger_is_safer)


@pytest.mark.parametrize("name", ["sigma", "sensitivity", "q"])
def test_where_a_record_is_replaced(name):
    def at(value):
        given = {"sigma": "1", "sensitivity": "1", "q": "1/4"} | {name: value}
        return Rounds(
            [read_round(" ".join(["gaussian", *(f"{k}={v}" for k, v in given.items())]), "replace-one")]
        )

    deltas = [at(value).delta("1/2", "1/100") for value in ("1/5", "1/2", "9/10")]
    if name == "sigma":
        deltas.reverse()
    assert all(a.upper < b.lower for a, b in pairwise(deltas))


def test_every_word_is_in_the_table_with_a_theorem():
    assert set(WORDS) == set(FAMILIES)
    assert all(each.theorem and each.name == name for word in WORDS.values() for name, each in word.items())
    given = {
        (word, name) for word, (required, optional, _) in FAMILIES.items() for name in (*required, *optional)
    }
    known = {(word, name) for word, names in WORDS.items() for name in names} | set(REFUSED)
    assert given - known == {("pair", "file")}
    assert not any(name in WORDS[word] for word, name in REFUSED)


def test_what_is_not_monotone_is_refused_with_the_reason():
    for (word, name), reason in REFUSED.items():
        with pytest.raises(InvalidValue) as refused:
            parameter_of(word, name, frozenset())
        assert reason in str(refused.value)
    with pytest.raises(InvalidValue, match="choose one of sigma"):
        parameter_of("gaussian", "colour", frozenset())


def test_examples_are_values():
    assert WORDS["gaussian"]["q"].example == 1
    assert replace(WORDS["gaussian"]["rows"], least=Fraction(7)).example == 7
