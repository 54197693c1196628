"""The symbolic language: what it takes, and what it refuses, with the line and the reason."""

import inspect
import math
from fractions import Fraction

import pytest

import assay
from assay import EPS, adjacency, flip, uniform
from assay.decide import OutsideClass, SymbolicMechanism, decide, exponential, geometric, laplace
from assay.decide.values import ONE, ZERO, Value
from assay.errors import AssayError, FloatRefused, InvalidType, NondeterministicProgram


class Opaque:
    pass


def build(body, domain=((0,), (1,))):
    return SymbolicMechanism(body, domain, adjacency.all_pairs())


def multiplies(q):
    return q[0] + 2 * laplace(EPS) > 0


def adds_two(q):
    return laplace(EPS) + laplace(EPS) > q[0]


def half_threshold(q):
    return q[0] + laplace(EPS) > Fraction(1, 2)


def float_threshold(q):
    return q[0] + laplace(EPS) > 0.5


def constant_rate(q):
    return q[0] + laplace("1/2") > 0


def mixed_rate(q):
    return q[0] + laplace(EPS + 1) > 0


def negative_rate(q):
    return q[0] + laplace(-EPS) > 0


def irrational_rate(q):
    return q[0] + geometric(assay.ln(3)) > 0


def float_rate(q):
    return q[0] + geometric(0.5) > 0


def nested_rate(q):
    return q[0] + laplace(laplace(EPS)) > 0


def truth_value(q):
    return bool(laplace(EPS))


def as_index(q):
    return [1, 2, 3][geometric(EPS)]


def as_float(q):
    return math.floor(float(laplace(EPS)))


def rounded(q):
    return round(laplace(EPS))


def floored(q):
    return math.floor(laplace(EPS))


def absolute(q):
    return abs(laplace(EPS)) > 1


def modulo(q):
    return geometric(EPS) % 2 == 0


def power(q):
    return geometric(EPS) ** 2 > 1


def negated(q):
    return -laplace(EPS) > 0


def subtracts(q):
    return q[0] - laplace(EPS) > 0


def dictionary_key(q):
    return {laplace(EPS): 1}


def two_kinds(q):
    return laplace(EPS) > geometric(EPS)


def three_draws(q):
    return laplace(EPS) > laplace(EPS) - laplace(EPS)


def swallows(q):
    try:
        return laplace(EPS) * 2 > 0
    except Exception:
        return False


def text_operand(q):
    return laplace(EPS) + "1" > 0


REFUSED = [
    (multiplies, "multiplied"),
    (adds_two, "sum of two noisy values"),
    (half_threshold, "not an integer"),
    (float_threshold, "not an integer"),
    (constant_rate, "rational multiple of EPS"),
    (mixed_rate, "rational multiple of EPS"),
    (negative_rate, "rational multiple of EPS"),
    (irrational_rate, "rational multiple of EPS"),
    (float_rate, "float"),
    (nested_rate, "itself noisy"),
    (truth_value, "truth value"),
    (as_index, "index"),
    (as_float, "float"),
    (rounded, "rounded"),
    (floored, "rounded"),
    (absolute, "abs"),
    (modulo, "modulo"),
    (power, "power"),
    (negated, "negative"),
    (subtracts, "symmetric"),
    (dictionary_key, "key"),
    (two_kinds, "one is discrete"),
    (three_draws, "three draws"),
    (text_operand, "not an integer"),
]


@pytest.mark.parametrize(("body", "reason"), REFUSED, ids=lambda v: getattr(v, "__name__", ""))
def test_outside_the_class_is_refused_with_line_and_reason(body, reason):
    with pytest.raises(OutsideClass, match=reason) as caught:
        build(body)
    first = inspect.getsourcelines(body)[1]
    assert caught.value.line == first + 1
    assert f"test_language.py, line {first + 1}: " in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_swallowed_refusal_still_refuses():
    with pytest.raises(OutsideClass, match="multiplied"):
        build(swallows)


def test_noise_outside_a_program_is_refused():
    with pytest.raises(AssayError, match="outside a symbolic program"):
        laplace(EPS)
    with pytest.raises(AssayError, match="outside a symbolic program"):
        assay.program(lambda q: geometric(EPS) > 0).distribution(0)


def test_a_nondeterministic_program_is_refused():
    calls = []

    def changes(q):
        calls.append(q)
        return q[0] + laplace(EPS * (len(calls) % 2 + 1)) > 0

    with pytest.raises(NondeterministicProgram):
        build(changes)


def test_an_endless_program_is_refused():
    def endless(q):
        while laplace(EPS) < 0:
            pass
        return True

    with pytest.raises(AssayError, match="choices"), assay.budget(max_states=50):
        build(endless)


def test_outputs_that_cannot_be_handled():
    with pytest.raises(InvalidType, match="difference of two draws"):
        build(lambda q: laplace(EPS) - laplace(EPS))
    with pytest.raises(InvalidType, match=r"depend|independent"):
        build(lambda q: tuple(sorted([q[0] + laplace(EPS), laplace(EPS)])))

    def twice(q):
        z = laplace(EPS)
        return z, z + 1

    with pytest.raises(InvalidType, match="same draw twice"):
        build(twice)
    with pytest.raises(InvalidType, match="may hold more than its equality compares"):
        build(lambda q: Opaque())


def test_finite_draws_mix_with_noise():
    @assay.program
    def mixed(q):
        if flip("1/3"):
            return q[0] + geometric(EPS) >= 0
        return uniform(2) == 0

    m = build(mixed)
    law = m.distribution((0,))
    y = Value.power(1)
    at_least_zero = ONE / (ONE + y)
    assert law[True] == at_least_zero * Value.of(Fraction(1, 3)) + Value.of(Fraction(1, 3))
    assert law[True] + law[False] == ONE


def test_symbolic_coins():
    m = SymbolicMechanism(
        lambda b: b if flip(assay.exp(EPS) / (1 + assay.exp(EPS))) else not b,
        [False, True],
        adjacency.all_pairs(),
    )
    assert m.k == 1
    assert decide(m, EPS).holds
    assert not decide(m, EPS * Fraction(9, 10)).holds


def test_impossible_answers_are_never_explored():
    def orders(q):
        z = [laplace(EPS) for _ in range(3)]
        if z[0] < z[1] and z[1] < z[2]:
            return "rising" if z[0] < z[2] else "impossible"
        return "other"

    law = build(orders).distribution((0,))
    assert law == {"rising": Value.of(Fraction(1, 6)), "other": Value.of(Fraction(5, 6))}


def test_one_sided_noise_is_never_negative():
    assert build(lambda q: exponential(EPS) < q[0]).distribution((0,)) == {False: ONE}


def test_equality_of_discrete_draws():
    law = build(lambda q: geometric(EPS) == geometric(EPS)).distribution((0,))
    y = Value.power(1)
    a = (ONE - y) / (ONE + y)
    assert law[True] == a * a * (ONE + y * y) / (ONE - y * y)
    assert (law[True] + law[False]) - ONE == ZERO


def test_domain_and_program_are_checked():
    with pytest.raises(InvalidType):
        SymbolicMechanism(3, [0, 1], adjacency.all_pairs())
    with pytest.raises(AssayError):
        SymbolicMechanism(lambda q: 0, [0, 0], adjacency.all_pairs())
    with pytest.raises(AssayError):
        SymbolicMechanism(lambda q: 0, [0, 5], adjacency.l1(1))
    with pytest.raises(FloatRefused):
        SymbolicMechanism(lambda q: flip(0.5), [0, 1], adjacency.all_pairs())
