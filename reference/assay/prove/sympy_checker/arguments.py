"""What a step gives beside its claim: arguments that are text, lists and maps, and premises."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from assay.errors import AssayError
from assay.prove.sympy_checker.claims import Claim, Compared, Unsettled, Wrong
from assay.prove.sympy_checker.world import World
from assay.symbolic.reading import read
from assay.symbolic.terms import Term, number


def term(text: object) -> Term:
    """An expression.

    Raises:
        Wrong: the argument is none.
    """
    if not isinstance(text, str):
        raise Wrong(f"an expression is missing; {text!r} is given")
    try:
        return read(text)
    except (AssayError, RecursionError, ValueError) as error:
        raise Wrong(f"no expression: {error}") from None


@dataclass(frozen=True)
class Move:
    """One step: a claim that is to follow from premises."""

    claim: Claim
    arguments: Mapping[str, object]
    premises: tuple[Claim, ...]

    def world(self) -> World:
        """What is known in the setting of the claim."""
        return World(self.claim.setting, self.premises)

    def word(self, key: str, default: str, *among: str) -> str:
        """An argument that is one of a few words; any text if none are given."""
        found = self.arguments.get(key, default)
        if not isinstance(found, str) or (among and found not in among):
            raise Wrong(f"the argument {key} is {found!r}")
        return found

    def term(self, key: str, default: str | None = None) -> Term:
        """An argument that is an expression."""
        return term(self.arguments.get(key, default))

    def list(self, key: str) -> Sequence[object]:
        """An argument that is a list."""
        found = self.arguments.get(key, [])
        if not isinstance(found, list):
            raise Wrong(f"the argument {key} is no list")
        return found

    def count(self, key: str, most: int) -> int:
        """An argument that is a whole number."""
        found = self.word(key, "")
        if not (found.isascii() and found.isdigit() and len(found) < 10):
            raise Wrong(f"the argument {key} is {found!r}, no whole number")
        if not 0 < int(found) <= most:
            raise Unsettled(f"the argument {key} is {found}; at most {most} is checked")
        return int(found)

    def premise(self, place: int = 0) -> Claim:
        """A premise.

        Raises:
            Wrong: it is missing.
        """
        if place >= len(self.premises):
            raise Wrong(f"{len(self.premises)} premises are given, which is too few")
        return self.premises[place]

    def conclude(self, *derived: Compared) -> None:
        """The claim follows from comparisons that were just shown.

        The sides of all of them have values, which is seen without them.
        """
        given = self.world()
        for c in (self.claim.says, *derived):
            given.define(c.left, c.right)
        given.learn(*derived)
        if not given.follows(self.claim.says):
            shown = " and ".join(map(str, derived))
            raise Unsettled(f"what follows is {shown}, from which {self.claim.says} is not seen")


def fields(entry: object, *names: str) -> Mapping[str, object]:
    """A map with no other keys than these."""
    if not isinstance(entry, Mapping) or not set(entry) <= set(names):
        raise Wrong(f"{entry!r} is no map of {', '.join(names)}")
    return entry


def rational(text: object) -> Fraction:
    """A rational number."""
    found = term(text).constant()
    if found is None:
        raise Wrong(f"{text!r} is no rational number")
    return found


NOUGHT, ONE = number(0), number(1)
