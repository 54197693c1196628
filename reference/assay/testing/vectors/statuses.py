"""What an answer may be called, from the best to the worst, and what that says."""

from __future__ import annotations

from collections.abc import Mapping

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
