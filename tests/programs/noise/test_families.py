"""Noisy integers and plain integers that can be the same output, judged by enumeration of the noise."""

from collections import namedtuple
from dataclasses import dataclass
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import event, given
from hypothesis import strategies as st

from assay import EPS, adjacency, flip
from assay.decide import FailsFor, SymbolicMechanism, decide, geometric, laplace, smallest_multiple
from assay.decide.certificates.witness_events import witness_events
from assay.dp import Undecided
from assay.errors import InvalidType
from tests.decide.certificates.test_witness_events import as_read, recheck
from tests.programs.noise.enumeration import decay, enumerated, enumerated_at, symbolic_mass, weights


def mechanism(body, domain):
    return SymbolicMechanism(body(geometric), domain, adjacency.all_pairs())


def clamp(noise):
    return lambda q: min(max(q + noise(EPS), 0), 1)


def clamp_below(noise):
    return lambda q: max(q + noise(EPS), 0)


def clamp_wide(noise):
    return lambda q: max(min(q + noise(EPS), 3), -1)


def plain_on_one_input(noise):
    return lambda q: q + noise(EPS) if q < 1 else q


def plain_after_a_test(noise):
    def program(q):
        if q + noise(EPS) >= 1:
            return 1
        return q + noise(EPS)

    return program


def either_place(noise):
    def program(q):
        if q + noise(EPS) > 0:
            return q + noise(EPS), 0
        return 1, q + noise(EPS)

    return program


def labelled(noise):
    def program(q):
        value = q + noise(EPS)
        if value > 2:
            return "high", (2, "cut")
        return ("high", (value, "cut")) if value > 0 else ("low", (value, "cut"))

    return program


def listed(noise):
    return lambda q: [max(q + noise(EPS), 0), "kept"]


def in_a_dictionary(noise):
    return lambda q: {"count": max(q + noise(EPS), 0), "of": q - q}


Pair = namedtuple("Pair", "left right")


@dataclass(frozen=True)
class Report:
    count: Any
    label: str = "count"


def named(noise):
    return lambda q: Pair(min(q + noise(EPS), 1), "end")


def in_a_dataclass(noise):
    return lambda q: Report(max(q + noise(EPS), 1))


def atom_only(noise):
    def program(q):
        return (0, 5) if q + noise(EPS) > 0 else (q + noise(EPS), 7)

    return program


BODIES = {
    clamp: 1,
    clamp_below: 1,
    clamp_wide: 1,
    plain_on_one_input: 1,
    plain_after_a_test: 2,
    either_place: 2,
    labelled: 1,
    listed: 1,
    in_a_dictionary: 1,
    named: 1,
    in_a_dataclass: 1,
    atom_only: 2,
}
NEAR = 5
"""Outputs whose integers are at most so large are compared."""


def near(output):
    if isinstance(output, dict):
        return near(tuple(output.values()))
    if isinstance(output, Report):
        return near(output.count)
    if isinstance(output, (tuple, list)):
        return all(map(near, output))
    return not isinstance(output, int) or abs(output) <= NEAR


@pytest.mark.parametrize("body", BODIES, ids=lambda b: b.__name__)
@pytest.mark.parametrize("x", [-1, 0, 2])
def test_probabilities_are_those_of_the_enumeration(body, x):
    y, domain = Fraction(1, 16), [-1, 0, 2]
    m = mechanism(body, domain)
    law, outputs, cut = enumerated(body, x, BODIES[body], weights(y, 9))
    assert cut < Fraction(1, 10**8)
    for each, output in outputs.items():
        assert 0 <= symbolic_mass(m, x, output, y) - law[each] <= cut


def brute_force(body, x, other, c, epsilon):
    """Whether the claim c EPS fails at an epsilon, by the outputs near 0; None where it stays open."""
    p, outputs, cut = enumerated_at(body, x, BODIES[body], epsilon)
    q, _, cut_too = enumerated_at(body, other, BODIES[body], epsilon)
    above, below = p.items(), lambda each: q.get(each, Fraction(0))
    factor = 1 / Fraction(decay(c * epsilon))
    cut = (cut + cut_too) * (factor + 1)
    close = {each: mass for each, mass in above if near(outputs[each])}
    if any(mass - cut > factor * below(each) for each, mass in close.items()):
        return True
    return False if all(mass + cut <= factor * below(each) for each, mass in close.items()) else None


