"""The symbolic language: what it takes, and what it refuses, with the line and the reason."""

import inspect
import math
from fractions import Fraction

import pytest

import assay
from assay import EPS, adjacency, flip, uniform
from assay.decide import (
    OutsideClass,
    SymbolicMechanism,
    decide,
    exponential,
    geometric,
    laplace,
    one_sided_geometric,
)
from assay.decide.probabilities.values import ONE, ZERO, Value
from assay.errors import AssayError, FloatRefused, InvalidType, NondeterministicProgram, SymbolicNoise


class Opaque:
    pass


def build(body, domain=((0,), (1,))):
    return SymbolicMechanism(body, domain, adjacency.all_pairs())


def multiplies(q):
    return q[0] + laplace(EPS) * laplace(EPS) > 0


def adds_three(q):
    return laplace(EPS) + laplace(EPS) + laplace(EPS) > q[0]


def adds_one_sided(q):
    return exponential(EPS) + exponential(EPS) > q[0]


def adds_with_factors(q):
    return laplace(EPS) + 2 * laplace(EPS) > q[0]


def adds_used_draws(q):
    a, b = laplace(EPS), laplace(EPS)
    return (a > 0, b > 0, a + b > q[0])


def long_float(q):
    return q[0] + laplace(EPS) > 0.1


def float_of_an_integer(q):
    return q[0] + geometric(EPS) + 0.5 > 1


def quotient_of_an_integer(q):
    return (q[0] + geometric(EPS)) / 2 > 1


def times_zero(q):
    return 0 * geometric(EPS) + q[0]


def cancels(q):
    return (lambda z: z - z)(laplace(EPS))


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
    return round(laplace(EPS), 1)


def floor_division(q):
    return laplace(EPS) // 2


def floors_are_compared(q):
    return math.floor(laplace(EPS)) > math.floor(laplace(EPS))


def floor_is_multiplied(q):
    return 2 * math.floor(laplace(EPS))


def modulo(q):
    return geometric(EPS) % 2 == 0


def power(q):
    return geometric(EPS) ** 2 > 1


def dictionary_key(q):
    return {laplace(EPS): 1}


def two_kinds(q):
    return laplace(EPS) > geometric(EPS)


def three_draws(q):
    return laplace(EPS) > laplace(EPS) - laplace(EPS)


def swallows(q):
    try:
        return laplace(EPS) * laplace(EPS) > 0
    except Exception:
        return False


def text_operand(q):
    return laplace(EPS) + "1" > 0


REFUSED = [
    (multiplies, "multiplied"),
    (adds_three, "three draws"),
    (adds_one_sided, "added or subtracted with one factor"),
    (adds_with_factors, "added or subtracted with one factor"),
    (long_float, r"Fraction\('1/10'\)"),
    (float_of_an_integer, "makes a float"),
    (quotient_of_an_integer, r"multiply it by Fraction\(1, 2\)"),
    (times_zero, "multiplied by 0"),
    (cancels, "cancel to a constant"),
    (constant_rate, "rational multiple of EPS"),
    (mixed_rate, "rational multiple of EPS"),
    (negative_rate, "rational multiple of EPS"),
    (irrational_rate, "rational multiple of EPS"),
    (float_rate, "float"),
    (nested_rate, "itself noisy"),
    (truth_value, "truth value"),
    (as_index, "index"),
    (as_float, "float"),
    (rounded, "rounded to digits"),
    (floor_division, "math.floor"),
    (floors_are_compared, "no closed form"),
    (floor_is_multiplied, "multiply before rounding"),
    (modulo, "modulo"),
    (power, "power"),
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
    with pytest.raises(InvalidType, match="different factors"):
        build(lambda q: laplace(EPS) - 2 * laplace(EPS))
    with pytest.raises(InvalidType, match="noisy fraction"):
        build(lambda q: geometric(EPS) * Fraction(1, 2))
    with pytest.raises(InvalidType, match="one factor"):
        build(lambda q: laplace(EPS) if q[0] else 2 * laplace(EPS))
    with pytest.raises(InvalidType, match="one factor"):
        build(lambda q: geometric(EPS) if q[0] else 2 * geometric(EPS))
    with pytest.raises(InvalidType, match="rounded sum"):
        build(lambda q: round(laplace(EPS) - laplace(EPS)))
    with pytest.raises(InvalidType, match="a half, a third"):
        build(lambda q: math.floor(geometric(EPS) * Fraction(2, 3)))
    with pytest.raises(InvalidType, match=r"depend|independent"):
        build(lambda q: tuple(sorted([q[0] + laplace(EPS), laplace(EPS)])))

    def twice(q):
        z = laplace(EPS)
        return round(z), round(2 * z)

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


@pytest.mark.parametrize("draw", [geometric, laplace, exponential, one_sided_geometric])
def test_a_finite_reading_does_not_go_on_after_a_symbolic_draw(draw):
    @assay.program
    def swallows(x):
        try:
            return flip("1/2") and draw(EPS) > x
        except Exception:
            return False

    @assay.program
    def swallows_everything(x):
        try:
            return flip("1/2") and draw(EPS) > x
        except:  # noqa: E722
            return False

    for program in (swallows, swallows_everything):
        m = assay.Mechanism(program, [0, 1], adjacency.all_pairs())
        for asked in (lambda m=m: m.audit(0), m.epsilon, lambda p=program: p.bounds(0)):
            with pytest.raises(SymbolicNoise, match="was called outside a symbolic program"):
                asked()
