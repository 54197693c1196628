"""What is exported: a table, neighbours, a claim, and the event that refutes it where it is refuted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from assay.exact import Log, Number


@dataclass(frozen=True)
class Violation:
    """Neighbours x and y, and the numbers of the outputs of an event that shows that the claim is false."""

    x: int
    y: int
    event: tuple[int, ...]


@dataclass(frozen=True)
class AuditClaim:
    """The claim that a mechanism is (epsilon, delta)-differentially private, true or with a violation.

    `table` has a row for each input and a column for each output; `pairs` are the ordered adjacent pairs, by
    the numbers of the inputs.
    """

    name: str
    inputs: Sequence[str]
    outputs: Sequence[str]
    table: Sequence[Sequence[Number]]
    pairs: Sequence[tuple[int, int]]
    epsilon: Log
    delta: Number
    violation: Violation | None = None
