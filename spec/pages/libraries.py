"""Who makes the libraries that are judged: people, home, licence, as their packages say of themselves.

    python -m spec.pages.libraries PYTHON [PYTHON ...]     ask environments in which they are installed

writes what they say to `spec/libraries.json`, over what is there.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from .markdown import escape

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "spec" / "libraries.json"
ASK = """
import json, re, sys
from importlib.metadata import PackageNotFoundError, metadata
found = {}
for name in sys.argv[1:]:
    try:
        said = metadata(name)
    except PackageNotFoundError:
        continue
    mails = [part for mail in (said.get_all("Author-email") or []) for part in mail.split(",")]
    named = [part.split("<")[0].strip() for part in mails if "<" in part]
    urls = dict(url.split(", ", 1) for url in said.get_all("Project-URL") or [])
    wanted = ("homepage", "repository", "source", "documentation")
    homes = [said["Home-page"], *(urls[key] for word in wanted for key in urls if key.lower() == word)]
    classes = [each.split(" :: ") for each in said.get_all("Classifier") or []]
    licences = [said["License-Expression"], *(said["License"] or "").splitlines()[:1]]
    licences += [each[-1] for each in classes if each[0] == "License"]
    found[name] = {
        "summary": said["Summary"] or "",
        "people": said["Author"] or ", ".join(named),
        "home": next((home for home in homes if home), ""),
        "licence": next((each for each in licences if each), ""),
        "release": said["Version"],
    }
print(json.dumps(found))
"""
"""Runs in the environment of a library, which has no Assay."""


@cache
def read() -> dict[str, dict[str, str]]:
    """What each library says of itself."""
    data: dict[str, dict[str, str]] = json.loads(FILE.read_text(encoding="utf-8"))
    return data


def credit(name: str) -> str:
    """A paragraph: what the library is, who makes it, where it lives, under which licence."""
    said = read()[name]
    home = f" Home: <{said['home']}>." if said["home"] else ""
    people = f" Made by {escape(said['people'])}." if said["people"] else ""
    licence = f" Licence: {escape(said['licence'])}." if said["licence"] else ""
    return f"{escape(said['summary'].rstrip('.'))}.{people}{home}{licence}"


def makers(name: str) -> str:
    """A cell of a table: who makes it, with a link to its home."""
    said = read()[name]
    people = escape(said["people"]) or "home"
    return f"[{people}]({said['home']})" if said["home"] else people


def ask(pythons: Sequence[str], names: Sequence[str]) -> dict[str, dict[str, str]]:
    """What the packages of these environments say, the first environment that has a library first."""
    found: dict[str, dict[str, str]] = {}
    for python in pythons:
        said = subprocess.run([python, "-c", ASK, *names], check=True, capture_output=True, text=True).stdout
        found = {**json.loads(said), **found}
    return found


def judged() -> list[str]:
    """The libraries of the survey."""
    survey: Mapping[str, Any] = json.loads((ROOT / "spec" / "survey.json").read_text(encoding="utf-8"))
    return sorted(str(library["name"]) for library in survey["libraries"])


def main(pythons: Sequence[str]) -> int:
    """Write the file, and say which libraries nobody knows."""
    names = judged()
    known = read() if FILE.exists() else {}
    found = {**known, **ask(pythons, names)}
    kept = {name: found[name] for name in names if name in found}
    FILE.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    missing = [name for name in names if name not in found]
    sys.stdout.write(f"{len(found)} libraries; nothing is known of: {', '.join(missing) or 'none'}\n")
    return 1 if missing else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
