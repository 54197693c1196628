"""`Automaton`: a program over a stream as finitely many locations, with what happens from one to the next.

A location is a place of the program where it asks for the next answer, with what its plain variables hold
there.  A leaf is one way through the program from there to the next such place or to its end.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import cast

from .expressions import COUNT, SHARE, Affine, rational


@dataclass(frozen=True, slots=True)
class Noise:
    """A draw of rate (rate + share/c) * EPS, on the integers or the reals, on both sides of 0 or above."""

    rate: Fraction
    discrete: bool
    two_sided: bool
    share: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Decision:
    """A comparison `left > 0` (strict) or `left >= 0`, or a coin (left None); and how it came out."""

    left: Affine | None
    strict: bool
    taken: bool

    def holds(self) -> Affine | None:
        """What is >= 0 (or > 0) where it came out so."""
        if self.left is None or self.taken:
            return self.left
        return self.left.times(Fraction(-1))


Output = Affine | str
"""A value that is written, or what else is written, as text."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """One way through the program from a location.

    read: whether it begins with an answer (else with the end of the stream); answers: how many numbers it
    reads at once.  stores: the stored values of the target.  marks: the variables that were given the place
    of this answer; returned: those of them, or of the location, whose place is written.  target: None at the
    end.
    """

    read: bool
    answers: int
    decisions: tuple[Decision, ...]
    draws: tuple[Noise, ...]
    outputs: tuple[Output, ...]
    stores: tuple[tuple[str, Affine], ...]
    marks: frozenset[str]
    returned: frozenset[str]
    target: int | None

    @property
    def values(self) -> tuple[Affine, ...]:
        """What is compared, written and stored."""
        compared = (d.left for d in self.decisions if d.left is not None)
        written = (o for o in self.outputs if isinstance(o, Affine))
        return (*compared, *written, *(value for _, value in self.stores))


@dataclass(frozen=True, slots=True)
class Location:
    """The stored values that are needed later, the marked places that are, and the ways on from here."""

    variables: tuple[str, ...]
    marked: frozenset[str]
    leaves: tuple[Leaf, ...]
    line: int
    invariants: tuple[Affine, ...] = ()
    """What is >= 0 whenever the program is here, of counters x/c, budgets and 1/c; see `counting`."""


@dataclass(frozen=True, slots=True)
class Automaton:
    """The locations; the first one is where the program begins, before its first answer."""

    name: str
    locations: tuple[Location, ...]
    lines: tuple[str, ...] = field(default=(), compare=False)

    @property
    def nested(self) -> bool:
        """Whether it goes over streams in the stream, some of whose answers it may leave out."""
        leaves = (leaf for place in self.locations for leaf in place.leaves)
        return any(leaf.read and not leaf.answers for leaf in leaves)

    @property
    def count(self) -> str:
        """The whole number >= 1 that stands in it as a symbol; "" without one."""
        leaves = [leaf for place in self.locations for leaf in place.leaves]
        symbols = (s for leaf in leaves for e in leaf.values for s, _ in e.terms)
        names = {s.split(" ", 1)[1] for s in symbols if s.startswith((COUNT, SHARE))}
        if not names and any(noise.share for leaf in leaves for noise in leaf.draws):
            return "c"
        return ", ".join(sorted(names))

    def to_json(self) -> dict[str, object]:
        """The automaton as JSON values."""
        return {"name": self.name, "locations": [_location_json(place) for place in self.locations]}

    @classmethod
    def from_json(cls, data: dict[str, object]) -> Automaton:
        """What `to_json` made; KeyError, TypeError or ValueError for anything else."""
        places = cast("list[dict[str, object]]", data["locations"])
        return cls(str(data["name"]), tuple(map(_location, places)))


def _location_json(place: Location) -> dict[str, object]:
    return {
        "variables": list(place.variables),
        "marked": sorted(place.marked),
        "line": place.line,
        "leaves": [_leaf_json(leaf) for leaf in place.leaves],
    } | ({"invariants": [e.to_json() for e in place.invariants]} if place.invariants else {})


def _leaf_json(leaf: Leaf) -> dict[str, object]:
    return {
        "read": leaf.read,
        "answers": leaf.answers,
        "decisions": [
            [None if d.left is None else d.left.to_json(), d.strict, d.taken] for d in leaf.decisions
        ],
        "draws": [
            [str(n.rate), n.discrete, n.two_sided, *([str(n.share)] if n.share else ())] for n in leaf.draws
        ],
        "outputs": [o if isinstance(o, str) else o.to_json() for o in leaf.outputs],
        "stores": [[v, e.to_json()] for v, e in leaf.stores],
        "marks": sorted(leaf.marks),
        "returned": sorted(leaf.returned),
        "target": leaf.target,
    }


def _location(data: dict[str, object]) -> Location:
    leaves = cast("list[dict[str, object]]", data["leaves"])
    return Location(
        tuple(map(str, cast("list[str]", data["variables"]))),
        frozenset(cast("list[str]", data["marked"])),
        tuple(map(_leaf, leaves)),
        cast("int", data["line"]),
        tuple(map(Affine.from_json, cast("list[object]", data.get("invariants", [])))),
    )


def _leaf(data: dict[str, object]) -> Leaf:
    decisions = cast("list[list[object]]", data["decisions"])
    draws = cast("list[list[object]]", data["draws"])
    outputs = cast("list[object]", data["outputs"])
    return Leaf(
        data["read"] is True,
        cast("int", data["answers"]),
        tuple(
            Decision(None if e is None else Affine.from_json(e), s is True, t is True)
            for e, s, t in decisions
        ),
        tuple(
            Noise(rational(r), d is True, two is True, *map(rational, share)) for r, d, two, *share in draws
        ),
        tuple(o if isinstance(o, str) else Affine.from_json(o) for o in outputs),
        tuple((str(v), Affine.from_json(e)) for v, e in cast("list[list[object]]", data["stores"])),
        frozenset(cast("list[str]", data["marks"])),
        frozenset(cast("list[str]", data["returned"])),
        cast("int | None", data["target"]),
    )
