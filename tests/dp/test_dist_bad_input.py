"""What a distribution refuses: every message names the value, its type and the way out."""

from __future__ import annotations

import dataclasses
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import EPS, Dist, exp, number
from assay.errors import AssayError, FloatRefused, InvalidType, InvalidValue

HALF = Fraction(1, 2)
COIN = Dist({"heads": HALF, "tails": HALF})


@pytest.mark.parametrize(
    ("probabilities", "words"),
    [
        ({"a": HALF}, "sum to 1/2"),
        ({"a": HALF, "b": Fraction(1, 2) + Fraction(1, 10**30)}, "not to exactly 1"),
        ({}, "sum to 0"),
        ({"a": 2, "b": -1}, "probability of 'b' = -1 (int) is not >= 0"),
        ({"a": 2}, "sum to 2"),
        ({"a": exp(-1), "b": exp(-2)}, "sum to"),
        ({"a": exp(-EPS), "b": exp(-EPS)}, "sum to 2*exp(-eps)"),
        ({"a": exp(EPS) - 2, "b": 3 - exp(EPS)}, "for every epsilon > 0"),
    ],
)
def test_tables_that_are_no_distribution(probabilities, words):
    with pytest.raises(InvalidValue) as caught:
        Dist(probabilities)
    assert words in str(caught.value)


@given(st.dictionaries(st.integers(), st.fractions(min_value=-1, max_value=2), max_size=4))
def test_a_table_is_a_distribution_exactly_when_it_sums_to_one_and_is_not_negative(table):
    valid = sum(table.values()) == 1 and all(p >= 0 for p in table.values())
    if valid:
        assert dict(Dist(table).items()) == {o: p for o, p in table.items() if p}
    else:
        with pytest.raises(InvalidValue):
            Dist(table)


def test_a_function_of_epsilon_that_is_negative_nowhere_is_a_probability():
    d = Dist({"a": exp(-EPS), "b": 1 - exp(-EPS)})
    assert d["a"] + d["b"] == 1
    touching = (1 - 2 * exp(-EPS)) ** 2
    assert Dist({"a": touching, "b": 1 - touching})["a"] == touching


@pytest.mark.parametrize("bad", [0.5, 1e-9, float("nan"), float("inf")])
def test_a_float_is_refused_with_the_exact_spelling(bad):
    for build in (
        lambda: Dist({"a": bad, "b": HALF}),
        lambda: Dist.bernoulli(bad),
        lambda: Dist.from_weights({"a": bad}),
        lambda: Dist.mixture([(bad, COIN)]),
        lambda: COIN.expectation(lambda o: bad),
    ):
        with pytest.raises(FloatRefused) as caught:
            build()
        assert repr(bad) in str(caught.value)
    with pytest.raises(FloatRefused, match=r"probability of 'a' = 0.5 is a float.*'1/2'"):
        Dist({"a": 0.5, "b": HALF})


@pytest.mark.parametrize(
    "bad", ["3/2", -1, 2, Decimal("1.01"), exp(1), exp(EPS), "-1/1000000000000000000000000000000"]
)
def test_bernoulli_needs_a_probability(bad):
    with pytest.raises(InvalidValue, match=r"^p = .* is not in \[0, 1\]"):
        Dist.bernoulli(bad)


@pytest.mark.parametrize("bad", [True, None, [1], "one half", b"1/2"])
def test_bernoulli_needs_an_exact_number(bad):
    with pytest.raises(AssayError, match=r"^p = "):
        Dist.bernoulli(bad)


@pytest.mark.parametrize("bad", [3, [("a", 1)], "a", COIN, None])
def test_only_a_mapping_is_a_table(bad):
    for build in (Dist, Dist.from_weights):
        with pytest.raises(InvalidType, match="give a mapping such as"):
            build(bad)


@pytest.mark.parametrize("outcome", [iter([1]), (x for x in (1, 2)), map(str, [1])])
def test_an_iterator_is_no_outcome(outcome):
    with pytest.raises(InvalidType, match="return a tuple of its values"):
        Dist.point(outcome)


NAN = float("nan")


@pytest.mark.parametrize(
    "outcome", [NAN, (1, NAN), frozenset([NAN]), ((NAN,),), Decimal("nan"), complex(0, NAN)]
)
def test_nan_is_no_outcome(outcome):
    for build in (
        lambda: Dist.point(outcome),
        lambda: COIN.map(lambda o: outcome),
        lambda: Dist({outcome: 1}),
    ):
        with pytest.raises(InvalidValue, match="not equal to itself"):
            build()


@dataclasses.dataclass(frozen=True)
class Answer:
    value: object
    note: str = dataclasses.field(default="", compare=False)


