"""Rounds on several lattice steps, by two halves: against the box of all totals, and against brute force."""

from __future__ import annotations

from fractions import Fraction
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import EPS, INFINITY, Dist, eps, exp, ln, number
from assay.composition import FinitePair, PrivacyLoss, half_tails
from assay.composition.meet_in_the_middle import (
    Halves,
    by_direction,
    directions,
    halved,
    least_epsilon,
    merged,
)
from assay.composition.ordered import Ordered
from assay.composition.threshold import first_true
from assay.composition.total_loss import Power
from assay.composition.two_losses import Binomial
from assay.dp import epsilon, hockey_stick
from assay.errors import BudgetExceeded
from assay.exact import Log, root
from tests.strategies import EXPONENTIAL, RATIONAL, Family, dist_pairs

TINY = Fraction(1, 10**40)
MOST = 10**9
RADICAL = Family("radical", (root(6, 4),))
"""One field for both pairs."""


def response(odds):
    """Randomised response as a pair."""
    heads = number(odds) / (number(odds) + 1)
    return Dist.bernoulli(heads), Dist.bernoulli(1 - heads)


POOL = {
    "ln 2": response(2),
    "ln 3": response(3),
    "ln 6": response(6),
    "ln 9": response(9),
    "off the zero point": (Dist.bernoulli("4/7"), Dist.bernoulli("1/7")),
    "two steps": (Dist({1: "1/2", 2: "1/3", 3: "1/6"}), Dist({1: "1/6", 2: "1/2", 3: "1/3"})),
    "leak": (Dist({0: "1/2", 1: "1/4", "P": "1/4"}), Dist({0: "1/7", 1: "6/7"})),
    "nothing said by some": (Dist({0: "1/2", 1: "1/2"}), Dist({0: "1/5", 1: "2/5", "Q": "2/5"})),
    "one loss": (Dist({0: "1/2", "P": "1/2"}), Dist({0: "3/4", "Q": "1/4"})),
    "nothing": (Dist.point(0), Dist.point(0)),
}
ROUNDS = st.lists(st.tuples(st.sampled_from(sorted(POOL)), st.integers(0, 2)), min_size=2, max_size=4)


def box(composed: PrivacyLoss) -> Ordered:
    """All totals, one by one."""
    return Ordered(composed.rounds, MOST)


def by_box(composed: PrivacyLoss, at: Log):
    """delta from the list of all totals."""
    every = box(composed)
    above, below = every.tail(every.first_above(at))
    return composed.infinite + above - at.exp() * below


def as_tuples(names) -> list[Dist]:
    """The pair of distributions of the tuples of all outcomes."""
    pairs = [POOL[name] for name, count in names for _ in range(count)]
    return [Dist.product(*(pair[side] for pair in pairs)) for side in (0, 1)]


@settings(max_examples=30)
@given(ROUNDS, st.integers(0, 8), st.sampled_from([Fraction(0), TINY, -TINY, Fraction(1, 3)]))
def test_delta_is_that_of_the_tuples(names, index, beside):
    composed = PrivacyLoss([(FinitePair.of(*POOL[name]), count) for name, count in names])
    laws, losses = as_tuples(names), composed.losses
    at = max((losses[-1 - index % len(losses)] if losses else eps(0)) + beside, eps(0))
    for bound in (at, eps(0), INFINITY):
        assert composed.delta(bound) == hockey_stick(*laws, bound)


@settings(max_examples=25)
@given(ROUNDS, st.integers(0, 8), st.sampled_from(["0", "1/1000", "1/50", "1/3", "1"]))
def test_epsilon_is_that_of_the_tuples(names, index, beside):
    """At the values of delta at the losses, where its pieces meet, and at others."""
    composed = PrivacyLoss([(FinitePair.of(*POOL[name]), count) for name, count in names])
    laws, losses = as_tuples(names), [loss for loss in composed.losses if loss >= 0]
    asked = {number(beside), composed.infinite, *(composed.delta(loss) for loss in losses[index : index + 2])}
    for delta in asked:
        assert composed.epsilon(delta) == epsilon(*laws, delta)


