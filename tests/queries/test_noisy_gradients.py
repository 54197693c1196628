"""Noisy gradient descent: the loop itself, the bound for sampled steps, and no clipping."""

from __future__ import annotations

from fractions import Fraction

import pytest

from assay import Dist, draw, exp, flip, ln, program
from assay.errors import InvalidType, InvalidValue
from assay.mechanisms import noise
from assay.queries import noisy_gradients_clamped
from assay.queries.noisy_gradients import sampled_sum


@program
def descended(rows, steps, q, clip, rate):
    w, outputs = 0, []
    for _ in range(steps):
        total = 0
        for x in rows:
            if flip(q):
                total += max(-clip, min(clip, w - x))
        y = draw(noise.two_sided_geometric_clamped(rate, -1, 1, centre=total))
        w -= y
        outputs.append(y)
    return tuple(outputs)


@pytest.mark.parametrize(("steps", "q", "clip"), [(1, "1/2", 1), (2, "1/3", 1), (2, 1, 2)])
def test_the_loop_is_followed(steps, q, clip):
    m = noisy_gradients_clamped(ln(4), steps=steps, q=q, clip=clip)
    for x in [(), (1,), (-1, 1)]:
        assert m.distribution(x) == descended.distribution(x, steps, q, clip, ln(4) / clip)


@pytest.mark.parametrize("q", [Fraction(1, 4), Fraction(1, 2), Fraction(1)])
def test_steps_cost_at_most_what_sampling_leaves_of_them(q):
    m = noisy_gradients_clamped(ln(4), steps=2, q=q)
    assert m.audit(ln(1 + q * (exp(ln(4)) - 1)) * 2).holds


def test_gradients_that_are_not_clipped_cost_more():
    # noise of rate ln 4 for gradients up to 2: the rate is that of clip = 2 at epsilon = ln 16
    wrong = noisy_gradients_clamped(ln(16), steps=1, q=1, clip=2, values=(-2, 2), release=(-2, 2), rows=1)
    assert not wrong.audit(ln(4)).holds


def test_a_sample_is_drawn_row_by_row():
    assert sampled_sum([], "1/2") == Dist.point(0)
    assert sampled_sum([1, 1], "1/2") == Dist({0: "1/4", 1: "1/2", 2: "1/4"})
    assert sampled_sum([3, -1], "1/3") == Dist({0: "4/9", 3: "2/9", -1: "2/9", 2: "1/9"})


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: noisy_gradients_clamped(1, steps=0), InvalidValue, "steps = 0"),
        (lambda: noisy_gradients_clamped(1, clip=0), InvalidValue, "clip = 0"),
        (lambda: noisy_gradients_clamped(1, q=2), InvalidValue, "q = 2"),
        (lambda: noisy_gradients_clamped(1, release=(1, 0)), InvalidValue, "empty"),
        (lambda: noisy_gradients_clamped(1, domain=[(), ("a",)]).matrix(), InvalidType, "input[0] = 'a'"),
    ],
)
def test_bad_parameters_are_refused(make, error, words):
    with pytest.raises(error) as caught:
        make()
    assert words in str(caught.value)
