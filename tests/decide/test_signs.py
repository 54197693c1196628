"""Signs of polynomials in t and e^(-t) on t > 0: against constructed roots, exact values, and a rigorous
evaluation.
"""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.decide.certificates.certificate import evidence
from assay.decide.certificates.checker import signs as checked_signs
from assay.decide.probabilities.values import CONTEXT, NIL, Poly, T, Value, Y, normal, terms
from assay.decide.signs.endpoints import endpoint, side
from assay.decide.signs.epsilon_sets import EpsilonSet, positive_set, simplest_between
from assay.decide.signs.sign_table import sign_table
from assay.exact import Log, ln, number
from assay.exact import sign as number_sign

y_roots = st.lists(
    st.fractions(min_value=Fraction(1, 9), max_value=Fraction(8, 9), max_denominator=9),
    max_size=4,
    unique=True,
)
coefficients = st.integers(min_value=-6, max_value=6)


@st.composite
def polynomials(draw, most_t=2, most_y=5):
    found = draw(
        st.dictionaries(
            st.tuples(st.integers(0, most_t), st.integers(0, most_y)),
            coefficients.filter(bool),
            min_size=1,
            max_size=6,
        )
    )
    return CONTEXT.from_dict(found)


def exact_sign(poly: Poly, t: Fraction) -> int:
    return number_sign(Value(poly).at(t))


def table_sign(poly: Poly, t: Fraction) -> int:
    """The sign at t that the table claims."""
    table = sign_table(poly)
    for n, root in enumerate(table.roots):
        where = side(root, t)
        if where == 0:
            return 0
        if where > 0:
            return table.signs[n]
    return table.signs[-1]


times = st.fractions(min_value=Fraction(1, 50), max_value=12, max_denominator=50).filter(bool)


@given(polynomials(), st.lists(times, min_size=3, max_size=8))
def test_the_table_gives_the_exact_sign_at_every_rational(poly, points):
    for t in points:
        assert table_sign(poly, t) == exact_sign(poly, t)


@given(polynomials(), polynomials(), st.integers(1, 3), times)
def test_products_and_powers(a, b, power, t):
    assert table_sign(a * b**power, t) == exact_sign(a, t) * exact_sign(b, t) ** power


@given(y_roots, st.lists(st.integers(1, 3), min_size=4, max_size=4))
def test_constructed_roots_are_found_exactly(roots, multiplicities):
    poly = CONTEXT.constant(1)
    for root, m in zip(roots, multiplicities, strict=False):
        poly = poly * (root.denominator * Y - root.numerator) ** m
    table = sign_table(poly)
    found = [endpoint(r, 1) for r in table.roots]
    assert found == sorted(-ln(number(r)) for r in roots)
    for n, (_, m) in enumerate(sorted(zip(roots, multiplicities, strict=False), reverse=True)):
        assert table.signs[n] * table.signs[n + 1] == (-1) ** m


@given(polynomials())
def test_the_checker_confirms_the_evidence(given_poly):
    poly = normal(given_poly)
    table = sign_table(poly)
    try:
        found = checked_signs([list(term) for term in terms(poly)], evidence(poly))
    except ValueError as error:
        raise AssertionError(f"not confirmed: {error}") from error
    assert set(table.signs) <= found


@pytest.mark.parametrize(
    ("poly", "signs"),
    [
        (NIL, (0,)),
        (T - 1 + Y, (1,)),  # t > 1 - e^(-t), with a double zero at 0
        (1 - Y - T, (-1,)),
        (2 - 2 * T + T**2 - 2 * Y, (1,)),  # the Taylor remainder of order 3
        ((T - 1 + Y) ** 3, (1,)),
        (-((2 * Y - 1) ** 2), (-1, -1)),  # touches 0 at ln 2
        ((2 * Y - 1) ** 3 * (T - 1) ** 2, (1, -1, -1)),
        (Y**7 * T**3, (1,)),
        (T * Y - 1, (-1,)),  # t e^(-t) stays below 1/e
        (10 * T * Y - 3, (-1, 1, -1)),
        (T**2 - 2, (-1, 1)),
        (CONTEXT.constant(-3), (-1,)),
    ],
)
def test_known_tables(poly, signs):
    assert sign_table(poly).signs == signs


@pytest.mark.parametrize("n", [18, 25])
def test_a_rational_root_where_a_cell_would_end_is_found(n):
    roots = sign_table((8 * T - n) * (3 * T - 10) * (2 + T - Y)).roots
    assert [root.isolating[0] for root in roots] == [Fraction(n, 8), Fraction(10, 3)]


def test_a_maximum_that_misses_zero_by_very_little():
    # t e^(-t) has its maximum 1/e at t = 1; convergents of e on both sides of it
    crossed = []
    for q in (Fraction(1457, 536), Fraction(2721, 1001), Fraction(49171, 18089), Fraction(517656, 190435)):
        crossed.append(number_sign(q - number("exp(1)")) > 0)
        assert sign_table(q.numerator * T * Y - q.denominator).signs == (
            (-1, 1, -1) if crossed[-1] else (-1,)
        )
    assert set(crossed) == {True, False}


def test_closed_forms_of_ends():
    (first,) = EpsilonSet.of(positive_set(sign_table(4 * Y**2 - 1)), 6).ends()
    assert first == (None, ln(2) * 6)
    (second,) = EpsilonSet.of(positive_set(sign_table(3 * T - 1)), 6).ends()
    assert second == (Log(2), None)
    assert str(EpsilonSet.of(positive_set(sign_table(T**2 - 2)), 1)) == "eps > ~1.41421"


def test_union_leaves_common_ends_out():
    left, right = positive_set(sign_table((2 * Y - 1) ** 2))
    assert len(EpsilonSet.of([left, right], 1).intervals) == 2
    assert str(EpsilonSet.of([left, right], 1)) == "eps < ln(2) ~ 0.693147 or eps > ln(2) ~ 0.693147"
    covered = EpsilonSet.of([left, right, *positive_set(sign_table(3 * Y - 1))], 1)
    assert covered.is_everything


@given(*[st.fractions(min_value=0, max_value=20, max_denominator=30)] * 2)
def test_simplest_fraction(a, b):
    if a == b:
        return
    low, high = sorted((a, b))
    found = simplest_between(low, high)
    assert low < found < high
    assert not any(
        low < Fraction(n, d) < high
        for d in range(1, found.denominator)
        for n in range(int(low * d), int(high * d) + 2)
    )
