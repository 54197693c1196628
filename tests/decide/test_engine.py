"""A `Mechanism` with a symbolic epsilon: its loss by pieces, and claims with the exact failing set."""

import copy
import json
from contextlib import nullcontext
from fractions import Fraction
from pathlib import Path

import jsonschema
import pytest

from assay import (
    EPS,
    INFINITY,
    Mechanism,
    Proved,
    Verified,
    adjacency,
    budget,
    decide,
    exp,
    flip,
    ln,
    mechanisms,
    number,
    program,
)
from assay.decide import FailsFor
from assay.decide.piecewise_loss import PiecewiseLoss
from assay.errors import UndecidedError, UnfinishedProgram
from tests.cli.command_line import assay

X = exp(-EPS)
CHANGING = {0: {"a": X / 2, "b": 1 - X / 2}, 1: {"a": "1/4", "b": "3/4"}}


@pytest.fixture
def changing():
    """ln of (e^-eps/2)/(1/4) or its inverse, whichever is larger, against the other outcome."""
    return Mechanism(CHANGING, [0, 1], adjacency.all_pairs())


def at(mechanism, epsilon):
    """The same mechanism with a number for EPS, judged by the reference."""
    rows = {
        x: {o: p.substitute(epsilon) for o, p in mechanism.distribution(x).items()} for x in mechanism.domain
    }
    return Mechanism(rows, mechanism.domain, mechanism.adjacency, engine="reference")


def test_the_loss_by_pieces_is_the_loss_at_every_epsilon(changing):
    loss = changing.epsilon()
    assert isinstance(loss, PiecewiseLoss)
    assert len(loss.pieces) >= 2
    assert changing.notes["epsilon"].engine == "decide"
    for epsilon in ("1/10", "1/2", ln(2), "7/10", 1, 3, 40):
        assert loss.substitute(epsilon) == at(changing, epsilon).epsilon()


def test_the_pieces_meet_at_the_breakpoints(changing):
    loss = changing.epsilon()
    exact = [(n, end) for n, end in enumerate(loss.breakpoints) if not hasattr(end, "description")]
    assert exact
    for n, end in exact:
        assert loss.pieces[n].substitute(end) == loss.pieces[n + 1].substitute(end)


def test_a_loss_with_one_piece_is_a_plain_logarithm():
    assert mechanisms.randomised_response(EPS).epsilon() == EPS
    assert mechanisms.geometric_clamped(3, EPS).epsilon() == EPS
    assert not isinstance(mechanisms.svt_lyu_su_li(EPS, n=2).epsilon(), PiecewiseLoss)


def test_arithmetic_and_comparisons_of_pieces(changing):
    loss = changing.epsilon()
    assert loss < INFINITY
    assert loss > -INFINITY
    assert (loss + ln(2)).substitute(1) == loss.substitute(1) + ln(2)
    assert (ln(2) + loss).substitute(3) == loss.substitute(3) + ln(2)
    assert (2 * loss - 1).substitute(1) == 2 * loss.substitute(1) - 1
    assert (-loss).substitute(1) == -loss.substitute(1)
    assert loss == Mechanism(CHANGING, [0, 1], adjacency.all_pairs()).epsilon()
    assert hash(loss) == hash(copy.copy(loss))
    assert loss != EPS
    assert loss.is_symbolic
    with pytest.raises(UndecidedError, match="depends on eps"):
        loss < ln(2)  # noqa: B015
    for question in (lambda: loss.decimal(), lambda: loss.exp(), lambda: loss + loss):
        with pytest.raises(UndecidedError, match="pieces"):
            question()
    with pytest.raises(AttributeError):
        loss.nothing  # noqa: B018
    assert "then" in str(loss)


@pytest.mark.parametrize(
    ("epsilon", "delta"),
    [(EPS, 0), (EPS / 2, 0), (ln(2), 0), (EPS / 2, X / 10), (EPS / 3, Fraction(1, 20)), (ln(2), X**2 / 8)],
    ids=str,
)
def test_audits_name_the_exact_failing_set(changing, epsilon, delta):
    verdict = changing.audit(epsilon, delta)
    assert isinstance(verdict, FailsFor)
    for point in (Fraction(1, 10), Fraction(1, 2), Fraction(1), Fraction(2), Fraction(7)):
        here = at(changing, point)
        claimed = epsilon.substitute(point)
        allowed = number(delta).substitute(point)
        assert (point in verdict.failing) is not here.audit(claimed, allowed).holds
    assert verdict.at in verdict.failing
    assert verdict.complete


def test_what_holds_keeps_the_verdict_of_the_reference():
    m = mechanisms.randomised_response(EPS)
    assert isinstance(m.audit(EPS), Verified)
    assert m.audit(EPS).tight
    assert isinstance(m.audit(EPS, X), Verified | Proved)
    refuted = m.audit(EPS / 2)
    assert refuted.failing.is_everything


