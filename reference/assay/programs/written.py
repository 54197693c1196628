"""The text of the file that code was compiled from."""

from __future__ import annotations

import inspect
import linecache
from types import CodeType


def file_text(code: CodeType) -> str:
    """The text of that file, as it is now.  Raises OSError or TypeError where it is not at hand."""
    linecache.checkcache(code.co_filename)
    lines = linecache.getlines(code.co_filename)
    if not lines:  # of code from an archive; to find its module takes longer than to read the file
        lines, _ = inspect.findsource(code)
    return "".join(lines)
