"""Every word of the accountant at extreme values of every parameter ends soon, in a way that is meant."""

from __future__ import annotations

import os

import pytest

from assay.accounting.mechanism_text import parsed
from assay.accounting.mechanism_words import FAMILIES

from .extremes import KINDS, Outcome, bases, is_wrong, outcome, scan, texts

SECONDS = 20
"""Of processor time: far more than most of them take."""

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="every question is asked in a fork")


def test_every_parameter_of_every_word_has_extreme_values():
    for word, (required, optional, _) in FAMILIES.items():
        for key in (*required, *optional):
            assert key in KINDS, f"{word} {key}"


@pytest.mark.parametrize("word", FAMILIES)
def test_the_usual_parameters_are_understood(word, tmp_path):
    known = list(bases(word, tmp_path))
    assert known
    for values in known:
        assert parsed(" ".join([word, *(f"{key}={value}" for key, value in values.items())]))
    assert len(texts(word, tmp_path)) > len(known)


def test_what_is_wrong_is_noticed():
    assert is_wrong(Outcome("endless", "", 5.0), 5)
    assert is_wrong(Outcome("crash", "Traceback", 0.1), 5)
    assert is_wrong(Outcome("answer", "1" * 10**4, 0.1), 5)
    assert not is_wrong(Outcome("undecided", "known is [0, 1]", 0.1), 5)


@needs_fork
def test_a_question_is_asked_in_a_process_of_its_own():
    assert outcome("gaussian sigma=1", "add-remove-one", "delta", "1e-5", SECONDS).kind == "answer"
    assert outcome("gaussian sigma=-1", "add-remove-one", "delta", "1e-5", SECONDS).kind == "refused"


QUICK = [
    f"pure epsilon=1 k={10**12}",
    f"approximate epsilon=1 delta=1e-8 k={10**60}",
    "discrete-gaussian sigma=1e-3",
    f"discrete-gaussian sigma=1 q=1/100 k={10**12}",
    "gaussian sigma=1 q=1e-900 k=10",
    "laplace scale=1e-60",
    f"zcdp rho=1/10 k={10**12}",
    "select epsilon=1e900 gamma=1/100",
    "mixture sigma=1 sensitivities=0:1:1e900 probabilities=0.81:0.18:0.01",
    f"min-separation sigma=1 q=1/100 gap=4 steps=100 k={10**12}",
    f"gaussian sigma=1 q=1/{2 * 10**12} k={10**24}",
]


@needs_fork
@pytest.mark.slow
@pytest.mark.parametrize("mechanism", QUICK)
def test_some_end_soon(mechanism):
    found = outcome(mechanism, "add-remove-one", "delta", "1e-5", SECONDS)
    assert not is_wrong(found, SECONDS), found


@needs_fork
@pytest.mark.nightly
@pytest.mark.parametrize("word", FAMILIES)
def test_all_end_soon(word, tmp_path):
    wrong = [(asked, found) for asked, found in scan(word, tmp_path, SECONDS) if is_wrong(found, SECONDS)]
    assert not wrong
