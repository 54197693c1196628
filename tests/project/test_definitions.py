"""The definitions in `spec/definitions.md` hold: every example is run, every file that is named exists."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
DEFINITIONS = ROOT / "spec" / "definitions.md"
PACKAGE = ROOT / "reference" / "assay" / "dp"


def test_every_example_is_true():
    found = doctest.testfile(str(DEFINITIONS), module_relative=False, encoding="utf-8")
    assert found.attempted > 20
    assert found.failed == 0


def test_every_file_that_is_named_exists():
    named = re.findall(r"`([a-z_]+\.py)`", DEFINITIONS.read_text(encoding="utf-8"))
    assert len(named) > 10
    assert [name for name in named if not (PACKAGE / name).is_file()] == []


def test_every_reference_is_listed_and_every_listed_one_is_used():
    text = DEFINITIONS.read_text(encoding="utf-8")
    body, references = text.split("## References")
    listed = set(re.findall(r"^- \[(\w+)\]", references, re.MULTILINE))
    used = set(re.findall(r"[\[; ]([A-Zv][A-Z]*[A-Za-z]*\d\d)[,;\]]", body))
    assert used == listed


def test_the_table_of_distributions_is_that_of_the_code():
    from tests.notions.test_catalogue import NOTIONS

    rows = re.findall(
        r"^\| ([\w-]+)[^|]*\|[^|]*\|[^|]*\| (\W*yes\W*|\W*no\W*) \| (\W*yes\W*|\W*no\W*) \|$",
        DEFINITIONS.read_text(),
        re.MULTILINE,
    )
    stated = {name: ("yes" in closed, "yes" in adaptive) for name, closed, adaptive in rows}
    coded = {n.name.split()[0]: (n.closed, n.adaptive) for n in NOTIONS}
    assert stated == coded
