"""Random DP by types of sequences against the reference: the same gamma, pair and event."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import EPS, Dist, Mechanism, adjacency, budget, exp, ln, mechanisms, sqrt
from assay.errors import AssayError, InvalidValue
from tests.strategies import DECIDED, Family, dists, fractions, labels, probabilities, thetas

ETAS = st.one_of(st.none(), probabilities())
ALPHAS = fractions(1, 3).map(ln)
"""In every field; alphas that share none are left to the reference."""


def both(table):
    """The same mechanism by the engine and by the reference."""
    return tuple(
        Mechanism(table, list(table), adjacency.all_pairs(), engine=e) for e in ("fast", "reference")
    )


def answer(mechanism, *arguments, **named):
    """Value, pair and event, or the error with its text."""
    try:
        return mechanism.worst_case.random_dp(*arguments, **named)
    except AssayError as error:
        return type(error), str(error)


@st.composite
def row_laws(draw, k: int) -> Dist[int]:
    """A distribution on at most k values, equal weights among them."""
    weights = draw(st.lists(fractions(0, 2, 3), min_size=k, max_size=k).filter(any))
    return Dist.from_weights(dict(enumerate(weights)))


@st.composite
def tables_on(draw, inputs, family: Family):
    """A mechanism with few different rows, so that many pairs do not fail."""
    theta = draw(thetas(family))
    rows = draw(st.lists(dists(family, theta=theta, outcomes=labels(3)), min_size=2, max_size=3))
    return {x: draw(st.sampled_from(rows)) for x in inputs}


@pytest.mark.parametrize("family", DECIDED, ids=lambda f: f.name)
@settings(max_examples=6)
@given(data=st.data())
def test_tuples_of_rows(family: Family, data: st.DataObject) -> None:
    k, n = data.draw(st.sampled_from([(2, 1), (2, 2), (2, 3), (3, 2)]))
    fast, slow = both(data.draw(tables_on(product(range(k), repeat=n), family)))
    arguments = data.draw(ALPHAS), data.draw(row_laws(k)), data.draw(ETAS)
    for coordinate in (None, data.draw(st.integers(0, n - 1))):
        assert answer(fast, *arguments, coordinate=coordinate) == answer(
            slow, *arguments, coordinate=coordinate
        )
    assert fast.notes["random_dp"].engine == "fast"


@settings(max_examples=6)
@given(data=st.data())
def test_encoded_rows(data: st.DataObject) -> None:
    """Sequences that are one data set are counted together, also where the likeliest pair is named."""
    n = data.draw(st.integers(1, 3))
    fast, slow = both(data.draw(tables_on(range(2 * n + 1), data.draw(st.sampled_from(DECIDED)))))
    arguments = data.draw(ALPHAS), data.draw(row_laws(3)), data.draw(ETAS)
    assert answer(fast, *arguments, size=n, encode=sum) == answer(slow, *arguments, size=n, encode=sum)
    assert fast.notes["random_dp"].engine == "fast"


def test_an_infinite_alpha_and_rows_of_another_field() -> None:
    table = {(0,): {"a": 1}, (1,): {"a": "1/2", "b": "1/2"}}
    rows = Dist.bernoulli(exp(-1)).map(int)
    fast, slow = both(table)
    for eta in (None, "1/2", "1/3"):
        assert answer(fast, "inf", rows, eta) == answer(slow, "inf", rows, eta)
    assert fast.random_dp("inf", rows, "1/3") == exp(-1) * (1 - exp(-1))
    assert fast.notes["random_dp"].engine == "fast"


def test_a_sum_within_a_rounding_of_eta() -> None:
    """P(S) - Q(S) = 1/2 + 10^-30 against eta = 1/2: fixed point does not tell."""
    near = Fraction(1, 10**30)
    for gap, gamma in ((near, "1/2"), (0, 0), (-near, 0)):
        table = {(0,): {"a": Fraction(1, 2) + gap, "b": Fraction(1, 2) - gap}, (1,): {"b": 1}}
        fast, slow = both(table)
        fair = Dist.uniform([0, 1])
        assert fast.random_dp(0, fair, "1/2") == slow.random_dp(0, fair, "1/2") == Fraction(gamma)


def test_bad_input_is_refused_as_by_the_reference() -> None:
    table = {x: {"a": "1/2", "b": "1/2"} for x in product((0, 1), repeat=2)}
    fast, slow = both(table)
    coin, wide = Dist.uniform([0, 1]), Dist.uniform([0, 1, 2])
    for arguments, named in (
        ((1, wide), {}),
        ((1, "rows"), {}),
        ((1, coin), {"coordinate": 2}),
        ((1, coin), {"size": 2}),
        ((1, coin), {"size": 0, "encode": tuple}),
        ((1, coin), {"size": 2, "encode": lambda x: (x, [])}),
        ((1, coin), {"size": 1, "encode": lambda x: True if x == (0,) else 1}),
    ):
        refused = answer(fast, *arguments, **named)
        assert isinstance(refused, tuple)
        assert refused == answer(slow, *arguments, **named)


def test_a_list_of_rows_is_the_input_that_lists_it() -> None:
    table = {
        x: {"a": Fraction(1 + sum(x), 4), "b": Fraction(3 - sum(x), 4)} for x in product((0, 1), repeat=2)
    }
    coin = Dist.uniform([0, 1])
    for mechanism in both(table):
        found = answer(mechanism, ln("3/2"), coin, size=2, encode=list)
        assert found == answer(mechanism, ln("3/2"), coin)
        assert 0 < found.value < 1


def test_what_is_left_to_the_reference() -> None:
    table = {(x,): {"a": "1/2", "b": "1/2"} for x in (0, 1)}
    fast, _ = both(table)
    assert fast.random_dp(1, Dist.bernoulli(1 / (1 + exp(EPS))).map(int)) == 0
    assert "plain numbers" in str(fast.notes["random_dp"])
    root, reference = both({(0,): {"a": sqrt(2) / 2, "b": 1 - sqrt(2) / 2}, (1,): {"a": "1/3", "b": "2/3"}})
    fair = Dist.uniform([0, 1])
    assert answer(root, 1, fair) == answer(reference, 1, fair)
    assert root.notes["random_dp"].engine == "fast"
    assert answer(root, 1, fair, "1/10") == answer(reference, 1, fair, "1/10")
    assert root.notes["random_dp"].engine == "fast"
    with budget(seconds=100):
        fast.random_dp(1, Dist.uniform([0, 1]))
    assert fast.notes["random_dp"].engine == "fast"
    symbolic = mechanisms.randomised_response_bits(2, EPS)
    with pytest.raises((AssayError, InvalidValue)):
        symbolic.random_dp("1/2", Dist.uniform([0, 1]))
    assert symbolic.notes["random_dp"].engine == "reference"


def test_many_sequences() -> None:
    """2^13 sequences for each of 12 coordinates, in closed form: a pair fails iff it differs."""
    inputs = list(product((0, 1), repeat=12))
    table = {x: {"a": "1/3", "b": "2/3"} if sum(x) % 2 else {"a": "2/3", "b": "1/3"} for x in inputs}
    m = Mechanism(table, inputs, adjacency.hamming(1))
    p = Fraction(1, 5)
    found = m.worst_case.random_dp("1/2", Dist({0: 1 - p, 1: p}))
    assert found.value == 2 * p * (1 - p)
    assert found.pair == ((0,) * 12, (1, *(0,) * 11))
    assert m.notes["random_dp"].engine == "fast"


def test_a_pair_fails_in_either_direction() -> None:
    """P(o) <= 5 Q(o) for all o, but Q(b) > 5 P(b): both (X, X') and (X', X) fail."""
    table = {(0,): {"a": "99/100", "b": "1/100"}, (1,): {"a": "9/10", "b": "1/10"}}
    fast, slow = both(table)
    rows = Dist({0: "1/3", 1: "2/3"})
    assert fast.random_dp(ln(5), rows) == slow.random_dp(ln(5), rows) == Fraction(4, 9)
    assert fast.random_dp(ln(5), rows, 0) == slow.random_dp(ln(5), rows, 0) == Fraction(2, 9)
