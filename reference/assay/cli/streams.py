"""What `assay decide` prints for a program over streams of every length."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING

from .errors import UsageError

if TYPE_CHECKING:
    from argparse import Namespace

    from ..decide import Stream
    from ..dp import Verdict


def decide_stream(stream: Stream, options: Namespace) -> tuple[int, str]:
    """The verdict for every length, and what re-checks it."""
    verdict = stream.decide(options.epsilon)
    recheck = stream.recheck(verdict)
    if options.json:
        found = {
            "stream": stream.name,
            "neighbours": stream.neighbours.text,
            "answers": stream.answers,
            "claim": f"{options.epsilon} for every length",
            **verdict.to_json(),
            "recheck": recheck,
        }
        return verdict.exit_status, json.dumps(found, indent=1) + "\n"
    lines = [f"{stream.name}: any length, {stream.answers} answers; neighbours: {stream.neighbours.text}"]
    lines += [f"claim: {options.epsilon}", *_told(verdict)]
    if options.recheck and verdict.holds:
        lines.append(f"checker: confirms {stream.confirmed(verdict)} inequalities")
    return verdict.exit_status, "\n".join(lines) + "\n"


def _told(verdict: Verdict) -> list[str]:
    """The verdict in lines."""
    from ..decide import RefutedAtLength
    from ..outputs.text import spelled

    if not isinstance(verdict, RefutedAtLength):
        return [str(verdict)]
    w = verdict.witness
    x, y = map(spelled, w.inputs)
    event = ", ".join(map(spelled, w.event))
    how = "exactly" if verdict.complete else "at least"
    return [
        f"refuted: at length {verdict.length}, answers {x} and {y}, event {{{event}}}",
        f"  at eps = {verdict.at}: probabilities (or densities) {w.p.decimal(12)} and {w.q.decimal(12)}, "
        f"and e^epsilon times the second is {(w.epsilon.exp() * w.q).decimal(12)}",
        f"  there it fails {how} for {verdict.failing}",
        "  smallest c at each length, on the streams that were tried: "
        + ", ".join(f"N = {n}: {c}" for n, c in verdict.growth),
        *([] if verdict.family is None else [f"  {verdict.family}"]),
    ]


def neighbours_of(text: str) -> object:
    """A relation as it is written on the command line: a known one, or "between LOW and HIGH"."""
    from ..decide.lengths.neighbours import between, read_neighbours

    words = text.split()
    if len(words) == 4 and (words[0], words[2]) == ("between", "and"):
        try:
            low, high = Fraction(words[1]), Fraction(words[3])
        except (ValueError, ZeroDivisionError) as error:
            raise UsageError(f"--neighbours {text!r}: {error}; write for example 'between 0 and 2'") from None
        return between(low, high)
    return read_neighbours(text)
