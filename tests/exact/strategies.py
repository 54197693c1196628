"""Random exact numbers of every field and exact logarithms."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from assay.exact import EPS, INFINITY, Log, Number, exp, ln, number, root

rationals = st.fractions(min_value=-20, max_value=20, max_denominator=12)
"""Fractions of moderate size."""

positive_rationals = st.fractions(min_value=Fraction(1, 12), max_value=20, max_denominator=12)
small_exponents = st.fractions(min_value=-2, max_value=2, max_denominator=3)


def _linear_combinations(powers: st.SearchStrategy[Number]) -> st.SearchStrategy[Number]:
    """A sum of a few c theta^k, or a quotient of two."""
    terms = st.lists(st.tuples(rationals, powers), max_size=3)
    sums = terms.map(lambda found: sum((c * p for c, p in found), number(0)))
    return st.one_of(
        sums,
        st.tuples(sums, sums).filter(lambda pair: bool(pair[1])).map(lambda pair: pair[0] / pair[1]),
    )


rational_numbers: st.SearchStrategy[Number] = rationals.map(number)
exponential_numbers = _linear_combinations(small_exponents.map(exp))
symbolic_numbers = _linear_combinations(small_exponents.map(lambda q: (q * EPS).exp()))


def radical_numbers(base: int = 12, degree: int = 6) -> st.SearchStrategy[Number]:
    """Elements of the field of base^(1/degree)."""
    generator = root(base, degree)
    return _linear_combinations(st.integers(-degree, degree).map(lambda k: generator**k))


mixed_numbers = _linear_combinations(
    st.builds(
        lambda i, j, k: root(2, 2) ** i * root(3, 2) ** j * exp(Fraction(k, 2)),
        *[st.integers(0, 1)] * 2,
        st.integers(-1, 1),
    )
)
"""Elements of the field of sqrt(2), sqrt(3) and powers of e."""

fields: dict[str, st.SearchStrategy[Number]] = {
    "rational": rational_numbers,
    "exponential": exponential_numbers,
    "radical": radical_numbers(),
    "mixed": mixed_numbers,
    "symbolic": symbolic_numbers,
}
"""For every field a strategy whose numbers may be combined."""

ordered_fields = {name: numbers for name, numbers in fields.items() if name != "symbolic"}
real_numbers = st.one_of(*ordered_fields.values(), radical_numbers(2, 2), radical_numbers(3, 3))
"""Numbers with one value, of any field."""

any_numbers = st.one_of(real_numbers, symbolic_numbers)


def _positive(numbers: st.SearchStrategy[Number]) -> st.SearchStrategy[Number]:
    return numbers.map(abs).filter(bool)


rational_logs: st.SearchStrategy[Log] = st.builds(
    lambda r, c, v: r + c * ln(v), rationals, small_exponents, positive_rationals
)
exponential_logs = st.builds(
    lambda r, c, v: r + c * ln(v), rationals, small_exponents, _positive(exponential_numbers)
)
radical_logs = st.builds(lambda c, v: c * ln(v), small_exponents, _positive(radical_numbers(2, 2)))
finite_logs = st.one_of(rational_logs, exponential_logs, radical_logs)
symbolic_logs = st.builds(lambda s, x: s * EPS + x, small_exponents, st.one_of(rational_logs, radical_logs))
any_logs = st.one_of(finite_logs, symbolic_logs, st.sampled_from([INFINITY, -INFINITY]))
