"""Whether p - F p' has one sign on a tail or a strip for every epsilon, and what stays open."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ..inequalities.tails import Fact, nonpositive_from, nonpositive_on
from ..probabilities.noise import Terms
from ..probabilities.values import ONE, Value
from .cases import Strip, Tail, TailOrStrip, inflated


@dataclass
class Known:
    """What is found on the way: sums that are shown to be <= 0, and why regions stayed open.

    finer: whether fractions of integers might do.
    """

    shown: list[Fact] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    finer: bool = False

    def leave_open(self, reason: str) -> None:
        """Say that a region is no outcome of one sign, which fractions of integers may change."""
        self.open.append(reason)
        self.finer = True


@dataclass(frozen=True)
class Sign:
    """Shows that p - F p' has one sign for every epsilon, for F = factor in a unit finer by `scale`."""

    factor: Value
    scale: int
    known: Known

    def from_start(self, tail: Tail) -> int:
        """The first s from which it has one; 0 where it is not shown to have one."""
        fine = inflated(tail, self.scale)
        found = nonpositive_from(fine, self.factor) or nonpositive_from(self._reversed(fine), ONE)
        if found is None:
            side = "above" if tail.upper else "below"
            self.known.open.append(
                f"whether values {side} {tail.value(0)} belong to the worst event may change"
            )
            return 0
        self.known.shown.append(found[1])
        return found[0]

    def shown_on(self, strip: Strip) -> Fact | None:
        """The sum that shows that it has one; None where none does."""
        fine = inflated(strip, self.scale)
        found = nonpositive_on(fine, self.factor)
        return nonpositive_on(self._reversed(fine), ONE) if found is None else found

    def on(self, strip: Strip) -> None:
        """Whether it has one is shown, or left open."""
        found = self.shown_on(strip)
        if found is None:
            self.known.leave_open(
                f"values between {strip.start} and {strip.start + strip.length} may change sides"
            )
        else:
            self.known.shown.append(found)

    def _reversed(self, case: TailOrStrip) -> TailOrStrip:
        """F p' in place of p and p in place of p'."""
        scaled: Terms = {exponent: c * self.factor for exponent, c in case.q.items()}
        return replace(case, p=scaled, q=case.p)
