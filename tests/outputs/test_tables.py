"""Tables as text: columns begin, or end, at one place, whatever is in them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay.outputs.tables import table

CELLS = st.text(st.characters(categories=["L", "N", "P"], max_codepoint=0x2FF), max_size=9)
ROWS = st.integers(1, 4).flatmap(lambda n: st.lists(st.lists(CELLS, min_size=n, max_size=n), max_size=5))


@given(ROWS, st.integers(0, 4))
def test_every_cell_stands_at_the_place_of_its_column(rows, indent):
    lines = table(rows, indent)
    assert len(lines) == len(rows)
    starts = [indent]
    for column in list(zip(*rows, strict=True))[:-1]:
        starts.append(starts[-1] + max(map(len, column)) + 2)
    for line, row in zip(lines, rows, strict=True):
        assert line == line.rstrip()
        assert [line[start : start + len(cell)] for start, cell in zip(starts, row, strict=False)] == row


@given(ROWS)
def test_cells_to_the_right_end_at_one_place(rows):
    lines = table(rows, 0, right=range(4))
    ends = 0
    for i, column in enumerate(zip(*rows, strict=True)):
        ends += max(map(len, column)) + 2 * (i > 0)
        for line, row in zip(lines, rows, strict=True):
            assert line[:ends].rstrip().endswith(row[i])
            if i == len(row) - 1 and row[i]:
                assert len(line) == ends


def test_examples():
    assert table([("a", "1", ""), ("long", "2", "3")]) == ["  a     1", "  long  2  3"]
    assert table([("a", "1", ""), ("long", "20", "3")], 0, right={1}) == ["a      1", "long  20  3"]
    assert table([("a", "b")], 0, least=(4, 2)) == ["a     b"]
    assert table([]) == table([], least=(3, 4)) == []


def test_rows_of_different_lengths():
    assert table([("a long cell",), ("b", "1")], 0) == ["a long cell", "b  1"]
    assert table([(), ("b", "1")], 0) == ["", "b  1"]


@pytest.mark.parametrize(
    ("cell", "size"),
    [("", 0), ("abc", 3), ("\x1b[31mred\x1b[0m", 3), ("e\u0301", 1), ("\u8a66", 2), ("ε", 1)],
)
def test_what_takes_no_place_is_not_counted(cell, size):
    first, second = table([(cell, "x"), ("1234", "x")], 0)
    assert first == cell + " " * (6 - size) + "x"
    assert second == "1234  x"


def test_the_last_cell_of_a_shorter_row_does_not_widen_its_column():
    rows = [("a", "1", "2"), ("b", "a long last cell"), ("c", "", "3")]
    assert table(rows, 0) == ["a  1  2", "b  a long last cell", "c     3"]


def test_an_empty_column_takes_no_place_but_those_between():
    assert table([("a", "", "1"), ("b", "", "2")], 0) == ["a    1", "b    2"]
    assert table([("a", "last"), ("b", "", "2")], 0) == ["a  last", "b    2"]


def test_the_terminal_is_no_part_of_a_table(monkeypatch):
    for name, value in {"COLUMNS": "20", "NO_COLOR": "1", "TERM": "dumb", "FORCE_COLOR": "1"}.items():
        monkeypatch.setenv(name, value)
    assert table([("a" * 50, "[red]b[/red]", ":smile:")], 0) == ["a" * 50 + "  [red]b[/red]  :smile:"]
    assert table([("\x1b[31mred\x1b[0m", "1", "")], 0) == ["\x1b[31mred\x1b[0m  1"]


def test_a_cell_that_is_longer_than_every_terminal():
    (line,) = table([("1" * 100_000, "digits", "")])
    assert line == "  " + "1" * 100_000 + "  digits"


def test_a_row_stays_one_line():
    assert table([("a\nb", "x", "1"), ("c", "d\r\ne", "2")], 0) == ["a b  x    1", "c    d e  2"]
    assert table([("\x1b[31ma\nb\x1b[0m", "1", "")], 0) == ["\x1b[31ma b\x1b[0m  1"]
