"""Checking JSON against the part of JSON Schema (draft 2020-12) that the schema of the vectors uses.

A keyword outside that part is an error, not ignored.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import TypeAlias

from ...errors import InvalidValue

Anything: TypeAlias = object
Schema: TypeAlias = "Mapping[str, object] | bool"

TYPES: Mapping[str, type | tuple[type, ...]] = {
    "string": str,
    "boolean": bool,
    "null": type(None),
    "array": list,
    "object": dict,
}
SILENT = {"$schema", "$id", "$defs", "title", "description", "then", "else"}


class Checker:
    """The defects of a value, each as `place: what is wrong`, by one schema."""

    def __init__(self, schema: Mapping[str, object]) -> None:
        self.root = schema

    def defects(self, value: Anything, schema: Schema | None = None, place: str = "") -> Iterator[str]:
        """What is wrong with the value."""
        rules = self.root if schema is None else schema
        if isinstance(rules, bool):
            if not rules:
                yield f"{place}: {brief(value)} may not be here"
            return
        for keyword, rule in rules.items():
            if keyword not in SILENT:
                yield from self._by(keyword, rule, rules, value, place)

    def _by(
        self, keyword: str, rule: object, rules: Mapping[str, object], value: Anything, place: str
    ) -> Iterator[str]:
        """The defects by one keyword."""
        if keyword == "$ref":
            yield from self.defects(value, self._target(str(rule)), place)
        elif keyword == "allOf" and isinstance(rule, list):
            for part in rule:
                yield from self.defects(value, part, place)
        elif keyword == "if":
            branch = "else" if any(self.defects(value, _schema(rule), place)) else "then"
            yield from self.defects(value, _schema(rules.get(branch, True)), place)
        elif keyword in ("type", "const", "enum"):
            yield from _plain(keyword, rule, value, place)
        elif keyword in ("pattern", "minLength"):
            yield from _of_text(keyword, rule, value, place)
        elif keyword in ("minItems", "maxItems", "items", "prefixItems"):
            yield from self._of_list(keyword, rule, value, place)
        elif keyword in ("required", "properties", "additionalProperties"):
            yield from self._of_object(keyword, rule, rules, value, place)
        else:
            raise InvalidValue(f"the schema uses {keyword!r}, which is not supported here")

    def _target(self, reference: str) -> Schema:
        """The schema that "#/$defs/name" names."""
        known = self.root.get("$defs")
        name = reference.removeprefix("#/$defs/")
        if not isinstance(known, dict) or name not in known:
            raise InvalidValue(f"the schema refers to {reference!r}, which it does not define")
        return _schema(known[name])

    def _of_list(self, keyword: str, rule: object, value: Anything, place: str) -> Iterator[str]:
        if not isinstance(value, list):
            return
        if keyword == "minItems" and isinstance(rule, int) and len(value) < rule:
            yield f"{place}: {len(value)} entries; at least {rule} are needed"
        elif keyword == "maxItems" and isinstance(rule, int) and len(value) > rule:
            yield f"{place}: {len(value)} entries; at most {rule} are allowed"
        elif keyword == "items":
            for i, each in enumerate(value):
                yield from self.defects(each, _schema(rule), f"{place}[{i}]")
        elif keyword == "prefixItems" and isinstance(rule, list):
            for i, (each, part) in enumerate(zip(value, rule, strict=False)):
                yield from self.defects(each, _schema(part), f"{place}[{i}]")

    def _of_object(
        self, keyword: str, rule: object, rules: Mapping[str, object], value: Anything, place: str
    ) -> Iterator[str]:
        if not isinstance(value, dict):
            return
        known = rules.get("properties", {})
        names = known if isinstance(known, dict) else {}
        if keyword == "required" and isinstance(rule, list):
            yield from (f"{place}: {name!r} is missing" for name in rule if name not in value)
        elif keyword == "properties":
            for name, part in names.items():
                if name in value:
                    yield from self.defects(value[name], _schema(part), f"{place}.{name}")
        elif keyword == "additionalProperties":
            for name in value:
                if name not in names and rule is False:
                    yield f"{place}: {name!r} is not known here"
                elif name not in names:
                    yield from self.defects(value[name], _schema(rule), f"{place}.{name}")


def _plain(keyword: str, rule: object, value: Anything, place: str) -> Iterator[str]:
    if keyword == "const" and value != rule:
        yield f"{place}: {brief(value)} is not {brief(rule)}"
    elif keyword == "enum" and isinstance(rule, list) and value not in rule:
        yield f"{place}: {brief(value)} is not one of {', '.join(map(brief, rule))}"
    elif keyword == "type":
        words = [str(word) for word in rule] if isinstance(rule, list) else [str(rule)]
        if not any(isinstance(value, TYPES[word]) for word in words):
            yield f"{place}: {_found(value)}; {' or '.join(words)} is needed"


def _found(value: Anything) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"{brief(value)} is a number, and numbers are written as strings"
    kinds = (word for word, kind in TYPES.items() if isinstance(value, kind))
    return f"{brief(value)} is of type {next(kinds, 'unknown')}"


def _of_text(keyword: str, rule: object, value: Anything, place: str) -> Iterator[str]:
    if not isinstance(value, str):
        return
    if keyword == "pattern" and not re.search(str(rule), value):
        yield f"{place}: {brief(value)} does not have the form {rule}"
    if keyword == "minLength" and isinstance(rule, int) and len(value) < rule:
        yield f"{place}: the text {brief(value)} is too short"


def _schema(rule: object) -> Schema:
    """A sub-schema."""
    if isinstance(rule, bool | dict):
        return rule
    raise InvalidValue(f"{brief(rule)} is no schema")


def brief(value: Anything) -> str:
    """The value as JSON, cut where it is long."""
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:50]}... ({len(text)} characters)"
