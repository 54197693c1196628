"""Rounds whose losses are hardly ever noticeable: exact composition, an integral, where it is not asked."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from assay.accounting import Accountant, FinitePair, Gaussian, Rounds, approximate
from assay.accounting.batches.enclosed import Table
from assay.accounting.one_large_loss import ByOneLargeLoss, OneEnd, rare
from assay.errors import BudgetExceeded
from assay.exact import eps, log_value, number
from assay.exact._flint import arb, bounds, precision, rational

mp = mpmath.mp.clone()
mp.dps = 50
WEIGHTS = st.lists(st.sampled_from([0, 1, 2, 5, 300, 10**6, 10**9]), min_size=3, max_size=3).filter(any)


def pair_of(above, below):
    masses = [[number(Fraction(w, sum(side))) for w in side] for side in (above, below)]
    return FinitePair.from_masses(zip(*masses, strict=True))


@settings(max_examples=25, deadline=None)
@example([10**9, 1, 0], [10**9, 0, 1], [10**6, 5, 0], [10**6, 1, 1], 2)
@given(WEIGHTS, WEIGHTS, WEIGHTS, WEIGHTS, st.integers(1, 2))
def test_both_ends_hold_the_exact_delta_of_finite_pairs(a, b, c, d, count):
    rounds = [(pair_of(a, b), count), (pair_of(c, d), 1)]
    side = next(iter(Rounds(rounds, engine="exact").by_direction.values()))
    for epsilon in ("0", "1/1000", "1/3", "2", "21"):
        truth = side.delta(eps(epsilon), Fraction(1)).exact
        for share in (1, 6, 30):
            below, above = (OneEnd(rounds, share, is_upper).delta(eps(epsilon)) for is_upper in (False, True))
            assert below.lower <= truth <= above.upper


def test_the_ends_meet_where_losses_are_rare():
    pair = pair_of([10**12, 5], [10**12, 1])
    rounds = [(pair, 3)]
    truth = Rounds(rounds, engine="exact").delta("1/2").exact
    below, above = (OneEnd(rounds, 30, is_upper).delta(eps("1/2")) for is_upper in (False, True))
    assert below.lower <= truth <= above.upper
    assert above.upper <= below.lower * (1 + Fraction(1, 10**6))


def test_infinite_losses_count_as_large_ones():
    pair = approximate(0, "1e-30")
    with precision(256):
        assert bounds(rare([(pair, 4)], arb(rational(Fraction(1, 2)))))[1] >= Fraction(4, 10**30)
    truth = 1 - (1 - Fraction(1, 10**30)) ** 4
    below, above = (OneEnd([(pair, 4)], 10, is_upper).delta(log_value(1)) for is_upper in (False, True))
    assert below.lower <= truth <= above.upper
    assert above.upper - below.lower < Fraction(1, 10**57)


def delta_of_one(q, y):
    """q times the delta of Gaussian noise, mu = 1, at 1 + (y - 1)/q."""
    inner = mp.log1p((y - 1) / q)
    return q * (mp.ncdf(mp.mpf(1) / 2 - inner) - mp.exp(inner) * mp.ncdf(-mp.mpf(1) / 2 - inner))


def delta_of_two(q, y):
    """E X H(y/X) over the first ratio X = 1 - q + q e^(x - 1/2), x standard normal; X - y where X > y."""

    def inside(x):
        ratio = 1 - q + q * mp.exp(x - mp.mpf(1) / 2)
        return mp.npdf(x) * (ratio - y if ratio >= y else ratio * delta_of_one(q, y / ratio))

    middle = mp.log((y - 1 + q) / q) + mp.mpf(1) / 2
    near = [mp.mpf(i) for i in range(-20, 21)]
    far = [middle + mp.mpf(i) / 20 for i in range(-20, 41)]
    return mp.quad(inside, near) + mp.quad(inside, far)


@pytest.mark.parametrize(("q", "epsilon"), [("1e-31", "1"), ("1e-40", "1/10")])
def test_two_rounds_at_tiny_rates_against_an_integral(q, epsilon):
    """The integral leaves out less than its share of 10^-15: where X > y, what the second round adds."""
    found = Accountant(width="1e-4").compose(f"gaussian sigma=1 q={q} k=2").delta(epsilon)
    truth = delta_of_two(
        mp.mpf(q), mp.exp(mp.mpf(Fraction(epsilon).numerator) / Fraction(epsilon).denominator)
    )
    low, high = (mp.mpf(end.numerator) / end.denominator for end in (found.lower, found.upper))
    assert low <= truth * (1 + mp.mpf(10) ** -15)
    assert truth * (1 - mp.mpf(10) ** -15) <= high
    assert found.engine == "one large loss"


def test_epsilon_and_delta_at_tiny_rates_agree():
    accountant = (
        Accountant().compose("gaussian sigma=1 q=1e-40 k=1000").compose("gaussian sigma=2 q=1e-35 k=3")
    )
    delta = accountant.delta("1/4")
    assert delta.relative_width <= Fraction(1, 1000)
    epsilon = accountant.epsilon(delta.upper, "1/100")
    assert epsilon.lower <= Fraction(1, 4)
    assert epsilon.relative_width <= Fraction(1, 100)


def test_it_is_not_asked_where_losses_are_common():
    for text, asked in (
        ("gaussian sigma=1 q=1/100 k=100", False),
        ("laplace scale=1 k=3", False),
        ("gaussian sigma=1 q=1e-35 k=3", True),
    ):
        side = Accountant().compose(text).rounds.by_direction["remove"]
        for known in ({"epsilon": eps(1)}, {"delta": Fraction(1, 10**600)}):
            question = side._question(Fraction(1, 1000), **known)
            assert (ByOneLargeLoss().cost(question) is not None) is asked


def test_what_the_masses_leave_of_1_is_no_round_without_a_loss():
    # the other round is nowhere with a probability of 3/4
    rounds = [(Table("rare", (0.0, 2.0), (0.25, 2.0**-40)), 2)]
    found = OneEnd(rounds, 6, is_upper=False).delta(eps(1)).lower
    alone = OneEnd(rounds[:1], 40, is_upper=False)._each(eps(1))[0][0].upper
    assert 0 < found <= alone


def test_losses_far_below_0_are_noticed_too():
    """P(|L| > s) of Gaussian noise with mu = 1 is P(|Z + 1/2| > s)."""
    with precision(256):
        low, high = bounds(rare([(Gaussian.of(1), 3)], arb(4)))
    truth = 3 * (mp.ncdf(-mp.mpf(2) + mp.mpf(1) / 2) + mp.ncdf(-mp.mpf(2) - mp.mpf(1) / 2))
    assert mp.mpf(low.numerator) / low.denominator <= truth * (1 + mp.eps * 8)
    assert mp.mpf(high.numerator) / high.denominator >= truth * (1 - mp.eps * 8)


@pytest.mark.parametrize("epsilon", ["1e-25", "1e-20"])
def test_an_epsilon_between_the_rate_and_1_has_a_bracket(epsilon):
    """One of a hundred rounds is a lower end, basic composition an upper one."""
    accountant = Accountant().compose("gaussian sigma=1 q=1e-31 k=100")
    with pytest.raises(BudgetExceeded) as stopped:
        accountant.delta(epsilon)
    known = stopped.value.known["bracket"]
    alone = Accountant().compose("gaussian sigma=1 q=1e-31").delta(epsilon)
    basic = Accountant().compose("gaussian sigma=1 q=1e-31").delta(Fraction(epsilon) / 100)
    assert alone.lower <= known.lower < known.upper <= 100 * basic.upper
