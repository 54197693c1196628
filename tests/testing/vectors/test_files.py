"""The files of vectors: valid, generated again byte by byte, and refused where they are not valid."""

from __future__ import annotations

import copy
import json
import re

import pytest

from assay.errors import InvalidValue
from assay.testing.vectors.definitions import DEFINITIONS
from assay.testing.vectors.families import FAMILIES, FUNCTIONS
from assay.testing.vectors.families.distributions import CATALOGUE, constructors
from assay.testing.vectors.family import Case, Family, identifier
from assay.testing.vectors.files import (
    Checker,
    InvalidVectors,
    check,
    checker,
    meaning,
    read,
    vector_files,
    vectors_folder,
)
from assay.testing.vectors.generate import as_text, generate
from assay.testing.vectors.notes import NOTES

FOLDER = vectors_folder()
QUICK = (
    "group",
    "rounding",
    "amplification",
    "epsilon",
    "curves",
    "samplers",
)
"""Families that are generated in less than a second."""


@pytest.fixture(scope="module")
def tests():
    return read(FOLDER)


def asked(tests, function):
    found = [t for t in tests if t.prompt["function"] == function and t.result != "invalid"]
    assert found
    return found


# The files as they are


@pytest.mark.slow
def test_the_shipped_files_are_valid():
    files, defects = check(vector_files(FOLDER))
    assert defects == []
    assert set(files) == {f"{family.name}.json" for family in FAMILIES}


@pytest.mark.parametrize(
    "family",
    [pytest.param(f, marks=[] if f.name in QUICK else [pytest.mark.slow]) for f in FAMILIES],
    ids=lambda f: f.name,
)
def test_generating_again_gives_the_same_bytes(family):
    assert as_text(generate(family)).encode() == (FOLDER / f"{family.name}.json").read_bytes()


def test_no_number_is_written_as_a_json_number():
    def refuse(text):
        raise AssertionError(text)

    for path in vector_files(FOLDER):
        json.loads(path.read_text(encoding="ascii"), parse_int=refuse, parse_float=refuse)


def test_every_function_mechanism_and_note_is_used(tests):
    assert {t.prompt["function"] for t in tests} == set(FUNCTIONS)
    assert {flag for t in tests for flag in t.flags} == set(NOTES)
    assert set(CATALOGUE) <= set(constructors())
    assert {t.prompt["arguments"]["mechanism"] for t in asked(tests, "output_distribution")} == set(CATALOGUE)


def definitions():
    return {
        path.stem: json.loads(path.read_text(encoding="ascii"))["definitions"]
        for path in vector_files(FOLDER)
    }


def test_every_argument_and_parameter_is_a_word_of_its_definition(tests):
    known = definitions()
    for t in tests:
        given, text = t.prompt["arguments"], known[t.family][t.prompt["function"]]
        assert [name for name in given if not re.search(rf"\b{name}\b", text)] == [], t.name
        if t.result != "invalid" and "mechanism" in given:
            definition = known[t.family][f"mechanism {given['mechanism']}"]
            assert [
                name for name in given["parameters"] if not re.search(rf"\b{name}\b", definition)
            ] == [], t.name


def test_no_definition_speaks_of_the_program_or_leaves_a_parameter_to_a_default():
    words = re.compile(r"Raises|default|unless|None|True\b|False\b|`\w+_\w+`|[Cc]laim|not given")
    found = {
        (name, hit[0])
        for each in definitions().values()
        for name, text in each.items()
        for hit in words.finditer(text)
    }
    assert {(name, hit) for name, hit in found if hit != "`total_delta`"} == set()


def test_a_mechanism_has_a_definition_and_a_prompt_all_that_it_names(tests):
    assert set(DEFINITIONS) == set(CATALOGUE)
    for t in asked(tests, "output_distribution"):
        given = t.prompt["arguments"]
        assert DEFINITIONS[given["mechanism"]].complete(given["parameters"]) == given["parameters"]


