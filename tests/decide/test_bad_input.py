"""What is refused, with the line, the reason and exit status 2, and what is left undecided."""

from pathlib import Path

import pytest

from assay import EPS, adjacency
from assay.decide import SymbolicMechanism, decide, decision, geometric
from assay.decide.signs.sign_table import sign_table
from assay.dp import Undecided
from assay.errors import BudgetExceeded
from tests.cli.command_line import assay
from tests.decide.symbolic_programs import cube, sparse_vector

HEADER = """
import assay
from fractions import Fraction
from assay import EPS
from assay.decide import laplace, geometric

@assay.program
def program(q):
    """
PAIR = ("--domain", "(0, 0), (1, 1)", "--adjacency", "linf:1")


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("return q[0] * laplace(EPS) >= 0", "a noisy value is multiplied"),
        ("return q[0] + laplace('1/2') >= 0", "not a positive rational multiple of EPS"),
        ("return q[0] + laplace(assay.ln(2)) >= 0", "not a positive rational multiple of EPS"),
        ("return q[0] + laplace(0.5) >= 0", "float"),
        ("return q[0] + laplace(EPS) >= '1'", "not an integer"),
        ("return q[0] + laplace(EPS) >= 0.1", "write Fraction('1/10')"),
        ("return laplace(EPS) + laplace(EPS / 2) + laplace(EPS / 3) >= 0", "relates three draws"),
        ("return q[0] + laplace(laplace(EPS)) >= 0", "itself noisy"),
        ("return laplace(EPS) >= geometric(EPS)", "one is discrete, the other continuous"),
        ("return [1, 2][geometric(EPS)]", "used as an index"),
        ("return {geometric(EPS): 1}", "key of a dictionary"),
    ],
)
def test_programs_outside_the_class(tmp_path: Path, statement, reason):
    path = tmp_path / "outside.py"
    path.write_text(HEADER + statement + "\n")
    error = assay("decide", f"{path}:program", *PAIR).error
    assert f"outside.py, line {HEADER.count(chr(10)) + 1}" in error
    assert reason in error


@pytest.mark.parametrize(
    ("option", "value", "reason"),
    [
        ("--epsilon", "c*eps", "'c' where a number was expected"),
        ("--epsilon", "delta", "'delta'"),
        ("--epsilon", "eps + 1", "mixes a constant"),
        ("--epsilon", "eps*eps", "logarithm"),
        ("--epsilon", "", "the end"),
        ("--delta", "d", "'d' where a number was expected"),
        ("--delta", "exp(eps)", "leaves [0, 1]"),
        ("--delta", "3/2", "delta"),
        ("--delta", "1/(exp(eps) - 2)", "pole"),
    ],
)
def test_claims_with_a_free_symbol_and_others(option, value, reason):
    assert reason in assay("decide", "assay.examples.above_threshold", f"{option}={value}").error


def test_a_spent_budget_lists_the_inequalities_that_remain(monkeypatch):
    m = SymbolicMechanism(sparse_vector(geometric), cube(2), adjacency.linf(1))
    found = decide(m, EPS)
    seen = 0

    def stops(poly):
        nonlocal seen
        seen += 1
        if seen == 3:
            raise BudgetExceeded("planted")
        return sign_table(poly)

    monkeypatch.setattr(decision, "sign_table", stops)
    verdict = decide(m, EPS)
    assert isinstance(verdict, Undecided)
    assert verdict.exit_status == 3
    remaining = verdict.known["inequalities that remain"]
    assert len(remaining) == len(found.certificate.polynomials) - 2
    assert all(each.endswith("<= 0") for each in remaining)


@pytest.mark.parametrize("option", [("--max-states", "20"), ("--timeout", "0.0001")])
def test_a_budget_on_the_command_line(option):
    assert assay("decide", "assay.examples.noisy_maximum", *option).status == 3


@pytest.mark.slow
@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("return laplace(EPS) + Fraction(1, 1001) * q[0] >= 0", "common denominator is 1001"),
        ("while laplace(EPS) > 0: pass", "a path makes more than 100 choices"),
        ("a, b = laplace(EPS), laplace(EPS); return (a, b) if a > b else (b, a)", "compared with each other"),
    ],
)
def test_what_is_refused_only_once_paths_are_known_names_a_line_too(
    tmp_path: Path, monkeypatch, statement, reason
):
    monkeypatch.setattr("assay.programs.noise.paths.MAX_CHOICES", 100)
    path = tmp_path / "late.py"
    path.write_text(HEADER + statement + "\n")
    error = assay("decide", f"{path}:program", "--domain", "(0, 0), (1, 1)", "--adjacency", "linf:1").error
    assert "late.py, line " in error
    assert reason in error
