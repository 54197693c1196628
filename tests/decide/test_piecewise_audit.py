"""With the symbol: identical rows, constant claims, losses by pieces as claims, members of failing sets.

The judge is the same mechanism with a number in the place of EPS, and a search over a grid of numbers.
"""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from assay import EPS, INFINITY, Mechanism, Proved, Verified, adjacency, exp, ln, number, sqrt
from assay.decide import FailsFor, SymbolicMechanism
from assay.decide.certificates.witness_events import witness_events
from assay.decide.piecewise_loss import PiecewiseLoss
from assay.dp import Undecided
from assay.errors import FloatRefused, InvalidValue, UndecidedError
from tests.cli.command_line import assay
from tests.decide.certificates.test_witness_events import as_read
from tests.decide.certificates.test_witness_events import recheck as script
from tests.dp.test_witness import recheck

Y = exp(-EPS)
GRID = [Fraction(n, 8) for n in (1, 2, 3, 5, 8, 11, 16, 24, 40, 80)]


def mechanism(rows, **options):
    return Mechanism(rows, list(rows), adjacency.all_pairs(), **options)


def at(m, epsilon):
    """The same mechanism with a number for EPS, judged by the reference."""
    rows = {x: {o: p.substitute(epsilon) for o, p in m.distribution(x).items()} for x in m.domain}
    return mechanism(rows, engine="reference")


CROSSED = {0: {"a": Y, "b": 1 - Y}, 1: {"a": 1 - Y, "b": Y}}
CHANGING = {0: {"a": Y / 2, "b": 1 - Y / 2}, 1: {"a": "1/4", "b": "3/4"}}
THREE = {
    0: {"a": Y / 2, "b": (1 - Y) / 3, "c": 1 - Y / 2 - (1 - Y) / 3},
    1: {"a": Y / 3, "b": (1 - Y) / 3 + Y / 8, "c": 1 - Y / 3 - (1 - Y) / 3 - Y / 8},
}
TABLES = {"crossed": CROSSED, "changing": CHANGING, "three": THREE}


@st.composite
def tables(draw):
    """Two rows a, b, c with probabilities that are rational combinations of 1, y and y^2, y = e^-eps."""
    rows = {}
    for x in (0, 1):
        weights = [[draw(st.integers(0, 3)) for _ in range(3)] for _ in range(2)]
        parts = [sum((w * Y**j for j, w in enumerate(row)), number(1)) / 20 for row in weights]
        rows[x] = {"a": parts[0], "b": parts[1], "c": 1 - parts[0] - parts[1]}
    return rows


# Identical rows


@pytest.mark.parametrize("engine", [None, "reference", "decide", "fast"])
def test_identical_rows_have_no_loss(engine):
    m = mechanism({0: {"a": Y, "b": 1 - Y}, 1: {"a": Y, "b": 1 - Y}}, engine=engine)
    worst = m.worst_case.epsilon()
    assert worst.value == 0
    assert worst.event == ("a",)
    assert m.audit(0).tight


def test_a_loss_above_others_that_have_no_order_is_found():
    """ln 4 exceeds both other losses, which cross; likewise over pairs."""
    low, high = Y / 4, (1 - Y) / 4
    rows = {0: {"a": low, "b": high, "c": 1 - low - high}, 1: {"a": high, "b": low, "c": 1 - low - high}}
    assert isinstance(mechanism(rows).epsilon(), PiecewiseLoss)
    m = Mechanism(
        {0: {"x": 1 / (2 + exp(EPS)), "y": 1 - 1 / (2 + exp(EPS))}, 1: {"x": "1/3", "y": "2/3"}, 2: {"y": 1}},
        range(3),
        adjacency.explicit([(0, 1), (1, 2), (0, 2)], symmetric=False),
        engine="reference",
    )
    assert m.epsilon() == INFINITY


# Constant claims


def test_a_constant_claim_is_refuted_at_one_epsilon():
    m = mechanism(CROSSED)
    verdict = m.audit(1)
    assert isinstance(verdict, FailsFor)
    assert not verdict.complete
    assert at(m, verdict.at).epsilon() > 1
    assert verdict.witness.relation == ">"
    assert recheck(verdict.witness) == "confirmed"
    assert script.confirmed(as_read(witness_events(SymbolicMechanism.of(m), verdict)))
    assert at(m, ln(100)).epsilon() == ln(99)
    assert m.epsilon().substitute(ln(100)) == ln(99)


