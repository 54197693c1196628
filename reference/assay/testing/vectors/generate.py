"""Generating the files of test vectors: the same bytes every time."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from ...errors import AssayError, InvalidValue
from ...outputs.json_values import Json
from .definitions import DEFINITIONS
from .families import FAMILIES, FUNCTIONS, reference
from .family import Case, Family, identifier
from .notes import NOTES

MEASURED = Path(__file__).with_name("flags.json")
"""The tests that programs with the bugs of the flags fail: `tests/testing/vectors/mutants.py` writes it."""


@cache
def measured() -> Mapping[str, tuple[str, ...]]:
    """The flags of every test that has some, by its id."""
    found: dict[str, tuple[str, ...]] = {}
    for flag, ids in json.loads(MEASURED.read_text(encoding="ascii")).items():
        for name in ids:
            found[name] = (*found.get(name, ()), flag)
    return found


def flags_of(name: str) -> tuple[str, ...]:
    """The flags of the test with this id."""
    return measured().get(name, ())


FORMAT = "assay-test-vectors/1"
VERSION = "2.2.0"
"""Of the vectors: raised whenever a file of them changes."""

REFUSAL = "refusal"

ARGUMENTS = (
    "A number is a text: a fraction -3/4, a decimal 0.25 or 1e-30, a logarithm ln(3) or ln(3)/2, inf where "
    "the range that is stated includes it, or a binary64 float such as 0x1.8p-2, which is meant exactly. "
    "What is no number (nan, an empty text, a word), a number outside of the range that is stated, a "
    "fraction where a whole number is stated, and a word that is none of those stated are refused; nothing "
    "else is."
)
"""What every file says of all arguments."""


def generate(family: Family) -> dict[str, Json]:
    """The whole file of a family.  Raises InvalidValue for a name used twice or a wrong label."""
    cases = list(family.cases())
    tests = [test(family, case) for case in cases]
    ids = [str(each["id"]) for each in tests]
    double = next((case.name for case, i in zip(cases, ids, strict=True) if ids.count(i) > 1), None)
    if double is not None:
        raise InvalidValue(f"{family.name}: two cases have the name {double!r}, and so one id")
    return {
        "format": FORMAT,
        "family": family.name,
        "title": family.title,
        "source": {
            "generator": "assay.testing.vectors",
            "version": VERSION,
            "references": list(family.references),
        },
        "definitions": definitions(cases),
        "notes": notes(tests),
        "tests": list[Json](tests),
    }


def test(family: Family, case: Case) -> dict[str, Json]:
    """One test of the file."""
    return {
        "id": identifier(family.name, case.name),
        "name": case.name,
        "result": case.result,
        "flags": list(flags_of(identifier(family.name, case.name))),
        "prompt": {
            "function": case.function,
            "answer": FUNCTIONS[case.function].kind,
            "arguments": dict(case.arguments),
        },
        "expected": expected(case),
    }


def expected(case: Case) -> dict[str, Json]:
    """The reference's answer, or that the arguments have to be refused."""
    try:
        value = reference(case.function, case.arguments)
    except (AssayError, ZeroDivisionError) as error:
        if case.result == "invalid":
            return {"kind": REFUSAL}
        raise InvalidValue(f"{case.name} is called {case.result} and is refused: {error}") from error
    if case.result == "invalid":
        raise InvalidValue(f"{case.name} is called invalid and is answered: {value}")
    return {"kind": FUNCTIONS[case.function].kind, "value": value}


def definitions(cases: Iterable[Case]) -> dict[str, Json]:
    """What the functions are, and the mechanisms that they are asked about."""
    found: dict[str, Json] = {"arguments": ARGUMENTS}
    for case in cases:
        found.setdefault(case.function, FUNCTIONS[case.function].definition)
        mechanism = case.arguments.get("mechanism")
        if isinstance(mechanism, str) and case.result != "invalid":
            found.setdefault(f"mechanism {mechanism}", DEFINITIONS[mechanism].text)
    return found


def notes(tests: Iterable[Mapping[str, Json]]) -> dict[str, Json]:
    """The notes that the flags point to."""
    flags = sorted({str(flag) for test in tests for flag in listed(test["flags"])})
    return {
        flag: {
            "bug_class": NOTES[flag].bug_class,
            "effect": NOTES[flag].effect,
            "seen_in": NOTES[flag].seen_in,
        }
        for flag in flags
    }


def listed(value: Json) -> list[Json]:
    """A list of a file."""
    return value if isinstance(value, list) else []


def as_text(file: Mapping[str, Json]) -> str:
    """The file as JSON in ASCII: one line a test, so that a difference shows the tests that differ."""
    head = {key: value for key, value in file.items() if key != "tests"}
    opening = json.dumps(head, indent=1)[: -len("\n}")]
    tests = file["tests"]
    if not isinstance(tests, list):
        raise InvalidValue("a file of vectors has a list of tests")
    lines = ",\n".join("  " + json.dumps(each) for each in tests)
    return f'{opening},\n "tests": [\n{lines}\n ]\n}}\n'


def write(folder: Path, families: Iterable[Family] = FAMILIES) -> dict[str, int]:
    """Write the files; how many tests each has."""
    counts = {}
    for family in families:
        file = generate(family)
        (folder / f"{family.name}.json").write_text(as_text(file), encoding="ascii", newline="\n")
        counts[family.name] = len(file["tests"]) if isinstance(file["tests"], list) else 0
    return counts
