"""The proofs run the shipped functions: where a bound is made smaller in the code, its proof script fails."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType

import pytest

from assay import amplification, theorems
from assay.attacks import reduction
from assay.dp import Profile
from assay.errors import AssayError
from assay.exact import Certified, Log, Number
from assay.prove.lemma import Lemma, load
from assay.theorems import CertifiedGuarantee, Guarantee, RandomGuarantee
from assay.utility import tails
from tests.effort import one_in

ROOT = Path(__file__).parents[2] / "proofs"
BOUNDS = {
    name: getattr(home, name)
    for home in (theorems, amplification, tails, reduction)
    for name in dir(home)
    if isinstance(getattr(home, name), FunctionType)
    and getattr(home, name).__module__.startswith(home.__name__)
    and any(
        kind in str(getattr(home, name).__annotations__.get("return"))
        for kind in ("Guarantee", "Number", "Log", "RealValue", "Certified", "Profile", "Reduction")
    )
}
SEEDS = 40
SOUND: set[str] = set()
"""The lemmas that were found to hold with the shipped bounds, each once."""


def smaller(value):
    """Half of a bound, of whatever type."""
    if isinstance(value, Guarantee):
        return Guarantee(value.epsilon / 2, value.delta / 2)
    if isinstance(value, RandomGuarantee):
        return RandomGuarantee(value.alpha / 2, value.eta / 2, value.gamma / 2)
    if isinstance(value, CertifiedGuarantee):
        return CertifiedGuarantee(value.epsilon / 2, value.delta / 2)
    if isinstance(value, reduction.Reduction):
        return reduction.Reduction(value.copies * 2, value.rows, value.guarantee, value.error)
    if isinstance(value, Profile):
        return lambda at: value(at) / 2
    if isinstance(value, Number | Log | Certified):
        return value / 2
    if isinstance(value, int):
        return value // 2
    raise TypeError(f"no smaller {type(value).__name__}")


def names_in(code: CodeType) -> set[str]:
    """The global names that a function mentions, inside its own functions too."""
    found = set(code.co_names)
    for part in code.co_consts:
        if isinstance(part, CodeType):
            found |= names_in(part)
    return found


def reached(function: Callable[..., object], scope: dict[str, object], seen: set[str]) -> set[str]:
    """The global names that a function of a script reaches."""
    for name in names_in(function.__code__) - seen:  # type: ignore[attr-defined]
        seen.add(name)
        value = scope.get(name)
        if isinstance(value, FunctionType) and value.__globals__ is scope:
            reached(value, scope, seen)
    return seen


def pairs() -> Iterator[tuple[Lemma, str]]:
    """Each lemma with each shipped bound that its case runs."""
    for path in sorted(ROOT.glob("*.py")):
        for lemma in load(path):
            scope = lemma.case.__globals__
            for name in sorted(reached(lemma.case, scope, set())):
                if name in BOUNDS and scope.get(name) is BOUNDS[name]:
                    yield lemma, name


PAIRS = list(pairs())


def notices(lemma: Lemma) -> bool:
    """Whether some case, the tightness or a counterexample fails."""
    try:
        if not lemma.tight():
            return True
        for seed in range(SEEDS):
            lemma.case(random.Random(seed))
        return not all(violated() for violated in lemma.dropped.values())
    except (AssayError, ArithmeticError):
        return True


def test_most_lemmas_run_shipped_bounds():
    assert len({lemma.title for lemma, _ in PAIRS}) >= 25
    assert len({name for _, name in PAIRS}) >= 25


NAMES = [f"{lemma.title}: {name}" for lemma, name in PAIRS]


@pytest.mark.parametrize(("lemma", "name"), one_in(3, PAIRS), ids=NAMES)
def test_a_smaller_bound_is_noticed(lemma, name, monkeypatch):
    if lemma.title not in SOUND:
        assert not notices(lemma)
        SOUND.add(lemma.title)
    shipped = BOUNDS[name]
    monkeypatch.setitem(lemma.case.__globals__, name, lambda *a, **k: smaller(shipped(*a, **k)))
    assert notices(lemma)
