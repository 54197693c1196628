"""Small programs, each with something that a reader could follow wrongly: the bodies of `main(n)`.

Of a row with "(refused)" in its name no reader that merges may give a distribution.
"""

from __future__ import annotations

from pathlib import Path

from .comparing import Wrong, verdict
from .helpers import with_helpers
from .replay import law_of

_TEXT = (Path(__file__).parent / "rows.txt").read_text(encoding="utf-8")


def _program(body: str) -> str:
    """The text of a row; a first line "@..." is the decorator."""
    head, _, rest = body.partition("\n")
    decorator, body = (head, rest) if head.startswith("@") else ("@program", body)
    lines = "".join(f"    {line}\n" for line in body.rstrip().splitlines())
    return with_helpers(f"{decorator}\ndef main(n):\n{lines}")


ROWS = {
    name: _program(body) for name, _, body in (section.partition("\n") for section in _TEXT.split("=== ")[1:])
}


def check(name: str, reader: str = "merging") -> None:
    """Raises Wrong unless the reader gives the distribution of a row, or refuses it where it must."""
    for n in (0, 1):
        said = verdict(ROWS[name], n, reader, law_of(ROWS[name], n, runs=150))
        if (said in ("exact", "bounded")) == name.endswith("(refused)"):
            raise Wrong(f"{name}: {reader} says {said}")