LOOKALIKES = [
    (True, 1),
    (0, False),
    (1, 1.0),
    (1, Fraction(1)),
    (number("1/2"), HALF),
    (0.0, -0.0),
    (complex(0.0, 0.0), complex(-0.0, 0.0)),
    (Decimal("1.0"), Decimal("1.00")),
    ((1, True), (1, 1)),
    ((0.0,), (-0.0,)),
    ((("a", 1),), (("a", True),)),
    (frozenset([1]), frozenset([True])),
    (frozenset([(0, 1)]), frozenset([(False, 1)])),
    (Answer(1), Answer(True)),
    (Answer(1, "first"), Answer(1, "second")),
    (Answer((0.0,)), Answer((-0.0,))),
    (range(0), range(1, 1)),
]


@pytest.mark.parametrize(("a", "b"), LOOKALIKES)
def test_equal_outcomes_that_can_be_told_apart_are_never_merged(a, b):
    assert a == b
    pair = {"heads": a, "tails": b}
    for build in (
        lambda: COIN.map(pair.__getitem__),
        lambda: COIN.bind(lambda o: Dist.point(pair[o])),
        lambda: Dist.mixture([(HALF, Dist.point(a)), (HALF, Dist.point(b))]),
        lambda: Dist.uniform([a, b]),
        lambda: Dist.point(a)[b],
        lambda: Dist.point(a).prob([b]),
        lambda: Dist.point(a).prob([a, b]),
        lambda: Dist.point("neither").prob([a, b]),
        lambda: Dist.point(a).total_variation(Dist.point(b)),
        lambda: Dist.point(a).condition([b]),
    ):
        with pytest.raises(InvalidType, match="can be told apart from it"):
            build()
    assert Dist.point(a) != Dist.point(b)


SAME = [
    (1, 1),
    ("ab", "".join(["a", "b"])),
    (("x", 2, None), ("x", 2, None)),
    (frozenset([1, 2]), frozenset([2, 1])),
    (HALF, Fraction(2, 4)),
    (number("1/2"), number("2/4")),
    (Answer(1, "same"), Answer(1, "same")),
    (0.5, 0.5),
]


@pytest.mark.parametrize(("a", "b"), SAME)
def test_equal_outcomes_of_one_type_are_one_outcome(a, b):
    assert Dist.uniform([a, b]) == Dist.point(a) == Dist.point(b)


def test_conditioning_on_a_null_event():
    for event in ([], ["edge"], lambda o: False):
        with pytest.raises(InvalidValue, match="the event has probability 0"):
            COIN.condition(event)


def test_conditioning_on_an_event_that_is_null_for_some_epsilon():
    touching = (1 - 2 * exp(-EPS)) ** 2
    d = Dist({"a": touching, "b": 1 - touching})
    with pytest.raises(InvalidValue, match="only a positive one"):
        d.condition(["a"])
    with pytest.raises(InvalidValue, match="at least one must be positive"):
        Dist.from_weights({"a": touching})


@pytest.mark.parametrize("event", ["heads", b"heads", 3, None])
def test_what_is_no_event(event):
    for ask in (COIN.prob, COIN.condition):
        with pytest.raises(InvalidType, match=r"^event is .*give a set of outcomes"):
            ask(event)


@pytest.mark.parametrize("answer", [None, 1, "yes", HALF])
def test_a_predicate_must_answer_with_a_bool(answer):
    with pytest.raises(InvalidType, match="must return a bool"):
        COIN.prob(lambda o: answer)


def test_empty_and_missing_things():
    with pytest.raises(InvalidValue, match="outcomes is empty"):
        Dist.uniform([])
    with pytest.raises(InvalidType, match="such as range"):
        Dist.uniform(6)
    with pytest.raises(InvalidValue, match="weights sum to 0"):
        Dist.from_weights({})
    with pytest.raises(InvalidValue, match="weights sum to 0"):
        Dist.from_weights({"a": 0})
    with pytest.raises(InvalidValue, match="weight of 'a' = -1"):
        Dist.from_weights({"a": -1, "b": 2})
    with pytest.raises(InvalidValue, match="weights sum to 0"):
        Dist.mixture([])
    with pytest.raises(InvalidValue, match="weights sum to 1/2"):
        Dist.mixture([(HALF, COIN)])


@pytest.mark.parametrize("bad", [{"a": 1}, None, "heads", 1])
def test_only_a_dist_is_combined(bad):
    for build in (
        lambda: Dist.product(COIN, bad),
        lambda: Dist.mixture([(1, bad)]),
        lambda: COIN.bind(lambda o: bad),
        lambda: COIN.total_variation(bad),
    ):
        with pytest.raises(InvalidType, match="give a Dist"):
            build()


def test_an_expectation_needs_numbers():
    with pytest.raises(AssayError, match="value at outcome 'heads'"):
        COIN.expectation()
    with pytest.raises(InvalidType, match="write 1 or 0"):
        Dist.bernoulli(HALF).expectation()
    assert Dist.bernoulli(HALF).expectation(int) == HALF
