"""The Misra-Gries sketch with noise: k counters of a stream, what exceeds a threshold is released.

One element more or less in the stream moves the counters in one of two ways: one of them by 1, or all of them
by 1 in the same direction. So noise that is the same for all counters hides the second, and noise for each
the first; noise for each alone would have to hide a change of k.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from ..adjacency import Adjacency, add_remove_one
from ..arguments import integer
from ..budgets.sizes import check_size
from ..dp import Dist, Mechanism
from ..errors import InvalidType
from ..exact import EpsilonLike, eps, integer_text
from ..mechanisms import noise
from ..mechanisms._arguments import category, interval, sequences

Stream: TypeAlias = tuple[int, ...]
Sketch: TypeAlias = tuple[tuple[int, int], ...]

MOST_COUNTERS = 1 << 10
"""A sketch of more counters is refused."""


def misra_gries_sketch(stream: Sequence[int], k: int) -> dict[int, int]:
    """The k counters; negative keys are places that are not used yet.

    An element that has a counter adds 1 to it. Otherwise, if no counter is 0, all counters lose 1; if one is,
    the element takes the place of the smallest key with counter 0, with counter 1.
    Source: Misra and Gries, 1982, in the form of Lebeda and Tetek, PODS 2023, algorithm 1.
    """
    counters = {-1 - i: 0 for i in range(integer(k, "k", 1))}
    for x in stream:
        empty = [key for key, count in counters.items() if count == 0]
        if x in counters:
            counters[x] += 1
        elif empty:
            del counters[min(empty)]
            counters[x] = 1
        else:
            counters = {key: count - 1 for key, count in counters.items()}
    return counters


def misra_gries_clamped(
    epsilon: EpsilonLike,
    *,
    k: int = 2,
    threshold: int = 2,
    noise_range: tuple[int, int] = (-2, 2),
    largest: int = 3,
    items: int = 3,
    longest: int = 3,
    domain: Iterable[Stream] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Stream, Sketch]:
    """The pairs (x, clamp(c_x + E + Z_x)) for the counters of the sketch with c_x + E + Z_x >= threshold,
    sorted.

    E, the same for all, and the Z_x are independent with P(Z = z) = (1 - a)/(1 + a) a^|z|, a = e^(-epsilon),
    E clamped to noise_range and the released counts to at most `largest`. Default domain: all streams of
    0..items-1 up to `longest`; neighbours: one element is added or removed anywhere. The source claims (2
    epsilon, delta)-DP for noise of this rate, delta falling with the threshold; what clamping E costs is in
    the exact delta.
    Source: Lebeda and Tetek, "Better differentially private approximate histograms and heavy hitters using
    the Misra-Gries sketch", PODS 2023, algorithm 2, with geometric noise.
    """
    places, bar = integer(k, "k", 1), integer(threshold, "threshold", 1)
    check_size(places, "counters", f"k = {integer_text(places)} (int)", "use a smaller k", MOST_COUNTERS)
    rate, shared = eps(epsilon, "epsilon"), interval(noise_range, "noise_range")
    top, size = integer(largest, "largest", bar), integer(items, "items", 1)
    most = integer(longest, "longest", 1)
    because = f"items = {integer_text(size)} (int), longest = {integer_text(most)} (int)"
    common = noise.two_sided_geometric_clamped(rate, shared[0], shared[-1])

    def counter(key: int, count: int) -> Dist[Sketch]:
        noisy = noise.two_sided_geometric_clamped(rate, bar - 1, top, centre=count)
        return noisy.map(lambda y: ((key, y),) if y >= bar and key >= 0 else ())

    def distribution(stream: Stream) -> Dist[Sketch]:
        if not isinstance(stream, tuple):
            raise InvalidType(f"input = {stream!r} is a {type(stream).__name__}; give a tuple of items")
        counters = misra_gries_sketch([category(x, size) for x in stream], places)
        return common.bind(
            lambda e: Dist.product(*(counter(x, c + e) for x, c in sorted(counters.items()))).map(
                lambda parts: tuple(pair for part in parts for pair in part)
            )
        )

    return Mechanism(
        distribution,
        sequences(range(size), most, because) if domain is None else domain,
        add_remove_one("sequence") if adjacency is None else adjacency,
        name="misra_gries_clamped",
    )
