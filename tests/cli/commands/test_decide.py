"""`assay decide` on the command line: answers, exit statuses, and bad input."""

import json
from pathlib import Path

import pytest

from assay.decide.certificates.checker import check
from tests.cli.command_line import assay

SOURCE = """
import itertools
import assay
from assay import EPS, adjacency
from assay.decide import SymbolicMechanism, laplace

@assay.program
def above_threshold(q):
    level = laplace(EPS / 2)
    for i, answer in enumerate(q):
        if answer + laplace(EPS / 4) >= level:
            return i
    return None

m = SymbolicMechanism(above_threshold, itertools.product((0, 1), repeat=2), adjacency.linf(1))

@assay.program
def doubles(q):
    return laplace(EPS) * laplace(EPS) > q
"""


@pytest.fixture
def source(tmp_path: Path) -> str:
    path = tmp_path / "thresholds.py"
    path.write_text(SOURCE)
    return str(path)


def test_a_claim_that_holds(source):
    answer = assay("decide", source)
    assert answer.status == 0
    assert "proved" in answer.out
    assert "smallest c with c*eps-privacy for all eps > 0: 1/2" in answer.out


def test_a_claim_that_fails(source):
    answer = assay("decide", f"{source}:m", "--epsilon", "eps/4")
    assert answer.status == 1
    assert "refuted: fails exactly for every eps > 0" in answer.out
    assert "witness at eps = 1" in answer.out


def test_json_holds_the_certificate_or_the_witness(source):
    proved = assay("decide", source, "--json").json
    assert proved["verdict"] == "proved"
    assert check(proved["certificate"]) == len(proved["certificate"]["inequalities"])
    refuted = assay("decide", source, "--epsilon", "eps/4", "--json").json
    assert refuted["verdict"] == "refuted"
    assert refuted["at"] == "1"
    assert refuted["witness"]["relation"] == ">"
    assert json.dumps(refuted)


def test_symmetry_can_be_turned_off(source):
    assert assay("decide", source, "--no-symmetry").status == 0


def test_a_program_needs_a_domain(source):
    assert "--domain" in assay("decide", f"{source}:above_threshold").error
    answer = assay(
        "decide", f"{source}:above_threshold", "--domain", "(0, 0), (0, 1)", "--adjacency", "linf:1"
    )
    assert answer.status == 0


def test_outside_the_class_is_refused_with_its_line(source):
    error = assay("decide", f"{source}:doubles", "--domain", "0, 1", "--adjacency", "l1:1").error
    assert "thresholds.py, line 19: a noisy value is multiplied" in error


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--epsilon", "c*eps"], "'c' where a number was expected"),
        (["--epsilon", "1/2"], "epsilon = 1/2"),
        (["--delta", "x"], "delta"),
        (["--delta", "2"], "delta"),
        (["--table"], "either"),
        (["--timeout", "-1"], "--timeout"),
        (["--max-states", "none"], "--max-states"),
    ],
)
def test_bad_input(source, arguments, message):
    assert message in assay("decide", source, *arguments).error


def test_bad_targets(source):
    assert "names no program" in assay("decide", "--table", "--only", "nothing of the kind").error
    assert "no mechanism or program 'x'" in assay("decide", f"{source}:x").error
    assert "either" in assay("decide").error


def test_a_spent_budget_is_undecided(source):
    answer = assay("decide", source, "--max-states", "30")
    assert answer.status == 3


@pytest.mark.slow
def test_rows_of_the_table():
    answer = assay("decide", "--table", "--only", "SVT5")
    assert answer.status == 0
    assert answer.out.count(" refuted ") == 8  # seven of one size, and one of every length
    assert "4 rows: 4 refuted; 0 contradict the published verdict" in answer.out
    found = assay("decide", "--table", "--only", "SVT5", "--json").json
    assert [entry["smallest_c"] for entry in found["decided"]] == ["none"] * 4
    assert not any(entry["contradicts_published"] for entry in found["decided"])
    assert [entry["exact"] for entry in found["one_epsilon"]] == ["inf"]


SMALL = ("--domain", "(0,), (1,)", "--adjacency", "linf:1", "--recheck", "--kernel", "2")


def test_the_checker_and_the_kernel_confirm(source):
    answer = assay("decide", f"{source}:above_threshold", *SMALL)
    assert answer.status == 0
    assert "checker: confirms" in answer.out
    (words,) = [line.split() for line in answer.out.splitlines() if line.startswith("proof kernel")]
    assert words[4] == words[6] != "0"
    found = assay("decide", f"{source}:above_threshold", *SMALL, "--json").json
    assert found["confirmed"] == len(found["certificate"]["inequalities"]) == len(found["kernel"])
    from assay.prove import check as kernel_check

    for each in found["kernel"]:
        assert str(kernel_check(each["theorem"]).statement).endswith("<= 0")


def test_the_kernel_never_proves_a_wrong_inequality():
    from assay.cli.commands.decide import statement
    from assay.decide.probabilities.values import UNIT, T, Y
    from assay.prove import prove

    for poly in (Y - T, UNIT - 2 * Y, UNIT - T):
        assert not prove(statement(poly), seconds=1).holds
    assert prove(statement(Y - UNIT), seconds=1).holds


def test_a_bad_kernel_budget(source):
    assert "--kernel '0' is not a positive number" in assay("decide", source, "--kernel", "0").error
