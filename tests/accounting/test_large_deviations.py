"""Chernoff's bounds on both sides against other engines, closed forms, and planted defects."""

from dataclasses import dataclass
from fractions import Fraction

import pytest

from assay.accounting import Accountant, Gaussian, Laplace, Rounds, approximate, pure
from assay.accounting.large_deviations import ByDeviations, Deviations, roughly
from assay.accounting.one_direction import OneDirection
from assay.accounting.question import Budget
from assay.composition.pair import SymmetricDensity
from assay.dp import budget
from assay.exact import INFINITY, eps, number

DELTAS = (Fraction(1, 2), Fraction(1, 10**40))
MILLION = 10**6


def overlap(a, b):
    return a.lower <= b.upper and b.lower <= a.upper


def bracket(pair, count, delta=None, epsilon=None):
    side = OneDirection([(pair, count)], Budget())
    level = None if epsilon is None else eps(epsilon)
    return Deviations.of(side._question(Fraction(1, 1000), level, delta)).answer()


@pytest.mark.parametrize("pair", [pure(1), pure("1/50"), Laplace.of(3), pure(1).sampled("1/10")], ids=str)
@pytest.mark.parametrize("delta", DELTAS)
def test_epsilon_of_another_engine_is_between_the_ends(pair, delta):
    known = Rounds([(pair, MILLION)]).epsilon(delta, "1/10000")
    found = bracket(pair, MILLION, delta=delta)
    assert overlap(found, known)


@dataclass(frozen=True)
class Unknown(SymmetricDensity):
    """Gaussian noise of which nothing but the tails is known."""

    base: Gaussian

    def tail(self, loss):
        return self.base.tail(loss)


@pytest.mark.parametrize("delta", DELTAS)
def test_cells_enclose_the_closed_form_of_gaussian_noise(delta):
    exact = Rounds([(Gaussian.of(100), MILLION)]).epsilon(delta, "1/10000")
    found = bracket(Unknown(Gaussian.of(100)), MILLION, delta=delta)
    assert found.lower <= exact.lower <= exact.upper <= found.upper
    assert found.upper <= 3 * exact.lower


@pytest.mark.parametrize("epsilon", [0, 1, 300_000, 465_000, 470_000])
def test_delta_of_another_engine_is_between_the_ends(epsilon):
    known = Rounds([(pure(1), MILLION)]).delta(epsilon)
    found = bracket(pure(1), MILLION, epsilon=epsilon)
    assert overlap(found, known)


def test_mass_at_infinity_counts():
    pair = approximate(1, "1/100000000")
    known = Rounds([(pair, MILLION)]).delta(300_000)
    found = bracket(pair, MILLION, epsilon=300_000)
    assert overlap(found, known)
    lost = Rounds([(pair, MILLION)]).delta("inf")
    beyond = bracket(pair, MILLION, epsilon=700_000)
    assert beyond.lower <= lost.at_most <= beyond.upper


@pytest.mark.parametrize("text", ["pure epsilon=1", "discrete-laplace scale=3 q=1/10"])
def test_very_many_rounds_are_answered_soon(text):
    with budget(seconds=20):
        found = Accountant().compose(f"{text} k=1{'0' * 30}").epsilon("1/100000")
    assert 0 < found.lower < found.upper <= found.lower * Fraction(1001, 1000)


def test_the_mean_of_randomised_response_is_in_the_bracket():
    # E L = tanh(1/2) per round, and the deviation of the total is sqrt(k)
    found = Accountant().compose(f"pure epsilon=1 k={10**12}").epsilon("1/100000")
    assert found.lower <= Fraction("462117157260.0") <= found.upper


def test_few_rounds_are_left_to_others():
    question = OneDirection([(pure(1), 1000)], Budget())._question(Fraction(1, 1000), eps(1), None)
    assert ByDeviations().cost(question) is None
    assert ByDeviations().answer(question) is None


@pytest.mark.parametrize("count", [1, 2, 10])
@pytest.mark.parametrize("delta", ["1/10", "1/100000", "1e-30"])
def test_a_quick_bracket_of_few_rounds_contains_the_exact_epsilon(count, delta):
    side = OneDirection([(pure("1/10"), count)], Budget(engine="exact"))
    exact = side.epsilon(number(delta), Fraction(1, 1000))
    found = roughly(side._question(Fraction(1, 1000), None, Fraction(delta)))
    assert found.lower <= exact.upper
    assert found.upper is None or found.upper >= exact.lower


def test_what_is_revealed_for_sure_is_infinite():
    found = Accountant().compose(f"approximate epsilon=1 delta=1e-8 k={10**12}").epsilon("1/100000")
    assert found.exact == INFINITY
