"""Errors of the command line, and how any error is shown to the user."""

from __future__ import annotations

import sysconfig
import traceback
from pathlib import Path

from ..errors import AssayError

PACKAGE = Path(__file__).resolve().parents[1]
EXAMPLES = PACKAGE / "examples"
LIBRARY = Path(sysconfig.get_path("stdlib")).resolve()
INSTALLED = {Path(sysconfig.get_path(kind)).resolve() for kind in ("purelib", "platlib")}


class UsageError(AssayError, ValueError):
    """The command line cannot be understood."""


class FileError(AssayError):
    """A file or module that is to be audited cannot be loaded; `trace` is its own traceback."""

    def __init__(self, message: str, trace: str) -> None:
        super().__init__(message)
        self.trace = trace


def one_line(text: object) -> str:
    """The text without line breaks."""
    return " ".join(str(text).split())


def headline(error: BaseException) -> str:
    """`TypeName: message` on one line."""
    message = one_line(error)
    return f"{type(error).__name__}: {message}" if message else type(error).__name__


def is_users_file(filename: str) -> bool:
    """Whether a frame's file is neither Assay's (but for its examples) nor the standard library's."""
    if filename.startswith("<"):
        return False
    above = set(Path(filename).resolve().parents)
    if PACKAGE in above:
        return EXAMPLES in above
    return LIBRARY not in above or not INSTALLED.isdisjoint(above)


def users_place(error: BaseException) -> str | None:
    """`file:line` of the innermost frame in the user's own files, or None if there is none."""
    frames = [f for f in traceback.extract_tb(error.__traceback__) if is_users_file(f.filename)]
    return f"{frames[-1].filename}:{frames[-1].lineno}" if frames else None


def users_traceback(error: BaseException) -> str:
    """The traceback of the error as its author would see it: only the frames in the user's own files."""
    report = traceback.TracebackException.from_exception(error)
    chain: list[traceback.TracebackException] = [report]
    for each in chain:
        own = [frame for frame in each.stack if is_users_file(frame.filename)]
        each.stack = traceback.StackSummary.from_list(own)
        chain += [linked for linked in (each.__cause__, each.__context__) if linked is not None]
    return "".join(report.format())
