"""The stability histogram: its program, its delta, and noise without a threshold."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assay import INFINITY, draw, exp, ln, number, program
from assay.errors import InvalidValue
from assay.mechanisms import noise
from assay.mechanisms.noise import two_sided_geometric_tail
from assay.queries import stability_histogram_clamped


@program
def released(counts, noisy, threshold, largest):
    answers = []
    for c in counts:
        y = min(c + draw(noisy), largest) if c else 0
        answers.append(y if y >= threshold else 0)
    return tuple(answers)


@pytest.mark.parametrize("threshold", [1, 2, 3])
def test_only_cells_with_rows_get_noise(threshold):
    m = stability_histogram_clamped(ln(2), threshold=threshold)
    wide = noise.two_sided_geometric_clamped(ln(2), -8, 8)  # both ends are beyond what is told apart
    for x in m.domain:
        assert m.distribution(x) == released.distribution(x, wide, threshold, 3)


@pytest.mark.parametrize("threshold", [1, 2, 3])
@pytest.mark.parametrize("epsilon", [ln(2), ln(7)])
def test_delta_is_the_chance_that_a_single_row_is_seen(threshold, epsilon):
    m = stability_histogram_clamped(epsilon, threshold=threshold)
    leak = two_sided_geometric_tail(exp(-epsilon), threshold - 1)
    assert m.delta(epsilon) == leak
    assert m.audit(epsilon, leak).holds
    assert not m.audit(epsilon, leak * Fraction(99, 100)).holds
    assert m.epsilon() == INFINITY


def test_without_a_threshold_a_row_is_seen_as_a_rule():
    assert stability_histogram_clamped(ln(9), threshold=1).delta(ln(9)) == number("9/10")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"threshold": 0}, "threshold = 0"),
        ({"threshold": 4}, "above largest = 3"),
        ({"threshold": 1, "cells": 0}, "cells"),
    ],
)
def test_bad_parameters_are_refused(options, words):
    with pytest.raises(InvalidValue) as caught:
        stability_histogram_clamped(1, **options)
    assert words in str(caught.value)
