"""Every check has its claim, and every claim its check."""

from __future__ import annotations

import pytest

from assay.errors import InvalidValue
from assay.ledger.coverage import CHECKS, declared, require_claims
from assay.ledger.parsing import parse
from assay.ledger.reading import read
from tests.ledger.test_parsing import data
from tests.ledger.test_reading import FOLDER


def test_a_check_without_a_claim_is_noticed(tmp_path):
    (tmp_path / "planted.py").write_text(
        "def good(scope: Scope) -> Finding: ...\n"
        "def orphan(scope: Scope) -> Finding: ...\n"
        "def _private(scope: Scope) -> Finding: ...\n"
        "def helper(n: int) -> int: ...\n"
        "def refutes(scope: Scope) -> Finding: ...\n"
    )
    assert len(declared(tmp_path)) == 3
    with pytest.raises(InvalidValue, match=r"no record has the check assay\.ledger\.checks\.planted:orphan;"):
        require_claims([parse(data())], tmp_path)


@pytest.mark.slow
def test_every_check_has_a_claim_and_every_claim_its_check():
    records = read(FOLDER)
    used = {part.check for record in records for part in record.parts}
    assert set(declared(CHECKS)) == used
