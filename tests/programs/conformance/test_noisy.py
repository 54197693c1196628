"""Honest programs with symbolic noise: the smallest c for which each is c EPS-private."""

from __future__ import annotations

import ast
from fractions import Fraction

import pytest

from assay import EPS, adjacency, program
from assay.decide import SymbolicMechanism, decide, smallest_multiple
from assay.errors import InvalidType
from tests.effort import one_in

from .readers import loaded
from .sections import read

NAMES = "flip, draw, uniform, Dist, EPS"
NOISE = "geometric, one_sided_geometric, laplace, exponential"
HEADER = f"from assay import {NAMES}\nfrom assay.decide import {NOISE}\n"

PROGRAMS = read("noisy.txt")
REFUSED = "refused: "
ANSWERED = [name for name, (_, _, answer) in PROGRAMS.items() if not answer.startswith(REFUSED)]


def mechanism(name, folder):
    text, domain, _ = PROGRAMS[name]
    f = program(loaded(HEADER + text, folder).f)
    return SymbolicMechanism(f, ast.literal_eval(domain), adjacency.all_pairs())


def test_almost_all_are_answered():
    assert len(ANSWERED) >= 60
    assert len(ANSWERED) >= 0.95 * len(PROGRAMS)


@pytest.mark.slow
@pytest.mark.parametrize("name", one_in(3, ANSWERED))
def test_the_smallest_multiple(name, tmp_path):
    m = mechanism(name, tmp_path)
    found, answer = smallest_multiple(m), PROGRAMS[name][2]
    if answer == "inf":
        assert found.is_infinite
        return
    c = Fraction(answer)
    assert found.is_exact
    assert found.low == c
    assert decide(m, c * EPS).holds
    assert c == 0 or not decide(m, c * EPS * Fraction(9, 10)).holds


@pytest.mark.parametrize("name", sorted(PROGRAMS.keys() - set(ANSWERED)))
def test_the_others_are_refused_with_a_reason(name, tmp_path):
    with pytest.raises(InvalidType, match=PROGRAMS[name][2].removeprefix(REFUSED)):
        mechanism(name, tmp_path)
