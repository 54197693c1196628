"""Every shipped adapter, whether its library is here or not: it loads, and its cases can be read."""

from __future__ import annotations

import ast
from dataclasses import replace

import pytest

from assay.studies.survey.case import Calibration, Claims, Samples, snippet_of
from assay.studies.survey.judged import judged, points_of
from assay.studies.survey.library import load_adapter, shipped
from assay.studies.survey.row import Verdict

MODULES = list(shipped())
ALONE = [
    "diffpriv_pure",
    "jax_privacy",
    "multi_freq_ldpy",
    "opacus",
    "pydp",
    "random_allocation",
    "riskcal",
    "smartnoise_sql",
    "tmlt_core",
]
"""Adapters whose cases are made without the library."""


def adapter(name):
    return load_adapter(f"assay.studies.adapters.{name}")


def test_there_is_an_adapter_for_each_library_once():
    names = [load_adapter(module).LIBRARY.name for module in MODULES]
    assert len(names) == len(set(names)) >= 14
    assert {module.rpartition(".")[2] for module in MODULES} >= set(ALONE)


@pytest.mark.parametrize("module", MODULES)
def test_what_is_left_out_has_a_reason_and_the_library_a_version_and_an_install_line(module):
    found = load_adapter(module)
    assert all(why.strip() for why in found.LEFT_OUT.values())
    assert found.LIBRARY.tested[0].isdigit()
    assert "install" in found.LIBRARY.install


@pytest.mark.parametrize("name", ALONE)
def test_snippets_are_python_that_prints(name):
    for case in adapter(name).cases():
        for point in points_of(case):
            tree = ast.parse(snippet_of(case, point))
            calls = [ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)]
            assert "print" in calls


@pytest.mark.parametrize("name", ALONE)
def test_every_accusation_of_a_number_can_be_rechecked(name):
    for case in adapter(name).cases():
        assert case.promise
        if isinstance(case, Claims | Calibration):
            assert case.definition is not None, case.function


@pytest.mark.parametrize("name", ALONE)
def test_no_two_cases_make_the_same_finding_unless_they_ask_the_same(name):
    seen = {}
    for case in adapter(name).cases():
        key = (case.function, case.promise)
        assert seen.setdefault(key, type(case)) is type(case)


@pytest.mark.parametrize("name", ALONE)
def test_the_truth_of_the_cheapest_points_can_be_had_without_the_library(name):
    """A planted answer far on the wrong side is refuted: the adapter knows a truth."""
    planted = 0
    for case in adapter(name).cases():
        if isinstance(case, Claims) and case.bound == "upper" and planted < 2:
            found = judged(replace(case, privacy_map=lambda **_: -1.0), case.points[0])
            assert found.verdict is Verdict.UNSOUND, (case.function, found)
            assert found.witness is not None
            planted += 1
    assert planted or all(isinstance(case, Samples) for case in adapter(name).cases())
