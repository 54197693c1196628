"""The settings that keep a test run honest: with them it fails where it should."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import settings

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


def exit_code(folder, source, *options):
    """The exit code of a run of one test file with this project's settings."""
    (folder / "pyproject.toml").write_text(
        (ROOT / "pyproject.toml").read_text(encoding="utf-8"), encoding="utf-8"
    )
    (folder / "tests").mkdir()
    (folder / "tests" / "test_it.py").write_text(source, encoding="utf-8")
    run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *options]
    return subprocess.run(run, cwd=folder, capture_output=True, timeout=120, check=False).returncode


CASES = {
    "a test that passes": ("def test_it():\n    assert True\n", 0),
    "a test that fails": ("def test_it():\n    assert False\n", 1),
    "nothing to collect": ("x = 1\n", 5),
    "everything deselected": ("import pytest\n@pytest.mark.slow\ndef test_it():\n    pass\n", 5),
    "a warning": ("import warnings\ndef test_it():\n    warnings.warn('old', UserWarning)\n", 1),
    "a marker nobody knows": ("import pytest\n@pytest.mark.slwo\ndef test_it():\n    pass\n", 2),
    "cases of nothing": ("import pytest\n@pytest.mark.parametrize('x', [])\ndef test_it(x):\n    pass\n", 2),
    "an expected failure that passes": ("import pytest\n@pytest.mark.xfail\ndef test_it():\n    pass\n", 1),
    "a file left open": ("def test_it(tmp_path):\n    open(tmp_path / 'a', 'w')\n", 1),
}


@pytest.mark.parametrize(("source", "code"), CASES.values(), ids=CASES.keys())
def test_a_run_ends_as_it_should(tmp_path, source, code):
    assert exit_code(tmp_path, source) == code


@pytest.mark.parametrize("source", [CASES["nothing to collect"][0], CASES["everything deselected"][0]])
def test_nothing_collected_fails_in_parallel_too(tmp_path, source):
    assert exit_code(tmp_path, source, "-n", "2") == 5


def test_every_profile_but_the_default_draws_fresh_examples():
    assert settings.get_profile("dev").derandomize
    assert not any(settings.get_profile(name).derandomize for name in ("ci", "slow"))
