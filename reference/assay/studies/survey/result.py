"""What came of a survey: its rows, and the libraries as they introduced themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .row import Row


@dataclass
class About:
    """One library of a survey, as its child introduces it."""

    adapter: str
    library: str
    tested: str = ""
    version: str = ""
    problem: str = ""
    missing: bool = False
    beside: Mapping[str, str] = field(default_factory=dict)
    cases: Sequence[Mapping[str, Any]] = ()
    left_out: Mapping[str, str] = field(default_factory=dict)
    uncovered: Sequence[str] = ()


@dataclass
class Survey:
    """The rows in order, the libraries, and whether all that was planned was done."""

    rows: list[Row]
    libraries: list[About]
    complete: bool = True
    stopped: str = ""
