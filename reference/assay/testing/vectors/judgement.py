"""What is said about an answer."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .reals import approximate
from .statuses import EXACT, PASSES


@dataclass(frozen=True)
class Judgement:
    """What an answer is, in words why, and the share of a bound that is slack: 1 - the smaller/the larger.

    The slack is 0 of the truth, 1/2 of a bound twice too large, 1 of one that is infinitely too large; None
    of what does not pass, and of what is no number.
    """

    status: str
    detail: str = ""
    slack: Fraction | None = None

    @property
    def passes(self) -> bool:
        """Whether the answer is right."""
        return self.status in PASSES

    @property
    def is_exact(self) -> bool:
        """Whether no answer could be better."""
        return self.status in EXACT

    def is_tight(self, factor: Fraction) -> bool:
        """Whether it passes and is within this factor of the truth."""
        return self.passes and (self.slack is None or self.slack * factor <= factor - 1)


def factor_text(slack: Fraction) -> str:
    """The factor between a bound and the truth, in a few digits."""
    if slack == 1:
        return "inf"
    factor = 1 / (1 - slack)
    if 1 < factor < 2:  # 1.0000001 is not 1
        return f"{float(factor):.4g}" if factor > Fraction(1001, 1000) else f"1+{float(factor - 1):.2g}"
    return approximate(factor)
