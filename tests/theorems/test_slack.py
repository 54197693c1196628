from __future__ import annotations

import inspect
from fractions import Fraction
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import amplification, theorems
from assay.adjacency import all_pairs
from assay.dp import Dist, Mechanism
from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.exact import EPS, INFINITY, Certified, certified, eps, exp, ln, number
from assay.theorems import (
    CertifiedGuarantee,
    Guarantee,
    advanced_composition,
    basic_composition,
    compare,
    compose,
    slack,
)
from assay.theorems.witnesses import canonical_mechanism

from .small import log, mechanism, probabilities, ratios, tables

rationals = st.fractions(min_value=-3, max_value=3, max_denominator=9)


@given(rationals, rationals)
def test_numbers_logs_and_enclosures_agree(a, b):
    expected = "tight" if a == b else "loose" if a > b else "violated"
    for x, y in ((number(a), number(b)), (eps(0) + a, eps(0) + b)):
        found = slack(x, y)
        assert found.status == expected
        assert found.by == abs(a - b)
        assert found.holds == (a >= b)
    mixed = slack(certified(number(a)), number(b))
    assert mixed.status == expected or (mixed.status == "undecided" and a == b)
    if expected != "tight":
        assert slack(mixed.by, number(abs(a - b))).status in ("tight", "undecided")


def test_infinite_values():
    assert slack(INFINITY, INFINITY).status == "tight"
    assert slack(INFINITY, INFINITY).by == 0
    assert slack(INFINITY, ln(3)).status == "loose"
    assert slack(ln(3), INFINITY).status == "violated"
    assert slack(ln(3), INFINITY).by == INFINITY == slack(certified(ln(3)), INFINITY).by
    assert slack(certified(ln(3)), INFINITY).status == "violated"
    assert slack(INFINITY, certified(ln(3))).status == "loose"
    assert slack(-INFINITY, number(0)).status == "violated"


def test_what_enclosures_cannot_separate_is_undecided_and_does_not_hold():
    root = certified(number(2)).sqrt()
    found = slack(root * root, number(2))
    assert found.status == "undecided"
    assert not found.holds
    assert "not separated" in found.reason
    assert str(found).startswith("undecided: ")


def test_what_is_printed():
    assert str(slack(ln(3), ln(2))) == "loose by ln(3/2): bound ln(3), exact ln(2)"
    assert str(slack(number("1/4"), number("1/2"))) == "violated by 1/4: bound 1/4, exact 1/2"
    assert str(slack(number("1/4"), number("1/4"))) == "tight at 1/4"
    assert str(Guarantee(ln(3), "1/4")) == "(ln(3), 1/4)-DP"
    assert str(CertifiedGuarantee(certified(ln(3)), number(0))) == "(<= 1.09862, 0)-DP"
    found = compare(canonical_mechanism(ln(2)), Guarantee(ln(3)))
    assert str(found) == "loose (epsilon loose by ln(3/2): bound ln(3), exact ln(2); delta tight at 0)"


@given(tables(range(2)), ratios, probabilities)
def test_compare_says_what_the_definition_says(table, t, delta):
    m = mechanism(table)
    found = compare(m, Guarantee(log(t), delta))
    assert found.holds == (m.delta(log(t)) <= delta) == (m.epsilon(delta) <= log(t))
    assert found.holds == m.audit(log(t), delta).holds
    tight = m.delta(log(t)) == delta and m.epsilon(delta) == log(t)
    assert (found.status == "tight") == tight


def test_tight_means_that_neither_parameter_can_be_lowered():
    m = canonical_mechanism(ln(3), "1/10")
    assert compare(m, Guarantee(ln(3), "1/10")).status == "tight"
    assert compare(m, (ln(3), "1/10")).status == "tight"
    assert compare(m, Guarantee(ln(4), "1/10")).status == "loose"
    assert compare(m, Guarantee(ln(3), "1/5")).status == "loose"
    assert compare(m, Guarantee(ln(2), "1/10")).status == "violated"
    assert compare(m, Guarantee(ln(3), "1/20")).status == "violated"
    # pure and loose: delta is 0 on both sides, epsilon is not the smallest
    assert compare(canonical_mechanism(ln(2)), Guarantee(ln(3))).delta.status == "tight"


