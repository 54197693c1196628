"""What a notebook shows of each kind of object."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import singledispatch
from typing import Any

from ..budgets.progress import budget
from ..cli.report.text import CURVES, grounds, indented, where, witness
from ..cli.report.values import cells, counted, label
from ..dp import Attained, Dist, Mechanism, Profile, TradeOff, Witness
from ..errors import AssayError
from ..exact import Log, Number
from ..exact.bracket import Bracket
from ..explanations import End, Explanation, Side, Tree
from ..explanations.text import changes, end, headline, listed, where_drawn
from ..plots import plot
from ..plots.files import svg
from ..verdict import BaseVerdict, Proved, Undecided
from .markup import Markup, bar, code, columns, document, items_of, mark, paragraph, strong, table, word

MOST_ROWS = 40
"""So many rows of a table are shown; of more, the first of them and how many there are."""

MOST_CELLS = 400
"""Up to so many probabilities a mechanism is shown as a table."""

SECONDS = 2
"""What the page of a mechanism may compute, so that showing one never waits long."""

STATES = 10_000


@singledispatch
def html(value: object) -> str | None:
    """The page of an object; None for one that is shown as text."""
    return None


def page(title: str, value: object) -> str:
    """The page of an object as a file of its own."""
    return document(title, html(value) or paragraph(str(value)))


@html.register(Dist)
def _of_dist(dist: Dist[Any]) -> str:
    largest = max((_share(p) or 0 for _, p in dist.items()), default=1) or 1
    rows = []
    for output, p in _first(dist.items()):
        share = _share(p)
        rows.append((code(label(output)), *_two(p), "" if share is None else bar(share / largest)))
    return table(rows, ("output", "probability", "", "")) + _more(len(dist), "outputs")


@html.register(Mechanism)
def _of_mechanism(mechanism: Mechanism[Any, Any]) -> str:
    inputs, pairs = len(mechanism.domain), len(mechanism.pairs)
    size = f"{counted(inputs, 'input')}, {counted(pairs, 'ordered adjacent pair')} by {mechanism.adjacency!r}"
    return paragraph(strong(mechanism.name), f": {size}") + _matrix(mechanism)


def _matrix(mechanism: Mechanism[Any, Any]) -> str:
    """The table of probabilities where it is small and found soon."""
    if len(mechanism.domain) > MOST_ROWS:
        return ""
    try:
        with budget(seconds=SECONDS, max_states=STATES):
            outputs, rows = mechanism.outputs, mechanism.matrix()
    except AssayError as error:
        return paragraph(f"its distributions are not shown: {label(str(error))}")
    if len(outputs) * len(rows) > MOST_CELLS:
        return paragraph(f"{counted(len(outputs), 'output')}, too many for a table")
    shown = [
        (code(label(x)), *(_two(p)[0] for p in row)) for x, row in zip(mechanism.domain, rows, strict=True)
    ]
    return table(shown, ("P[M(x) = o]", *(code(label(o)) for o in outputs)))


@html.register(Profile)
def _of_profile(profile: Profile) -> str:
    return _curve(profile.breakpoints, "profile") + _picture(profile)


@html.register(TradeOff)
def _of_tradeoff(tradeoff: TradeOff) -> str:
    return _curve(tradeoff.vertices, "trade-off") + _picture(tradeoff.profile())


def _curve(points: Iterable[tuple[Log | Number, Number]], kind: str) -> str:
    how, (first, second) = CURVES[kind]
    rows = [(*_two(x), *_two(y)) for x, y in points]
    shown = table(rows[:MOST_ROWS], (first, "", second, ""))
    return paragraph(how) + shown + _more(len(rows), "points")


def _picture(profile: Profile) -> str:
    """The picture as SVG; nothing where matplotlib is missing or the curve depends on the symbol eps."""
    try:
        return svg(plot(profile))
    except AssayError:
        return ""


@html.register(BaseVerdict)
def _of_verdict(verdict: BaseVerdict) -> str:
    parts = [paragraph(word(verdict.word), _reason(verdict)), table(_rows(grounds(verdict)))]
    if isinstance(verdict, Proved):
        parts.append(paragraph(code(label(verdict.certificate))))
    return "".join(parts)


def _reason(verdict: BaseVerdict) -> str:
    return f": {verdict.reason}" if isinstance(verdict, Undecided) else ""


@html.register(Witness)
def _of_witness(shown: Witness) -> str:
    return table(_rows(witness(shown)))


@html.register(Attained)
def _of_attained(attained: Attained[Any, Any, Any]) -> str:
    rows: list[tuple[str, ...]] = []
    for each in attained.pieces or (attained,):
        value = each.value
        rows.append(("value", *(cells(value) if isinstance(value, Log | Number) else (label(value), ""))))
        if each.pair is not None and each.event:
            rows += indented(where(each.pair, each.event))
    return table(_rows(rows))


@html.register(Bracket)
def _of_bracket(bracket: Bracket) -> str:
    low, high = ("infinity", "infinity") if bracket.is_infinite else map(str, bracket.decimals())
    return table([("at least", code(low)), ("at most", code(high))])


@html.register(Explanation)
def _of_explanation(explanation: Explanation) -> str:
    """The witness, and the trees of both inputs side by side where there is room."""
    parts = [paragraph(strong(headline(explanation))), table(_rows(witness(explanation.shown)))]
    if explanation.remark is not None:
        parts.append(paragraph(explanation.remark))
    sides = (("x", explanation.left), ("x'", explanation.right))
    parts.append(columns(_side(name, side) for name, side in sides))
    if rows := changes(explanation):
        parts += [paragraph(strong("what holds")), table(_rows(rows))]
    return "".join(parts)


def _side(name: str, side: Side) -> Markup:
    head = paragraph(f"on {name} = ", code(label(side.x)), f" the event has probability {side.probability}")
    return Markup(head + _tree(side.tree))


def _tree(tree: Tree) -> Markup:
    """A draw with its branches as a nested list."""
    if isinstance(tree, End):
        return mark(end(tree), tree.inside)
    items = []
    for each in tree.branches:
        label, weight = code(listed(each.outcomes, braces=False)), strong(str(each.probability))
        items.append(Markup(f"{label} {weight} {_tree(each.then)}"))
    return Markup(code(where_drawn(tree.line)) + items_of(items))


def _rows(rows: Iterable[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """Rows of a report, with what is said of values in the letters of a program."""
    for name, *values in rows:
        yield name, *(code(value) if value else "" for value in values)


def _two(value: Log | Number) -> tuple[str, str]:
    exact, decimal = cells(value)
    return code(exact), decimal


def _share(p: Number) -> float | None:
    """A probability as a length; None where it depends on the symbol eps."""
    return None if p.is_symbolic else float(p)


def _first(rows: Iterable[tuple[Any, Any]]) -> Iterator[tuple[Any, Any]]:
    for i, row in enumerate(rows):
        if i == MOST_ROWS:
            return
        yield row


def _more(count: int, noun: str) -> Markup | str:
    return paragraph(f"... {count - MOST_ROWS} more {noun}") if count > MOST_ROWS else ""
