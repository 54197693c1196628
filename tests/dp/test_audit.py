"""`audit` against the definition of differential privacy, event by event; witnesses; verdicts."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from assay import (
    EPS,
    INFINITY,
    Dist,
    Mechanism,
    Proved,
    Refuted,
    Undecided,
    Verdict,
    Verified,
    adjacency,
    eps,
    exp,
    ln,
    number,
    root,
)
from assay.dp import audit
from assay.dp.verdict import Scope
from assay.errors import FloatRefused, InvalidType, InvalidValue, UndecidedError
from tests import brute_force
from tests.effort import fewer
from tests.strategies import probabilities, tables

BITS = [False, True]


def response(keep, name="response"):
    """Randomised response that keeps the bit with probability `keep`."""
    keep = number(keep)
    rows = {bit: Dist({bit: keep, not bit: 1 - keep}) for bit in BITS}
    return Mechanism(rows, BITS, adjacency.all_pairs(), name=name)


@st.composite
def mechanisms(draw):
    table = draw(tables(max_inputs=3))
    relation = draw(st.sampled_from([adjacency.all_pairs(), adjacency.explicit([(1, 0)], symmetric=False)]))
    return Mechanism(table, list(table), relation)


ratios = st.sampled_from([Fraction(1), Fraction(5, 4), Fraction(2), Fraction(4)])


@given(mechanisms(), probabilities(), probabilities())
@fewer(2)
def test_a_weaker_claim_holds_whenever_a_stronger_one_does(m, one, two):
    claims = [eps(0), ln(2), ln(7), INFINITY]
    holds = [[m.audit(e, delta).holds for delta in sorted([Fraction(0), one, two])] for e in claims]
    for row in holds + [list(column) for column in zip(*holds, strict=True)]:
        assert row == sorted(row)


@given(mechanisms(), ratios, st.one_of(st.just(Fraction(0)), probabilities()))
@fewer(2)
def test_audit_agrees_with_the_definition_on_every_event(m, ratio, delta):
    verdict = m.audit(ln(ratio), delta)
    assert verdict.holds == brute_force.is_private(m, ln(ratio), number(delta))
    assert isinstance(verdict, Verified if verdict.holds else Refuted)


@given(mechanisms(), probabilities())
@fewer(2)
def test_audit_at_the_boundary_holds_and_is_tight(m, delta):
    for allowed in (number(0), number(delta)):
        e = m.epsilon(allowed)
        verdict = m.audit(e, allowed)
        assert verdict.holds == (e < INFINITY) == brute_force.is_private(m, e, allowed)
        assert not verdict.holds or verdict.tight == (m.delta(e) == allowed if allowed else True)


@given(mechanisms(), ratios)
@fewer(2)
def test_audit_just_below_the_smallest_delta_is_refuted(m, ratio):
    delta = m.delta(ln(ratio))
    assume(delta > 0)
    assert m.audit(ln(ratio), delta).tight
    verdict = m.audit(ln(ratio), delta - delta / 10**40)
    assert isinstance(verdict, Refuted)
    assert verdict.witness.relation == ">"


@given(mechanisms(), ratios, st.one_of(st.just(Fraction(0)), probabilities()))
@fewer(2)
def test_witnesses_are_true_and_as_small_as_they_can_be(m, ratio, delta):
    verdict = m.audit(ln(ratio), delta)
    if isinstance(verdict, Refuted):
        w = verdict.witness
        p, q = (m.distribution(x) for x in w.inputs)
        assert w.inputs in m.pairs
        assert (w.p, w.q) == (p.prob(w.event), q.prob(w.event))
        assert w.p > ratio * w.q + delta
        assert (w.relation, w.delta, w.epsilon) == (">", delta, ln(ratio))
        for smaller in range(len(w.event)):
            for event in combinations(brute_force.outcomes(p, q), smaller):
                assert p.prob(event) <= ratio * q.prob(event) + delta
    elif verdict.tight:
        w = verdict.attained
        p, q = (m.distribution(x) for x in w.inputs)
        assert p.prob(w.event) == ratio * q.prob(w.event) + delta
        assert w.relation == "="
    else:
        assert verdict.attained is None


@given(mechanisms())
@fewer(2)
def test_the_witness_for_pure_privacy_is_the_single_worst_outcome(m):
    assume(m.epsilon() > 0)
    w = m.audit(0).witness
    assert len(w.event) == 1
    if m.epsilon() < INFINITY:
        assert w.p == m.epsilon().exp() * w.q
    else:
        assert w.q == 0


def test_almost_random():
    m = response("3/4", "almost_random")
    tight = m.audit(ln(3))
    assert tight.holds
    assert tight.tight
    assert str(tight) == ("verified, tight: 2 inputs, 2 ordered adjacent pairs, 2 outputs of almost_random")
    assert tight.scope == Scope("almost_random", 2, 2, 2)
    assert str(m.audit(2)).startswith("verified, not tight: ")
    refuted = m.audit(ln(2), "1/5")
    assert str(refuted) == (
        "refuted: x = False, x' = True, S = {False}: P[M(x) in S] = 3/4, P[M(x') in S] = 1/4, "
        "and 3/4 > 2 * 1/4 + 1/5"
    )
    assert m.audit(ln(2), "1/4").tight
    assert audit(m, ln(3)).tight


def test_infinite_epsilon_and_full_delta():
    leaky = Mechanism({0: {0: 1}, 1: {0: "1/2", 1: "1/2"}}, [0, 1], adjacency.all_pairs())
    assert str(leaky.audit(INFINITY).witness.comparison) == "1/2 > 0"
    assert response("3/4").audit(INFINITY).tight is False
    assert leaky.audit(0, 1).holds
    assert not leaky.audit(0, 1).tight
    assert leaky.audit("inf", "1/2").tight
    refuted = leaky.audit("inf", "1/4")
    assert str(refuted.witness.comparison) == "1/2 > 1/4"
    assert str(leaky.audit(5).witness.comparison) == "1/2 > 0"
    assert refuted.witness.to_json()["exp_epsilon"] is None
    assert refuted.witness.to_json()["epsilon"] == {"exact": "inf", "decimal": None}


def test_a_constant_mechanism_is_perfectly_private_and_tightly_so():
    constant = Mechanism(lambda x: Dist({0: "1/3", 1: "2/3"}), range(3), adjacency.all_pairs())
    assert constant.audit(0).tight
    assert constant.audit(0, "1/10").holds
    assert not constant.audit(0, "1/10").tight


# Planted defects: each is a classical mistake, and each must be found.


def test_defect_response_with_the_bias_of_the_wrong_formula():
    e = eps("1/2")
    right = response(exp(e) / (1 + exp(e)))
    assert right.audit(e).tight
    assert not response("3/4").audit(e).holds  # flips with probability (1 - e)/2
    assert not right.audit("49/100").holds


def test_defect_one_bit_left_without_noise():
    def last_bit_bare(bits):
        return Dist.product(Dist({bits[0]: "3/4", 1 - bits[0]: "1/4"}), Dist.point(bits[1]))

    domain = [(a, b) for a in (0, 1) for b in (0, 1)]
    m = Mechanism(last_bit_bare, domain, adjacency.hamming(1))
    verdict = m.audit(ln(3))
    assert not verdict.holds
    x, y = verdict.witness.inputs
    assert x[1] != y[1]
    assert verdict.witness.q == 0


def test_defect_a_rare_output_that_tells_everything():
    rare = number("1e-40")
    rows = {b: Dist({b: number("3/4") - rare, 1 - b: "1/4", 2 + b: rare}) for b in (0, 1)}
    m = Mechanism(rows, [0, 1], adjacency.all_pairs())
    assert m.epsilon() == INFINITY
    verdict = m.audit(ln(3))
    assert verdict.witness.p == rare
    assert m.audit(ln(3), rare).tight


def test_defect_only_one_direction_is_bad():
    m = Mechanism({0: {0: "1/2", 1: "1/2"}, 1: {0: 1}}, [0, 1], adjacency.all_pairs())
    w = m.audit(ln(2)).witness
    assert w.inputs == (0, 1)
    assert w.event == (1,)


# Symbols, fields, bad input


def test_a_claim_for_every_epsilon():
    m = response(exp(EPS) / (1 + exp(EPS))).with_engine("reference")
    assert m.audit(EPS).tight
    assert not m.audit(2 * EPS).tight
    assert m.audit(EPS / 2).exit_status == 1
    assert m.audit(EPS, "1/10").holds
    verdict = m.audit("1/2")
    assert isinstance(verdict, Undecided)
    assert "depends on eps" in verdict.reason
    assert m.audit(EPS / 2).witness.to_json()["p"]["decimal"] is None


def test_a_violation_counts_also_where_another_outcome_is_undecided():
    x = exp(EPS)
    first = {0: 1 / (2 * x), 1: "1/2", 2: number("1/2") - 1 / (2 * x)}
    m = Mechanism({0: first, 1: {0: "1/2", 1: "1/2"}}, [0, 1], adjacency.all_pairs())
    assert m.audit(1).exit_status == 1  # output 2 is impossible on input 1, whatever eps is


def test_violations_that_have_no_order_among_each_other():
    x = exp(EPS)
    p = {"a": number("1/8"), "b": 1 / (4 * x)}
    q = {"a": 1 / (16 * x), "b": 1 / (16 * x)}
    rows = {0: p | {"c": 1 - p["a"] - p["b"]}, 1: q | {"c": 1 - q["a"] - q["b"]}}
    m = Mechanism(rows, [0, 1], adjacency.explicit([(0, 1)], symmetric=False), engine="reference")
    # the losses of a and b are ln(2 e^eps) and ln(4): which is larger depends on eps, and both are positive
    with pytest.raises(UndecidedError):
        m.epsilon()
    assert m.audit(0).witness.event == ("a",)
    assert m.audit(ln(3)).exit_status == 1  # b alone settles it
    assert m.audit(ln(3)).witness.event == ("b",)
    assert isinstance(m.audit(ln(4)), Undecided)
    refuted = m.audit(0, "1/1000")
    assert (refuted.witness.event, refuted.witness.relation) == (("a", "b"), ">")
    assert m.audit(INFINITY).holds


def test_fields_without_a_common_extension():
    m = response(root(2, 2) / 2)
    assert m.audit(1).holds
    assert m.audit("1/2").witness.relation == ">"
    assert m.audit("1/2", "1/10").witness.relation == ">"
    assert m.audit("1/2", m.delta("1/2")).tight
    assert m.audit(ln(2), "1/10").exit_status == 1


def test_bad_claims_are_refused():
    m = response("3/4")
    with pytest.raises(InvalidValue, match="epsilon = -1"):
        m.audit(-1)
    with pytest.raises(InvalidValue, match="delta = 3/2"):
        m.audit(1, "3/2")
    with pytest.raises(InvalidValue, match="delta"):
        m.audit(1, -1)
    with pytest.raises(FloatRefused, match="1/10"):
        m.audit(0.1)
    with pytest.raises(FloatRefused):
        m.audit(1, 1e-5)
    with pytest.raises(InvalidType):
        m.audit(None)


# Verdicts


def test_a_verdict_has_no_truth_value():
    verdicts = [response("3/4").audit(e) for e in (1, 2)] + [Undecided("no time"), Proved("certificate")]
    assert [v.exit_status for v in verdicts] == [1, 0, 3, 0]
    assert [v.holds for v in verdicts] == [False, True, False, True]
    assert [v.word for v in verdicts] == ["refuted", "verified", "undecided", "proved"]
    for verdict in verdicts:
        assert isinstance(verdict, Verdict)
        with pytest.raises(TypeError, match=r"three-valued; ask \.holds"):
            bool(verdict)


def test_verdicts_as_text():
    assert str(Undecided("no time")) == "undecided: no time"
    assert str(Undecided("no time", {"pairs": 3})) == "undecided: no time (known: pairs: 3)"
    assert str(Proved("by induction")) == "proved: by induction"
    assert (
        str(Verified(Scope("m", 1, 1, 1), None))
        == "verified: 1 input, 1 ordered adjacent pair, 1 output of m"
    )


def test_verdicts_as_json():
    m = response("3/4", "almost_random")
    found = json.loads(json.dumps(m.audit("1/2").to_json()))
    assert found["verdict"] == "refuted"
    assert found["holds"] is False
    w = found["witness"]
    assert w["inputs"] == ["False", "True"]
    assert w["event"] == ["False"]
    assert w["p"] == {"exact": "3/4", "decimal": "0.75"}
    assert w["exp_epsilon"] == {"exact": "exp(1/2)", "decimal": "1.64872127070013"}
    assert w["comparison"] == "3/4 > exp(1/2) * 1/4"
    assert w["outcomes"] == [{"outcome": "False", "p": w["p"], "q": w["q"]}]
    assert w["bounds"] is False
    tight = json.loads(json.dumps(m.audit(ln(3)).to_json()))
    assert tight["tight"] is True
    assert tight["scope"] == {"mechanism": "almost_random", "inputs": 2, "pairs": 2, "outputs": 2}
    assert tight["attained"]["relation"] == "="
    assert json.loads(json.dumps(m.audit(2).to_json()))["attained"] is None
    assert Undecided("why", {"n": number(1)}).to_json() == {
        "verdict": "undecided",
        "holds": False,
        "reason": "why",
        "known": {"n": "1"},
    }
    assert Proved("c").to_json() == {"verdict": "proved", "holds": True, "certificate": "c"}


def test_a_certificate_may_bring_its_own_json():
    class Certificate:
        def to_json(self):
            return {"steps": 2}

    assert Proved(Certificate()).to_json()["certificate"] == {"steps": 2}
