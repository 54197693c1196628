"""Mechanisms as peers take them: the same mechanism, or none; and the peers that are installed."""

from __future__ import annotations

from fractions import Fraction
from importlib.util import find_spec
from math import sqrt

import pytest

from assay.accounting import Accountant
from assay.accounting.mechanism_text import read_round
from assay.studies.bench.measure import silenced
from assay.studies.bench.peer_words import NotOffered, Request, Word, float_of, sampled_gaussian
from assay.studies.bench.peers import PACKAGES, PEERS
from assay.studies.bench.tasks import questions


@pytest.mark.parametrize(
    ("text", "value"), [("1/10", 0.1), ("1e-6", 1e-6), ("3", 3.0), ("256/60000", 256 / 60000)]
)
def test_numbers(text, value):
    assert float_of(text) == value


@pytest.mark.parametrize(
    ("text", "noise", "rate", "count"),
    [
        ("gaussian sigma=2 q=1/100 k=7", 2.0, 0.01, 7),
        ("fixed-order sigma=4 k=10", 4.0, 1.0, 10),
        ("cyclic-poisson sigma=1 q=1/100 cycle=4 steps=10 k=2", 1.0, 0.01, 6),
        ("toeplitz sigma=1 steps=10 coefficients=1:1/2:3/8 q=1/100", 1 / sqrt(1 + 1 / 4 + 9 / 64), 0.01, 4),
    ],
)
def test_gaussian_noise_on_samples_is_what_the_accountant_composes(text, noise, rate, count):
    assert sampled_gaussian(Word.of(text)) == (noise, rate, count)
    _, uses = read_round(text)
    assert uses == count


@pytest.mark.parametrize(
    "text",
    ["laplace scale=1", "gaussian sigma=1 group=2", "toeplitz sigma=1 steps=3 coefficients=1:1", "tree"],
)
def test_what_is_something_else_is_not_offered(text):
    with pytest.raises(NotOffered):
        sampled_gaussian(Word.of(text))


def test_a_row_where_peers_are_asked_has_a_request_for_its_question():
    rows = [task for task in questions() if task.request is not None]
    assert len(rows) > 25
    for task in rows:
        asked = task.request()
        assert (asked.delta is None) + (asked.epsilon is None) == (asked.kind != "calibrate")
        assert ("replace-one" in task.name) is (asked.adjacency == "replace-one")


SMALL = (
    "gaussian sigma=2 k=3",
    "gaussian sigma=1 q=1/100 k=20",
    "cyclic-poisson sigma=1 q=1/100 cycle=4 steps=80",
    "toeplitz sigma=2 steps=30 coefficients=1:1/2 q=1/100",
    "truncated-gaussian sigma=4 q=1/100 size=1000 batch=30 k=10",
    "random-allocation sigma=2 steps=20",
    "user-level sigma=8 q=1/100 records=2 k=2",
    "mixture sigma=8 sensitivities=0:1 probabilities=1/2:1/2",
    "laplace scale=3 k=4",
    "pure epsilon=1/4 k=5",
    "tree sigma=5 steps=8",
    "zcdp rho=1/10",
    "select sigma=4 gamma=1/10",
)


@pytest.mark.peer
@pytest.mark.parametrize("name", sorted(PEERS))
@pytest.mark.parametrize("text", SMALL)
def test_a_peer_answers_the_question_that_assay_answers(name, text):
    """Not below the truth by more than two per cent, nor six times above: another mechanism would show."""
    if find_spec(PACKAGES[name]) is None:
        pytest.skip(f"{name} is not installed")
    delta = 1e-5
    try:
        with silenced():
            found = PEERS[name](Request("text", 1, delta=delta, mechanisms=(text,)))
    except NotOffered:
        return
    truth = Accountant(width="2").compose(text).epsilon(Fraction(delta))
    assert truth.lower * Fraction(98, 100) <= Fraction(found) <= 6 * truth.upper
