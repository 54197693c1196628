"""A budget that suffices changes neither an answer nor who computes it, whatever is asked."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

import pytest

from assay import (
    EPS,
    Dist,
    Mechanism,
    adjacency,
    amplification,
    budget,
    composition,
    exp,
    flip,
    ln,
    mechanisms,
    program,
    sqrt,
    theorems,
)
from assay.attacks import reconstruction_exhaustive
from assay.decide import decide, exact_loss
from assay.dp.verdict import Verdict
from assay.prove import prove
from assay.utility import optimal_mechanism

AMPLE = {"seconds": 3600, "max_states": 10**9}

x = exp(-EPS)


@program
def noisy(b: bool) -> int:
    """Some states that merge, and a loop without a bound."""
    count = 0
    while flip("1/3"):
        count = min(count + 1, 2)
    return count if b else int(flip("1/2"))


@program
def bounded(b: bool) -> tuple[bool, ...]:
    """A program that is read by merging and by enumeration."""
    return tuple(flip("1/3" if b else "1/2") for _ in range(4))


SUBSETS = [(), (0,), (1,), (0, 1)]

MECHANISMS: dict[str, Callable[[], Mechanism]] = {
    "table": lambda: mechanisms.randomised_response(ln(3)),
    "irrational": lambda: mechanisms.geometric_clamped(2, 1),
    "symbol": lambda: mechanisms.randomised_response(EPS),
    "pieces": lambda: Mechanism(
        {0: {"a": x, "b": 1 - x}, 1: {"a": 1 - x, "b": x}}, [0, 1], adjacency.all_pairs()
    ),
    "mixed fields": lambda: Mechanism(
        {0: {"a": sqrt(2) / 2, "b": 1 - sqrt(2) / 2}, 1: {"a": exp(-1), "b": 1 - exp(-1)}},
        [0, 1],
        adjacency.all_pairs(),
    ),
    "composed": lambda: theorems.compose(*[mechanisms.randomised_response(ln(3))] * 30),
    "composed in the symbol": lambda: theorems.compose(*[mechanisms.randomised_response(EPS)] * 11),
    "composed in mixed fields": lambda: theorems.compose(
        mechanisms.randomised_response(1), mechanisms.randomised_response(ln(2))
    ),
    "adaptive": lambda: theorems.compose_adaptively(
        mechanisms.randomised_response(1), lambda seen: mechanisms.randomised_response(2)
    ),
    "group": lambda: theorems.group(mechanisms.geometric_clamped(3, ln(2)), 2),
    "program": lambda: Mechanism(bounded, [False, True], adjacency.all_pairs()),
    "loop": lambda: Mechanism(noisy, [False, True], adjacency.all_pairs()),
    "subsampled": lambda: amplification.subsample(
        Mechanism(
            lambda rows: Dist.bernoulli(f"{1 + sum(rows)}/5"), SUBSETS, adjacency.add_remove_one("sequence")
        ),
        amplification.poisson_sampling("1/3"),
        SUBSETS,
        adjacency.add_remove_one("sequence"),
    ),
}

QUESTIONS: dict[str, Callable[[Mechanism], object]] = {
    "epsilon": lambda m: m.worst_case.epsilon(),
    "epsilon with delta": lambda m: m.epsilon("1/10"),
    "delta": lambda m: m.delta("1/2"),
    "profile": lambda m: m.profile(),
    "tradeoff": lambda m: m.tradeoff(),
    "total variation": lambda m: m.total_variation(),
    "renyi": lambda m: m.renyi(2),
    "renyi of a root": lambda m: m.renyi("3/2"),
    "zcdp": lambda m: m.zcdp(),
    "odds": lambda m: m.posterior_odds(),
    "probabilistic": lambda m: m.probabilistic_delta("1/2"),
    "audit": lambda m: m.audit(1),
    "audit with delta": lambda m: m.audit("1/4", "1/10"),
    "audit of its own": lambda m: m.audit(m.epsilon()),
    "decide": lambda m: decide(m, EPS),
}

ALONE: dict[str, Callable[[], object]] = {
    "exact loss": lambda: exact_loss(MECHANISMS["pieces"]()),
    "prove": lambda: prove("for real x > 0: x - 1 >= ln(x)"),
    "prove false": lambda: prove("for real x > 0: x - 2 >= ln(x)"),
    "prove open": lambda: prove("for real x, real y: x^4*y^2 + x^2*y^4 + 1 >= 3*x^2*y^2"),
    "group privacy": lambda: theorems.group_privacy(1, "1/10", 4),
    "optimal composition": lambda: theorems.optimal_composition(1, "1/10", 4, symmetric=True),
    "adaptive delta": lambda: theorems.adaptive_delta([theorems.pairs_of(MECHANISMS["table"]())] * 3, 1),
    "clones": lambda: amplification.clones_delta(ln(3), 5, "1/4"),
    "blanket": lambda: amplification.blanket_delta(MECHANISMS["table"](), 4, "1/4"),
    "shuffle": lambda: amplification.shuffle(MECHANISMS["table"](), 3).epsilon(),
    "composition": lambda: composition.Composition(30 * [MECHANISMS["table"]()]).delta(1),
    "search": lambda: reconstruction_exhaustive.exponential_adversary([0, 1, 1, 2], 2, Fraction(1, 2)),
    "best mechanism": lambda: (
        optimal_mechanism([0, 1], [0, 1], lambda a, b: abs(a - b), ln(3), adjacency.l1()).risk
    ),
}


def answered(ask: Callable[[], object]) -> object:
    """What is answered, or why not, as something that can be compared."""
    try:
        found = ask()
    except Exception as error:
        return type(error), str(error)
    return str(found) if isinstance(found, Verdict) else repr(found)


@pytest.mark.parametrize("name", MECHANISMS)
def test_every_measure(name):
    for question, ask in QUESTIONS.items():
        free, limited = MECHANISMS[name](), MECHANISMS[name]()
        expected = answered(partial(ask, free))
        with budget(**AMPLE):
            assert answered(partial(ask, limited)) == expected, question
        assert {k: note.engine for k, note in free.notes.items()} == {
            k: note.engine for k, note in limited.notes.items()
        }, question


@pytest.mark.parametrize("name", ALONE)
def test_everything_else(name):
    expected = answered(ALONE[name])
    with budget(**AMPLE):
        assert answered(ALONE[name]) == expected
