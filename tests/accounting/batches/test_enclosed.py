"""Tables, and answers between them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.accounting import Rounds, approximate, pure
from assay.accounting.batches.enclosed import Enclosed, Ends, Table, table_above
from assay.accounting.densities import Gaussian
from assay.accounting.large_deviations import Deviations
from assay.accounting.one_direction import OneDirection
from assay.accounting.question import ROUGH, Budget
from assay.accounting.stored_pld import StoredLoss
from assay.errors import InvalidValue
from assay.exact import log_value

RESPONSE = Table("response", (-1.0, 1.0), (0.2689414213699951, 0.7310585786300049))


def test_a_table_has_the_delta_of_its_losses():
    found, exact = Rounds.of(RESPONSE, 3), Rounds.of(pure(1), 3)
    for epsilon in (0, 1, 2):
        difference = found.delta(epsilon).upper - exact.delta(epsilon).upper
        assert abs(difference) < Fraction(1, 10**9)
    assert found.epsilon("1e-30").upper <= 3
    assert RESPONSE.extremes() == (log_value(-1), log_value(1))


def test_a_table_from_upper_bounds_keeps_the_largest_losses():
    found = table_above("too much", [0.0, 2.0, 1.0], [0.5, 0.25, 0.5], 0.125)
    assert found.losses == (0.0, 1.0, 2.0)
    assert found.masses == (0.125, 0.5, 0.25)
    assert found.exact_mass_at_infinity().as_fraction() == Fraction(1, 8)
    assert Rounds.of(found, 1).delta(3).exact == Fraction(1, 8)


@given(st.lists(st.floats(1e-12, 1), min_size=1, max_size=8), st.floats(0, 1e-12))
def test_a_table_from_upper_bounds_has_all_of_1(masses, infinite):
    found = table_above("all", list(range(len(masses))), [*masses[:-1], 1.0], infinite)
    assert sum(map(Fraction, (*found.masses, infinite))) >= 1


def test_what_a_table_from_below_leaves_out_is_no_lower_end_of_very_many_rounds():
    # all losses are 1 with the probability (1 - 10^-5)^(10^6) > e^-10.1 > 4 * 10^-5, and nowhere else
    pair = Table("nearly", (1.0,), (1 - 1e-5,))
    found = Deviations.of(OneDirection([(pair, 10**6)], Budget())._question(ROUGH, None, Fraction(1, 10**5)))
    answer = found.answer()
    assert 0 < answer.lower <= answer.upper <= 10**6


def test_ends_answer_from_both_sides_and_say_why():
    pair = Ends("either", Gaussian(1), Gaussian(Fraction(1, 4)), "two theorems")
    found = Rounds.of(pair, 2)
    above, below = (Rounds.of(Gaussian(m), 2).delta(1) for m in (1, Fraction(1, 4)))
    bracket = found.delta(1)
    assert bracket.lower <= below.upper
    assert above.lower <= bracket.upper
    assert bracket.lower >= below.lower * Fraction(99, 100)
    assert bracket.upper <= above.upper * Fraction(101, 100)
    assert bracket.note == "two theorems"
    turned = pair.reversed()
    assert turned.above == Gaussian(1)
    assert turned.name == "reversed either"


def test_mass_at_infinity_beside_tables():
    rounds = Rounds([(Ends("either", Gaussian(1), Gaussian(1), "same"), 1), (approximate(0, "1/10"), 1)])
    assert rounds.delta(50, "1/10").lower >= Fraction(99, 1000)
    assert rounds.epsilon("1/20").is_infinite


def test_what_is_known_by_tables_is_stored_but_not_sampled():
    pair = Ends("either", Gaussian(1), Gaussian(1), "same")
    bracket = StoredLoss.of(Rounds.of(pair, 1), 64).delta(1)
    truth = Rounds.of(Gaussian(1), 1).delta(1, "1e-9")
    assert 0 < bracket.lower < truth.lower < truth.upper < bracket.upper < Fraction(1, 5)
    with pytest.raises(InvalidValue, match="different numbers of rounds"):
        StoredLoss.of(Rounds.of(Ends("either", Gaussian(1), Gaussian(1), "", (1, 2)), 1))
    with pytest.raises(InvalidValue, match="not sampled further"):
        pair.sampled("1/3")
    with pytest.raises(TypeError, match="has no sides"):
        Enclosed().sides(8, 64, False)
