"""Everything that a notebook shows has a page, and shows it through one hook."""

from __future__ import annotations

import assay
from assay.dp import Witness
from assay.exact.bracket import Bracket
from assay.explanations import Explanation
from assay.rich_display import Shown
from assay.verdict import BaseVerdict


def test_what_has_a_page():
    kinds = (assay.Dist, assay.Mechanism, assay.Profile, assay.TradeOff, assay.Attained)
    for kind in (*kinds, BaseVerdict, Witness, Bracket, Explanation):
        assert issubclass(kind, Shown)


def test_a_kind_without_a_page_is_shown_as_text():
    class Other(Shown):
        pass

    assert Other()._repr_html_() is None