def test_a_certified_guarantee():
    both = compose(*[canonical_mechanism("1/10")] * 3)
    bound = advanced_composition("1/10", 0, 3, "1/100", symmetric=True)
    found = compare(both, bound)
    assert found.status == "loose"
    assert isinstance(found.epsilon.bound, Certified)
    low = CertifiedGuarantee(certified(eps("1/20")), number(0))
    assert compare(both, low).status == "violated"


def test_an_unprovable_tie_is_not_a_pass():
    rr = canonical_mechanism(ln(3))
    tie = CertifiedGuarantee(certified(number(3)).log(), number(0))
    assert compare(rr, tie).status == "undecided"
    assert not compare(rr, tie).holds


@given(ratios.filter(lambda t: t > 1), st.integers(1, 40))
def test_rounding_up_never_rounds_down(t, digits):
    bound = CertifiedGuarantee(certified(log(t)), number("1/7"))
    up = bound.rounded_up(digits)
    assert up.delta == number("1/7")
    assert up.epsilon >= log(t)
    assert exp(up.epsilon).as_fraction() <= t * (1 + Fraction(10, 10**digits))


def test_what_a_guarantee_is():
    assert Guarantee("inf", 1) == Guarantee(INFINITY, number(1))
    assert hash(Guarantee(ln(3), "1/4")) == hash(Guarantee("ln 3", Fraction(1, 4)))
    assert Guarantee(EPS, exp(EPS)).delta == exp(EPS)
    with pytest.raises(AttributeError):
        Guarantee(1).epsilon = eps(2)
    for call, error, message in (
        (lambda: Guarantee(-1), InvalidValue, "epsilon = -1 is negative"),
        (lambda: Guarantee(1, "5/4"), InvalidValue, r"delta = 5/4 \(Number\) is not in \[0, 1\]"),
        (lambda: Guarantee(1, -1), InvalidValue, "delta = -1"),
        (lambda: Guarantee(0.5), FloatRefused, "0.5"),
        (lambda: Guarantee(1, 0.5), FloatRefused, "delta = 0.5"),
        (lambda: Guarantee(None), InvalidType, "None"),
        (lambda: slack(0.5, number(1)), FloatRefused, "0.5"),
        (lambda: slack(None, number(1)), InvalidType, "None"),
        (lambda: compare(3, Guarantee(1)), InvalidType, "mechanism is 3"),
        (lambda: compare(canonical_mechanism(1), 3), InvalidType, "guarantees holds 3"),
    ):
        with pytest.raises(error, match=message):
            call()


def test_at_epsilon_infinity_a_guarantee_still_says_something():
    shown = Mechanism(Dist.point, [0, 1], all_pairs())
    assert compare(shown, Guarantee("inf", 1)).holds
    assert compare(shown, Guarantee("inf", 0)).status == "violated"
    assert basic_composition([("inf", 0), ("inf", 0)]) == Guarantee("inf", 0)


BOUNDS = [
    f
    for name, f in {**vars(theorems), **vars(amplification)}.items()
    if inspect.isfunction(f)
    and name.endswith(("bound", "amplification", "composition", "privacy", "closed_form"))
]


@pytest.mark.parametrize("bound", BOUNDS, ids=lambda f: f.__name__)
def test_every_bound_states_its_hypotheses_its_adjacency_and_its_source(bound):
    doc = inspect.getdoc(bound) or ""
    assert "Source:" in doc
    assert "Hypotheses" in doc
    assert "adjacency" in doc.lower()


def test_the_package_exports_what_it_names():
    assert sorted(theorems.__all__) == theorems.__all__
    public = {n for n, v in vars(theorems).items() if not n.startswith("_") and not isinstance(v, ModuleType)}
    assert public | {"witnesses"} == set(theorems.__all__)
