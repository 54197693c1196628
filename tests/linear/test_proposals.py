"""What scipy proposes, read through the one door; exactness is nobody's claim here."""

from __future__ import annotations

import pytest

from assay.linear import proposals
from assay.linear.proposals import (
    SolverMissing,
    propose,
    propose_integers,
    propose_least_squares,
    require_solver,
)


def test_the_least_cost_with_its_prices():
    pytest.importorskip("scipy")
    found = propose([1.0, 2.0], [({0: 1.0, 1: 1.0}, ">=", 3.0), ({0: 1.0}, "<=", 2.0)])
    assert [round(x, 6) for x in found.x] == [2, 1]
    assert [round(s, 6) for s in found.slack] == [0, 0]
    assert [round(p, 6) for p in found.prices] == [-2, -1]
    equation = propose([1.0, 1.0], [({0: 1.0, 1: -1.0}, "=", 1.0)], upper=[None, 4])
    assert [round(x, 6) for x in equation.x] == [1, 0]


@pytest.mark.parametrize(
    "rows",
    [
        [({0: 1.0}, ">=", 3.0), ({0: 1.0}, "<=", 2.0)],
        [({0: float("inf")}, "<=", 2.0)],
        [({0: 1.0}, "<=", float("nan"))],
    ],
)
def test_nothing_where_nothing_is_found(rows):
    pytest.importorskip("scipy")
    assert propose([1.0], rows) is None


def test_integers_and_least_squares():
    pytest.importorskip("scipy")
    rows = [({0: 2.0, 1: 1.0}, "<=", 3.0)]
    assert [round(x, 6) for x in propose_integers([-1.0, -0.4], rows, [1, None], 1)] == [1, 1]
    x, errors = propose_least_squares([{0: 1.0}, {0: 1.0}], [0.0, 1.0], 1)
    assert [round(v, 6) for v in (*x, *errors)] == [0.5, 0.5, -0.5]


def test_without_scipy_the_way_out_is_named(monkeypatch):
    monkeypatch.setattr(proposals, "find_spec", lambda name: None)
    with pytest.raises(SolverMissing, match=r"this needs scipy; install it with: pip install 'assay\[lp\]'"):
        require_solver("this")
