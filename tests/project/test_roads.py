"""The roads of CONTRIBUTING are walked from start to finish: files are written, lines added, commands run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
ROAD = TEXT[TEXT.index("## A newcomer's road") : TEXT.index("## Rules")]
SECTIONS = {part.partition("\n")[0]: part for part in re.split(r"^### ", ROAD, flags=re.M)[1:]}
BLOCK = re.compile(
    r"(?:In `(?P<place>[^`\n]+)`(?:, before (?P<ticks>`+)(?P<before>[^\n]+?)(?P=ticks))?:\n\n)?"
    r"```(?P<kind>python|text|sh)\n(?P<block>.*?)```\n",
    re.S,
)
WANTED = {"A mechanism", "A measure", "An adjacency", "A theorem", "A lemma", "An adapter", "A command"}


@pytest.fixture
def copy(tmp_path):
    """A copy of the checkout that can be changed."""
    for folder in ("reference", "tests", "spec"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def blocks_of(name: str) -> list[tuple[str, str, str, str]]:
    """The blocks of a road: the file, the line that it stands before, the kind, the text."""
    found = (match.groupdict("") for match in BLOCK.finditer(SECTIONS[name]))
    return [(each["place"], each["before"], each["kind"], each["block"]) for each in found]


def write(place: Path, before: str | None, block: str) -> None:
    """Write a new file, or add lines before the first line that begins with a text."""
    if before is None:
        assert not place.exists()
        place.write_text(block, encoding="utf-8")
        return
    text = place.read_text(encoding="utf-8")
    at = text.index(f"\n{before}") + 1
    place.write_text(text[:at] + block + text[at:], encoding="utf-8")


def run(command: str, folder: Path) -> None:
    """Run one line of a shell block with the Python of this test."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    own = {"PATH": path, "PYTHONPATH": f"{folder / 'reference'}{os.pathsep}{folder}"}
    done = subprocess.run(
        ["bash", "-euc", command],
        cwd=folder,
        env=os.environ | own,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"


def test_every_road_is_there():
    assert set(SECTIONS) == WANTED
    stops = re.findall(r"`((?:exact|dp|adjacency|programs|prove)/\w+\.py)`", ROAD.partition("###")[0])
    assert len(stops) == 10
    assert all((ROOT / "reference" / "assay" / stop).is_file() for stop in stops)


def test_the_chapter_has_every_file_once():
    rows = re.findall(r"^\| (?!section)[\w ]+ \| (`.*) \|$", ROAD.partition("###")[0], flags=re.M)
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row) if name != "engines"]
    files = {path.stem for path in (ROOT / "reference/assay/dp").glob("*.py")} - {"__init__"}
    assert sorted(named) == sorted(files)


@pytest.mark.parametrize("name", [pytest.param(name, marks=pytest.mark.slow) for name in sorted(WANTED)])
def test_a_road_leads_where_it_says(name, copy):
    blocks = blocks_of(name)
    assert blocks[-1][2] == "sh"
    for place, before, kind, block in blocks:
        if kind == "sh":
            for command in block.splitlines():
                run(command, copy)
        else:
            write(copy / place, before or None, block)
    by_hand = {place for place, _, kind, _ in blocks if kind != "sh"}
    assert differing(copy) - by_hand <= WRITTEN_AGAIN.get(name, set())


WRITTEN_AGAIN = {"A measure": {"spec/audit.schema.json", "spec/vectors/measures.json"}}
"""The files that a command of the road writes."""


def differing(folder: Path) -> set[str]:
    """The files of a copy that are new or other than those of the checkout."""
    found = set()
    for path in (path for part in ("reference", "tests", "spec") for path in (folder / part).rglob("*")):
        name = path.relative_to(folder).as_posix()
        kept = path.is_file() and not re.search(r"__pycache__|\.hypothesis|_cache", name)
        if kept and not ((ROOT / name).is_file() and (ROOT / name).read_bytes() == path.read_bytes()):
            found.add(name)
    return found


def test_a_measure_is_two_files_its_name_in_the_table_two_methods_and_how_a_second_program_solves_it():
    blocks = [block for block in blocks_of("A measure") if block[2] != "sh"]
    new = [place for place, before, _, _ in blocks if not before]
    assert new == ["reference/assay/dp/only_possible.py", "tests/dp/test_only_possible.py"]
    changed = sorted({place.rpartition("/")[2] for place, before, _, _ in blocks if before})
    assert changed == ["measures.py", "mechanism.py", "pairs.py", "worst_case.py"]
