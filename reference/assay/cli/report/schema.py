"""The part of `spec/audit.schema.json` that comes from the table of measures.

    python -m assay.cli.report.schema spec/audit.schema.json

writes it again, after a measure was added; the rest of the file is written by hand.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...dp.measure import REQUIRED, Measure
from ...dp.measures import MEASURES
from .questions import can_be_asked

VALUES = {"profile": "profile", "trade-off": "tradeoff", "odds": "odds"}
"""From the kind of a measure to the definition of its value, where that is no number."""


def reference(name: str) -> dict[str, str]:
    """A reference to a definition."""
    return {"$ref": f"#/$defs/{name}"}


def measures() -> dict[str, Any]:
    """The property `measures`: those of every report."""
    reported = [measure for measure in MEASURES if measure.reported]
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [measure.name for measure in reported],
        "properties": {measure.name: answer(measure) for measure in reported},
    }


def answer(measure: Measure[Any]) -> dict[str, Any]:
    """The answer to a measure of every report."""
    kinds = [reference(shape) for shape in shapes(measure)]
    if any(each.default is REQUIRED for each in measure.parameters):
        kinds.insert(0, {"type": "null"})
    return {"description": f"{measure.text.capitalize()}: {measure.formula}", "oneOf": kinds}


def shapes(measure: Measure[Any]) -> tuple[str, str]:
    """The definitions of a value and of the lack of one, with the arguments that are shown beside them."""
    at = "".join(f"_at_{name}" for name in parameters_with_default(measure))
    return VALUES.get(measure.kind, "measure") + at, "unknown" + at


def parameters_with_default(measure: Measure[Any]) -> list[str]:
    """The parameters that have a default, whose values are shown in every report."""
    return [each.name for each in measure.parameters if each.default is not REQUIRED]


def with_arguments(definition: Mapping[str, Any], names: list[str]) -> dict[str, Any]:
    """The definition of an answer that begins with the arguments."""
    at = [f"at_{name}" for name in names]
    return {
        **definition,
        "required": [*at, *definition["required"]],
        "properties": {**{name: reference("value") for name in at}, **definition["properties"]},
    }


def definitions(known: Mapping[str, Any]) -> dict[str, Any]:
    """The definitions of the answers with their arguments, after those that are known."""
    found = dict(known)
    for measure in MEASURES:
        if measure.reported and parameters_with_default(measure):
            plain = VALUES.get(measure.kind, "measure"), "unknown"
            for name, definition in zip(shapes(measure), plain, strict=True):
                found[name] = with_arguments(known[definition], parameters_with_default(measure))
    return found


def more() -> dict[str, Any]:
    """The property `more`: measures that were asked for."""
    values = ("measure", *VALUES.values(), "unknown")
    return {
        "description": "The measures of --measure, with their arguments as they were given.",
        "type": "array",
        "minItems": 1,
        "items": {
            "type": "object",
            "additionalProperties": False,
            "required": ["measure", "arguments", "answer"],
            "properties": {
                "measure": {"enum": [measure.name for measure in MEASURES if can_be_asked(measure)]},
                "arguments": {"type": "object", "additionalProperties": {"type": "string"}},
                "answer": {"oneOf": [reference(value) for value in values]},
            },
        },
    }


def with_measures(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The schema with the two properties as the table has them."""
    properties = {**schema["properties"], "measures": measures(), "more": more()}
    return {**schema, "properties": properties, "$defs": definitions(schema["$defs"])}


if __name__ == "__main__":
    place = Path(sys.argv[1])
    found = with_measures(json.loads(place.read_text(encoding="utf-8")))
    place.write_text(json.dumps(found, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
