"""The paths of a program, one by one, beside its distribution."""

from __future__ import annotations

from fractions import Fraction
from math import prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import flip, program
from assay.errors import BudgetExceeded
from assay.programs.paths import Line, paths
from tests.generated_programs import generated_programs


@pytest.mark.slow
@settings(max_examples=15)
@given(generated_programs(), st.integers(0, 3))
def test_paths_add_up_to_the_distribution(generated, x):
    try:
        found, bounds = paths(generated.program, x)
    except BudgetExceeded:
        return
    mass = {}
    for path in found:
        weight = prod((step.probability for step in path.steps), start=Fraction(1))
        mass[path.output] = mass.get(path.output, 0) + weight
    assert mass == dict(bounds.lower) == {o: p for o, p in generated.law(x).items() if p}


def test_a_cut_program_leaves_mass_open():
    @program
    def forever(x):
        while flip("1/2"):
            pass
        return x

    found, bounds = paths(forever.within(max_steps=5), 0)
    assert len(found) == 5
    assert bounds.open_mass == Fraction(1, 32)


def test_a_line_of_a_file_that_is_not_there_has_no_text():
    assert Line("/nowhere.py", 3).text == ""
