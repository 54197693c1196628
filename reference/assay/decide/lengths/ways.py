"""Ways through an automaton, each with what has to hold for its draws and answers, and what it writes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from .automaton import Automaton, Leaf, Noise
from .expressions import ANSWER, DRAW, PUBLIC, STEP, Affine

Step = tuple[int, int]
"""A location, and the number of its leaf."""


@dataclass(frozen=True)
class Way:
    """Leaves from the start to the end: sums over "draw i" and "answer k", numbered along the way.

    compared: what is >= 0 (or > 0) for the way to be taken; written: the noisy values in its output; output:
    what else it writes, as texts in which equal outputs are alike.
    """

    steps: tuple[Step, ...]
    noises: tuple[Noise, ...]
    answers: int
    compared: tuple[Affine, ...]
    written: tuple[Affine, ...]
    output: tuple[str, ...]


@dataclass(frozen=True)
class Written:
    """What is written at once: the list that it is appended to ("" for none, None at the end), values."""

    channel: str | None
    text: str
    values: tuple[Affine, ...]


@dataclass
class _Walk:
    steps: tuple[Step, ...] = ()
    noises: tuple[Noise, ...] = ()
    answers: int = 0
    compared: tuple[Affine, ...] = ()
    written: tuple[Written, ...] = ()
    stored: Mapping[str, Affine] = field(default_factory=dict)
    places: Mapping[str, int] = field(default_factory=dict)

    def taking(self, step: Step, leaf: Leaf) -> _Walk:
        """One leaf further."""
        here = len(self.steps) - 1
        symbols = {s for e in leaf.values for s, _ in e.terms}
        names: dict[str, Affine] = dict(self.stored)
        for symbol in symbols:
            kind, _, rest = symbol.rpartition(" ")
            if symbol.startswith(DRAW):
                names[symbol] = Affine.symbol(f"{DRAW}{len(self.noises) + int(rest)}")
            elif symbol.startswith(ANSWER):
                names[symbol] = Affine.symbol(f"{ANSWER}{self.answers + int(rest)}")
            elif symbol.startswith(STEP):
                names[symbol] = Affine.symbol(f"{PUBLIC}{kind} {rest} at {here}")
        holds = (d.holds() for d in leaf.decisions)
        places = dict(self.places) | dict.fromkeys(leaf.marks, here)
        return _Walk(
            (*self.steps, step),
            (*self.noises, *leaf.draws),
            self.answers + leaf.answers,
            (*self.compared, *(e.with_values(names) for e in holds if e is not None)),
            (*self.written, *_written(leaf, names, places, here)),
            {name: value.with_values(names) for name, value in leaf.stores},
            places,
        )

    def way(self) -> Way:
        """What is known at the end: of what was appended to lists, what is in the lists that are returned.

        In which order several lists were appended to is not told.
        """
        end = self.written[-1].text if self.written else ""
        told = [w for w in self.written if not w.channel or returns(end, w.channel)]
        told.sort(key=lambda w: (w.channel is None, w.channel or ""))
        values = tuple(value for w in told for value in w.values)
        return Way(self.steps, self.noises, self.answers, self.compared, values, tuple(w.text for w in told))


def _written(
    leaf: Leaf, names: Mapping[str, Affine], places: Mapping[str, int], here: int
) -> Iterator[Written]:
    """What a leaf writes, in order; noisy values stand before the text that they belong to."""
    values: list[Affine] = []
    for each in leaf.outputs:
        if isinstance(each, Affine):
            values.append(each.with_values(names))
        else:
            yield Written(channel_of(each), _plain(each, places, here), tuple(values))
            values = []


def returns(end: str, channel: str) -> bool:
    """Whether what is returned holds a list."""
    return re.search(rf"\bof all in {re.escape(channel)}\b", end) is not None


SHAPE = re.compile(
    r"value|place |list\(|tuple\(|(NoneType|bool|int|str|Fraction|float) |(list|tuple) of all in "
)


def channel_of(text: str) -> str | None:
    """The list that a text was appended to; "" for what is written by output(...), None at the end."""
    kind, _, rest = text.partition(" ")
    if kind == "end":
        return None
    name, _, shape = rest.partition(" ")
    return name if name.isidentifier() and SHAPE.match(shape) else ""


def way_along(
    automaton: Automaton,
    steps: tuple[Step, ...],
    read_as: Callable[[Step, Leaf], Leaf] = lambda _, leaf: leaf,
) -> Way:
    """The way of these leaves, each read as something.

    Raises ValueError where they do not follow each other to the end.
    """
    walk, at = _Walk(), 0
    for i, (place, number) in enumerate(steps):
        leaf = automaton.locations[place].leaves[number]
        if place != at or (leaf.target is None) != (i + 1 == len(steps)):
            raise ValueError(f"step {i} does not follow from the one before")
        walk, at = walk.taking((place, number), read_as((place, number), leaf)), leaf.target or 0
    return walk.way()


def ways(automaton: Automaton, length: int) -> Iterator[Way]:
    """All ways over a stream of so many rounds, the shortest choices first."""
    waiting: list[tuple[_Walk, int, int]] = [(_Walk(), 0, 0)]
    while waiting:
        walk, place, read = waiting.pop()
        for number, leaf in enumerate(automaton.locations[place].leaves):
            # the start reads nothing; later a leaf reads while there is something to read
            if place and leaf.read != (read < length):
                continue
            after = walk.taking((place, number), leaf)
            if leaf.target is None:
                yield after.way()
            else:
                waiting.append((after, leaf.target, read + leaf.read))


NUMBER = re.compile(r"\b(?:bool|int|float|Fraction) (True|False|-?[0-9.e+-]+|Fraction\(-?\d+, \d+\))")


def _plain(text: str, places: Mapping[str, int], here: int) -> str:
    """An output in which places are numbers, and numbers that are equal are alike."""

    def place(found: re.Match[str]) -> str:
        return f"int {places.get(found.group(1), here)}"

    return NUMBER.sub(as_number, re.sub(r"\bplace ([A-Za-z_]\w*)?", place, text))


def as_number(found: re.Match[str]) -> str:
    """A number of any type as text."""
    text = found.group(1)
    if text in ("True", "False"):
        return "1" if text == "True" else "0"
    parts = re.findall(r"-?\d+", text)
    return str(Fraction(int(parts[0]), int(parts[1])) if text.startswith("Fraction") else Fraction(text))
