"""What has to hold between answers: monotony, order, empty rounds, splitting; brackets of one truth meet."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from assay.accounting import (
    NOTHING,
    Accountant,
    Bracket,
    Gaussian,
    Laplace,
    Rounds,
    Subsampled,
    approximate,
    discrete_laplace,
    pure,
)
from assay.composition.pair import DominatingPair

WIDTH = Fraction(1, 200)


def sampled(rate: str, sigma: str = "1") -> DominatingPair:
    return Subsampled.of(Gaussian.of(sigma), rate)


def asked(rounds: list[tuple[DominatingPair, int]]) -> list[Bracket]:
    """delta at two epsilons, epsilon at two deltas."""
    composition = Rounds(rounds)
    deltas = [composition.delta(at, WIDTH) for at in ("1/10", "1")]
    return [*deltas, *(composition.epsilon(at, WIDTH) for at in ("1e-3", "1e-7"))]


def may_be_at_most(a: Bracket, b: Bracket) -> bool:
    return b.upper is None or (not a.is_infinite and a.lower <= b.upper)


def meet(a: Bracket, b: Bracket) -> bool:
    return may_be_at_most(a, b) and may_be_at_most(b, a)


GROWING = {
    "count of a sampled round": [[(sampled("1/20"), k)] for k in (1, 3, 40, 900)],
    "rate": [[(sampled(q), 20)] for q in ("1/1000", "1/100", "1/10", "9/10", "1")],
    "noise": [[(sampled("1/20", sigma), 20)] for sigma in ("3", "2", "1", "1/2")],
    "count of Laplace noise": [[(Laplace.of(3), k)] for k in (1, 2, 9, 60)],
    "lost mass": [[(approximate("1/2", lost), 6)] for lost in ("0", "1e-9", "1e-3")],
    "one more round": [
        [(Laplace.of(3), 2)],
        [(Laplace.of(3), 2), (pure("1/3"), 1)],
        [(Laplace.of(3), 2), (pure("1/3"), 1), (Gaussian.of(4), 1)],
    ],
    "sensitivity": [[(discrete_laplace(3, d), 5)] for d in (1, 2, 3)],
}


@pytest.mark.slow
@pytest.mark.parametrize("growing", GROWING.values(), ids=GROWING)
def test_what_reveals_more_costs_more(growing):
    found = [asked(rounds) for rounds in growing]
    for less, more in pairwise(found):
        assert all(may_be_at_most(a, b) for a, b in zip(less, more, strict=True))
    assert not all(may_be_at_most(b, a) for a, b in zip(found[0], found[-1], strict=True))


ROUNDS: list[tuple[DominatingPair, int]] = [(sampled("1/20"), 5), (Laplace.of(3), 2), (Gaussian.of(2), 2)]
SAME = {
    "another order": ROUNDS[::-1],
    "rounds that reveal nothing": [(NOTHING, 7), *ROUNDS, (Subsampled.of(Laplace.of(1), 0), 3)],
    "a count of 0": [*ROUNDS, (Gaussian.of("1/100"), 0)],
    "counts in parts": [(pair, part) for pair, count in ROUNDS for part in (1, count - 1)],
    "pairs under other names": [
        (Subsampled.of(ROUNDS[0][0], 1), 5),
        (Laplace.of(6, 2), 2),
        (Gaussian(Fraction(1, 2)), 1),
    ],
}


@pytest.mark.slow
@pytest.mark.parametrize("rounds", SAME.values(), ids=SAME)
def test_the_same_rounds_told_otherwise(rounds):
    assert all(meet(a, b) for a, b in zip(asked(ROUNDS), asked(rounds), strict=True))


@pytest.mark.slow
@pytest.mark.parametrize("width", ["1/10", "1/1000", "1e-6"])
@pytest.mark.parametrize("delta", ["1e-2", "1e-9", "1e-40"])
def test_delta_of_the_epsilon_of_a_delta(delta, width):
    composition = Rounds(ROUNDS)
    found = composition.epsilon(delta, width)
    assert composition.delta(found.lower, "1/1000").upper >= Fraction(delta)
    assert composition.delta(found.upper, "1/1000").lower <= Fraction(delta)


@pytest.mark.slow
@pytest.mark.parametrize(
    "text", ["gaussian sigma=1 q=1/20 k=50", "laplace scale=2 q=1/5 k=6", "pure epsilon=1 q=1/3 k=9"]
)
def test_both_directions_together_are_the_larger_one(text):
    accountant = Accountant(width=WIDTH).compose(text)
    both = [accountant.rounds.only(name).delta("1/3", WIDTH) for name in ("remove", "add")]
    found = accountant.delta("1/3")
    assert len(both) == 2
    assert found.lower <= max(b.upper for b in both)
    assert max(b.lower for b in both) <= found.upper


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["inversion", "fourier", "integer"])
@pytest.mark.parametrize(
    "rounds",
    [
        [(sampled("1/4"), 30)],
        [(sampled("1/4"), 4), (Gaussian.of(3), 2)],
        [(Laplace.of(2), 30), (Gaussian.of(5), 3)],
    ],
)
def test_forced_engines_meet(rounds, engine):
    free, forced = Rounds(rounds), Rounds(rounds, engine=engine)
    assert meet(free.delta("3/2", "1e-6"), forced.delta("3/2", WIDTH))
    assert meet(free.epsilon("1e-5", "1e-6"), forced.epsilon("1e-5", WIDTH))
