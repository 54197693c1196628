"""Calls as text: the snippet imports what it names, and prints what was run."""

from __future__ import annotations

import subprocess
import sys

import pytest

from assay.studies.adapters._border import Border, needed
from assay.studies.survey.case import snippet_of
from assay.studies.survey.library import Library, LibraryMissing

IMPORTS = "import math\nfrom fractions import Fraction\nfrom json import decoder, encoder as writer\n"
BORDER = Border(Library("python", "json", "3"), IMPORTS)


@pytest.mark.parametrize(
    ("expression", "lines"),
    [
        ("math.sqrt(2)", ["import math"]),
        ("Fraction(1, 2) + math.pi", ["import math", "from fractions import Fraction"]),
        ("writer.INFINITY", ["from json import encoder as writer"]),
        ("cmath.sqrt(2)", []),
        ("f(math=3)", []),
        ("mathematics", []),
    ],
)
def test_only_what_is_named_is_imported(expression, lines):
    assert needed(IMPORTS, expression) == lines


def test_the_snippet_prints_the_claim():
    case = BORDER.claims(
        "f", "math.exp({x!r}) + {y!r}", {"truth": None}, [{"x": 1.5, "y": float("inf")}], "p"
    )
    point = {"x": 1.5, "y": 2.0}
    ran = subprocess.run(
        [sys.executable, "-c", snippet_of(case, point)], capture_output=True, text=True, check=True
    )
    assert float(ran.stdout) == case.privacy_map(**point)
    assert case.privacy_map(x=0.0, y=float("inf")) == float("inf")


def test_a_library_that_is_missing_is_said_with_its_install_line():
    border = Border(
        Library("nothing", "no_such_module", "1", "pip install nothing"), "import no_such_module\n"
    )
    with pytest.raises(LibraryMissing, match="pip install nothing"):
        border.run("no_such_module.f()", {})
