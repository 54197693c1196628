"""A shorter program with the same wrong answer: lines are taken out as long as it stays."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

from .comparing import Wrong, verdict
from .replay import Cut, Law, law_of


def tell(*what: object) -> None:
    """One line, at once."""
    sys.stdout.write(" ".join(map(str, what)) + "\n")
    sys.stdout.flush()


def is_wrong(text: str, x: int, reader: str) -> bool:
    """Whether the reader is wrong about a text."""
    signal.signal(signal.SIGVTALRM, _stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, 4)
    law: Law | None = None
    try:
        law = law_of(text, x)
        verdict(text, x, reader, law)
    except Wrong:
        return law is not None and bool(law.returned) and "@program\ndef main" in text
    except (Exception, Cut):
        return False
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return False


def _stop(*_: object) -> None:
    raise Cut


def shrunk(text: str, x: int, reader: str) -> str:
    """A text that no line, and no run of lines, can be taken out of."""
    lines = text.splitlines(keepends=True)
    size = max(1, len(lines) // 2)
    while size:
        at = 0
        while at < len(lines):
            fewer = lines[:at] + lines[at + size :]
            if is_wrong("".join(fewer), x, reader):
                lines = fewer
            else:
                at += 1 if size < 4 else size
        size //= 2
    return "".join(lines)


if __name__ == "__main__":
    for file in sys.argv[2:]:
        text, n = Path(file).read_text(encoding="utf-8"), int(Path(file).stem) % 3
        found = shrunk(text, n, sys.argv[1])
        tell(f"### {file}, n = {n}\n{found}", law_of(found, n)[:2])
        try:
            verdict(found, n, sys.argv[1], law_of(found, n))
        except Wrong as wrong:
            tell(wrong)
