"""The adapters beside the libraries themselves, those that are installed."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import sysconfig

import pytest

from assay.studies.survey.case import Claims, Samples, snippet_of
from assay.studies.survey.judged import judged, points_of
from assay.studies.survey.library import LibraryMissing, coverage, load_adapter
from assay.studies.survey.row import Verdict

pytestmark = pytest.mark.peer

SCRIPTS = sysconfig.get_path("scripts")
LARGE = ("autodp", "diffprivlib", "prv_accountant")
NAMES = (
    *LARGE,
    "diffpriv_pure",
    "jax_privacy",
    "multi_freq_ldpy",
    "opacus",
    "pydp",
    "random_allocation",
    "riskcal",
    "smartnoise_sql",
    "tmlt_core",
)


def adapter(name):
    """The adapter, where its library is installed."""
    found = load_adapter(f"assay.studies.adapters.{name}")
    try:
        found.LIBRARY.version()
    except LibraryMissing as missing:
        pytest.skip(str(missing))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_every_public_name_has_cases_or_a_reason(name):
    found = coverage(adapter(name))
    assert found.complete, (found.uncovered, found.stale, found.unknown)
    assert len(found.covered) > (10 if name in LARGE else 3)


@pytest.mark.parametrize("name", NAMES)
def test_every_snippet_is_python_and_prints(name):
    texts = {snippet_of(case, point) for case in adapter(name).cases() for point in points_of(case)}
    assert len(texts) > (50 if name in LARGE else 10)
    for text in texts:
        tree = ast.parse(text)
        assert any(isinstance(node, ast.Call) for node in ast.walk(tree)), text


@pytest.mark.parametrize("name", NAMES)
def test_snippets_run_by_themselves_and_print_the_claim(name):
    """Every nineteenth claim: what its snippet prints is what the survey judged."""
    claims = [case for case in adapter(name).cases() if isinstance(case, Claims)][::19]
    assert claims or name == "multi_freq_ldpy"
    for case in claims:
        point = case.points[-1]
        try:
            returned = case.privacy_map(**point)
        except Exception:
            continue
        run = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", snippet_of(case, point)],
            capture_output=True,
            text=True,
            check=False,
            timeout=100,
            env={**os.environ, "PATH": os.pathsep.join([SCRIPTS, os.environ["PATH"]])},
        )
        assert run.returncode == 0, (case.function, run.stderr)
        assert repr(float(returned))[:6] in run.stdout, (case.function, returned, run.stdout)


def verdicts(name, part, promise=""):
    """The verdicts of the cases of one function."""
    return [
        judged(case, point).verdict
        for case in adapter(name).cases()
        if case.function.endswith(part) and promise in case.promise
        for point in points_of(case)
    ]


def test_a_right_formula_is_not_accused_beyond_rounding():
    cases = [c for c in adapter("autodp").cases() if c.function.endswith("rdp_bank.RDP_gaussian")]
    found = [judged(case, point) for case in cases for point in points_of(case)]
    assert found
    assert all(each.verdict is not Verdict.UNSOUND or each.rounding for each in found)


def test_a_budget_of_pure_mechanisms_is_not_free():
    assert set(verdicts("autodp", "DP_acct.get_eps", "delta = 0")) == {Verdict.UNSOUND}


def test_samplers_are_followed_to_the_end():
    samples = [
        case
        for case in adapter("diffprivlib").cases()
        if isinstance(case, Samples) and case.route == "tape" and "PermuteAndFlip" in case.function
    ]
    assert samples
    for case in samples:
        assert judged(case, case.parameters).verdict is not Verdict.UNDECIDED
