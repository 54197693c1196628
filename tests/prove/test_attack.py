"""Nothing that the kernel accepts at degenerate points is false; the judge and the generator reach them."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Iterator

import pytest

import assay.prove.normal as forms
from assay.prove.expr import Expr, const, var
from assay.prove.facts import Rejected
from assay.prove.polynomials import UNIT, Quotient, quotient_expr
from assay.prove.reading import read
from assay.prove.rules import RULES
from assay.prove.theorem import infer
from tests.prove.attack import attacked
from tests.prove.attack.certificates import Forger
from tests.prove.attack.judge import differs_at, refuted_at
from tests.prove.attack.laws import EVERYWHERE, broken
from tests.prove.attack.steps import Attack

STEPS = 100_000
"""What two processors do in about 3 minutes; at night the command of `tests.prove.attack` goes on to 10^6."""


def test_processes_try_the_same_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.prove.attack.CHUNK", 20)
    alone, together = attacked(3, 80, 1), attacked(3, 80, 2)
    assert alone == together
    assert alone[0] > 60


@pytest.mark.slow
def test_a_normal_form_has_the_value_of_its_term() -> None:
    compared, found = broken(1, 250)
    assert compared > 400
    assert found == []


@pytest.mark.slow
def test_composed_steps_prove_nothing_false() -> None:
    attack = Attack(5)
    attack.run(1500)
    assert attack.false == []
    assert set(attack.tried) == set(RULES)
    assert attack.accepted.total() > 350
    assert len(+attack.accepted) >= len(RULES) - 3
    assert all(attack.accepted[rule] > 15 for rule in ("direct", "instantiate", "combine"))


@pytest.mark.slow
def test_changed_proofs_prove_nothing_false() -> None:
    forger = Forger(2)
    forger.run(300)
    assert forger.false == []
    assert 30 < forger.accepted < forger.tried


@pytest.mark.parametrize(
    "steps",
    [pytest.param(STEPS // 25, marks=pytest.mark.slow), pytest.param(STEPS, marks=pytest.mark.nightly)],
)
def test_a_long_attack_with_fresh_examples(steps: int) -> None:
    seed = secrets.randbelow(10**9)
    tried, accepted, false = attacked(seed, steps, min(2, os.cpu_count() or 1))
    sys.stdout.write(f"attack with seed {seed}: {tried} steps, {accepted} accepted, {len(false)} false\n")
    assert false == [], f"repeat it by python -m tests.prove.attack --steps {steps} --seed {seed}"


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


def splitting(base: Quotient, exponent: Quotient) -> Quotient:
    """b^(u + 1) as b^u b: what normal forms did once, and is another function at b = 0."""
    atom = forms.atom_power(Expr("^", (quotient_expr(base), quotient_expr(exponent))))
    if forms._plainly_positive(base) or exponent.top.get(UNIT) != 1:
        return atom
    rest = quotient_expr(forms.plus(exponent, forms.number(-1)))
    return forms.times(forms.atom_power(Expr("^", (quotient_expr(base), rest))), base)


@pytest.fixture
def split_powers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A kernel whose normal forms take symbolic powers apart."""
    monkeypatch.setattr(forms, "_symbolic_power", splitting)
    forms._known.clear()
    yield
    forms._known.clear()


@pytest.mark.slow
@pytest.mark.usefixtures("split_powers")
def test_the_attack_finds_a_normal_form_that_is_another_function() -> None:
    assert broken(1, 60)[1] != []
    attack = Attack(6)
    attack.run(700)
    assert attack.false != []


def test_what_was_accepted_once_is_refused() -> None:
    general = infer("direct", "for integer n in [0, inf), x in [0, inf): x^n >= 0", {}, [])
    terms = {"terms": {"n": "m + 1", "x": "0"}}
    with pytest.raises(Rejected, match="instantiate"):
        infer("instantiate", "for integer m in [-1, inf): 0^(m + 1) = 0", terms, [general])
    assert infer("instantiate", "for integer m in [-1, inf): 0^(m + 1) >= 0", terms, [general])
