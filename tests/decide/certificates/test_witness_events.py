"""Refutations are confirmed by `spec/recheck_witness.py`, which does not import Assay; nothing else is."""

import json
import subprocess
import sys
from fractions import Fraction
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assay import EPS, Dist, Mechanism, adjacency, exp, flip, ln
from assay.decide import FailsFor, SymbolicMechanism, decide, exponential, geometric, laplace
from assay.decide.certificates.witness_events import witness_events
from assay.exact import certified
from assay.studies.literature.table import chosen, entry
from tests.decide.symbolic_programs import binned_gap, cube, noisy_max, sparse_vector
from tests.effort import at_night

SCRIPT = Path(__file__).parents[3] / "spec" / "recheck_witness.py"
IMPORTED = spec_from_file_location("recheck_witness", SCRIPT)
recheck = module_from_spec(IMPORTED)
IMPORTED.loader.exec_module(recheck)

QUICK = ("SVT5", "BadPartialSum", "BadSmartSum", "Hist2", "RR (wrong)", "NoisyMax4 binned")


def as_read(events):
    """What a reader of the JSON text gets."""
    return json.loads(json.dumps(events))


def test_the_script_does_not_import_assay():
    assert "assay" not in {
        line.split()[1] for line in SCRIPT.read_text().splitlines() if "import" in line[:7]
    }


@pytest.mark.parametrize("name", QUICK)
def test_refuted_rows_are_confirmed(name):
    found = [entry(row, kind) for row, kind in chosen(name, heavy=False) if row.name == name]
    assert found
    for each in found:
        assert isinstance(each.verdict, FailsFor)
        assert recheck.confirmed(as_read(each.recheck))


@pytest.mark.parametrize(("row", "kind"), at_night(3, chosen(heavy=False)))
def test_every_refuted_row_is_confirmed(row, kind):
    found = entry(row, kind)
    assert not isinstance(found.verdict, FailsFor) or recheck.confirmed(as_read(found.recheck))


@pytest.mark.nightly
def test_all_refuted_rows_are_confirmed():
    count = 0
    for row, kind in chosen(heavy=False):
        found = entry(row, kind)
        if isinstance(found.verdict, FailsFor):
            assert recheck.confirmed(as_read(found.recheck)), (row.name, row.n, kind)
            count += 1
    assert count == 35


COARSE = recheck.WIDTHS[:1]