def test_the_program_that_is_private_for_its_claim_is_not_flagged(tests):
    flagged = {t.prompt["arguments"]["mechanism"] for t in tests if "WrongMechanism" in t.flags}
    assert flagged
    assert not flagged & {
        "report_noisy_max",
        "above_threshold",
        "svt_lyu_su_li",
        "svt_dwork_roth",
        "num_svt",
        "gap_svt",
    }


def zeros(value):
    if isinstance(value, dict):
        return [value] * ("exact" in value and value["lower"] == value["upper"]) + zeros(list(value.values()))
    if isinstance(value, list):
        return [zero for each in value for zero in zeros(each)]
    return [value] * (isinstance(value, str) and value.startswith(("-0", "0.0")) and not value.strip("-0."))


def test_a_number_that_is_known_is_spelled_as_a_rational(tests):
    assert [(t.name, zeros(t.expected.get("value"))) for t in tests if zeros(t.expected.get("value"))] == []


def test_every_function_has_valid_cases_and_most_have_invalid_ones(tests):
    answered = {t.prompt["function"] for t in tests if t.result != "invalid"}
    refused = {t.prompt["function"] for t in tests if t.result == "invalid"}
    assert answered == set(FUNCTIONS)
    assert set(FUNCTIONS) - refused == {"composed_epsilon", "optimal_composition_epsilon"}


def test_ids_depend_on_family_and_name_alone():
    assert identifier("group", "groups of 2 of (1, 1/100)") == "group-cf7e024e08e7"
    assert identifier("group", "a") != identifier("delta", "a")


# Planted defects


def small():
    return json.loads((FOLDER / "group.json").read_text(encoding="ascii"))


def set_at(*path, to):
    def change(file):
        for step in path[:-1]:
            file = file[step]
        file[path[-1]] = to

    return change


def drop(*path):
    def change(file):
        for step in path[:-1]:
            file = file[step]
        del file[path[-1]]

    return change


SCHEMA_DEFECTS = {
    "a float": (set_at("tests", 0, "prompt", "arguments", "epsilon", to=0.5), "0.5 is not"),
    "an integer": (set_at("tests", 3, "prompt", "arguments", "k", to=2), "2 is not"),
    "an expected number": (set_at("tests", 0, "expected", "value", "delta", to=0), "0 is not"),
    "a number in a list": (set_at("tests", 0, "prompt", "arguments", "p", to=["1", 1]), "1 is not"),
    "no id": (drop("tests", 0, "id"), '"id" is a required property'),
    "no version": (drop("source", "version"), '"version" is a required property'),
    "another format": (set_at("format", to="assay-test-vectors/2"), "assay-test-vectors/1"),
    "an unknown key": (set_at("tests", 0, "comment", to="x"), "'comment' was unexpected"),
    "an unknown result": (set_at("tests", 0, "result", to="acceptable"), "acceptable"),
    "an unknown kind": (set_at("tests", 0, "prompt", "answer", to="rho"), "rho"),
    "a decimal": (set_at("tests", 0, "expected", "value", "delta", to="0.5"), "does not match"),
    "an empty list": (set_at("tests", to=[]), "less than 1 item"),
    "no value": (drop("tests", 0, "expected", "value"), '"value" is a required property'),
    "a flag in lower case": (set_at("tests", 0, "flags", to=["x"]), "does not match"),
    "a note without effect": (drop("notes", "GroupDelta", "effect"), '"effect" is a required property'),
    "a list in place of a file": (None, 'is not of type "object"'),
}


@pytest.mark.parametrize(("change", "words"), SCHEMA_DEFECTS.values(), ids=SCHEMA_DEFECTS)
def test_what_breaks_the_schema_is_found(change, words):
    file = small()
    if change is None:
        file = [file]
    else:
        change(file)
    defects = list(checker().defects(file))
    assert any(words in defect for defect in defects), defects


