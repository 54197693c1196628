"""Where a target is: `FILE.py[:NAME]` or `package.module[:NAME]`."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from .errors import UsageError


@dataclass(frozen=True)
class Address:
    """Where the target is: a file or a dotted module, and the name in it, if one was given."""

    source: str
    name: str | None

    @property
    def is_file(self) -> bool:
        """Whether the source is a path, rather than a dotted module name."""
        return self.source.endswith(".py") or os.sep in self.source or Path(self.source).is_file()


def parse_address(text: str) -> Address:
    """Split `FILE.py:NAME` at its last colon; a colon that is a part of the path stays there."""
    source, colon, name = text.rpartition(":")
    if not colon or Path(text).is_file() or os.sep in name:
        return Address(text, None)
    if not name:
        raise UsageError(f"{text!r} ends in a colon; write FILE.py:NAME, or leave the colon out")
    return Address(source, name)
