from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given

from assay.adjacency import all_pairs
from assay.dp import Dist, Mechanism
from assay.errors import InvalidType, InvalidValue
from assay.exact import INFINITY, ln
from assay.theorems import Guarantee, compare, mixture, mixture_bound, mixture_delta, revealed_mixture
from assay.theorems.witnesses import canonical_mechanism

from .small import RATIOS, as_table, log, mechanism, mix, probabilities, ratios, tables


@given(tables(range(2)), tables(range(2)), probabilities)
def test_a_mixture_by_hand(first, second, w):
    weighted = [(w, mechanism(first)), (1 - w, mechanism(second))]
    assert as_table(mixture(weighted)) == {x: mix([(w, first[x]), (1 - w, second[x])]) for x in first}
    for x, row in as_table(revealed_mixture(weighted)).items():
        parts = [(0, w, first[x]), (1, 1 - w, second[x])]
        assert row == {(i, y): v * p for i, v, part in parts if v for y, p in part.items()}


@given(tables(range(2)), tables(range(2)), probabilities, ratios, ratios)
def test_the_bounds_hold_whether_the_choice_is_revealed_or_not(first, second, w, s, t):
    ms = [mechanism(first), mechanism(second)]
    weighted = [(w, ms[0]), (1 - w, ms[1])]
    guarantees = [(w, (log(s), ms[0].delta(log(s)))), (1 - w, (log(t), ms[1].delta(log(t))))]
    bound = mixture_bound(guarantees)
    hidden, shown = mixture(weighted), revealed_mixture(weighted)
    assert compare(hidden, bound).holds
    assert compare(shown, bound).holds
    for r in RATIOS:
        assert (
            hidden.delta(log(r)) <= shown.delta(log(r)) <= mixture_delta(guarantees, log(r), symmetric=True)
        )


@pytest.mark.parametrize("w", ["0", "1/3", "1"])
def test_revealed_canonical_mechanisms_attain_the_bounds(w):
    w = Fraction(w)
    parts = [(ln(2), "1/10"), (ln(2), "1/5")]
    weighted = [(w, canonical_mechanism(*parts[0])), (1 - w, canonical_mechanism(*parts[1]))]
    bound = mixture_bound([(w, parts[0]), (1 - w, parts[1])])
    assert bound == Guarantee(ln(2), w / 10 + (1 - w) / 5)
    assert compare(revealed_mixture(weighted), bound).status == "tight"


@given(probabilities, ratios, ratios, ratios)
def test_revealed_canonical_mechanisms_attain_the_delta_at_every_epsilon(w, s, t, r):
    parts = [(log(s), "1/10"), (log(t), 0)]
    exact = revealed_mixture([(w, canonical_mechanism(*parts[0])), (1 - w, canonical_mechanism(*parts[1]))])
    assert exact.delta(log(r)) == mixture_delta([(w, parts[0]), (1 - w, parts[1])], log(r), symmetric=True)


def test_name_and_shame_is_a_mixture():
    identity = Mechanism(Dist.point, [0, 1], all_pairs())
    constant = Mechanism(lambda x: Dist.point(None), [0, 1], all_pairs())
    shame = mixture([("1/100", identity), ("99/100", constant)])
    assert shame.distribution(1) == Dist({1: "1/100", None: "99/100"})
    assert compare(shame, mixture_bound([("1/100", (0, 1)), ("99/100", (0, 0))])).status == "tight"


def test_a_component_of_weight_zero_does_not_count():
    assert mixture_bound([(0, ("inf", 1)), (1, (1, 0))]) == Guarantee(1, 0)
    assert mixture_bound([("1/2", ("inf", 0)), ("1/2", (1, 0))]).epsilon == INFINITY


def test_a_choice_by_the_data_breaks_the_bound():
    sure, unsure = (Mechanism(lambda x, p=p: Dist.bernoulli(p), [0, 1], all_pairs()) for p in ("1/2", "1/4"))
    assert sure.epsilon() == unsure.epsilon() == 0
    chosen = Mechanism(lambda x: (sure if x else unsure).distribution(x), [0, 1], all_pairs())
    assert compare(chosen, mixture_bound([("1/2", (0, 0)), ("1/2", (0, 0))])).status == "violated"


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: mixture([]), InvalidValue, "no mechanism"),
        (lambda: mixture([("1/2", canonical_mechanism(1))]).distribution(True), InvalidValue, "sum"),
        (lambda: revealed_mixture([("1/2", canonical_mechanism(1))]), InvalidValue, "sum"),
        (lambda: mixture([(1, 3)]), InvalidType, "not a Mechanism"),
        (lambda: mixture(5), InvalidType, "weighted is 5"),
        (lambda: mixture([(1, 2, 3)]), InvalidType, "weighted holds"),
        (lambda: mixture_bound("ab"), InvalidType, "weighted is 'ab'"),
        (lambda: mixture_bound([]), InvalidValue, "no guarantee"),
        (lambda: mixture_bound([("1/2", (1, 0))]), InvalidValue, "weights 1/2"),
        (lambda: mixture_bound([("3/2", (1, 0)), ("-1/2", (1, 0))]), InvalidValue, "weights 3/2, -1/2"),
        (lambda: mixture_delta([(1, ("inf", 0))], 1, symmetric=True), InvalidValue, "finite"),
        (lambda: mixture_delta([(1, (1, 0))], "inf", symmetric=True), InvalidValue, "at = inf"),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()
