"""`.ci/release` refuses what is no release before anything is built."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NEEDED = (".ci/release", "CITATION.cff", "CHANGELOG.md", "pyproject.toml", "reference/assay/__init__.py")


def git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=Nobody", "-c", "user.email=nobody@example.org")
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def checkout(tmp_path):
    """A repository with what the script reads before it builds."""
    for name in NEEDED:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "-A")
    git(tmp_path, "commit", "-q", "-m", "All")
    return tmp_path


def refusal(folder: Path, *words: str) -> str:
    done = subprocess.run(
        ["bash", ".ci/release", *words], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2, done.stdout + done.stderr
    assert not (folder / "dist").exists()
    return done.stderr


def test_a_python_that_is_not_here(checkout):
    assert "Python 3.2 is not here" in refusal(checkout, "3.2")


def test_changes_that_are_not_committed(checkout):
    (checkout / "CHANGELOG.md").write_text("changed\n")
    assert "not committed" in refusal(checkout)


@pytest.mark.parametrize(
    ("name", "old", "new", "words"),
    [
        ("CITATION.cff", "version: 0.1.0", "version: 0.0.9", "CITATION.cff is not about version 0.1.0"),
        ("CHANGELOG.md", "## 0.1.0", "## 0.2.0", "begins with '## 0.2.0"),
        ("CHANGELOG.md", " (not yet released)", " (2027-01-01)", "a release names its public home"),
        ("reference/assay/__init__.py", '__version__ = "0.1.0"', '__version__ = "9"', "not about version 9"),
    ],
)
def test_versions_that_differ(checkout, name, old, new, words):
    text = (checkout / name).read_text(encoding="utf-8")
    assert text.count(old) == 1
    (checkout / name).write_text(text.replace(old, new), encoding="utf-8")
    git(checkout, "commit", "-q", "-a", "-m", "Another version")
    assert words in refusal(checkout)


def test_a_table_of_addresses_without_one(checkout):
    changes = checkout / "CHANGELOG.md"
    changes.write_text(
        changes.read_text(encoding="utf-8").replace(" (not yet released)", ""), encoding="utf-8"
    )
    with (checkout / "pyproject.toml").open("a", encoding="utf-8") as project:
        project.write("\n[project.urls]\n")
    git(checkout, "commit", "-q", "-a", "-m", "No address")
    assert "a release names its public home" in refusal(checkout)
