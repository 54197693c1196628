"""What the exit status of every command says."""

from __future__ import annotations

from enum import IntEnum


class ExitStatus(IntEnum):
    """0 holds (or nothing was claimed), 1 refuted, 2 bad usage or input, 3 undecided, 130 interrupted."""

    HOLDS = 0
    REFUTED = 1
    BAD_INPUT = 2
    UNDECIDED = 3
    INTERRUPTED = 130
