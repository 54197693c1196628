"""Plots: complete files or none, equal for equal findings."""

from __future__ import annotations

import pytest

from assay import AssayError, Mechanism, adjacency, eps, ln, mechanisms, number
from assay.cli.commands.audit import save_plot
from assay.cli.report import Claim, Findings
from assay.errors import UndecidedError
from tests.cli.command_line import ALMOST_RANDOM, assay, write

MAGIC = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}


class NoBudget:
    def confirm(self):
        pass

    def is_over(self):
        return False


def findings(mechanism, claim=None):
    found = Findings(mechanism, claim)
    found.fill(NoBudget())
    return found


@pytest.mark.slow
@pytest.mark.parametrize("suffix", MAGIC)
def test_a_plot_is_a_file_of_its_kind(tmp_path, suffix):
    path = tmp_path / f"profile{suffix}"
    found = findings(mechanisms.randomised_response(ln(3)), Claim(ln(2), number("1/8")))
    save_plot(found, path)
    first = path.read_bytes()
    assert first.startswith(MAGIC[suffix])
    save_plot(found, path)
    assert path.read_bytes() == first
    assert list(tmp_path.iterdir()) == [path]


def test_a_total_leak_can_be_drawn(tmp_path):
    save_plot(findings(mechanisms.identity([0, 1]), Claim(eps("inf"), number(0))), tmp_path / "leak.png")


def test_what_cannot_be_drawn_leaves_no_file(tmp_path):
    symbolic = findings(mechanisms.randomised_response("eps"))
    with pytest.raises(UndecidedError):
        save_plot(symbolic, tmp_path / "a.png")
    with pytest.raises(AssayError, match="nothing to plot"):
        save_plot(Findings(symbolic.mechanism), tmp_path / "a.png")
    assert list(tmp_path.iterdir()) == []


def test_a_plot_that_fails_half_way_leaves_the_old_file(tmp_path, monkeypatch):
    from matplotlib.figure import Figure

    def fail(self, target, **options):
        target.write_bytes(b"half")
        raise OSError("disk full")

    path = tmp_path / "a.png"
    path.write_bytes(b"old")
    monkeypatch.setattr(Figure, "savefig", fail)
    with pytest.raises(OSError, match="disk full"):
        save_plot(findings(mechanisms.almost_random()), path)
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("a.png", b"old")]


def test_on_the_command_line(tmp_path):
    path, picture = write(tmp_path, ALMOST_RANDOM), tmp_path / "profile.png"
    plain, plotted = assay("audit", path), assay("audit", path, "--plot", picture)
    assert plain == plotted
    assert picture.read_bytes().startswith(MAGIC[".png"])


def test_an_answer_is_given_also_where_the_plot_fails(tmp_path):
    path = write(tmp_path, "m = mechanisms.randomised_response(EPS)")
    answer = assay("audit", path, "--epsilon", "eps", "--plot", tmp_path / "p.svg")
    assert answer.status == 0
    assert answer.err.startswith("assay: warning: no plot: ")
    assert not (tmp_path / "p.svg").exists()


def test_a_nonsymmetric_adjacency_is_drawn(tmp_path):
    m = Mechanism({0: {0: 1}, 1: {0: "1/2", 1: "1/2"}}, [0, 1], adjacency.explicit([(0, 1)], symmetric=False))
    save_plot(findings(m), tmp_path / "a.png")
