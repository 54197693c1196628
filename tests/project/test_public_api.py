"""The public names: each can be imported, is seen by type checkers, and is loaded lazily."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterator
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import get_args, get_type_hints

import pytest

import assay
from spec.pages.api import PACKAGES, public_names

SOURCE = ast.parse(Path(assay.__file__).read_text(encoding="utf-8"))

PROMISED = {
    *(
        "Dist",
        "Mechanism",
        "adjacency",
        "eps",
        "ln",
        "mechanisms",
        "queries",
        "amplification",
        "program",
        "flip",
        "draw",
        "uniform",
    ),
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


def with_hints(name: str, value: object) -> Iterator[tuple[str, Callable[..., object]]]:
    """A function with its name; a class, with its methods and properties, inherited ones too."""
    if inspect.isfunction(value):
        yield name, value
    elif inspect.isclass(value) and value.__module__.partition(".")[0] == "assay":
        yield name, value
        for base in value.__mro__:
            if base.__module__.partition(".")[0] == "assay":
                members = ((f"{name}.{word}", function_of(member)) for word, member in vars(base).items())
                yield from ((word, function) for word, function in members if function is not None)


def function_of(member: object) -> Callable[..., object] | None:
    """What a method or a property of a class calls; None for anything else."""
    if isinstance(member, property):
        return member.fget
    if isinstance(member, cached_property):
        return member.func
    function = getattr(member, "__func__", member)
    return function if inspect.isfunction(function) else None


def without_hints(package: str) -> list[str]:
    """What a package gives out that names a type which is not there at run time."""
    found = []
    for name in public_names(package):
        for word, value in with_hints(name, getattr(import_module(package), name)):
            try:
                get_type_hints(value)
            except (NameError, TypeError) as error:
                found.append(f"{package}.{word}: {error}")
    return found


@pytest.mark.parametrize("package", PACKAGES)
def test_type_hints_are_read_at_run_time(package):
    assert without_hints(package) == []


def test_methods_properties_and_what_is_inherited_are_looked_at():
    seen = {name for name, _ in with_hints("Number", assay.Number)}
    assert seen > {"Number", "Number.substitute", "Number.__round__"}
    assert "Mechanism.worst_case" in {name for name, _ in with_hints("Mechanism", assay.Mechanism)}


def test_a_hint_that_cannot_be_read_is_seen(monkeypatch):
    monkeypatch.delitem(vars(import_module("assay.exact.elementary")), "Certified")
    assert without_hints("assay.exact") == ["assay.exact.sign: name 'Certified' is not defined"]


def test_a_verdict_does_not_end_a_branch():
    for verdict in get_args(assay.Verdict):
        assert get_type_hints(verdict.__bool__) == {"return": bool}