SINGLE = [body for body, draws in BODIES.items() if draws == 1]


@pytest.mark.slow
@pytest.mark.parametrize("body", SINGLE, ids=lambda b: b.__name__)
@pytest.mark.parametrize("c", [Fraction(1, 2), Fraction(1), Fraction(2), Fraction(5, 2), Fraction(3)])
def test_claims_fail_where_brute_force_says_so(body, c):
    settled = 0
    for pair in [(-1, 0), (0, 1), (-1, 2)]:
        m = SymbolicMechanism(body(geometric), pair, adjacency.all_pairs())
        verdict = decide(m, c * EPS)
        assert not isinstance(verdict, Undecided)
        for epsilon in (Fraction(1, 5), Fraction(2, 5), Fraction(1), Fraction(2)):
            expected = [brute_force(body, *p, c, epsilon) for p in (pair, pair[::-1])]
            fails = True if True in expected else None if None in expected else False
            if fails is not None:
                settled += 1
                found = isinstance(verdict, FailsFor) and epsilon in verdict.failing
                assert found is fails, (pair, epsilon)
    assert settled >= 3


def two_places(noise):
    def program(q):
        first, second = q + noise(EPS), noise(EPS)
        return max(first, 0), min(second - q, 1)

    return program


def mixed_places(noise):
    def program(q):
        if noise(EPS) > 0:
            return q, q + noise(EPS)
        return q + noise(EPS), 2 * q

    return program


BODIES |= {two_places: 2, mixed_places: 2}


@pytest.mark.slow
@pytest.mark.parametrize("body", [either_place, plain_after_a_test, mixed_places, two_places])
def test_claims_about_two_draws_fail_where_brute_force_says_so(body):
    pair, settled = (0, 1), 0
    m = SymbolicMechanism(body(geometric), pair, adjacency.all_pairs())
    for c in (Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(5, 2), Fraction(4)):
        verdict = decide(m, c * EPS)
        for epsilon in (Fraction(1), Fraction(2)):
            expected = [brute_force(body, *p, c, epsilon) for p in (pair, pair[::-1])]
            fails = True if True in expected else None if None in expected else False
            if fails is not None and not isinstance(verdict, Undecided):
                settled += 1
                assert (isinstance(verdict, FailsFor) and epsilon in verdict.failing) is fails, (c, epsilon)
    assert settled >= 4


def rows_of_sums(draws):
    return st.lists(
        st.tuples(*[st.integers(-2, 2)] * draws, st.integers(-2, 2), st.integers(0, 1)),
        min_size=1,
        max_size=3,
    )


@given(rows_of_sums(2), st.integers(0, 1))
def test_sums_that_share_draws_have_the_law_of_the_enumeration(rows, shifted):
    """Any integer sums of two draws, one a place: read with the right distribution, or refused."""

    def body(noise):
        def program(q):
            z, w = noise(EPS), noise(EPS)
            sums = []
            for a, b, n, moved in rows:
                total = n + q * moved
                if a:
                    total = total + z * a
                if b:
                    total = total + w * b
                sums.append(total)
            return tuple(sums)

        return program

    try:
        m = mechanism(body, [0, 1])
    except InvalidType:
        event("refused")
        return
    event("read")
    y = Fraction(1, 50)
    for x in (0, shifted):
        law, outputs, cut = enumerated(body, x, 2, weights(y, 3))
        for each, output in outputs.items():
            assert 0 <= symbolic_mass(m, x, output, y) - law[each] <= cut


def prefix_sums(noise):
    def program(q):
        first = q + noise(EPS)
        return first, first + noise(EPS)

    return program


def prefix_sums_twice(noise):
    def program(q):
        first = q + noise(EPS)
        return first, first + noise(EPS) + q

    return program


def count_and_total(noise):
    def program(q):
        first, second = noise(EPS), q - noise(EPS)
        return first + second, 2 * q + first

    return program


