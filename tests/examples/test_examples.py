"""The examples that are shipped: each file defines one mechanism, and it is the one of the catalogue."""

from __future__ import annotations

import runpy
from itertools import product
from pathlib import Path

import pytest

import assay
from assay import EPS, INFINITY, Mechanism, Refuted, eps, ln
from assay.amplification import amplified_epsilon
from assay.decide import SymbolicMechanism, decide
from assay.mechanisms import almost_random
from assay.queries import bootstrap, l_infinity

FOLDER = Path(assay.__file__).parent / "examples"
OTHERS = ("float_noise", "gaussian_threshold")
"""An ordinary function, to be audited with --rng, and a program that is judged at one epsilon."""
FILES = sorted(path for path in FOLDER.glob("*.py") if path.stem not in ("__init__", *OTHERS))


def load(name: str) -> Mechanism:
    return runpy.run_path(str(FOLDER / f"{name}.py"))["mechanism"]


def test_the_examples_are_there():
    assert [path.stem for path in FILES] == [
        "above_threshold",
        "almost_random",
        "amplification",
        "bootstrap",
        "noisy_maximum",
        "one_way_marginals",
        "sparse_histogram",
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_one_file_one_mechanism_with_a_docstring(path):
    names = runpy.run_path(str(path))
    kinds = (Mechanism, SymbolicMechanism)
    assert [name for name, value in names.items() if isinstance(value, kinds)] == ["mechanism"]
    assert names["__doc__"].startswith(
        (
            "AlmostRandom",
            "A bootstrap",
            "Above-threshold",
            "One-way marginals",
            "A sparse histogram",
            "Secrecy",
            "The value of a noisy maximum",
        )
    )
    assert names["mechanism"].name == path.stem


def test_almost_random():
    m = load("almost_random")
    assert m.matrix() == almost_random().matrix()
    assert m.audit(ln(3)).holds
    assert isinstance(m.audit(ln(2)), Refuted)


def test_bootstrap():
    m = load("bootstrap")
    catalogue = bootstrap(7, 3)
    assert m.domain == catalogue.domain
    assert all(m.distribution(x) == catalogue.distribution(x) for x in m.domain)
    assert m.epsilon() == INFINITY
    assert isinstance(m.audit(eps("1/3")), Refuted)
    assert m.audit(0, delta="127/343").holds
    assert not m.audit(0, delta="126/343").holds


def test_above_threshold_for_every_epsilon():
    m = runpy.run_path(str(FOLDER / "above_threshold.py"))["mechanism"]
    assert decide(m, EPS / 2).holds
    assert not decide(m, EPS / 3).holds


def test_the_order_of_the_rows_does_not_matter():
    program = runpy.run_path(str(FOLDER / "bootstrap.py"))["bootstrap"]
    laws = {
        sum(rows): program.distribution(rows) for rows in product((0, 1), repeat=7) if sum(rows) in (1, 6)
    }
    for rows in ((1, 0, 0, 0, 0, 0, 0), (0, 0, 0, 1, 0, 0, 0), (1, 1, 0, 1, 1, 1, 1)):
        assert program.distribution(rows) == laws[sum(rows)]


def test_one_way_marginals():
    m = load("one_way_marginals")
    catalogue = l_infinity(2, ln(3), high=3)
    assert all(m.distribution(x) == catalogue.distribution(x) for x in catalogue.domain)
    assert m.audit(ln(3)).holds
    assert isinstance(m.audit(ln(2)), Refuted)


def test_amplification():
    m = load("amplification")
    assert m.epsilon() == amplified_epsilon(1, "1/4")
    assert m.audit(eps("1/2")).holds
    assert m.audit(eps("3/8")).holds
    assert not m.audit(eps("1/3")).holds
