"""The kernels against the reference: the same value, the same pair, the same event, by exact ==."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import EPS, Certified, Log, Mechanism, adjacency, ln, mechanisms, sqrt
from assay.errors import AssayError, BudgetExceeded
from assay.exact import certified
from assay.fast.kernels import Kernel, envelope, list_classes, row_pairs, zero_concentrated
from tests.strategies import ANY_FAMILY, DECIDED, Family, epsilons, probabilities, tables

RELATIONS = [
    adjacency.all_pairs(),
    adjacency.all_pairs(symmetric=False),
    adjacency.l1(1),
    adjacency.linf(2, symmetric=False),
    adjacency.explicit([(1, 0)], symmetric=False),
]
ORDERS = ["0", "1/2", "1", "3/2", "2", "3", "inf"]

lists_and_arrays = pytest.mark.parametrize("large", [True, False], ids=["arrays", "lists"])


@contextmanager
def taken_for(large: bool) -> Iterator[None]:
    """Small mechanisms go the way of large ones: arrays, and cutting planes for envelopes."""
    with (
        patch.object(list_classes, "SMALL", -1 if large else 10**9),
        patch.object(envelope, "FEW", 0 if large else 10**9),
    ):
        yield


def both(table, relation):
    """The same mechanism by the engine and by the reference."""
    fast = Mechanism(table, list(table), relation, engine="fast")
    slow = Mechanism(table, list(table), relation, engine="reference")
    return fast, slow


def outcome(question):
    """The answer, or the kind of error."""
    try:
        return question()
    except AssayError as error:
        return type(error)


def agree(fast, slow, questions):
    """Both answer every question alike; a value is compared with its pair and its event."""
    for question in questions:
        assert outcome(lambda q=question: q(fast)) == outcome(lambda q=question: q(slow))


def measures(epsilon, delta):
    """Everything that a worst case can be asked, as functions of a mechanism."""
    yield lambda m: m.worst_case.epsilon()
    yield lambda m: m.worst_case.epsilon(delta)
    yield lambda m: m.worst_case.delta(epsilon)
    yield lambda m: m.worst_case.delta("inf")
    yield lambda m: m.worst_case.total_variation()
    yield lambda m: m.worst_case.profile()
    yield lambda m: m.worst_case.tradeoff()
    yield lambda m: m.worst_case.probabilistic_delta(epsilon)
    yield lambda m: m.worst_case.probabilistic_delta("inf")
    yield lambda m: m.worst_case.posterior_odds("2/3", delta)
    yield lambda m: m.worst_case.membership_advantage()
    yield lambda m: m.worst_case.membership_advantage(delta)
    yield lambda m: m.worst_case.membership_advantage("5/6")
    yield lambda m: m.audit(epsilon, delta)
    yield lambda m: m.audit(epsilon)
    yield lambda m: m.audit("inf")
    yield lambda m: m.audit("inf", delta)
    yield lambda m: m.audit(m.epsilon())
    yield lambda m: m.audit(epsilon, m.delta(epsilon))
    yield lambda m: tuple(m.worst_case.representatives())


@lists_and_arrays
@pytest.mark.parametrize("family", ANY_FAMILY, ids=lambda f: f.name)
@settings(max_examples=6)
@given(data=st.data())
def test_every_measure_equals_the_reference(large: bool, family: Family, data: st.DataObject) -> None:
    table = data.draw(tables(family))
    fast, slow = both(table, data.draw(st.sampled_from(RELATIONS)))
    with taken_for(large):
        agree(fast, slow, measures(data.draw(epsilons()), data.draw(probabilities())))


def same_number(got, expected):
    """Exact numbers by ==; certified ones by both bounds to 40 digits, which are rounded correctly."""
    if isinstance(expected, Certified):
        assert isinstance(got, Certified)
        assert (got.lower(40), got.upper(40)) == (expected.lower(40), expected.upper(40))
    else:
        assert type(got) is type(expected)
        assert got == expected


def agree_on_a_divergence(fast, slow, question):
    """The value, the pair and the event."""
    got, expected = (question(m.worst_case) for m in (fast, slow))
    assert (got.pair, got.event) == (expected.pair, expected.event)
    same_number(got.value, expected.value)


@lists_and_arrays
@pytest.mark.parametrize("family", DECIDED, ids=lambda f: f.name)
@settings(max_examples=2)
@given(data=st.data())
def test_renyi_divergences_equal_the_reference(large: bool, family: Family, data: st.DataObject) -> None:
    relation = data.draw(st.sampled_from(RELATIONS))
    fast, slow = both(data.draw(tables(family)), relation)
    with taken_for(large):
        for order in ORDERS:
            agree_on_a_divergence(fast, slow, lambda w, a=order: w.renyi(a))
    assert fast.notes["renyi"].engine == "fast"


@lists_and_arrays
@settings(max_examples=3)
@given(data=st.data())
def test_zero_concentration_equals_the_reference(large: bool, data: st.DataObject) -> None:
    family = data.draw(st.sampled_from(DECIDED))
    fast, slow = both(data.draw(tables(family, min_inputs=3)), adjacency.all_pairs())
    with taken_for(large), patch.object(zero_concentrated, "FEW", 0):
        agree_on_a_divergence(fast, slow, lambda w: w.zcdp())
    assert fast.notes["zcdp"].engine == "fast"


@lists_and_arrays
@pytest.mark.parametrize("delta", ["0", "1/10", "1/2", "9/10", "1"])
@settings(max_examples=3)
@given(data=st.data())
def test_posterior_odds_equal_the_reference(large: bool, delta: str, data: st.DataObject) -> None:
    family = data.draw(st.sampled_from(DECIDED))
    fast, slow = both(data.draw(tables(family)), data.draw(st.sampled_from(RELATIONS)))
    with taken_for(large):
        agree(fast, slow, [lambda m: m.worst_case.posterior_odds(1, delta)])
    assert fast.notes["posterior_odds"].engine == "fast"


@lists_and_arrays
@pytest.mark.parametrize("delta", ["0", "1/10", "1/6", "1"])
def test_an_epsilon_is_found_without_the_reference(large: bool, delta: str) -> None:
    fast, slow = both({0: {"a": "1/3", "b": "2/3"}, 1: {"a": "1/2", "b": "1/2"}}, adjacency.all_pairs())
    with taken_for(large):
        assert fast.worst_case.epsilon(delta) == slow.worst_case.epsilon(delta)
    assert fast.notes["epsilon"].engine == "fast"


@lists_and_arrays
def test_beyond_all_losses_the_first_pair_is_named_and_none_is_listed(large: bool) -> None:
    table = {x: {"a": Fraction(x, 10), "b": 1 - Fraction(x, 10)} for x in range(1, 6)}
    fast, slow = both(table, adjacency.all_pairs())
    for epsilon, listed in ((ln(5), False), (ln(6), False), (ln("4999/1000"), True)):
        with (
            taken_for(large),
            patch.object(Kernel, "alike", autospec=True, side_effect=Kernel.alike) as alike,
        ):
            assert fast.worst_case.delta(epsilon) == slow.worst_case.delta(epsilon)
        assert alike.called is listed


@lists_and_arrays
def test_the_kernels_really_answer(large: bool) -> None:
    fast, _ = both({0: {"a": "1/3", "b": "2/3"}, 1: {"a": "1/2", "b": "1/2"}}, adjacency.all_pairs())
    with taken_for(large):
        for question in measures("1/2", "1/10"):
            question(fast)
        for order in ORDERS:
            fast.renyi(order)
        fast.zcdp()
    answered = {question for question, note in fast.notes.items() if note.engine == "fast"}
    assert answered == set(fast.notes) - {"distribution"}


def test_what_has_no_kernel_is_declined_with_a_reason() -> None:
    powers, _ = both(
        {0: {"a": "exp(-1)", "b": "1 - exp(-1)"}, 1: {"a": "1/2", "b": "1/2"}}, adjacency.all_pairs()
    )
    powers.delta(ln(2) / 2)  # sqrt(2) and e
    powers.probabilistic_delta(ln(2) / 2)
    powers.worst_case.posterior_odds(1, sqrt(2) / 2)
    for name in ("delta", "probabilistic_delta", "posterior_odds"):
        assert powers.notes[name].engine == "fast"
    powers.audit(ln(1 + sqrt(2)) / 2, "1/10")  # whose exponential is in no field
    assert "e^epsilon shares no field" in str(powers.notes["audit"])
    symbolic = mechanisms.randomised_response(EPS)
    for question in (
        lambda: symbolic.delta(EPS),
        lambda: symbolic.renyi(2),
        lambda: symbolic.posterior_odds(),
    ):
        outcome(question)
    for name in ("delta", "renyi", "posterior_odds"):
        assert symbolic.notes[name].engine == "reference"
        assert "functions of eps" in str(symbolic.notes[name])


def test_what_it_needs_is_estimated_before_it_is_allocated() -> None:
    fast, _ = both({0: {"a": "1/3", "b": "2/3"}, 1: {"a": "1/2", "b": "1/2"}}, adjacency.all_pairs())
    with (
        taken_for(True),
        patch.object(row_pairs, "MOST_BYTES", 100),
        pytest.raises(BudgetExceeded, match=r"needs about \d+ bytes .* smaller domain"),
    ):
        fast.epsilon()


def related(table, *pairs: tuple[int, int]):
    """By both engines, with these ordered pairs alone."""
    return both(table, adjacency.explicit(pairs, symmetric=False))


@lists_and_arrays
def test_a_mean_loss_is_exact_where_that_of_a_smaller_pair_is_not(large: bool) -> None:
    """The largest mean loss is a logarithm, another pair's has a denominator beyond the exact ones."""
    table = {
        0: {"a": "1/2", "b": "1/2"},
        1: {"a": "1/8", "b": "7/8"},
        2: {"a": "5001/10007", "b": "5006/10007"},
    }
    for pairs in ([(0, 1), (2, 0)], [(0, 1), (1, 0)]):
        fast, slow = related(table, *pairs)
        with taken_for(large):
            agree_on_a_divergence(fast, slow, lambda w: w.renyi(1))
            assert isinstance(fast.renyi(1), Log)
            assert fast.worst_case.renyi(1).pair == (0, 1)
        assert fast.notes["renyi"].engine == "fast"


