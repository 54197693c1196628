"""How values are written for a reader."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import EPS, INFINITY, exp, ln, number
from assay.cli.report.values import Bound, cells, counted, event, exact, label


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (number(0), ("0", "")),
        (number(2), ("2", "")),
        (number("1/3"), ("1/3", "0.333333333333333")),
        (number("2/3"), ("2/3", "0.666666666666667")),
        (number("3/4") - exp("1/2") / 4, ("3/4 - exp(1/2)/4", "0.337819682324968")),
        (ln(3), ("ln(3)", "1.09861228866811")),
        (INFINITY, ("inf", "")),
        (EPS, ("eps", "")),
        (exp(EPS) + 1, ("1 + exp(eps)", "")),
    ],
)
def test_a_value_and_its_decimal(value, written):
    assert cells(value) == written
    assert exact(value) == written[0]


@given(st.fractions(min_value=0, max_value=1))
def test_bounds_are_rounded_to_the_safe_side(fraction):
    value = number(fraction)
    least, most = (number(cells(value, bound)[1] or value) for bound in (Bound.AT_LEAST, Bound.AT_MOST))
    assert least <= value <= most
    assert most - least <= number("1e-14") * value


def test_a_long_value_is_rounded_and_says_so():
    value = 1 - number("1/2") ** 200
    assert cells(value) == ("1.00000000000000 (rounded)", "")
    assert cells(value, Bound.AT_LEAST) == ("at least 0.999999999999999 (rounded down)", "")
    assert cells(1 / value, Bound.AT_MOST) == ("at most 1.00000000000001 (rounded up)", "")


def test_labels_stay_on_one_line():
    class Odd:
        def __repr__(self):
            return "two\nlines"

    assert label(Odd()) == "two lines"
    assert label("x" * 100) == "'" + "x" * 56 + "..."
    assert len(label("x" * 100)) == 60


def test_events_show_the_first_few():
    assert event(()) == "{}"
    assert event((1, "a")) == "{1, 'a'}"
    assert event(range(9)) == "{0, 1, 2, 3, 4, 5, ... 3 more}"


def test_counts():
    assert [counted(n, "input") for n in (0, 1, 2)] == ["0 inputs", "1 input", "2 inputs"]
