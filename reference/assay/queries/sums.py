"""Noisy sums of a stream: the total, all prefix sums, the two-level scheme SmartSum; with faulty versions.

Input: integers (q_1, ..., q_n). Noise of rate r is two-sided geometric, P(Z = z) = (1 - a)/(1 + a) a^|z| with
a = e^(-r): the Laplace noise of the sources on the integers. Every noisy sum is clamped to the range
`release` before anything else is done with it; that is post-processing, so that the published claims apply.

Default domain: {0, 1}^n; default adjacency: one value differs (by at most 1 on this domain).
Sources: Chan, Shi and Song, "Private and continual release of statistics", TISSEC 2011 (the algorithms);
Zhang and Kifer, "LightDP", POPL 2017, and Wang, Ding, Kifer and Zhang, "CheckDP", CCS 2020 (these
formulations, faulty ones).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import accumulate
from typing import TypeAlias

from ..adjacency import Adjacency, hamming
from ..arguments import integer
from ..dp import Dist, Mechanism
from ..exact import EpsilonLike, Log, eps
from ..mechanisms import noise
from ..mechanisms._arguments import interval, on_vectors

Stream: TypeAlias = tuple[int, ...]
_on_bits = partial(on_vectors, letters=(0, 1), relation=hamming)


def partial_sum_clamped(
    epsilon: EpsilonLike,
    *,
    n: int = 3,
    release: tuple[int, int] | None = None,
    domain: Iterable[Stream] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Stream, int]:
    """clamp(q_1 + ... + q_n + Z) with Z of rate epsilon; the range is 0..n by default.  Claim: epsilon-DP."""
    return _total("partial_sum_clamped", eps(epsilon), n, release, domain, adjacency)


def bad_partial_sum_clamped(
    epsilon: EpsilonLike,
    *,
    n: int = 3,
    release: tuple[int, int] | None = None,
    domain: Iterable[Stream] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Stream, int]:
    """The same with Z of rate 2 epsilon.  Claimed epsilon-DP by mistake; the exact epsilon is 2 epsilon."""
    return _total("bad_partial_sum_clamped", eps(epsilon) * 2, n, release, domain, adjacency)


def prefix_sum_clamped(
    epsilon: EpsilonLike,
    *,
    n: int = 3,
    release: tuple[int, int] = (0, 1),
    domain: Iterable[Stream] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Stream, Stream]:
    """(y_1, y_1 + y_2, ..., y_1 + ... + y_n) with y_i = clamp(q_i + Z_i), each Z_i of rate epsilon.

    The literature claims 2 epsilon when one value differs by 1; the exact epsilon is epsilon, since the sums
    are a bijective function of the y_i. When all values may differ (adjacency linf(1)) it is n epsilon.
    """
    rate, ends = eps(epsilon), interval(release, "release")

    def distribution(q: Stream) -> Dist[Stream]:
        return Dist.product(*(_noisy(rate, x, ends) for x in q)).map(lambda y: tuple(accumulate(y)))

    return _on_bits("prefix_sum_clamped", distribution, n, domain, adjacency)


def smart_sum_clamped(
    epsilon: EpsilonLike,
    *,
    n: int = 3,
    block: int = 2,
    release: tuple[int, int] | None = None,
    domain: Iterable[Stream] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Stream, Stream]:
    """All prefix sums, with blocks of `block` values; claimed 2 epsilon-DP when one value differs by 1.

    At the end of a block the block's sum gets noise of its own, and the noisy blocks so far add up to the
    answer; within a block the answer is the last one plus q_i + Z_i. All noise has rate epsilon and is
    clamped, with what it is added to, to `release` (0..block by default).
    """
    return _smart_sum(
        "smart_sum_clamped", eps(epsilon), n, block, release, domain, adjacency, noisy_blocks=True
    )


def bad_smart_sum_clamped(
    epsilon: EpsilonLike,
    *,
    n: int = 3,
    block: int = 2,
    release: tuple[int, int] | None = None,
    domain: Iterable[Stream] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Stream, Stream]:
    """SmartSum without noise at the end of a block.  Claimed 2 epsilon-DP by mistake; epsilon is infinite."""
    return _smart_sum(
        "bad_smart_sum_clamped", eps(epsilon), n, block, release, domain, adjacency, noisy_blocks=False
    )


def _smart_sum(
    name: str,
    rate: Log,
    n: int,
    block: int,
    release: tuple[int, int] | None,
    domain: Iterable[Stream] | None,
    adjacency: Adjacency | None,
    *,
    noisy_blocks: bool,
) -> Mechanism[Stream, Stream]:
    width = integer(block, "block", 2)
    ends = range(width + 1) if release is None else interval(release, "release")

    def term(q: Stream, i: int) -> Dist[int]:
        if not _ends_block(i, width):
            return _noisy(rate, q[i], ends)
        total = sum(q[i + 1 - width : i + 1])
        return _noisy(rate, total, ends) if noisy_blocks else Dist.point(total)

    def distribution(q: Stream) -> Dist[Stream]:
        return Dist.product(*(term(q, i) for i in range(len(q)))).map(lambda y: _answers(y, width))

    return _on_bits(name, distribution, n, domain, adjacency)


def _ends_block(i: int, width: int) -> bool:
    return (i + 1) % width == 0


def _answers(terms: Stream, width: int) -> Stream:
    """The released sums: finished blocks by their own noisy sums, the open block by its noisy values."""
    finished, running, answers = 0, 0, []
    for i, term in enumerate(terms):
        if _ends_block(i, width):
            finished += term
            running = finished
        else:
            running += term
        answers.append(running)
    return tuple(answers)


def _total(
    name: str,
    rate: Log,
    n: int,
    release: tuple[int, int] | None,
    domain: Iterable[Stream] | None,
    adjacency: Adjacency | None,
) -> Mechanism[Stream, int]:
    ends = range(integer(n, "n", 1) + 1) if release is None else interval(release, "release")
    return _on_bits(name, lambda q: _noisy(rate, sum(q), ends), n, domain, adjacency)


def _noisy(rate: Log, value: int, ends: range) -> Dist[int]:
    return noise.two_sided_geometric_clamped(rate, ends[0], ends[-1], centre=value)