@pytest.mark.parametrize(("body", "c"), [(prefix_sums, 1), (prefix_sums_twice, 2), (count_and_total, 3)])
def test_the_smallest_multiple_of_sums_that_build_on_each_other(body, c):
    m = mechanism(body, [0, 1])
    assert smallest_multiple(m).low == c
    verdict = decide(m, c * EPS / 2)
    assert isinstance(verdict, FailsFor)
    assert recheck.confirmed(as_read(witness_events(m, verdict)))
    y = Fraction(1, 50)
    law, outputs, cut = enumerated(body, 1, 2, weights(y, 3))
    for each, output in outputs.items():
        assert 0 <= symbolic_mass(m, 1, output, y) - law[each] <= cut


def test_prefix_sums_of_real_noise():
    def body(q):
        first = laplace(EPS)
        return first, first + laplace(EPS / 2) + q

    m = SymbolicMechanism(body, [0, 1], adjacency.all_pairs())
    assert smallest_multiple(m).low == Fraction(1, 2)


def test_sums_that_may_be_the_same_output_are_refused():
    def body(q):
        z, w = geometric(EPS), geometric(EPS)
        return (z, z + w) if flip("1/2") else (z, w)

    with pytest.raises(InvalidType, match="may be the same output"):
        SymbolicMechanism(body, [0, 1], adjacency.all_pairs())


def test_sums_that_no_single_draw_makes_are_refused_with_the_way_out():
    def body(q):
        z, w = geometric(EPS), geometric(EPS)
        return z + w, z - w + q

    with pytest.raises(InvalidType, match=r"sums that build on each other such as \(z1, z1 \+ z2\)"):
        SymbolicMechanism(body, [0, 1], adjacency.all_pairs())


def test_a_clamp_fails_below_one_epsilon_only():
    m = mechanism(clamp, [-1, 2])
    verdict = decide(m, EPS * Fraction(5, 2))
    assert isinstance(verdict, FailsFor)
    assert verdict.complete
    ((low, high),) = verdict.failing.ends()
    assert low is None
    assert str(high.decimal(6)) == "0.398921"
    assert smallest_multiple(m).low == 3


@pytest.mark.parametrize("body", [clamp, clamp_below, labelled, either_place], ids=lambda b: b.__name__)
def test_witnesses_are_confirmed_without_assay(body):
    m = mechanism(body, [-1, 2])
    verdict = decide(m, EPS / 2)
    assert isinstance(verdict, FailsFor)
    assert recheck.confirmed(as_read(witness_events(m, verdict)))


WITH_DELTA = [clamp, clamp_below, clamp_wide, labelled, plain_on_one_input]


@pytest.mark.parametrize("body", WITH_DELTA, ids=lambda b: b.__name__)
@pytest.mark.parametrize("delta", [Fraction(1, 10), Fraction(1, 3), Fraction(9, 10)])
def test_delta_over_noisy_and_plain_integers(body, delta):
    """delta(c EPS) = sum over outputs of (p - e^(c EPS) p')+, summed over the truncated outputs."""
    for pair in [(-1, 0), (0, 2)]:
        m = SymbolicMechanism(body(geometric), pair, adjacency.all_pairs())
        verdict = decide(m, EPS / 2, delta)
        assert not isinstance(verdict, Undecided)
        for epsilon in (Fraction(1, 2), Fraction(1), Fraction(3)):
            p, q = (enumerated_at(body, x, 1, epsilon) for x in pair)
            slack = p[2] + q[2]
            factor = 1 / Fraction(decay(epsilon / 2))
            excess = max(
                sum((max(a.get(o, 0) - factor * b.get(o, 0), 0) for o in a), Fraction(0))
                for a, b in [(p[0], q[0]), (q[0], p[0])]
            )
            assert abs(excess - delta) > factor * slack
            assert (isinstance(verdict, FailsFor) and epsilon in verdict.failing) is (excess > delta)


