"""What to ask next where an audit is undecided: the command as it was given, with one option changed."""

from __future__ import annotations

import shlex
from argparse import Namespace
from fractions import Fraction
from typing import TYPE_CHECKING

from .command import ExitStatus

if TYPE_CHECKING:
    from .report import Findings

ORDER = ("epsilon", "delta", "adjacency", "domain", "rng", "engine", "max_states", "timeout")
MORE = 100
"""So many times as much is allowed next."""


def next_step(findings: Findings, options: Namespace) -> str:
    """A last line with the command; empty where the audit is decided, or nothing is known to help."""
    from ..verdict import Undecided
    from .report.findings import obstacles

    verdict = findings.verdict
    undecided = isinstance(verdict, Undecided)
    if not undecided and findings.exit_status != ExitStatus.UNDECIDED:
        return ""
    reason = verdict.reason if isinstance(verdict, Undecided) else " ".join(r for r, _ in obstacles(findings))
    delta = _delta(verdict.known) if isinstance(verdict, Undecided) else None
    given = vars(options)
    if delta is not None:
        return f"\nit holds with: {_command(given, 'delta', delta)}\n"
    if "states is spent" in reason:
        return f"\nnext: {_command(given, 'max_states', str(MORE * int(given['max_states'])))}\n"
    if "time budget" in reason and given["timeout"] is not None:
        return f"\nnext: {_command(given, 'timeout', str(MORE * Fraction(given['timeout'])))}\n"
    return ""


def _delta(known: object) -> str | None:
    """A decimal, rounded up, with which the claim holds; None where only a delta of 1 is known to do."""
    from ..exact import Number

    most = known.get("delta at most") if isinstance(known, dict) else None
    if not isinstance(most, Number) or most >= 1:
        return None
    return str(most.upper(6))


def _command(given: dict[str, object], changed: str, value: str) -> str:
    """`assay audit ...` with one option changed."""
    shown = {**{name: given.get(name) for name in ORDER}, changed: value}
    words = ["assay", "audit", str(given["target"])]
    for name, each in shown.items():
        if each is not None:
            words += [f"--{name.replace('_', '-')}", str(each)]
    for name in ("raises", "measure"):
        listed = given.get(name)
        for each in listed if isinstance(listed, list) else []:
            words += [f"--{name}", str(each)]
    return shlex.join(words)
