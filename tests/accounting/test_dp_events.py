"""Every event of dp-accounting under every relation: answered beside its own accountants, or refused."""

from __future__ import annotations

from fractions import Fraction
from math import isnan

import numpy as np
import pytest
from scipy.stats import norm

from assay.accounting import NOTHING, Gaussian
from assay.errors import InvalidType

pytestmark = pytest.mark.peer

dp = pytest.importorskip("dp_accounting", reason="pip install 'assay[peers]'")

WIDTH = Fraction(1, 1000)
COUNT, DELTA = 3, 1e-5
ADD_REMOVE, REPLACE, SPECIAL = (
    dp.NeighboringRelation.ADD_OR_REMOVE_ONE,
    dp.NeighboringRelation.REPLACE_ONE,
    dp.NeighboringRelation.REPLACE_SPECIAL,
)
REFUSALS = ("not supported: ", " needs ", " only supported ")
GAUSSIAN, LAPLACE = dp.dp_event.GaussianDpEvent(2.0), dp.dp_event.LaplaceDpEvent(2.0)
E = dp.dp_event
BOTH_SENSES = {ADD_REMOVE, SPECIAL}
ALL = {ADD_REMOVE, REPLACE, SPECIAL}
EVENTS = [
    (E.ComposedDpEvent([GAUSSIAN, E.NoOpDpEvent(), LAPLACE]), ALL),
    (E.ComposedDpEvent([]), ALL),
    (E.DiscreteLaplaceDpEvent(0.5, 2), ALL),
    (E.DiscreteLaplaceDpEvent(0.0, 2), ALL),
    (GAUSSIAN, ALL),
    (E.GaussianDpEvent(0.0), ALL),
    (LAPLACE, ALL),
    (E.MixtureOfGaussiansDpEvent(1.0, [0.0, 1.0], [0.5, 0.5]), BOTH_SENSES),
    (E.MixtureOfGaussiansDpEvent(2.0, [0.0, 1.0, 2.0], [0.81, 0.18, 0.01]), BOTH_SENSES),
    (E.MixtureOfGaussiansDpEvent(1.0, [0.0], [1.0]), BOTH_SENSES),
    (E.NoOpDpEvent(), ALL),
    (E.NonPrivateDpEvent(), ALL),
    (E.PoissonSampledDpEvent(0.1, E.GaussianDpEvent(1.0)), ALL),
    (E.PoissonSampledDpEvent(0.1, E.LaplaceDpEvent(1.0)), ALL),
    (E.PoissonSampledDpEvent(0.1, E.ComposedDpEvent([GAUSSIAN, E.SelfComposedDpEvent(GAUSSIAN, 2)])), ALL),
    (E.PoissonSampledDpEvent(0.1, E.ComposedDpEvent([GAUSSIAN, LAPLACE])), set()),
    (E.PoissonSampledDpEvent(0.5, E.PoissonSampledDpEvent(0.2, E.GaussianDpEvent(1.0))), ALL),
    (E.PoissonSampledDpEvent(0.5, E.MixtureOfGaussiansDpEvent(1.0, [1.0, 2.0], [0.5, 0.5])), BOTH_SENSES),
    (E.PoissonSampledDpEvent(0.25, E.NonPrivateDpEvent()), ALL),
    (E.RandomizedResponseDpEvent(0.5, 4), {REPLACE, SPECIAL}),
    (E.RandomizedResponseDpEvent(0.0, 4), {REPLACE, SPECIAL}),
    (E.RepeatAndSelectDpEvent(E.GaussianDpEvent(1.0), 2.0, 1.0), set()),
    (E.SampledWithReplacementDpEvent(1000, 2, GAUSSIAN), {REPLACE, SPECIAL}),
    (E.SampledWithReplacementDpEvent(1000, 2, LAPLACE), set()),
    (E.SampledWithoutReplacementDpEvent(9, 2, GAUSSIAN), {REPLACE, SPECIAL}),
    (E.SampledWithoutReplacementDpEvent(9, 2, LAPLACE), {REPLACE, SPECIAL}),
    (E.SelfComposedDpEvent(LAPLACE, 3), ALL),
    (E.SingleEpochTreeAggregationDpEvent(2.0, 7), {SPECIAL}),
    (E.SingleEpochTreeAggregationDpEvent(2.0, [4, 8]), {SPECIAL}),
    (E.TruncatedSubsampledGaussianDpEvent(100, 0.1, 20, 1.0), ALL),
    (E.TruncatedSubsampledGaussianDpEvent(100, 0.1, 5, 1.0), ALL),
    (E.TruncatedSubsampledGaussianDpEvent(10, 0.1, 10, 1.0), ALL),
    (E.UnsupportedDpEvent(), set()),
    (E.ZCDpEvent(0.5), ALL),
    (E.ZCDpEvent(0.5, 0.25), set()),
    (E.PoissonSampledDpEvent(0.5, E.ZCDpEvent(0.5)), set()),
]
"""Each with the relations under which there is an answer."""


