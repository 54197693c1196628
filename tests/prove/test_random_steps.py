"""Thousands of random steps by every rule: what is accepted is true at every point that is tried."""

from __future__ import annotations

import sys
from collections import Counter

import pytest

from assay.prove import Theorem, check, infer
from assay.prove.claims import statement
from assay.prove.rules import RULES
from tests.prove.pointwise import fails_at
from tests.prove.random_steps import STEPS, step
from tests.prove.random_steps.maker import Maker


def _attacked(seeds: range, rounds: int) -> tuple[Counter[str], Counter[str], list[Theorem]]:
    """How often each rule was tried and accepted a step, and the false theorems."""
    tried: Counter[str] = Counter()
    accepted: Counter[str] = Counter()
    false: list[Theorem] = []
    for seed in seeds:
        maker = Maker(seed)
        for _ in range(rounds):
            false += [t for t in step(maker) if fails_at(t.statement, 40) is not None]
        tried += maker.tried
        accepted += maker.accepted
    return tried, accepted, false


@pytest.mark.slow
def test_no_step_of_many_proves_a_false_statement() -> None:
    tried, accepted, false = _attacked(range(1, 8), 60)
    counts = {rule: f"{accepted[rule]} of {tried[rule]}" for rule in RULES}
    sys.stdout.write(
        f"random steps: {sum(tried.values())}, accepted: {sum(accepted.values())}, by rule: {counts}\n"
    )
    assert [str(t) for t in false] == []
    assert set(STEPS) == set(RULES)
    assert min(accepted[rule] for rule in RULES) >= 5
    assert sum(tried.values()) - sum(accepted.values()) > 5000


def test_a_random_certificate_is_its_own_check() -> None:
    maker = Maker(3)
    made = [t for _ in range(8) for t in step(maker)]
    assert len(made) > 30
    assert [str(check(t.to_json())) for t in made] == [str(t) for t in made]


@pytest.mark.parametrize(
    "claim",
    [
        "for x in [0, 1]: exp(x) > 1",
        "for x in [-1, 1]: (1/x)^0 > 0",
        "for integer n >= 0: sum(i, 1, n, i) = n^2",
        "for real x where log(x) >= 0: x > 1",
        "for x in [0, 1]: sqrt(x - 1/2) >= 0",
        "for integer n in (-inf, inf): sum(i, 3, n, i - n) >= 0",
        "for x >= 0: x^x <= 2",
    ],
)
def test_the_judge_finds_where_a_claim_fails(claim: str) -> None:
    assert fails_at(statement(claim)) is not None


@pytest.mark.parametrize(
    "claim", ["for x in (0, 1]: exp(x) > 1", "for integer n >= 0: sum(i, 1, n, i) = n*(n + 1)/2"]
)
def test_the_judge_finds_no_fault_with_a_true_claim(claim: str) -> None:
    assert fails_at(statement(claim)) is None


@pytest.mark.parametrize(
    "side",
    [
        "(1/x)^0",
        "log(x)^0",
        "2^(log(x) - log(x))",
        "1 + sum(i, 0, 1/x - 1/x, 1)",
        "1 + sum(i, 1/x - 1/x, 2, 1)",
        "max(log(x), 1)",
        "1 + 0*log(x)",
        "1 + (x - 1/2)^(1/2)",
    ],
)
def test_subdivision_sees_where_a_part_is_undefined(side: str) -> None:
    from assay.prove import Rejected

    with pytest.raises(Rejected):
        infer("interval", f"for x in [-1, 1]: {side} > 0", {"boxes": "200", "bits": "64"})
    assert infer("interval", f"for x in [3/2, 2]: {side} > 0", {"boxes": "200", "bits": "64"})
