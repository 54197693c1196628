"""The public names: each can be imported, is seen by type checkers, and is loaded lazily."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

import assay

SOURCE = ast.parse(Path(assay.__file__).read_text(encoding="utf-8"))

PROMISED = {
    *("Dist", "Mechanism", "adjacency", "eps", "ln", "mechanisms", "program", "flip", "draw", "uniform"),
    *("exp", "sqrt", "number", "Number", "Log", "INFINITY", "EPS", "Certified", "theorems", "dp", "exact"),
    *("decide",),
    *("Verdict", "Proved", "Verified", "Refuted", "Undecided", "errors", "AssayError", "__version__"),
}


@pytest.mark.parametrize("name", sorted(assay.__all__))
def test_every_public_name_can_be_imported(name):
    assert getattr(assay, name) is not None
    assert name in dir(assay)


def test_what_is_promised_is_there():
    assert set(assay.__all__) >= PROMISED


def test_type_checkers_see_the_same_names():
    block = next(node for node in SOURCE.body if isinstance(node, ast.If))
    seen = {alias.asname or alias.name for node in block.body for alias in node.names}
    assert seen | {"__version__"} == set(assay.__all__)


def test_names_are_the_objects_of_their_layer():
    assert assay.Dist is assay.dp.Dist
    assert assay.ln is assay.exact.ln
    assert assay.program is assay.programs.program
    assert assay.adjacency.hamming is assay.adjacency.hamming
    assert assay.AssayError is assay.errors.AssayError


@pytest.mark.parametrize("name", ["nothing", "Distribution", "_load_", "cli_"])
def test_other_names_are_not_there(name):
    with pytest.raises(AttributeError, match=f"module 'assay' has no attribute '{name}'"):
        getattr(assay, name)


def test_star_import():
    names: dict[str, object] = {}
    exec("from assay import *", names)
    assert set(assay.__all__) <= set(names) | {"__version__"}


def test_the_version_is_one():
    assert re.fullmatch(r"\d+\.\d+\.\d+", assay.__version__)
    root = Path(__file__).parents[2]
    assert f"version: {assay.__version__}\n" in (root / "CITATION.cff").read_text(encoding="utf-8")
    assert f"## {assay.__version__}" in (root / "CHANGELOG.md").read_text(encoding="utf-8")


def test_hints_are_read_at_run_time_and_a_verdict_does_not_end_a_branch():
    for name in assay.__all__:
        public = getattr(assay, name)
        if inspect.isfunction(public):
            get_type_hints(public)
    for method in (assay.Mechanism.__init__, assay.Mechanism.audit, assay.Dist.__init__):
        get_type_hints(method)
    for verdict in get_args(assay.Verdict):
        assert get_type_hints(verdict.__bool__) == {"return": bool}
