"""Brackets of mixed compositions hold the truth, known by finite sums of closed forms in mpmath."""

from __future__ import annotations

import sys
from fractions import Fraction
from itertools import product
from math import comb

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay.accounting import (
    Accountant,
    Bracket,
    Gaussian,
    Laplace,
    Reversed,
    Rounds,
    Subsampled,
    approximate,
    discrete_laplace,
    fourier,
    pure,
)
from assay.accounting.one_direction import OneDirection
from assay.budgets.progress import seconds_left
from assay.dp import budget
from assay.errors import BudgetExceeded

DIGITS = 60


def mp(x: Fraction) -> mpmath.mpf:
    return mpmath.mpf(x.numerator) / x.denominator


def holds(bracket: Bracket, truth: mpmath.mpf) -> bool:
    slack = mpmath.mpf(10) ** (20 - DIGITS) * truth
    return mp(bracket.lower) <= truth + slack and (
        bracket.upper is None or truth - slack <= mp(bracket.upper)
    )


def gaussian_delta(mu: mpmath.mpf, epsilon: mpmath.mpf) -> mpmath.mpf:
    """The closed form, also for negative epsilon; mu = 0 is no noise at all."""
    if mu == 0:
        return max(mpmath.mpf(0), 1 - mpmath.exp(epsilon))
    root = mpmath.sqrt(2)
    upper = mpmath.erfc((epsilon / mu - mu / 2) / root) / 2
    return upper - mpmath.exp(epsilon) * mpmath.erfc((epsilon / mu + mu / 2) / root) / 2


def power(law: dict[Fraction, mpmath.mpf], count: int) -> dict[Fraction, mpmath.mpf]:
    """The distribution of a sum of equal losses."""
    total = {Fraction(0): mpmath.mpf(1)}
    for _ in range(count):
        after: dict[Fraction, mpmath.mpf] = {}
        for (x, p), (y, q) in product(total.items(), law.items()):
            after[x + y] = after.get(x + y, mpmath.mpf(0)) + p * q
        total = after
    return total


def response_law(epsilon: Fraction) -> dict[Fraction, mpmath.mpf]:
    with mpmath.workdps(DIGITS):
        high = 1 / (1 + mpmath.exp(-mp(epsilon)))
        return {epsilon: high, -epsilon: 1 - high}


def laplace_law(scale: Fraction, distance: int) -> dict[Fraction, mpmath.mpf]:
    """The losses of integer noise, outcome by outcome."""
    law: dict[Fraction, mpmath.mpf] = {}
    reach = int(DIGITS * 2.4 * scale) + 10
    with mpmath.workdps(DIGITS):
        r = mpmath.exp(-1 / mp(scale))
        for z in range(-reach, reach + 1):
            loss = (abs(z) - abs(z - distance)) / scale
            law[loss] = law.get(loss, mpmath.mpf(0)) + (1 - r) / (1 + r) * r ** abs(z - distance)
    return law


@st.composite
def mixtures(draw: st.DrawFn) -> tuple[list, list, Fraction]:
    """(rounds, finite distributions, mu^2): Gaussian noise, randomised response with lost mass, integer
    noise.
    """
    mu_squared = draw(st.sampled_from([Fraction(0), Fraction(1, 100), Fraction(1), Fraction(7, 2)]))
    rounds, laws = [], []
    if mu_squared:
        rounds.append((Gaussian(mu_squared), 1))
    for _ in range(draw(st.integers(0 if mu_squared else 1, 2))):
        epsilon, count = draw(st.fractions("1/7", 2, max_denominator=7)), draw(st.integers(1, 8))
        lost = draw(st.sampled_from([Fraction(0), Fraction(1, 10**6)]))
        rounds.append((approximate(epsilon, lost), count))
        laws.append((response_law(epsilon), count, lost))
    if draw(st.booleans()):
        scale, distance = draw(st.fractions(1, 3, max_denominator=3)), draw(st.integers(1, 2))
        count = draw(st.integers(1, 4))
        rounds.append((discrete_laplace(scale, distance), count))
        laws.append((laplace_law(scale, distance), count, Fraction(0)))
    return rounds, laws, mu_squared


def truth_of(laws: list, mu_squared: Fraction, epsilon: Fraction) -> mpmath.mpf:
    """lost + kept times the sum over all finite losses of the Gaussian's delta at what is left of epsilon."""
    kept, total = mpmath.mpf(1), {Fraction(0): mpmath.mpf(1)}
    for law, count, lost in laws:
        kept *= (1 - mp(lost)) ** count
        after: dict[Fraction, mpmath.mpf] = {}
        for (x, p), (y, q) in product(total.items(), power(law, count).items()):
            after[x + y] = after.get(x + y, mpmath.mpf(0)) + p * q
        total = after
    mu = mpmath.sqrt(mp(mu_squared))
    return (1 - kept) + kept * mpmath.fsum(
        p * gaussian_delta(mu, mp(epsilon - loss)) for loss, p in total.items()
    )


