"""What `assay prove` prints for machines carries its claims in LaTeX."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from assay.errors import InvalidValue
from assay.prove.claims import statement
from assay.prove.formulas import missing, of_claim, of_value
from tests.cli.command_line import assay

pytest.importorskip("sympy")

PROOFS = Path(__file__).parents[2] / "proofs"
CLAIM = "for x in [0, 1]: ln(1 + x) <= x"


def test_a_claim_is_written_as_its_statement_is() -> None:
    assert missing() == ""
    assert of_claim(CLAIM) == statement(CLAIM).latex()
    assert of_claim("e <= 3") == r"e \leq 3"
    with pytest.raises(InvalidValue):
        of_claim("x <= 1")


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("3/4", r"\frac{3}{4}"),
        ("ln(3)", r"\ln{\left(3 \right)}"),
        ("inf", r"\infty"),
        ("01", None),
        ("3/04", None),
        ("0.5", None),
        ("", None),
        ("the row", None),
    ],
)
def test_a_value_is_written_if_it_is_one_as_it_is_printed(text: str, formula: str | None) -> None:
    assert of_value(text) == formula


def test_a_claim_a_certificate_and_a_lemma_carry_their_formulas(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    proved = assay("prove", "--claim", CLAIM, "--json", "--write", str(path)).json
    checked = assay("prove", "--check", str(path), "--json").json
    assert proved["latex"] == checked["certificates"][0]["latex"] == of_claim(CLAIM)
    assert proved["missing"] == checked["missing"] == ""
    refuted = assay("prove", "--claim", "for x >= 0: exp(x) <= 1", "--json").json
    assert refuted["latex"] == of_claim("for x >= 0: exp(x) <= 1")


def test_a_certificate_that_is_not_valid_has_no_formula(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    assay("prove", "--claim", CLAIM, "--write", str(path))
    data = json.loads(path.read_text(encoding="utf-8"))
    data["claim"] = "for x in [0, 1]: exp(x) <= 1"
    path.write_text(json.dumps(data), encoding="utf-8")
    (line,) = assay("prove", "--check", str(path), "--json").json["certificates"]
    assert (line["valid"], line["latex"]) == (False, None)


def test_a_lemma_carries_the_formulas_of_its_certificates() -> None:
    (lemma, *_) = assay("prove", str(PROOFS / "hoeffding.py"), "--json").json["lemmas"]
    assert lemma["latex"] == [of_claim(c["claim"]) for c in lemma["certificates"]]
