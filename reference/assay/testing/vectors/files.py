"""The files of test vectors: where they are, and reading and validating them."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import NoReturn

import jsonschema_rs

from ...errors import InvalidValue
from ...exact import Certified, Number, certified, log_value, number
from ...outputs.json_values import Json
from .closed_forms import as_real
from .family import identifier

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


PACKAGE = Path(__file__).resolve().parents[2]
PLACES = (Path(__file__).resolve().parent / "data", PACKAGE.parents[1] / "spec" / "vectors")
SCHEMA = "vectors.schema.json"


class InvalidVectors(InvalidValue):
    """Files of test vectors are not what they have to be; `defects` lists all that is wrong."""

    def __init__(self, defects: Iterable[str]) -> None:
        self.defects: tuple[str, ...] = tuple(defects)
        more = f" (and {len(self.defects) - 1} more)" if len(self.defects) > 1 else ""
        super().__init__(f"{self.defects[0]}{more}")


@dataclass(frozen=True)
class Test:
    """One test, as it is in its file."""

    id: str
    family: str
    name: str
    result: str
    flags: tuple[str, ...]
    prompt: Mapping[str, Json]
    expected: Mapping[str, Json]


@dataclass(frozen=True)
class Suite:
    """All tests of a folder, and what their files say about families, functions and flags."""

    version: str
    tests: tuple[Test, ...]
    titles: Mapping[str, str]
    definitions: Mapping[tuple[str, str], str]
    """By family, and the name of a function or "mechanism NAME"."""
    notes: Mapping[str, Mapping[str, str]]

    @property
    def digest(self) -> str:
        """The SHA-256 of everything that an answer is judged by."""
        judged_by = [[test.id, test.prompt, test.expected] for test in self.tests]
        return sha256(json.dumps(judged_by, sort_keys=True).encode()).hexdigest()

    def only(self, families: Container[str]) -> Suite:
        """The part of it that is these families."""
        tests = tuple(test for test in self.tests if test.family in families)
        flags = {flag for test in tests for flag in test.flags}
        return replace(self, tests=tests, notes={f: note for f, note in self.notes.items() if f in flags})


def vectors_folder() -> Path:
    """The folder of the shipped vectors.  Raises InvalidValue where it is missing."""
    for place in PLACES:
        if (place / SCHEMA).is_file():
            return place
    raise InvalidValue(f"no test vectors; looked in {' and '.join(map(str, PLACES))}; give --folder")


def vector_files(folder: Path) -> list[Path]:
    """The files of vectors in a folder, in order.  Raises InvalidValue where there are none."""
    found = sorted(path for path in folder.glob("*.json") if path.name != SCHEMA)
    if not found:
        raise InvalidValue(f"{folder} has no files of vectors (*.json)")
    return found


def read(folder: Path) -> list[Test]:
    """All tests of a folder.  Raises InvalidVectors where a file is not valid."""
    return list(read_suite(folder).tests)


def read_suite(folder: Path) -> Suite:
    """A folder of vectors.  Raises InvalidVectors where a file is not valid."""
    files, defects = check(vector_files(folder))
    if defects:
        raise InvalidVectors(defects)
    known = [file for file in files.values() if isinstance(file, dict)]
    return Suite(
        version=max((file["source"]["version"] for file in known), key=by_number),
        tests=tuple(test for file in known for test in tests_of(file)),
        titles={file["family"]: file["title"] for file in known},
        definitions={
            (file["family"], name): text for file in known for name, text in file["definitions"].items()
        },
        notes={flag: note for file in known for flag, note in file["notes"].items()},
    )


def by_number(version: str) -> tuple[int, ...]:
    """A version, to be compared with others."""
    return tuple(map(int, version.split(".")))


def check(paths: Iterable[Path]) -> tuple[dict[str, object], list[str]]:
    """The files by name, and every defect: the schema, ids, flags, results, and enclosures."""
    files: dict[str, object] = {}
    defects: list[str] = []
    owners: dict[str, str] = {}
    for path in paths:
        try:
            files[path.name] = parse(path.read_bytes())
        except ValueError as error:
            defects.append(f"{path.name}: not JSON: {error}")
            continue
        found = [f"{path.name}{defect}" for defect in checker().defects(files[path.name])]
        defects += found or [f"{path.name}: {defect}" for defect in meaning(files[path.name], owners)]
    return files, defects


def parse(data: bytes) -> object:
    """JSON in UTF-8 without a key twice in one object and without NaN; ValueError otherwise."""
    return json.loads(data.decode("utf-8"), object_pairs_hook=_object, parse_constant=_constant)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"the key {next(name for name in names if names.count(name) > 1)!r} is there twice")
    return made


def _constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


@cache
def checker() -> Checker:
    """By the schema that is shipped."""
    schema = parse((vectors_folder() / SCHEMA).read_bytes())
    if not isinstance(schema, dict):
        raise InvalidValue(f"{SCHEMA} is no JSON object")
    return Checker(schema)


def tests_of(file: object) -> Iterator[Test]:
    """The tests of a file that satisfies the schema."""
    if not isinstance(file, dict):
        return
    for each in file["tests"]:
        yield Test(
            each["id"],
            file["family"],
            each["name"],
            each["result"],
            tuple(each["flags"]),
            each["prompt"],
            each["expected"],
        )


def meaning(file: object, owners: dict[str, str]) -> Iterator[str]:
    """Defects that no schema sees.  `owners` are the ids so far, with their tests."""
    tests = list(tests_of(file))
    known = file if isinstance(file, dict) else {}
    used = {flag for test in tests for flag in test.flags}
    yield from (f"the note {flag} is not used by any test" for flag in known["notes"] if flag not in used)
    for test in tests:
        label = f"test {test.id} ({test.name})"
        if test.id in owners:
            yield f"{label}: the id is that of another test, {owners[test.id]}"
        owners[test.id] = f"{test.family}/{test.name}"
        if test.id != identifier(test.family, test.name):
            wanted = identifier(test.family, test.name)
            yield f"{label}: the id does not come from family and name; it would be {wanted}"
        yield from (
            f"{label}: the flag {flag} has no note" for flag in test.flags if flag not in known["notes"]
        )
        yield from (f"{label}: {defect}" for defect in _one(test, known["definitions"]))


def _one(test: Test, definitions: Mapping[str, str]) -> Iterator[str]:
    refusal = test.expected["kind"] == "refusal"
    if refusal != (test.result == "invalid"):
        yield f"the result is {test.result}, and what is expected is {test.expected['kind']}"
    if not refusal and test.expected["kind"] != test.prompt["answer"]:
        yield f"asks for {test.prompt['answer']} and expects {test.expected['kind']}"
    if test.prompt["function"] not in definitions:
        yield f"the function {test.prompt['function']} has no definition"
    yield from enclosures(test.expected.get("value"))


def enclosures(value: Json) -> Iterator[str]:
    """Exact values that lie outside their own decimals, wherever they are in the value."""
    if isinstance(value, list):
        for each in value:
            yield from enclosures(each)
    elif isinstance(value, dict) and "exact" not in value:
        for each in value.values():
            yield from enclosures(each)
    elif isinstance(value, dict) and not _encloses(value):
        yield f"{value['exact']} does not lie between {value['lower']} and {value['upper']}"


def _encloses(value: Mapping[str, Json]) -> bool:
    lower, upper = number(str(value["lower"])), number(str(value["upper"]))
    exact = value["exact"]
    if exact is None:
        return lower <= upper
    known = as_real(str(exact))
    if isinstance(known, Certified):
        return certified(lower) < known < certified(upper)
    if isinstance(known, Number):
        return lower <= known <= upper
    return log_value(str(value["lower"])) <= known <= log_value(str(value["upper"]))
