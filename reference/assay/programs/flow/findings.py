"""What a program may see that differs between processes: the order of a set, an address, memory, a format."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from types import CodeType

from ..names.rules import ATTRIBUTES, differs_by_machine
from .kept import Kept
from .values import (
    ADDRESS,
    LOOSE,
    MADE,
    NUMBER,
    OBJECT,
    SET,
    TEXT,
    Value,
    is_unstable,
    ranks_by_parts,
    together,
)

ORDER = (
    "the order of a set",
    "which differs between processes where its elements are texts or objects; sort it",
)
FACE = "the text of a function, an iterator or an object without a __repr__", "which is an address"
NAME = "an attribute whose name is made while the program runs", "a way around the names of things"


@dataclass(frozen=True)
class Finding:
    """What a program may see that differs between processes, what it is, the file and the line."""

    name: str
    what: str
    file: str
    line: int


class Findings:
    """What is found, once a line; now: the code that is followed.  Sets of `LOOSE` kinds, and all once
    something was added to one whose hash differs, have an order that differs between processes.
    """

    def __init__(self, kept: Kept, classes: Iterable[type]) -> None:
        self.now: CodeType
        self._kept = kept
        self._classes = list(classes)
        self._found: dict[tuple[str, int], Finding] = {}
        self._changed_sets = False

    def all(self) -> list[Finding]:
        """All findings."""
        return list(self._found.values())

    def refuse(self, name: str, what: str, line: int) -> None:
        """Something that may not be seen, or called so."""
        file = self.now.co_filename.rpartition("/")[2]
        self._found.setdefault((name, line), Finding(name, what, file, line))

    # Sets

    def loose(self, bits: int) -> bool:
        """Whether one of these kinds is a set whose order differs between processes."""
        return bool(bits & LOOSE or (bits & SET and self._changed_sets))

    def set_of(self, elements: list[Value]) -> Value:
        """A set with these elements."""
        return Value(LOOSE if self._are_unstable(elements) else SET, together(elements))

    def set_changed(self, added: list[Value]) -> None:
        """Elements are added to some set."""
        self._kept.put(*added)
        if not self._changed_sets and self._are_unstable(added):
            self._changed_sets = self._kept.changed = True

    def _are_unstable(self, elements: list[Value]) -> bool:
        return any(is_unstable(Value(e.top, self._kept.held(e))) for e in elements)

    def ranks_by_parts(self, bits: int) -> bool:
        """Whether one of these kinds may be an object of a class whose order leaves ties."""
        return bool(bits & OBJECT) and any(map(ranks_by_parts, self._classes))

    def reveals(self, bits: int, line: int) -> None:
        """The order of a set is seen, if one of these kinds has such an order."""
        if self.loose(bits):
            self.refuse(*ORDER, line)

    # Texts

    def text_of(self, value: Value, line: int) -> None:
        """A text is made of a value."""
        deep = value.top | self._kept.held(value)
        self.reveals(deep, line)
        if deep & ADDRESS:
            self.address(line)

    def address(self, line: int) -> None:
        """A text may be the one of `object`."""
        self.refuse(*FACE, line)

    def formatted(self, value: Value, form: Value, line: int) -> None:
        """A value is formatted: a date by the machine's own rules, a number by the locale's."""
        if not isinstance(form.known, str):
            return
        if value.top & TEXT and differs_by_machine(form.known):
            self.refuse(f"the format {form.known!r}", "which depends on the machine for a date", line)
        if form.known.endswith("n") and value.top & NUMBER:
            self.refuse(f"the format {form.known!r}", "which depends on the locale", line)

    def names_attribute(self, line: int) -> None:
        """An attribute is read or set whose name was made."""
        self.refuse(*NAME, line)


def longer_text(first: Value) -> Value:
    """A text that begins with the first one: with a known beginning it cannot be a special name."""
    harmless = isinstance(first.known, str) and _begins_no_special_name(first.known)
    return Value(TEXT | NUMBER if harmless else TEXT | NUMBER | MADE)


def _begins_no_special_name(text: str) -> bool:
    """Whether no name that is refused begins so."""
    return bool(text) and not any(
        name.startswith(text) or text.startswith(name) for name in ATTRIBUTES | {"__"}
    )
