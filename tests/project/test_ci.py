"""`.ci/run` with tools that do nothing: every stage is run, one that fails is told, and names are checked."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NEEDED = (".ci/run", "README.md", "reference/assay/examples/almost_random.py")

TOOL = """#!/bin/sh
said="$(basename "$0") $*"
echo "$said" >>"$SAID"
case "$said" in *"$PLANTED"*) echo planted; exit 1 ;; esac
case "$said" in "assay audit "*" --epsilon 1") exit 1 ;; esac
exit 0
"""
PYTHON = """#!/bin/sh
[ "$1 $2" = "-m venv" ] || exit 0
mkdir -p "$3/bin"
for tool in pip pytest ruff mypy assay python; do cp "$TOOL" "$3/bin/$tool"; done
"""

BY_DAY = {
    "pip install --quiet .": "README: install and audit",
    "pytest -n auto": "README: test",
    "python -m tests.project.coq_theory": "theory in Coq",
    "pytest -n auto --dist worksteal -m slow": "slow tests",
    "pytest -m peer": "tests beside other libraries",
    "assay verify": "ledger",
    "python tests/ledger/recheck_witnesses.py": "witnesses",
    "mypy": "types",
    "ruff check": "lint",
    "ruff format": "format",
    "python -m build": "wheel",
    "assay audit almost_random.py": "audit from the wheel",
    "pip install --quiet .[docs]": "pages",
    "python spec/build.py": "pages",
    "python -m tests.project.pages_in_browser": "pages",
    "python -": "import times",
}
"""Something that a stage calls, and the stage that fails with it."""

BY_NIGHT = {
    "fresh": ("--hypothesis-profile=ci", "fresh examples"),
    "nightly": ("--hypothesis-profile=slow", "nightly tests"),
    "attack": ("tests.prove.attack", "attack on the kernel"),
}

pytestmark = pytest.mark.skipif(
    not all(map(shutil.which, ("bash", "git", "tar"))), reason="needs bash, git and tar"
)


@pytest.fixture
def run(tmp_path):
    """A run of a copy of the script, in which a call that contains what is planted fails."""
    for name in NEEDED:
        (tmp_path / "checkout" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / "checkout" / name)
    tools = tmp_path / "tools"
    tools.mkdir()
    for name, text in (("python3", PYTHON), ("tool", TOOL), ("coqc", "#!/bin/sh\n")):
        (tools / name).write_text(text, encoding="utf-8")
        (tools / name).chmod(0o755)
    subprocess.run(["git", "init", "-q"], cwd=tmp_path / "checkout", check=True)

    def ended(
        *stages: str, planted: str = "nothing is planted", **more: str
    ) -> subprocess.CompletedProcess[str]:
        settings = {"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}", "TOOL": str(tools / "tool")}
        settings |= {"ASSAY_COQ_CACHE": str(tmp_path / "coq")}
        settings |= {"PLANTED": planted, "SAID": str(tmp_path / "said"), "TMPDIR": str(tmp_path)}
        return subprocess.run(
            ["bash", str(tmp_path / "checkout" / ".ci" / "run"), *stages],
            env={**os.environ, **settings, **more},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    return ended


def test_every_stage_passes_and_those_for_the_night_are_left_out(run, tmp_path):
    done = run()
    assert (done.returncode, done.stderr) == (0, "")
    assert "all stages passed" in done.stdout
    assert all(f"=== {stage}" in done.stdout for stage in BY_DAY.values())
    assert not any(f"=== {stage}" in done.stdout for _, stage in BY_NIGHT.values())
    assert "pip install --quiet -e .[test,peers,cluster]" in (tmp_path / "said").read_text(encoding="utf-8")


@pytest.mark.parametrize("planted", BY_DAY)
def test_a_failure_in_any_stage_is_told_and_ends_with_1(run, planted):
    done = run(planted=planted)
    assert done.returncode == 1
    assert f"=== FAILED: {BY_DAY[planted]}" in done.stdout
    assert "all stages passed" not in done.stdout


@pytest.mark.parametrize("name", BY_NIGHT)
def test_stages_for_the_night_are_run_when_they_are_named(run, name):
    planted, stage = BY_NIGHT[name]
    assert run(name).returncode == 0
    done = run(name, planted=planted)
    assert done.returncode == 1
    assert f"=== FAILED: {stage}" in done.stdout


def test_only_the_stages_that_are_named_are_run(run, tmp_path):
    assert run("types", "lint").returncode == 0
    said = (tmp_path / "said").read_text(encoding="utf-8")
    assert "mypy" in said
    assert "ruff check" in said
    assert "ruff format" not in said
    assert "pytest" not in said


def test_the_examples_of_the_pages_are_run_once(run, tmp_path):
    """By the tests where all of them run, and otherwise when the pages are built."""
    asked = []
    for stages in ((), ("docs",), ("docs", "slow")):
        assert run(*stages).returncode == 0
        asked += re.findall(r"^python spec/build.py.*$", (tmp_path / "said").read_text("utf-8"), re.M)
        (tmp_path / "said").unlink()
    assert asked == ["python spec/build.py --skip-examples", *["python spec/build.py"] * 2]


@pytest.mark.parametrize("names", [["speed"], ["types", "speed"], ["--help"], [""], ["typ"]])
def test_a_stage_that_there_is_not_is_refused(run, names):
    done = run(*names)
    assert done.returncode == 2
    assert f"there is no stage {names[-1]}" in done.stderr
    assert done.stdout == ""


def test_a_checkout_of_another_user_is_copied_as_where_a_container_mounts_it(run):
    other = {"GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"}
    refused = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, env=os.environ | other, capture_output=True, check=False
    )
    if not refused.returncode:
        pytest.skip("this git does not look at owners")
    assert run("lint", **other).returncode == 0


SAYS_STAGES = (
    "CONTRIBUTING.md",
    ".ci/Containerfile",
    ".github/workflows/ci.yml",
    ".github/workflows/nightly.yml",
)


def test_the_stages_are_listed_and_what_calls_them_knows_their_names(run):
    listed = run("--list").stdout.split()
    assert {"test", "slow", "types", *BY_NIGHT} <= set(listed)
    for path in SAYS_STAGES:
        text = (ROOT / path).read_text(encoding="utf-8")
        called = re.findall(r"\.ci/run((?: [a-z]+)*)", text) + re.findall(r"stage: \[(.*)\]", text)
        named = {name for line in called for name in re.findall("[a-z]+", line)}
        assert called, path
        assert named <= set(listed), path
