"""Outputs compared: the form under which a distribution lists one, and those met so far, each once.

Two outputs are the same iff their keys are (see `identity`).  Outputs of one form and two keys are
look-alikes, which an `Alphabet` refuses where they meet.  An event is a set of outputs, or a predicate.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, Generic, TypeVar, cast

from ..errors import InvalidType
from ..exact import Number
from .identity import ADDRESS, ATOMS, BY_VALUE, is_frozen_dataclass, is_named_tuple, key, shows_address
from .keys import PLAIN, with_attributes
from .text import brief, with_type

T = TypeVar("T")

_HASHABLE_TWIN: dict[type, str] = {
    list: "tuple",
    set: "frozenset",
    dict: "tuple of its items",
    bytearray: "bytes",
}


def listed(value: Any, name: str = "output") -> Any:
    """The hashable form of an output: lists as tuples, sets as frozensets, dictionaries as tuples of items.

    A bytearray is listed as bytes, an array of numpy as nested tuples, a scalar of numpy as Python's, a
    frozen dataclass as a copy.  Raises InvalidType for what has no hashable form.
    """
    kind = type(value)
    if kind in ATOMS:
        return value
    if kind is tuple or kind is list:
        parts = tuple([listed(part, name) for part in value])
        same = kind is tuple and all(a is b for a, b in zip(parts, value, strict=True))
        return value if same else parts
    if kind is set or kind is frozenset:
        return value if kind is frozenset else frozenset(value)
    if kind is dict:
        return tuple([(listed(k, name), listed(v, name)) for k, v in value.items()])
    if kind is bytearray:
        return bytes(value)
    if kind.__module__ == "numpy":
        return listed(value.tolist(), name)
    if is_named_tuple(kind):
        return tuple.__new__(kind, [listed(part, name) for part in tuple.__iter__(value)])
    if is_frozen_dataclass(kind):
        value = with_attributes(value, lambda held: listed(held, name))  # nobody holds it who might change it
    check_hashable(value, name)
    return value


def check_hashable(outcome: object, name: str = "outcome") -> None:
    """Refuse an outcome that cannot be a dictionary key, and say what to use instead."""
    try:
        hash(outcome)
    except TypeError as error:
        kind: type = type(outcome)
        twin = _HASHABLE_TWIN.get(kind, "tuple or a frozenset")
        raise InvalidType(
            f"{name} {with_type(outcome)} is not hashable; use a {twin}, also for what is inside it"
        ) from error


def is_settled(value: object) -> bool:
    """Whether a value is made of immutable built-in values alone, so that its key is the same at any time."""
    kind = type(value)
    if kind in ATOMS:
        return True
    return (kind is tuple or kind is frozenset) and all(map(is_settled, cast("Iterable[object]", value)))


def same_output(a: object, b: object) -> bool:
    """Whether two outputs are the same, by everything that can be seen of them."""
    kind = type(a)
    if kind is not type(b):
        return False
    if kind in PLAIN or kind in BY_VALUE:
        return bool(a == b)
    return (a is b and is_settled(a)) or key(a) == key(b)


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
            if type(output) is str and ADDRESS in output:
                raise shows_address(output, self.name)
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


def restrict(table: Mapping[T, Number], event: Iterable[object] | Callable[[T], bool]) -> dict[T, Number]:
    """The part of the table whose outcomes lie in the event.

    Raises:
        InvalidType: the event is neither an iterable nor a predicate; it is a string, which would be read as
            the set of its characters; a predicate does not answer with a bool; or it lists an outcome that
            equals one of the table and yet is distinct from it (1 and True).
    """
    if isinstance(event, (str, bytes)):
        raise InvalidType(f"event is {with_type(event)}; give a set of outcomes, such as [{event!r}]")
    if isinstance(event, Iterable):
        alphabet: Alphabet[object] = Alphabet("outcome of the event")
        for outcome in event:
            alphabet.admit(outcome)
        members = alphabet.forms
        for outcome in table:
            if outcome in members:
                refuse_lookalike(members[outcome], outcome, "outcome of the event")
        return {o: p for o, p in table.items() if o in members}
    if callable(event):
        return {o: p for o, p in table.items() if _truth(event(o), o)}
    raise InvalidType(f"event is {with_type(event)}; give a set of outcomes or a predicate on outcomes")


def _truth(answer: object, outcome: object) -> bool:
    """The answer of a predicate, which must be a bool: a forgotten return would otherwise mean False."""
    if not isinstance(answer, bool):
        raise InvalidType(
            f"the event answers {with_type(answer)} for outcome {brief(outcome)}; it must return a bool"
        )
    return answer
