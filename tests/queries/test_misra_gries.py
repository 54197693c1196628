"""The Misra-Gries sketch: how neighbours differ, its program, and noise that is not shared."""

from __future__ import annotations

from itertools import product

import pytest

from assay import draw, ln, program
from assay.errors import InvalidType, InvalidValue
from assay.mechanisms import noise
from assay.queries import misra_gries_clamped
from assay.queries.misra_gries import misra_gries_sketch

STREAMS = [s for n in range(5) for s in product(range(3), repeat=n)]


@pytest.mark.parametrize("k", [1, 2, 3])
def test_counts_are_at_most_the_true_ones_and_not_far_below(k):
    for stream in STREAMS:
        sketch = misra_gries_sketch(stream, k)
        assert len(sketch) == k
        for x in range(3):
            kept = sketch.get(x, 0)
            assert 0 <= stream.count(x) - kept <= len(stream) / (k + 1)


@pytest.mark.parametrize("k", [1, 2, 3])
def test_one_element_moves_one_counter_or_all_of_them(k):
    for stream in STREAMS:
        for i in range(len(stream)):
            one, other = misra_gries_sketch(stream, k), misra_gries_sketch(stream[:i] + stream[i + 1 :], k)
            changes = [one.get(x, 0) - other.get(x, 0) for x in range(3)]
            alone = sum(map(abs, changes)) <= 1
            together = {one.get(x, 0) - other[x] for x in other} == {-1}
            assert alone or together, (stream, i)


@program
def released(stream, k, shared, each, threshold, largest):
    counters = misra_gries_sketch(stream, k)
    common = draw(shared)
    pairs = []
    for x, c in sorted(counters.items()):
        y = c + common + draw(each)
        if x >= 0 and y >= threshold:
            pairs.append((x, min(y, largest)))
    return tuple(pairs)


def test_the_noise_is_shared_and_then_each_counter_has_its_own():
    m = misra_gries_clamped(ln(2), noise_range=(-1, 1), longest=2, items=2)
    shared = noise.two_sided_geometric_clamped(ln(2), -1, 1)
    each = noise.two_sided_geometric_clamped(ln(2), -6, 6)
    for stream in m.domain:
        assert m.distribution(stream) == released.distribution(stream, 2, shared, each, 2, 3)


def test_shared_noise_hides_what_each_alone_does_not():
    # two counters move together: noise for each alone costs two epsilon where shared noise costs one
    long = {
        "k": 3,
        "items": 4,
        "domain": [(0, 1, 2, 0, 1, 2), (0, 1, 2, 0, 1, 2, 3)],
        "threshold": 1,
        "largest": 3,
    }
    alone = misra_gries_clamped(ln(2), noise_range=(0, 0), **long)
    shared = misra_gries_clamped(ln(2), noise_range=(-6, 6), **long)
    assert shared.delta(ln(2)) < alone.delta(ln(2))


def test_delta_falls_with_the_threshold():
    deltas = [misra_gries_clamped(ln(3), threshold=t, largest=4, longest=2).delta(ln(9)) for t in (1, 2, 3)]
    assert deltas[0] > deltas[1] > deltas[2] > 0


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: misra_gries_clamped(1, k=0), InvalidValue, "k = 0"),
        (lambda: misra_gries_clamped(1, threshold=0), InvalidValue, "threshold = 0"),
        (lambda: misra_gries_clamped(1, threshold=4), InvalidValue, "largest = 3"),
        (lambda: misra_gries_clamped(1, domain=[(0,), (3,)]).delta(1), InvalidValue, "no two"),
        (lambda: misra_gries_clamped(1, domain=[(), (3,)]).delta(1), InvalidValue, "give one of 0..2"),
        (lambda: misra_gries_clamped(1, noise_range=2), InvalidType, "noise_range = 2"),
    ],
)
def test_bad_parameters_are_refused(make, error, words):
    with pytest.raises(error) as caught:
        make()
    assert words in str(caught.value)