CONSTANTS = [
    (1, 0),
    ("1/3", 0),
    (ln(3) / 2, 0),
    (ln(1 + sqrt(2)), 0),
    (EPS + 1, 0),
    (EPS / 2 + ln(3) / 2, 0),
    (1, Fraction(1, 10)),
    (ln(2), exp(-1)),
    ("1/2", sqrt(2) / 2),
    (EPS, exp(-1) / 2),
    (10, 0),
]


@pytest.mark.parametrize("rows", TABLES.values(), ids=TABLES)
@pytest.mark.parametrize(("epsilon", "delta"), CONSTANTS, ids=str)
def test_constant_claims_are_judged_as_at_single_epsilons(rows, epsilon, delta):
    m = mechanism(rows)
    verdict = m.audit(epsilon, delta)
    assert not isinstance(verdict, Undecided)
    claim = ln(1) + epsilon if not isinstance(epsilon, str) else Fraction(epsilon) + ln(1)
    holds = {
        point: at(m, point).audit(claim.substitute(point), number(delta).substitute(point)).holds
        for point in GRID
    }
    if verdict.holds:
        assert all(holds.values())
        return
    assert (
        not at(m, verdict.at).audit(claim.substitute(verdict.at), number(delta).substitute(verdict.at)).holds
    )
    assert verdict.at in verdict.failing
    assert recheck(verdict.witness) == "confirmed"
    for point, held in holds.items():
        if point in verdict.failing:
            assert not held


@settings(max_examples=15)
@given(
    rows=tables(),
    c=st.sampled_from([1, Fraction(1, 2), Fraction(1, 7)]),
    d=st.sampled_from([0, Fraction(1, 20)]),
)
def test_generated_constant_claims(rows, c, d):
    m = mechanism(rows)
    verdict = m.audit(c, d)
    assert not isinstance(verdict, Undecided)
    assert verdict.holds <= all(at(m, point).audit(c, d).holds for point in GRID)
    if isinstance(verdict, FailsFor):
        assert not at(m, verdict.at).audit(c, d).holds


def test_a_claim_at_the_supremum_holds_and_just_below_fails():
    """The loss grows towards ln(3/2) = 0.405..., which it does not reach."""
    m = mechanism({0: {"a": 3 / (5 + Y), "b": 1 - 3 / (5 + Y)}, 1: {"a": "2/5", "b": "3/5"}})
    assert m.audit("1/2").holds
    assert m.audit(ln("3/2")).holds
    refuted = m.audit("2/5")
    assert isinstance(refuted, FailsFor)
    assert at(m, refuted.at).epsilon() > Fraction(2, 5)


# Pieces


@pytest.mark.parametrize("rows", TABLES.values(), ids=TABLES)
def test_the_loss_itself_is_a_tight_claim(rows):
    m = mechanism(rows)
    loss = m.epsilon()
    verdict = m.audit(loss)
    assert isinstance(verdict, Verified)
    assert verdict.tight
    assert verdict.attained.relation == "="
    assert not m.audit(loss + ln(2)).tight
    assert m.audit(loss + 1).holds
    assert m.audit(2 * loss).holds
    assert loss >= 0
    assert isinstance(m.with_engine("reference").audit(loss), Undecided)


@pytest.mark.parametrize("rows", TABLES.values(), ids=TABLES)
@pytest.mark.parametrize("scale", [Fraction(1, 2), Fraction(9, 10)])
def test_a_part_of_the_loss_fails_exactly_where_there_is_a_loss(rows, scale):
    m = mechanism(rows)
    loss = m.epsilon()
    verdict = m.audit(scale * loss)
    assert isinstance(verdict, FailsFor)
    assert verdict.complete
    assert verdict.witness.relation == ">"
    for point in (*GRID, ln(2), ln(3), ln("7/4")):
        here = at(m, point)
        claimed = (scale * loss).substitute(point)
        assert (point in verdict.failing) is (here.epsilon() > claimed), point


@settings(max_examples=15)
@given(rows=tables(), scale=st.sampled_from([1, Fraction(1, 2), 2]))
def test_generated_losses_as_claims(rows, scale):
    m = mechanism(rows)
    loss = m.epsilon()
    assume(isinstance(loss, PiecewiseLoss))
    verdict = m.audit(scale * loss)
    if scale < 1:
        assert isinstance(verdict, FailsFor)
        for point in GRID:
            assert (point in verdict.failing) is (at(m, point).epsilon() > loss.substitute(point) * scale)
    else:
        assert verdict.tight is (scale == 1)
    assert pickle.loads(pickle.dumps(loss)) == loss