@pytest.mark.slow
@given(
    st.lists(st.tuples(st.integers(-2, 2), st.integers(-2, 2), st.booleans()), min_size=1, max_size=3),
    st.sampled_from([(0, 1), (-1, 1)]),
)
def test_tables_of_noisy_and_plain_integers(rows, pair):
    """The first threshold that is passed names what is returned: noise anew, or a constant."""

    def body(noise):
        def program(q):
            for threshold, constant, noisy in rows:
                if q + noise(EPS) > threshold:
                    return (constant, q + noise(EPS)) if noisy else (q, constant)
            return q + noise(EPS), 0

        return program

    y = Fraction(1, 50)
    m = mechanism(body, pair)
    for x in pair:
        law, outputs, cut = enumerated(body, x, len(rows) + 1, weights(y, 3))
        for each, output in outputs.items():
            assert 0 <= symbolic_mass(m, x, output, y) - law[each] <= cut


class Level(IntEnum):
    LOW = 1


LOOKALIKES = [True, 1.0, Fraction(1), Decimal(1), complex(1), Level.LOW]


@pytest.mark.parametrize("odd", LOOKALIKES, ids=repr)
@pytest.mark.parametrize(
    "wrap", [lambda v: v, lambda v: (v, "x"), lambda v: [0, v]], ids=["alone", "in a tuple", "in a list"]
)
def test_what_equals_an_integer_is_refused_next_to_a_noisy_one(odd, wrap):
    def on_two_paths(q):
        return wrap(odd) if flip("1/2") else wrap(q + geometric(EPS))

    def on_two_inputs(q):
        return wrap(odd) if q else wrap(q + geometric(EPS))

    for body in (on_two_paths, on_two_inputs):
        with pytest.raises(InvalidType, match="told apart"):
            SymbolicMechanism(body, [0, 1], adjacency.all_pairs())


@pytest.mark.parametrize("other", [None, "1", 0.5, Fraction(1, 2), (1,), b"1", ("x", 1, 2)], ids=repr)
def test_what_equals_no_integer_is_another_output(other):
    def body(q):
        return other if flip("1/2") else q + geometric(EPS)

    m = SymbolicMechanism(body, [0, 1], adjacency.all_pairs())
    assert len(m.row(0)) == 2
    assert decide(m, EPS).holds


@pytest.mark.parametrize(("a", "b"), [(True, 1), (1.0, 1), (0.0, -0.0), ([1], (1,)), ([0, True], [0, 1])])
def test_lookalikes_are_refused_across_paths_and_inputs(a, b):
    with pytest.raises(InvalidType, match="told apart"):
        SymbolicMechanism(lambda x: a if x else b, [False, True], adjacency.all_pairs())
    with pytest.raises(InvalidType, match="told apart"):
        SymbolicMechanism(lambda x: a if flip("1/2") else b, [False, True], adjacency.all_pairs())


def test_a_list_and_a_tuple_with_noise_in_them_are_lookalikes():
    with pytest.raises(InvalidType, match="told apart"):
        SymbolicMechanism(lambda q: [q + geometric(EPS)] if q else (0,), [0, 1], adjacency.all_pairs())


def test_a_plain_number_is_never_a_noisy_real_number():
    m = SymbolicMechanism(lambda q: max(q + laplace(EPS), 0), [0, 1], adjacency.all_pairs())
    assert len(m.row(0)) == 2
    assert decide(m, EPS).holds
    assert not decide(m, EPS / 2).holds


def test_an_atom_against_a_density_has_an_infinite_loss():
    m = SymbolicMechanism(lambda q: q + laplace(EPS) if q < 1 else q, [0, 1], adjacency.all_pairs())
    verdict = decide(m, 100 * EPS)
    assert isinstance(verdict, FailsFor)
    assert verdict.failing.is_everything
    assert smallest_multiple(m).is_infinite


def test_an_atom_in_a_discrete_law_has_a_finite_loss_below_and_an_infinite_one_beside_it():
    m = SymbolicMechanism(lambda q: q + geometric(EPS) if q < 1 else q, [0, 1], adjacency.all_pairs())
    assert smallest_multiple(m).is_infinite
    same = SymbolicMechanism(lambda q: q + geometric(EPS), [0, 1], adjacency.all_pairs())
    assert smallest_multiple(same).low == 1
