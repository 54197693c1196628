"""Rounds by lists, closed forms and cells against what is known otherwise."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from assay import Dist
from assay.accounting import (
    Accountant,
    DiscreteGaussian,
    FinitePair,
    Gaussian,
    Laplace,
    ReplacedGaussian,
    Rounds,
    Subsampled,
    approximate,
)
from assay.accounting.atoms import engine as module
from assay.accounting.atoms.engine import parts_of
from assay.composition import PrivacyLoss
from assay.errors import BudgetExceeded
from assay.exact import eps
from assay.exact._flint import bounds, precision

from ...effort import fewer, one_in
from .. import independent_truths as truths

WEIGHTS = st.lists(st.integers(0, 5), min_size=3, max_size=3).filter(any)
PAIRS = st.tuples(WEIGHTS, WEIGHTS).map(
    lambda both: FinitePair.of(*(Dist({i: Fraction(x, sum(w)) for i, x in enumerate(w)}) for w in both))
)


@fewer(1)
@given(PAIRS, PAIRS, st.integers(1, 4), st.sampled_from(["0", "1/3", "1", "2"]))
def test_finite_pairs_are_composed_as_exactly(first, second, count, level):
    """Infinite losses on either side among them; a bracket that is narrow unless delta is 0."""
    truth = PrivacyLoss([(first, count), (second, 2)]).delta(eps(level))
    found = Rounds([(first, count), (second, 2)], engine="atoms")
    if not truth:
        return
    answer = found.delta(level, "1/100000")
    assert answer.lower <= truth <= answer.upper
    assert answer.relative_width <= Fraction(1, 10**5)


ROWS = [
    ([(Laplace.of(10), 2)], "1/10", lambda e: truths.laplace(10, 2, e)),
    ([(Laplace.of(10), 2)], "19/100", lambda e: truths.laplace(10, 2, e)),
    ([(Laplace.of(2), 40)], "6", lambda e: truths.laplace(2, 40, e)),
    ([(DiscreteGaussian.of(2), 3)], "1", lambda e: truths.discrete_gaussian(2, 1, 3, e, 60)),
    ([(approximate(1, "1/1000"), 3)], "3/2", lambda e: truths.response(arb(1), 3, e, Fraction(1, 1000))),
    (
        [(Subsampled.of(Gaussian.of(2), "1/4"), 1), (Gaussian.of(3), 1)],
        "1/5",
        lambda e: truths.sampled_and_gaussian(
            truths.ball(Fraction(1, 2)), truths.ball(Fraction(1, 4)), truths.ball(Fraction(1, 3)), e, False
        ),
    ),
]


@pytest.mark.parametrize(("rounds", "level", "truth"), ROWS)
@pytest.mark.parametrize("width", ["1/100", "1/1000000"])
def test_delta_against_truths_of_another_kind(rounds, level, truth, width):
    with precision(400):
        low, high = truths.ends(truth(truths.ball(Fraction(level))))
    found = Rounds(rounds, engine="atoms").delta(level, width)
    assert found.lower <= high
    assert low <= found.upper
    assert found.relative_width <= Fraction(width)


ATOMS = [
    "laplace scale=3",
    "laplace scale=7",
    "discrete-gaussian sigma=2",
    "approximate epsilon=1/2 delta=1e-7",
    "gaussian sigma=4",
    "gaussian sigma=2 q=1/7",
    "discrete-gaussian sigma=3 q=1/5",
]
"""Each by itself, or with one other: atoms, densities, both."""
TWO = [(a, b) for a in ATOMS for b in ATOMS]


@pytest.mark.parametrize(("first", "second"), one_in(6, TWO))
@pytest.mark.parametrize("delta", ["1e-2", "1e-6"])
def test_both_engines_enclose_one_number(first, second, delta):
    """Grids go another way, as far as short ones reach; brackets of one truth overlap."""
    rounds = Accountant().compose(first).compose(second).rounds.rounds
    found = Rounds(rounds, engine="atoms").epsilon(delta, "1/300")
    try:
        other = Rounds(rounds, engine="fourier", max_points=100_000).epsilon(delta, "1/300")
    except BudgetExceeded as stopped:
        other = stopped.known["bracket"]
    assert found.lower <= other.upper
    assert other.lower <= found.upper


def test_a_replaced_record_in_cells():
    pair = ReplacedGaussian.of("1/2", "1/100")
    found = [Rounds([(pair, 2)], engine=name).epsilon("1e-4", "1/200") for name in ("atoms", "fourier")]
    assert max(each.lower for each in found) <= min(each.upper for each in found)


def test_what_it_does_not_take():
    dense = Subsampled.of(Gaussian.of(1), "1/2")
    assert parts_of([(dense, 3)]) is None
    assert parts_of([(dense, 2), (Laplace.of(1), 1)]) is None
    assert parts_of([(dense, 2), (DiscreteGaussian.of(1), 1)]) is not None
    assert parts_of([(dense, 1), (Laplace.of(1), 5), (Laplace.of(2), 5)]) is not None


def test_mass_that_is_left_out_is_not_forgotten(monkeypatch):
    """A list without a hundredth of its mass brackets the truth, and does not without that hundredth."""
    rounds = ((DiscreteGaussian.of(2), 3),)
    with precision(200):
        truth, _ = truths.ends(truths.discrete_gaussian(2, 1, 3, truths.ball(Fraction(1, 10)), 60))

    def asked():
        parts = parts_of(rounds)
        total = module.total_of(rounds, parts, 128, Fraction(1, 100), Fraction(1, 100))
        return total, total.delta(eps("1/10"))

    total, found = asked()
    assert found.lower <= truth <= found.upper
    with precision(128):
        assert bounds(total.lost)[1] > Fraction(1, 1000)
    total.lost = arb(0)
    assert total.delta(eps("1/10")).upper < truth
