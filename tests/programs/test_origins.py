"""Whose code a file holds: what is trusted is inside of a folder, and does not only begin with its name."""

from __future__ import annotations

import sysconfig
from pathlib import Path

import assay
from assay.programs.origins import INSTALLED, STANDARD, TRUSTED, USER, is_of_package, origin_of_file

PACKAGE = Path(assay.__file__).resolve().parent
LIBRARY = sysconfig.get_paths()["stdlib"]


def test_the_package_is_trusted_apart_from_the_programs_that_it_ships():
    assert origin_of_file(str(PACKAGE / "dp" / "dist.py")) == TRUSTED
    for shipped in ("examples/noise.py", "studies/literature/programs/sums.py"):
        assert not is_of_package(str(PACKAGE / shipped))
        assert origin_of_file(str(PACKAGE / shipped)) in (USER, INSTALLED)


def test_a_folder_beside_the_package_is_not_trusted_for_the_beginning_of_its_name():
    beside = f"{PACKAGE}_plugin/noise.py"
    assert not is_of_package(beside)
    assert origin_of_file(beside) in (USER, INSTALLED)


def test_a_folder_beside_the_standard_library_is_the_users():
    assert origin_of_file(f"{LIBRARY}/random.py") == STANDARD
    assert origin_of_file(f"{LIBRARY}-mine/random.py") == USER
