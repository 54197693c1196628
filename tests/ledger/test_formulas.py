"""The ledger prints its mathematics as sympy writes it, and says what is missing where there is none."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from assay.errors import InvalidValue
from assay.ledger.formulas import formulas
from assay.ledger.index import NAME, render, require_current
from assay.ledger.reading import read, read_sources

FOLDER = Path(__file__).parents[2] / "spec" / "claims"
SOURCES = read_sources(FOLDER)
WITHOUT_SYMPY = """
import sys
from pathlib import Path
sys.modules["sympy"] = None
from assay.cli.main import main
from assay.ledger.formulas import formulas
from assay.ledger.index import require_current
from assay.ledger.reading import read
from assay.ledger.reading import read_sources
records = read(Path(sys.argv[1]))
require_current(records, read_sources(Path(sys.argv[1])), Path(sys.argv[1]))
assert formulas(["1 < 2"], {"q": "4/5"}) is None
sys.exit(main(sys.argv[2:]))
"""


def without_sympy(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", WITHOUT_SYMPY, str(FOLDER), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_the_formulas_of_the_index_are_those_that_sympy_writes() -> None:
    pytest.importorskip("sympy")
    assert (FOLDER / NAME).read_text(encoding="utf-8") == render(read(FOLDER), SOURCES), (
        "run: assay verify --index"
    )


@pytest.mark.slow
def test_every_inequality_of_the_records_has_a_formula() -> None:
    pytest.importorskip("sympy")
    parts = [part for record in read(FOLDER) for part in record.parts]
    for part in parts:
        found = formulas(part.proves, part.witness)
        assert found is not None
        certificates, witness = found["certificates"], found["witness"]
        assert isinstance(certificates, list)
        assert isinstance(witness, dict)
        assert len(certificates) == len(part.proves)
        assert {k for k in part.witness if k.startswith("inequality")} <= set(witness)
    assert sum(len(part.proves) for part in parts) > 60


def test_a_formula_is_that_of_its_claim() -> None:
    pytest.importorskip("sympy")
    witness = {"inequality": "1 - 4/5 == 1/5", "q": "4/5", "epsilon": "ln(2)", "x": "01", "event": "the row"}
    found = formulas(["for q in [0, 1]: 1 + q*(e - 1) <= exp(2*q)"], witness)
    assert found == {
        "certificates": [r"q \left(-1 + e\right) + 1 \leq e^{2 q} \qquad (q \in [0, 1])"],
        "witness": {
            "inequality": r"1 - \frac{4}{5} = \frac{1}{5}",
            "q": r"\frac{4}{5}",
            "epsilon": r"\ln{\left(2 \right)}",
        },
    }


@pytest.mark.slow
def test_a_changed_claim_makes_the_index_stale_and_another_formula_does_not(tmp_path: Path) -> None:
    records = read(FOLDER)
    page = (FOLDER / NAME).read_text(encoding="utf-8")
    (tmp_path / NAME).write_text(page.replace(r"\leq e^{2 q}", r"\le e^{2q}"), encoding="utf-8")
    require_current(records, SOURCES, tmp_path)
    (tmp_path / NAME).write_text(page.replace("<= exp(2*q)`", "<= exp(3*q)`"), encoding="utf-8")
    with pytest.raises(InvalidValue, match="stale"):
        require_current(records, SOURCES, tmp_path)


def test_without_sympy_the_ledger_runs_and_says_what_is_missing() -> None:
    done = without_sympy("verify", "--only", "S8", "--no-cache", "--json")
    assert done.returncode == 0, done.stderr
    assert '"latex": null' in done.stdout
    assert "pip install 'assay[sympy]'" in done.stdout


def test_without_sympy_no_index_is_written() -> None:
    done = without_sympy("verify", "--index")
    assert done.returncode == 2
    assert "pip install 'assay[sympy]'" in done.stderr
