"""The smallest instance of a broken promise: a true witness, none smaller, and no output too many."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import Dist, Mechanism, Refuted, adjacency, budget, flip, ln, mechanisms, number, program
from assay.testing import assertions
from assay.testing.assertions import assert_private, fewest_outputs, smallest


@program
def noisy_bits(x):
    """The parity of the bits with fair noise on the first alone."""
    return tuple(int(flip("3/4" if bit else "1/4")) for bit in x)


STREAMS = [x for n in (3, 1, 2) for x in product((0, 1), repeat=n)]
BITS = Mechanism(noisy_bits, STREAMS, adjacency.hamming(1), name="bits")


def refuted(m, epsilon, delta=0):
    verdict = m.audit(epsilon, delta)
    assert isinstance(verdict, Refuted)
    return smallest(m, verdict.witness)


def test_a_program_is_shown_on_its_shortest_input_with_its_fewest_draws():
    shown = refuted(BITS, ln(2))
    assert set(shown.inputs) == {(0,), (1,)}
    assert len(shown.event) == 1
    assert shown.relation == ">"


def test_draws_count_before_the_text():
    @program
    def drawn(x):
        for _ in range(x["draws"] if isinstance(x, dict) else len(x)):
            flip("1/2")
        return flip("3/4" if x[0] == "a" else "1/4")

    m = Mechanism(drawn, ["aaaa", "baaa", "a" * 2 + "   ", "b" + "a" * 4, "a", "b"], adjacency.all_pairs())
    assert set(refuted(m, 1).inputs) == {"a", "b"}


def test_an_event_keeps_what_its_comparison_needs():
    rows = {0: {"a": "1/2", "b": "1/4", "c": "1/4"}, 1: {"a": "1/4", "b": "1/8", "c": "5/8"}}
    m = Mechanism(rows, [0, 1], adjacency.all_pairs())
    whole = m.audit(0, "1/3").witness
    assert set(whole.event) == {"a", "b"}
    assert fewest_outputs(whole).event == whole.event  # 3/8 > 1/3, and 1/4 is not
    less = replace(whole, delta=number("1/5"))
    assert fewest_outputs(less).event == ("a",)


@given(st.integers(1, 3), st.sampled_from(["1/5", 1, "3/2"]), st.sampled_from([0, "1/100"]))
def test_it_is_a_witness_against_the_same_claim(n, epsilon, delta):
    m = mechanisms.bad_randomised_response(n, "4/5")
    verdict = m.audit(epsilon, delta)
    assert isinstance(verdict, Refuted)
    shown = smallest(m, verdict.witness)
    assert shown.relation == ">"
    assert (shown.epsilon, shown.delta) == (verdict.witness.epsilon, verdict.witness.delta)
    assert shown.inputs in m.pairs
    p, q = map(m.distribution, shown.inputs)
    assert (shown.p, shown.q) == (p.prob(shown.event), q.prob(shown.event))
    assert fewest_outputs(shown) == shown


def test_out_of_budget_what_was_found_stands():
    verdict = BITS.audit(ln(2))
    fresh = Mechanism(BITS.source, STREAMS, adjacency.hamming(1))
    with budget(max_states=0, seconds=0):
        assert smallest(fresh, verdict.witness) == fewest_outputs(verdict.witness)


def test_inputs_with_too_many_paths_are_not_waited_for(monkeypatch):
    monkeypatch.setattr(assertions, "MOST_STATES", 20)

    @program
    def parities(n):
        return (n + sum(flip("1/2") for _ in range(6 if n > 1 else n)) * 2) % 3

    m = Mechanism(parities, range(3, -1, -1), adjacency.all_pairs(), name="parities")
    assert set(refuted(m, "1/10").inputs) == {0, 1}


def test_a_failure_shows_it():
    with pytest.raises(AssertionError, match=r"input x +\((0|1),\)\n"):
        assert_private(BITS, ln(2))


def test_a_mechanism_without_a_program_is_shown_on_short_inputs():
    table = {x: Dist({x: 1}) for x in ("long input", "b", "a")}
    assert set(refuted(Mechanism(table, [*table], adjacency.all_pairs()), 5).inputs) == {"a", "b"}