@pytest.mark.parametrize("family", [RATIONAL, EXPONENTIAL, RADICAL], ids=lambda f: f.name)
@settings(max_examples=8)
@given(data=st.data(), counts=st.tuples(st.integers(1, 3), st.integers(1, 3)))
def test_halves_and_the_box_agree(family: Family, data: st.DataObject, counts: tuple[int, int]) -> None:
    pairs = [data.draw(dist_pairs(family, max_size=3)) for _ in counts]
    composed = PrivacyLoss([(FinitePair.of(*pair), k) for pair, k in zip(pairs, counts, strict=True)])
    losses = [loss for loss in composed.losses if loss >= 0][:3]
    for at in (eps(0), ln(2), *losses):
        assert composed.delta(at) == by_box(composed, at)
        assert composed.epsilon(composed.delta(at)) <= at


def test_every_threshold_of_one_composition():
    """Totals of both halves meet epsilon exactly, from above and from below."""
    composed = PrivacyLoss([(FinitePair.of(*POOL[name]), 5) for name in ("ln 2", "ln 3", "ln 6")])
    assert composed._halves is not None
    losses = [loss for loss in composed.losses if loss >= 0]
    assert len(losses) > 40
    for loss in losses[::5]:
        for beside in (-TINY, Fraction(0), TINY):
            at = max(loss + beside, eps(0))
            assert composed.delta(at) == by_box(composed, at)
            every = box(composed)
            assert composed._halves.tails(at) == every.tail(every.first_above(at))


@pytest.mark.parametrize("names", [("ln 2", "ln 3"), ("ln 2", "ln 3", "two steps")], ids=len)
def test_a_wrong_guess_changes_nothing(names):
    rounds = [(FinitePair.of(*POOL[name]), 4) for name in names]
    at = ln(6) * 2
    expected, allowed = by_box(PrivacyLoss(rounds), at), Fraction(1, 20)
    level = PrivacyLoss(rounds).epsilon(allowed)
    for guess in (lambda self, slot: 0, lambda self, slot: -slot, lambda self, slot: slot * 10**30):
        with patch.object(Ordered, "rough", guess):
            assert PrivacyLoss(rounds).delta(at) == expected
            assert PrivacyLoss(rounds).epsilon(allowed) == level


def test_losses_that_no_small_enclosure_tells_apart():
    """The losses of the halves differ by less than 2^-64: exact logarithms decide."""
    close = 1 + Fraction(1, 2**80)
    rounds = [(FinitePair.of(*response(3)), 2), (FinitePair.of(*response(3 * close)), 2)]
    composed = PrivacyLoss(rounds)
    assert composed._halves is not None
    for at in (eps(0), *[loss for loss in composed.losses if loss >= 0]):
        assert composed.delta(at) == by_box(composed, at)
    box_losses = [box(composed).grid.loss(place) for place in box(composed).kept]
    assert box_losses == sorted(box_losses)


@pytest.mark.parametrize("odds", [3, exp(1), exp("1/2")], ids=str)
def test_a_bound_that_is_a_loss_is_not_exceeded(odds):
    """Also where the loss is a rational, whose enclosure is a point."""
    every = Ordered([(FinitePair.of(*response(odds)), 4)], MOST)
    assert every.loss(2) == 0
    for i in range(5):
        assert every.first_above(every.loss(i)) == i + 1
        assert every.first_above(every.loss(i) - TINY) == i
        assert every.first_above(every.loss(i) + TINY) == i + 1


def test_rounds_fall_into_groups_by_direction():
    named = [(FinitePair.of(*POOL[name]), 3) for name in POOL]
    groups = by_direction(named)
    found = [
        [next(n for n in POOL if FinitePair.of(*POOL[n]) == one) for one, _ in group] for group in groups
    ]
    assert sorted(map(sorted, found)) == [
        ["leak"],
        ["ln 2", "nothing", "nothing said by some", "off the zero point", "one loss"],
        ["ln 3", "ln 9"],
        ["ln 6"],
        ["two steps"],
    ]
    assert directions([ln(2), ln(2)]) == set()
    assert len(directions([ln(2), ln(3), ln(6)])) == 2


