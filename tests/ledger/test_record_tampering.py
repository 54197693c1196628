"""Every field of every record is changed and dropped, one at a time: the records do not say so unnoticed.

What is noticed by whom: a record that is no record by reading it, every other one by the page of all claims,
and, where the page is written again, by the check (`test_checks_notice` below, at night).
"""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from assay.errors import AssayError
from assay.ledger import index
from assay.ledger.index import unlisted
from assay.ledger.judge import judge
from assay.ledger.parsing import parse
from assay.ledger.reading import read, read_one, read_sources

FOLDER = Path(__file__).parents[2] / "spec" / "claims"
SOURCES = read_sources(FOLDER)
RECORDS = sorted(FOLDER.glob("[A-Z][0-9]*.toml"))
WHOLE_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")


def leaves(value: object, where: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The place of everything in a record: tables, lists, and what stands in them."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inside:
        yield (*where, key)
        yield from leaves(each, (*where, key))


def another(value: object) -> object:
    """A value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return f"{value} x"
    return type(value)()  # an empty list or table


def tampered(record: dict[str, object]) -> Iterator[tuple[tuple[str | int, ...], dict[str, object]]]:
    """The record with one value changed, and with one left out, for every place."""
    for *path, last in leaves(record):
        for drop in (False, True):
            made = copy.deepcopy(record)
            target: object = made
            for key in path:
                target = target[key]  # type: ignore[index]
            assert isinstance(target, dict | list)
            if drop:
                del target[last]  # type: ignore[arg-type]
            else:
                target[last] = another(target[last])  # type: ignore[index]
            yield (*path, last), made


def noticed(record: dict[str, object]) -> bool:
    """Whether `assay verify` says that something is wrong, before any check runs."""
    try:
        found = parse(record)
    except AssayError:
        return True
    return found.id[0] not in SOURCES or unlisted([found], SOURCES, FOLDER) == [found.id]


@pytest.mark.parametrize(
    ("source", "every"),
    [
        ("W", 11),
        *(pytest.param(each, 7, marks=pytest.mark.slow) for each in SOURCES),
        *(pytest.param(each, 1, marks=pytest.mark.nightly) for each in SOURCES),
    ],
)
def test_every_change_of_every_field_is_noticed(source, every, monkeypatch):
    page = index._written(FOLDER)
    monkeypatch.setattr(index, "_written", lambda folder: page)
    total, missed = 0, []
    for path in RECORDS:
        if path.stem[0] != source:
            continue
        record = tomllib.loads(path.read_text(encoding="utf-8"))
        assert not noticed(record)
        for place, made in islice(tampered(record), 0, None, every):
            total += 1
            if not noticed(made):
                missed.append((path.stem, place))
    assert not missed, f"{len(missed)} of {total}: {missed[:20]}"
    assert total > 50


def test_every_change_of_the_bibliography_is_noticed():
    first = {path.stem[0]: read_one(path) for path in reversed(RECORDS)}
    for letter, source in SOURCES.items():
        for key in ("author", "title", "published", "year"):
            other = {**SOURCES, letter: replace(source, **{key: another(getattr(source, key))})}
            assert unlisted([first[letter]], other, FOLDER) == [first[letter].id]


def formulas_changed() -> Iterator[tuple[str, str, object]]:
    """Each number of each formula of a statement, made larger by one."""
    for record in read(FOLDER):
        for part in record.parts:
            for name, text in part.formulas.items():
                for found in WHOLE_NUMBER.finditer(text):
                    other = f"{text[: found.start()]}{int(found[0]) + 1}{text[found.end() :]}"
                    field = f"{{{name}: {text}}}"
                    assert field in part.statement
                    changed = part.statement.replace(field, f"{{{name}: {other}}}")
                    yield part.id, f"{name}: {other}", replace(part, statement=changed)


TRUE_AS_WELL = {
    ("W3.b", "none: 1"): "the delta of the bootstrap is the same at every epsilon",
    ("U6.a", "none: 1"): "a published row has the same delta at every epsilon",
    ("U6.b", "none: 1"): "so has a row that is published with probability 1/n",
    ("U10.a", "third: eps/4"): "what is not eps/3-DP is not eps/4-DP",
    ("U12.d", "eps: 2"): "the listed choices guarantee no less at epsilon 2",
    ("U12.e", "eps: 2"): "some of the listed choices are better at epsilon 2 as well",
    ("H17.b", "bound: p*(2 - p)"): "a looser bound, whose true constant the check does not reach",
    ("U13.e", "error: 1/11"): "a smaller error needs more rows",
}
"""Changed statements that say something else which is true, so that no check can object."""


@pytest.mark.nightly
def test_checks_notice_every_changed_number_of_a_formula():
    changed = list(formulas_changed())
    assert len(changed) > 200
    missed = {(name, what) for name, what, part in changed if judge(part).status == "agrees"}
    assert missed == set(TRUE_AS_WELL)
