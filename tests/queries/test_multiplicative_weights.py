"""Multiplicative weights against the loop itself, with its claim and the mistake of paying for one half."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assay import draw, ln, program
from assay.errors import InvalidValue
from assay.mechanisms import gibbs_distribution, noise
from assay.queries import multiplicative_weights_clamped
from assay.queries.multiplicative_weights import THRESHOLDS, synthetic


@program
def transcript(x, rounds, factor, epsilon, largest):
    w, asked = [Fraction(1)] * 2, []
    for _ in range(rounds):
        truth = [sum(a * v for a, v in zip(q, x, strict=True)) for q in THRESHOLDS]
        guess = [sum(a * v for a, v in zip(q, w, strict=True)) for q in THRESHOLDS]
        errors = {i: abs(t - g) for i, (t, g) in enumerate(zip(truth, guess, strict=True))}
        i = draw(gibbs_distribution(errors, epsilon / (2 * rounds)))
        high = sum(THRESHOLDS[i]) * largest
        y = draw(noise.two_sided_geometric_clamped(epsilon / (2 * rounds), 0, high, centre=truth[i]))
        if y > guess[i]:
            w = [v * factor if a else v for a, v in zip(THRESHOLDS[i], w, strict=True)]
        if y < guess[i]:
            w = [v / factor if a else v for a, v in zip(THRESHOLDS[i], w, strict=True)]
        asked.append((i, y))
    return tuple(asked)


@pytest.mark.parametrize(("rounds", "factor"), [(1, 2), (2, 2), (2, Fraction(3, 2))])
def test_the_loop_is_followed(rounds, factor):
    m = multiplicative_weights_clamped(ln(16), rounds=rounds, factor=factor, largest=1)
    for x in [(0, 0), (0, 1)]:
        assert m.distribution(x) == transcript.distribution(x, rounds, factor, ln(16), 1)
    assert m.audit(ln(16)).holds


def test_weights_follow_from_the_transcript():
    assert synthetic((), THRESHOLDS, Fraction(2)) == (1, 1)
    assert synthetic(((0, 2), (1, 0)), THRESHOLDS, Fraction(2)) == (1, Fraction(1, 2))
    assert synthetic(((1, 2),), THRESHOLDS, Fraction(2)) == (1, 1)


def test_a_round_that_pays_for_its_answer_only_costs_more():
    # as for epsilon = ln 4 with noise of rate ln 4 for the answer, and the choice for nothing
    wrong = multiplicative_weights_clamped(ln(16), rounds=1)
    assert not wrong.audit(ln(4)).holds
    assert wrong.audit(ln(16)).holds


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: multiplicative_weights_clamped(1, rounds=0), InvalidValue, "rounds = 0"),
        (lambda: multiplicative_weights_clamped(1, factor=1), InvalidValue, "factor = 1"),
        (lambda: multiplicative_weights_clamped(1, queries=[]), InvalidValue, "queries is empty"),
        (lambda: multiplicative_weights_clamped(1, queries=[(1, 2)]), InvalidValue, "queries[0] = (1, 2)"),
        (
            lambda: multiplicative_weights_clamped(1, queries=[(1, 0), (1,)]),
            InvalidValue,
            "rows of one length",
        ),
        (lambda: multiplicative_weights_clamped(1, domain=[(0,), (1,)]).matrix(), InvalidValue, "give 2"),
    ],
)
def test_bad_parameters_are_refused(make, error, words):
    with pytest.raises(error) as caught:
        make()
    assert words in str(caught.value)
