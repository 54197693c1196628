"""Automata with one stored value x, as data: labelled by the criterion of Chadha, Sistla and Viswanathan.

A state reads an answer, adds noise, and compares the sum v with x.  Below x and from x on it makes a move:
the next state (None: stop), what it writes beside the move itself ("v", a "fresh" noisy answer, or nothing),
and what x becomes ("v", "fresh" noise, or "" for what it was).

Source: "On linear time decidability of differential privacy for programs with unbounded inputs", LICS 2021:
private for every length if and only if there is no leaking cycle, leaking pair, disclosing cycle or violating
path.  The automata are ours, one or more for each reason, and each with its mirror image or a repaired one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from assay import EPS
from assay.programs import output
from assay.programs.noise.language import laplace

Move = tuple[int | None, str, str]
State = tuple[Move, Move]
"""The moves below x, and from x on."""


def one_variable(answers: Iterable[Any], states: tuple[State, ...]) -> Any:
    """Run an automaton."""
    x, state = laplace(EPS / 2), 0
    for q in answers:
        v = q + laplace(EPS / 4)
        side = 0 if v < x else 1
        after, written, stored = states[state][side]
        output(side)
        if written == "v":
            output(v)
        if written == "fresh":
            output(q + laplace(EPS / 4))
        if after is None:
            return state
        if stored == "v":
            x = v
        if stored == "fresh":
            x = laplace(EPS / 2)
        state = after


@dataclass(frozen=True)
class Labelled:
    """An automaton; `reason` is why no constant is enough, "" where one is."""

    name: str
    states: tuple[State, ...]
    reason: str = ""


def _to(after: int | None, written: str = "", stored: str = "") -> Move:
    return after, written, stored


STOP = _to(None)
PAIR, PATH, CYCLE, DISCLOSED = "leaking pair", "violating path", "leaking cycle", "disclosing cycle"
BELOW, ABOVE = (_to(0), STOP), (STOP, _to(0))

AUTOMATA = (
    Labelled("above threshold", (BELOW,)),
    Labelled("below threshold", (ABOVE,)),
    Labelled("both for ever", ((_to(0), _to(0)),), PAIR),
    Labelled("writes what crosses", ((_to(0), _to(None, "v")),), PATH),
    Labelled("writes what falls", ((_to(None, "v"), _to(0)),), PATH),
    Labelled("writes afresh", ((_to(0), _to(None, "fresh")),)),
    Labelled("twice, redrawn", ((_to(0), _to(1, "", "fresh")), (_to(1), STOP))),
    Labelled("twice, kept", ((_to(0), _to(1)), (_to(1), STOP))),
    Labelled("up, then down", ((_to(0), _to(1)), (STOP, _to(1))), PAIR),
    Labelled("up, then down, redrawn", ((_to(0), _to(1, "", "fresh")), (STOP, _to(1)))),
    Labelled("down, then up", ((_to(1), _to(0)), (_to(1), STOP)), PAIR),
    Labelled("redrawn for ever", ((_to(0), _to(0, "", "fresh")),), CYCLE),
    Labelled("records", ((_to(0), _to(0, "", "v")),), CYCLE),
    Labelled("lowest so far", ((_to(0, "", "v"), STOP),), CYCLE),
    Labelled("crossing replaces", ((_to(0), _to(1, "", "v")), (_to(1), STOP))),
    Labelled("crossing replaces, then down", ((_to(0), _to(1, "", "v")), (STOP, _to(1))), PATH),
    Labelled("falling replaces", ((_to(1, "", "v"), _to(0)), (STOP, _to(1)))),
    Labelled("falling replaces, then up", ((_to(1, "", "v"), _to(0)), (_to(1), STOP)), PATH),
    Labelled("crossing replaces and is written", ((_to(0), _to(1, "v", "v")), (_to(1), STOP)), PATH),
    Labelled("first is the threshold", ((_to(1, "", "v"), _to(1, "", "v")), (_to(1), STOP))),
    Labelled("first is written", ((_to(1, "v", "v"), _to(1, "v", "v")), (_to(1), STOP)), PATH),
    Labelled("first is written, one more", ((_to(1, "v", "v"), _to(1, "v", "v")), (STOP, STOP))),
    Labelled("writes afresh for ever", ((_to(0, "fresh"), STOP),), DISCLOSED),
    Labelled("writes all for ever", ((_to(0, "v"), STOP),), DISCLOSED),
    Labelled("in two states", ((_to(1), STOP), (_to(0), STOP))),
    Labelled("sides in turn", ((_to(1), STOP), (STOP, _to(0))), PAIR),
    Labelled("sides in turn, redrawn", ((_to(1, "", "fresh"), STOP), (STOP, _to(0, "", "fresh"))), CYCLE),
    Labelled(
        "three times, redrawn",
        ((_to(0), _to(1, "", "fresh")), (_to(1), _to(2, "", "fresh")), (_to(2), STOP)),
    ),
    Labelled("stops at once", ((STOP, STOP),)),
    Labelled("one more after the crossing", ((_to(0), _to(1)), (STOP, STOP))),
    Labelled("second one afresh", ((_to(0), _to(1, "", "fresh")), (_to(1), _to(None, "fresh")))),
    Labelled("first one afresh", ((_to(0), _to(1, "fresh")), (_to(1), STOP))),
    Labelled("back and forth", ((_to(0), _to(1)), (_to(1), _to(0))), PAIR),
    Labelled("replaced and begun anew", ((_to(0), _to(1, "", "v")), (_to(0, "", "fresh"), STOP)), CYCLE),
    Labelled("five in a row", (*((_to(i), _to(i)) for i in range(1, 5)), (STOP, STOP))),
    Labelled(
        "up, down, up, redrawn",
        ((_to(0), _to(1, "", "fresh")), (_to(2, "", "fresh"), _to(1)), (_to(2), STOP)),
    ),
)
