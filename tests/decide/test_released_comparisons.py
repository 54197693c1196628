"""Values that are compared with each other and both released: as private as the values alone, or refused."""

from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import EPS, adjacency, exp
from assay.decide import CertifiedMechanism, SymbolicMechanism, decide, gaussian, geometric, laplace
from assay.decide import smallest_multiple as smallest
from assay.decide.released_comparisons import Joint
from assay.errors import InvalidType, InvalidValue

ALL = adjacency.all_pairs()
SQUARE = list(product((0, 1), repeat=2))

comparisons = st.recursive(
    st.integers(0, 3),
    lambda tree: st.tuples(st.integers(0, 1), st.integers(-2, 2), tree, tree),
    max_leaves=4,
)
"""A label, or (i, n, yes, no): whether v_i > v_(1-i) + n."""


def label(tree, values):
    while isinstance(tree, tuple):
        i, n, yes, no = tree
        tree = yes if values[i] > values[1 - i] + n else no
    return tree


def noisy(q, noise, signs=(1, 1, 1)):
    return tuple(a + s * noise(EPS / 2) for a, s in zip(q, signs, strict=False))


def on_square(program):
    return SymbolicMechanism(program, SQUARE, ALL)


@settings(max_examples=8, deadline=None)
@given(comparisons, st.sampled_from([(1, 1), (1, -1), (-1, -1)]), st.sampled_from([geometric, laplace]))
def test_a_comparison_of_the_values_reveals_nothing(tree, signs, noise):
    def compared(q):
        values = noisy(q, noise, signs)
        return label(tree, values), *values

    with_labels, alone = on_square(compared), on_square(lambda q: noisy(q, noise, signs))
    assert smallest(with_labels).high == smallest(alone).high == 1
    for x in SQUARE:
        (name,) = with_labels.row(x)
        assert with_labels.row(x)[name].at((0, 1)) == next(iter(alone.row(x).values())).at((0, 1))
        for values in product(range(-3, 4), repeat=2):
            assert shapes_at(name, values, noise is laplace) >= {label(tree, values)}


def shapes_at(name, values, closed):
    """The labels of the parts in which the values stand; one, but for real values on a border."""
    if not isinstance(name, Joint):
        return {name[0]}
    found = [
        shape[0]
        for shape, sides in name.parts
        if all(s * values[c] - r * values[d] <= n for c, s, d, r, n in sides)
    ]
    assert closed or len(found) == 1
    return set(found)


def test_three_values_and_a_comparison_with_numbers():
    def rising(q):
        values = noisy(q, geometric)
        for i, (a, b) in enumerate(pairwise(values)):
            if a > b:
                return i, *values
        return -1, *values

    cube = list(product((0, 1), repeat=3))
    assert (
        smallest(SymbolicMechanism(rising, cube, ALL)).high
        == smallest(SymbolicMechanism(lambda q: noisy(q, geometric), cube, ALL)).high
    )

    def positive(q):
        a, b = noisy(q, laplace)
        if b > 0:
            return ("over" if a > b else "under" if a > 0 else "negative"), a, b
        return a > b, a, b

    def first_compared(q):
        a, b = noisy(q, laplace)
        if a <= b:
            return int(a > 1), a, b
        return 2, a, b

    assert smallest(on_square(positive)).high == smallest(on_square(first_compared)).high == 1


def test_claims_with_delta_and_witnesses_are_those_of_the_values():
    def compared(q):
        a, b = noisy(q, laplace)
        return (1, a, b) if a > b else (2, a, b)

    found = decide(on_square(compared), EPS / 2, exp(-EPS))
    alone = decide(on_square(lambda q: noisy(q, laplace)), EPS / 2, exp(-EPS))
    assert found.failing == alone.failing
    assert "(1, v1, v2) or (2, v1, v2)" in str(found)


def test_with_gaussian_noise():
    def values(q):
        return tuple(a + gaussian(3) for a in q)

    def compared(q):
        a, b = values(q)
        return (1, a, b) if a > b else (2, a, b)

    found, alone = (CertifiedMechanism(p, SQUARE, ALL) for p in (compared, values))
    assert found.delta("1/2").enclosure(60).overlaps(alone.delta("1/2").enclosure(60))


def drawn_before(q):
    z, w = laplace(EPS / 2), laplace(EPS / 2)
    return (z > w, q[0] + z, q[1] + w) if z > w else (False, q[0] + z, q[1] + w)


def through_a_third(q):
    a, b = noisy(q, laplace)
    bar = laplace(EPS / 2)
    return (1, a, b) if bar < a and bar < b else (2, a, b)


def the_larger_first(q):
    a, b = noisy(q, laplace)
    return (a, b) if a > b else (b, a)


def only_one_side(q):
    a, b = noisy(q, laplace)
    return (a, b) if a > b else None


@pytest.mark.parametrize("program", [drawn_before, through_a_third, the_larger_first, only_one_side])
def test_what_is_refused(program):
    with pytest.raises(InvalidType, match="compared"):
        on_square(program)


def test_gaussian_values_that_depend_on_each_other_are_refused():
    def only(q):
        a, b = (x + gaussian(1) for x in q)
        return (a, b) if a > b else None

    with pytest.raises(InvalidValue, match="compared"):
        CertifiedMechanism(only, SQUARE, ALL)