@settings(max_examples=15)
@given(rows=tables(), c=st.fractions(0, 2, max_denominator=4), s=st.sampled_from([0, Fraction(1, 3), 1]))
def test_comparisons_of_pieces_agree_with_single_epsilons(rows, c, s):
    loss = mechanism(rows).epsilon()
    assume(isinstance(loss, PiecewiseLoss))
    for other in (c + s * EPS, ln(1 + c) + s * EPS):
        signs = loss.signs_against(other)
        assert {loss.substitute(point).compare(other.substitute(point)) for point in GRID} <= signs
        if len(signs) == 1:
            assert other.compare(loss) == -loss.compare(other)


def test_pieces_are_compared_with_each_other():
    crossed, changing = (mechanism(rows).epsilon() for rows in (CROSSED, CHANGING))
    assert crossed <= 2 * crossed
    assert crossed < crossed + 1
    assert not crossed > crossed
    assert crossed.compare(crossed) == 0
    for one, other in ((crossed, changing), (changing, crossed)):
        signs = one.signs_against(other)
        assert {one.substitute(p).compare(other.substitute(p)) for p in GRID} <= signs
    assert ln(2) != crossed
    with pytest.raises(UndecidedError, match="depends on eps"):
        _ = crossed < 1


@pytest.mark.parametrize("rows", TABLES.values(), ids=TABLES)
def test_every_piece_names_a_pair_and_an_event(rows):
    m = mechanism(rows)
    worst = m.worst_case.epsilon()
    assert tuple(each.value for each in worst.pieces) == worst.value.pieces
    for each in worst.pieces:
        p, q = (m.distribution(x).prob(each.event) for x in each.pair)
        assert ln(p / q) == each.value
    assert mechanism({0: {"a": Y, "b": 1 - Y}, 1: {"a": Y, "b": 1 - Y}}).worst_case.epsilon().pieces == ()


def test_a_report_names_them(tmp_path):
    path = tmp_path / "crossed.py"
    path.write_text(
        "from assay import EPS, Mechanism, adjacency, exp\n"
        "y = exp(-EPS)\n"
        "m = Mechanism({0: {0: y, 1: 1 - y}, 1: {0: 1 - y, 1: y}}, [0, 1], adjacency.all_pairs())\n"
    )
    out = assay("audit", str(path)).out
    assert out.count("piece") == 2
    assert "ln(-1 + exp(eps))" in out


def test_claims_by_pieces_elsewhere():
    loss = mechanism(CROSSED).epsilon()
    plain = mechanism({0: {"a": "3/4", "b": "1/4"}, 1: {"a": "1/4", "b": "3/4"}})
    assert isinstance(plain.audit(loss), Undecided)
    assert isinstance(mechanism(CROSSED).audit(loss, "1/10"), Undecided)
    sure = mechanism({0: {"a": Y, "b": 1 - Y}, 1: {"b": 1}})
    assert sure.audit(loss).failing.is_everything
    assert isinstance(mechanism(CROSSED).audit(EPS + 100), FailsFor | Proved)


# Membership


def test_logarithms_in_failing_sets():
    failing = mechanism(CROSSED).audit(ln(2)).failing  # eps < ln(3/2) or eps > ln(3)
    assert [x in failing for x in (ln("3/2"), ln("4/3"), ln(2), ln(3), ln(4), "ln 4", "1/3", 1, 2)] == [
        False,
        True,
        False,
        False,
        True,
        True,
        True,
        False,
        True,
    ]
    assert ln(3) / 2 + 1 in failing
    assert ln(sqrt(2)) in failing
    assert ln(1 + sqrt(2)) not in failing


def test_an_algebraic_end_is_not_inside():
    """y^2 + y - 1 has the root (sqrt(5) - 1)/2."""
    m = mechanism({0: {"a": (Y + Y**2) / 4, "b": 1 - (Y + Y**2) / 4}, 1: {"a": "1/8", "b": "7/8"}})
    failing = m.audit(ln(2)).failing
    golden = ln((1 + sqrt(5)) / 2)
    assert failing.ends()[0][1].compare(golden + Fraction(1, 10**9)) == -1
    assert golden not in failing
    assert golden - Fraction(1, 10**9) in failing
    assert golden + Fraction(1, 10**9) not in failing


@pytest.mark.parametrize("bad", [0, -1, Fraction(-1, 2), ln("1/2"), ln(1), INFINITY, EPS])
def test_what_is_no_epsilon_is_refused(bad):
    with pytest.raises(InvalidValue, match="give a finite number > 0"):
        _ = bad in mechanism(CROSSED).audit(ln(2)).failing


def test_a_float_is_refused():
    with pytest.raises(FloatRefused):
        _ = 0.5 in mechanism(CROSSED).audit(ln(2)).failing
