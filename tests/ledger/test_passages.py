"""Quotes are found in the digests of a source where they are, and nothing else is."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.errors import InvalidValue
from assay.ledger.passages import FAR, NAME, Passages, digests, read_passages, words
from assay.ledger.reading import read, require_quoted
from tests.ledger.write_passages import LETTERS, PLACES, entry, once

FOLDER = Path(__file__).parents[2] / "spec" / "claims"
PASSAGES = read_passages(FOLDER)
TEXT = "one two three four five six seven eight nine ten eleven twelve"


def passages(text=TEXT):
    return Passages(tuple(digests(words(text))), ((0, "start"), (6, "middle")))


@given(st.integers(0, 9), st.integers(3, 12))
def test_every_part_of_a_text_is_found_where_it_is(start, size):
    found = TEXT.split()[start : start + size]
    if len(found) >= 3:
        quote = ", ".join(found).upper()
        assert passages().find(quote) == start
        assert passages().place([quote]) == ("middle" if start >= 6 else "start")


def test_words_may_be_left_out():
    assert passages().find("two three four ... five six seven ... ten eleven twelve") == 1
    assert passages("a b c x a b c d e f").find("a b c ... d e f") == 0
    assert passages().place(["one two three", "seven eight nine", "two three four"]) == "start; middle"
    far = " ".join(["a b c", *["x"] * FAR, "d e f"])
    with pytest.raises(InvalidValue, match="not in the source"):
        passages(far).find("a b c ... d e f")


@pytest.mark.parametrize(
    ("quote", "match"),
    [
        ("one two four", "not in the source"),
        ("two one three", "not in the source"),
        ("five six seven ... two three four", "not in the source"),
        ("one two three ... two three four", "not in the source"),
        ("one two", "at least 3 words"),
        ("one two three ... four", "at least 3 words"),
        ("", "at least 3 words"),
        ("...", "at least 3 words"),
    ],
)
def test_what_is_no_quote_is_refused(quote, match):
    with pytest.raises(InvalidValue, match=match):
        passages().find(quote)


def changed_words(quote):
    """A quote with one of its words changed, for every word."""
    found = quote.split(" ")
    for at, word in enumerate(found):
        if words(word):
            yield " ".join([*found[:at], f"un{word}" if word[0].isalnum() else f"{word}7", *found[at + 1 :]])


def test_every_changed_word_of_a_quote_is_noticed():
    total = 0
    for record in islice(read(FOLDER), 3, None, 12):
        for n, quote in enumerate(record.quotes):
            for other in changed_words(quote):
                quotes = (*record.quotes[:n], other, *record.quotes[n + 1 :])
                with pytest.raises(InvalidValue, match=f"{record.id}.toml: quote"):
                    require_quoted([replace(record, quotes=quotes)], PASSAGES)
                total += 1
    assert total > 50


def test_another_place_is_noticed():
    for record in read(FOLDER)[::10]:
        with pytest.raises(InvalidValue, match="but the quotes are in"):
            require_quoted([replace(record, place=f"{record.place}, page 2")], PASSAGES)


def test_a_source_without_passages_and_a_damaged_file_are_refused(tmp_path):
    (record, *_) = read(FOLDER)
    with pytest.raises(InvalidValue, match="no passages of the source S"):
        require_quoted([record], {})
    with pytest.raises(InvalidValue, match="not a readable file of passages"):
        read_passages(tmp_path)
    for text in ("", "[]", '{"S": {}}', '{"S": {"digests": "####", "places": [[0, "x"]]}}'):
        (tmp_path / NAME).write_text(text)
        with pytest.raises(InvalidValue, match="not a readable file of passages"):
            read_passages(tmp_path)


def test_a_formula_that_a_text_has_twice_is_read_once():
    assert words(once("H", "with n\U0001d45bn observations")) == ["with", "n", "observations"]
    assert words(once("U", "a 1/1001/100-complete code for kk users")) == words(
        "a 1/100-complete code for k users"
    )
    assert once("S", "kk") == "kk"


def test_places_are_named_after_the_lines_of_the_text():
    text = "Head\nThe idea\nsay this here\nThe method\nand do that"
    assert entry("W", text)["places"] == [(0, "beginning"), (1, "The idea"), (6, "The method")]
    assert set(PLACES) == set(LETTERS.values()) == set(json.loads((FOLDER / NAME).read_text()))
