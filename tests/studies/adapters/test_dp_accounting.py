"""The adapter of dp-accounting: every public name is covered, and every snippet runs by itself."""

from __future__ import annotations

import random
import subprocess
import sys
from importlib.util import find_spec

import pytest

from assay.errors import InvalidValue
from assay.studies.adapters import dp_accounting as adapter
from assay.studies.adapters.dp_accounting import mechanisms
from assay.studies.adapters.dp_accounting.names import BORDER
from assay.studies.survey.case import snippet_of
from assay.studies.survey.judged import judged, points_of
from assay.studies.survey.library import LibraryMissing, coverage
from assay.studies.survey.row import Verdict

INSTALLED = find_spec("dp_accounting") is not None
peer = pytest.mark.skipif(not INSTALLED, reason="dp-accounting is not installed")


@pytest.mark.peer
@peer
def test_every_public_name_is_covered_or_left_out_with_a_reason():
    found = coverage(adapter)
    assert found.complete, found
    assert len(found.covered) > 100
    assert all(len(reason) > 10 for reason in found.left_out.values())


@pytest.mark.peer
@peer
def test_the_claimed_number_of_a_row_is_what_its_snippet_prints():
    cases = [case for case in adapter.cases() if case.seconds < 60]
    for case in random.Random(1).sample(cases, 5):
        point = points_of(case)[0]
        finding = judged(case, point)
        text = snippet_of(case, point)
        done = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)
        if finding.verdict in (Verdict.REFUSES, Verdict.REFUSES_WRONGLY):
            assert done.returncode or done.stdout.strip() in ("None", "nan")
            continue
        assert done.returncode == 0, done.stderr
        assert done.stdout.strip() in (
            finding.claimed,
            finding.detail.removeprefix("the parameter found is "),
        )


@pytest.mark.peer
@peer
def test_a_planted_defect_is_found_and_the_library_is_not_accused():
    case = next(each for each in adapter.cases() if "from_laplace_mechanism" in each.function)
    assert judged(case, points_of(case)[0]).verdict in (Verdict.TIGHT, Verdict.LOOSE)
    halved = type(case)(**{**vars(case), "privacy_map": lambda **p: case.privacy_map(**p) / 2})
    assert judged(halved, points_of(case)[0]).verdict is Verdict.UNSOUND


@pytest.mark.skipif(INSTALLED, reason="dp-accounting is installed")
def test_without_the_library_the_error_has_the_install_line():
    with pytest.raises(LibraryMissing, match=r"pip install 'assay\[peers\]'"):
        BORDER.run("pld.identity()", {})


def test_a_snippet_imports_what_it_names_and_no_more():
    text = BORDER.asked("pld.identity().get_delta_for_epsilon({epsilon!r})", {})["snippet"]
    assert text.splitlines() == [
        "from dp_accounting.pld import privacy_loss_distribution as pld",
        "print(pld.identity().get_delta_for_epsilon({epsilon!r}))",
    ]
    assert "rdp_privacy_accountant" not in BORDER.asked("dpa.rdp.RdpAccountant()", {})["snippet"]


def test_the_rate_of_a_truncated_sample():
    """By enumeration: n = 2, rate 1/4, at most one record."""
    quarter = mechanisms.Fraction(1, 4)
    both, alone = quarter * quarter, quarter * (1 - quarter)
    assert mechanisms.truncated_rate(2, quarter, 1) == both / 2 + alone
    assert mechanisms.truncated_rate(5, quarter, 5) == quarter


def test_randomised_response_that_is_none_is_refused():
    with pytest.raises(InvalidValue):
        mechanisms.response(mechanisms.Fraction(2), 2)
