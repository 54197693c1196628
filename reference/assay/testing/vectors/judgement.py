"""What is said about an answer: its names, from the best to the worst, and a judgement with one of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from .reals import approximate

PASSING: Mapping[str, str] = {
    "exact": "the truth",
    "agrees": "overlaps the digits of a truth that is known by its digits alone",
    "rounded": "the float nearest to the truth, where no direction is the safe one",
    "refused": "invalid arguments, refused",
    "sound": "a bound on the safe side of the truth",
    "tighter": "a guarantee that holds, and says more than the formula that was asked for",
    "enclosed": "an interval that holds the truth",
}
FAILING: Mapping[str, str] = {
    "undecided": "below a formula that is not known to be the best bound, or not compared with the truth",
    "one-ulp": "on the wrong side by at most one unit in the last place of a binary64 float",
    "vacuous": "a bound that holds of everything, where the truth says more, or a delta above 1",
    "malformed": "not an answer of the kind that is asked for",
    "refuses": "valid arguments, refused",
    "accepted": "invalid arguments, answered",
    "wrong": "another value",
    "unsound": "on the wrong side of the truth",
}
BROKEN: Mapping[str, str] = {
    "unanswered": "no answer, or not asked after others hung",
    "garbage": "not a line of JSON with the id that was asked",
    "flooded": "more output than one answer",
    "hung": "no answer in time",
    "crashed": "the program ended",
}
"""What became of a program that did not answer."""

NOT_IMPLEMENTED = "not-implemented"
"""Neither right nor wrong: the program says that it does not have the function."""

# in a conformance test all but a pass is a failure: these words verify or refute, and leave nothing open
PASSES, FAILS, RUN_FAILS = tuple(PASSING), tuple(FAILING), tuple(BROKEN)

MEANING: Mapping[str, str] = {
    **PASSING,
    NOT_IMPLEMENTED: "the program says that it does not have the function",
    **FAILING,
    **BROKEN,
}
RANK = {name: place for place, name in enumerate(MEANING)}

EXACT = ("exact", "agrees", "refused")
"""What counts as exact: no answer could be better."""


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