def test_halves_are_of_similar_size():
    rounds = [(FinitePair.of(*response(odds)), count) for odds, count in ((2, 10), (3, 200), (5, 10), (7, 1))]
    few, many = halved(rounds, MOST, number(1).field)
    assert [sorted(count for _, count in half.rounds) for half in (few, many)] == [[200], [1, 10, 10]]
    assert [half.size for half in (few, many)] == [201, 11 * 11 * 2]
    assert halved(rounds[:1], MOST, number(1).field) is None


def test_the_same_rounds_are_taken_together():
    one, other = FinitePair.of(*response(3)), FinitePair.of(*response(2))
    assert merged([(one, 2), (other, 1), (one, 3), (other, 0)]) == ((one, 5), (other, 1))
    assert merged([(one, 0), (other, 0)]) == ()
    apart = PrivacyLoss([(one, 20), (one, 30)])
    assert apart._two is not None
    assert apart.delta(1) == PrivacyLoss([(one, 50)]).delta(1)


def test_rounds_with_no_finite_loss_at_all():
    sure = FinitePair.of(Dist.point(1), Dist.point(0))
    composed = PrivacyLoss([(FinitePair.of(*response(2)), 3), (sure, 1), (FinitePair.of(*response(3)), 2)])
    assert composed.delta(0) == composed.delta(INFINITY) == 1
    assert composed.epsilon(1) == 0
    assert composed.epsilon("1/2") == INFINITY


def test_functions_of_epsilon_are_not_halved():
    x = exp(EPS)
    symbolic = Dist.bernoulli(x / (1 + x)), Dist.bernoulli(1 / (1 + x))
    composed = PrivacyLoss([(FinitePair.of(*symbolic), 2), (FinitePair.of(*POOL["nothing"]), 2)])
    assert composed._halves is None
    assert composed.delta(EPS) == hockey_stick(*(Dist.product(each, each) for each in symbolic), EPS)
    numbers = PrivacyLoss([(FinitePair.of(*response("1/2")), 1), (FinitePair.of(*response("1/3")), 1)])
    assert numbers._halves is not None


@pytest.mark.parametrize("most", [1000, 20_000, 40_000])
def test_halves_that_are_too_large_are_refused_before_they_are_made(most):
    """One half, the other one, or both together."""
    composed = PrivacyLoss(
        [(FinitePair.of(*response(2)), 200), (FinitePair.of(*response(3)), 200)], max_bytes=most
    )
    with patch.object(Power, "distribution", side_effect=AssertionError("computed")):
        for question in (lambda: composed.delta(1), lambda: composed.epsilon("1/10")):
            with pytest.raises(BudgetExceeded, match=f"max_bytes = {most}"):
                question()


@settings(max_examples=25)
@given(
    st.tuples(*[st.integers(1, 9)] * 4, st.integers(0, 2)),
    st.integers(60, 150),
    st.sampled_from(sorted(POOL)),
    st.integers(-2, 60),
    st.sampled_from([eps(0), ln(2), ln("3/2"), eps(TINY)]),
)
def test_very_many_rounds_beside_a_few(masses, count, name, index, beside):
    """Tails that are summed where they are needed, and the list of all of them."""
    a, b, c, d, infinite = masses
    long = FinitePair.of(Dist.from_weights({0: a, 1: b, "P": infinite}), Dist.from_weights({0: c, 1: d}))
    if len(long.atoms) < 2 or name == "nothing":
        return
    rounds = [(long, count), (FinitePair.of(*POOL[name]), 1), (FinitePair.of(*POOL["ln 9"]), 1)]
    found = []
    for rare in (1, 10**9):
        with patch.object(half_tails, "RARE", rare):
            composed = PrivacyLoss(rounds)
            halves = composed._halves
            if halves is None:
                return
            at = halves.many.loss(min(max(len(halves.many) - index, 0), len(halves.many) - 1)) + beside
            at = max(at, eps(0))
            delta = composed.delta(at)
            asked = (delta, composed.infinite, (1 + composed.infinite) / 3)
            found.append([delta, *(composed.epsilon(x) for x in asked if composed.infinite <= x)])
    assert found[0] == found[1]


