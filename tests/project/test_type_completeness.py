"""The share of known types is read from a report of pyright, and a report without symbols is no success."""

from __future__ import annotations

import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from tests.project.type_completeness import completeness

SCRIPT = Path(__file__).with_name("type_completeness.py")


def report(known, ambiguous, unknown):
    counts = {"withKnownType": known, "withAmbiguousType": ambiguous, "withUnknownType": unknown}
    return {"typeCompleteness": {"exportedSymbolCounts": counts}}


def test_ambiguous_and_unknown_types_are_not_known():
    assert completeness(report(98, 1, 1)) == Fraction(98, 100)


@pytest.mark.parametrize("empty", [{}, {"typeCompleteness": {}}, report(0, 0, 0)])
def test_a_report_without_symbols_is_refused(empty):
    with pytest.raises(ValueError, match="no symbols"):
        completeness(empty)


@pytest.mark.parametrize(("known", "status"), [(98, 0), (97, 1)])
def test_less_than_98_percent_fails(tmp_path, known, status):
    path = tmp_path / "report.json"
    path.write_text(json.dumps(report(known, 100 - known, 0)))
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(path)], capture_output=True, text=True, check=False
    )
    assert done.returncode == status
    assert done.stdout == f"{known} % of the public symbols have known types\n"
