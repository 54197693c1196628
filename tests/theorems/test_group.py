from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.adjacency import explicit, hamming
from assay.dp import Dist, Mechanism
from assay.errors import FloatRefused, InvalidType, InvalidValue
from assay.exact import EPS, exp, ln, number
from assay.theorems import Guarantee, compare, compose, copied_rows, group, group_factor, group_privacy
from assay.theorems.witnesses import canonical_mechanism, group_chain

from .small import as_table, brute_delta, log, ratios, sequences, tables

FORMS = ["tight", "factor"]
SIZES = st.integers(1, 3)


def line(table):
    """The mechanism of a table on the inputs 0 - 1 - 2 - 3, each adjacent to its neighbours."""
    return Mechanism(table, range(4), explicit([(0, 1), (1, 2), (2, 3)]))


@given(tables(range(4)), ratios, SIZES)
def test_the_bound_holds_for_chains(table, t, k):
    m = line(table)
    bound = group_privacy(log(t), m.delta(log(t)), k)
    many = group(m, k)
    assert set(many.pairs) == {(x, y) for x in range(4) for y in range(4) if 1 <= abs(x - y) <= k}
    assert compare(many, bound).holds
    worst = max(brute_delta(table[x], table[y], t**k) for x, y in many.pairs)
    assert worst == many.delta(k * log(t)) <= bound.delta


@given(ratios, st.integers(0, 20), st.integers(1, 6))
def test_the_rougher_forms_are_rougher(t, thousandth, k):
    delta = Fraction(thousandth, 1000)
    tight, factor = (group_privacy(log(t), delta, k, form=form) for form in FORMS)
    by_hand = delta * sum(t**i for i in range(k))
    assert tight == Guarantee(log(t**k), min(by_hand, Fraction(1)))
    assert factor == Guarantee(log(t**k), min(k * t ** (k - 1) * delta, Fraction(1)))
    assert tight.delta <= factor.delta
    if k == 1 or not delta or (t > 1 and t**k * (2 - t) <= 1):
        assert tight.delta <= group_privacy(log(t), delta, k, form="exponential").delta


@pytest.mark.parametrize("epsilon", [0, ln(2), "1/2", ln(3) / 2])
@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_the_chain_attains_the_tight_form(epsilon, k):
    chain = group_chain(epsilon, "1/1000", k)
    assert compare(chain, Guarantee(epsilon, "1/1000")).status == "tight"
    assert compare(group(chain, k), group_privacy(epsilon, "1/1000", k)).status == "tight"


@pytest.mark.slow
@pytest.mark.parametrize("k", [1, 2, 3])
def test_independent_bits_attain_the_pure_form(k):
    bits = Mechanism(
        lambda x: Dist.product(*(canonical_mechanism(ln(3)).distribution(b) for b in x)),
        [(a, b, c) for a in (False, True) for b in (False, True) for c in (False, True)],
        hamming(1),
    )
    assert bits.epsilon() == ln(3)
    assert compare(group(bits, k), group_privacy(ln(3), 0, k)).status == "tight"


def test_the_exponential_form_needs_its_condition():
    # k = 2, epsilon = 0: two steps of delta are 2 delta, not delta
    chain = group(group_chain(0, "1/10", 2), 2)
    assert chain.delta(0) == number("1/5")
    assert compare(chain, Guarantee(0, "1/10")).status == "violated"
    with pytest.raises(InvalidValue, match=r"violate the condition 1 \+ "):
        group_privacy(0, "1/10", 2, form="exponential")
    assert group_privacy(ln(2), "1/100", 5, form="exponential") == Guarantee(5 * ln(2), "8/25")
    with pytest.raises(InvalidValue, match="exponential"):
        group_privacy(ln("3/2"), "1/100", 2, form="exponential")
    assert (
        group_privacy(ln("19/10"), "1/100", 3, form="exponential").delta
        > group_privacy(ln("19/10"), "1/100", 3).delta
    )


