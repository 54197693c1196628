"""Tasks for the tests of sweeps; workers import them by their address."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from pathlib import Path


def square(parameters: Mapping[str, str]) -> str:
    """n^2, after noting the call in the folder `log`, if there is one."""
    note(parameters)
    return str(int(parameters["n"]) ** 2)


def slow_square(parameters: Mapping[str, str]) -> str:
    """The same, slowly enough for a worker to be killed."""
    note(parameters)
    time.sleep(0.2)
    return str(int(parameters["n"]) ** 2)


def dies_once(parameters: Mapping[str, str]) -> str:
    """Kills its worker the first time that the cell 3 is computed."""
    mark = Path(parameters["log"]) / "died"
    if parameters["n"] == "3" and not mark.exists():
        mark.touch()
        os._exit(1)
    return square(parameters)


def fails(parameters: Mapping[str, str]) -> str:
    """Stops the sweep at the cell 5."""
    if parameters["n"] == "5":
        raise KeyboardInterrupt
    return square(parameters)


def raises(parameters: Mapping[str, str]) -> str:
    """Raises at the cell 0, slowly, while others are finished."""
    if parameters["n"] == "0":
        time.sleep(1)
        raise ArithmeticError("cell 0")
    return square(parameters)


def no_text(parameters: Mapping[str, str]) -> int:
    """Not a task."""
    return len(parameters)


def note(parameters: Mapping[str, str]) -> None:
    """Leave a file a call."""
    if "log" in parameters:
        (Path(parameters["log"]) / f"{parameters['n']}-{os.getpid()}-{time.monotonic_ns()}").touch()
