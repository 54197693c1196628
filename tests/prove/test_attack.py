"""Nothing that the kernel accepts at degenerate points is false; the judge and the generator reach them."""

from __future__ import annotations

import secrets
import sys

import pytest

from assay.prove.expr import const, var
from assay.prove.facts import Rejected
from assay.prove.reading import read
from assay.prove.rules import RULES
from assay.prove.theorem import infer
from tests.prove.attack import attacked
from tests.prove.attack.certificates import Forger
from tests.prove.attack.judge import differs_at, refuted_at
from tests.prove.attack.laws import EVERYWHERE, broken
from tests.prove.attack.steps import Attack
from tests.prove.attack.terms import Draw


def test_a_normal_form_has_the_value_of_its_term() -> None:
    compared, found = broken(1, 400)
    assert compared > 600
    assert found == []


def test_composed_steps_prove_nothing_false() -> None:
    attack = Attack(5)
    attack.run(2500)
    assert attack.false == []
    assert set(attack.tried) == set(RULES)
    assert attack.accepted.total() > 500
    assert len(+attack.accepted) >= len(RULES) - 2
    assert all(attack.accepted[rule] > 30 for rule in ("direct", "instantiate", "combine"))


def test_changed_proofs_prove_nothing_false() -> None:
    forger = Forger(2)
    forger.run(500)
    assert forger.false == []
    assert 50 < forger.accepted < forger.tried


@pytest.mark.slow
def test_a_long_attack_with_fresh_examples() -> None:
    seed = secrets.randbelow(10**9)
    tried, accepted, false = attacked(seed, 40_000)
    sys.stdout.write(f"attack with seed {seed}: {tried} steps, {accepted} accepted, {len(false)} false\n")
    assert false == [], f"repeat it by python -m tests.prove.attack --steps 40000 --seed {seed}"


@pytest.mark.parametrize(
    "claim",
    [
        "for integer m in [-1, inf): 0^(m + 1) = 0",
        "for x in [0, 1], integer n in [-1, inf): x^(n + 1) = x*x^n",
        "for x in (-inf, inf): x^x >= 0",
        "for x in [0, inf): x/x = 1",
        "for x in (-inf, inf): sqrt(x^2) = x",
        "for x in (-inf, inf), integer n in [0, inf): (x^n)^(1/2) >= 0",
        "for integer n in [0, inf): sum(i, n, 0, 1) = 1 - n",
        "for x in (-inf, inf) where x != 0: log(x^2) = 2*log(x)",
        "for integer n in (-inf, inf): sum(i, 1, n, 1) = n",
    ],
)
def test_the_judge_reaches_the_corner(claim: str) -> None:
    assert refuted_at(read(claim)) is not None


def test_the_judge_finds_a_form_that_is_another_function() -> None:
    zero, m = const(0), var("m")
    ranges = tuple(r for r in EVERYWHERE if r.name == "m")
    assert differs_at(zero ** (m + 1), zero, ranges) == {"m": -1}
    assert differs_at(m ** (m + 1), m**m * m, ranges) is None
    assert differs_at(m / m, const(1), ranges) is None
    assert differs_at(const(1), m / m, ranges) == {"m": 0}


def test_the_generator_draws_what_was_accepted_once() -> None:
    """0^(m + 1) = 0, from an instance of x^n >= 0: the normal form of 0^(m + 1) was 0."""
    draw = Draw(3)
    drawn = {str(draw.term("mx", 1)) for _ in range(2500)}
    assert {"0^(m + 1)", "x^(m + 1)"} <= drawn
    general = infer("direct", "for integer n in [0, inf), x in [0, inf): x^n >= 0", {}, [])
    with pytest.raises(Rejected, match="instantiate"):
        infer("instantiate", CLAIM, {"terms": {"n": "m + 1", "x": "0"}}, [general])


CLAIM = "for integer m in [-1, inf): 0^(m + 1) = 0"
