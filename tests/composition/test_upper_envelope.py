"""What a composition says of itself: which pair attains a value, on which range, and whether for sure."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import Dist, Mechanism, adjacency, ln, mechanisms
from assay.accounting import Rounds
from assay.composition import fixed_delta, grouped, poisson, upper_envelope
from assay.composition.finite_pair import FinitePair
from assay.errors import InvalidType, InvalidValue
from assay.exact import Log, number
from tests.theorems.small import rows

STEP = ln("3/2")


def excess(p, q, t):
    """H_t(P || Q)."""
    return sum((max(mass - t * q[o], number(0)) for o, mass in p.items()), number(0))


def inside(piece):
    """Some epsilons of a piece: its finite ends, or one step beyond them, and the middle."""
    low, high = piece.low, piece.high
    if low.is_infinite:
        low = high - STEP if not high.is_infinite else Log(0)
    if high.is_infinite:
        high = low + STEP
    return low, (low + high) / 2, high


def attains(found, named):
    """Whether the pieces cover all epsilons in order, and their pairs attain the largest H_t there."""
    pieces = found.pieces
    assert -pieces[0].low == pieces[-1].high == Log("inf")
    assert all(a.high == b.low for a, b in pairwise(pieces))
    for piece in pieces:
        for level in inside(piece):
            values = {name: excess(*laws, level.exp()) for name, laws in named.items()}
            assert values[piece.pair] == max(values.values())


@given(st.lists(st.tuples(rows(3, 1), rows(3, 1)), min_size=1, max_size=3))
@settings(max_examples=15)
def test_a_named_pair_attains_its_range_in_both_orders(tables):
    named = {i: (Dist(p), Dist(q)) for i, (p, q) in enumerate(tables)}
    found = upper_envelope({i: FinitePair.of(*laws) for i, laws in named.items()})
    attains(found, named)
    back = upper_envelope({i: FinitePair.of(*laws).reversed() for i, laws in named.items()})
    attains(back, {i: (q, p) for i, (p, q) in named.items()})


def alone_or_together(attained_alone: bool):
    """Noise on one bit of data sets of one record, or only on those of two."""
    strong, weak = Dist({0: "4/5", 1: "1/5"}), Dist({0: "1/2", 1: "1/2"})
    other = Dist({0: "1/5", 1: "4/5"})

    def law(x):
        if len(x) == (1 if attained_alone else 2):
            return strong if sum(x) else other
        return weak

    domain = [(), (0,), (1,), (0, 0), (0, 1), (1, 0), (1, 1)]
    return Mechanism(law, domain, adjacency.replace_one(), name="noise")


@pytest.mark.parametrize("alone", [True, False])
def test_a_sampled_pair_with_other_records_is_a_bound(alone):
    worst = Rounds.of(poisson(alone_or_together(alone), "1/2"), 2).delta(ln("5/4"))
    assert worst.attained is alone
    assert ("(attained, " if alone else "(at most, ") in worst.explained()
    assert worst.explained().startswith(f"{worst.value} (")


def test_mechanisms_of_other_directions_are_refused_by_name():
    bits, records = mechanisms.randomised_response(ln(2)), alone_or_together(True)
    both_ways = Mechanism(records.distribution, [(), (0,)], adjacency.add_remove_one(), name="counts")
    with pytest.raises(InvalidValue, match=r"^counts.* has the directions .* but randomi.ed.response"):
        Rounds([(bits, 1), (both_ways, 2)])
    with pytest.raises(InvalidType, match="give a Mechanism"):
        grouped("counts", 2)


@given(st.integers(1, 3), st.integers(1, 3))
@settings(max_examples=5)
def test_fixed_data_of_one_mechanism_listed_twice(k, other):
    m = mechanisms.randomised_response_bits(2, ln(3))
    together = fixed_delta([(m, k + other)], ln(2))
    apart = fixed_delta([(m, k), (m, other)], ln(2))
    assert together == apart
