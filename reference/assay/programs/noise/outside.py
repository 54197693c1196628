"""`OutsideClass`: what a symbolic program may not do, refused with the line where it happens."""

from __future__ import annotations

import sys
import sysconfig
from functools import lru_cache
from pathlib import Path
from types import FrameType

from ...errors import InvalidType, InvalidValue
from ..origins import is_of_package

LIBRARY = Path(sysconfig.get_paths()["stdlib"]).resolve()


class OutsideClass(InvalidType):
    """A program left the class of programs whose probabilities have a closed form here; `line` says where."""

    def __init__(self, reason: str, where: str, line: int | None) -> None:
        super().__init__(f"{where}: {reason}" if where else reason)
        self.reason = reason
        self.line = line


class GaussianNoise(OutsideClass):
    """A program draws Gaussian noise where exact probabilities are asked for; there are certified ones."""


class NoisyOutput(InvalidValue):
    """An output holds noisy values, where finitely many outputs are listed; see `audit_at_epsilon`."""


def refuse(reason: str, kind: type[OutsideClass] = OutsideClass) -> OutsideClass:
    """The error, with the file and the line of the program's own statement that led here."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and _is_ours(frame):
        frame = frame.f_back
    if frame is None:
        return kind(reason, "", None)
    name = Path(frame.f_code.co_filename).name
    return kind(reason, f"{name}, line {frame.f_lineno}", frame.f_lineno)


def _is_ours(frame: FrameType) -> bool:
    """Whether a frame is none of the program's own."""
    return is_of_package(frame.f_code.co_filename) or is_library_file(frame.f_code.co_filename)


@lru_cache(maxsize=1 << 10)
def is_library_file(file: str) -> bool:
    """Whether a file belongs to Python's own library."""
    path = Path(file)
    inside = path.is_relative_to(LIBRARY) and "site-packages" not in path.parts
    return inside or file.startswith("<frozen")
