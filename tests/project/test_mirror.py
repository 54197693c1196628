"""Tests mirror the package: a test file is about the module of its path, and every module has its tests.

`tests/a/test_b.py` is about `assay/a/b.py`; `test_b_aspect.py` is one more file about it, where one would be too
long. A package as a whole has its file in its own folder, `tests/a/test_a.py`.
"""

from __future__ import annotations

import pytest

from .mirror import TESTS, about, modules, packages, test_files, used_by, users

CROSS_CUTTING = {
    "project/": "the repository: what its documents, settings and public names promise",
    "programs/conformance/": "one contract, `spec/programs.md`, for every reader of programs",
    "programs/generated/": "every reader of programs on the same generated programs",
}
"""Folders whose tests are about no one module, and what they are about."""

REFUSALS = "test_bad_input.py"
"""What a package refuses, whichever of its modules is asked."""

ELSEWHERE: dict[str, str] = {}
"""Modules whose tests are elsewhere than in the folder of their package, and why that says more."""


def is_placed(test: str) -> bool:
    """Whether a test file is about a module, a package, or has a reason to be about more."""
    folder, _, file = test.rpartition("/")
    return (
        about(test) is not None
        or test.startswith(tuple(CROSS_CUTTING))
        or (file == REFUSALS and folder in packages())
    )


def is_tested(module: str) -> str:
    """Where the tests of a module are: "its file", "its package", "inside", "elsewhere"; or "nowhere".

    "its package": a test in the folder of its package uses it.  "inside": only its own part of Assay uses it, whose
    tests call what uses it.
    """
    folder, top = module.rpartition("/")[0], module.split("/")[0]
    if any(about(test) == module for test in test_files()):
        return "its file"
    near = [t for t in test_files() if folder and (t.startswith(f"{folder}/") or about(t) == folder)]
    if any(module in used_by(TESTS / test) for test in near):
        return "its package"
    if folder and near_tests(folder) and all(user.split("/")[0] == top for user in users()[module]):
        return "inside"
    return "elsewhere" if module in ELSEWHERE else "nowhere"


def near_tests(folder: str) -> bool:
    """Whether a package, or the one that it is in, has tests."""
    return any((TESTS / part).is_dir() for part in (folder, folder.rpartition("/")[0]) if part)


def test_every_test_file_is_about_the_module_of_its_path():
    assert [test for test in test_files() if not is_placed(test)] == []


def test_every_module_has_its_tests():
    assert [module for module in sorted(modules()) if is_tested(module) == "nowhere"] == []


def test_what_is_tested_elsewhere_is_tested_there():
    for module, test in ELSEWHERE.items():
        assert is_tested(module) == "elsewhere", module
        assert module in used_by(TESTS / test), (module, test)


def test_every_reason_is_needed():
    for folder in CROSS_CUTTING:
        assert any(test.startswith(folder) and about(test) is None for test in test_files()), folder


@pytest.mark.parametrize(
    ("test", "module"),
    [
        ("exact/test_number.py", "exact/number"),
        ("exact/test_number_laws.py", "exact/number"),
        ("exact/test_flint.py", "exact/_flint"),
        ("decide/signs/test_signs.py", "decide/signs"),
        ("decide/test_signs.py", "decide/signs"),
        ("prove/test_lemma_table.py", "tests/prove/lemma_table"),
        ("exact/test_miscellany.py", None),
        ("number/test_laws.py", None),
    ],
)
def test_names_are_read_so(test, module):
    assert about(test) == module


def test_uses_are_seen_through_packages_and_by_string():
    assert "exact/number" in used_by(TESTS / "exact" / "test_number_laws.py")
    assert "adjacency/vectors" in used_by(TESTS / "adjacency" / "test_adjacency.py")
    assert "dp/hockey_stick" in users()["exact/number"] or users()["exact/number"]
