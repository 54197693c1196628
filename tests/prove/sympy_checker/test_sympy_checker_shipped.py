"""Shipped certificates are confirmed by sympy; changed ones that are false are confirmed by nobody."""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from pathlib import Path

import pytest

from assay.cli.main import main
from assay.errors import AssayError
from assay.prove import Rejected, check
from assay.prove.claims import statement
from assay.prove.rules import RULES
from assay.prove.stored import certificates_of
from tests.effort import at_length
from tests.prove.mutations import surely_false
from tests.prove.test_checkers_tampering import forgeries

pytest.importorskip("sympy")

from assay.prove import sympy_checker

SHIPPED = sorted((Path(__file__).parents[3] / "proofs" / "certificates").glob("*.json"))
ALL = [(path.stem, c) for path in SHIPPED for c in certificates_of(path)]
SMALL = sorted((c for _, c in ALL), key=lambda c: len(json.dumps(c)))


@pytest.mark.slow
@pytest.mark.parametrize("path", SHIPPED, ids=lambda p: p.stem)
def test_every_step_of_every_certificate_is_confirmed(path: Path) -> None:
    for certificate in certificates_of(path):
        report = sympy_checker.check(certificate)
        assert report.holds, str(report)
        assert report.claim == str(check(certificate)), "the two have read the same claim"
        assert [s.number for s in report.steps] == list(range(len(certificate["steps"])))  # type: ignore[index]


def judged(certificate: object, most: int, choose: random.Random) -> Counter[str]:
    """What both say of so many neighbours of a certificate; a false one passes neither."""
    counts: Counter[str] = Counter()
    found = [forged for _, forged in forgeries(certificate, choose, 2)]
    for forged in choose.sample(found, min(most, len(found))):
        report = sympy_checker.check(forged)
        counts[f"sympy: {report.finding.value}"] += 1
        try:
            accepted = str(check(forged))
        except Rejected:
            accepted = ""
        counts["kernel: accepted" if accepted else "kernel: refused"] += 1
        claims = {accepted} if accepted else set()
        claims |= {report.claim} if report.holds else set()
        assert not any(false(claim) for claim in claims), f"{forged} passes for {claims}"
    return counts


def false(claim: str) -> bool:
    """Whether a claim fails at a point."""
    try:
        return surely_false(statement(claim))
    except AssayError:
        return True


@pytest.fixture
def _without_points(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules of the second checker alone: claims are not evaluated at points as well."""
    monkeypatch.setattr(sympy_checker, "refutation", lambda *_: None)


@pytest.mark.slow
@pytest.mark.usefixtures("_without_points")
def test_a_changed_certificate_that_is_false_passes_neither() -> None:
    choose = random.Random(3)
    counts: Counter[str] = Counter()
    for certificate in SMALL[:210:15]:
        counts += judged(certificate, 6, choose)
    assert counts["sympy: confirmed"] < counts.total() / 6
    assert counts["kernel: refused"] > 50


@pytest.mark.parametrize("changes", at_length(40))
@pytest.mark.usefixtures("_without_points")
def test_changed_certificates_of_every_rule(changes: int) -> None:
    choose = random.Random(8)
    counts: Counter[str] = Counter()
    for rule in RULES:
        with_it = [c for c in SMALL if any(s["rule"] == rule for s in c["steps"])]  # type: ignore[index]
        for certificate in with_it[:2]:
            counts += judged(certificate, changes, choose)
    sys.stdout.write(f"changed certificates: {dict(counts)}\n")
    assert counts["sympy: confirmed"] < counts.total() / 6


def run_command(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """Exit status and output of `assay prove`."""
    status = main(["prove", *arguments])
    streams = capsys.readouterr()
    return status, streams.out + streams.err


def test_the_command_asks_sympy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, step = SMALL[0], SMALL[0]["steps"][0]  # type: ignore[index]
    source = tmp_path / "one.json"
    source.write_text(json.dumps(good), encoding="utf-8")
    status, text = run_command(capsys, "--check", str(source), "--with", "sympy")
    assert (status, text.splitlines()[-1]) == (0, "1 confirmed by sympy")
    other = {
        **good,
        "claim": "1 < 2",
        "steps": [{**step, "claim": "1 < 2", "rule": "sturm", "with": {"x": ""}}],
    }  # type: ignore[dict-item]
    source.write_text(json.dumps(other), encoding="utf-8")
    assert run_command(capsys, "--check", str(source), "--with", "sympy")[0] == 1
    hard = "for x in [0, inf): exp(x) >= 1 + x"
    unseen = {**other, "claim": hard, "steps": [{"claim": hard, "rule": "direct", "with": {}, "from": []}]}
    source.write_text(json.dumps(unseen), encoding="utf-8")
    status, text = run_command(capsys, "--check", str(source), "--with", "sympy", "--json")
    assert status == 3
    assert json.loads(text)["reports"][0]["finding"] == "not settled"


def test_a_refusal_of_the_kernel_is_told_beside_sympy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "none.json"
    source.write_text(json.dumps({**SMALL[0], "claim": "1 < 0"}), encoding="utf-8")  # type: ignore[dict-item]
    assert run_command(capsys, "--check", str(source), "--with", "kernel")[0] == 1
    assert run_command(capsys, "--check", str(source), "--with", "sympy")[0] == 1
