"""What engines say that they cost, what is kept from one answer to the next, and what is not computed."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.accounting import Accountant, Gaussian, Laplace, Rounds, Subsampled, approximate, pure
from assay.accounting import one_direction as module
from assay.accounting.one_direction import OneDirection
from assay.errors import InvalidValue
from assay.exact import eps

from ..effort import fewer

SAMPLED = Rounds([(Subsampled.of(Gaussian.of(1), "1/100"), 1000)])


def test_estimates_name_every_engine_that_may_answer():
    found = Rounds([(Laplace.of(3), 5), (Gaussian.of(2), 1)]).estimates(delta="1e-6")
    (costs,) = found.values()
    assert {name for name, _ in costs} == {"atoms", "inversion", "fourier"}
    assert [cost for _, cost in costs] == sorted(cost for _, cost in costs)
    assert all(cost >= 0 for _, cost in costs)
    assert Rounds([(pure(1), 2)]).estimates(epsilon=3) == {"given order": []}


def test_one_of_both_is_asked():
    for given_both in ({}, {"epsilon": 1, "delta": "1e-6"}):
        with pytest.raises(InvalidValue, match="one of the two"):
            SAMPLED.estimates(**given_both)


@pytest.mark.parametrize("pair", [Laplace.of(10), Subsampled.of(Gaussian.of(1), "1/100")])
def test_who_answers_is_who_costs_least(pair):
    """Narrower brackets do not cost less."""
    cheapest = []
    for width in ("1/100", "1/1000", "1/100000"):
        ((_, cost), *_) = next(iter(Rounds([(pair, 100)]).estimates(delta="1e-6", width=width).values()))
        cheapest.append(cost)
    assert cheapest[0] <= cheapest[1] * 2
    assert cheapest[1] <= cheapest[2] * 2


def test_a_curve_is_that_of_its_points():
    """Tables of one answer serve the next one; brackets are those of questions asked alone."""
    together = Rounds(SAMPLED.rounds)
    for tenths in (5, 6, 7, 9, 12):
        level = Fraction(tenths, 10)
        found, alone = together.delta(level), Rounds(SAMPLED.rounds).delta(level)
        assert found.lower <= alone.upper
        assert alone.lower <= found.upper
        assert found.relative_width <= Fraction(1, 1000)
    tables = sum(len(side.kept) for side in together.by_direction.values())
    assert 0 < tables < 10


@fewer(2)
@given(
    st.sampled_from([Gaussian.of(1), Laplace.of(2), pure("1/2")]),
    st.integers(2, 30),
    st.sampled_from(["1e-2", "1e-5"]),
    st.sampled_from([Fraction(1, 10), Fraction(1), Fraction(8)]),
)
def test_what_markov_says_is_true(pair, count, delta, tilt):
    """Never where delta is larger, whatever the tilt."""
    rounds = Rounds([(pair, count)])
    (side,) = rounds.by_direction.values()
    truth = rounds.epsilon(delta)
    assert not side.is_surely_below(truth.lower * Fraction(999, 1000), Fraction(delta), float(tilt))


def test_markov_is_enough_for_the_smaller_direction(monkeypatch):
    """Adding a record is not composed where removing it decides."""
    asked = []
    right = OneDirection.delta
    monkeypatch.setattr(OneDirection, "delta", lambda self, *rest: asked.append(self) or right(self, *rest))
    found = Accountant().compose("gaussian sigma=1 q=1/100 k=1000").rounds
    answer = found.epsilon("1e-6")
    assert not asked
    assert answer.direction == "remove"
    side = found.by_direction["add"]
    assert side.is_surely_below(answer.lower, Fraction(1, 10**6), found.by_direction["remove"].tilt)
    assert right(side, eps(answer.lower), Fraction(1, 8)).upper <= Fraction(1, 10**6)


def test_a_tail_that_is_forgotten_is_noticed(monkeypatch):
    """Without the mass at infinity Markov's inequality says too much."""
    rounds = Rounds([(approximate(1, "1/100"), 3)])
    (side,) = rounds.by_direction.values()
    assert not side.is_surely_below(Fraction(7, 2), Fraction(1, 100), 50.0)
    monkeypatch.setattr(module.OneDirection, "infinite", module.Bracket(Fraction(0), Fraction(0)))
    (side,) = Rounds(rounds.rounds).by_direction.values()
    assert side.is_surely_below(Fraction(7, 2), Fraction(1, 100), 50.0)
