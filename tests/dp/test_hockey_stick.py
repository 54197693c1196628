"""Questions whose e^epsilon is in no field with the probabilities: certified values, and comparisons."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import Dist, Mechanism, adjacency, eps, ln
from assay.dp.hockey_stick import excess, hockey_stick, hockey_stick_enclosed, hockey_stick_event
from assay.errors import MixedFields, UndecidedError
from assay.exact import EPS, Certified, Number, exp, number

ROOTS = [
    ln(1 + number(2).sqrt()) / 2,
    ln(1 + number(3).sqrt()) / 3,
    ln(1 + exp(1)) / 2,
    ln(1 + exp(1)) / 3 + eps("1/7"),
    ln(1 + exp("1/2") + number(2).sqrt()) / 5,
]
MASSES = [
    number("1/3"),
    number("2^(1/2)/3"),
    number("3^(1/2)/3"),
    number("5^(1/3)/3"),
    exp(-1),
    exp("-1/2") / 2,
    1 / (1 + exp(1)),
    number("2^(1/2)") * exp(-1),
]


def coin(p):
    return Dist({0: p, 1: 1 - p})


def mechanism(p, q):
    return Mechanism({0: coin(p), 1: coin(q)}, [0, 1], adjacency.all_pairs())


@pytest.mark.parametrize("root", ROOTS)
def test_these_are_in_no_field(root):
    with pytest.raises(MixedFields):
        root.exp()


@given(st.sampled_from(MASSES), st.sampled_from(MASSES), st.sampled_from(ROOTS))
def test_delta_is_certified_and_agrees_with_the_audit(p, q, root):
    m = mechanism(p, q)
    delta = m.delta(root)
    loss = m.epsilon()
    if loss <= root:
        assert delta == 0
        assert m.audit(root).holds
        return
    assert not m.audit(root).holds
    low, high = number(str(delta.lower(12))), number(str(delta.upper(12)))
    assert 0 < low <= high <= low * number("1.00000000001")
    assert m.audit(root, high).holds
    assert not m.audit(root, low * number("0.999")).holds


@given(st.sampled_from(MASSES), st.sampled_from(MASSES), st.sampled_from(ROOTS))
def test_every_event_stays_below_the_certified_delta(p, q, root):
    """The definition, over all events: P(S) - e^epsilon Q(S) in balls is never above."""
    one, two = coin(p), coin(q)
    found = hockey_stick_enclosed(one, two, root).enclosure(200)
    factor = root.enclosure(200).exp()
    for event in [(0,), (1,), (0, 1)]:
        value = one.prob(event).enclosure(200) - factor * two.prob(event).enclosure(200)
        assert not value > found
    event = hockey_stick_event(one, two, root)
    attained = one.prob(event).enclosure(200) - factor * two.prob(event).enclosure(200)
    assert found.overlaps(attained)


@given(st.sampled_from(MASSES), st.sampled_from(MASSES), st.sampled_from(ROOTS))
def test_the_profile_says_the_same(p, q, root):
    m = mechanism(p, q)
    one, two = m.profile()(root), m.delta(root)
    assert one.enclosure(200).overlaps(two.enclosure(200))


@given(st.sampled_from(MASSES), st.sampled_from(MASSES), st.sampled_from(["1/2", "ln(2)/3", "2/3", "ln(3)"]))
def test_what_is_in_a_field_stays_a_number(p, q, epsilon):
    one, two = coin(p), coin(q)
    assert isinstance(mechanism(p, q).delta(epsilon), Number)
    assert hockey_stick_enclosed(one, two, epsilon) == hockey_stick(one, two, epsilon)


def test_a_tie_in_no_field_is_undecided_and_says_why():
    found = mechanism(number("2^(1/2)/2"), number("1/20")).delta(ROOTS[2])
    assert isinstance(found, Certified)
    with pytest.raises(UndecidedError, match="not separated from 0 with"):
        _ = found == mechanism(number("2^(1/2)/2"), number("1/20")).delta(ROOTS[2])


def test_a_function_of_the_symbol_is_still_refused():
    with pytest.raises(MixedFields):
        excess(number("1/2"), number("1/9"), EPS / 2 + ROOTS[0])


FAR_APART = (
    Dist(dict.fromkeys(range(3), "1/3")),
    Dist({0: "1e-1000", 1: "1e-300", 2: 1 - number("1e-1000") - number("1e-300")}),
)


@pytest.mark.parametrize(
    "epsilon",
    [
        *(eps(n) for n in (689, 690, 1000, 1001, 2301, 2302)),
        *(ln(10**n + 1) for n in (299, 300, 500, 999, 1000)),
        *(n * ln(2) for n in (994, 995, 1500, 3320, 3321)),
        2000 * ln("3/2"),
        *(2000 - n * ln(10) for n in (500, 568, 569, 800)),
    ],
)
def test_a_long_epsilon_has_the_event_of_the_losses_above_it(epsilon):
    p, q = FAR_APART
    above = tuple(o for o in range(3) if ln(p[o] / q[o]) > epsilon)
    assert hockey_stick_event(p, q, epsilon) == above
    assert hockey_stick(p, q, epsilon) == p.prob(above) - epsilon.exp() * q.prob(above)
