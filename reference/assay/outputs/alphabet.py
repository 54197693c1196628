"""The outputs met so far, each once: distinct values, probability added up, and look-alikes refused."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, Generic, TypeVar, cast

from ..errors import InvalidType
from ..exact import Number
from .forms import listed
from .identity import is_settled, key, refuse_address, same_output
from .keys import PLAIN
from .text import with_type

T = TypeVar("T")


def refuse_lookalike(outcome: object, known: object, name: str = "outcome") -> None:
    """Refuse `outcome` unless it is the same as `known`, which it equals."""
    if not same_output(outcome, known):
        raise lookalike(outcome, known, name)


def lookalike(outcome: object, known: object, name: str, kinds: str = "") -> InvalidType:
    """The error for an output that equals another one and can be told apart from it."""
    return InvalidType(
        f"{name} {with_type(outcome)} equals {with_type(known)} but can be told apart from it{kinds}; "
        "use one type and one spelling for each value"
    )


def _kinds(found: Hashable, known: Hashable) -> str:
    """The types of two look-alikes, where these differ."""
    types = [each[0].__name__ for each in (found, known) if isinstance(each, tuple)]
    return f" (one is a {types[0]}, the other a {types[1]})" if len(set(types)) == 2 else ""


class Alphabet(Generic[T]):
    """The outputs seen so far, by their listed forms; look-alikes are refused.

    `keys` has the keys of those outputs that are not their own listed form, or that might change.
    """

    def __init__(self, name: str = "output") -> None:
        self.forms: dict[T, T] = {}
        self.keys: dict[T, Hashable] = {}
        self._by_key: dict[Hashable, T] = {}
        self.name = name

    def admit(self, output: Any, known_key: Hashable = None) -> T:
        """The listed form of an output, as it was first seen.

        known_key: of the output that the given form stands for, where it is not the form's own.
        Raises as `key` and `listed`, and InvalidType for a look-alike of an earlier output.
        """
        if known_key is None and type(output) in PLAIN and not self.keys:
            form = self.forms.setdefault(output, output)
            if type(output) is str:
                refuse_address(output, self.name)
            if type(form) is not type(output):
                raise lookalike(output, form, self.name)
            return form
        return self._admit(output, known_key)

    def _admit(self, output: Any, known_key: Hashable) -> T:
        settled = known_key is None and is_settled(output)
        if settled and self.forms.get(output, self) is output and output not in self.keys:
            return cast("T", output)
        found = key(output, self.name) if known_key is None else known_key
        form = output if settled or known_key is not None else listed(output, self.name)
        first = self.forms.get(form, self)
        if first is self:
            self._add(form, found, settled)
        elif found != (known := self._key_of(cast("T", first))):
            raise lookalike(output, first, self.name, _kinds(found, known))
        return self.forms[form]

    def _add(self, form: T, found: Hashable, settled: bool) -> None:
        """A new output; one that only its identity tells from an earlier one is refused."""
        if not settled:
            if found in self._by_key:
                raise InvalidType(
                    f"{self.name} {with_type(form)} is not equal to another one with the same attributes "
                    f"({type(form).__name__} objects compare by identity); return a tuple of them"
                )
            self.keys[form] = found
            self._by_key[found] = form
        self.forms[form] = form

    def _key_of(self, form: T) -> Hashable:
        return self.keys[form] if form in self.keys else key(form, self.name)


class Tally(Generic[T]):
    """Adds up probability output by output: `mass[o]` is the sum of all that was added for o."""

    def __init__(self, name: str = "outcome") -> None:
        self.mass: dict[T, Number] = {}
        self.alphabet: Alphabet[T] = Alphabet(name)

    def add(self, outcome: T, mass: Number) -> None:
        """Add `mass` to the listed form of `outcome`; raises as `Alphabet.admit`."""
        form = self.alphabet.admit(outcome)
        self.mass[form] = self.mass[form] + mass if form in self.mass else mass


def distinct(values: Iterable[T], name: str = "outcome") -> dict[T, T]:
    """The distinct values, first seen first, each mapped to itself; raises as `Alphabet.admit`."""
    alphabet: Alphabet[T] = Alphabet(name)
    for value in values:
        alphabet.admit(value)
    return alphabet.forms
