"""Exported certificates compile in Coq; what cannot be exported is refused with a reason."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from assay.prove.coq import Unsupported, export
from tests.prove.claims import proved

COQC = shutil.which("coqc")

COMPILED = (
    "2 < e",
    "log(2) + log(3) = log(6)",
    "for q in [0, 1]: 1 - q + q/e >= exp(-q)",
    "for q in [0, 79/100]: 1 - q >= exp(-2*q)",
    "for real p, real q, A >= 1 where p <= A*q and 1 - q <= A*(1 - p): (p - q)*(A + 1) <= A - 1",
    "for real x, real y: x*y <= (x^2 + y^2)/2",
    "for x in [0, 1], y in [0, 1]: x*y < exp(x) + y",
    "for real x where x^2 < 1: 1 - x^2 > 0",
    "for p >= 0, q >= 0, A > 1 where p <= A*q and q <= A*p: (A*p - q)/(A - 1) >= 0",
)


@pytest.mark.slow
@pytest.mark.skipif(
    COQC is None, reason="coqc is not installed (Debian: coq libcoq-interval libcoq-coquelicot)"
)
@pytest.mark.parametrize("claim", COMPILED)
def test_coq_accepts_the_exported_certificate(claim: str, tmp_path: Path) -> None:
    source = tmp_path / "claim.v"
    source.write_text(export(proved(claim)), encoding="utf-8")
    done = subprocess.run(
        [str(COQC), "-q", str(source)], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]


def test_export_names_every_step_and_closes_every_proof() -> None:
    text = export(proved(COMPILED[2]), "amplified")
    assert text.count("\nLemma ") == text.count("Qed.")
    assert "Lemma amplified : forall v_q : R" in text
    assert "Admitted" not in text
    assert "Axiom" not in text


@pytest.mark.parametrize(
    "claim",
    ["for integer n >= 0: sum(i, 1, n, i) = n*(n + 1)/2", "for real x, real y: max(x, y) >= (x + y)/2"],
)
def test_what_cannot_be_exported_is_refused(claim: str) -> None:
    with pytest.raises(Unsupported, match="Coq"):
        export(proved(claim))