@pytest.fixture
def accountant():
    from assay.accounting.for_dp_accounting import CertifiedAccountant

    return CertifiedAccountant


def classes(base: type = dp.dp_event.DpEvent) -> set[type]:
    """All classes of events of the library."""
    found = {base} | {each for kind in base.__subclasses__() for each in classes(kind)}
    return {each for each in found if each.__module__.startswith("dp_accounting")}


def test_the_table_has_every_event_and_every_relation():
    assert {type(event) for event, _ in EVENTS} == classes() - {dp.dp_event.DpEvent}
    assert set(dp.NeighboringRelation) == ALL
    assert len(classes()) > 15


def theirs(relation):
    """Its own accountants; the grid is coarse, since mixtures take it long."""
    return [
        dp.pld.PLDAccountant(relation, value_discretization_interval=1e-3),
        dp.rdp.RdpAccountant(neighboring_relation=relation),
    ]


def is_unjustified(relation, event, other) -> bool:
    """What dp-accounting says although contributions of norm 1 refute it: see the tests below."""
    if isinstance(other, dp.rdp.RdpAccountant) and relation == REPLACE:
        return not isinstance(event, E.RandomizedResponseDpEvent)
    return False


CASES = [
    pytest.param(event, answered, relation, id=f"{relation.name}-{str(event)[:70]}")
    for event, answered in EVENTS
    for relation in dp.NeighboringRelation
]


@pytest.mark.parametrize(("event", "answered", "relation"), CASES)
def test_an_event_is_answered_or_refused_by_name(accountant, event, answered, relation):
    mine = accountant(relation, WIDTH)
    assert mine.supports(event) == (relation in answered)
    if relation not in answered:
        with pytest.raises(dp.privacy_accountant.UnsupportedEventError) as refused:
            mine.compose(event)
        said = str(refused.value)
        assert type(event).__name__ in said
        assert any(reason in said for reason in REFUSALS)
        assert mine.ledger == E.NoOpDpEvent()
        return
    # its PLDAccountant composes randomised response once, whatever the count
    count = 1 if isinstance(event, E.RandomizedResponseDpEvent) else COUNT
    mine.compose(event, count)
    epsilon, delta = mine.get_epsilon(DELTA), mine.get_delta(1.0)
    assert not isnan(epsilon)
    assert epsilon >= 0
    assert 0 <= delta <= 1
    for other in theirs(relation):
        if not other.supports(event) or is_unjustified(relation, event, other):
            continue
        bound = other.compose(event, count).get_epsilon(DELTA)
        assert bound == float("inf") or Fraction(epsilon) / (1 + WIDTH) <= Fraction(bound), (other, bound)


