"""No program is called private falsely: right, refused and undecided are the only allowed answers."""

from fractions import Fraction
from functools import partial

import pytest

from assay import EPS, adjacency
from assay.decide import SymbolicMechanism, decide, geometric, laplace
from assay.errors import AssayError
from tests.programs.noise import honest_programs, hostile_programs
from tests.programs.noise.enumeration import enumerated, symbolic_mass, weights

INPUTS = (0, 1)
Y = Fraction(1, 16)

ANSWERED = {
    "equals_none",
    "equals_fraction",
    "equals_float",
    "equals_bool",
    "plus_bool",
    "floor",
    "by_identity_with_a_class",
    "doubled_or_fixed",
    "same_draw_rounded",
    "one_or_noisy",
    "namespace",
}
"""Those that are read; of the others none is."""


def read(body):
    return SymbolicMechanism(partial(body, geometric), INPUTS, adjacency.all_pairs())


def test_there_are_many():
    assert len(hostile_programs.PROGRAMS) >= 100
    assert len(honest_programs.PROGRAMS) >= 50


@pytest.mark.slow
@pytest.mark.parametrize("body", hostile_programs.PROGRAMS, ids=lambda b: b.__name__)
def test_hostile_programs_are_refused_or_read_rightly(body):
    if body.__name__ not in ANSWERED:
        with pytest.raises(AssayError):
            read(body)
        return
    check(body)


@pytest.mark.parametrize("body", honest_programs.PROGRAMS, ids=lambda b: b.__name__)
def test_honest_programs_are_read(body):
    check(body)
    continuous = SymbolicMechanism(partial(body, laplace), INPUTS, adjacency.all_pairs())
    decide(continuous, 2 * EPS)


def check(body):
    """The probabilities on both inputs are those of the enumeration."""
    mechanism = read(body)
    for x in INPUTS:
        law, outputs, cut = enumerated(lambda noise: partial(body, noise), x, 2, weights(Y, 7))
        for each, output in outputs.items():
            assert 0 <= symbolic_mass(mechanism, x, output, Y) - law[each] <= cut
