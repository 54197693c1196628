"""Samplers as people write them: the tape answers them, exactly or with next to nothing open."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assay import Dist
from assay.programs.sources import distribution, sampled
from tests.effort import one_in

from .readers import SOURCES, loaded
from .sections import read

HONEST = {name: text for name, (text,) in read("honest_sources.txt").items()}
LITTLE = Fraction(1, 2**50)
ENDLESS = (
    "Bernoulli exp with Fractions",
    "discrete laplace of Canonne et al",
    "rejection in a class of its own",
    "staircase",
    "histogram with rejection noise",
)


LONG = ("numpy geometric noise",)
"""Answered after thousands of paths."""
EVERY = one_in(4, (name for name in HONEST if name not in LONG))
EVERY += [pytest.param(name, marks=pytest.mark.slow) for name in LONG]


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERY)
def test_it_is_answered(name, tmp_path):
    f = loaded(SOURCES + HONEST[name], tmp_path).f
    for x in (0, 1):
        law = sampled(f, x)
        assert law.exact or (name in ENDLESS and law.bounds.open_mass < LITTLE), law.bounds.reason


SIXTH, THIRD = Fraction(1, 6), Fraction(1, 3)
LAWS = {
    "rejection in a local function": dict.fromkeys(range(6), SIXTH),
    "rejection inside rejection in local functions": {
        (a, b): SIXTH for a in range(3) for b in range(3) if a != b
    },
    "von Neumann, local function": {True: Fraction(1, 2), False: Fraction(1, 2)},
    "Bernoulli factory square root": {True: Fraction(2, 5), False: Fraction(3, 5)},
    "Knuth-Yao": dict.fromkeys(range(3), THIRD),
    "Lemire": dict.fromkeys(range(6), SIXTH),
}


@pytest.mark.parametrize("name", LAWS)
def test_its_law_is_known(name, tmp_path):
    assert distribution(loaded(SOURCES + HONEST[name], tmp_path).f, 0) == Dist(LAWS[name])


def test_the_table_is_large():
    assert len(HONEST) > 50
