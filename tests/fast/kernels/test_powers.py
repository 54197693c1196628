"""Composed mechanisms: the kernels on the rounds against the definition, the product of all outputs."""

from __future__ import annotations

import pickle
from functools import reduce
from itertools import product
from operator import mul
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import Dist, Mechanism, Refuted, adjacency, budget, eps, ln, mechanisms
from assay.dp import Undecided
from assay.engines import computation
from assay.engines.independent import count_outputs, total_loss
from assay.errors import BudgetExceeded
from assay.exact import INFINITY
from assay.fast.kernels import independent, powers
from assay.theorems import compose
from tests.fast.kernels.test_kernels import agree, measures
from tests.strategies import DECIDED, Family, dists, epsilons, probabilities, thetas


def by_definition(found):
    """The same distribution as a plain function, which hides that the outputs have parts."""
    first = found[0]
    law = lambda x: Dist.product(*(m.distribution(x) for m in found))  # noqa: E731
    return Mechanism(law, first.domain, first.adjacency, name=compose(*found).name, engine="reference")


@st.composite
def rounds(draw, family, most=4):
    """Up to `most` rounds on a few inputs, some of them equal."""
    theta = draw(thetas(family))
    inputs = range(draw(st.integers(2, 3)))
    relation = draw(st.sampled_from([adjacency.all_pairs(), adjacency.l1(1), adjacency.explicit([(1, 0)])]))
    rows = st.tuples(*[dists(family, theta=theta, max_size=3)] * len(inputs))
    few = [Mechanism(dict(enumerate(draw(rows))), inputs, relation) for _ in range(draw(st.integers(1, 2)))]
    return draw(st.lists(st.sampled_from(few), min_size=1, max_size=most))


@pytest.mark.parametrize("long", [1, 10**9], ids=["polynomials", "squaring"])
@pytest.mark.parametrize("family", DECIDED, ids=lambda f: f.name)
@settings(max_examples=4)
@given(data=st.data())
def test_every_measure_of_composed_rounds_is_that_of_the_definition(long, family: Family, data) -> None:
    found = data.draw(rounds(family))
    questions = list(measures(data.draw(epsilons()), data.draw(probabilities())))
    with patch.object(powers, "LONG", long):
        agree(compose(*found), by_definition(found), questions[:-1])


@pytest.mark.parametrize("family", DECIDED, ids=lambda f: f.name)
@settings(max_examples=4)
@given(data=st.data())
def test_without_a_list_of_outputs_values_pairs_and_events_say_the_same(family: Family, data) -> None:
    found = data.draw(rounds(family, most=3))
    level, delta = data.draw(epsilons()), data.draw(probabilities())
    slow = by_definition(found)
    with patch.object(independent, "MOST_LISTED", 0), patch.object(computation, "MOST_LISTED", 0):
        fast = compose(*found)
        with patch.object(Dist, "product", side_effect=AssertionError("the outputs are listed")):
            worst = fast.worst_case
            pure, approximate = worst.epsilon(), worst.delta(level)
            verdicts = [fast.audit(level), fast.audit(level, delta), fast.audit(fast.epsilon())]
            losses = {pair: fast.privacy_loss(*pair) for pair in fast.pairs}
            count = fast.output_count
    assert count == len(slow.outputs)
    assert pure == slow.worst_case.epsilon()
    assert (approximate.value, approximate.pair) == (slow.delta(level), slow.worst_case.delta(level).pair)
    assert losses == {pair: slow.privacy_loss(*pair) for pair in slow.pairs}
    expected = [slow.audit(level), slow.audit(level, delta), slow.audit(slow.epsilon())]
    for mine, theirs in zip(verdicts, expected, strict=True):
        assert mine.exit_status == theirs.exit_status
        if theirs.exit_status == 0:
            assert (mine.scope, mine.tight) == (theirs.scope, theirs.tight)
    assert (verdicts[0], verdicts[2]) == (expected[0], expected[2])  # one output shows a pure loss
    if isinstance(verdicts[1], Refuted):
        shown = verdicts[1].witness
        assert shown.relation == ">"
        p, q = (slow.distribution(x) for x in shown.inputs)
        levels = {each.loss for each in shown.event} if delta else None
        if levels is not None:
            inside = [o for o in p.support if (ln(p[o] / q[o]) if q[o] else INFINITY) in levels]
            assert (p.prob(inside), q.prob(inside)) == (shown.p, shown.q)


