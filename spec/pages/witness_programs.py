"""The programs behind the witnesses, as somebody would write them, so that their draws can be shown."""

from __future__ import annotations

from typing import Any

import assay
from assay import Mechanism, adjacency, ln
from assay.mechanisms import geometric_clamped

NOISY = geometric_clamped(4, ln(2))
"""A value of 0, ..., 4 with two-sided geometric noise of rate ln 2, clamped to the same range."""

LESS_NOISY = geometric_clamped(4, ln(4))
"""The same with twice the rate: half the noise."""

UPSIDE_DOWN = geometric_clamped(4, 2)
"""The same at rate 1/epsilon = 2 for epsilon = 1/2."""


@assay.program
def response(bit: int) -> int:
    """Tell the bit with probability 3/4."""
    return bit if assay.flip("3/4") else 1 - bit


@assay.program
def response_by_parameter(bit: int) -> int:
    """Flip the bit with probability (1 - e)/2 at e = 1/2, in place of 1/(1 + exp(e))."""
    return 1 - bit if assay.flip("1/4") else bit


@assay.program
def resample(rows: tuple[int, ...]) -> int:
    """Count the ones of a resample, drawn with replacement."""
    return sum(rows[assay.uniform(len(rows))] for _ in rows)


@assay.program
def publish_some(rows: tuple[int, ...]) -> tuple[int | None, ...]:
    """Publish each row with probability 1/10."""
    return tuple(row if assay.flip("1/10") else None for row in rows)


@assay.program
def publish(row: int) -> int:
    """Publish the row."""
    return row


@assay.program
def noisy_values(queries: tuple[int, ...]) -> int | None:
    """The first noisy answer above a noisy threshold, itself."""
    threshold = assay.draw(NOISY.distribution(2))
    for query in queries:
        value = assay.draw(NOISY.distribution(query))
        if value > threshold:
            return value
    return None


@assay.program
def no_query_noise(queries: tuple[int, ...]) -> tuple[bool, ...]:
    """Which queries are above a noisy threshold, without noise of their own."""
    threshold = assay.draw(NOISY.distribution(2))
    return tuple(query > threshold for query in queries)


@assay.program
def little_query_noise(queries: tuple[int, ...]) -> tuple[bool, ...]:
    """Which queries are above a noisy threshold, with half the noise of the threshold."""
    threshold = assay.draw(NOISY.distribution(2))
    return tuple(assay.draw(LESS_NOISY.distribution(query)) > threshold for query in queries)


@assay.program
def never_stops(queries: tuple[int, ...]) -> tuple[bool, ...]:
    """Which noisy queries are above a noisy threshold, however many are."""
    threshold = assay.draw(NOISY.distribution(2))
    return tuple(assay.draw(NOISY.distribution(query)) > threshold for query in queries)


@assay.program
def largest_value(queries: tuple[int, ...]) -> int:
    """The value of the largest noisy query."""
    return max(assay.draw(NOISY.distribution(query)) for query in queries)


@assay.program
def half_the_noise(count: int) -> int:
    """A count with noise of twice the rate that it should have."""
    return assay.draw(LESS_NOISY.distribution(count))


@assay.program
def upside_down(count: int) -> int:
    """A count with noise of scale epsilon, where it should be 1/epsilon."""
    return assay.draw(UPSIDE_DOWN.distribution(count))


@assay.program
def without_noise(values: tuple[int, ...]) -> tuple[int, int]:
    """A noisy first value, and the sum of both as it is."""
    first, second = values
    return assay.draw(NOISY.distribution(first)), first + second


BITS = adjacency.all_pairs()
QUERIES = adjacency.linf(1)
PAIRS = [(1, 1), (2, 2), (1, 2), (2, 1)]
TRIPLES = [(2, 2, 2), (3, 3, 3), (2, 3, 3), (3, 2, 2)]

WITNESSES: dict[str, Mechanism[Any, Any]] = {
    "response": Mechanism(response, [0, 1], BITS),
    "response_by_parameter": Mechanism(response_by_parameter, [0, 1], BITS),
    "resample": Mechanism(resample, [(0, 0, 0), (0, 0, 1)], adjacency.hamming(1)),
    "publish_some": Mechanism(publish_some, PAIRS, adjacency.hamming(1)),
    "publish": Mechanism(publish, [0, 1, 2], BITS),
    "noisy_values": Mechanism(noisy_values, TRIPLES, QUERIES),
    "no_query_noise": Mechanism(no_query_noise, PAIRS, QUERIES),
    "little_query_noise": Mechanism(little_query_noise, TRIPLES, QUERIES),
    "never_stops": Mechanism(never_stops, TRIPLES, QUERIES),
    "largest_value": Mechanism(largest_value, TRIPLES, QUERIES),
    "half_the_noise": Mechanism(half_the_noise, range(5), adjacency.l1(1)),
    "upside_down": Mechanism(upside_down, range(5), adjacency.l1(1)),
    "without_noise": Mechanism(without_noise, PAIRS, adjacency.hamming(1)),
}
"""Each program with its inputs and its neighbours."""
