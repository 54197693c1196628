"""`assay decide FILE --coq OUT.v`: theorems for all eps > 0, and what has none."""

from __future__ import annotations

import json
import shutil

import pytest

from assay.cli.command import ExitStatus
from assay.cli.main import main

CODE = """\
import assay
from assay import EPS, Dist, Mechanism, exp
from assay.adjacency import all_pairs, linf
from assay.decide import SymbolicMechanism, geometric, laplace

e = exp(EPS)
law = {b: Dist({b: e/(1 + e), not b: 1/(1 + e)}) for b in (False, True)}
told = Mechanism(law, (False, True), all_pairs())


@assay.program
def above(x):
    return x + laplace(EPS) >= 1


@assay.program
def noisy(x):
    return x + geometric(EPS)


@assay.program
def larger(x):
    return laplace(EPS) < x + laplace(EPS)


level = SymbolicMechanism(above, range(4), linf(1))
number = SymbolicMechanism(noisy, range(4), linf(1))
order = SymbolicMechanism(larger, range(3), linf(1))
"""

needs_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed (Debian: coq)")


@pytest.fixture
def decide(tmp_path, capsys):
    (tmp_path / "told.py").write_text(CODE, encoding="utf-8")

    def run(name, *options, command="decide"):
        status = main([command, f"{tmp_path}/told.py:{name}", *options])
        return status, capsys.readouterr()

    return run


@pytest.mark.parametrize(
    ("name", "options", "status", "theorem"),
    [
        ("told", (), ExitStatus.HOLDS, "mechanism_is_private : forall eps, 0 < eps ->"),
        (
            "told",
            ("--epsilon", "eps/2"),
            ExitStatus.REFUTED,
            "mechanism_is_not_private : forall eps, 0 < eps ->",
        ),
        ("told", ("--epsilon", "ln 3"), ExitStatus.REFUTED, "mechanism_is_not_private : 0 < chosen_eps"),
        ("level", (), ExitStatus.HOLDS, "mechanism_is_private : forall eps, 0 < eps ->"),
    ],
)
def test_the_theorem_is_for_all_eps_or_refutes_one(decide, tmp_path, name, options, status, theorem):
    file = tmp_path / "told.v"
    found, printed = decide(name, *options, "--coq", str(file))
    assert found == status
    assert f"coqc {file} checks it" in printed.out
    assert f"Theorem {theorem}" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "reason"),
    [("number", "holds noisy values"), ("order", "holds t = eps/k beside its exponential")],
)
def test_what_is_no_finite_table_in_the_exponential_is_told(decide, tmp_path, name, reason):
    file = tmp_path / "told.v"
    found, printed = decide(name, "--coq", str(file), "--json")
    assert found == ExitStatus.UNDECIDED
    assert reason in json.loads(printed.out)["theorem"]["reason"]
    assert not file.exists()


def test_audit_hands_noise_with_rates_in_eps_over(decide, tmp_path):
    file = tmp_path / "told.v"
    options = ("--domain", "0, 1", "--adjacency", "all-pairs", "--epsilon", "eps", "--coq", str(file))
    found, printed = decide("above", *options, command="audit")
    assert found == ExitStatus.HOLDS
    assert "mechanism_is_private" in printed.out


def test_a_table_of_many_has_no_theorem(capsys):
    assert main(["decide", "--table", "--coq", "a.v"]) == ExitStatus.BAD_INPUT
    assert "about one mechanism" in capsys.readouterr().err


@needs_coq
@pytest.mark.slow
@pytest.mark.parametrize("options", [(), ("--epsilon", "eps/2"), ("--epsilon", "ln 3")])
def test_coq_accepts_the_file(decide, tmp_path, options):
    _, printed = decide("told", *options, "--coq", str(tmp_path / "told.v"), "--check")
    assert printed.out.endswith("Coq accepts it, on the axioms of the reals alone\n")
