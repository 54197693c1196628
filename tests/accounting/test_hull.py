"""The pair of the hull of points: its profile is the lower convex hull, and it dominates what lies below."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from assay.accounting.hull import Tabulated, pair_above
from assay.exact import ln

POINTS = st.lists(
    st.tuples(st.integers(1, 40), st.integers(0, 20)),
    min_size=1,
    max_size=6,
    unique_by=lambda point: point[0],
)


def profile_at(pair, y):
    """sup over events of P - y Q."""
    return sum((max(p - y * q, 0) for p, q in pair.masses()), 0)


@given(POINTS)
def test_the_profile_is_below_the_points_and_convex(given_points):
    points = [(Fraction(y, 8), max(Fraction(h, 20), 1 - Fraction(y, 8))) for y, h in sorted(given_points)]
    pair = pair_above(points)
    assert sum(p for p, _ in pair.masses()) == 1 == sum(q for _, q in pair.masses())
    assert all(profile_at(pair, y) <= h for y, h in points)
    # every kink of the profile is a point, so that no larger convex function lies below all of them
    kinks = {atom.loss for atom in pair.atoms}
    touched = {ln(y) for y, h in points if profile_at(pair, y) == h}
    assert kinks <= touched


def test_balls_of_a_pair():
    pair = pair_above([(Fraction(1), Fraction(1, 4)), (Fraction(2), Fraction(1, 8))])
    table = Tabulated(pair)
    assert len(table.point_masses()) == len(pair.atoms)
    assert table.exact_mass_at_infinity() == Fraction(1, 8)
