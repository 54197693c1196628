"""No false statement gets a proof: mutated statements, mutated proofs, and a search without its pruning."""

from __future__ import annotations

import copy
import json
import random
import sys
from collections import Counter
from pathlib import Path

import pytest

from assay.errors import AssayError
from assay.prove import Rejected, Theorem, check
from assay.prove.stored import certificates_of
from assay.prove.tactics import Search
from tests.prove.claims import TRUE_CLAIMS, proved
from tests.prove.mutations import mutants, remember_steps, surely_false

SHIPPED = sorted((Path(__file__).parents[2] / "proofs" / "certificates").glob("*.json"))


@pytest.mark.slow
@pytest.mark.parametrize("claim", TRUE_CLAIMS[1::9])
def test_false_mutant_is_not_proved_by_the_steps_of_the_true_claim(claim: str) -> None:
    assert _replayed(claim)[1] > 0, f"no false mutant of {claim} was generated"


@pytest.mark.nightly
def test_thousands_of_false_mutants_are_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    remember_steps(monkeypatch)
    counts = [_replayed(claim) for claim in TRUE_CLAIMS]
    tried, false = (sum(column) for column in zip(*counts, strict=True))
    sys.stdout.write(f"{tried} mutated statements, {false} surely false, none accepted\n")
    assert false >= 1000


@pytest.mark.parametrize(
    "most", [pytest.param(8, marks=pytest.mark.slow), pytest.param(32, marks=pytest.mark.nightly)]
)
def test_false_mutants_of_the_shipped_lemmas_are_not_proved(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    remember_steps(monkeypatch)
    choose = random.Random(3)
    counts: Counter[str] = Counter()
    for path in SHIPPED:
        for certificate in certificates_of(path):
            theorem = check(certificate)
            tried, false = _replayed(str(theorem), theorem, choose, most)
            counts["mutants"] += tried
            for word in {"all", *_features(theorem)}:
                counts[word] += false
    sys.stdout.write(f"false mutants of the shipped lemmas, none accepted: {dict(counts)}\n")
    assert counts["all"] >= 1000
    assert min(counts[word] for word in ("sum", "integer", "min or max", "induction")) > 20


@pytest.mark.slow
def test_false_mutants_of_some_shipped_lemmas_are_not_proved() -> None:
    choose = random.Random(4)
    theorems = [check(certificates_of(path)[0]) for path in SHIPPED[::6]]
    assert sum(_replayed(str(t), t, choose, 3)[1] for t in theorems) > 5


def _features(theorem: Theorem) -> set[str]:
    """What a claim and its proof are made of."""
    text = json.dumps(theorem.to_json())
    marks = {"sum": "sum(", "integer": "integer ", "induction": '"induction"', "exp or log": "exp("}
    found = {name for name, mark in marks.items() if mark in text}
    return found | ({"min or max"} if "max(" in text or "min(" in text else set())


def _replayed(
    claim: str, theorem: Theorem | None = None, choose: random.Random | None = None, most: int = 0
) -> tuple[int, int]:
    """Offer the steps of the true claim as a proof of each of its mutants, or of some, judged at fewer
    points.
    """
    certificate = (theorem or proved(claim)).to_json()
    tried = false = 0
    near = list(mutants(claim))
    if choose is not None:
        near = choose.sample(near, min(most, len(near)))
    for mutant in near:
        tried += 1
        if not surely_false(mutant, 300 if choose is None else 60):
            continue
        false += 1
        forged = copy.deepcopy(certificate)
        forged["claim"] = str(mutant)
        steps = forged["steps"]
        assert isinstance(steps, list)
        steps[-1]["claim"] = str(mutant)
        with pytest.raises(Rejected):
            check(forged)
    return tried, false


def _searched(claim: str, seconds: float) -> tuple[int, list[str]]:
    """Search for proofs of false mutants with the pruning by sample points switched off."""
    wrong, seen = [], 0
    for mutant in mutants(claim):
        if not surely_false(mutant):
            continue
        seen += 1
        search = Search(seconds)
        search.prune = False
        try:
            theorem = search.solve(mutant, 2)
        except (AssayError, RecursionError):
            continue
        if theorem is not None:
            wrong.append(str(theorem))
    return seen, wrong


def test_search_without_pruning_proves_nothing_false() -> None:
    seen, wrong = _searched("for eps in [0, 1]: exp(eps) - 1 <= 2*eps", 0.03)
    assert seen > 0
    assert not wrong


@pytest.mark.parametrize(
    "seconds", [pytest.param(0.1, marks=pytest.mark.slow), pytest.param(0.5, marks=pytest.mark.nightly)]
)
@pytest.mark.parametrize("claim", TRUE_CLAIMS)
def test_long_search_without_pruning_proves_nothing_false(claim: str, seconds: float) -> None:
    seen, wrong = _searched(claim, seconds)
    assert seen > 0
    assert not wrong
