"""The one door: exact composition is the sum over all outputs, and every engine encloses it or declines."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from assay import Dist, Mechanism, adjacency
from assay.accounting import (
    DiscreteGaussian,
    FinitePair,
    Gaussian,
    Laplace,
    MixtureOfGaussians,
    Reversed,
    Rounds,
    Subsampled,
    Tails,
    engines,
)
from assay.accounting.inversion.engine import ByInversion
from assay.accounting.on_grids import OnGrids
from assay.accounting.one_direction import OneDirection
from assay.accounting.question import Budget
from assay.composition import PrivacyLoss, Round, game_delta, grouped, poisson, without_replacement
from assay.composition.round import ADD, REMOVE
from assay.dp import hockey_stick, tradeoff
from assay.errors import BudgetExceeded, InvalidType, InvalidValue, UndecidedError
from assay.exact import INFINITY, eps, ln, log_value, number
from assay.theorems import adaptive_delta, pairs_of

LEVELS = st.sampled_from([log_value(0), log_value("1/3"), ln(2), ln("5/2"), log_value(3), INFINITY])
RATES = st.sampled_from([Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)])
WEIGHTS = st.lists(st.integers(0, 4), min_size=3, max_size=3).filter(any)
LAWS = WEIGHTS.map(lambda w: Dist({i: Fraction(x, sum(w)) for i, x in enumerate(w)}))
PAIRS = st.tuples(LAWS, LAWS)
METHODS = ("auto", "exact", "atoms", "inversion", "fourier", "integer")


def best(ask):
    """The answer, or the best bracket of an engine that declines."""
    try:
        return ask()
    except BudgetExceeded as stopped:
        return stopped.known["bracket"]


def brute(pairs, level):
    """sum over all sequences of outputs of (P - e^epsilon Q)_+, by the definition."""
    p, q = (Dist.product(*side) for side in zip(*pairs, strict=True))
    return hockey_stick(p, q, level)


def sampled(pair, rate):
    p, q = pair
    return Dist.mixture([(1 - rate, q), (rate, p)]), q


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(PAIRS, st.integers(0, 2)), min_size=1, max_size=2), LEVELS)
def test_finite_pairs_are_composed_as_by_all_outputs(given_rounds, level):
    rounds = [(FinitePair.of(*pair), count) for pair, count in given_rounds]
    repeated = [pair for pair, count in given_rounds for _ in range(count)]
    expected = brute(repeated, level) if repeated else number(0)
    found = Rounds(rounds)
    assert found.delta(level).value == found.loss().delta(level) == expected
    assert expected in found.delta(level)
    assert found.profile()(level) == expected
    whole = [Dist.product(*side) for side in zip(*repeated, strict=True)] if repeated else [Dist.point(0)] * 2
    assert found.tradeoff() == tradeoff(*whole)


@settings(max_examples=15, deadline=None)
@given(PAIRS, RATES, st.integers(1, 2), LEVELS)
def test_sampled_and_reversed_pairs_are_composed_as_by_all_outputs(pair, rate, count, level):
    base = FinitePair.of(*pair)
    removed = brute([sampled(pair, rate)] * count, level)
    added = brute([sampled(pair, rate)[::-1]] * count, level)
    for released in (base.sampled(rate), Subsampled.of(base, rate)):
        found = Rounds([(Round.of(released), count)])
        assert removed in found.only(REMOVE).delta(level, "1/50")
        assert added in found.only(ADD).delta(level, "1/50")
        assert max(removed, added) in found.delta(level, "1/50")
    assert Rounds([(poisson(base, rate), count)]).delta(level).value == max(removed, added)


@settings(max_examples=10, deadline=None)
@given(PAIRS, LEVELS)
def test_a_mechanism_is_composed_by_directions_and_names_who_attains(pair, level):
    present, absent = pair
    told = Mechanism({("r",): present, (): absent}, [(), ("r",)], adjacency.add_remove_one(), name="m")
    found = Rounds.of(told, 2).delta(level)
    removed, added = brute([pair] * 2, level), brute([pair[::-1]] * 2, level)
    assert found.value == max(removed, added)
    assert found.direction == (REMOVE if removed >= added else ADD)
    assert found.attained
    assert found.dominating[0].attained_by == ((("r",), ()) if removed >= added else ((), ("r",)))
    free = Rounds.of(told, 2).free()
    assert game_delta([(told, 2)], level, free=True) == adaptive_delta([pairs_of(told)] * 2, level)
    assert free.delta(level).value >= found.value


def test_groups_and_batches_are_composed_through_the_same_door():
    line = Mechanism({x: Dist.bernoulli(Fraction(1 + x, 5)) for x in range(3)}, range(3), adjacency.l1(1))
    assert Rounds.of(grouped(line, 2), 1).epsilon().value == ln(3)
    rows = {x: Dist.bernoulli("3/4" if x[0] else "1/4") for x in [(0,), (1,)]}
    batch = without_replacement(Mechanism(rows, list(rows), adjacency.replace_one()), 4)
    assert Rounds.of(batch, 1).epsilon().value == ln("3/2")


@settings(max_examples=4, deadline=None)
@given(st.fractions("1/20", "9/20", max_denominator=20), st.integers(2, 6), LEVELS)
@pytest.mark.parametrize("method", METHODS)
def test_every_engine_encloses_the_exact_value(method, p, count, level):
    pair = FinitePair.of(Dist.bernoulli(1 - p), Dist.bernoulli(p))
    leaking = FinitePair.from_masses([(number(p), number(0)), (number(1 - p), number(1))])
    given_rounds = [(pair, count)] if method != "exact" else [(pair, count), (leaking, 1)]
    exact, rounds = PrivacyLoss(given_rounds), Rounds(given_rounds, engine=method)
    assert exact.delta(level) in best(lambda: rounds.delta(level, "1/20"))
    if method in ("auto", "exact"):
        allowed = p + (1 - p) / 7
        assert exact.epsilon(allowed) == rounds.epsilon(allowed, "1/20").value


NOT_FINITE = [
    Gaussian.of(1),
    Laplace.of(1),
    DiscreteGaussian.of(1),
    Reversed(Subsampled.of(Gaussian.of(1), "1/2")),
    Tails("nothing", lambda _: (0, 0), lambda _: (0, 0)),
]


@pytest.mark.parametrize("pair", NOT_FINITE, ids=lambda pair: pair.name)
def test_what_is_known_by_its_tails_is_not_claimed_to_be_exact(pair):
    question = OneDirection([(pair, 2)], Budget())._question(Fraction(1, 100), epsilon=eps(1))
    assert engines.Exact().cost(question) is None
    for ask in (Rounds([(pair, 2)]).loss, Rounds([(pair, 2)]).profile, Rounds([(pair, 2)]).tradeoff):
        with pytest.raises(InvalidType, match="not a FinitePair"):
            ask()
    with pytest.raises(InvalidType, match="not a FinitePair"):
        Rounds([(pair, 2)], engine="exact").delta(1)


def test_no_engine_claims_what_it_cannot():
    def asked(pair, count, engine="auto"):
        return OneDirection([(pair, count)], Budget(engine=engine))._question(
            Fraction(1, 100), epsilon=eps(1)
        )

    mixture, noise = MixtureOfGaussians.of(1, [0, 1, 2], ["1/2", "1/4", "1/4"]), Laplace.of(1)
    assert engines.ClosedForm().cost(asked(noise, 2)) is None
    assert engines.ByLevels().cost(asked(noise, 2)) is None
    assert ByInversion().cost(asked(mixture, 2)) is None
    assert ByInversion().answer(asked(mixture, 2)) is None
    assert OnGrids("integer").cost(asked(noise, 2)) is None  # a transform is quicker
    assert OnGrids("integer").cost(asked(noise, 2, "integer")) is not None
    with pytest.raises(BudgetExceeded, match=r"does not reach this width|does not answer"):
        Rounds([(mixture, 2)], engine="inversion").delta(1)


def test_only_a_bracket_has_no_exact_value():
    found = Rounds([(Laplace.of(1), 5)]).delta(1)
    assert found.exact is None
    assert found.at_most == found.upper
    with pytest.raises(UndecidedError, match="only a bracket is known"):
        _ = found.value
    assert "at most" not in str(found)
    assert Rounds([(Laplace.of(1), 5)]).delta(1).explained().startswith(f"{found} (attained, given order: ")


def test_directions_do_not_mix():
    with pytest.raises(InvalidValue, match="compose mechanisms of one adjacency"):
        Rounds([(Round.of(Laplace.of(1)), 1), (Laplace.of(1), 1)])