def misses(mixture: tuple[list, list, Fraction], epsilon: Fraction, engine: str) -> bool:
    """Whether the bracket of an engine misses the truth; without an answer, its best bracket is asked."""
    rounds, laws, mu_squared = mixture
    composition = Rounds(rounds, engine=engine, max_points=100_000)
    try:
        found = composition.delta(epsilon, "1/20")
    except BudgetExceeded as stopped:
        found = stopped.known["bracket"]
    with mpmath.workdps(DIGITS):
        return not holds(found, truth_of(laws, mu_squared, epsilon))


EPSILONS = st.fractions(0, 8, max_denominator=30)


@settings(max_examples=4, deadline=None)
@given(mixture=mixtures(), epsilon=EPSILONS)
def test_mixed_compositions(mixture, epsilon):
    for engine in ("auto", "fourier"):
        assert not misses(mixture, epsilon, engine)


@pytest.mark.slow
def test_mixed_compositions_by_three_engines():
    seen = 0

    @settings(max_examples=15, deadline=None)
    @given(mixture=mixtures(), epsilons=st.lists(EPSILONS, min_size=3, max_size=3))
    def check(mixture, epsilons):
        nonlocal seen
        for engine, epsilon in product(("auto", "fourier", "integer"), epsilons):
            assert not misses(mixture, epsilon, engine)
            seen += 1

    check()
    sys.stdout.write(f"{seen} brackets of mixed compositions hold the truth\n")
    assert seen >= 130


# just below the largest loss of Laplace noise


def laplace_near_the_top(count: int, below: mpmath.mpf) -> mpmath.mpf:
    """delta(count - below), scale 1, below <= 2: j rounds lose a little, the others all they can.

    The missing loss of a round is 0 with probability 1/2, and has the density e^(-x/2)/4 on (0, 2).
    """
    total = mpmath.mpf(0)
    for j in range(count + 1):
        if j == 0:
            inner = 1 - mpmath.exp(-below)
        else:
            inner = mpmath.gammainc(j, 0, below / 2) * mpmath.mpf(2) ** j / mpmath.factorial(j - 1)
            # the integral of x^(j-1) e^(x/2) by its series, which has positive terms only
            terms = (below ** (j + n) / (mpmath.factorial(n) * 2**n * (j + n)) for n in range(60))
            series = mpmath.fsum(terms)
            inner -= mpmath.exp(-below) * series / mpmath.factorial(j - 1)
        total += comb(count, j) * mpmath.mpf(2) ** -(count - j) * mpmath.mpf(4) ** -j * inner
    return total


@pytest.mark.parametrize("count", [2, 10, pytest.param(60, marks=pytest.mark.slow)])
@pytest.mark.parametrize("below", ["1", "1/100", "1/10000", "1e-8", "1e-20"])
def test_laplace_just_below_its_largest_loss(count, below):
    found = Rounds([(Laplace.of(1), count)]).delta(count - Fraction(below))
    assert found.relative_width <= Fraction(1, 1000)
    with mpmath.workdps(DIGITS):
        assert holds(found, laplace_near_the_top(count, mp(Fraction(below))))


@pytest.mark.parametrize("delta", ["1e-6", "1e-30", "1e-300"])
def test_epsilon_of_laplace_never_exceeds_its_largest_loss(delta):
    found = Rounds([(Laplace.of(1), 10)]).epsilon(delta)
    assert 9 < found.lower <= found.upper <= 10


# few sampled rounds


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize(
    ("sigma", "rate", "count"), [(1, "1/2", 10), pytest.param(2, "1/2", 30, marks=pytest.mark.slow)]
)
def test_grids_and_inversion_agree_on_few_sampled_rounds(sigma, rate, count, reverse):
    pair = Subsampled.of(Gaussian.of(sigma), rate)
    rounds = [(Reversed(pair) if reverse else pair, count)]
    narrow = Rounds(rounds, engine="inversion").epsilon("1e-6", "1e-9")
    wide = Rounds(rounds, engine="fourier").epsilon("1e-6", "1/200")
    assert wide.relative_width <= Fraction(1, 200)
    assert wide.lower <= narrow.upper
    assert narrow.lower <= wide.upper


