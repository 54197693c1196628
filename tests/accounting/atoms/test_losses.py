"""Lists of sums against exact fractions; what is left out is counted."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from assay.accounting import DiscreteGaussian, Gaussian, Laplace, Subsampled, approximate
from assay.accounting.atoms.engine import is_listed
from assay.accounting.atoms.losses import Losses, losses_of, sums
from assay.errors import BudgetExceeded
from assay.exact._flint import bounds, precision, rational

from .. import independent_truths as truths

MOST = 10**6
ATOMS = st.dictionaries(st.fractions(-2, 2, max_denominator=6), st.integers(1, 20), min_size=1, max_size=4)


def listed(atoms):
    whole = sum(atoms.values())
    exact = {x: Fraction(w, whole) for x, w in atoms.items()}
    places = tuple(arb(rational(x)) for x in sorted(exact))
    return exact, Losses(places, tuple(arb(rational(exact[x])) for x in sorted(exact)), arb(0))


def added(a, b):
    found: Counter[Fraction] = Counter()
    for x, p in a.items():
        for y, q in b.items():
            found[x + y] += p * q
    return dict(found)


def holds(found: Losses, exact) -> bool:
    """The same losses with the same masses, in order."""
    pairs = zip(found.places, found.masses, sorted(exact), strict=True)
    return all(at.overlaps(arb(rational(x))) and p.overlaps(arb(rational(exact[x]))) for at, p, x in pairs)


@given(ATOMS, ATOMS, st.integers(0, 4))
def test_sums_are_those_of_fractions(first, second, count):
    """Equal sums are one, whichever way they came about."""
    with precision(128):
        (a, ours), (b, theirs) = listed(first), listed(second)
        assert holds(ours.times(theirs, Fraction(0), MOST), added(a, b))
        power = {Fraction(0): Fraction(1)}
        for _ in range(count):
            power = added(power, a)
        assert holds(ours.power(count, Fraction(0), MOST), power)


@given(ATOMS, st.integers(1, 6), st.sampled_from([Fraction(1, 100), Fraction(1, 7), Fraction(1, 2)]))
def test_what_is_left_out_is_counted_and_within_what_is_allowed(atoms, count, negligible):
    with precision(128):
        _, ours = listed(atoms)
        found = ours.power(count, negligible, MOST)
        kept = sum(found.masses, arb(0))
        assert (kept + found.lost).overlaps(arb(1)) or bounds(kept + found.lost)[0] >= 1
        assert bounds(found.lost)[1] <= negligible * Fraction(101, 100)


def test_a_table_of_integers_counts_its_rest():
    """The masses of discrete Gaussian noise, and what its table leaves out, make one."""
    with precision(96):
        found = losses_of(DiscreteGaussian.of(5))
        assert found.lost > 0
        assert (sum(found.masses, arb(0)) + arb(0).union(found.lost)).contains(1)
        assert is_listed(Subsampled.of(DiscreteGaussian.of(5), "1/3"))
        assert is_listed(approximate(1, "1/10"))
        assert not is_listed(Laplace.of(1))
        assert not is_listed(Gaussian.of(1))


def test_a_long_list_is_refused_before_it_is_made():
    with precision(96):
        table = losses_of(DiscreteGaussian.of(5))
        with pytest.raises(BudgetExceeded, match="longer than"):
            table.times(table, Fraction(0), 1000)


def test_how_many_sums_there_are():
    assert sums(3, 4, None) == 20
    assert sums(3, 4, 3) == 10
    with precision(128):
        _, ours = listed({Fraction(0): 1, Fraction(1, 3): 1, Fraction(7, 5): 1})
        assert len(ours.power(3, Fraction(0), MOST)) == sums(3, 3, None)
    assert truths.ball(1) == 1