MECHANISMS = {
    "sparse": (sparse_vector(geometric), EPS / 3),
    "sparse, continuous": (sparse_vector(laplace), EPS / 3),
    "max": (noisy_max(exponential), EPS / 2),
    "gap": (binned_gap(laplace), EPS / 8),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", MECHANISMS)
def test_a_claim_that_holds_is_never_confirmed(name):
    body, claim = MECHANISMS[name]
    m = SymbolicMechanism(body, cube(2), adjacency.linf(1))
    verdict = decide(m, claim)
    events = as_read(witness_events(m, verdict))
    assert recheck.confirmed(events)
    true = decide(m, EPS)
    assert true.holds
    assert not recheck.confirmed(events | {"factor": f"exp({verdict.at})"}, COARSE)
    # the two inputs exchanged: the claim is then about a smaller probability
    swapped = events | {"events": [[q, p] for p, q in events["events"]]}
    assert not recheck.confirmed(swapped, COARSE)
    assert not recheck.confirmed(events | {"delta": "1"}, COARSE)


@pytest.mark.parametrize("name", MECHANISMS)
def test_the_bounds_of_the_script_enclose_the_probabilities(name):
    body, claim = MECHANISMS[name]
    m = SymbolicMechanism(body, cube(2), adjacency.linf(1))
    verdict = decide(m, claim)
    (p, q), *_ = as_read(witness_events(m, verdict))["events"]
    for ways, exact in ((p, verdict.witness.p), (q, verdict.witness.q)):
        bounds = [recheck.bounds(way, Fraction(1, 8), 1000) for way in ways]
        lower, upper = (sum(each[side] for each in bounds) for side in (0, 1))
        assert lower <= exact <= upper
        assert upper - lower < Fraction(1, 20)


def gap_to_a_bar(q):
    bar = laplace(EPS)
    gap = q[0] + laplace(EPS) - bar
    return gap if gap >= 0 else None


def both_released(q):
    a, b = q[0] + laplace(EPS / 2), q[1] + laplace(EPS / 2)
    return (1, a, b) if a > b else (2, a, b)


@pytest.mark.parametrize(("body", "n", "claim"), [(gap_to_a_bar, 1, EPS / 2), (both_released, 2, EPS / 2)])
def test_a_continuous_gap_and_two_released_values_are_confirmed(body, n, claim):
    m = SymbolicMechanism(body, cube(n), adjacency.all_pairs())
    events = as_read(witness_events(m, decide(m, claim)))
    assert recheck.confirmed(events)
    assert not recheck.confirmed(events | {"factor": f"exp({events['epsilon']})"}, recheck.WIDTHS[:2])


@pytest.mark.parametrize("links", [[[0, 1]], [[1, 0]], [[0, 1], [1, 0]]])
@pytest.mark.parametrize("n", [Fraction(0), Fraction(1, 8), Fraction(3, 16), Fraction(3)])
def test_the_bounds_of_a_difference_hold_its_probability(links, n):
    """P(z_0 - z_1 <= n) = 1 - e^-n (2 + n)/4 for two Laplace draws of rate 1 and n >= 0."""
    draw = {"rate": "1", "discrete": False, "two_sided": True}
    way = {"weight": "1", "draws": [draw] * 2, "constraints": [[i, j, str(n)] for i, j in links]}
    low, high = recheck.bounds(way, Fraction(1, 16), 800)
    tail = exp(-n) * (2 + n) / 4
    assert low <= 1 - tail * len(links) <= high
    assert high - low < Fraction(1, 20)


def test_finite_draws_and_finite_mechanisms():
    def mixed(q):
        return flip("1/3") or q[0] + geometric(EPS * 2) >= 0

    m = SymbolicMechanism(mixed, cube(1), adjacency.linf(1))
    verdict = decide(m, EPS)
    assert recheck.confirmed(as_read(witness_events(m, verdict)))
    table = {0: Dist({"a": exp(-EPS) / 2, "b": 1 - exp(-EPS) / 2}), 1: Dist({"a": "1/2", "b": "1/2"})}
    from assay import Mechanism

    finite = SymbolicMechanism.of(Mechanism(table, [0, 1], adjacency.all_pairs()))
    refuted = decide(finite, EPS / 2)
    assert recheck.confirmed(as_read(witness_events(finite, refuted)))


def test_as_a_script(tmp_path):
    m = SymbolicMechanism(sparse_vector(geometric), cube(2), adjacency.linf(1))
    events = as_read(witness_events(m, decide(m, EPS / 3)))
    for found, status in ((events, 0), (events | {"delta": "1/2"}, 1)):
        path = tmp_path / "witness.json"
        path.write_text(json.dumps(found))
        done = subprocess.run([sys.executable, "-I", str(SCRIPT), str(path)], check=False)
        assert done.returncode == status


def test_a_cycle_of_constraints_is_refused():
    draw = {"rate": "1", "discrete": True, "two_sided": True}
    way = {"weight": "1", "draws": [draw] * 3, "constraints": [[0, 1, "0"], [1, 2, "0"], [2, 0, "0"]]}
    with pytest.raises(SystemExit):
        recheck.bounds(way, Fraction(1, 2), 10)


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true')",
        "(lambda: 1)()",
        "[].append",
        "f'{1}'",
        "exp",
        "9^9^9",
        "exp(10^9)",
        "1/0",
        "1 if 1 else 2",
        "(" * 5000 + "1" + ")" * 5000,
    ],
)
def test_a_file_is_read_as_arithmetic_and_as_nothing_else(text, tmp_path):
    number = {"exact": "1"}
    crafted = {"p": {"exact": text}, "q": number, "epsilon": number, "delta": number, "relation": ">"}
    (tmp_path / "crafted.json").write_text(json.dumps({**crafted, "outcomes": [{"p": number, "q": number}]}))
    assert recheck.main(tmp_path / "crafted.json") == 2


@given(st.fractions(-20, 20, max_denominator=30), st.fractions(-3, 3, max_denominator=7).filter(bool))
def test_bounds_of_expressions_bracket_the_exact_number(x, y):
    for text, exact in (
        (f"exp({x})*({y}) - 2^({abs(y)})/3", exp(x) * y - (certified(2).log() * abs(y)).exp() / 3),
        (f"({x}) / ({y}) + exp(-1/2)^3 - ln({abs(y)} + 2)", x / y + exp("-3/2") - certified(ln(abs(y) + 2))),
    ):
        low, high = (recheck.value(text, up) for up in (0, 1))
        assert low <= high <= low + Fraction(1, 10**30)
        assert bool(certified(low) <= exact)
        assert bool(certified(exact) <= high)


def test_what_the_commands_print_is_confirmed(capsys, tmp_path):
    witness = Mechanism(
        {0: Dist({0: "3/4", 1: "1/4"}), 1: Dist({0: "1/4", 1: "3/4"})}, [0, 1], adjacency.all_pairs()
    ).audit(epsilon="1")
    (tmp_path / "w.json").write_text(json.dumps(witness.to_json()))
    assert recheck.main(tmp_path / "w.json") == 0
    assert "confirmed: " in capsys.readouterr().out
    changed = witness.to_json()
    changed["witness"]["p"]["exact"] = "2/3"
    (tmp_path / "w.json").write_text(json.dumps(changed))
    assert recheck.main(tmp_path / "w.json") == 1
    assert "NOT CONFIRMED" in capsys.readouterr().out
    (tmp_path / "w.json").write_text(json.dumps({"id": "X1", "inequality": "3/4 > 1/2 + exp(-3)"}))
    assert recheck.main(tmp_path / "w.json") == 0
    (tmp_path / "w.json").write_text("{}")
    assert recheck.main(tmp_path / "w.json") == 2
