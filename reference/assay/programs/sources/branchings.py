"""The draws of a sampler in words: what a branch leaves of a uniform draw, and which line looked at it."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass, replace
from types import FrameType

from ...outputs.text import brief
from ..origins import STANDARD, TRUSTED, origin_of_code

OUTERMOST = "_ended"
"""The function of `runs.py` that calls the sampler; what is drawn there is drawn of its output."""


@dataclass(frozen=True)
class Left:
    """The members of { offset + step * i : low <= i < high } of a uniform integer below size.

    draw: which uniform draw of the run it is. high_end: how many i there are.
    """

    draw: int
    size: int
    low: int
    high: int
    high_end: int
    step: int = 1
    offset: int = 0

    def __repr__(self) -> str:
        if self.size == 2**53 and self.step == 1:
            return self._as_float()
        first, last = (self.offset + self.step * i for i in (self.low, self.high - 1))
        if self.low == 0 and self.high == self.high_end:
            return f"{first} modulo {self.step}"
        span = f"{first} to {last}" if self.step == 1 else f"{first}, {first + self.step}, ... {last}"
        return f"{span if first < last else first} of range({brief(self.size)})"

    def _as_float(self) -> str:
        """The range of u, the uniform float i / 2^53."""
        below, above = f" < {self.high / self.size}", f"{self.low / self.size}"
        if self.high == self.size:
            return f"u >= {above}"
        return f"u{below}" if self.low == 0 else f"{above} <= u{below}"

    def with_next(self, other: Left) -> Left | None:
        """This range and one that begins where it ends, as one; None for others."""
        return (
            replace(self, high=other.high)
            if replace(other, low=self.low, high=self.high) == self and other.low == self.high
            else None
        )


class Branching:
    """A draw in words: what each branch leaves, and the file and line that looked; no line for an output."""

    __slots__ = ("branches", "place")

    def __init__(self, branches: Iterable[Left]) -> None:
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and origin_of_code(frame.f_code) in (STANDARD, TRUSTED):
            frame = None if frame.f_code.co_name == OUTERMOST else frame.f_back
        self.place: tuple[str, int] | None = None
        if frame is not None:
            self.place = frame.f_code.co_filename, frame.f_lineno
        self.branches: tuple[Left, ...] = tuple(branches)


def in_order(branches: Iterable[object]) -> tuple[object, ...]:
    """The branches with neighbouring ranges of a draw as one."""
    found: list[object] = []
    for each in sorted(branches, key=lambda left: left.low if isinstance(left, Left) else 0):
        last = found[-1] if found else None
        both = last.with_next(each) if isinstance(last, Left) and isinstance(each, Left) else None
        found[len(found) - (both is not None) :] = [each if both is None else both]
    return tuple(found)
