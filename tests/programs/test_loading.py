"""Imports of everything inside a block of a user's file: a refusal where they may matter, else no matter."""

from __future__ import annotations

import pytest

from assay import AssayError
from assay.cli.user_modules import load_file

PROGRAM = """
import random
import assay

FALLBACK = 0

{block}


@assay.program
def program(x):
    return assay.flip("1/2") and {value}
"""

BLOCKS = {
    "try": "try:\n    from {module} import *\nexcept ImportError:\n    FALLBACK = 1",
    "if": "if True:\n    from {module} import *\n    FALLBACK = 1",
    "with": "import contextlib\nwith contextlib.suppress(ImportError):\n"
    "    from {module} import *\n    FALLBACK = 1",
    "for": "for _ in range(1):\n    from {module} import *\n    FALLBACK = 1",
    "nested": "if True:\n    try:\n        from {module} import *\n    finally:\n        FALLBACK = 1",
}


def written(folder, block, module, value):
    """The program of a file with this block."""
    path = folder / "has_a_star.py"
    path.write_text(PROGRAM.format(block=BLOCKS[block].format(module=module), value=value), encoding="utf-8")
    return load_file(str(path)).program


@pytest.mark.parametrize("value", ["MODE", "FALLBACK"])
@pytest.mark.parametrize("block", BLOCKS)
def test_of_a_module_of_the_users_it_is_refused(tmp_path, monkeypatch, block, value):
    name = f"modes_for_{block}_{value.lower()}"
    (tmp_path / f"{name}.py").write_text("import os\nMODE = os.environ.get('MODE', 1)\nFALLBACK = 2\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(AssayError, match=rf"from {name} import \*.*has_a_star.py, line \d+"):
        written(tmp_path, block, name, value).distribution(0)


@pytest.mark.parametrize("block", BLOCKS)
def test_of_a_library_it_changes_nothing(tmp_path, block):
    assert written(tmp_path, block, "math", "FALLBACK + 1").distribution(0)
