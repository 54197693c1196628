"""What may be computed with a draw: signs, factors, rounding, sums; judged by enumeration of the noise."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import EPS, adjacency, flip
from assay.decide import (
    FailsFor,
    SymbolicMechanism,
    decide,
    exponential,
    geometric,
    laplace,
    smallest_multiple,
)
from assay.decide.certificates.witness_events import witness_events
from assay.decide.probabilities.coordinate_distributions import convolution
from assay.decide.probabilities.noise import CONTINUOUS, DISCRETE
from assay.decide.probabilities.piecewise import one_sided, two_sided
from assay.decide.probabilities.values import ONE, ZERO, Value
from assay.dp import Undecided
from assay.errors import InvalidType, InvalidValue
from tests.decide.certificates.test_witness_events import as_read, recheck
from tests.decide.symbolic_programs import at
from tests.programs.noise.enumeration import decay, enumerated, enumerated_at, symbolic_mass, weights

ONE_DRAW = {
    "negative": lambda z, q: -(q + z),
    "subtracted": lambda z, q: q - z,
    "absolute": lambda z, q: abs(q + z),
    "absolute of a fraction": lambda z, q: abs(q + z - Fraction(1, 2)) > 1,
    "doubled": lambda z, q: 2 * (q + z),
    "doubled and moved": lambda z, q: 1 - 2 * (q + z),
    "doubled noise": lambda z, q: q + 2 * z,
    "halves": lambda z, q: (q + z) // 2,
    "minus thirds": lambda z, q: (q - z) // 3,
    "by a negative": lambda z, q: (q + z) // -2,
    "halves of halves": lambda z, q: (q + z) // 2 // 2 + 1,
    "negative of halves": lambda z, q: -((q + z) // 2),
    "subtracted halves": lambda z, q: 3 - (q + z) // 2,
    "floor of a fraction": lambda z, q: math.floor((q + z) * Fraction(1, 2) - Fraction(1, 4)),
    "ceiling of a fraction": lambda z, q: math.ceil((q + z) * Fraction(1, 3) + Fraction(1, 2)),
    "truncated": lambda z, q: math.trunc((q + z) * Fraction(1, 2)),
    "absolute of halves": lambda z, q: abs((q + z) // 2),
    "rounded integer": lambda z, q: (round(q + z), "x"),
    "clamped halves": lambda z, q: max(min((q + z) // 2, 1), -1),
    "bins of halves": lambda z, q: ((q + z) // 2 > 0, (q + z) // 2 == 0.5, (q + z) // 2 >= 0.5),
    "against floats": lambda z, q: (q + z > 0.5, q + z <= -0.1, q + z == 1.0, q + z < math.inf),
    "against fractions": lambda z, q: (q + z >= Fraction(1, 3), q + z != Fraction(1, 2), 2 * z > 3 * q),
    "itself": lambda z, q: (z - z, z + z > q, z <= 2 * z, q + z > -z),
    "raw and clamped": lambda z, q: (q + z, max(q + z, 0)),
    "raw and clamped on both sides": lambda z, q: {"raw": q + z, "clamped": min(max(q + z, -1), 1)},
    "halves and raw": lambda z, q: ((q + z) // 2, q + z, -(q + z), 2 * (q + z) + 1),
    "raw and clamped halves": lambda z, q: (q + z, max((q + z) // 2, 0)),
    "raw and noise": lambda z, q: (q + z, z),
    "doubled and clamped": lambda z, q: (2 * (q + z), max(q + z, 0)),
    "with booleans": lambda z, q: True + z + (q > 0),
}
TWO_DRAWS = {
    "difference": lambda z, w, q: q + z - w,
    "sum": lambda z, w, q: q + z + w,
    "doubled difference": lambda z, w, q: 2 * (q + z) - 2 * w,
    "sum that is compared": lambda z, w, q: z + w > q,
    "sum against a draw": lambda z, w, q: q - z >= w + 1,
    "both signs": lambda z, w, q: (max(q - z, 0), q + w),
    "halves of a difference": lambda z, w, q: (z - w + q) // 2 > 0,
    "both clamped": lambda z, w, q: (max(q + z, 0), min(w - q, 1), "x"),
    "both rounded": lambda z, w, q: ((q + z) // 2, (w - q) // 2),
    "scaled alike": lambda z, w, q: 3 * z + q <= 3 * w,
    "larger of two": lambda z, w, q: max(q + z, w),
    "spread": lambda z, w, q: abs(q + z - w) <= 1,
}


def one(name):
    body = ONE_DRAW[name]
    return lambda noise: lambda q: body(noise(EPS), q)


def two(name):
    body = TWO_DRAWS[name]
    return lambda noise: lambda q: body(noise(EPS), noise(EPS), q)


BODIES = {name: (one(name), 1) for name in ONE_DRAW} | {name: (two(name), 2) for name in TWO_DRAWS}


@pytest.mark.parametrize("name", BODIES)
@pytest.mark.parametrize("x", [-1, 0, 2])
def test_probabilities_are_those_of_the_enumeration(name, x):
    body, draws = BODIES[name]
    y = Fraction(1, 16)
    m = SymbolicMechanism(body(geometric), [-1, 0, 2], adjacency.all_pairs())
    law, outputs, cut = enumerated(body, x, draws, weights(y, 9))
    assert cut < Fraction(1, 10**8)
    for each, output in outputs.items():
        assert 0 <= symbolic_mass(m, x, output, y) - law[each] <= cut


def near(output):
    if isinstance(output, tuple):
        return all(map(near, output))
    return not isinstance(output, int) or abs(output) <= 4


def fails(body, pair, draws, c, epsilon):
    """Whether the claim c EPS fails at an epsilon, by the outputs near 0; None where it stays open."""
    laws = {x: enumerated_at(body, x, draws, epsilon) for x in pair}
    factor = 1 / Fraction(decay(c * epsilon))
    cut = sum((cut for _, _, cut in laws.values()), Fraction(0)) * (factor + 1)
    found = False
    for x, other in (pair, pair[::-1]):
        above, outputs, _ = laws[x]
        below = laws[other][0]
        close = {each: mass for each, mass in above.items() if near(outputs[each])}
        if any(mass - cut > factor * below.get(each, 0) for each, mass in close.items()):
            return True
        if any(mass + cut > factor * below.get(each, 0) for each, mass in close.items()):
            found = None
    return found


MULTIPLES = [Fraction(1, 3), Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(2), Fraction(3)]


@pytest.mark.parametrize("name", ONE_DRAW)
@pytest.mark.parametrize("pair", [(0, 1), (-1, 1)])
def test_claims_fail_where_brute_force_says_so(name, pair):
    body, draws = BODIES[name]
    m = SymbolicMechanism(body(geometric), pair, adjacency.all_pairs())
    settled = 0
    for c in MULTIPLES:
        verdict = decide(m, c * EPS)
        assert not isinstance(verdict, Undecided)
        for epsilon in (Fraction(1, 3), Fraction(2)):
            expected = fails(body, pair, draws, c, epsilon)
            if expected is not None:
                settled += 1
                assert (isinstance(verdict, FailsFor) and epsilon in verdict.failing) is expected, (
                    c,
                    epsilon,
                )
    assert settled >= 3


@pytest.mark.parametrize("name", TWO_DRAWS)
def test_claims_about_two_draws_fail_where_brute_force_says_so(name):
    body, draws = BODIES[name]
    m = SymbolicMechanism(body(geometric), (0, 1), adjacency.all_pairs())
    settled = 0
    for c in MULTIPLES:
        verdict = decide(m, c * EPS)
        expected = fails(body, (0, 1), draws, c, Fraction(2))
        if expected is not None and not isinstance(verdict, Undecided):
            settled += 1
            assert (isinstance(verdict, FailsFor) and 2 in verdict.failing) is expected, c
    assert settled >= 3


@pytest.mark.parametrize(
    "name", ["negative", "doubled", "halves", "minus thirds", "difference", "both signs"]
)
def test_witnesses_are_confirmed_without_assay(name):
    body, _ = BODIES[name]
    m = SymbolicMechanism(body(geometric), [-1, 2], adjacency.all_pairs())
    verdict = decide(m, EPS / 2)
    assert isinstance(verdict, FailsFor)
    assert recheck.confirmed(as_read(witness_events(m, verdict)))


REAL = {
    "fraction": lambda z, q: z + q > Fraction(1, 3),
    "float": lambda z, q: q - z > 0.5,
    "rounded": lambda z, q: round(q + z),
    "rounded to halves": lambda z, q: math.floor(2 * (q + z) + 0.25),
    "scaled": lambda z, q: (q + z) / 3,
    "clamped": lambda z, q: max(min((q + z) * 100 / 4, 60.0), 0.0),
}


@pytest.mark.parametrize("name", REAL)
def test_witnesses_of_real_noise_are_confirmed_without_assay(name):
    m = SymbolicMechanism(lambda q: REAL[name](laplace(EPS), q), [0, 1], adjacency.all_pairs())
    assert decide(m, EPS).holds
    verdict = decide(m, EPS / 2)
    assert isinstance(verdict, FailsFor)
    assert recheck.confirmed(as_read(witness_events(m, verdict)))


def test_a_witness_of_a_sum_of_draws_cannot_be_spelled_out():
    m = SymbolicMechanism(lambda q: q + geometric(EPS) + geometric(EPS), [0, 2], adjacency.all_pairs())
    verdict = decide(m, EPS / 2)
    assert isinstance(verdict, FailsFor)
    with pytest.raises(InvalidValue, match="sum of draws"):
        witness_events(m, verdict)


def test_the_law_of_a_threshold_between_integers():
    """P(z > 1/2) = e^(-EPS/2)/2 for Laplace noise z of rate EPS; k = 2, so that y = e^(-EPS/2)."""
    m = SymbolicMechanism(lambda q: laplace(EPS) > Fraction(1, 2), [0, 1], adjacency.all_pairs())
    assert (m.k, m.unit) == (2, 2)
    assert m.distribution(0)[True] == Value.power(1) * Value.of(Fraction(1, 2))


@pytest.mark.parametrize("shift", [0, Fraction(1, 4), Fraction(1, 2)])
def test_the_law_of_a_rounded_real_value(shift):
    """P(floor(z + s) = n) = F(n + 1 - s) - F(n - s)."""
    m = SymbolicMechanism(lambda q: math.floor(laplace(EPS) + shift), [0, 1], adjacency.all_pairs())
    ((_, law),) = m.row(0).items()
    k = m.k

    def below(z):
        tail = Value.power(abs(int(z * k))) * Value.of(Fraction(1, 2))
        return tail if z < 0 else ONE - tail

    for n in range(-3, 4):
        assert law.at((n,)) == below(n + 1 - shift) - below(n - shift)


@given(
    st.tuples(st.booleans(), st.integers(1, 3)),
    st.tuples(st.booleans(), st.integers(1, 3)),
    st.booleans(),
    st.integers(-4, 4),
)
def test_the_sum_of_two_integers_by_enumeration(first, second, negative, w):
    y, reach = Fraction(1, 16), 12
    laws = [(two_sided if even else one_sided)(DISCRETE, rate) for even, rate in (first, second)]
    f, g = laws[0], laws[1].reflected() if negative else laws[1]
    total = sum((at(f.at(z) * g.at(w - z), y) for z in range(-reach, reach + 1)), Fraction(0))
    assert 0 <= at(convolution(f, g).at(w), y) - total <= y**8


@pytest.mark.parametrize("rates", [(1, 1), (1, 2), (3, 2)])
@pytest.mark.parametrize("even", [True, False])
@pytest.mark.parametrize("negative", [True, False])
def test_the_sum_of_two_reals_has_mass_1_and_the_law_of_its_difference(rates, even, negative):
    """The mass below n is the probability that the elimination of a comparison gives."""
    a, b = ((two_sided if even else one_sided)(CONTINUOUS, rate) for rate in rates)
    found = convolution(a, b.reflected() if negative else b)
    assert found.total() == ONE
    if negative:
        noise = laplace if even else exponential
        m = SymbolicMechanism(
            lambda q: noise(rates[0] * EPS) - noise(rates[1] * EPS) <= q, [-2, 0, 1], adjacency.all_pairs()
        )
        for q in m.domain:
            assert found.cumulative().at(q) == m.distribution(q).get(True, ZERO)


def test_the_difference_of_one_sided_draws_is_two_sided():
    one, both = one_sided(DISCRETE, 1), two_sided(DISCRETE, 1)
    found = convolution(one, one.reflected())
    assert all(found.at(z) == both.at(z) for z in range(-4, 5))


@pytest.mark.parametrize(
    ("body", "c"),
    [
        (lambda q: round(q + laplace(EPS)), 1),
        (lambda q: tuple(round(v + laplace(EPS)) for v in (q, 1 - q, 3)), 2),
        (lambda q: (q + laplace(EPS)) / 4, 1),
        (lambda q: q + laplace(EPS) - laplace(EPS), 1),
        (lambda q: tuple(max(v + geometric(EPS), 0) for v in (q, 2, 1 - q)), 2),
        (lambda q: tuple(max(v + laplace(EPS), 0) for v in (q, 2, 1 - q)), 2),
        (lambda q: q + geometric(EPS) + geometric(2 * EPS), 1),
    ],
)
def test_the_smallest_multiple(body, c):
    found = smallest_multiple(SymbolicMechanism(body, [0, 1], adjacency.all_pairs()))
    assert found.is_exact
    assert found.low == c


def test_noise_on_another_lattice_has_an_infinite_loss():
    m = SymbolicMechanism(lambda q: q + 2 * geometric(EPS), [0, 1], adjacency.all_pairs())
    assert {repr(shape) for x in (0, 1) for shape in m.row(x)} == {"2*v1", "2*v1 + 1"}
    assert smallest_multiple(m).is_infinite
    beside = SymbolicMechanism(lambda q: max(q + 2 * geometric(EPS), q), [0, 2], adjacency.all_pairs())
    assert not decide(beside, 5 * EPS).holds


def test_too_fine_numbers_are_refused():
    with pytest.raises(InvalidValue, match="common denominator"):
        SymbolicMechanism(
            lambda q: (laplace(EPS) > Fraction(1, 101), laplace(EPS) > Fraction(1, 103)),
            [0, 1],
            adjacency.all_pairs(),
        )


@pytest.mark.parametrize(
    "body",
    [
        lambda z, q: (z, z) if flip("1/2") else (z, 0),
        lambda z, q: (z, z) if flip("1/2") else (z, geometric(EPS)),
        lambda z, q: (z, z) if flip("1/2") else (z, -z),
        lambda z, q: (z, z) if flip("1/2") else (0, 0),
        lambda z, q: (z, z // 2) if flip("1/2") else (z, z),
        lambda z, q: (z, z) if z > 0 else (geometric(EPS), 1),
        lambda z, q: (z, z) if q else (geometric(EPS), geometric(EPS)),
        lambda z, q: (2 * z, z) if flip("1/2") else (z, 1),
    ],
)
def test_functions_of_a_value_that_may_meet_are_refused(body):
    with pytest.raises(InvalidType, match="may be the same output"):
        SymbolicMechanism(lambda q: body(geometric(EPS), q), [0, 1], adjacency.all_pairs())


@pytest.mark.parametrize(
    ("body", "c"),
    [
        (lambda v: (v, max(v, 0)), 1),
        (lambda v: (v, round(v)), 1),
        (lambda v: (v, max(round(v), 0)), 1),
        (lambda v: (v, v / 3, min(v, 2.5)), 1),
    ],
)
def test_functions_of_a_real_value(body, c):
    m = SymbolicMechanism(lambda q: body(q + laplace(EPS)), [0, 1], adjacency.all_pairs())
    assert smallest_multiple(m).low == c


def test_a_value_beside_its_noise_tells_the_input():
    m = SymbolicMechanism(lambda q: (lambda z: (q + z, z))(laplace(EPS)), [0, 1], adjacency.all_pairs())
    assert smallest_multiple(m).is_infinite


def test_a_sum_of_draws_that_are_compared_is_refused():
    def both(q):
        a, b = geometric(EPS), geometric(EPS)
        return (a > 0, a + b)

    with pytest.raises(InvalidType, match="sum of draws, one of which is compared"):
        SymbolicMechanism(both, [0, 1], adjacency.all_pairs())
