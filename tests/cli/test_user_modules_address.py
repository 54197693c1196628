"""Which file, and which name in it."""

from __future__ import annotations

import pytest

from assay.cli.user_modules import Address, parse_address
from tests.cli.command_line import ALMOST_RANDOM, assay, write


@pytest.mark.parametrize(
    ("text", "source", "name"),
    [
        ("a.py", "a.py", None),
        ("a.py:m", "a.py", "m"),
        ("a.py:ns.m", "a.py", "ns.m"),
        ("pkg.mod", "pkg.mod", None),
        ("pkg.mod:m", "pkg.mod", "m"),
        ("c:/x/a.py", "c:/x/a.py", None),
        ("c:/x/a.py:m", "c:/x/a.py", "m"),
    ],
)
def test_addresses(text, source, name):
    assert parse_address(text) == Address(source, name)


def test_a_file_whose_name_has_a_colon(tmp_path):
    path = write(tmp_path, ALMOST_RANDOM, "odd:name.py")
    assert assay("audit", path).status == 0
    assert assay("audit", f"{path}:m").status == 0
