"""Programs that take a number for their epsilon: a bias, or the inverse of a rate."""

from fractions import Fraction

import pytest

from assay import adjacency, ln, mechanisms, queries
from assay.decide import FailsFor, SymbolicMechanism, geometric, laplace
from assay.decide.probabilities.intervals import decide_between, decide_reciprocal
from assay.decide.probabilities.values import ONE, T, Value
from assay.dp import Proved, Undecided
from assay.errors import InvalidValue
from assay.studies.literature import programs as p
from assay.studies.literature.bits import FAULTY
from tests.decide.symbolic_programs import cube, noisy_max

EIGHTH = Value.of(Fraction(1, 8))
HALF = Value.of(Fraction(1, 2))
CAREFUL = {0: {0: HALF + EIGHTH * Value(T), 1: HALF - EIGHTH * Value(T)}}
CAREFUL[1] = {0: CAREFUL[0][1], 1: CAREFUL[0][0]}


def test_the_faulty_response_fails_for_every_probability():
    verdict = decide_between(FAULTY, adjacency.all_pairs(), Fraction(1))
    assert isinstance(verdict, FailsFor)
    assert [(low, high) for low, high in verdict.failing.ends()] == [(None, 1)]
    assert verdict.witness.relation == ">"
    for e in (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)):
        exact = mechanisms.bad_randomised_response(1, e)
        assert exact.epsilon() == ln((1 + e) / (1 - e))
        assert not exact.audit(e).holds
        assert e in verdict.failing
    two = mechanisms.bad_randomised_response(2, "1/2", adjacency=adjacency.hamming(1))
    assert two.epsilon() == mechanisms.bad_randomised_response(1, "1/2").epsilon()


@pytest.mark.parametrize("e", [Fraction(1, 100), Fraction(1, 2), Fraction(1), Fraction(2), Fraction(39, 10)])
def test_a_careful_response_holds_up_to_a_point(e):
    """ln((4 + e)/(4 - e)) <= e up to e = 3.83.., as single numbers confirm."""
    table = {0: {0: (4 + e) / 8, 1: (4 - e) / 8}, 1: {0: (4 - e) / 8, 1: (4 + e) / 8}}
    from assay import Mechanism

    verdict = decide_between(CAREFUL, adjacency.all_pairs(), Fraction(4))
    assert isinstance(verdict, FailsFor)
    fails = not Mechanism(table, [0, 1], adjacency.all_pairs()).audit(e).holds
    assert (e in verdict.failing) is fails


def test_it_holds_on_a_smaller_interval_and_with_delta():
    assert isinstance(decide_between(CAREFUL, adjacency.all_pairs(), Fraction(2)), Proved)
    assert isinstance(decide_between(FAULTY, adjacency.all_pairs(), Fraction(1), delta=Fraction(1)), Proved)
    partly = decide_between(FAULTY, adjacency.all_pairs(), Fraction(1), delta=Fraction(1, 10))
    assert isinstance(partly, FailsFor)
    assert Fraction(1, 100) not in partly.failing
    assert Fraction(9, 10) in partly.failing


def test_rows_that_are_no_laws_are_refused():
    with pytest.raises(InvalidValue, match="negative"):
        decide_between(FAULTY, adjacency.all_pairs(), Fraction(2))
    with pytest.raises(InvalidValue, match="sum to"):
        decide_between({0: {0: HALF}, 1: {0: HALF}}, adjacency.all_pairs(), Fraction(1))
    thirds = {o: Value.of(Fraction(1, 3)) for o in range(3)}
    with pytest.raises(InvalidValue, match="two outcomes"):
        decide_between({0: thirds, 1: thirds}, adjacency.all_pairs(), Fraction(1), delta=Fraction(1, 2))
    assert sum(thirds.values(), Value.of(0)) == ONE


@pytest.mark.parametrize("noise", [geometric, laplace])
@pytest.mark.parametrize(("factor", "root"), [(1, Fraction(1)), (4, Fraction(2))])
def test_an_inverse_rate_fails_below_the_root(noise, factor, root):
    body = p.sums.noisy_sum(noise, factor)
    verdict = decide_reciprocal(SymbolicMechanism(body, cube(1), adjacency.l1(1)))
    assert isinstance(verdict, FailsFor)
    assert verdict.failing.ends() == [(None, root)]
    assert verdict.witness.relation == ">"


def test_the_catalogue_agrees_about_the_inverse_rate():
    assert queries.bad_noisy_histogram_clamped("1/2").epsilon() == 2
    assert not queries.bad_noisy_histogram_clamped("1/2").audit("1/2").holds
    assert queries.bad_noisy_histogram_clamped("3/2").audit("3/2").holds


def test_an_inverse_rate_without_a_rational_root_is_undecided():
    m = SymbolicMechanism(p.sums.noisy_sum(laplace, 2), cube(1), adjacency.l1(1))
    assert isinstance(decide_reciprocal(m), Undecided)
    varying = SymbolicMechanism(noisy_max(geometric), cube(2), adjacency.linf(1))
    assert isinstance(decide_reciprocal(varying), Undecided)
