"""The example of each public function, from `spec/examples/PACKAGE.pycon`: a session under its name."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "examples"
HEAD = re.compile(r"^# (assay[\w.]*)$\n", re.MULTILINE)


@cache
def examples() -> dict[str, str]:
    """Each session, by the full name of its function."""
    found: dict[str, str] = {}
    for path in sorted(FOLDER.glob("*.pycon")):
        _, *parts = HEAD.split(path.read_text(encoding="utf-8"))
        for name, session in zip(parts[::2], parts[1::2], strict=True):
            if name in found or name.rpartition(".")[0] != path.name.removesuffix(".pycon"):
                raise LookupError(f"{path}: the example of {name} stands twice, or in the wrong file")
            found[name] = session.strip() + "\n"
    return found


def lines_of(name: str) -> list[str]:
    """The example of a function in reStructuredText; nothing for what has none."""
    session = examples().get(name)
    if session is None:
        return []
    indented = [f"   {line}" if line else "" for line in session.splitlines()]
    return ["**Example**", "", ".. code-block:: pycon", "", *indented, ""]