def test_claims_that_hold_from_some_epsilon_on():
    verdict = mechanisms.randomised_response(EPS).audit(1)
    assert isinstance(verdict, FailsFor)
    assert not verdict.complete  # a rational stands for e
    assert verdict.at > 1
    halves = mechanisms.randomised_response(EPS).audit(ln(3))
    assert isinstance(halves, FailsFor)
    assert halves.failing.ends() == [(ln(3), None)]


def test_mechanisms_without_the_symbol_are_left_alone():
    m = mechanisms.randomised_response(ln(3))
    assert m.with_engine("decide").epsilon() == ln(3)
    assert m.with_engine("decide").audit(ln(3)).tight
    asked = m.with_engine("decide")
    asked.epsilon()
    assert asked.notes["epsilon"].engine == "reference"
    assert "no probability is a function of eps" in str(asked.notes["epsilon"])


def test_delta_is_left_to_the_reference_where_the_answer_changes(changing):
    with pytest.raises(UndecidedError):
        changing.epsilon("1/10")


def test_an_infinite_loss():
    m = Mechanism({0: {"a": X, "b": 1 - X}, 1: {"b": "1"}}, [0, 1], adjacency.all_pairs())
    assert m.epsilon() == INFINITY
    assert m.audit(EPS).failing.is_everything


def test_the_module_is_public():
    assert decide.decide is not None
    assert decide.SymbolicMechanism is not None


SOURCE = """
from assay import EPS, Mechanism, adjacency, exp
rows = {0: {"a": exp(-EPS) / 2, "b": 1 - exp(-EPS) / 2}, 1: {"a": "1/4", "b": "3/4"}}
m = Mechanism(rows, [0, 1], adjacency.all_pairs())
"""


def test_assay_audit_names_the_failing_set(tmp_path):
    path = tmp_path / "changing.py"
    path.write_text(SOURCE)
    answer = assay("audit", str(path), "--epsilon", "eps/2")
    assert answer.status == 1
    assert "fails exactly for" in answer.out
    assert "eps < ln(4)/3 ~ 0.462098 or eps > ln(4) ~ 1.38629" in answer.out
    assert "ln(2) - eps for eps <= ln(2), then -ln(2) + eps" in answer.out
    found = assay("audit", str(path), "--epsilon", "eps/2", "--json").json
    assert [end and end["exact"] for each in found["verdict"]["failing"] for end in each.values()] == [
        None,
        "ln(4)/3",
        "ln(4)",
        None,
    ]
    schema = json.loads((Path(__file__).parents[2] / "spec" / "audit.schema.json").read_text())
    jsonschema.validate(found, schema)


def test_an_infinite_loss_is_found_where_orders_depend_on_eps():
    from assay.queries import noisy_sum_by_quantile_clamped, sparse_histogram_clamped

    for m in (sparse_histogram_clamped(4, 2, EPS, 1), noisy_sum_by_quantile_clamped(2, EPS, 0)):
        worst = m.worst_case.epsilon()
        (x, y), (outcome,) = worst.pair, worst.event
        assert worst.value == INFINITY
        assert m.distribution(x)[outcome] > 0
        assert m.distribution(y)[outcome] == 0


LATE = {
    0: {"a": "1/2", "b": "1/2"},
    1: {"a": "1/3", "b": "2/3"},
    **{x + 2: row for x, row in CHANGING.items()},
}
PAIRS = adjacency.explicit([(0, 1), (2, 3)])


@pytest.mark.parametrize("first", [True, False], ids=["under the budget first", "without it first"])
@pytest.mark.parametrize(
    "question",
    [lambda m: str(m.epsilon()), lambda m: m.audit(1), lambda m: m.audit(ln(10))],
    ids=["epsilon", "audit", "audit of a large claim"],
)
def test_a_budget_that_suffices_changes_no_answer(question, first):
    """The first pair has no symbol, the second has."""
    m = Mechanism(LATE, range(4), PAIRS)
    expected = question(Mechanism(LATE, range(4), PAIRS))
    for limited in (first, not first):
        with budget(seconds=1000) if limited else nullcontext():
            assert str(question(m)) == str(expected)


def test_a_budget_changes_no_answer_without_a_symbol():
    table = {x: LATE[x] for x in (0, 1)}
    m, reference = (Mechanism(table, range(2), adjacency.all_pairs(), engine=e) for e in (None, "reference"))
    for limit in ({"seconds": 1000}, {"max_states": 10**6}):
        with budget(**limit):
            assert m.worst_case.epsilon() == reference.worst_case.epsilon()
            assert m.audit(ln(2)) == reference.audit(ln(2))
            assert m.audit("1/10") == reference.audit("1/10")
    assert m.worst_case.epsilon() == reference.worst_case.epsilon()


def test_an_unfinished_program_is_judged_by_its_bounds_under_a_budget():
    @program
    def endless(x):
        height = 1
        while height:
            height += 1 if flip("1/2") else -1
        return x

    m = Mechanism(endless.within(max_steps=8), [0, 1], adjacency.all_pairs())
    without = m.audit(1)
    with budget(seconds=1000):
        assert m.audit(1) == without
        with pytest.raises(UnfinishedProgram):
            m.epsilon()
