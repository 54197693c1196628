"""`Scope`: the parameter ranges that a record states, handed to its check, which has to use all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Generic, TypeVar, overload

from ..errors import AssayError, InvalidType, InvalidValue
from ..exact import Log, Number, eps, number
from ..prove.claims import context
from ..prove.statement import Range
from .formula import Formula

V_co = TypeVar("V_co", covariant=True)
V = TypeVar("V")


class Values(Sequence[V_co], Generic[V_co]):
    """The values of one key, which remember the positions that were looked at."""

    def __init__(self, values: Sequence[V_co], seen: set[int]) -> None:
        self._values, self._seen = tuple(values), seen

    def __len__(self) -> int:
        return len(self._values)

    @overload
    def __getitem__(self, index: int) -> V_co: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[V_co]: ...
    def __getitem__(self, index: int | slice) -> V_co | Sequence[V_co]:
        positions = range(len(self._values))[index]
        self._seen.update(positions if isinstance(positions, range) else [positions])
        return self._values[index]

    def __iter__(self) -> Iterator[V_co]:
        for position, value in enumerate(self._values):
            self._seen.add(position)
            yield value

    def __repr__(self) -> str:
        return f"Values({list(self._values)!r})"


class Scope:
    """The parameter ranges of one part of a record; every read is remembered.

    `unused` names the keys that were never read, and the values of a list that were never looked at.
    """

    def __init__(self, values: Mapping[str, object], formulas: Mapping[str, str] | None = None) -> None:
        self._values = {key: _plain(key, value) for key, value in values.items()}
        self._formulas = dict(formulas or {})
        self._evaluated: set[str] = set()
        self._seen: dict[str, set[int]] = {}
        self.ranges: dict[str, Range] = {}
        """The ranges read by `range` and `quantifiers`, by variable."""

    def __getitem__(self, key: str) -> object:
        """The value as it stands in the record; a list as `Values`."""
        value = self._get(key)
        return self._tracked(key, value) if isinstance(value, list) else self._whole(key)

    def integers(self, key: str) -> Values[int]:
        """A list of integers (a single one is a list of one)."""
        return self._read(key, _integer)

    def integer(self, key: str) -> int:
        """One integer."""
        return self._one(key, _integer)

    def numbers(self, key: str) -> Values[Number]:
        """A list of exact numbers, such as 3 or "1/2"."""
        return self._read(key, number)

    def number(self, key: str) -> Number:
        """One exact number."""
        return self._one(key, number)

    def fractions(self, key: str) -> Values[Fraction]:
        """A list of rationals, such as 3 or "1/2"."""
        return self._read(key, _fraction)

    def fraction(self, key: str) -> Fraction:
        """One rational."""
        return self._one(key, _fraction)

    def epsilons(self, key: str) -> Values[Log]:
        """A list of values of epsilon, such as "1/2" or "ln 3"."""
        return self._read(key, eps)

    def epsilon(self, key: str) -> Log:
        """One value of epsilon."""
        return self._one(key, eps)

    def texts(self, key: str) -> Values[str]:
        """A list of texts."""
        return self._read(key, str)

    def text(self, key: str) -> str:
        """One value as text."""
        return self._one(key, str)

    def range(self, key: str) -> str:
        """A range such as "[0, 1]", "> 0" or "integer >= 1" as the kernel reads it: "key in [0, 1]".

        Where the part is proved, a certificate has to quantify the variable `key` over at least this range.
        """
        found = _range(key, self._one(key, str))
        self.ranges[key] = found
        return str(found)

    def quantifiers(self, *keys: str) -> str:
        """The ranges of several variables: "q in [0, 1], eps in (0, inf)"."""
        return ", ".join(self.range(key) for key in keys)

    def formula(self, name: str) -> Formula:
        """A formula that the statement of the part defines, as in `{loss: 2*q}`."""
        if name not in self._formulas:
            known = ", ".join(self._formulas) or "none"
            raise InvalidValue(f"scope: the statement has no formula {name!r} (it has {known})")
        return Formula(self._formulas[name], lambda: self._evaluated.add(name))

    def unevaluated(self) -> list[str]:
        """The formulas of the statement that the check did not evaluate."""
        return [f"{{{name}: {text}}}" for name, text in self._formulas.items() if name not in self._evaluated]

    def unused(self) -> list[str]:
        """Keys never read, and `key: value` for values of a list that were never looked at."""
        found = []
        for key, value in self._values.items():
            seen = self._seen.get(key)
            if seen is None:
                found.append(key)
            elif isinstance(value, list):
                found += [f"{key}: {v}" for i, v in enumerate(value) if i not in seen]
        return found

    def never_read(self) -> list[str]:
        """Keys never read."""
        return [key for key in self._values if key not in self._seen]

    def _get(self, key: str) -> object:
        if key not in self._values:
            known = ", ".join(self._values) or "none"
            raise InvalidValue(
                f"scope: the check reads {key!r}, which the record does not state (it has {known})"
            )
        return self._values[key]

    def _tracked(self, key: str, values: Sequence[V]) -> Values[V]:
        return Values(values, self._seen.setdefault(key, set()))

    def _whole(self, key: str) -> object:
        self._seen.setdefault(key, set()).add(0)
        return self._values[key]

    def _read(self, key: str, convert: Callable[[str | int], V]) -> Values[V]:
        value = self._get(key)
        if not isinstance(value, list):
            self._whole(key)
            value = [value]
        return self._tracked(key, [_converted(key, v, convert) for v in value])

    def _one(self, key: str, convert: Callable[[str | int], V]) -> V:
        value = self._get(key)
        if isinstance(value, list):
            raise InvalidValue(f"scope: {key} = {value!r} is a list where the check reads one value")
        return _converted(key, self._whole(key), convert)


def _plain(key: str, value: object) -> object:
    """Integers, texts and lists of them; nothing inexact."""
    items = value if isinstance(value, list) else [value]
    if not items:
        raise InvalidValue(f"scope: {key} is an empty list, so that every check would run vacuously")
    for item in items:
        if isinstance(item, bool) or not isinstance(item, int | str):
            raise InvalidType(
                f"scope: {key} = {item!r} is a {type(item).__name__}; write an integer, or a text as in '1/2'"
            )
    return list(value) if isinstance(value, list) else value


def _converted(key: str, value: object, convert: Callable[[str | int], V]) -> V:
    if not isinstance(value, int | str):
        raise InvalidType(f"scope: {key} = {value!r} is a {type(value).__name__}")
    try:
        return convert(value)
    except AssayError as error:
        raise InvalidValue(f"scope: {key}: {error}") from None


def _integer(value: str | int) -> int:
    if not isinstance(value, int):
        raise InvalidType(f"{value!r} is a text; write an integer")
    return value


def _fraction(value: str | int) -> Fraction:
    found = number(value).rational_value()
    if found is None:
        raise InvalidValue(f"{value!r} is not rational")
    return found


def _range(key: str, text: str) -> Range:
    """`[0, 1]`, `> 0`, `real`, each perhaps after `integer`."""
    words = text.strip()
    kind = "integer " if words.startswith("integer") else ""
    rest = words.removeprefix("integer").strip()
    joined = f"{kind}{key} in {rest}" if rest[:1] in ("[", "(") else f"{kind}{key} {rest}"
    try:
        return context(f"for real {key}" if words == "real" else f"for {joined}").ranges[0]
    except AssayError as error:
        raise InvalidValue(
            f'scope: {key} = {text!r} is not a range such as "[0, 1]" or "> 0": {error}'
        ) from None
