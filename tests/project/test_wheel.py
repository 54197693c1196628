"""The wheel has exactly one top-level package, and the check of that can fail."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.project.wheel_contents import NEEDED, problems

ROOT = Path(__file__).parents[2]
INFO = "assay-1.0.dist-info"
MAN_PAGE = "assay-1.0.data/data/share/man/man1/assay.1"


def wheel(folder, *extra, without=()):
    path = folder / "assay-1.0-py3-none-any.whl"
    with ZipFile(path, "w") as archive:
        for name in (*NEEDED, f"{INFO}/METADATA", f"{INFO}/licenses/LICENSE", MAN_PAGE, *extra):
            if name not in without:
                archive.writestr(name, "")
    return str(path)


def test_a_good_wheel(tmp_path):
    assert problems(wheel(tmp_path)) == []


@pytest.mark.parametrize(
    "name", ["tests/__init__.py", "spec/README.md", "assay_tools/__init__.py", "setup.py"]
)
def test_another_top_level_name(tmp_path, name):
    assert problems(wheel(tmp_path, name)) == [f"{name.partition('/')[0]} is a top-level name"]


@pytest.mark.parametrize("name", NEEDED)
def test_a_missing_file(tmp_path, name):
    assert problems(wheel(tmp_path, without=[name])) == [f"{name} is missing"]


def test_a_missing_man_page(tmp_path):
    assert problems(wheel(tmp_path, without=[MAN_PAGE])) == ["the man page is missing"]


def test_a_missing_licence(tmp_path):
    assert problems(wheel(tmp_path, without=[f"{INFO}/licenses/LICENSE"])) == ["the licence is missing"]


@pytest.mark.slow
def test_the_wheel_of_this_checkout(tmp_path):
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", tmp_path, ROOT]
    subprocess.run(build, check=True, capture_output=True)
    (built,) = tmp_path.glob("*.whl")
    assert problems(str(built)) == []
    with ZipFile(built) as archive:
        packed = {name for name in archive.namelist() if name.startswith("assay/")}
    sources = (path.relative_to(ROOT / "reference") for path in (ROOT / "reference/assay").rglob("*.py"))
    assert {path.as_posix() for path in sources} <= packed
