"""What is quoted of a library: its documentation and the line, of functions, methods and properties."""

from __future__ import annotations

import pytest

from assay.studies.survey.worker import LONGEST, quotation, resolved


def test_a_function_a_method_and_a_property_are_found():
    assert resolved("json.loads").__name__ == "loads"
    assert resolved("json.decoder.JSONDecoder.decode").__name__ == "decode"
    assert resolved("fractions.Fraction.numerator").__name__ == "numerator"


@pytest.mark.parametrize("name", ["nothing.at.all", "json.nothing", "json.loads.nothing", "", "a-command"])
def test_what_is_not_there_has_no_quotation(name):
    assert quotation(name) == {}


def test_the_first_paragraph_and_where_it_stands():
    said = quotation("pytest.fixture")
    assert said["documentation"].startswith("Decorator to mark a fixture factory function.")
    assert said["source"].startswith("_pytest/fixtures.py:")
    assert len(said["documentation"]) <= LONGEST + 4