def delta_of_mixtures(one, two, epsilon: float) -> float:
    """The largest P(x > t) - e^eps Q(x > t) of mixtures {shift: probability} with unit noise."""
    t = np.linspace(-10, 20, 30_001)

    def above(law):
        return sum(p * norm.sf(t - shift) for shift, p in law.items())

    return float((above(one) - np.exp(epsilon) * above(two)).max())


def test_replaced_records_of_norm_one_refute_its_renyi_accountant(accountant):
    """Contributions 1 and -1 under REPLACE_ONE: it takes the distance 1 for Gaussian noise."""
    once = E.GaussianDpEvent(1.0)
    for event, one, two in (
        (once, {1.0: 1.0}, {-1.0: 1.0}),
        # the other records contribute -1, of which the sampled record takes the place
        (E.SampledWithoutReplacementDpEvent(100, 10, once), {0.0: 0.9, 2.0: 0.1}, {0.0: 1.0}),
    ):
        bound = dp.rdp.RdpAccountant(neighboring_relation=REPLACE).compose(event).get_epsilon(DELTA)
        assert delta_of_mixtures(one, two, bound) > 10 * DELTA
        mine = accountant(REPLACE).compose(event).get_epsilon(DELTA)
        assert delta_of_mixtures(one, two, mine) <= DELTA
        assert delta_of_mixtures(one, two, mine * 0.95) > DELTA
    renyi = [dp.rdp.RdpAccountant(neighboring_relation=r).compose(LAPLACE).rdp for r in (ADD_REMOVE, REPLACE)]
    assert (renyi[0] == renyi[1]).all()


@pytest.mark.parametrize("count", [1, 20])
@pytest.mark.parametrize(
    ("shifts", "weights"),
    [([0.0, 1.0, 2.0], [0.81, 0.18, 0.01]), ([0.5, 1.0], [0.5, 0.5]), ([0.0, 1.0, 1.0], [0.5, 0.25, 0.25])],
)
def test_mixtures_within_its_grid(accountant, shifts, weights, count):
    event = E.MixtureOfGaussiansDpEvent(2.0, shifts, weights)
    mine = accountant(relative_width=WIDTH).compose(event, count)
    grid = dp.pld.PLDAccountant(value_discretization_interval=1e-3).compose(event, count)
    for delta in (1e-3, 1e-6):
        upper, bound = Fraction(mine.get_epsilon(delta)), Fraction(grid.get_epsilon(delta))
        assert upper / (1 + WIDTH) <= bound <= upper + Fraction(count, 300)


def test_rounded_probabilities_are_completed_upwards():
    from assay.accounting.dp_values import completed
    from assay.errors import InvalidValue

    tenths = [Fraction(0.1)] * 10
    assert sum(tenths) != 1
    for weights in (tenths, [Fraction(0.7), Fraction(0.2), Fraction(0.1)], [Fraction(0.5), Fraction(0.5)]):
        shifts = [Fraction(n) for n in range(len(weights))]
        found = completed(shifts, weights)
        total = sum(weights)
        assert sum(found) == 1
        for i in range(len(shifts)):
            assert sum(found[i:]) >= max(sum(weights[i:]) / total, min(1, sum(weights[i:])))
    assert completed([Fraction(0), Fraction(9)], [Fraction(1) - Fraction(1, 10**12), Fraction(0)]) == [1, 0]
    for weights in ([Fraction(1, 2), Fraction(1, 3)], [Fraction(3, 2), Fraction(-1, 2)]):
        with pytest.raises(InvalidValue, match="sampling_probs"):
            completed([Fraction(0), Fraction(1)], weights)


def pairs_of(released):
    return {released.dominating(direction).pair for direction in released.pairs}


def steps(event, relation="add-remove-one", count=1):
    from assay.accounting.dp_events import rounds_of

    return rounds_of(event, count, relation)


BAD = {
    "a generator": lambda: (each for each in (1.0, 2.0)),
    "a set": lambda: {1.0, 2.0},
    "bytes": lambda: b"12",
    "a dict": lambda: {1.0: 2.0},
    "an array without axes": lambda: np.array(2.0),
    "a view": lambda: memoryview(b"12"),
}