@lists_and_arrays
def test_the_first_pair_of_a_quantile_need_not_be_the_likeliest(large: bool) -> None:
    """Both pairs have the quantile ln 2; the second exceeds it with a larger probability."""
    table = {
        0: {"a": "1/5", "b": "4/5"},
        1: {"a": "1/10", "b": "9/10"},
        2: {"a": "1/2", "b": "1/2"},
        3: {"a": "1/4", "b": "3/4"},
    }
    fast, slow = related(table, (0, 1), (2, 3))
    with taken_for(large):
        found = fast.worst_case.posterior_odds(1, "1/10")
    assert found == slow.worst_case.posterior_odds(1, "1/10")
    assert (found.value.upper, found.pair) == (2, (0, 1))


@lists_and_arrays
def test_the_pair_of_a_trade_off_function_is_the_one_in_its_own_direction(large: bool) -> None:
    """T(P, Q) of the second pair lies below that of the first, and is not that of the pair turned round."""
    table = {0: {"a": "1/2", "b": "1/2"}, 1: {"a": "1/2", "b": "1/2"}, 2: {"a": "1/10", "b": "9/10"}}
    fast, slow = related(table, (0, 1), (0, 2))
    with taken_for(large):
        found = fast.worst_case.tradeoff()
    assert found == slow.worst_case.tradeoff()
    assert found.pair == (0, 2)


