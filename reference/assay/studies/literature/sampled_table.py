"""The table of exact epsilons beside the claimed ones and those that were found by sampling."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from ...exact import Log, eps
from .sampled_rows import Sampled, sampled_rows

NANOSECONDS = 1_000_000_000
DIGITS = 6


@dataclass(frozen=True)
class Measured:
    """One row with its exact epsilons; `box` is the loss on {-1, 0, 1}^n alone, where it was asked for."""

    row: Sampled
    exact: Log
    box: Log | None
    milliseconds: int

    @property
    def exceeds_claim(self) -> bool:
        """Whether the mechanism is less private than claimed."""
        return self.exact > self.row.claim

    @property
    def sampling(self) -> str:
        """The sampled figure: "equal" to the exact value in the digits given, "below" it, or "ABOVE"."""
        found, half = Fraction(self.row.sampled), Fraction(1, 2 * 10 ** _places(self.row.sampled))
        if not self.exact.is_infinite and eps(found - half) <= self.exact <= eps(found + half):
            return "equal"
        return "ABOVE" if eps(found) > self.exact else "below"

    @property
    def remark(self) -> str:
        """Whether the claim is contradicted, and why the value is what it is."""
        first = f"EXCEEDS THE CLAIM {self.row.claimed}. " if self.exceeds_claim else ""
        return first + self.row.argument

    def to_json(self) -> dict[str, object]:
        """The row as JSON values."""
        return {
            "mechanism": self.row.name,
            "claimed": self.row.claimed,
            "sampled": self.row.sampled,
            "exact": str(self.exact),
            "exact_decimal": decimal_text(self.exact),
            "on_box": None if self.box is None else str(self.box),
            "on_box_decimal": None if self.box is None else decimal_text(self.box),
            "exceeds_claim": self.exceeds_claim,
            "sampled_against_exact": self.sampling,
            "argument": self.row.argument,
            "milliseconds": self.milliseconds,
        }


def _places(text: str) -> int:
    """The number of decimals."""
    return len(text.partition(".")[2])


def decimal_text(value: Log) -> str:
    """The value in six digits."""
    return str(value) if value.is_infinite else str(value.decimal(DIGITS))


def measured(row: Sampled, clock: Callable[[], int] = time.process_time_ns) -> Measured:
    """The exact epsilons of one row, and the processor time that they took."""
    start = clock()
    exact, box = row.exact(), None if row.box is None else row.box()
    return Measured(row, exact, box, (clock() - start) * 1000 // NANOSECONDS)


def chosen_samples(only: str | None = None) -> list[Sampled]:
    """The rows whose name contains `only`."""
    return [row for row in sampled_rows() if only is None or only.lower() in row.name.lower()]