def test_which_tails_are_listed():
    long, other = (FinitePair.of(*response(3)), 90), (FinitePair.of(*response(2)), 4)
    assert isinstance(PrivacyLoss([long, other])._halves.many, half_tails.Listed)
    long = (long[0], 1000)
    rounds = PrivacyLoss([long, other])
    assert isinstance(rounds._halves.many, half_tails.Summed)
    expected = rounds.delta(200)
    for guess in (lambda self, height: 0, lambda self, height: 2 * height, lambda self, height: -5):
        with patch.object(half_tails.Summed, "guess", guess):
            assert PrivacyLoss([long, other]).delta(200) == expected
    irrational = (FinitePair.of(*response(exp("1/2"))), 1000)
    assert isinstance(PrivacyLoss([irrational, other])._halves.many, half_tails.Listed)


@given(st.integers(0, 60), st.integers(0, 60), st.integers(-5, 70))
def test_a_threshold_is_found_from_any_guess(length, start, guess):
    start, asked = min(start, length), []
    assert first_true(lambda i: asked.append(i) or i >= start, length, guess) == start
    assert len(set(asked)) == len(asked)
    assert all(0 <= i < length for i in asked)
    if guess == start or guess == start - 1:
        assert len(asked) <= 2


def test_sums_that_are_too_large_are_refused_before_they_are_made():
    rounds = [(FinitePair.of(*response(3)), 10**9), (FinitePair.of(*response(2)), 2)]
    with patch.object(Binomial, "between", side_effect=AssertionError("computed")):
        for composed in (PrivacyLoss(rounds), PrivacyLoss([(rounds[0][0], 10**5), rounds[1]], 10**6)):
            with pytest.raises(BudgetExceeded, match="use fewer rounds"):
                composed.delta(1)


@pytest.mark.parametrize("rounds", [[(3, 5)], [(3, 5), (2, 4)], [(exp(1), 5)]], ids=str)
def test_an_epsilon_beyond_all_losses_costs_nothing(rounds):
    """e^epsilon, which would not fit in any memory, is not asked for."""
    composed = PrivacyLoss([(FinitePair.of(*response(odds)), count) for odds, count in rounds])
    assert composed.delta(10**15) == 0
    assert composed.delta(composed.losses[-1]) == 0


@pytest.mark.parametrize("delta", ["1/3", "1e-6", "1e-30", "1e-300"])
def test_few_tails_are_asked_for_on_the_way_to_an_epsilon(delta):
    composed = PrivacyLoss([(FinitePair.of(*response(3)), 200), (FinitePair.of(*response(2)), 150)])
    asked, plain = [], Halves.tails
    with patch.object(Halves, "tails", lambda self, bound: asked.append(bound) or plain(self, bound)):
        epsilon = composed.epsilon(delta)
    assert len(asked) <= 24
    assert composed.delta(epsilon) == Fraction(delta)


def test_newton_ends_where_pieces_meet():
    """delta = the value at a loss, for every loss: two pieces go through the solution."""
    rounds = [(FinitePair.of(*response(2)), 4), (FinitePair.of(*response(3)), 3)]
    composed = PrivacyLoss(rounds)
    halves = composed._halves
    assert isinstance(halves, Halves)
    losses = [loss for loss in composed.losses if loss > 0]
    assert halves.highest == losses[-1]
    for loss in losses:
        delta = composed.delta(loss)
        found = least_epsilon(halves.tails, composed.infinite, delta, halves.highest, 1)
        assert found == composed.epsilon(delta) == loss


@pytest.mark.slow
def test_hundreds_of_rounds_on_two_steps():
    """All totals in one box are the judge, and an epsilon gives its delta back."""
    composed = PrivacyLoss([(FinitePair.of(*response(3)), 150), (FinitePair.of(*response(2)), 170)])
    for at in (eps(0), eps(60), (ln(3) + ln(2)) * 75, ln(3) * 150 + ln(2) * 170):
        assert composed.delta(at) == by_box(composed, at)
    for delta in ("1/3", "1e-6", "1e-30"):
        assert composed.delta(composed.epsilon(delta)) == Fraction(delta)