@settings(max_examples=30)
@given(
    st.lists(st.lists(st.sets(st.integers(0, 2), min_size=1), min_size=0, max_size=3), min_size=1, max_size=4)
)
def test_outputs_are_counted_as_if_they_were_listed(rows) -> None:
    laws = [[Dist.uniform(sorted(side)) for side in row] for row in rows]
    assert count_outputs(laws) == len({o for row in rows for o in product(*row)})


@given(st.data())
@settings(max_examples=20)
def test_losses_of_parts_add_up(data) -> None:
    theta = data.draw(thetas(DECIDED[0]))
    one = dists(DECIDED[0], theta=theta, max_size=3)
    pairs = data.draw(st.lists(st.tuples(one, one), min_size=1, max_size=3))
    p, q = zip(*pairs, strict=True)
    table = {0: Dist.product(*p), 1: Dist.product(*q)}
    assert total_loss(p, q) == Mechanism(table, [0, 1], adjacency.all_pairs()).privacy_loss(0, 1)


def test_forty_rounds_of_randomised_response() -> None:
    one = mechanisms.randomised_response(ln(3))
    many = compose(*[one] * 40)
    assert many.epsilon() == 40 * ln(3)
    assert many.worst_case.epsilon().event == ((False,) * 40,)
    assert many.audit(40 * ln(3)).tight
    refuted = many.audit(39 * ln(3))
    assert (refuted.witness.event, refuted.witness.relation) == (((False,) * 40,), ">")
    assert many.audit(ln(3), "1/2").witness.relation == ">"
    assert many.privacy_loss(False, True) == reduce(
        lambda law, _: law.bind(lambda a: one.privacy_loss(False, True).map(lambda b: a + b)),
        range(40),
        Dist.point(eps(0)),
    )
    assert many.output_count == 2**40
    assert many.audit(40 * ln(3)).scope.outputs == 2**40
    for ask in (lambda: many.distribution(True), lambda: many.outputs, many.matrix):
        with pytest.raises(
            BudgetExceeded, match=r"1099511627776 outputs, more than the 262,144 that are listed"
        ):
            ask()
    with pytest.raises(BudgetExceeded, match="outputs, more than"):
        many.with_engine("reference").epsilon()


def test_many_rounds_are_answered_alike_with_and_without_a_budget() -> None:
    """The answers are those of one round, raised by hand."""
    one = mechanisms.geometric_clamped(3, ln(2))
    for count in (13, 60):
        answers = []
        for seconds in (None, 1000):
            many = compose(*[one] * count)
            with budget(seconds=seconds):
                answers.append((many.delta(ln(2)), many.epsilon("1/100"), many.total_variation()))
                assert {note.engine for note in many.notes.values()} == {"fast"}
        assert answers[0] == answers[1]
        p, q = ((one.distribution(x)) for x in (0, 1))
        tail = 1 - reduce(mul, [1 - p[0]] * count)
        assert 0 < tail < 1
        assert answers[0][2] >= max(p[o] - q[o] for o in p)


def test_an_event_survives_a_pickle() -> None:
    found = compose(*[mechanisms.randomised_response(ln(3))] * 3).worst_case.delta(ln(2))
    assert pickle.loads(pickle.dumps(found)) == found
    assert isinstance(found.event, tuple)
    assert repr(found).endswith(f"event={found.event!r})")
    assert hash(found) == hash(pickle.loads(pickle.dumps(found)))


def test_the_definition_is_stopped_while_it_multiplies() -> None:
    many = compose(*[mechanisms.randomised_response(ln(3))] * 12).with_engine("reference")
    with budget(seconds=0), pytest.raises(BudgetExceeded):
        many.distribution(True)
    with budget(seconds=0):
        assert isinstance(many.audit(ln(3)), Undecided)
