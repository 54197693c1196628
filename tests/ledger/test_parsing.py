"""Records are read strictly: what is unknown, missing or inconsistent is refused."""

from __future__ import annotations

import copy
import tomllib

import pytest

from assay.errors import InvalidValue
from assay.ledger.parsing import parse

GOOD = """
id = "Z1"
title = "planted"
place = "page 1"
quotes = ["1 < 2 | 3"]
[[parts]]
id = "Z1.a"
statement = "refuted one"
prose = "implication"
kind = "W"
verdict = "refuted"
check = "assay.ledger.checks.planted:refutes"
region = "nowhere"
[parts.scope]
n = [1]
[parts.witness]
inequality = "1 < 2"
[[parts]]
id = "Z1.b"
statement = "corrected, as {1}"
kind = "PF"
verdict = "verified"
check = "assay.ledger.checks.planted:good"
corrects = "Z1.a"
proves = ["1 < 2"]
counts = { cases = 2 }
[parts.scope]
n = [1, 2]
[parts.deep]
n = [1, 2, 3]
"""


def data():
    return tomllib.loads(GOOD)


def test_a_good_record():
    found = parse(data())
    assert (found.id, found.verdict, [p.id for p in found.parts]) == ("Z1", "refuted", ["Z1.a", "Z1.b"])
    assert found.parts[1].ranges(deep=True) == {"n": [1, 2, 3]}
    assert found.parts[1].ranges(deep=False) == {"n": [1, 2]}


def changed(place, key, value):
    made = copy.deepcopy(data())
    target = made if place is None else made["parts"][place]
    if value is None:
        target.pop(key)
    else:
        target[key] = value
    return made


@pytest.mark.parametrize(
    ("place", "key", "value", "message"),
    [
        (None, "title", None, "'title' is missing"),
        (None, "title", "", "title is empty"),
        (None, "title", 3, "not a str"),
        (None, "verdict", "proved", "'verdict' is unknown"),
        (None, "id", "z1", "such as S8"),
        (None, "parts", [], "no check"),
        (0, "check", None, "'check' is missing"),
        (0, "check", "os:system", "assay.ledger.checks.MODULE:FUNCTION"),
        (0, "id", "Z2.a", "the id of a part"),
        (0, "id", "Z1.b", "two parts have the same id"),
        (0, "kind", "X", "kind"),
        (0, "kind", "F", "has W in its kind"),
        (0, "verdict", "true", "none of proved"),
        (0, "region", None, "states its region"),
        (0, "witness", {"n": "1"}, "inequality"),
        (0, "witness", {"inequality": 1}, "write exact values as text"),
        (0, "witnes", {}, "unknown"),
        (0, "scope", {}, "scope is empty"),
        (1, "counts", {"cases": 0}, "each from 1 on"),
        (1, "counts", {"lines": 2}, "each from 1 on"),
        (1, "counts", {"cases": True}, "each from 1 on"),
        (0, "scope", {"n": []}, "empty list"),
        (0, "scope", {"n": 0.5}, "float"),
        (1, "deep", {"m": 1}, "deep.m is not a key"),
        (1, "corrects", "Z1.c", "no refuted part|no part corrects it"),
        (1, "corrects", None, "no part corrects it"),
        (0, "added", "yes", "not a bool"),
        (0, "source", "a.txt", "unknown"),
        (1, "verdict", "proved", "its kind has no F"),
        (1, "proves", None, "states in `proves`"),
        (1, "counts", None, "states in `counts`"),
        (1, "proves", "x", "not a list"),
        (1, "theorems", [1], "not a text"),
        (1, "proves", [1], "not a text"),
    ],
)
def test_a_malformed_record_is_refused(place, key, value, message):
    with pytest.raises(InvalidValue, match=message):
        parse(changed(place, key, value))


def test_the_headline_is_that_of_what_the_source_printed():
    assert parse(changed(0, "added", True)).verdict == "verified"  # so is the correction of an added reading
    assert [part.id for part in parse(data()).corrections] == ["Z1.b"]
    both = changed(0, "added", True)
    both["parts"][1]["added"] = True
    with pytest.raises(InvalidValue, match="every part is added"):
        parse(both)
