"""Claims: each class of answer, exact binary values of floats, planted defects, extremes."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import INFINITY, Mechanism, adjacency, dp, exp, ln, mechanisms, number
from assay.accounting import Bracket, Gaussian, Rounds
from assay.errors import BudgetExceeded, InvalidType, InvalidValue, UndecidedError
from assay.exact import certified
from assay.testing.claims import (
    ALPHAS,
    DELTAS,
    EPSILONS,
    RHOS,
    Class,
    assert_sound,
    delta_truth,
    epsilon_truth,
    grid,
    judge,
    renyi_truth,
    zcdp_truth,
)
from assay.testing.claims.values import compare, exact_value
from tests.strategies import tables


def response(p="3/4"):
    """Randomised response that tells the truth with probability p."""
    rest = 1 - number(p)
    rows = {0: {0: p, 1: rest}, 1: {0: rest, 1: p}}
    return Mechanism(rows, [0, 1], adjacency.all_pairs(), name="response")


RESPONSE = response()


def only(privacy_map, truth, point=None, **options):
    """The one judgement of a grid of one point."""
    (row,) = judge(privacy_map, truth, [point or {}], **options).rows
    return row


def test_tight_is_equal_or_the_next_float():
    above = ln(3).float_up()
    truth = epsilon_truth(RESPONSE)
    assert only(lambda: above, truth).verdict is Class.TIGHT
    assert only(lambda: ln(3), truth).verdict is Class.TIGHT
    assert only(lambda: "ln 3", truth).verdict is Class.TIGHT
    assert only(lambda: math.nextafter(above, 2), truth).verdict is Class.LOOSE
    assert only(lambda: math.nextafter(above, 0), truth).verdict is Class.UNSOUND
    assert only(lambda: np.float64(above), truth).verdict is Class.TIGHT


def test_one_unit_in_the_last_place_is_unsound_with_the_exact_gap():
    claimed = ln(3).float_down()
    row = only(lambda delta: claimed, epsilon_truth(RESPONSE), {"delta": 0.0})
    assert row.verdict is Class.UNSOUND
    assert row.gap == ln(3) - Fraction(claimed)
    assert row.evidence.p == Fraction(3, 4)
    assert ln(row.evidence.p / row.evidence.q) > row.claimed
    assert row.evidence.inputs in [(0, 1), (1, 0)]
    assert "UNSOUND" in str(row)
    assert "P[M(x) in S] = 3/4" in str(row)


def test_loose_by_how_much():
    row = only(lambda: Fraction(2), epsilon_truth(RESPONSE))
    assert row.verdict is Class.LOOSE
    assert row.gap == 2 - ln(3)
    assert row.ratio == "1.82048"


def test_the_gap_is_exact_where_both_numbers_are():
    row = only(lambda epsilon: 0.5, delta_truth(RESPONSE), {"epsilon": 1.0})
    assert row.gap == exp(1) / 4 - number("1/4")
    row = only(lambda epsilon: -1.0, delta_truth(RESPONSE), {"epsilon": 2.0})
    assert row.gap == 1
    assert str(row).endswith("true 0, by 1; response: x = 0, x' = 1")


@pytest.mark.parametrize("answer", [None, float("nan"), np.float64("nan")])
def test_refusals(answer):
    sure = Mechanism({0: {0: 1}, 1: {1: 1}}, [0, 1], adjacency.all_pairs())
    assert only(lambda: answer, epsilon_truth(RESPONSE)).verdict is Class.REFUSES_WRONGLY
    assert only(lambda: answer, epsilon_truth(sure)).verdict is Class.REFUSES
    assert only(lambda: 5.0, epsilon_truth(sure)).verdict is Class.UNSOUND
    assert only(lambda: math.inf, epsilon_truth(sure)).verdict is Class.TIGHT
    assert only(lambda: math.inf, epsilon_truth(RESPONSE)).verdict is Class.LOOSE
    assert only(lambda: -math.inf, epsilon_truth(RESPONSE)).verdict is Class.UNSOUND


def test_an_exception_is_a_refusal_with_its_text():
    def raises(delta):
        raise ValueError("delta must not be 0")

    row = only(raises, epsilon_truth(RESPONSE), {"delta": 0.0})
    assert row.verdict is Class.REFUSES_WRONGLY
    assert row.answer == "ValueError: 'delta must not be 0'"
    assert only(raises, epsilon_truth(RESPONSE), {"delta": -1.0}).verdict is Class.REFUSES


@pytest.mark.parametrize("delta", [-1.0, 2.0, math.nan])
def test_an_answer_where_there_is_none(delta):
    report = judge(lambda delta: 1.0, epsilon_truth(RESPONSE), [{"delta": delta}])
    assert report.rows[0].verdict is Class.ANSWERS_WRONGLY
    assert not report.sound


def test_what_cannot_be_decided_is_no_pass():
    def truth():
        raise UndecidedError("too close")

    report = judge(lambda: 1.0, truth, [{}])
    assert report.rows[0].verdict is Class.UNDECIDED
    assert report.rows[0].reason == "too close"
    assert not report.sound
    assert not report.tight


def test_lower_bounds_are_judged_the_other_way_round():
    def third():
        return number("1/3")

    up, down = number("1/3").float_up(), number("1/3").float_down()
    assert only(lambda: down, third, bound="lower").verdict is Class.TIGHT
    assert only(lambda: up, third, bound="lower").verdict is Class.UNSOUND
    assert only(lambda: 0.25, third, bound="lower").verdict is Class.LOOSE


@pytest.mark.parametrize(
    ("truth", "points"),
    [
        (delta_truth(RESPONSE), grid(epsilon=EPSILONS)),
        (epsilon_truth(RESPONSE), grid(delta=DELTAS)),
        (renyi_truth(RESPONSE), grid(alpha=ALPHAS)),
        (zcdp_truth(lambda rho: RESPONSE), grid(rho=RHOS)),
    ],
)
def test_a_tight_map_is_tight_on_the_whole_grid_and_a_smaller_one_is_not(truth, points):
    def exact(**point):
        told = {k: INFINITY if v == math.inf else Fraction(v) for k, v in point.items()}
        return truth(**told).value.float_up()

    assert judge(exact, truth, points).counts() == {Class.TIGHT: len(points)}
    loose = judge(lambda **point: exact(**point) + 1, truth, points)
    assert loose.sound
    assert loose.counts() == {Class.LOOSE: len(points)}
    smaller = judge(lambda **point: math.nextafter(exact(**point), -1), truth, points)
    assert smaller.counts() == {Class.UNSOUND: len(points)}
    assert len(points) >= 9


@given(tables(min_inputs=2, max_inputs=3), st.floats(0, 4), st.floats(0, 1))
def test_claims_agree_with_an_audit(rows, epsilon, delta):
    mechanism = Mechanism(rows, list(rows), adjacency.all_pairs())
    point = {"epsilon": epsilon}
    verdict = only(lambda epsilon: delta, delta_truth(mechanism), point).verdict
    # the audit has its own way to the same comparison, where e^epsilon can be written down
    judged = mechanism.audit(Fraction(epsilon), Fraction(delta))
    if not isinstance(judged, dp.Undecided):
        assert (verdict is Class.UNSOUND) == (not judged.holds)


def test_exact_values():
    assert exact_value(0.1) == Fraction(0.1) != Fraction(1, 10)
    assert exact_value(np.float32(0.1)) == Fraction(float(np.float32(0.1)))
    assert exact_value(np.int64(3)) == 3
    assert exact_value(Decimal("0.1")) == Fraction(1, 10)
    assert exact_value(math.inf) == INFINITY
    for wrong in (True, [1], "soon", object()):
        with pytest.raises((InvalidType, InvalidValue)):
            exact_value(wrong)


def test_comparisons_of_all_kinds_of_numbers():
    ordered = [-INFINITY, exact_value(0), number("1/2"), ln(2), number(1), exp(1), ln(20), INFINITY]
    for i, a in enumerate(ordered):
        for j, b in enumerate(ordered):
            assert compare(a, b) == (i > j) - (i < j)


def test_assert_sound():
    truth = delta_truth(RESPONSE)
    report = assert_sound(lambda epsilon: 0.5, truth, grid(epsilon=EPSILONS))
    assert report.sound
    with pytest.raises(AssertionError, match="sound, loose"):
        assert_sound(lambda epsilon: 0.5, truth, grid(epsilon=EPSILONS), tight=True)
    with pytest.raises(AssertionError, match="refuses, and should not"):
        assert_sound(lambda epsilon: None, truth, grid(epsilon=[1.0]), refusals=False)
    sometimes = assert_sound(lambda epsilon: 0.5 if epsilon else None, truth, grid(epsilon=[0.0, 1.0]))
    assert sometimes.counts() == {Class.LOOSE: 1, Class.REFUSES_WRONGLY: 1}


@pytest.mark.parametrize("epsilon", [0.0, 0.1, 1.0])
def test_the_snippet_of_a_failure_repeats_the_comparison(epsilon):
    with pytest.raises(AssertionError) as failure:
        assert_sound(lambda epsilon: 0.0, delta_truth(RESPONSE), grid(epsilon=[epsilon]))
    text = str(failure.value).partition("to see it again:\n")[2]
    names = {"sampler": lambda epsilon: 0.0}
    exec("\n".join(line.strip() for line in text.splitlines()), names)
    names["sampler"] = lambda epsilon: 1.0
    with pytest.raises(AssertionError):
        exec("\n".join(line.strip() for line in text.splitlines()), names)


def test_bad_input():
    truth = epsilon_truth(RESPONSE)
    with pytest.raises(InvalidValue, match="no points"):
        judge(lambda: 1, truth, [])
    with pytest.raises(InvalidValue, match="epsilon has no values"):
        grid(epsilon=[])
    with pytest.raises(InvalidValue, match="upper"):
        judge(lambda: 1, truth, [{}], bound="above")
    with pytest.raises(InvalidType, match="truth"):
        judge(lambda: 1, 3, [{}])
    with pytest.raises(InvalidType, match="the truth is the float"):
        judge(lambda: 1.0, lambda: 1.0, [{}])


# Brackets as truths, and float parameters

BRACKET = Bracket(Fraction(1, 4), Fraction(1, 2))
SEVERAL = [Fraction(1, 4), Fraction(1, 3), Fraction(3, 7), Fraction(1, 2)]
"""Numbers that the bracket may stand for, its ends among them."""


@given(
    claimed=st.one_of(st.floats(0, 1), st.fractions(0, 1, max_denominator=8)),
    bound=st.sampled_from(["upper", "lower"]),
)
def test_a_verdict_by_a_bracket_is_that_of_every_number_in_it(claimed, bound):
    """Sound or unsound exactly where it is so for the numbers at the ends, and so for all between."""
    verdict = only(lambda: claimed, lambda: BRACKET, bound=bound).verdict
    each = {only(lambda: claimed, lambda t=t: t, bound=bound).verdict for t in SEVERAL}
    sound = {Class.TIGHT, Class.LOOSE}
    if each <= sound:
        assert verdict in sound
        assert (verdict is Class.TIGHT) <= (each == {Class.TIGHT})
    elif each == {Class.UNSOUND}:
        assert verdict is Class.UNSOUND
    else:
        assert verdict is Class.UNDECIDED


def test_a_float_that_is_next_to_a_narrow_bracket_is_tight():
    up = ln(2).float_up()
    narrow = Bracket(Fraction(ln(2).lower(40)), Fraction(ln(2).upper(40)))
    assert only(lambda: up, lambda: narrow).verdict is Class.TIGHT
    assert only(lambda: math.nextafter(up, 1), lambda: narrow).verdict is Class.LOOSE
    assert only(lambda: math.nextafter(up, 0), lambda: narrow).verdict is Class.UNSOUND
    assert only(lambda: ln(2), lambda: narrow).verdict is Class.UNDECIDED
    assert only(lambda: narrow.upper, lambda: narrow).verdict is Class.LOOSE


def test_brackets_of_one_number_and_without_an_upper_end():
    assert only(lambda: 0.5, lambda: Bracket.exactly(Fraction(1, 2))).verdict is Class.TIGHT
    assert only(lambda: math.inf, Bracket.infinity).verdict is Class.TIGHT
    assert only(lambda: None, Bracket.infinity).verdict is Class.REFUSES
    assert only(lambda: None, lambda: BRACKET).verdict is Class.REFUSES_WRONGLY
    above = Bracket(Fraction(1), None)
    verdicts = [only(lambda c=c: c, lambda: above).verdict for c in (0.5, 1.0, 2.0, math.inf, None)]
    assert verdicts == [Class.UNSOUND, Class.UNDECIDED, Class.UNDECIDED, Class.LOOSE, Class.UNDECIDED]
    assert only(lambda: 0.5, lambda: above, bound="lower").verdict is Class.LOOSE
    assert only(lambda: 2.0, lambda: above, bound="lower").verdict is Class.UNDECIDED


def test_the_report_of_a_bracket_shows_it():
    row = only(lambda: 0.125, lambda: BRACKET)
    assert "true in [0.25, 0.5]" in str(row)
    assert row.bracket == BRACKET
    assert Fraction(row.gap.lower(6)) <= Fraction(1, 8) <= Fraction(3, 8) <= Fraction(row.gap.upper(6))
    assert row.to_json()["verdict"] == "UNSOUND"
    undecided = only(lambda: 0.375, lambda: BRACKET)
    assert "inside the bracket" in undecided.reason
    with pytest.raises(AssertionError, match=r'true = number\("1/4"\)'):
        assert_sound(lambda: 0.125, lambda: BRACKET, [{}])
    with pytest.raises(AssertionError, match="undecided"):
        assert_sound(lambda: 0.375, lambda: BRACKET, [{}])


def test_accountants_are_truths():
    rounds = Rounds([(Gaussian("1/2"), 4)])
    for truth, point, name in (
        (epsilon_truth(rounds), {"delta": 1e-6}, "epsilon"),
        (
            delta_truth(lambda count: Rounds([(Gaussian("1/2"), count)])),
            {"epsilon": 0.5, "count": 4},
            "delta",
        ),
        (lambda delta: rounds.epsilon(delta), {"delta": 1e-6}, "epsilon"),
    ):
        (value,) = (Fraction(x) for key, x in point.items() if key != "count")
        bracket = getattr(rounds, name)(value)
        low, high = bracket.floats()
        assert only(lambda high=high, **_: high, truth, point).verdict in (Class.TIGHT, Class.LOOSE)
        assert only(lambda low=low, **_: low * 0.999, truth, point).verdict is Class.UNSOUND
        assert only(lambda high=high, **_: high * 1.001, truth, point).verdict is Class.LOOSE
        inside = (bracket.lower + bracket.upper) / 2
        if bracket.lower < bracket.upper:
            assert only(lambda inside=inside, **_: inside, truth, point).verdict is Class.UNDECIDED
    with pytest.raises(InvalidType, match="brackets epsilon and delta"):
        judge(lambda: 1.0, zcdp_truth(rounds), [{}])


def test_a_bracket_that_a_budget_left_is_used():
    def truth():
        raise BudgetExceeded("too long", {"bracket": BRACKET})

    assert only(lambda: 1.0, truth).verdict is Class.LOOSE
    assert only(lambda: 0.1, truth).verdict is Class.UNSOUND
    assert only(lambda: 0.3, truth).verdict is Class.UNDECIDED


@pytest.mark.parametrize("epsilon", [0.1, 0.3, 1.7, 5e-324, 1e-6, 50.1])
@pytest.mark.parametrize(
    "family", [lambda e: mechanisms.randomised_response(e), lambda e: mechanisms.geometric_clamped(3, e)]
)
def test_mechanisms_at_float_parameters(epsilon, family):
    """e to the power of m/2^54: the loss is the float, and delta agrees with fifty digits."""
    assert only(lambda e: e, epsilon_truth(family), {"e": epsilon}).verdict is Class.TIGHT
    if epsilon / 3 == 0:
        return
    below = {"e": epsilon, "epsilon": epsilon / 3}
    truth = delta_truth(family)(e=Fraction(epsilon), epsilon=Fraction(epsilon / 3)).value
    rows = family(Fraction(epsilon)).worst_case.epsilon()
    p, q = (family(Fraction(epsilon)).distribution(x)[rows.event[0]] for x in rows.pair)
    gain = certified(p) - certified(exp(Fraction(epsilon / 3))) * certified(q)
    assert compare(truth, Fraction(gain.lower(30)) + ln(1)) >= 0
    assert (
        only(lambda e, epsilon: certified(truth).float_up(), delta_truth(family), below).verdict
        is Class.TIGHT
    )
    assert (
        only(lambda e, epsilon: certified(truth).float_down(), delta_truth(family), below).verdict
        is Class.UNSOUND
    )


def test_float_parameters_of_several_kinds():
    """Fields that would be of degree 2^54: e^0.1 beside sqrt(3), and beside e^0.3."""
    for source in (
        lambda: mechanisms.randomised_response(ln(3) / 2),
        lambda: mechanisms.randomised_response("1/2"),
    ):
        report = judge(lambda epsilon: 1.0, delta_truth(source()), grid(epsilon=EPSILONS))
        assert Class.UNDECIDED not in report.counts()


def test_a_map_that_does_not_take_the_parameters_is_no_refusal():
    with pytest.raises(InvalidType, match="points of the grid have epsilon"):
        assert_sound(lambda eps: 0, lambda epsilon: epsilon, grid(epsilon=[1, 2]))


@pytest.mark.parametrize(
    "refuse", [lambda epsilon: None, lambda epsilon: 1 // 0, lambda epsilon: float("nan")]
)
def test_a_map_that_never_answers_is_not_sound(refuse):
    with pytest.raises(AssertionError, match="refuses, and should not"):
        assert_sound(refuse, lambda epsilon: epsilon, grid(epsilon=[1, 2]))
    assert_sound(
        lambda epsilon: refuse(1) if epsilon < 2 else 2, lambda epsilon: epsilon, grid(epsilon=[1, 2])
    )


def test_a_map_cannot_change_what_the_truth_is_told():
    report = judge(lambda sizes: sizes.clear() or 0, lambda sizes: sum(sizes), grid(sizes=[[1, 2]]))
    assert report.counts() == {Class.UNSOUND: 1}
    assert report.rows[0].point == {"sizes": [1, 2]}
