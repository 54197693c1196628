"""Statements are words with formulas from the data of their checks: no number is left in words."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from assay.errors import InvalidValue
from assay.ledger.parsing import PROSE, parse
from assay.ledger.reading import read
from assay.ledger.record import Piece, formulas, pieces, plain
from assay.ledger.scope import Scope
from tests.ledger.planted import part
from tests.ledger.test_parsing import data

FOLDER = Path(__file__).parents[2] / "spec" / "claims"
REFERENCE = re.compile(
    r"\b(Lemma|Theorem|Definition|Proposition|[Ee]xample|equation|condition) \(?\d+(\.\d+)?\)?"
)
"""Names of places in a source."""

NUMBER = re.compile(
    r"(?<!\w)\d|[<>=^]|\b(half|third|quarter|tenth|twice|thrice|double|three|four|five|six|seven|eight|ten)\b"
)
"""A digit that is no part of a name such as p0 or |.|_1, a comparison, a power, a number in words."""

TERMS = {
    "W6.b": "half ones",
    "W6.d": "half ones",
    "U7.b": "half-side",
    "U8.b": "half-side",
}
"""Terms with a number in them, which no check could compute: data of as many ones as zeros, a cube's size."""


def words(found):
    """The words of a statement, without its formulas and without names of places."""
    text = " ".join(piece.text if piece.kind == "words" else "..." for piece in pieces(found))
    return REFERENCE.sub("", text)


def test_no_number_and_no_comparison_is_left_in_words():
    parts = [p for record in read(FOLDER) for p in record.parts]
    assert len(parts) >= 185
    for found in parts:
        text = words(found)
        if found.id in TERMS:
            assert TERMS[found.id] in text, f"{found.id}: the exception is not needed"
            text = text.replace(TERMS[found.id], "")
        assert not NUMBER.search(text), f"{found.id}: {text}"
    assert set(TERMS) <= {found.id for found in parts}


def test_what_has_no_formula_says_what_it_is():
    prose = {p.id: p.prose for record in read(FOLDER) for p in record.parts if p.prose}
    assert set(prose.values()) <= set(PROSE)
    assert len(prose) <= 20, "a statement without any formula is an exception"


def test_most_statements_have_formulas_that_only_their_check_can_confirm():
    parts = [p for record in read(FOLDER) for p in record.parts]
    assert sum(len(p.formulas) for p in parts) >= 200
    assert all(p.proves or p.formulas or p.prose or p.counts for p in parts)


def test_fields_are_filled():
    found = part(
        "good",
        statement="{loss: 2*q}, {1.where}, {1} on {1.for}; {scope.n}; {witness.q}; {loss}, {see S3.a}",
        proves=("for q in [0, 1] where q >= 1/2: 2*q >= 1",),
        witness={"q": "4/5"},
    )
    said = "2*q, q >= 1/2, 2*q >= 1 on q in [0, 1]; 1, 2, 3; 4/5; 2*q, S3.a"
    assert plain(found) == found.text == said
    assert found.formulas == formulas(found.statement) == {"loss": "2*q"}
    assert pieces(found)[0] == Piece("2*q", "formula")
    assert pieces(found)[-1] == Piece("S3.a", "see")


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("{2}", "beyond the 1 claims"),
        ("{1.where}", "the claim has none"),
        ("{scope.m}", "names no formula"),
        ("{witness.q}", "names no formula"),
        ("{region}", "names no formula"),
        ("{loss}", "names no formula"),
        ("{}", "names no formula"),
        ("{loss: 1} and {loss: 1}", "defined twice"),
        ("{1} and }", "a brace stands alone"),
        ("{1} and {{x: 1}}", "a brace stands alone"),
    ],
)
def test_a_field_without_data_is_refused(statement, message):
    with pytest.raises(InvalidValue, match=re.escape(message)):
        plain(part("good", statement=statement, proves=("1 < 2",)))
    changed = data()
    changed["parts"][1]["statement"] = statement
    with pytest.raises(InvalidValue, match=re.escape(message)):
        parse(changed)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"statement": "words"}, "a statement has formulas in braces, or it is prose"),
        ({"prose": "definition"}, "a statement has formulas in braces, or it is prose"),
        ({"statement": "words", "prose": "poem"}, "definition, implication, system"),
    ],
)
def test_prose_says_what_it_is(changes, message):
    changed = data()
    changed["parts"][1] |= changes
    with pytest.raises(InvalidValue, match=message):
        parse(changed)


def test_a_part_that_is_named_exists(tmp_path):
    for path in FOLDER.glob("*.toml"):
        text = path.read_text(encoding="utf-8")
        (tmp_path / path.name).write_text(text.replace("{see S3.a}", "{see S3.z}"), encoding="utf-8")
    with pytest.raises(InvalidValue, match=r"S6\.a: its statement names S3\.z"):
        read(tmp_path)


def test_a_formula_that_is_handed_out_and_not_evaluated_counts_as_unread():
    scope = Scope({"n": 1}, {"loss": "2*q", "other": "q"})
    loss = scope.formula("loss")
    assert scope.unevaluated() == ["{loss: 2*q}", "{other: q}"]
    assert loss.number(q="1/2") == 1
    assert scope.unevaluated() == ["{other: q}"]
    with pytest.raises(InvalidValue, match="no formula 'gain' \\(it has loss, other\\)"):
        scope.formula("gain")


def test_a_changed_formula_changes_the_key_of_the_cache():
    from assay.ledger.cache import Cache

    one = part("good", statement="{loss: 2*q}")
    assert Cache.key(one, False) != Cache.key(replace(one, statement="{loss: 3*q}"), False)
