"""Calibration: both ends against independent truths, every goal, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import mpmath
import pytest

from assay.accounting import Accountant, Gaussian, calibrate
from assay.accounting.calibrate import by_directions
from assay.accounting.calibration import Calibration, decimal
from assay.accounting.calibration_search import Search, simplest
from assay.accounting.goals import MET, MISSED, UNKNOWN, AtMost, compared
from assay.accounting.monotone import WORDS
from assay.errors import BudgetExceeded, InvalidType, InvalidValue
from assay.exact import eps
from assay.exact.bracket import Bracket

mp = mpmath.mp.clone()
mp.dps = 60


def gaussian_delta(sigma, k, epsilon):
    """Balle and Wang 2018, theorem 8, by mpmath."""
    mu = mp.sqrt(k) / (mp.mpf(sigma.numerator) / sigma.denominator)
    e = mp.mpf(epsilon)
    return mp.ncdf(mu / 2 - e / mu) - mp.exp(e) * mp.ncdf(-mu / 2 - e / mu)


def responses_delta(epsilon, k, level):
    """Randomised response k times, by the binomial sum."""
    x = mp.exp(mp.mpf(epsilon.numerator) / epsilon.denominator)
    p = x / (1 + x)
    terms = (
        comb(k, j) * (p**j * (1 - p) ** (k - j) - mp.exp(level) * (1 - p) ** j * p ** (k - j))
        for j in range(k + 1)
    )
    return mp.fsum(max(t, 0) for t in terms)


@pytest.mark.parametrize(
    ("k", "epsilon", "delta"), [(1, 1, "1e-5"), (10, 3, "1e-9"), (100, 10, "1e-30"), (1, 100, "1e-9")]
)
def test_gaussian_noise_against_the_closed_form(k, epsilon, delta):
    found = calibrate(f"gaussian sigma=? k={k}", epsilon=epsilon, delta=delta)
    assert found.refuted < found.safe <= found.refuted * Fraction(1001, 1000)
    assert gaussian_delta(found.safe, k, epsilon) <= mp.mpf(delta) < gaussian_delta(found.refuted, k, epsilon)
    assert found.bracket == Bracket(found.refuted, found.safe)


@pytest.mark.parametrize("k", [1, 7, 40])
def test_randomised_response_against_the_binomial_sum(k):
    found = calibrate(f"pure epsilon=? k={k}", epsilon="1/2", delta="1e-4", width="1/100")
    assert found.safe < found.refuted <= found.safe * Fraction(101, 100)
    assert responses_delta(found.safe, k, 0.5) <= mp.mpf("1e-4") < responses_delta(found.refuted, k, 0.5)


def test_pure_guarantees_are_met_with_equality():
    assert calibrate("laplace scale=?", epsilon=1).safe == 1
    assert calibrate("laplace scale=3 k=?", epsilon=2).bracket == Bracket(6, 7)
    assert calibrate("pure epsilon=1/10 k=?", epsilon=1, delta=0).bracket == Bracket(10, 11)
    assert calibrate("discrete-laplace scale=10 sensitivity=?", epsilon="1/2").bracket == Bracket(5, 6)


def test_whole_numbers_have_neighbouring_ends():
    found = calibrate("gaussian sigma=20 k=?", epsilon=1, delta="1e-5")
    assert found.refuted == found.safe + 1
    deltas = [gaussian_delta(Fraction(20), int(k), 1) for k in (found.safe, found.refuted)]
    assert deltas[0] <= mp.mpf("1e-5") < deltas[1]
    wide = calibrate("gaussian sigma=20 k=?", epsilon=1, delta="1e-5", width="1/10").bracket
    assert wide.lower <= found.safe < wide.upper


@pytest.mark.parametrize(
    ("goal", "sigma_squared"),
    [
        ({"rho": "1/2"}, Fraction(10)),
        ({"mu": "1/2"}, Fraction(40)),
        ({"rho": "1/2", "adjacency": "replace-one"}, Fraction(40)),
    ],
)
def test_goals_that_add_up(goal, sigma_squared):
    found = calibrate("gaussian sigma=? k=10", **goal, width="1e-9")
    assert found.refuted**2 < sigma_squared <= found.safe**2


def test_the_advantage_is_delta_at_zero():
    found = calibrate("gaussian sigma=?", advantage="1/10", width="1e-6")
    truth = 1 / (2 * mp.sqrt(2) * mp.erfinv(mp.mpf(1) / 10))
    assert mp.mpf(found.refuted.numerator) / found.refuted.denominator < truth
    assert truth <= mp.mpf(found.safe.numerator) / found.safe.denominator


@pytest.mark.slow
def test_rates_rows_and_epochs_say_the_same():
    by_rate = calibrate("gaussian sigma=2 q=? k=200", epsilon=1, delta="1e-5")
    by_rows = calibrate("gaussian sigma=2 batch=10 rows=? k=200", epsilon=1, delta="1e-5")
    by_batch = calibrate("gaussian sigma=2 batch=? rows=1000 k=200", epsilon=1, delta="1e-5")
    assert by_rows.safe == by_rows.refuted + 1
    assert Fraction(10) / by_rows.safe < by_rate.refuted
    assert by_rate.safe < Fraction(10) / by_rows.refuted
    assert by_batch.safe / 1000 < by_rate.refuted
    assert by_rate.safe < by_batch.refuted / 1000
    epochs = calibrate("gaussian sigma=2 batch=10 rows=1000 epochs=?", epsilon=1, delta="1e-5")
    count = calibrate("gaussian sigma=2 q=1/100 k=?", epsilon=1, delta="1e-5")
    assert epochs.safe * 100 <= count.safe < epochs.refuted * 100


SAMPLED = [
    "gaussian sigma=? q=1/100 k=300",
    "laplace scale=? q=1/10 k=30",
    "exponential epsilon=? k=10",
    "mixture sigma=? sensitivities=0:1:2 probabilities=0.81:0.18:0.01 k=4",
    "gaussian sigma=4 q=1/100 group=? k=100",
]


@pytest.mark.slow
@pytest.mark.parametrize("text", SAMPLED)
@pytest.mark.parametrize("adjacency", ["add-remove-one", "replace-one"])
def test_ends_are_confirmed_by_another_engine(text, adjacency):
    if (
        adjacency == "replace-one"
        and ("q=" in text or "mixture" in text)
        and not text.startswith("gaussian sigma=?")
    ):
        pytest.skip("has no pair when a record is replaced")
    found = calibrate(text, epsilon=1, delta="1e-6", adjacency=adjacency, width="1/100")
    for value, is_safe in ((found.safe, True), (found.refuted, False)):
        delta = (
            Accountant(adjacency, "1/1000", engine="fourier").compose(text.replace("?", str(value))).delta(1)
        )
        assert (delta.upper <= Fraction(1, 10**6)) is is_safe
        assert (delta.lower > Fraction(1, 10**6)) is not is_safe


def test_other_mechanisms_count():
    alone = calibrate("gaussian sigma=? k=3", epsilon=1, delta="1e-5").safe
    beside = calibrate("gaussian sigma=? k=3", "gaussian sigma=10", epsilon=1, delta="1e-5").safe
    assert alone < beside
    nothing = calibrate("gaussian sigma=2 k=?", "laplace scale=1", epsilon=1, delta="1e-5")
    assert (nothing.safe, nothing.refuted) == (0, 1)


def test_where_no_value_or_every_value_is_safe():
    none = calibrate("gaussian sigma=?", epsilon=1)
    assert none.safe is None
    assert "no value of sigma" in str(none)
    with pytest.raises(InvalidValue, match="no value"):
        _ = none.value
    every = calibrate("gaussian sigma=2 q=?", epsilon=1, delta="1/2")
    assert (every.safe, every.refuted) == (1, None)
    with pytest.raises(InvalidValue, match="no value between"):
        _ = every.bracket
    spent = calibrate("gaussian sigma=2 k=?", "laplace scale=1/2", epsilon=1, delta="1e-5")
    assert (spent.safe, spent.refuted) == (None, 0)


def test_a_delta_of_1_is_met_by_every_value():
    found = calibrate("gaussian sigma=2 q=? k=10", epsilon=3, delta=1)
    assert (found.safe, found.refuted) == (1, None)


def test_both_directions_have_to_meet_the_goal():
    """A pair whose loss is larger when a record is added: only its reverse is above epsilon."""
    import json
    import tempfile
    from pathlib import Path

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pair.json"
        path.write_text(json.dumps({"p": ["1/2", "1/2"], "q": ["9/10", "1/10"]}))
        found = calibrate(f"pair file={path} k=?", epsilon=0, delta="1/2")
        reverse = Path(folder) / "reverse.json"
        reverse.write_text(json.dumps({"q": ["1/2", "1/2"], "p": ["9/10", "1/10"]}))
        assert calibrate(f"pair file={reverse} k=?", epsilon=0, delta="1/2").bracket == found.bracket
        lopsided = calibrate(f"pair file={path} k=?", epsilon="ln 3", delta="1/10")
        for value, side in ((lopsided.safe, MET), (lopsided.refuted, MISSED)):
            accountant = Accountant().compose(f"pair file={path} k={value}")
            assert (
                AtMost(eps("ln 3"), Fraction(1, 10)).test(accountant.rounds, Fraction(1, 1000)).side == side
            )


class Planted:
    """A goal that claims to be met where it is not known."""

    text = "planted"

    def __init__(self, edge):
        self.edge = edge

    def test(self, rounds, width):
        value = Fraction(sum(count for _, count in rounds))
        return compared(Bracket(value * (1 - width), value * (1 + width)), self.edge)

    def guess(self, rounds):
        return None


def test_undecided_values_are_neither_safe_nor_refuted():
    """Whatever the width, the bracket of 10 holds 10, so that 10 cannot be decided."""
    parameter = WORDS["gaussian"]["k"]

    def rounds_at(value):
        return Accountant().compose("gaussian sigma=1", int(value)).rounds

    with pytest.raises(BudgetExceeded) as stopped:
        by_directions(rounds_at, Planted(Fraction(10)), parameter, Fraction(0))
    known = stopped.value.known["ends"]
    assert known.safe is None or known.safe < 10
    assert known.refuted is None or known.refuted > 10
    assert by_directions(rounds_at, Planted(Fraction(21, 2)), parameter, Fraction(0)).bracket == Bracket(
        10, 11
    )


def test_a_goal_is_met_by_upper_ends_and_missed_by_lower_ones():
    goal = Fraction(1, 2)
    assert compared(Bracket(Fraction(1, 4), goal), goal).side == MET
    assert compared(Bracket(goal, Fraction(1)), goal).side == UNKNOWN
    assert compared(Bracket(Fraction(0), None), goal).side == UNKNOWN
    assert compared(Bracket(Fraction(51, 100), None), goal).side == MISSED
    assert compared(Bracket.infinity(), goal).side == MISSED


def test_the_start_of_the_search_does_not_matter(monkeypatch):
    monkeypatch.setattr(AtMost, "guess", lambda self, rounds: None)
    found = calibrate("gaussian sigma=? k=10", epsilon=3, delta="1e-9")
    assert gaussian_delta(found.safe, 10, 3) <= mp.mpf("1e-9") < gaussian_delta(found.refuted, 10, 3)
    monkeypatch.setattr(AtMost, "guess", lambda self, rounds: (7.0, 0.001))
    monkeypatch.setattr(Search, "slope", 100.0)
    other = calibrate("gaussian sigma=? k=10", epsilon=3, delta="1e-9")
    assert gaussian_delta(other.safe, 10, 3) <= mp.mpf("1e-9") < gaussian_delta(other.refuted, 10, 3)


def test_the_simplest_fraction():
    for low, high in (
        (Fraction(1, 3), Fraction(1, 2)),
        (Fraction(41, 100), Fraction(42, 100)),
        (Fraction(7, 3), Fraction(5, 2)),
    ):
        found = simplest(low, high)
        assert low <= found <= high
        candidates = (Fraction(n, d) for d in range(1, found.denominator) for n in range(0, 4 * d))
        assert not any(low <= each <= high for each in candidates)


def test_decimals():
    assert (decimal(Fraction(1, 3)), decimal(Fraction(3, 8)), decimal(Fraction(20))) == ("1/3", "0.375", "20")
    assert isinstance(calibrate("laplace scale=?", epsilon=1), Calibration)


@pytest.mark.parametrize(
    ("texts", "goal", "expected"),
    [
        (["gaussian sigma=1"], {"epsilon": 1}, "0 of the mechanisms"),
        (["gaussian sigma=?", "gaussian sigma=?"], {"epsilon": 1}, "2 of the mechanisms"),
        (["gaussian sigma=? k=?"], {"epsilon": 1}, "whole parameter"),
        (["gaussian sigma=1/?"], {"epsilon": 1}, "whole parameter"),
        (["gaussian sigma=?"], {}, "give one"),
        (["gaussian sigma=?"], {"delta": "1e-5"}, "give one"),
        (["gaussian sigma=?"], {"epsilon": 1, "rho": 1}, "give one"),
        (["gaussian sigma=?"], {"epsilon": 1, "delta": 2}, "give a finite epsilon"),
        (["gaussian sigma=?"], {"epsilon": -1}, "negative"),
        (["gaussian sigma=?"], {"epsilon": "inf"}, "give a finite epsilon"),
        (["gaussian sigma=?"], {"rho": -1}, "rational"),
        (["gaussian sigma=?"], {"advantage": 2}, "above 1"),
        (["gaussian sigma=?"], {"epsilon": 1, "width": 0}, "width"),
        (["discrete-gaussian sigma=?"], {"epsilon": 1}, "is not proved"),
        (["truncated-gaussian sigma=1 q=? size=100 batch=10"], {"epsilon": 1}, "larger rate cuts more"),
        (["truncated-gaussian sigma=1 q=0.1 size=100 batch=?"], {"epsilon": 1}, "larger batch cuts less"),
        (["mixture sigma=1 sensitivities=0:1 probabilities=?:0.5"], {"epsilon": 1}, "sum of 1"),
        (["gaussian sigma=1 rows=? batch=10 epochs=3"], {"epsilon": 1}, "opposite directions"),
        (["gaussian sigma=1 rows=? batch=10 batches=fixed"], {"epsilon": 1}, "leave batches out"),
        (["gaussian sigma=? q=2"], {"epsilon": 1, "delta": "1e-5"}, "q = 2"),
        (["laplace scale=1 q=0.1 group=?"], {"epsilon": 1, "delta": "1e-5"}, "groups in samples"),
    ],
)
def test_what_is_refused(texts, goal, expected):
    with pytest.raises(InvalidValue, match=expected):
        calibrate(*texts, **goal)


def test_what_is_no_text():
    with pytest.raises(InvalidType, match="is a float"):
        calibrate(1.5, epsilon=1)


class Stopped:
    """A side whose epsilon takes too long: what it knows is a bracket of epsilon, and delta(1) = 1/2."""

    def __init__(self, epsilon: Bracket) -> None:
        self.rounds, self.moments = ((Gaussian.of(1), 1),), None
        self.known = {"bracket": epsilon}

    def epsilon(self, allowed, width):
        raise BudgetExceeded("too long", self.known)

    def delta(self, epsilon, width):
        return Bracket.exactly(Fraction(1, 2))


@pytest.mark.parametrize(
    "known", [Bracket(Fraction(3, 4), Fraction(2)), Bracket(Fraction(0), Fraction(1, 100))]
)
@pytest.mark.parametrize(("delta", "side"), [("1/1000", MISSED), ("2/3", MET), (0, UNKNOWN)])
def test_a_bracket_of_epsilon_is_not_taken_for_one_of_delta(known, delta, side):
    goal = AtMost(eps(1), Fraction(delta))
    assert goal._test(Stopped(known), Fraction(1, 8)).side == side


def test_values_between_two_ends_stay_simple_where_exact_numbers_are_their_powers():
    """At epsilon = 2 delta jumps just above 1/2, where no estimate of the place is of help."""
    found = calibrate("pure epsilon=? k=4", epsilon=2, delta="1e-5")
    assert found.safe == Fraction(1, 2)
    assert found.refuted is not None
    assert found.refuted < Fraction(501, 1000)
    assert found.refuted.denominator < 10_000


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("laplace scale=?", {"mu": 1}),
        ("exponential epsilon=?", {"rho": "1/2"}),
        ("pure epsilon=1 q=?", {"mu": 1}),
    ],
)
def test_where_the_ends_of_rho_and_mu_stay_apart_those_of_the_parameter_do(text, goal):
    found = calibrate(text, **goal)
    (name, limit) = next(iter(goal.items()))
    for value, is_safe in ((found.safe, True), (found.refuted, False)):
        bracket = getattr(Accountant().compose(text.replace("?", str(value))), name)()
        assert bracket.upper <= Fraction(limit) if is_safe else bracket.lower > Fraction(limit)


def test_a_rate_that_no_positive_value_meets_ends_at_the_least_one():
    found = calibrate("approximate epsilon=1 delta=1e-8 q=?", rho="1/2")
    assert found.safe == 0
    assert found.refuted == Fraction(1, 2**60)


def test_two_marks_are_counted_and_named():
    with pytest.raises(InvalidValue, match=r"has 2 '\?', in sigma, q; mark one whole parameter"):
        calibrate("gaussian sigma=? q=?", epsilon=1, delta="1e-5")
