"""Checking a file of vectors by the JSON Schema (draft 2020-12) that is shipped with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import jsonschema

ENDS = 80
"""Of a message that quotes a long value so many characters are kept at either end."""


class Checker:
    """The defects of a value, each as `place: what is wrong`, by one schema."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        jsonschema.Draft202012Validator.check_schema(schema)
        self._validator = jsonschema.Draft202012Validator(schema)

    def defects(self, value: object) -> Iterator[str]:
        """What is wrong with the value."""
        for error in self._validator.iter_errors(value):
            message: str = error.message
            text = message if len(message) <= 2 * ENDS else f"{message[:ENDS]} ... {message[-ENDS:]}"
            yield f"{error.json_path.removeprefix('$')}: {text}"
