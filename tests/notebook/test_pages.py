"""What a notebook shows: everything, escaped, balanced, and soon."""

from __future__ import annotations

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import Dist, Mechanism, adjacency, flip, ln, mechanisms, number, program
from assay.cli.report.values import LONGEST_EXACT
from assay.exact.bracket import Bracket
from assay.notebook import html
from assay.notebook.markup import bar, table
from assay.verdict import Proved, Undecided
from tests.strategies import dists

VOID = {"use", "path", "rect", "meta", "br"}


class Reader(HTMLParser):
    """The texts of a page; open elements are counted."""

    def __init__(self):
        super().__init__()
        self.open, self.texts, self.tags = [], [], set()

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.add(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if data.strip():
            self.texts.append(data.strip())


def page(value):
    """The texts and the tags of a page, which closes what it opens."""
    reader = Reader()
    reader.feed(value._repr_html_())
    reader.close()
    assert reader.open == []
    return reader.texts, reader.tags


@given(dists())
def test_a_distribution_shows_every_output_and_probability(dist):
    texts, _ = page(dist)
    for output, p in dist.items():
        assert repr(output) in texts
        assert str(p) in texts or len(str(p)) > LONGEST_EXACT


@given(dists(), dists())
def test_a_mechanism_shows_its_table(p, q):
    m = Mechanism({0: p, 1: q}, [0, 1], adjacency.all_pairs(), name="M")
    texts, _ = page(m)
    assert texts[0] == "M"
    assert "2 inputs, 2 ordered adjacent pairs by all_pairs()" in texts[1]
    for each in [*dict(p).values(), *dict(q).values()]:
        assert str(each) in texts or len(str(each)) > LONGEST_EXACT


@given(st.text())
def test_texts_are_escaped(text):
    texts, tags = page(Dist.point("<script>alert(1)</script>" + text.replace(" at 0x", "")))
    assert "script" not in tags
    assert any("<script>" in each for each in texts)


@pytest.mark.slow
def test_curves_with_their_pictures():
    m = mechanisms.randomised_response(ln(3))
    for curve in (m.profile(), m.tradeoff()):
        texts, tags = page(curve)
        assert "svg" in tags
        assert "1/2" in texts or "1/4" in texts
    texts, tags = page(mechanisms.randomised_response("eps").profile())
    assert "svg" not in tags


def test_curves_without_matplotlib(monkeypatch):
    monkeypatch.setattr("assay.plots.files.find_spec", lambda name: None)
    _, tags = page(mechanisms.randomised_response(ln(3)).profile())
    assert tags >= {"table"}
    assert "svg" not in tags


def test_verdicts():
    m = mechanisms.randomised_response(ln(3))
    refuted, _ = page(m.audit(1))
    assert refuted[0] == "REFUTED"
    assert "3/4 > exp(1)/4" in refuted
    verified, _ = page(m.audit(ln(3)))
    assert verified[0] == "VERIFIED"
    assert "3/4 = 3/4" in verified
    undecided, _ = page(Undecided("too few states", {"epsilon": number(1)}))
    assert undecided[:2] == ["UNDECIDED", ": too few states"]
    assert "epsilon" in undecided
    proved, _ = page(Proved("a <b>"))
    assert proved == ["PROVED", "'a <b>'"]


def test_a_witness_and_a_worst_case():
    m = mechanisms.randomised_response(ln(3))
    texts, _ = page(m.audit(1).witness)
    assert "{False}" in texts
    assert "exp(1)/4" in texts
    texts, _ = page(m.worst_case.epsilon())
    assert texts[:3] == ["value", "ln(3)", "1.09861228866811"]
    assert texts[3:] == ["input x", "False", "input x'", "True", "event S", "{False}"]


def test_a_bracket():
    assert page(Bracket(number("1/4").as_fraction(), None))[0] == ["at least", "0.25", "at most", "Infinity"]
    assert page(Bracket.infinity())[0][1] == "infinity"


def test_a_mechanism_that_takes_long_is_shown_without_its_table(monkeypatch):
    monkeypatch.setattr("assay.notebook.pages.STATES", 100)

    @program
    def coins(x):
        return tuple(flip("1/3") for _ in range(12))

    texts, tags = page(Mechanism(coins, [0, 1], adjacency.all_pairs()))
    assert "table" not in tags
    assert any("not shown" in each for each in texts)


def test_long_tables_are_cut():
    texts, _ = page(Dist.uniform(range(100)))
    assert texts[-1] == "... 60 more outputs"
    many = Mechanism({x: Dist.uniform(range(300)) for x in (0, 1)}, [0, 1], adjacency.all_pairs())
    assert page(many)[0][-1] == "300 outputs, too many for a table"


def test_what_has_no_page():
    assert html(3) is None


@pytest.mark.parametrize("share", [-1.0, 0.0, 0.5, 2.0])
def test_a_bar_stays_in_its_place(share):
    width = float(bar(share).split("width:")[-1].split("%")[0])
    assert 0 <= width <= 100


def test_a_short_row_takes_the_whole_width():
    assert " colspan=2" in table([("a", "b"), ("a", "b", "c")])
    assert "colspan" not in table([("a", "b"), ("a", "b")])
