"""Findings as text for a terminal."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping

from ...dp import PosteriorOdds, Profile, Proved, Refuted, Undecided, Verdict, Verified, Witness
from ...dp.profile import EPSILON
from ...engines.answers import REFERENCE
from ...errors import AssayError, BudgetExceeded, MixedFields
from ...exact import Log, Number
from ...outputs.tables import table
from ...verdict import BaseVerdict
from .findings import Claim, Findings, Found, Unknown, obstacles
from .questions import Question
from .values import DIGITS, Bound, cells, counted, event, exact, label

MOST_BREAKPOINTS = 8

Row = tuple[str, ...]


def to_text(findings: Findings) -> str:
    """The findings as lines of text: the verdict first, then the size, the exact measures and the profile."""
    parts: list[list[str]] = []
    if findings.claim is not None and findings.verdict is not None:
        first = headline(findings.verdict, findings.claim, findings.mechanism.name)
        parts.append([first, *table(grounds(findings.verdict))])
    if not isinstance(findings.verdict, Undecided):
        word = "UNDECIDED" if findings.verdict is None else "some measures stay unknown"
        parts += [
            [f"{word}: {without_advice(reason)}", *table(known_rows(facts))]
            for reason, facts in obstacles(findings)
        ]
    parts.append([size(findings), *table(measures(findings))])
    parts += [curve(asked, found) for asked, found in findings.measures.items() if is_curve(asked)]
    parts += [more(findings, asked, found) for asked, found in findings.more.items()]
    parts += [[remark] for remark in remarks(findings)]
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def without_advice(reason: str) -> str:
    """A reason without what it advises in Python: here there are options."""
    return reason.partition("; ask for .bounds(")[0]


def headline(verdict: Verdict, claim: Claim, name: str) -> str:
    """The verdict in one line."""
    if isinstance(verdict, Undecided):
        return f"UNDECIDED whether {name} is {claim}: {verdict.reason}"
    if isinstance(verdict, Refuted):
        return f"REFUTED: {name} is not {claim}"
    how = "PROVED" if isinstance(verdict, Proved) else "VERIFIED"
    tight = verdict.tight if isinstance(verdict, Verified) else None
    return how + {True: " (tight)", False: " (not tight)", None: ""}[tight] + f": {name} is {claim}"


def grounds(verdict: BaseVerdict) -> Iterator[Row]:
    """What the verdict rests on."""
    if isinstance(verdict, Refuted):
        yield from failing(verdict)
        yield from witness(verdict.witness)
    elif isinstance(verdict, Verified):
        yield "scope", str(verdict.scope)
        if verdict.attained is not None:
            yield from witness(verdict.attained)
    elif isinstance(verdict, Undecided):
        yield from known_rows(verdict.known)


def failing(verdict: Refuted) -> Iterator[Row]:
    """For which values of the symbol eps the claim fails, and at which of them the witness is taken."""
    if type(verdict) is Refuted:
        return
    from ...decide import FailsFor

    if isinstance(verdict, FailsFor):
        yield f"fails {'exactly' if verdict.complete else 'at least'} for", str(verdict.failing)
        yield "witness at eps", str(verdict.at)


def witness(shown: Witness) -> Iterator[Row]:
    """The inputs, the event, its two probabilities, and the comparison."""
    more, less = (Bound.AT_LEAST, Bound.AT_MOST) if shown.bounds else (Bound.EXACT, Bound.EXACT)
    yield from where(shown.inputs, shown.event)
    yield "P[M(x) in S]", *cells(shown.p, more)
    yield "P[M(x') in S]", *cells(shown.q, less)
    bound = allowance(shown)
    if bound is not None:
        yield "e^epsilon P[M(x') in S] + delta", *cells(bound, less)
        yield "comparison", f"{exact(shown.p)} {shown.relation} {exact(bound)}"
        if shown.relation == ">" and looks_equal(shown.p, bound):
            yield "the first is larger by", *cells(shown.p - bound, more)
    else:
        yield "comparison", shown.comparison


def looks_equal(p: Number, bound: Number) -> bool:
    """Whether the digits that are shown do not tell two different numbers apart."""
    try:
        same = p.decimal(DIGITS) == bound.decimal(DIGITS)
    except AssayError:  # a function of the symbol eps has no digits
        return False
    return same and any("rounded" in exact(each) for each in (p, bound))


def allowance(shown: Witness) -> Number | None:
    """e^epsilon Q(S) + delta; None where it has no spelling."""
    if not shown.q:
        return shown.delta
    if shown.epsilon.is_infinite:
        return None
    try:
        return shown.epsilon.exp() * shown.q + shown.delta
    except (BudgetExceeded, MixedFields):
        return None


def where(pair: tuple[Hashable, Hashable], outcomes: tuple[Hashable, ...]) -> Iterator[Row]:
    """The two inputs and the event."""
    yield "input x", label(pair[0])
    yield "input x'", label(pair[1])
    yield "event S", event(outcomes)


def size(findings: Findings) -> str:
    """How large the mechanism is."""
    mechanism = findings.mechanism
    outputs = findings.outputs
    parts = [
        counted(len(mechanism.domain), "input"),
        "unknown outputs" if isinstance(outputs, Unknown) else counted(outputs, "output"),
        counted(len(mechanism.pairs), "ordered adjacent pair"),
    ]
    return f"{mechanism.name}: {', '.join(parts)} by {mechanism.adjacency!r}"


def remarks(findings: Findings) -> Iterator[str]:
    """What the engine that answers a question left to the reference, which may take longer."""
    for question, note in findings.mechanism.notes.items():
        left = note.declined.get(REFERENCE)
        if left is not None and note.engine != REFERENCE:
            yield f"note on the {question}: {left}"


def is_curve(asked: Question) -> bool:
    """Whether the value takes more than a row."""
    return asked.measure.kind in ("profile", "trade-off")


def measures(findings: Findings) -> Iterator[Row]:
    """The measures of every report that are numbers; without a claim, where epsilon is attained."""
    for asked, found in findings.measures.items():
        if not is_curve(asked):
            yield from measure(asked.text, found)
        if asked.measure is EPSILON and findings.claim is None:
            yield from attained(findings, found)


def more(findings: Findings, asked: Question, found: Found) -> list[str]:
    """A measure that was asked for, and where it is attained."""
    if is_curve(asked):
        return curve(asked, found)
    return table([*measure(asked.text, found), *attained(findings, found)])


def measure(name: str, found: Found) -> Iterator[Row]:
    """The value of a worst case."""
    if isinstance(found, Unknown):
        ends = (("at least", Bound.AT_LEAST), ("at most", Bound.AT_MOST))
        known = [(found.known.get(word), bound) for word, bound in ends]
        rows: list[Row] = [
            (name, *cells(value, bound)) for value, bound in known if isinstance(value, Log | Number)
        ]
        yield from rows or [(name, "unknown")]
    elif isinstance(found.value, PosteriorOdds):
        yield f"{name}, from", *cells(found.value.lower)
        yield "to", *(("inf",) if found.value.upper is None else cells(found.value.upper))
    else:
        yield name, *cells(found.value)


def attained(findings: Findings, found: Found) -> Iterator[Row]:
    """Where a worst case is attained, and the probabilities there."""
    if isinstance(found, Unknown):
        return
    for each in found.pieces or (found,):
        if each.pair is None or not each.event:
            continue
        if found.pieces:
            yield "  piece", exact(each.value)
        p, q = (findings.mechanism.distribution(x).prob(each.event) for x in each.pair)
        yield from indented(where(each.pair, each.event))
        yield "  P[M(x) in S]", *cells(p)
        yield "  P[M(x') in S]", *cells(q)


CURVES = {
    "profile": (
        "delta(epsilon) is linear in e^epsilon from row to row, constant after the last",
        ("epsilon", "delta(epsilon)"),
    ),
    "trade-off": ("f(alpha) is linear from row to row", ("alpha", "f(alpha)")),
}
"""How a curve is read, and what its two columns are."""


def curve(asked: Question, found: Found) -> list[str]:
    """The points of a curve; of many the first few."""
    name = asked.measure.text
    if isinstance(found, Unknown):
        return [f"{name}: unknown"]
    points = found.value.breakpoints if isinstance(found.value, Profile) else found.value.vertices
    how, (first, second) = CURVES[asked.measure.kind]
    rows: list[Row] = [(first, "", second, "")]
    rows += [(*cells(x), *cells(y)) for x, y in points[:MOST_BREAKPOINTS]]
    lines = [f"{name}: {how}", *table(rows)]
    rest = len(points) - MOST_BREAKPOINTS
    return [*lines, f"  ... and {rest} more rows, all of them in --json"] if rest > 0 else lines


def indented(rows: Iterable[Row]) -> Iterator[Row]:
    """The rows, each one step further in."""
    yield from ((f"  {row[0]}", *row[1:]) for row in rows)


def known_rows(facts: Mapping[str, object]) -> Iterator[Row]:
    """What is known although a question stays open."""
    for name, value in facts.items():
        if isinstance(value, Log | Number):
            yield name, *cells(value)
        else:
            yield name, label(value) if not isinstance(value, str) else value
