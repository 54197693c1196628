"""Events, pairs and brackets of the accountant as guarantees, spent from filters, against certified truth."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace

import pytest

from assay.accounting import (
    Accountant,
    Bracket,
    Gaussian,
    Reversed,
    Round,
    Rounds,
    Subsampled,
    approximate,
    bracket_guarantee,
    discrete_laplace,
    event_guarantee,
    pure,
)
from assay.adjacency import add_remove_one, all_pairs, replace_one
from assay.composition.filters import (
    BasicFilter,
    ConcentratedFilter,
    PureOdometer,
    RenyiCurveFilter,
    RenyiFilter,
)
from assay.errors import AssayError, BudgetExceeded, InvalidType, InvalidValue
from assay.exact import INFINITY, certified, ln, number
from assay.notions import ConcentratedGuarantee, PldGuarantee
from assay.theorems import Guarantee

ABOUT = {"adjacency": add_remove_one()}


def test_a_gaussian_in_a_zcdp_filter():
    budget = ConcentratedFilter("1/2", **ABOUT)
    known = event_guarantee("gaussian sigma=2", **ABOUT)
    assert known == event_guarantee(Gaussian.of(2), **ABOUT) == ConcentratedGuarantee("1/8", **ABOUT)
    for _ in range(4):
        budget.spend(known)
    with pytest.raises(BudgetExceeded):
        budget.spend(known)
    promised = budget.guarantee("1/1000")
    truth = Accountant().compose("gaussian sigma=2", 4).epsilon("1/1000")
    assert certified(promised.epsilon) > truth.upper
    assert event_guarantee("gaussian sigma=2", 4, **ABOUT) == ConcentratedGuarantee("1/2", **ABOUT)
    assert event_guarantee("gaussian sigma=2", adjacency=replace_one()).rho == Fraction(1, 2)
    assert event_guarantee("discrete-gaussian sigma=2 sensitivity=3", **ABOUT).rho == Fraction(9, 8)


@pytest.mark.parametrize("alpha", [2, 5])
def test_what_a_statement_says_is_not_below_the_certified_truth(alpha):
    """delta of the promise at several epsilons, beside the bracket of the pair itself."""
    for text in (
        "gaussian sigma=2",
        "laplace scale=2",
        "discrete-laplace scale=2",
        "approximate epsilon=1 delta=1e-2",
    ):
        known = event_guarantee(text, **ABOUT)
        truth = Accountant().compose(text)
        if isinstance(known, ConcentratedGuarantee):
            budget = RenyiFilter(alpha, known.rho * alpha)
            found = budget.guarantee("1/100")
            assert truth.delta(
                found.epsilon if isinstance(found, Guarantee) else found.rounded_up().epsilon
            ).lower <= Fraction(1, 100)
        elif isinstance(known, PldGuarantee):
            for epsilon in (ln(2), ln("11/10")):
                assert known.delta(epsilon) in truth.delta(epsilon)
        else:
            assert truth.delta(known.epsilon).lower == 0


def test_a_sampled_round_at_a_delta_of_its_own():
    with pytest.raises(InvalidValue, match="say delta"):
        event_guarantee("gaussian sigma=2 q=0.1", **ABOUT)
    known = event_guarantee("gaussian sigma=2 q=0.1", 10, delta="1/100000", **ABOUT)
    truth = Accountant().compose("gaussian sigma=2 q=0.1", 10).epsilon("1/100000")
    assert known.epsilon == truth.upper or known.epsilon > truth.lower
    BasicFilter(9, "1/1000", **ABOUT).spend(known)


def test_removing_and_adding_alone():
    base = Subsampled.of(pure(ln(3)), "1/2")
    remove, add = base, Reversed(base)
    removal = add_remove_one(symmetric=False)
    relations = {"both": add_remove_one(), "remove": removal, "add": removal.reversed()}
    sides = {
        name: event_guarantee(Round.directed(remove, add), delta="1/1000", adjacency=relation).epsilon
        for name, relation in relations.items()
    }
    pairs = {"remove": remove, "add": add}
    expected = {name: Rounds([(pair, 1)]).epsilon("1/1000") for name, pair in pairs.items()}
    for name, bracket in expected.items():
        assert sides[name] == bracket.upper
    assert sides["both"] == max(sides["remove"], sides["add"])


@pytest.mark.parametrize(
    ("relation", "epsilon"),
    [(add_remove_one(), 6), (add_remove_one(symmetric=False), 6), (replace_one(), 12)],
)
def test_laplace_noise_is_pure(relation, epsilon):
    """Not an epsilon that is read as a rho: its budgets are those of epsilon."""
    known = event_guarantee("laplace scale=1/2", 3, adjacency=relation)
    assert known == Guarantee(epsilon, adjacency=relation)
    budget = PureOdometer()
    budget.spend(known)
    assert budget.spent() == epsilon


def test_a_finite_pair_is_its_loss_distribution():
    known = event_guarantee(approximate(ln(2), "1/10"), **ABOUT)
    assert isinstance(known, PldGuarantee)
    assert known.delta(ln(2)) == Fraction(1, 10)
    assert known.delta(INFINITY) == Fraction(1, 10)
    assert event_guarantee(discrete_laplace("1/2"), **ABOUT).tightest.epsilon() == 2
    budget = RenyiCurveFilter(ln(9), "1/10", [2, 4], **ABOUT)
    budget.spend(event_guarantee(pure(ln(2)), **ABOUT))
    assert (
        budget.spent[0]
        == Guarantee(0).epsilon + RenyiFilter(2, 9).cost(Guarantee(ln(2), adjacency=all_pairs()))[0]
    )


def test_brackets_count_by_their_upper_end():
    low, high = Fraction(1, 3), Fraction(1, 2)
    assert bracket_guarantee(Bracket(low, high), 0, **ABOUT) == Guarantee("1/2", **ABOUT)
    assert bracket_guarantee(1, Bracket(low, high), **ABOUT) == Guarantee(1, "1/2", **ABOUT)
    assert bracket_guarantee(Bracket(low, None)).epsilon == INFINITY
    assert bracket_guarantee(1, Bracket(low, Fraction(3, 2))).delta == 1
    budget = BasicFilter("1/2", **ABOUT)
    budget.spend(bracket_guarantee(Bracket(low, high), 0, **ABOUT))
    with pytest.raises(BudgetExceeded):
        budget.spend(Guarantee("1/1000", **ABOUT))
    with pytest.raises(InvalidValue, match="no upper end"):
        bracket_guarantee(1, Bracket(low, None))


def test_an_event_of_concentrated_privacy_is_its_rho():
    event = type("ZCDpEvent", (SimpleNamespace,), {"__module__": "dp_accounting.dp_event"})(rho=0.125)
    assert event_guarantee(event, 3, **ABOUT) == ConcentratedGuarantee("3/8", **ABOUT)


@pytest.mark.parametrize(
    ("mechanism", "said", "error"),
    [
        ("gaussian sigma=1", {}, InvalidValue),
        ("gaussian sigma=1", {"adjacency": all_pairs()}, InvalidValue),
        ("gaussian sigma=1", {"adjacency": "add-remove-one"}, InvalidType),
        ("gaussian", ABOUT, AssayError),
        ("gaussian sigma=0", ABOUT, AssayError),
        (None, ABOUT, InvalidType),
        (1.5, ABOUT, InvalidType),
        ("gaussian sigma=1", {**ABOUT, "count": -1}, AssayError),
        ("gaussian sigma=1", {**ABOUT, "delta": 2}, AssayError),
    ],
)
def test_what_is_no_event(mechanism, said, error):
    with pytest.raises(error):
        event_guarantee(mechanism, **said)


def test_events_of_dp_accounting():
    events = pytest.importorskip("dp_accounting.dp_event")
    assert event_guarantee(events.GaussianDpEvent(2), 4, **ABOUT) == ConcentratedGuarantee("1/2", **ABOUT)
    both = events.ComposedDpEvent(
        [events.GaussianDpEvent(2), events.SelfComposedDpEvent(events.GaussianDpEvent(4), 2)]
    )
    assert event_guarantee(both, **ABOUT).rho == Fraction(1, 8) + Fraction(1, 16)
    assert event_guarantee(events.LaplaceDpEvent(2), 3, **ABOUT) == Guarantee("3/2", **ABOUT)
    assert event_guarantee(events.ZCDpEvent(0.25), **ABOUT).rho == number("1/4")