@pytest.mark.slow
@pytest.mark.parametrize("delta", ["1e-6", "1e-30"])
@pytest.mark.parametrize(
    ("sigma", "rate", "count"), [("1/2", "1e-4", 2), (1, "1/100", 30), (10, "1e-4", 100)]
)
def test_few_sampled_rounds_reach_their_width(sigma, rate, count, delta):
    found = Accountant().compose(f"gaussian sigma={sigma} q={rate}", count).epsilon(delta)
    assert 0 < found.relative_width <= Fraction(1, 1000)
    # one large loss alone needs nearly as much
    one = Accountant().compose(f"gaussian sigma={sigma} q={rate}").epsilon(delta)
    assert one.lower <= found.upper


# planted defects


def broken(monkeypatch, name, careless):
    monkeypatch.setattr(fourier.FourierTotal, name, careless)
    with mpmath.workdps(DIGITS):
        laws = [(response_law(Fraction(1)), 8, Fraction(0))]
    return [misses(([(pure(1), 8)], laws, Fraction(0)), Fraction(at), "fourier") for at in (3, 5)]


def test_nothing_is_broken_without_a_defect(monkeypatch):
    assert broken(monkeypatch, "_last", fourier.FourierTotal._last) == [False, False]


def test_a_wrong_normaliser_would_be_noticed(monkeypatch):
    right = fourier.FourierTotal._moment
    assert all(broken(monkeypatch, "_moment", lambda self, c: right(self, c) * 9 / 10))


def test_a_law_that_ends_too_soon_would_be_noticed(monkeypatch):
    assert all(broken(monkeypatch, "_last", lambda self: -(10**9)))


def test_a_point_too_far_would_be_noticed(monkeypatch):
    right = fourier.FourierTotal._first_above
    assert any(broken(monkeypatch, "_first_above", lambda self, at: right(self, at) + 1))


def test_no_cap_where_infinite_losses_might_outweigh_delta():
    # the mass at infinity, known to 256 bits only, cannot be told from this delta
    pair = approximate(1, "1/10")
    near = 1 - Fraction(9, 10) ** 40 - Fraction(1, 2**300)
    try:
        found = Rounds([(pair, 40)], max_points=10_000).epsilon(near)
    except BudgetExceeded as stopped:
        found = stopped.known["bracket"]
    assert found.upper is None


def test_a_round_that_reveals_everything_leaves_nothing_to_compute():
    everything = approximate(0, 1)
    for rounds in ([(everything, 2)], [(everything, 1), (Gaussian.of(1), 3), (pure(1), 2)]):
        composition = Rounds(rounds)
        for at in ("0", "1", "1000", "inf"):
            assert composition.delta(at) == Bracket(Fraction(1), Fraction(1))
        assert composition.epsilon("1/2").is_infinite
        assert composition.epsilon(1).upper == 0


@pytest.mark.parametrize(("other", "expected"), [("4/10", "6/10"), ("55/100", "6/10"), ("7/10", "7/10")])
def test_a_direction_below_what_another_is_known_to_have_does_not_count(other, expected, monkeypatch):
    """Both are stopped: the second one counts with its upper end, which may be below the first one."""
    asked = []

    def delta(side, level, wanted):
        asked.append((isinstance(side.rounds[0][0], Reversed), wanted))
        ends = ("0", other) if asked[-1][0] else ("1/2", "6/10")
        raise BudgetExceeded("stopped", {"bracket": Bracket(*map(Fraction, ends))})

    monkeypatch.setattr("assay.accounting.one_direction.OneDirection.delta", delta)
    with pytest.raises(BudgetExceeded) as stopped:
        Accountant().compose("gaussian sigma=1 q=1/10 k=2").delta(1)
    known = stopped.value.known["bracket"]
    assert (known.lower, known.upper) == (Fraction(1, 2), Fraction(expected))
    assert ((True, Fraction(1, 1000)) in asked) is (Fraction(other) > Fraction(1, 2))


def test_a_direction_is_asked_for_a_moment_where_another_one_took_all_the_time(monkeypatch):
    """What is known of it at once counts: without that its upper end, and that of both, would be infinite."""
    whole = OneDirection.delta

    def delta(side, level, wanted):
        if isinstance(side.rounds[0][0], Reversed):
            return whole(side, level, wanted)
        while seconds_left():
            pass
        raise BudgetExceeded("stopped", {"bracket": Bracket(Fraction(0), Fraction(1, 2))})

    monkeypatch.setattr(OneDirection, "delta", delta)
    with budget(seconds=Fraction(1, 50)), pytest.raises(BudgetExceeded) as stopped:
        Accountant().compose("gaussian sigma=1 q=1e-31 k=100").delta("1e-25")
    known = stopped.value.known["bracket"]
    assert (known.lower, known.upper) == (0, Fraction(1, 2))
