"""Curves of composed rounds: exact values of finite pairs, closed forms of Gaussian noise."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from assay import Dist
from assay.accounting import Accountant, Bracket, FinitePair, Rounds, curves, read_round
from assay.dp import tradeoff
from assay.dp.membership import membership_advantage
from assay.errors import BudgetExceeded, InvalidType, InvalidValue
from assay.exact import number

RATES = ("0", "1/1000", "1/50", "3/10", "1/2", "19/20", "1")
WEIGHTS = st.lists(st.integers(0, 6), min_size=3, max_size=3).filter(any)


def dist(weights):
    return Dist({i: Fraction(w, sum(weights)) for i, w in enumerate(weights)})


@settings(max_examples=8)
@example([0, 0, 1], [0, 2, 3], 2)
@given(WEIGHTS, WEIGHTS, st.integers(1, 2))
def test_trade_offs_of_finite_pairs(above, below, count):
    """The least over both directions of the exact trade-off functions of the composed pair."""
    p, q = dist(above), dist(below)
    if p == q:
        return
    pair = FinitePair.of(p, q)
    rounds = Rounds([(read(pair), count)])
    total = rounds.only("remove").pair().finite.distributions()
    rates = ["1/50", "1/3", "9/10"]
    found = curves.tradeoff(rounds, rates)
    for rate, bracket in zip(rates, found, strict=True):
        exact = min(tradeoff(total[1], total[0])(rate), tradeoff(*total)(rate))
        assert bracket.lower <= exact
        assert exact <= bracket.upper
        assert bracket.upper - bracket.lower <= max(bracket.lower / 1000, Fraction(1, 10**12))


def read(pair):
    from assay.accounting import Round

    return Round.of(pair)


@given(WEIGHTS, WEIGHTS, st.fractions(0, 1, max_denominator=20))
def test_the_best_guess_of_finite_pairs(above, below, prior):
    p, q = dist(above), dist(below)
    rounds = Rounds([(read(FinitePair.of(p, q)), 1)])
    exact = membership_advantage(p, q, prior)
    found = curves.membership_advantage(rounds, prior)
    assert found.lower <= exact
    assert exact <= found.upper
    assert found.upper - found.lower <= Fraction(1, 500)
    risk = curves.bayes_risk(rounds, prior)
    truth = min(prior, 1 - prior) - exact
    assert risk.lower <= truth
    assert truth <= risk.upper


@pytest.mark.parametrize(
    ("text", "mu"),
    [("gaussian sigma=1", 1), ("gaussian sigma=2 k=7", mpmath.sqrt(7) / 2), ("gaussian sigma=1/10", 10)],
)
def test_trade_offs_of_gaussian_noise(text, mu):
    found = Accountant().compose(text).tradeoff(RATES[1:-1])
    for rate, bracket in zip(RATES[1:-1], found, strict=True):
        with mpmath.workdps(50):
            quantile = mpmath.sqrt(2) * mpmath.erfinv(
                1
                - 2
                * mpmath.mpf(number(rate).as_fraction().numerator)
                / number(rate).as_fraction().denominator
            )
            truth = mpmath.ncdf(quantile - mu)
            assert mpmath.mpf(bracket.lower.numerator) / bracket.lower.denominator <= truth
            assert truth <= mpmath.mpf(bracket.upper.numerator) / bracket.upper.denominator
        assert bracket.upper - bracket.lower <= max(bracket.lower / 1000, Fraction(1, 10**12))


def test_the_ends_of_a_trade_off():
    sure = Accountant().compose("approximate epsilon=1 delta=1/10")
    assert [(b.lower, b.upper) for b in sure.tradeoff(["0", "1"])] == [
        (Fraction(9, 10), Fraction(9, 10)),
        (0, 0),
    ]
    assert Accountant().compose("approximate epsilon=0 delta=1").tradeoff(["0", "1/2"]) == [Bracket(0, 0)] * 2
    assert Accountant().tradeoff(["1/4"])[0].upper == Fraction(3, 4)


def test_both_directions_count():
    """A pair that is worse for a test of the other order."""
    p, q = Dist({0: "1/2", 1: "1/2"}), Dist({0: "9/10", 1: "1/10"})
    for pair in (FinitePair.of(p, q), FinitePair.of(q, p)):
        found = curves.tradeoff(Rounds([(read(pair), 1)]), ["1/10"])[0]
        exact = min(tradeoff(p, q)("1/10"), tradeoff(q, p)("1/10"))
        assert found.lower <= exact
        assert exact <= found.upper


def test_lists_of_questions_are_the_questions():
    accountant = Accountant().compose("gaussian sigma=2 k=3")
    assert accountant.deltas([1, "1/2"]) == [accountant.delta(1), accountant.delta("1/2")]
    assert accountant.epsilons(["1e-6"]) == [accountant.epsilon("1e-6")]
    assert accountant.bayes_risk().upper == Fraction(1, 2) - accountant.advantage().lower
    assert accountant.rho() == Bracket(Fraction(3, 8), Fraction(3, 8))
    assert accountant.mu().lower ** 2 <= Fraction(3, 4) <= accountant.mu().upper ** 2


def test_a_planted_line_is_noticed(monkeypatch):
    """Lines that take the other ends of H cut off the truth."""
    original = curves.HockeyStick._line

    def planted(self, places, i, step):
        value, slope = original(self, places, i, step)
        return value + Fraction(1, 100), slope

    monkeypatch.setattr(curves.HockeyStick, "_line", planted)
    with pytest.raises((InvalidValue, AssertionError)):
        test_trade_offs_of_gaussian_noise("gaussian sigma=1", 1)


def test_what_is_refused(monkeypatch):
    rounds = Rounds([read_round("gaussian sigma=1")])
    for rate in ("-1/2", "2", "ln 2"):
        with pytest.raises(InvalidValue):
            curves.tradeoff(rounds, [rate])
    with pytest.raises(InvalidValue):
        curves.bayes_risk(rounds, "3/2")
    with pytest.raises(InvalidValue, match="width"):
        curves.tradeoff(rounds, ["1/2"], 0)
    with pytest.raises(InvalidType):
        curves.deltas(rounds, 1)
    monkeypatch.setattr("assay.accounting.enclosed_divergence.MOST_LOOKS", 2)
    with pytest.raises(BudgetExceeded) as stopped:
        curves.tradeoff(rounds, ["1/2"], "1e-6")
    assert stopped.value.known["bracket"].lower <= stopped.value.known["bracket"].upper


def test_no_false_positives_leave_everything_to_chance():
    # without infinite losses no output tells that the record is there
    for text in ("gaussian sigma=1", "laplace scale=1 k=2", "shuffled sigma=1 batches=10"):
        assert Accountant().compose(text).tradeoff(["0"])[0] == Bracket.exactly(Fraction(1))


def test_ends_that_stay_apart_give_a_trade_off_between_them():
    found = Accountant().compose("shuffled sigma=1 batches=10").tradeoff(["1/10"], "1/100")[0]
    above = Accountant().compose("gaussian sigma=1").tradeoff(["1/10"], "1/100")[0]
    assert found.lower >= above.lower * Fraction(9, 10)
    assert found.upper > found.lower * Fraction(11, 10)


def test_what_ends_early_holds_the_rate_and_no_delta(monkeypatch):
    """However many values of H are known when the budget ends, for each direction."""
    rounds = Rounds([read_round("laplace scale=1 q=1/2")])
    truth = curves.tradeoff(rounds, ["1/10"], "1e-6")[0]
    whole, widths = curves.HockeyStick.at, set()
    for most in range(8):
        asked = []

        def at(self, y, width, asked=asked, most=most):
            asked.append(y)
            if len(asked) > most:
                raise BudgetExceeded("enough", {"bracket": Bracket(Fraction(9), Fraction(10))})
            return whole(self, y, width)

        monkeypatch.setattr(curves.HockeyStick, "at", at)
        with pytest.raises(BudgetExceeded) as stopped:
            curves.tradeoff(rounds, ["1/10"], "1e-6")
        known = stopped.value.known["bracket"]
        assert known.lower <= truth.lower <= truth.upper <= known.upper <= 1
        widths.add(known.width)
    assert len(widths) > 2
