"""What workers run in the tests: functions that answer, raise, die, hang, and answer what cannot be sent."""

from __future__ import annotations

import os
import time
from pathlib import Path


class Fussy(Exception):
    """An error that cannot be made again from its text."""

    def __init__(self, text: str, more: str) -> None:
        super().__init__(text + more)


def square(n: int) -> int:
    """n^2, but for some n."""
    if n == -1:
        raise ArithmeticError("minus one")
    if n == -2:
        os._exit(7)
    if n == -3:
        time.sleep(1000)
    if n == -4:
        raise Fussy("fussy", "!")
    return n * n


def unsendable(n: int) -> object:
    """A result that cannot be pickled."""
    return lambda: n


def noted(folder: str) -> None:
    """Leaves the number of its process, and works for long."""
    (Path(folder) / str(os.getpid())).touch()
    time.sleep(1000)
