"""The lemmas on mechanisms run the shipped ones: where one is replaced by a wrong one, its script fails."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from assay.errors import AssayError
from assay.mechanisms import (
    geometric_clamped,
    geometric_truncated,
    gibbs_distribution,
    permute_and_flip_distribution,
    randomised_response,
    report_noisy_max,
)
from assay.mechanisms.sparse_vector import svt_lee_clifton
from assay.prove.lemma import Lemma
from assay.utility import optimal_mechanism

from .lemma_table import lemmas

Planted = Callable[..., Any]


def twice_the_rate(law: Planted) -> Planted:
    """The mechanism for twice the epsilon."""
    return lambda epsilon, *args, **options: law(2 * epsilon, *args, **options)


def without_the_half(law: Planted) -> Planted:
    """e^(eps u/D) whatever was asked for."""
    return lambda scores, epsilon, **options: law(scores, epsilon, **{**options, "monotonic": True})


def of_another_level(domain: Any, outputs: Any, loss: Any, epsilon: Any, near: Any, **options: Any) -> Any:
    """The best mechanism for twice the epsilon."""
    return optimal_mechanism(domain, outputs, loss, 2 * epsilon, near, **options)


def coarser(n: int, epsilon: Any, **options: Any) -> Any:
    """Noise of half the rate."""
    return geometric_clamped(n, epsilon / 2, **options)


ONE_COUNT = "optimality of the geometric mechanism for one count"
PLANTED: list[tuple[str, str, Planted]] = [
    (ONE_COUNT, "geometric_clamped", geometric_truncated),
    (ONE_COUNT, "geometric_clamped", coarser),
    (ONE_COUNT, "optimal_mechanism", of_another_level),
    ("derivable from the geometric mechanism", "geometric_clamped", geometric_truncated),
    ("optimality of randomised response", "randomised_response", twice_the_rate(randomised_response)),
    ("optimality of randomised response", "optimal_mechanism", of_another_level),
    (
        "exponential mechanism",
        "gibbs_distribution",
        without_the_half(gibbs_distribution),
    ),
    ("permute-and-flip", "permute_and_flip_distribution", without_the_half(permute_and_flip_distribution)),
    ("report noisy max", "report_noisy_max", twice_the_rate(report_noisy_max)),
    (
        "report noisy max of values that move the same way",
        "report_noisy_max",
        twice_the_rate(report_noisy_max),
    ),
    ("above threshold", "above_threshold", svt_lee_clifton),
]


def fails(lemma: Lemma) -> bool:
    """Whether some case or the tightness fails."""
    try:
        for seed in range(12):
            lemma.case(random.Random(seed))
        return not lemma.tight()
    except (AssayError, ArithmeticError):
        return True


@pytest.mark.parametrize(("title", "name", "wrong"), PLANTED, ids=[f"{t}: {n}" for t, n, _ in PLANTED])
def test_a_planted_mechanism_is_noticed(title, name, wrong, monkeypatch):
    (lemma,) = (x for _, x in lemmas() if x.title == title)
    assert name in lemma.case.__globals__
    monkeypatch.setitem(lemma.case.__globals__, name, wrong)
    assert fails(lemma)
