"""Epsilons next to the largest loss: the exact distribution of the total loss, other engines."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from assay.accounting import Accountant, Bracket, FinitePair, Laplace, Rounds
from assay.accounting.one_direction import OneDirection
from assay.accounting.question import Budget, Question
from assay.exact import log_value, number

WEIGHTS = st.lists(st.sampled_from([0, 1, 2, 5, 300, 10**6]), min_size=3, max_size=3).filter(any)
SHARES = ["1/10", "1/1000", "1e-9", "1e-40", "1e-300"]


def pair_of(above, below):
    masses = [[number(Fraction(w, sum(side))) for w in side] for side in (above, below)]
    return FinitePair.from_masses(zip(*masses, strict=True))


def next_to_largest(rounds, delta, wanted=Fraction(1, 8)):
    side = OneDirection(rounds, Budget())
    top = side.epsilon(side.exact_infinite, wanted).upper
    asked = Question(side.rounds, wanted, None, delta, Budget(), lambda: side.loss, side.infinite, top)
    return asked.next_to_largest


@settings(max_examples=40, deadline=None)
@example([300, 1, 0], [1, 1, 0], [300, 1, 1], [1, 1, 0], 3, "1e-9")
@given(WEIGHTS, WEIGHTS, WEIGHTS, WEIGHTS, st.integers(1, 4), st.sampled_from(SHARES))
def test_the_bracket_holds_the_exact_epsilon_also_beside_infinite_losses(a, b, c, d, count, share):
    rounds = [(pair_of(a, b), count), (pair_of(c, d), 1)]
    exact = OneDirection(rounds, Budget(engine="exact"))
    delta = exact.exact_infinite.as_fraction() + Fraction(share)
    if delta >= 1:
        return
    found = next_to_largest(rounds, delta)
    if found is not None:
        truth = exact.epsilon(number(delta), Fraction(1)).exact
        assert log_value(found.lower) <= truth <= log_value(found.upper)
        assert found.relative_width <= Fraction(1, 8)


def test_a_bracket_is_found_beside_infinite_losses_and_where_pairs_differ():
    revealing, other = pair_of([300, 1, 1], [1, 1, 0]), pair_of([5, 1, 0], [2, 5, 0])
    rounds = [(revealing, 3), (other, 1)]
    exact = OneDirection(rounds, Budget(engine="exact"))
    for share in SHARES[1:]:
        delta = exact.exact_infinite.as_fraction() + Fraction(share)
        truth = exact.epsilon(number(delta), Fraction(1)).exact
        found = next_to_largest(rounds, delta)
        assert log_value(found.lower) <= truth < log_value(found.upper)


@pytest.mark.parametrize(
    ("mechanisms", "delta", "engine"),
    [
        (["laplace scale=2", "laplace scale=50"], "1e-8", "atoms"),
        (["laplace scale=10 k=10"], "1e-12", "atoms"),
        (["laplace scale=10 k=4"], "1e-4", "atoms"),
    ],
)
def test_other_engines_find_the_same_from_delta_alone(mechanisms, delta, engine):
    accountant, other = Accountant(width="1/100"), Accountant(width="1/100", engine=engine)
    for mechanism in mechanisms:
        accountant.compose(mechanism)
        other.compose(mechanism)
    found = accountant.epsilon(delta)
    assert found.engine == "largest loss"
    # delta at the lower end is above, that at the upper one is not
    for factor in (1, Fraction(99, 100)):
        assert other.delta(found.lower * factor).upper >= Fraction(delta)
    assert other.delta(found.upper).lower <= Fraction(delta)
    assert other.epsilon(delta).lower <= found.upper
    assert other.epsilon(delta).upper >= found.lower


def test_deltas_beyond_the_mass_of_the_largest_loss_are_not_answered():
    assert next_to_largest([(Laplace(Fraction(1)), 1)], Fraction(1, 4)) is None
    assert next_to_largest([(Laplace(Fraction(1)), 3)], Fraction(1, 8)) is None
    assert next_to_largest([(Laplace(Fraction(1)), 3)], Fraction(1, 7)) is None


def test_the_width_that_is_wanted_decides():
    rounds, delta = [(Laplace(Fraction(1, 10)), 10)], Fraction(1, 10**6)
    # ln(1 - 1024/10^6) is about -1/1000 of the largest loss, 1
    assert next_to_largest(rounds, delta, Fraction(1, 900)) is not None
    assert next_to_largest(rounds, delta, Fraction(1, 1000)) is None
    narrow = next_to_largest(rounds, Fraction(1, 10**200), Fraction(1, 10**190))
    assert narrow.upper == 1
    assert 0 < 1 - narrow.lower < Fraction(1, 10**190)


def test_exact_answers_come_first_and_losses_without_a_largest_one_are_not_asked():
    assert Rounds.of(pair_of([300, 1, 0], [1, 1, 0]), 3).epsilon("1e-30").engine == "exact"
    assert Accountant().compose("gaussian sigma=1 k=3").epsilon("1e-300").engine != "largest loss"
    found = Accountant(engine="atoms").compose("laplace scale=10 k=3").epsilon("1e-9")
    assert found.engine == "atoms"


def test_samples_of_noise_with_a_largest_loss_are_answered():
    found = Accountant().compose("laplace scale=10 q=1/10 k=10").epsilon("1e-40")
    largest = Accountant().compose("laplace scale=10 q=1/10 k=10").epsilon(0)
    assert isinstance(found, Bracket)
    assert largest.lower * Fraction(999, 1000) < found.lower <= found.upper <= largest.upper
