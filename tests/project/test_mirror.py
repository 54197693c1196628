"""Tests mirror the package: a test file is about the module of its path, and every module has its tests.

`tests/a/test_b.py` is about `assay/a/b.py`, and `test_b_aspect.py` is one more file about it, where one would
be too long. A package as a whole has its file in its own folder, `tests/a/test_a.py`.
"""

from __future__ import annotations

import pytest

from .mirror import TESTS, about, modules, packages, suites, used_by, users

CROSS_CUTTING = {
    "project/": "the repository: what its documents, settings and public names promise",
    "programs/conformance/": "one contract, `spec/programs.md`, for every reader of programs",
    "programs/generated/": "every reader of programs on the same generated programs",
}
"""Folders whose tests are about no one module, and what they are about."""

REFUSALS = "test_bad_input.py"
"""What a package refuses, whichever of its modules is asked."""

ELSEWHERE = {
    "enclosures/largest_slope": "dp/test_concentrated.py",
    "engines/computation": "project/test_ample_budgets.py",
    "engines/independent": "fast/kernels/test_independent.py",
    "errors": "project/test_integer_parameters.py",
    # by what is read, and by what is answered
    "grammar/": "grammar/test_grammar.py",
    "programs/noise/": "programs/noise/test_families.py",
    "source_files": "cli/test_user_modules.py",
    "verdict_words": "test_verdict.py",
    "wiring": "project/test_imports.py",
    # what only a command prints is tested by running the command
    "studies/literature/": "cli/commands/test_decide.py",
    "testing/blackbox/": "cli/commands/test_blackbox.py",
    # the way to sympy and back, by those who go it
    "symbolic/": "prove/sympy_checker/test_claims.py",
}
"""Modules, or the rest of a package, that no test beside them uses, and where they are tested."""


def is_placed(test: str) -> bool:
    """Whether a test file is about a module, a package, or has a reason to be about more."""
    folder, _, file = test.rpartition("/")
    return (
        about(test) is not None
        or test.startswith(tuple(CROSS_CUTTING))
        or (file == REFUSALS and folder in packages())
    )


def above(folder: str) -> list[str]:
    """The package and the packages that it is in."""
    words = folder.split("/")
    return ["/".join(words[:size]) for size in range(len(words), 0, -1)] if folder else []


def is_tested(module: str) -> str:
    """Where the tests of a module are: "its file", "its package", "inside", "elsewhere"; or "nowhere".

    "its package": a test in the folder of its package, or of one that this is in, uses it, or uses a module
    there that does.  "inside": only its own part of Assay uses it, whose tests call what uses it.
    """
    parts = above(module.rpartition("/")[0])
    if any(about(test) == module for test in suites()):
        return "its file"
    near = [t for t in suites() if t.startswith(tuple(f"{part}/" for part in parts)) or about(t) in parts]
    inside = {user for user in users()[module] if parts and user.startswith(f"{parts[-1]}/")}
    if any(used_by(TESTS / test) & {module, *inside} for test in near):
        return "its package"
    if near and inside == users()[module]:
        return "inside"
    return "elsewhere" if any(is_below(module, place) for place in ELSEWHERE) else "nowhere"


def is_below(module: str, place: str) -> bool:
    """Whether a module is the one named, or in the folder named."""
    return module == place or (place.endswith("/") and module.startswith(place))


def test_every_test_file_is_about_the_module_of_its_path():
    assert [test for test in suites() if not is_placed(test)] == []


def test_every_module_has_its_tests():
    assert [module for module in sorted(modules()) if is_tested(module) == "nowhere"] == []


def test_what_is_tested_elsewhere_is_tested_there():
    for place, test in ELSEWHERE.items():
        assert any(is_below(m, place) and is_tested(m) == "elsewhere" for m in modules()), place
        assert test in suites(), test


def test_every_reason_is_needed():
    for folder in CROSS_CUTTING:
        assert any(test.startswith(folder) and about(test) is None for test in suites()), folder


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
