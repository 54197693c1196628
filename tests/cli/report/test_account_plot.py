"""The plot of `assay account`: all points, or those that are known in time."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assay.accounting import Accountant
from assay.budgets.progress import budget, seconds_left
from assay.cli.report import account_plot
from assay.cli.report.account_plot import DELTAS, RATES, Curves
from assay.errors import BudgetExceeded
from assay.exact.bracket import Bracket
from tests.cli.command_line import assay


def curves_of(*mechanisms, seconds=None):
    accountant, curves = Accountant(), Curves()
    for each in mechanisms:
        accountant.compose(each)
    try:
        with budget(seconds=seconds):
            curves.compute(accountant)
    except BudgetExceeded:
        pass
    return curves


def test_all_points_in_order():
    curves = curves_of("laplace scale=1")
    assert curves.missing == ""
    for found, asked in ((curves.epsilons, DELTAS), (curves.errors, RATES)):
        assert [x for x, _ in found] == sorted(asked, key=Fraction)
    assert all(a[1].upper >= b[1].upper for a, b in zip(curves.epsilons, curves.epsilons[1:], strict=False))


def test_no_time_leaves_what_is_known_without_work_and_says_so():
    curves = curves_of("gaussian sigma=1 q=1/100 k=1000", seconds=0)
    assert curves.epsilons == []
    assert [rate for rate, _ in curves.errors] == ["0", "1"]
    assert curves.missing == "0 of 10 points of the profile, 2 of 12 of the trade-off function"


def test_points_that_end_early_have_the_ends_that_are_known(monkeypatch):
    """One delta is undecided with a bracket, one without: the first is drawn, the second left out."""
    known = Bracket(Fraction(1), Fraction(2))

    def epsilon(rounds, delta, width):
        if delta == DELTAS[0]:
            raise BudgetExceeded("undecided", {"bracket": known})
        if delta == DELTAS[1]:
            raise BudgetExceeded("undecided", {"bracket": Bracket(Fraction(1), None)})
        return Bracket.exactly(Fraction(3))

    monkeypatch.setattr("assay.accounting.Rounds.epsilon", epsilon)
    curves = curves_of("laplace scale=1")
    assert dict(curves.epsilons)[DELTAS[0]] == known
    assert curves.missing == "9 of 10 points of the profile, 12 of 12 of the trade-off function"


def test_the_profile_leaves_half_of_the_time_to_the_trade_off_function(monkeypatch):
    left = []

    def epsilon(rounds, delta, width):
        left.append(seconds_left())
        raise BudgetExceeded("undecided", {})

    monkeypatch.setattr("assay.accounting.Rounds.epsilon", epsilon)
    curves_of("laplace scale=1", seconds=1000)
    assert left[0] <= 500 < left[-1]
    assert len(left) >= 2 * len(DELTAS)


@pytest.mark.parametrize("text", ["gaussian sigma=2", "approximate epsilon=1 delta=1/100"])
def test_a_picture_of_few_points_or_none_is_a_file_and_a_warning(text, tmp_path, monkeypatch, capsys):
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(account_plot.Curves, "compute", lambda self, accountant: None)
    path = tmp_path / "curves.png"
    answer = assay("account", text, "--delta", "1e-6", "--plot", str(path))
    assert answer.status == 0
    assert path.stat().st_size > 1000
    assert "the plot has 0 of 10 points of the profile" in answer.err
    assert "--timeout" in answer.err
