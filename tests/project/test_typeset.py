"""Formulas of statements in LaTeX, in the order in which they stand."""

from __future__ import annotations

from pathlib import Path

import pytest

from assay.ledger.reading import read
from assay.ledger.record import formulas

sympy = pytest.importorskip("sympy")

from spec.pages.typeset import of_formula  # noqa: E402 - which needs sympy

FOLDER = Path(__file__).parents[2] / "spec" / "claims"


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("1 - q", "1 - q"),
        ("2*q", "2 q"),
        ("exp(1)*p0", "e p_{0}"),
        ("(1 - 1/n)^m", r"\left(1 - \frac{1}{n}\right)^{m}"),
        ("eps >= exp(c)", r"\varepsilon \geq e^{c}"),
        ("a <= 1 and b != 2", r"a \leq 1\text{ and }b \neq 2"),
        ("floor(2*E)", r"\left\lfloor{2 E}\right\rfloor"),
        ("ceil(n/Z)", r"\left\lceil{\frac{n}{Z}}\right\rceil"),
        ("abs(x)", r"\left|{x}\right|"),
        ("log(1 + x)", r"\log{\left(1 + x \right)}"),
        ("sum(i, 0, k - 1, x^i)", r"\sum_{i=0}^{k - 1} x^{i}"),
    ],
)
def test_a_formula_is_written_as_it_stands(text, latex):
    assert of_formula(text) == latex


@pytest.mark.parametrize("words", ["the parity of two rows", "1, 2, 3", "q in [0, 1]", "", "1 <", "tanh(x)"])
def test_other_text_has_no_formula(words):
    assert of_formula(words) is None


def test_every_formula_of_a_statement_can_be_written():
    found = [
        text for record in read(FOLDER) for part in record.parts for text in formulas(part.statement).values()
    ]
    assert len(found) > 200
    assert [text for text in found if of_formula(text) is None] == []
