"""Wrong calls of compositions: one line with the value, its name, its type and the way out."""

from __future__ import annotations

import pytest

from assay import Dist, Mechanism, adjacency
from assay.accounting import Rounds
from assay.composition import FinitePair, PrivacyLoss, Round, fixed_delta, game_delta, game_profile
from assay.errors import BudgetExceeded, InvalidType, InvalidValue

LAWS = {0: Dist.bernoulli("3/4"), 1: Dist.bernoulli("1/4")}
ONE = Mechanism(LAWS, [0, 1], adjacency.all_pairs(), name="response")
PAIR = FinitePair.of(LAWS[0], LAWS[1])

NO_PAIRS = [None, 3, PAIR, ONE, "PAIR", [PAIR], [ONE], [(PAIR,)], [(PAIR, 1, 2)], [None], ["ab"]]


@pytest.mark.parametrize("given", NO_PAIRS, ids=lambda x: str(x)[:20])
@pytest.mark.parametrize(
    ("ask", "name"),
    [(PrivacyLoss, "rounds"), (Rounds, "rounds"), (lambda given: fixed_delta(given, 1), "uses")],
    ids=["PrivacyLoss", "Rounds", "fixed_delta"],
)
def test_pairs_with_counts_are_asked_for(ask, name, given):
    with pytest.raises(InvalidType, match=f"^{name} .*give pairs with their counts, such as") as refused:
        ask(given)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("ask", [PrivacyLoss, Rounds, lambda given: fixed_delta(given, 1)])
@pytest.mark.parametrize("empty", [[], (), {}, iter([])])
def test_at_least_one(ask, empty):
    with pytest.raises(InvalidValue, match="is empty"):
        ask(empty)


@pytest.mark.parametrize("entry", [ONE, "x", None, Round.of(ONE)], ids=lambda x: type(x).__name__)
def test_a_composition_is_of_rounds(entry):
    with pytest.raises(InvalidType, match=r"not a FinitePair; give FinitePair\.of\(p, q\)"):
        PrivacyLoss([(PAIR, 1), (entry, 2)])
    with pytest.raises(InvalidType, match="not a FinitePair"):
        PAIR.then(entry)


@pytest.mark.parametrize("entry", ["x", None], ids=lambda x: type(x).__name__)
def test_mechanisms_are_asked_for(entry):
    with pytest.raises(InvalidType, match="give a Mechanism"):
        Rounds([(ONE, 1), (entry, 2)])
    with pytest.raises(InvalidType, match="give a Mechanism"):
        fixed_delta([(entry, 2)], 1)


@pytest.mark.parametrize("most", [None, "4 GB", 1e9, True])
def test_a_limit_of_memory_is_an_int(most):
    for ask in (lambda: PrivacyLoss([(PAIR, 3)], most), lambda: Rounds([(ONE, 3)], max_bytes=most)):
        with pytest.raises(InvalidType, match=r"max_bytes = .*give an int"):
            ask()


@pytest.mark.parametrize("most", [0, -1])
def test_a_limit_of_memory_is_positive(most):
    for ask in (lambda: PrivacyLoss([(PAIR, 3)], most), lambda: Rounds([(ONE, 3)], max_bytes=most)):
        with pytest.raises(InvalidValue, match=rf"max_bytes = {most} \(int\) is too small"):
            ask()


@pytest.mark.parametrize("given", [[ONE], ONE, None], ids=lambda x: type(x).__name__)
def test_the_game_is_of_rounds(given):
    for ask in (lambda: game_delta(given, 1), lambda: game_profile(given, "either order")):
        with pytest.raises(InvalidType, match="give pairs with their counts"):
            ask()


@pytest.mark.parametrize(
    "entries", [[[PAIR, 2], (PAIR, 1)], {PAIR: 3}.items(), iter([(PAIR, 3)])], ids=lambda x: type(x).__name__
)
def test_whatever_yields_pairs_is_taken(entries):
    assert PrivacyLoss(entries).rounds == ((PAIR, 3),)


@pytest.mark.parametrize("count", [10**19, 10**30], ids=["10^19", "10^30"])
@pytest.mark.parametrize("others", [[], [(Dist.bernoulli("2/3"), Dist.bernoulli("1/3"))]], ids=["one", "two"])
def test_more_rounds_than_an_index_holds_are_beyond_the_budget(count, others):
    composed = PrivacyLoss([(PAIR, count), *((FinitePair.of(*pair), 3) for pair in others)])
    for ask in (
        lambda: composed.delta(1).value,
        lambda: composed.epsilon("1e-6").value,
        lambda: composed.losses,
    ):
        with pytest.raises(BudgetExceeded, match="more than max_bytes"):
            ask()
