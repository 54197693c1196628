"""The shipped proofs: certificates are valid, reductions hold, witnesses are exact."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.prove import check
from assay.prove.lemma import Lemma, load, run
from tests.effort import at_night

ROOT = Path(__file__).parents[2] / "proofs"
SCRIPTS = sorted(ROOT.glob("*.py"))
CERTIFICATES = sorted((ROOT / "certificates").glob("*.json"))
LEMMAS = [lemma for path in SCRIPTS for lemma in load(path)]
STORED = [json.loads(path.read_text(encoding="utf-8")) for path in CERTIFICATES]


def test_there_are_proofs() -> None:
    assert len(LEMMAS) >= 10
    assert len(CERTIFICATES) == len(LEMMAS)


@pytest.mark.parametrize("path", CERTIFICATES, ids=lambda p: p.stem)
def test_stored_certificates_are_valid(path: Path) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    assert data["verdict"] == "proved"
    assert data["certificates"]
    for certificate in data["certificates"]:
        check(certificate)


@pytest.mark.parametrize("lemma", LEMMAS, ids=lambda x: x.title)
def test_lemma_of_the_stored_certificate_is_the_shipped_one(lemma: Lemma) -> None:
    (match,) = [s for s in STORED if s["lemma"] == lemma.title]
    assert match["statement"] == lemma.statement
    claims = {c["claim"] for c in match["certificates"]}
    for item in lemma.inequalities:
        if isinstance(item, str):
            from assay.prove.claims import statement

            assert str(statement(item)) in claims
    assert len(match["certificates"]) == len(lemma.inequalities)


@pytest.mark.slow
@pytest.mark.parametrize("lemma", LEMMAS, ids=lambda x: x.title)
@settings(max_examples=6)
@given(seed=st.integers(0, 10**6))
def test_reduction_on_generated_mechanisms(lemma: Lemma, seed: int) -> None:
    lemma.case(random.Random(seed))


@pytest.mark.parametrize("lemma", LEMMAS, ids=lambda x: x.title)
def test_bound_is_attained_and_hypotheses_are_needed(lemma: Lemma) -> None:
    assert lemma.tight()
    for hypothesis, violated in lemma.dropped.items():
        assert violated(), hypothesis


@pytest.mark.parametrize("lemma", at_night(2, LEMMAS), ids=lambda x: x.title)
def test_lemma_is_proved_from_scratch(lemma: Lemma) -> None:
    assert run(lemma).failure == ""
