"""Which tests have which flags: measured by programs with the bugs that the flags name, see `flags.json`.

`tests/testing/vectors/mutants.py` writes the file: a flag stands on the tests that the program with the bug
fails, and on no other.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

MEASURED = Path(__file__).with_name("flags.json")


@cache
def measured() -> Mapping[str, tuple[str, ...]]:
    """The flags of every test that has some, by its id."""
    found: dict[str, tuple[str, ...]] = {}
    for flag, ids in json.loads(MEASURED.read_text(encoding="ascii")).items():
        for name in ids:
            found[name] = (*found.get(name, ()), flag)
    return found


def flags_of(name: str) -> tuple[str, ...]:
    """The flags of the test with this id."""
    return measured().get(name, ())
