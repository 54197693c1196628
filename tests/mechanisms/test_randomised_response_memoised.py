"""Memoised reports against the program that keeps its first answer, and against fresh answers."""

from __future__ import annotations

import pytest

from assay import Dist, Mechanism, adjacency, draw, ln, program
from assay.errors import BudgetExceeded, InvalidValue
from assay.mechanisms import memoised_response, randomised_response_categories

KEPT, EACH = randomised_response_categories(3, ln(5)), randomised_response_categories(3, ln(2))


@program
def reported(x, reports):
    kept = draw(KEPT.distribution(x))
    return tuple(draw(EACH.distribution(kept)) for _ in range(reports))


@pytest.mark.parametrize("reports", [1, 2, 3])
def test_one_answer_is_kept(reports):
    m = memoised_response(3, ln(5), ln(2), reports=reports)
    for x in range(3):
        assert m.distribution(x) == reported.distribution(x, reports)


def test_one_report_has_the_published_loss_and_many_stay_below_the_first_step():
    # ln((u v + k - 1) / (u + v + k - 2)) with u = 5, v = 2, k = 3
    losses = [memoised_response(3, ln(5), ln(2), reports=t).epsilon() for t in (1, 2, 3, 4)]
    assert losses[0] == ln("12/8")
    assert losses == sorted(losses)
    assert losses[-2] < losses[-1] < ln(5)


def test_answers_that_are_not_kept_cost_more_with_every_report():
    one = memoised_response(3, ln(5), ln(2))
    fresh = Mechanism(lambda x: Dist.product(*[one.distribution(x)] * 4), one.domain, adjacency.all_pairs())
    assert fresh.epsilon() == one.epsilon() * 4
    assert memoised_response(3, ln(5), ln(2), reports=4).epsilon() < fresh.epsilon()


def test_bad_parameters_are_refused():
    with pytest.raises(InvalidValue, match="reports = 0"):
        memoised_response(3, 1, 1, reports=0)
    with pytest.raises(BudgetExceeded, match="use fewer reports"):
        memoised_response(3, 1, 1, reports=100)
