"""Decisions for all epsilon: judged at rational epsilons by exact numbers, and by brute force over all
events.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import chain, combinations
from math import floor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import EPS, Dist, adjacency, exp, ln, mechanisms, number
from assay.decide import (
    FailsFor,
    SymbolicMechanism,
    Symmetry,
    decide,
    exponential,
    geometric,
    laplace,
    one_sided_geometric,
)
from assay.decide.claims import Claim
from assay.decide.symmetry import generators, representatives
from assay.dp import Proved, Undecided, budget
from assay.errors import AssayError, InvalidValue
from tests.decide.symbolic_programs import (
    binned_gap,
    binned_maximum,
    cube,
    noisy_max,
    ranking,
    sparse_vector,
)

epsilons = st.fractions(min_value=Fraction(1, 4), max_value=15, max_denominator=4)

MECHANISMS = {
    "sparse": lambda: SymbolicMechanism(sparse_vector(geometric), cube(2), adjacency.linf(1)),
    "sparse, little noise": lambda: SymbolicMechanism(
        sparse_vector(geometric, 1, Fraction(1, 4), Fraction(3, 4)), cube(2), adjacency.linf(1)
    ),
    "sparse, continuous": lambda: SymbolicMechanism(
        sparse_vector(laplace, 1, Fraction(1, 4), Fraction(3, 4)), cube(2), adjacency.linf(1)
    ),
    "max": lambda: SymbolicMechanism(noisy_max(geometric), cube(2), adjacency.linf(1)),
    "max, continuous": lambda: SymbolicMechanism(noisy_max(laplace), cube(2), adjacency.linf(1)),
    "max, one-sided": lambda: SymbolicMechanism(noisy_max(exponential), cube(2), adjacency.linf(1)),
    "bins": lambda: SymbolicMechanism(binned_maximum(geometric), cube(2), adjacency.linf(1)),
    "bins, one-sided": lambda: SymbolicMechanism(
        binned_maximum(one_sided_geometric), cube(2), adjacency.linf(1)
    ),
    "gap": lambda: SymbolicMechanism(binned_gap(laplace), cube(1), adjacency.linf(1)),
}
CLAIMS = [
    (EPS, 0),
    (EPS * Fraction(3, 4), 0),
    (EPS / 2, 0),
    (EPS / 2, Fraction(1, 10)),
    (EPS / 4, exp(-EPS)),
    (EPS / 2, 1 / (1 + exp(EPS))),
    (ln(2), 0),
]


@cache
def built(name):
    return MECHANISMS[name]()


@cache
def decided(name, claim):
    return decide(built(name), *CLAIMS[claim])


@pytest.fixture(params=list(MECHANISMS))
def mechanism(request):
    return built(request.param)


@cache
def laws(m, epsilon):
    """The output distributions at one rational epsilon, as exact numbers."""
    return {x: Dist({o: p.at(epsilon / m.k) for o, p in m.distribution(x).items()}) for x in m.domain}


def fails_at(m, claim, epsilon):
    """Whether the claim fails at one rational epsilon: sum over outcomes of max(0, p - e^eps p') > delta
    for some pair.
    """
    bound, allowed = claim_at(claim, epsilon)
    rows, factor = laws(m, epsilon), bound.exp()
    distinct = {
        frozenset(Counter((rows[x][o], rows[y][o]) for o in rows[x].support).items()) for x, y in m.pairs
    }
    for law in distinct:
        excess = sum((n * max(number(0), p - factor * q) for (p, q), n in law), number(0))
        if excess > allowed:
            return True
    return False


def claim_at(claim, epsilon):
    read = Claim.read(*claim)
    t = epsilon / read.k
    return ln(read.factor.at(t)), read.allowance.at(t)


@pytest.mark.parametrize("claim", CLAIMS, ids=str)
def test_the_failing_set_is_where_exact_numbers_fail(mechanism, claim):
    verdict = decide(mechanism, *claim)
    points = [Fraction(1, 10), Fraction(1), Fraction(3), Fraction(8)]
    if isinstance(verdict, FailsFor):
        for low, high in verdict.failing.ends():
            for end in (low, high):
                if end is not None:
                    below = floor(Fraction(end.lower(9)) * 4)
                    points += [Fraction(below, 4), Fraction(below + 1, 4)]
        points.append(verdict.at)
    for epsilon in points:
        if epsilon > 0:
            fails = isinstance(verdict, FailsFor) and epsilon in verdict.failing
            assert fails is fails_at(mechanism, claim, epsilon), f"at eps = {epsilon}"


@given(st.sampled_from(list(MECHANISMS)), st.sampled_from(CLAIMS), epsilons)
@settings(max_examples=25)
def test_the_failing_set_at_random_epsilons(name, claim, epsilon):
    m = built(name)
    verdict = decided(name, CLAIMS.index(claim))
    fails = isinstance(verdict, FailsFor) and epsilon in verdict.failing
    assert fails is fails_at(m, claim, epsilon)


@pytest.mark.parametrize("claim", CLAIMS, ids=str)
def test_the_witness_is_a_violation_by_its_own_numbers(mechanism, claim):
    verdict = decide(mechanism, *claim)
    if verdict.holds:
        assert isinstance(verdict, Proved)
        assert verdict.certificate.check() > 0
        return
    assert verdict.witness.relation == ">"
    assert verdict.at in verdict.failing
    assert verdict.exit_status == 1
    found = verdict.to_json()
    assert found["at"] == str(verdict.at)
    x, y = verdict.witness.inputs
    p, q = (laws(mechanism, verdict.at)[each] for each in (x, y))
    assert verdict.witness.p == p.prob(verdict.witness.event)
    assert verdict.witness.q == q.prob(verdict.witness.event)


@pytest.mark.parametrize("claim", [(EPS / 2, Fraction(1, 10)), (EPS / 4, exp(-EPS))], ids=str)
@pytest.mark.parametrize("epsilon", [Fraction(1, 3), Fraction(2)])
def test_brute_force_over_all_events(claim, epsilon):
    """The audit's event, too, is only believed because no event is worse."""
    m = SymbolicMechanism(sparse_vector(laplace), cube(2, (0, 1)), adjacency.linf(1))
    bound, allowed = claim_at(claim, epsilon)
    verdict = decide(m, *claim)
    worst = False
    for x, y in m.pairs:
        p, q = (laws(m, epsilon)[each] for each in (x, y))
        outcomes = list(p.support)
        for event in chain.from_iterable(combinations(outcomes, n) for n in range(len(outcomes) + 1)):
            worst = worst or p.prob(event) > bound.exp() * q.prob(event) + allowed
    assert worst is (isinstance(verdict, FailsFor) and epsilon in verdict.failing)


@pytest.mark.parametrize("claim", [CLAIMS[1], CLAIMS[3]], ids=str)
@pytest.mark.parametrize("symmetry", [Symmetry(False, False), Symmetry(True, False), Symmetry(False, True)])
def test_symmetry_changes_no_answer(mechanism, claim, symmetry):
    with_all, without = decide(mechanism, *claim), decide(mechanism, *claim, symmetry=symmetry)
    assert with_all.word == without.word
    if isinstance(with_all, FailsFor):
        assert with_all.failing == without.failing


def test_symmetries_that_are_there_are_found_and_no_others():
    argmax = SymbolicMechanism(noisy_max(laplace), cube(3), adjacency.linf(1))
    assert len(generators(argmax, Symmetry())) == 4
    assert len(representatives(argmax, Symmetry())) * 3 < len(argmax.pairs)
    ranks = SymbolicMechanism(ranking(geometric), cube(2), adjacency.linf(1))
    assert len(generators(ranks, Symmetry())) == 3
    sparse = SymbolicMechanism(sparse_vector(geometric), cube(2), adjacency.linf(1))
    assert generators(sparse, Symmetry()) == []
    # the first of equal answers wins, so that swapping two queries is no symmetry of discrete noise
    assert (
        len(generators(SymbolicMechanism(noisy_max(geometric), cube(2), adjacency.linf(1)), Symmetry())) == 2
    )


def test_a_finite_mechanism_of_the_catalogue():
    verdict = decide(mechanisms.randomised_response(EPS))
    assert isinstance(verdict, Proved)
    refuted = decide(mechanisms.randomised_response(EPS), EPS / 2)
    assert isinstance(refuted, FailsFor)
    assert refuted.failing.is_everything


@pytest.mark.parametrize("broken", ["c", "cell", "factor", "square"])
def test_a_certificate_that_was_tampered_with_is_refused(broken):
    from assay.decide.certificates.checker import check

    m = SymbolicMechanism(lambda q: max(a + laplace(EPS / 2) for a in q), cube(2), adjacency.linf(1))
    verdict = decide(m, EPS)
    found = verdict.certificate.to_json()
    other = decide(
        SymbolicMechanism(sparse_vector(laplace), cube(2), adjacency.linf(1)), EPS
    ).certificate.to_json()
    assert check(found) > 0
    assert check(other) > 0
    if broken == "square":
        found["on_square"][0][0][4] = 1
    elif broken == "c":
        found = other
        entry = next(e for e in found["inequalities"] if e["evidence"]["kind"] == "cells")
        entry["terms"] = [[i, j, -c] for i, j, c in entry["terms"]]
    elif broken == "cell":
        found = other
        entry = next(
            e
            for e in found["inequalities"]
            if e["evidence"]["kind"] == "cells" and len(e["evidence"]["cells"]) > 2
        )
        del entry["evidence"]["cells"][1]
    else:
        found["inequalities"] = [
            {
                "terms": [[0, 0, -1], [0, 1, 2]],
                "evidence": {
                    "kind": "factors",
                    "content": -1,
                    "factors": [{"terms": [[0, 1, 1]], "multiplicity": 2, "evidence": {"kind": "linear"}}],
                },
            }
        ]
    with pytest.raises(InvalidValue, match="not confirmed"):
        check(found)


def test_planted_wrong_programs_are_refuted():
    def no_noise_on_the_queries(q):
        level = laplace(EPS / 2)
        return tuple(answer >= level for answer in q)

    def half_of_the_noise(q):
        return q[0] + geometric(EPS * 2) >= 0

    def forgets_the_last_query(q):
        return (*(a + geometric(EPS / 2) >= 0 for a in q[:-1]), q[-1] >= 0)

    for body in (no_noise_on_the_queries, half_of_the_noise, forgets_the_last_query):
        verdict = decide(SymbolicMechanism(body, cube(2), adjacency.linf(1)), EPS)
        assert isinstance(verdict, FailsFor)
        assert verdict.complete


def test_budget_gives_undecided_with_what_remains():
    m = SymbolicMechanism(sparse_vector(laplace), cube(2), adjacency.linf(1))
    with budget(max_states=20):
        verdict = decide(m, EPS)
    assert isinstance(verdict, Undecided)
    assert verdict.exit_status == 3
    assert "20 states" in verdict.reason
    assert decide(m, EPS).holds


@pytest.mark.parametrize(
    ("epsilon", "delta", "message"),
    [
        (Fraction(1, 2), 0, "epsilon = 1/2"),
        ("inf", 0, "finite epsilon"),
        (-EPS, 0, "negative"),
        (EPS + 1, 0, "mixes a constant"),
        (EPS, "x", "delta"),
        (EPS, exp(EPS), r"leaves \[0, 1\]"),
        (EPS, 1 / (exp(EPS) - 2), "pole"),
        (EPS, -exp(-EPS), r"leaves \[0, 1\]"),
        (EPS, "exp(1/2)", "lies in"),
        (EPS, 0.1, "float"),
        (0.5, 0, "float"),
        ("c*eps", 0, "epsilon"),
    ],
)
def test_claims_outside_the_class_are_refused(epsilon, delta, message):
    m = SymbolicMechanism(noisy_max(geometric), cube(2), adjacency.linf(1))
    with pytest.raises(AssayError, match=message):
        decide(m, epsilon, delta)


def test_not_a_mechanism():
    with pytest.raises(AssayError, match="SymbolicMechanism"):
        decide(lambda q: q)
