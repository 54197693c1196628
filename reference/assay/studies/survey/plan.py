"""What a survey is asked to do."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What is surveyed, and how.

    adapters: their modules; python: the interpreter that has the libraries; jobs: processes at a time;
    pythons: for some adapters another interpreter; unavailable: why a library could not be installed.
    seconds: when to stop, None for never; function: shell patterns of names or parts of a name, with commas.
    """

    adapters: Sequence[str]
    python: str = sys.executable
    jobs: int = 2
    seconds: float | None = None
    function: str | None = None
    path: Sequence[str] = ()
    pythons: Mapping[str, str] = field(default_factory=dict)
    unavailable: Mapping[str, str] = field(default_factory=dict)

    def wants(self, function: str) -> bool:
        """Whether a function is surveyed."""
        if self.function is None:
            return True
        return any(matches(function, pattern.strip()) for pattern in self.function.split(","))


def matches(function: str, pattern: str) -> bool:
    """Whether a name has this part, or is like this shell pattern."""
    if any(sign in pattern for sign in "*?["):
        return fnmatchcase(function, pattern)
    return pattern in function
