"""Checking a file of vectors by the JSON Schema (draft 2020-12) that is shipped with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import jsonschema_rs

from ...errors import InvalidValue

ENDS = 80
"""Of a message that quotes a long value so many characters are kept at either end."""


class Checker:
    """The defects of a value, each as `place: what is wrong`, by one schema.

    Raises InvalidValue where the schema is none.
    """

    def __init__(self, schema: Mapping[str, object]) -> None:
        try:
            self._validator = jsonschema_rs.Draft202012Validator(dict(schema))
        except (jsonschema_rs.ValidationError, ValueError) as error:
            raise InvalidValue(f"the schema is none: {error}") from None

    def defects(self, value: object) -> Iterator[str]:
        """What is wrong with the value."""
        try:
            errors = list(self._validator.iter_errors(value))
        except UnicodeEncodeError as half:
            yield f": a text holds half of a surrogate pair, {half.object[half.start]!a}"
            return
        for error in errors:
            message = error.message
            text = message if len(message) <= 2 * ENDS else f"{message[:ENDS]} ... {message[-ENDS:]}"
            is_number = error.kind.name == "type" and type(error.instance) in (int, float)
            advice = "; numbers are written as strings" if is_number else ""
            yield f"{_place(error.instance_path)}: {text}{advice}"


def _place(path: list[str | int]) -> str:
    """`.tests[0].prompt`."""
    return "".join(f"[{each}]" if isinstance(each, int) else f".{each}" for each in path)
