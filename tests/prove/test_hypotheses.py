"""Every hypothesis that a lemma states has a stored counterexample, which is re-checked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from assay.prove.lemma import Lemma

from .hypotheses import MARKED, hypothesis_of, plain, stated
from .lemma_table import lemmas

LEMMAS = [lemma for _, lemma in lemmas()]
FREE = "There is no hypothesis to drop"
"""What the reduction of a lemma without hypotheses says."""


def complaints(lemma: Lemma) -> list[str]:
    """What is wrong with the hypotheses of a lemma and their counterexamples."""
    if lemma.title not in MARKED:
        return ["the statement is not marked in hypotheses.py"]
    found, wanted = [], stated(lemma.title)
    if plain(lemma.title) != lemma.statement:
        found.append("the marked statement is not that of the lemma")
    if not wanted and FREE not in lemma.reduction:
        found.append(f"no hypothesis is marked, and the reduction does not say {FREE!r}")
    dropped = {hypothesis_of(key) for key in lemma.dropped}
    found += [f"no counterexample without {h!r}" for h in wanted if h not in dropped]
    found += [
        f"{key!r} is neither a hypothesis nor a smaller bound ('in place of')"
        for key in lemma.dropped
        if hypothesis_of(key) not in wanted and " in place of " not in key
    ]
    found += [f"{key!r} has no words for its mechanism" for key, v in lemma.dropped.items() if not v.__doc__]
    return found


def test_the_marked_lemmas_are_those_of_the_proofs():
    assert len(LEMMAS) >= 60
    assert set(MARKED) == {lemma.title for lemma in LEMMAS}


@pytest.mark.parametrize("lemma", LEMMAS, ids=lambda x: x.title)
def test_every_stated_hypothesis_has_a_counterexample(lemma):
    assert complaints(lemma) == []


def test_hardly_a_lemma_is_free_of_hypotheses():
    assert [x.title for x in LEMMAS if not stated(x.title)] == ["Pinsker's inequality"]
    assert sum(len(stated(x.title)) for x in LEMMAS) >= 180


@pytest.mark.parametrize("lemma", LEMMAS, ids=lambda x: x.title)
def test_a_missing_counterexample_is_noticed(lemma):
    for hypothesis in stated(lemma.title):
        kept = {k: v for k, v in lemma.dropped.items() if hypothesis_of(k) != hypothesis}
        assert complaints(replace(lemma, dropped=kept)) == [f"no counterexample without {hypothesis!r}"]


def test_a_lemma_that_nobody_marked_and_a_changed_statement_are_noticed():
    lemma = LEMMAS[0]
    assert complaints(replace(lemma, title="a new one")) == ["the statement is not marked in hypotheses.py"]
    assert complaints(replace(lemma, statement=f"for n >= 2 {lemma.statement}")) == [
        "the marked statement is not that of the lemma"
    ]
    assert complaints(replace(lemma, dropped={**lemma.dropped, "whatever": lemma.tight})) == [
        "'whatever' is neither a hypothesis nor a smaller bound ('in place of')"
    ]


def test_a_lemma_without_hypotheses_has_to_say_so():
    (pinsker,) = (x for x in LEMMAS if not stated(x.title))
    assert complaints(replace(pinsker, reduction="")) == [
        f"no hypothesis is marked, and the reduction does not say {FREE!r}"
    ]