def test_a_gap_in_the_domain_breaks_the_chain():
    # privacy on every adjacent pair of the domain says nothing about inputs that no chain in it connects
    revealing = Mechanism(
        lambda x: Dist.point(x[0]),
        [(0, 0), (0, 1), (1, 0), (1, 1)],
        explicit([((0, 0), (0, 1)), ((1, 0), (1, 1))]),
    )
    assert revealing.epsilon() == 0
    assert set(group(revealing, 2).pairs) == set(revealing.pairs)
    apart = Mechanism(revealing.distribution, revealing.domain, hamming(2))
    assert compare(apart, group_privacy(0, 0, 2)).status == "violated"


def test_a_direction_is_kept():
    rows = {i: Dist.bernoulli(Fraction(1, 2 ** (i + 1))) for i in range(3)}
    down = Mechanism(rows, range(3), explicit([(1, 0), (2, 1)], symmetric=False))
    assert set(group(down, 2).pairs) == {(1, 0), (2, 1), (2, 0)}
    assert compare(group(down, 2), group_privacy(down.epsilon(), 0, 2)).holds


def test_an_infinite_epsilon():
    assert group_privacy("inf", 0, 5) == Guarantee("inf", 0)
    assert group_privacy("inf", "1/3", 1) == Guarantee("inf", "1/3")
    assert group_privacy("inf", "1/3", 2) == Guarantee("inf", 1)
    assert group_privacy(1, "1/3", 9).delta == 1


def test_the_factor_for_every_epsilon():
    x = exp(EPS)
    assert group_factor(EPS, 3) == (x**3 - 1) / (x - 1)
    assert group_factor(0, 7) == 7
    assert group_privacy(EPS, "1/100", 2).delta == (1 + x) / 100


def test_copied_rows_of_one_record():
    base = Mechanism(
        lambda x: Dist.product(*(canonical_mechanism(ln(2)).distribution(bool(b)) for b in x)),
        sequences(2, 4, 4),
        hamming(1),
    )
    copied = copied_rows(base, sequences(2, 1, 1), hamming(1), 3, fill=(1,))
    assert copied.distribution((0,)) == base.distribution((0, 0, 0, 1))
    assert compare(copied, group_privacy(ln(2), 0, 3)).status == "tight"
    assert copied_rows(base, sequences(2, 4, 4), hamming(1), 1).profile() == base.profile()
    rows_of_two = copied_rows(base, sequences(2, 2, 2), hamming(1), 2)
    assert rows_of_two.distribution((0, 1)) == base.distribution((0, 1, 0, 1))
    with pytest.raises(InvalidValue, match="domain"):
        copied_rows(base, sequences(2, 2, 2), hamming(1), 3).distribution((0, 0))


@given(tables(sequences(2, 2, 2)), ratios)
def test_copying_every_row_twice_is_a_group_of_two(table, t):
    base = Mechanism(table, list(table), hamming(1))
    copied = copied_rows(base, [(0,), (1,)], hamming(1), 2)
    assert as_table(copied) == {(b,): table[(b, b)] for b in (0, 1)}
    assert compare(copied, group_privacy(log(t), base.delta(log(t)), 2)).holds


def test_composition_and_groups_commute():
    a, b = group_chain(ln(2), "1/20", 2), group_chain(ln(3), 0, 2)
    assert group(compose(a, b), 2).profile() == compose(group(a, 2), group(b, 2)).profile()


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: group_privacy(1, 0, 0), InvalidValue, "k = 0"),
        (lambda: group_privacy(1, 0, True), InvalidType, "k = True is a bool"),
        (lambda: group(3, 2), InvalidType, "mechanism is 3"),
        (lambda: copied_rows(3, [(0,)], hamming(1), 2), InvalidType, "mechanism is 3"),
        (lambda: group_privacy(1, "3/2", 1), InvalidValue, "delta = 3/2"),
        (lambda: group_privacy("-1", 0, 1), InvalidValue, "negative"),
        (lambda: group_privacy(1, 0.1, 1), FloatRefused, "0.1"),
        (lambda: group_privacy(1, 0, 1, form="rough"), InvalidValue, "'rough'"),
        (lambda: group(group_chain(0, 0, 1), 0), InvalidValue, "k = 0"),
        (lambda: group_chain(ln(2), "1/5", 3), InvalidValue, "delta = 1/5 is too large"),
        (lambda: group_chain("inf", 0, 3), InvalidValue, "finite"),
    ],
)
def test_bad_input(call, error, message):
    with pytest.raises(error, match=message):
        call()
