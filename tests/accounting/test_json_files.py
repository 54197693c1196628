"""What the accountant reads from JSON: one format, members once, and none that would be ignored."""

from __future__ import annotations

import json

import pytest

from assay.accounting.json_files import checked_object, read_object
from assay.errors import InvalidValue

FORM, LISTS = "assay example 1", ("a", "b")


def test_an_object_is_read_with_or_without_its_format(tmp_path):
    path = tmp_path / "x.json"
    for data in ({"a": [1]}, {"format": FORM, "a": ["1/2"], "b": []}):
        path.write_text(json.dumps(data), encoding="utf-8")
        assert read_object(path, FORM, LISTS) == data
        assert checked_object(data, FORM, LISTS, "data") is data


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1]", "is no object of the format 'assay example 1' with a list of a and a list of b"),
        ('{"format": "another"}', "is no object of the format"),
        ('{"a": [], "c": 1}', "has the member 'c', which is none of format, a, b and would be left out"),
        ('{"a": [], "a": [1]}', "'a' is given twice"),
        ('{"a": {"x": 1, "x": 2}}', "'x' is given twice"),
        ('{"a": [', "cannot be read"),
        ("[" * 100_000, "cannot be read"),
        ("\udcff", "cannot be read"),
    ],
)
def test_what_is_none(tmp_path, text, message):
    path = tmp_path / "x.json"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(InvalidValue, match=message):
        read_object(path, FORM, LISTS)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(InvalidValue, match="cannot be read"):
        read_object(tmp_path / "none.json", FORM, LISTS)
