"""The pair of bounded range: the supremum of randomised responses; exponential mechanisms lie below it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import mpmath
import pytest

from assay import Dist, ln
from assay.accounting import BoundedRange, FinitePair, Rounds, read_round
from assay.composition import NOTHING
from assay.errors import InvalidValue

LEVELS = [mpmath.mpf(x) for x in ("-0.9", "-0.3", "0", "0.4", "0.95")]


def delta(level, eta=1):
    """H of the pair by its own tails."""
    from assay.exact._flint import arb, precision

    with precision(128):
        tail = BoundedRange.of(eta).tail(arb(str(level)))
        found = tail.p - arb(str(level)).exp() * tail.q
        return mpmath.mpf(found.str(30, radius=False))


def response(t, level, eta=1):
    """delta of randomised response with the losses t and t - eta."""
    p = (mpmath.exp(eta - t) - 1) / (mpmath.exp(eta - t) - mpmath.exp(-t))
    return max(p * (1 - mpmath.exp(level - t)), 0) + max((1 - p) * (1 - mpmath.exp(level - t + eta)), 0)


@pytest.mark.parametrize("level", LEVELS)
def test_it_is_the_largest_of_all_intervals(level):
    with mpmath.workdps(40):
        grid = [response(mpmath.mpf(i) / 1000, level) for i in range(1, 1000)]
        assert max(grid) <= delta(level) + mpmath.mpf(10) ** -25
        best = response((level + 1) / 2, level)
        assert abs(best - delta(level)) < mpmath.mpf(10) ** -25


@pytest.mark.parametrize(
    "count", [1, pytest.param(2, marks=pytest.mark.slow), pytest.param(3, marks=pytest.mark.slow)]
)
def test_exponential_mechanisms_lie_below(count):
    """Scores of three candidates that move by at most 1, all of them, at epsilon = ln 4: weights 2^score."""
    bound = Rounds([(BoundedRange.of(Fraction(14, 10)), count)])
    assert ln(4) < Fraction(14, 10)
    for scores, moved in product(product((0, 1, 2), repeat=3), product((-1, 0, 1), repeat=3)):
        if moved[0] > 0 or scores[0]:
            continue
        before = [Fraction(2) ** s for s in scores]
        after = [Fraction(2) ** (s + m) for s, m in zip(scores, moved, strict=True)]
        pair = FinitePair.of(dist(before), dist(after))
        for epsilon in ("0", "1/2", "1"):
            assert (
                Rounds([(pair, count)]).delta(epsilon).lower
                <= LIMITS.setdefault((count, epsilon), bound.delta(epsilon)).upper
            )


LIMITS = {}


def dist(weights):
    return Dist({i: w / sum(weights) for i, w in enumerate(weights)})


def test_it_composes_better_than_a_pure_guarantee():
    ours, pure = (
        Rounds([read_round(f"{word} epsilon=1/2 k=10")]).epsilon("1e-6") for word in ("exponential", "pure")
    )
    assert ours.upper < pure.lower
    assert Rounds([read_round("exponential epsilon=1/2")]).epsilon(0).value == Fraction(1, 2)


def test_the_pair_is_its_own_reverse_and_ends_at_eta():
    pair = BoundedRange.of("1/2")
    assert pair.is_symmetric
    assert str(pair.extremes()[1]) == "1/2"
    assert BoundedRange.of(0) == NOTHING
    with pytest.raises(InvalidValue):
        BoundedRange.of(-1)
