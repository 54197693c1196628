"""Private selection against the loop itself, and its cost of three epsilon."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assay import Dist, Mechanism, adjacency, draw, flip, ln, program
from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.mechanisms import private_selection, randomised_response_categories
from assay.mechanisms.private_selection import best_of_runs

BASE = randomised_response_categories(3, ln(2))
COARSE = {"a": 1, "b": 0, "c": 1}


@program
def best(base, gamma):
    found = draw(base)
    while not flip(gamma):
        found = max(found, draw(base))
    return found


@pytest.mark.parametrize("gamma", ["1/10", "1/2", "99/100"])
def test_the_best_of_the_runs_is_released(gamma):
    m = private_selection(BASE, gamma)
    for x in BASE.domain:
        assert m.distribution(x) == best.distribution(BASE.distribution(x), gamma)
    assert m.audit(ln(8)).holds


def test_outputs_of_one_score_keep_their_ratio():
    law = Dist({"a": "1/6", "b": "1/2", "c": "1/3"})
    selected = best_of_runs(law, "1/4", COARSE.__getitem__)
    assert selected["c"] / selected["a"] == 2
    # all runs give b: (1/4)(1/2) / (1 - (3/4)(1/2)) = 1/5
    assert str(selected["b"]) == "1/5"


def test_two_epsilon_is_not_enough_and_three_are_approached():
    rare, good = "1/1000000", "1/1000"
    p = Dist({0: "998998/1000000", 1: "2/1000000", 2: good})
    q = Dist({0: "997999/1000000", 1: rare, 2: "2/1000"})
    base = Mechanism(lambda x: (p, q)[x], [0, 1], adjacency.all_pairs())
    assert base.epsilon() == ln(2)
    m = private_selection(base, "1/1000000000")
    assert not m.audit(ln(2) * Fraction(29, 10)).holds
    assert m.audit(ln(2) * 3).holds


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: private_selection(BASE, 0), InvalidValue, "gamma = 0"),
        (lambda: private_selection(BASE, 1), InvalidValue, "gamma = 1"),
        (lambda: private_selection(BASE, 0.5), FloatRefused, "gamma = 0.5"),
        (lambda: private_selection("base", "1/2"), InvalidType, "base = 'base' is a str"),
        (lambda: best_of_runs(Dist.point("a"), "1/2", lambda o: o), InvalidType, "'a'"),
    ],
)
def test_bad_parameters_are_refused(make, error, words):
    with pytest.raises(error) as caught:
        make()
    assert words in str(caught.value)


def test_an_output_that_is_no_score_asks_for_one():
    words = Mechanism(lambda x: Dist.uniform("ab"), [0, 1], adjacency.all_pairs())
    with pytest.raises(InvalidType, match="give score="):
        private_selection(words, "1/2").distribution(0)
    assert private_selection(words, "1/2", score={"a": 0, "b": 1}.__getitem__).epsilon() == 0