@pytest.mark.slow
@lists_and_arrays
def test_a_rho_that_is_attained_at_a_large_order(large: bool) -> None:
    """An outcome of probability 1/1000 and loss ln 500: rho is far above the largest mean loss."""
    table = {
        0: {"a": "1/1000", "b": "999/1000"},
        1: {"a": "1/500000", "b": "499999/500000"},
        2: {"a": "1/2", "b": "1/2"},
        3: {"a": "9/20", "b": "11/20"},
    }
    fast, slow = related(table, (2, 3), (0, 1), (3, 2))
    with taken_for(large), patch.object(zero_concentrated, "FEW", 0):
        agree_on_a_divergence(fast, slow, lambda w: w.zcdp())
        assert fast.worst_case.zcdp().pair == (0, 1)
        assert fast.zcdp() > 20 * certified(fast.renyi(1))
    assert fast.notes["zcdp"].engine == "fast"


@lists_and_arrays
def test_the_pair_of_an_epsilon_is_one_that_needs_it(large: bool) -> None:
    """The first pair needs less, by 2^-60, which the survey does not tell."""
    tiny = Fraction(1, 1 << 62)
    table = {
        0: {"a": "1/2", "b": "1/2"},
        1: {"a": "1/4", "b": "3/4"},
        2: {"a": Fraction(1, 2) + tiny, "b": Fraction(1, 2) - tiny},
    }
    fast, slow = related(table, (0, 1), (2, 1))
    with taken_for(large):
        found = fast.worst_case.epsilon("1/8")
    assert found == slow.worst_case.epsilon("1/8")
    assert (found.value, found.pair) == (ln(Fraction(3, 2) + 4 * tiny), (2, 1))
