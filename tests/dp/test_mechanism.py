"""Mechanisms: their sources, what they refuse, and the worst case of every measure over adjacent pairs."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import EPS, INFINITY, Dist, Mechanism, adjacency, eps, exp, flip, ln, number, program
from assay.dp import hockey_stick, privacy_loss, probabilistic_delta, profile, total_variation, tradeoff
from assay.engines import computation
from assay.errors import AssayError, InvalidType, InvalidValue
from tests import brute_force
from tests.effort import fewer
from tests.strategies import DECIDED, families, probabilities, tables

ALMOST_RANDOM = {False: {True: "1/4", False: "3/4"}, True: {True: "3/4", False: "1/4"}}

relations = st.sampled_from(
    [
        adjacency.all_pairs(),
        adjacency.explicit([(0, 1)]),
        adjacency.explicit([(1, 0)], symmetric=False),
    ]
)


@st.composite
def mechanisms(draw, max_outputs=4):
    table = draw(
        families(DECIDED).flatmap(lambda family: tables(family, max_inputs=3, max_outputs=max_outputs))
    )
    return Mechanism(table, list(table), draw(relations))


@st.composite
def rational_mechanisms(draw):
    table = draw(tables(max_inputs=3))
    return Mechanism(table, list(table), draw(relations))


def almost_random():
    return Mechanism(ALMOST_RANDOM, [False, True], adjacency.all_pairs(), name="almost_random")


# Measures


@given(mechanisms())
@fewer(2)
def test_epsilon_and_its_witness_against_all_events(m):
    worst = m.worst_case.epsilon()
    assert m.epsilon() == worst.value == max(brute_force.epsilon(p, q) for p, q in brute_force.pairs(m))
    (outcome,) = worst.event
    p, q = (m.distribution(x) for x in worst.pair)
    assert worst.pair in m.pairs
    assert privacy_loss(p, q)[worst.value] > 0
    assert (
        p[outcome] == worst.value.exp() * q[outcome]
        if worst.value < INFINITY
        else q[outcome] == 0 < p[outcome]
    )


@given(rational_mechanisms(), probabilities())
def test_epsilon_for_a_delta_and_its_witness(m, delta):
    worst = m.worst_case.epsilon(delta)
    assert m.epsilon(delta) == worst.value
    assert worst.value == max(brute_force.epsilon(p, q, number(delta)) for p, q in brute_force.pairs(m))
    p, q = (m.distribution(x) for x in worst.pair)
    if 0 < worst.value < INFINITY and delta:
        assert p.prob(worst.event) == worst.value.exp() * q.prob(worst.event) + delta
    if worst.value == INFINITY:
        assert p.prob(worst.event) > delta
        assert q.prob(worst.event) == 0


@given(rational_mechanisms(), st.sampled_from(["1", "5/4", "2", "7"]))
def test_delta_and_its_witness_against_all_events(m, ratio):
    worst = m.worst_case.delta(ln(ratio))
    assert m.delta(ln(ratio)) == worst.value
    assert worst.value == max(brute_force.delta(p, q, number(ratio)) for p, q in brute_force.pairs(m))
    p, q = (m.distribution(x) for x in worst.pair)
    assert p.prob(worst.event) - number(ratio) * q.prob(worst.event) == worst.value


@given(mechanisms(max_outputs=3))
@fewer(2)
def test_profile_and_tradeoff_are_the_envelopes_of_all_pairs(m):
    top, low = m.profile(), m.tradeoff()
    pairs = brute_force.pairs(m)
    for ratio in [number(0), number("1/2"), number(1), number(2)] + [e.exp() for e, _ in top.breakpoints]:
        assert top.at(ratio) == max(brute_force.delta(p, q, ratio) for p, q in pairs)
    for alpha in [number("1/3"), *(alpha for alpha, _ in low.vertices)]:
        assert low(alpha) <= min(tradeoff(p, q)(alpha) for p, q in pairs)
    for t in (m.worst_case.profile(), m.worst_case.tradeoff()):
        if t.pair is not None:
            p, q = (m.distribution(x) for x in t.pair)
            assert t.value in (profile(p, q), tradeoff(p, q))


@given(mechanisms(max_outputs=3))
@fewer(2)
def test_tradeoff_is_dual_to_the_profile_if_the_adjacency_is_symmetric(m):
    if all((y, x) in m.pairs for x, y in m.pairs):
        assert m.tradeoff().profile() == m.profile()
        assert m.tradeoff() == m.tradeoff().inverse() == m.tradeoff().symmetrised()


@given(mechanisms())
@fewer(2)
def test_total_variation_is_delta_at_zero(m):
    worst = m.worst_case.total_variation()
    assert m.total_variation() == worst.value == m.delta(0) == m.profile()(0)
    p, q = (m.distribution(x) for x in worst.pair)
    assert p.prob(worst.event) - q.prob(worst.event) == worst.value == total_variation(p, q)


@given(rational_mechanisms(), st.sampled_from([eps(0), ln(2), INFINITY]))
def test_probabilistic_delta_and_its_witness(m, e):
    worst = m.worst_case.probabilistic_delta(e)
    assert m.probabilistic_delta(e) == worst.value
    assert worst.value == max(probabilistic_delta(p, q, e) for p, q in brute_force.pairs(m)) >= m.delta(e)
    assert m.distribution(worst.pair[0]).prob(worst.event) == worst.value


@given(mechanisms())
@fewer(2)
def test_the_profile_has_its_zero_at_epsilon(m):
    assert m.profile().epsilon() == m.epsilon()


@given(mechanisms())
@fewer(2)
def test_representatives_leave_out_no_divergence(m):
    kept = {
        frozenset([*privacy_loss(m.distribution(x), m.distribution(y)).items()])
        for x, y in m.worst_case.representatives()
    }
    assert kept == {frozenset([*privacy_loss(p, q).items()]) for p, q in brute_force.pairs(m)}


@given(mechanisms())
@fewer(2)
def test_matrix_holds_every_probability(m):
    matrix = m.matrix()
    assert len(matrix) == len(m.domain)
    for x, row in zip(m.domain, matrix, strict=True):
        assert row == tuple(m.distribution(x)[o] for o in m.outputs)
        assert sum(row, number(0)) == 1
    assert all(any(column) for column in zip(*matrix, strict=True))


def test_the_numbers_of_almost_random():
    m = almost_random()
    assert m.epsilon() == ln(3)
    assert m.delta("1/2") == number("3/4 - exp(1/2)/4")
    assert m.epsilon("1/4") == ln(2)
    assert m.total_variation() == Fraction(1, 2)
    assert m.privacy_loss(True, False) == Dist({ln(3): "3/4", -ln(3): "1/4"})
    assert m.worst_case.epsilon().event == (False,)
    assert m.outputs == (True, False)
    assert repr(m) == "Mechanism('almost_random', 2 inputs, 2 ordered adjacent pairs)"


def test_one_way_adjacency_looks_at_one_order_only():
    table = {0: {0: "1/2", 1: "1/2"}, 1: {0: 1}}
    there = Mechanism(table, [0, 1], adjacency.explicit([(0, 1)], symmetric=False))
    back = Mechanism(table, [0, 1], adjacency.explicit([(1, 0)], symmetric=False))
    assert there.pairs == ((0, 1),)
    assert there.epsilon() == INFINITY
    assert back.epsilon() == ln(2)


def test_only_adjacent_pairs_count():
    leaky = {0: {0: 1}, 1: {0: 1}, 2: {1: 1}}
    m = Mechanism(leaky, [0, 1, 2], adjacency.explicit([(0, 1)]))
    assert m.epsilon() == 0
    assert m.privacy_loss(0, 2) == Dist.point(INFINITY)


def test_a_worst_case_that_no_single_pair_attains():
    table = {
        0: {0: "3/4", 1: "1/4"},
        1: {0: "1/4", 1: "3/4"},
        2: {0: "1/5", 2: "4/5"},
        3: {2: "1"},
    }
    m = Mechanism(table, list(table), adjacency.explicit([(0, 1), (2, 3)]))
    worst = m.worst_case.profile()
    assert worst.pair is None
    assert worst.event is None
    assert worst.value.breakpoints == ((0, Fraction(1, 2)), (ln("11/5"), Fraction(1, 5)))


# Sources


def test_all_sources_give_the_same_mechanism():
    @program
    def coins(b: bool) -> bool:
        return b if flip("1/2") else flip("1/2")

    def function(b):
        return Dist(ALMOST_RANDOM[b])

    domain, relation = [False, True], adjacency.all_pairs()
    sources = [coins, function, ALMOST_RANDOM, {b: Dist(row) for b, row in ALMOST_RANDOM.items()}]
    matrices = {
        frozenset(m.distribution(b).items())
        for b in domain
        for m in [Mechanism(source, domain, relation) for source in sources]
    }
    assert len(matrices) == 2
    assert Mechanism(coins, domain, relation).name == "coins"
    assert Mechanism(function, domain, relation).name == "function"
    assert Mechanism(ALMOST_RANDOM, domain, relation).name == "mechanism"
    again = Mechanism(Mechanism(coins, domain, relation), domain, relation, name="again")
    assert (again.name, again.epsilon()) == ("again", ln(3))


def test_rows_are_computed_once_and_only_when_asked_for(monkeypatch):
    calls = []

    def row(x):
        calls.append(x)
        return Dist.point(x)

    monkeypatch.setattr(computation, "distribution_of", lambda source, domain: row)
    m = Mechanism(row, [0, 1], adjacency.all_pairs(), engine="reference")
    assert calls == []
    assert m.distribution(0) == m.distribution(0) == Dist.point(0)
    assert calls == [0]

    def only_two(x):
        if x > 1:
            raise ValueError(x)
        return Dist.point(x)

    assert Mechanism(only_two, range(5), adjacency.explicit([(0, 1)])).epsilon() == INFINITY


def test_any_iterable_is_a_domain():
    m = Mechanism(Dist.point, (x for x in range(3)), adjacency.all_pairs())
    assert m.domain == (0, 1, 2)
    assert len(m.pairs) == 6


def test_none_may_stand_for_no_answer():
    m = Mechanism({0: {None: "1/2", 7: "1/2"}, 1: {None: 1}}, [0, 1], adjacency.all_pairs())
    assert m.outputs == (None, 7)
    assert m.epsilon() == INFINITY


# Bad input


def refuse(error, match, make):
    with pytest.raises(error, match=match) as caught:
        make()
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, AssayError)


def test_bad_domains():
    relation = adjacency.all_pairs()
    refuse(InvalidValue, "empty", lambda: Mechanism({}, [], relation))
    refuse(InvalidValue, r"lists 1 \(int\) twice", lambda: Mechanism(Dist.point, [1, 2, 1], relation))
    refuse(InvalidValue, "True", lambda: Mechanism(Dist.point, [1, True], relation))
    refuse(InvalidType, "not hashable; use a tuple", lambda: Mechanism(Dist.point, [[1], [2]], relation))
    refuse(InvalidType, "domain is 3", lambda: Mechanism(Dist.point, 3, relation))


def test_bad_adjacency():
    refuse(InvalidValue, "relates no two", lambda: Mechanism(Dist.point, [1], adjacency.all_pairs()))
    refuse(
        InvalidValue,
        "relates no two of the 2 inputs",
        lambda: Mechanism(Dist.point, [(0, 0), (1, 1)], adjacency.hamming(1)),
    )
    refuse(InvalidType, "adjacency is 'all'", lambda: Mechanism(Dist.point, [1, 2], "all"))


def test_bad_sources():
    relation = adjacency.all_pairs()
    refuse(InvalidType, "source is 3", lambda: Mechanism(3, [0, 1], relation))
    refuse(InvalidValue, r"no row for input 1 \(int\)", lambda: Mechanism({0: {0: 1}}, [0, 1], relation))
    refuse(InvalidValue, "1/2", lambda: Mechanism({0: {0: "1/2"}, 1: {0: 1}}, [0, 1], relation))
    sample = Mechanism(lambda b: not b, [False, True], relation)
    refuse(InvalidType, r"returned True \(bool\) on input False.*@assay.program", sample.epsilon)


def test_outputs_of_two_spellings():
    relation = adjacency.all_pairs()
    alike = Mechanism({0: {1: 1}, 1: {True: 1}}, [0, 1], relation)
    refuse(InvalidType, "equals 1", alike.epsilon)
    nested = Mechanism({0: {(1, 0): 1}, 1: {(True, 0): 1}}, [0, 1], relation)
    refuse(InvalidType, "equals", nested.epsilon)
    listed = Mechanism(lambda x: Dist.point([0] if x else (0,)), [0, 1], relation)
    refuse(InvalidType, "one is a list, the other a tuple|one is a tuple, the other a list", listed.epsilon)


def test_outputs_of_two_types():
    relation = adjacency.all_pairs()
    mixed = Mechanism({0: {0: "1/2", None: "1/2"}, 1: {"bottom": 1}}, [0, 1], relation)
    assert mixed.epsilon() == INFINITY
    assert mixed.total_variation() == 1
    equal = Mechanism({0: {0: "1/2", "none": "1/2"}, 1: {0: "1/2", "none": "1/2"}}, [0, 1], relation)
    assert equal.epsilon() == 0
    lists = Mechanism(lambda x: Dist.uniform([[x, 0], [0, x]]), [0, 1], relation)
    assert lists.delta(0) == 1


def test_an_input_outside_the_domain():
    m = almost_random()
    refuse(InvalidValue, r"input 3 \(int\) is not in the domain", lambda: m.distribution(3))
    refuse(InvalidType, "not hashable", lambda: m.distribution([3]))


def test_bad_parameters_of_the_measures():
    m = almost_random()
    refuse(InvalidValue, "epsilon", lambda: m.delta(-1))
    refuse(InvalidValue, "delta", lambda: m.epsilon(2))
    refuse(TypeError, "float", lambda: m.delta(0.5))
    refuse(TypeError, "float", lambda: m.epsilon(0.5))


# Symbolic epsilon


def test_a_mechanism_for_every_epsilon():
    x = exp(EPS)
    keep = x / (1 + x)
    m = Mechanism({0: {0: keep, 1: 1 - keep}, 1: {0: 1 - keep, 1: keep}}, [0, 1], adjacency.all_pairs())
    assert m.epsilon() == EPS
    assert m.delta(EPS) == 0
    assert m.total_variation() == (x - 1) / (x + 1)
    assert m.profile().breakpoints == ((0, (x - 1) / (x + 1)), (EPS, 0))
    assert hockey_stick(m.distribution(0), m.distribution(1), EPS / 2) == keep - exp(EPS / 2) * (1 - keep)