MEANING_DEFECTS = {
    "an unknown flag": (set_at("tests", 0, "flags", to=["GroupDelta", "NoSuchBug"]), "NoSuchBug has no note"),
    "a note that nobody uses": (
        set_at("notes", "Unused", to={"bug_class": "a", "effect": "b", "seen_in": "c"}),
        "the note Unused is not used",
    ),
    "a renamed test": (set_at("tests", 0, "name", to="x"), "does not come from family and name"),
    "invalid and answered": (set_at("tests", 0, "result", to="invalid"), "what is expected is guarantee"),
    "valid and refused": (set_at("tests", 0, "expected", to={"kind": "refusal"}), "is refusal"),
    "another kind": (set_at("tests", 0, "prompt", "answer", to="delta"), "asks for delta"),
    "a function without definition": (set_at("definitions", to={}), "no definition"),
    "decimals beside the value": (
        set_at(
            "tests", 0, "expected", "value", "epsilon", to={"exact": "ln(2)", "lower": "0.7", "upper": "0.8"}
        ),
        "does not lie between",
    ),
}


@pytest.mark.parametrize(("change", "words"), MEANING_DEFECTS.values(), ids=MEANING_DEFECTS)
def test_what_no_schema_sees_is_found(change, words):
    file = small()
    change(file)
    assert list(checker().defects(file)) == []
    assert any(words in defect for defect in meaning(file, {}))


def test_an_id_used_twice_is_found_within_a_file_and_across_files(tmp_path):
    file = small()
    file["tests"].append(copy.deepcopy(file["tests"][0]))
    (tmp_path / "a.json").write_text(json.dumps(file), encoding="utf-8")
    (tmp_path / "b.json").write_text(json.dumps(small()), encoding="utf-8")
    defects = check(vector_files(tmp_path))[1]
    assert len([d for d in defects if d.startswith("a.json") and "the id is that of another" in d]) == 1
    assert len([d for d in defects if d.startswith("b.json")]) == len(small()["tests"])
    with pytest.raises(InvalidVectors, match=r"the id is that of another test, .* \(and \d+ more\)"):
        read(tmp_path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not JSON"),
        ('{"format": NaN}', "NaN"),
        ('{"a": 1, "a": 2}', "the key 'a' is there twice"),
        ("\udcff", "not JSON"),
        ('{"format": "\\ud800"}', "half of a surrogate pair"),
    ],
)
def test_what_is_no_json_is_a_defect(tmp_path, text, words):
    (tmp_path / "a.json").write_bytes(text.encode("utf-8", "surrogateescape"))
    assert [words in defect for defect in check(vector_files(tmp_path))[1]] == [True]


def test_a_folder_without_vectors_is_an_error(tmp_path):
    with pytest.raises(InvalidValue, match="has no files of vectors"):
        vector_files(tmp_path)


def test_what_is_no_schema_is_an_error():
    with pytest.raises(InvalidValue, match="the schema is none"):
        Checker({"type": "nothing"})


# Mislabelled cases are refused by the generator

VALID = {"epsilon": "1", "delta": "0", "k": "2"}


@pytest.mark.parametrize(
    ("cases", "words"),
    [
        (
            [Case("a", "group_privacy", VALID), Case("a", "group_privacy", VALID)],
            "two cases have the name 'a'",
        ),
        ([Case("a", "group_privacy", VALID, "invalid")], "called invalid and is answered"),
        ([Case("a", "group_privacy", {**VALID, "k": "0"})], "called valid and is refused"),
    ],
)
def test_the_generator_refuses(cases, words):
    with pytest.raises(InvalidValue, match=words):
        generate(Family("x", "x", ("x",), lambda: cases))


# What the notes for readers say


def test_the_readme_counts_and_shows_what_is_there(tests):
    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert f"{len(tests)} tests in {len(FAMILIES)} files" in text
    assert [family.name for family in FAMILIES if f"`{family.name}.json`" not in text] == []
    shown = json.loads(text.partition("```json\n")[2].partition("```")[0])
    assert shown in small()["tests"]


def test_the_readme_names_every_judgement():
    from assay.testing.vectors.judge import FAILS, PASSES, RUN_FAILS

    text = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert [name for name in PASSES if f"| {name} |" not in text] == []
    assert [name for name in (*FAILS, *RUN_FAILS) if f"**{name}**" not in text] == []
