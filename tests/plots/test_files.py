"""Plots become complete files or none."""

from __future__ import annotations

import pytest

from assay import AssayError
from assay.errors import InvalidValue
from assay.plots import files


def test_bad_names(tmp_path):
    for name, problem in (
        ("a.gif", "ends in none of"),
        ("a", "ends in none of"),
        ("none/a.png", "does not exist"),
    ):
        with pytest.raises(InvalidValue, match=problem):
            files.check_plot(tmp_path / name)


def test_the_way_out_without_matplotlib(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "find_spec", lambda name: None)
    with pytest.raises(AssayError, match="pip install matplotlib"):
        files.check_plot(tmp_path / "a.png")


def test_a_figure_as_an_element():
    from matplotlib.figure import Figure

    figure = Figure()
    figure.subplots().plot([0, 1], [1, 0])
    text = files.svg(figure)
    assert text.startswith("<svg")
    assert text.rstrip().endswith("</svg>")
    assert text == files.svg(figure)