@pytest.mark.parametrize("values", BAD.values(), ids=BAD)
def test_what_is_no_list_is_refused_before_anything_is_composed(accountant, values):
    # read once to see whether it is known, a generator is empty when it is composed: nothing would be lost
    before = accountant().compose(GAUSSIAN)
    epsilon = before.get_epsilon(DELTA)
    for event in (
        E.ComposedDpEvent(GAUSSIAN for _ in range(3)),
        E.ComposedDpEvent(values()),
        E.MixtureOfGaussiansDpEvent(1.0, values(), [0.5, 0.5]),
        E.MixtureOfGaussiansDpEvent(1.0, [1.0, 2.0], values()),
    ):
        assert not before.supports(event)
        with pytest.raises(dp.privacy_accountant.UnsupportedEventError, match="give a list"):
            before.compose(event)
    assert before.get_epsilon(DELTA) == epsilon


def test_what_is_beyond_floats_and_empty_trees_are_refused_by_name(accountant):
    special = accountant(SPECIAL)
    huge = np.longdouble("1e4000")
    for event, said in (
        (E.PoissonSampledDpEvent(huge, GAUSSIAN), "sampling_probability = .* is not a finite"),
        (E.GaussianDpEvent(huge), "noise_multiplier = .* is not a finite"),
        (E.SingleEpochTreeAggregationDpEvent(2.0, []), "step_counts is empty"),
        (E.SingleEpochTreeAggregationDpEvent(2.0, b"12"), "step_counts = b'12' is a bytes"),
    ):
        with pytest.raises(dp.privacy_accountant.UnsupportedEventError, match=said):
            special.compose(event)
    with pytest.raises(InvalidType, match="target_epsilon"):
        special.get_delta(np.array([1.0, 2.0]))


def test_the_same_law_by_another_event_is_the_same_pair():
    once = E.GaussianDpEvent(2.0)
    sampled = E.PoissonSampledDpEvent(0.25, once)
    for event in (
        E.MixtureOfGaussiansDpEvent(2.0, [0.0, 1.0], [0.75, 0.25]),
        E.PoissonSampledDpEvent(0.5, E.PoissonSampledDpEvent(0.5, once)),
        E.PoissonSampledDpEvent(0.5, E.MixtureOfGaussiansDpEvent(2.0, [0.0, 1.0], [0.5, 0.5])),
    ):
        assert steps(event) == steps(sampled)
    for relation in ("add-remove-one", "replace-one", "zero-out"):
        whole = E.TruncatedSubsampledGaussianDpEvent(9, 0.25, 9, 2.0)
        assert steps(whole, relation) == steps(sampled, relation)
        empty = E.TruncatedSubsampledGaussianDpEvent(9, 0.25, 0, 2.0)
        assert pairs_of(steps(empty, relation)[0][0]) == {NOTHING}
    assert steps(E.SampledWithoutReplacementDpEvent(9, 9, once), "replace-one") == steps(once, "replace-one")
    tree = steps(E.SingleEpochTreeAggregationDpEvent(1.0, [1, 8, 3]), "zero-out")
    assert pairs_of(tree[0][0]) == {Gaussian(Fraction(4))}
    assert steps(E.SelfComposedDpEvent(E.NoOpDpEvent(), 5)) == []


def test_both_directions_of_what_is_not_symmetric():
    for event in (
        E.MixtureOfGaussiansDpEvent(1.0, [0.0, 1.0, 2.0], [0.5, 0.25, 0.25]),
        E.TruncatedSubsampledGaussianDpEvent(9, 0.25, 2, 2.0),
        E.PoissonSampledDpEvent(0.25, LAPLACE),
    ):
        ((found, _),) = steps(event)
        assert found.dominating("add").pair == found.dominating("remove").pair.reversed()
