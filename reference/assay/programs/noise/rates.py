"""Which rates the noise of a program may have, and what they are in the unit of the reading."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...exact import Log


@dataclass(frozen=True, slots=True)
class Rates:
    """For every epsilon, a rate is s * EPS with s > 0 rational, and is read as s; constants are refused.

    constant: at one epsilon, a rate is a positive rational, and is read as it is, with `epsilon` in place of
    EPS where it is given.

    gaussian: whether noise may be Gaussian as well.
    """

    constant: bool = False
    epsilon: Fraction | None = None
    gaussian: bool = False

    def of(self, given: Log) -> Fraction | None:
        """The rate, None where it is none of these."""
        if given.is_infinite or given.coefficient:
            return None
        if not self.constant:
            rate = None if given.rational else given.symbolic
        elif self.epsilon is None:
            rate = None if given.symbolic else given.rational
        else:
            rate = given.rational + given.symbolic * self.epsilon
        return rate if rate is not None and rate > 0 else None

    def __str__(self) -> str:
        if not self.constant:
            return "a positive rational multiple of EPS; write for example EPS/2"
        if self.epsilon is None:
            return "a positive rational; write for example 1/2, or say at which EPS the program is read"
        return f"a positive rational at EPS = {self.epsilon}; write for example 1/2 or EPS/2"


EVERY_EPSILON = Rates()
