"""One distribution suite for every privacy notion: monotone, constant, post-processing, composition, also
adaptive.

A notion that lacks a distribution says so, and a mechanism that breaks it is exhibited here.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import INFINITY, Dist, Mechanism, adjacency, eps, ln, number
from assay.dp import tradeoff
from assay.exact import certified
from assay.notions import catalogue as notions
from assay.notions.catalogue import at_most, rounded_up
from tests.effort import fewer
from tests.strategies import tables

DOMAIN = tuple(product((0, 1), repeat=2))
"""All inputs are two binary rows, so that random differential privacy can be asked too."""

FAIR = Dist({0: "2/3", 1: "1/3"})

NOTIONS = [
    notions.Pure(),
    notions.Approximate(eps(0)),
    notions.Approximate(ln(2)),
    notions.Probabilistic(eps(0)),
    notions.Probabilistic(ln(2)),
    notions.TotalVariation(),
    notions.Renyi(number(2)),
    notions.Renyi(number("3/2")),
    notions.Renyi(number(1)),
    notions.ZeroConcentrated(),
    notions.HypothesisTesting(),
    notions.Random(eps(0), FAIR),
    notions.Random(ln(2), FAIR),
]

every_notion = pytest.mark.parametrize("notion", NOTIONS, ids=lambda n: f"{n.name}-{NOTIONS.index(n)}")


def mechanism(law):
    return Mechanism(law, DOMAIN, adjacency.hamming(1))


@st.composite
def mechanisms(draw, max_outputs=3):
    rows = draw(tables(min_inputs=4, max_inputs=4, max_outputs=max_outputs)).values()
    outputs = list(dict.fromkeys(o for row in rows for o in row.support))
    if draw(st.booleans()):  # every output possible on every input: all losses are finite
        rows = [Dist.mixture([("1/2", row), ("1/2", Dist.uniform(outputs))]) for row in rows]
    return mechanism(dict(zip(DOMAIN, rows, strict=True)))


def post_processed(m, f):
    return mechanism(lambda x: m.distribution(x).map(f))


def adaptively_composed(m, family):
    """Release y from M(x), then z from the mechanism that y chooses, on the same x."""
    return mechanism(
        lambda x: m.distribution(x).bind(lambda y: family[y].distribution(x).map(lambda z: (y, z)))
    )


def both(m, n):
    """Release the outputs of two mechanisms, drawn independently."""
    return mechanism(lambda x: Dist.product(m.distribution(x), n.distribution(x)))


# The suite

few = fewer(20)


@every_notion
@given(m=mechanisms())
@few
def test_a_mechanism_satisfies_its_own_parameter(notion, m):
    assert notion.satisfies(m, notion.parameter(m))


@pytest.mark.slow
@every_notion
@given(m=mechanisms(), n=mechanisms())
@few
def test_monotone(notion, m, n):
    strong = notion.parameter(m)
    weak = notion.compose(strong, notion.parameter(n))
    assert notion.implies(strong, strong)
    assert notion.implies(strong, weak)
    assert notion.satisfies(m, weak)


@pytest.mark.slow
@every_notion
@given(m=mechanisms(), n=mechanisms())
@few
def test_implication_is_true_of_mechanisms(notion, m, n):
    if notion.implies(notion.parameter(m), notion.parameter(n)):
        assert notion.satisfies(m, notion.parameter(n))


@every_notion
@given(m=mechanisms(), row=st.sampled_from([Dist.point("c"), Dist({"a": "1/3", "b": "2/3"})]))
@few
def test_a_constant_mechanism_is_perfectly_private(notion, m, row):
    constant = mechanism(lambda _: row)
    assert notion.satisfies(constant, notion.perfect)
    assert notion.implies(notion.perfect, notion.parameter(m))
    assert notion.satisfies(both(m, constant), notion.parameter(m))


@every_notion
@given(m=mechanisms(), n=mechanisms())
@few
def test_sequential_composition(notion, m, n):
    composed = notion.compose(notion.parameter(m), notion.parameter(n))
    assert notion.satisfies(both(m, n), composed)


@pytest.mark.parametrize("notion", [n for n in NOTIONS if n.adaptive], ids=lambda n: n.name)
@given(m=mechanisms(max_outputs=2), first=mechanisms(max_outputs=2), second=mechanisms(max_outputs=2))
@few
def test_adaptive_composition(notion, m, first, second):
    one, two = notion.parameter(first), notion.parameter(second)
    worse = weaker(notion, one, two)
    family = {"o0": first, "o1": second}
    assert notion.satisfies(first, worse)
    assert notion.satisfies(second, worse)
    assert notion.satisfies(adaptively_composed(m, family), notion.compose(notion.parameter(m), worse))


def weaker(notion, one, two):
    """A parameter that both imply."""
    if notion.implies(one, two):
        return two
    return one if notion.implies(two, one) else notion.compose(one, two)


maps = st.sampled_from(
    [lambda o: "same", lambda o: o == "o0", lambda o: {"o1": "o0"}.get(o, o), lambda o: (o, "more")]
)


@pytest.mark.parametrize("notion", [n for n in NOTIONS if n.closed], ids=lambda n: n.name)
@given(m=mechanisms(), f=maps)
@few
def test_post_processing(notion, m, f):
    assert notion.satisfies(post_processed(m, f), notion.parameter(m))


@pytest.mark.parametrize("notion", [n for n in NOTIONS if n.closed], ids=lambda n: n.name)
@given(m=mechanisms(max_outputs=2))
@few
def test_randomised_post_processing(notion, m):
    noise = {"o0": Dist({"x": "1/3", "y": "2/3"}), "o1": Dist({"x": "3/4", "z": "1/4"})}
    assert notion.satisfies(mechanism(lambda x: m.distribution(x).bind(noise.get)), notion.parameter(m))


# The distributions that fail, with the mechanism that breaks them


def test_the_notions_that_lack_a_law_are_these():
    assert {n.name for n in NOTIONS if not n.closed} == {"probabilistic"}
    assert {n.name for n in NOTIONS if not n.adaptive} == {"random"}


def test_probabilistic_privacy_is_not_closed_under_post_processing():
    # a: a loss of ln 4 with probability 2/5; b: a loss of ln(6/5), with probability 3/5
    p = Dist({"a": "2/5", "b": "3/5"})
    q = Dist({"a": "1/10", "b": "1/2", "c": "2/5"})
    m = Mechanism({0: p, 1: q}, [0, 1], adjacency.explicit([(0, 1)], symmetric=False))
    notion = notions.Probabilistic(ln("5/4"))
    assert notion.parameter(m) == (ln("5/4"), Fraction(2, 5))
    merged = Mechanism(lambda x: m.distribution(x).map(lambda o: o == "c"), m.domain, m.adjacency)
    # merged, the whole of P has the loss ln(5/3): more likely than before, since it now covers b too
    assert merged.probabilistic_delta(ln("5/4")) == 1
    assert not notion.satisfies(merged, notion.parameter(m))
    closed = notions.Approximate(ln("5/4"))
    assert closed.satisfies(merged, closed.parameter(m))


def test_random_privacy_does_not_compose_adaptively():
    # Which data set is exposed is chosen by the first output, so that the failures add up over its values.
    domain, relation = DOMAIN, adjacency.hamming(1)
    rows = Dist({0: "1/2", 1: "1/2"})
    notion = notions.Random(eps(0), rows)

    def expose(secret):
        """Tells whether the data set is `secret`."""
        return Mechanism(lambda x: Dist.point(x == secret), domain, relation)

    coin = Mechanism(lambda _: Dist.uniform([0, 1]), domain, relation)
    family = {0: expose((0, 0)), 1: expose((1, 1))}
    each = [notion.parameter(m) for m in family.values()]
    assert each == [(0, Fraction(1, 4))] * 2
    assert notion.parameter(coin) == notion.perfect
    composed = adaptively_composed(coin, family)
    assert not notion.satisfies(composed, notion.compose(notion.perfect, each[0]))
    assert notion.parameter(composed) == (0, Fraction(1, 2))


# Composition is exact where it should be


@given(m=mechanisms(max_outputs=2), n=mechanisms(max_outputs=2))
@fewer(4)
def test_composition_of_one_pair_equals_the_pair_of_mechanisms(m, n):
    x, y = DOMAIN[0], DOMAIN[1]
    relation = adjacency.explicit([(x, y)], symmetric=False)

    def on_pair(source):
        return Mechanism(source, [x, y], relation)

    one, two = on_pair(m), on_pair(n)
    together = on_pair(lambda z: Dist.product(m.distribution(z), n.distribution(z)))
    assert together.epsilon() == one.epsilon() + two.epsilon()
    assert together.renyi(2) == one.renyi(2) + two.renyi(2)
    f = notions.HypothesisTesting()
    assert together.tradeoff() == f.compose(one.tradeoff(), two.tradeoff())
    assert together.privacy_loss(x, y) == Dist.product(one.privacy_loss(x, y), two.privacy_loss(x, y)).map(
        lambda losses: losses[0] + losses[1]
    )


@given(m=mechanisms(), f=maps)
@fewer(4)
def test_post_processing_shrinks_the_whole_profile_and_every_pair(m, f):
    after = post_processed(m, f)
    for loss, _ in (*m.profile().breakpoints, *after.profile().breakpoints):
        assert after.delta(loss) <= m.delta(loss)
    for x, y in m.pairs:
        assert tradeoff(m.distribution(x), m.distribution(y)) <= tradeoff(
            after.distribution(x), after.distribution(y)
        )


def test_certified_parameters_are_rounded_up():
    assert rounded_up(ln(2)) == ln(2)
    assert rounded_up(certified(ln(2))) > ln(2)
    assert rounded_up(certified(ln(2))) - ln(2) < Fraction(1, 10**29)
    assert at_most(certified(ln(2)), rounded_up(certified(ln(2))))
    assert not at_most(certified(ln(2)), eps("0.69"))
    assert at_most(ln(2), INFINITY)
    assert at_most(certified(1), INFINITY)
    assert not at_most(INFINITY, ln(2))
