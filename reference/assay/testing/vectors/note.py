"""What is said of a class of bugs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Note:
    """A class of bugs, what it does to an answer, and where it was seen."""

    bug_class: str
    effect: str
    seen_in: str
