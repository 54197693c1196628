"""Verdicts that the literature reports for three queries, recomputed on {-1, 0, 1}^3 at several epsilons."""

from __future__ import annotations

from itertools import product

import pytest

from assay import INFINITY, adjacency, eps, ln
from assay.mechanisms import (
    above_threshold,
    gap_svt,
    num_svt,
    report_noisy_max,
    report_noisy_max_value,
    svt_chen,
    svt_dwork_roth,
    svt_lee_clifton,
    svt_lyu_su_li,
    svt_roth,
    svt_stoddard,
)
from assay.queries import (
    bad_noisy_histogram_clamped,
    bad_smart_sum_clamped,
    noisy_histogram_clamped,
)

pytestmark = pytest.mark.slow

PRIVATE = {
    "svt_lyu_su_li": lambda e: svt_lyu_su_li(e, n=3),
    "svt_lyu_su_li c=2": lambda e: svt_lyu_su_li(e, n=3, c=2),
    "svt_dwork_roth": lambda e: svt_dwork_roth(e, n=3),
    "svt_dwork_roth c=2": lambda e: svt_dwork_roth(e, n=3, c=2),
    "above_threshold": lambda e: above_threshold(e, n=3),
    "report_noisy_max": lambda e: report_noisy_max(e, n=3),
    "report_noisy_max one-sided": lambda e: report_noisy_max(e, n=3, shape="one-sided"),
    "num_svt c=2": lambda e: num_svt(e, n=2, c=2),
    "gap_svt c=2": lambda e: gap_svt(e, n=2, c=2),
    "noisy_histogram_clamped": lambda e: noisy_histogram_clamped(e, cells=3, largest=1),
}
FAULTY = {
    "svt_roth": lambda e: svt_roth(e, n=3),
    "svt_lee_clifton": lambda e: svt_lee_clifton(e, n=2),
    "svt_stoddard": lambda e: svt_stoddard(e, n=2),
    "svt_chen": lambda e: svt_chen(e, n=3),
    "report_noisy_max_value": lambda e: report_noisy_max_value(e, n=3),
    "report_noisy_max_value one-sided": lambda e: report_noisy_max_value(e, n=3, shape="one-sided"),
    "bad_smart_sum_clamped": lambda e: bad_smart_sum_clamped(e, n=3),
}
EPSILONS = [ln(16), eps("1/2"), eps(1)]


@pytest.mark.parametrize("e", EPSILONS)
@pytest.mark.parametrize("name", sorted(PRIVATE))
def test_reported_as_private(name, e):
    assert PRIVATE[name](e).epsilon() <= e


@pytest.mark.parametrize("e", EPSILONS)
@pytest.mark.parametrize("name", sorted(FAULTY))
def test_reported_as_faulty(name, e):
    assert FAULTY[name](e).epsilon() > e


def test_the_inverted_histogram_on_three_cells():
    assert bad_noisy_histogram_clamped("1/2", cells=3, largest=1).epsilon() == 2


def test_wider_values_and_a_fourth_query():
    domain = list(product((-1, 0, 1, 2), repeat=2))
    assert svt_lyu_su_li(1, domain=domain, adjacency=adjacency.linf(1)).epsilon() < 1
    assert svt_stoddard(1, domain=domain, adjacency=adjacency.linf(1)).epsilon() == INFINITY
    assert svt_lyu_su_li(1, n=4, domain=list(product((0, 1), repeat=4))).epsilon() < 1
