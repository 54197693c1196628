"""The binary tree mechanism, and sample and aggregate: sums over parts that one individual is in."""

from __future__ import annotations

import random
from collections.abc import Sequence

from assay.dp import Dist, epsilon
from assay.exact import Log, ln
from assay.mechanisms.noise import two_sided_geometric_clamped
from assay.prove.lemma import Lemma, require
from assay.testing.generated_mechanisms import level


def nodes(items: Sequence[int]) -> list[int]:
    """The sums of all nodes of the binary tree over 2^h items, the leaves first."""
    sums = level_of = list(items)
    while len(level_of) > 1:
        level_of = [a + b for a, b in zip(level_of[::2], level_of[1::2], strict=True)]
        sums = sums + level_of
    return sums


def cover(t: int, height: int) -> list[tuple[int, int]]:
    """The nodes (level, position) whose items are the first t."""
    found, start = [], 0
    for size in reversed(range(height + 1)):
        if t - start >= 2**size:
            found.append((size, start // 2**size))
            start += 2**size
    return found


def noisy(sums: Sequence[int], rate: Log) -> Dist[tuple[int, ...]]:
    """Each sum plus noise of this rate on all integers, cut to a range afterwards."""
    return Dist.product(*(two_sided_geometric_clamped(rate, 0, 2, centre=s) for s in sums))


def spent(first: Sequence[int], second: Sequence[int], rate: Log) -> Log:
    """The exact epsilon between two vectors of noisy sums."""
    p, q = noisy(first, rate), noisy(second, rate)
    return max(epsilon(p, q), epsilon(q, p))


def tree_case(rng: random.Random) -> None:
    """A stream of two or four bits of which one changes; how many nodes a prefix needs."""
    e, height = level(rng), rng.randint(1, 2)
    items = [rng.randint(0, 1) for _ in range(2**height)]
    place = rng.randrange(len(items))
    moved = [1 - x if i == place else x for i, x in enumerate(items)]
    differing = [(a, b) for a, b in zip(nodes(items), nodes(moved), strict=True) if a != b]
    require(len(differing) <= height + 1, f"nodes of {items} and {moved}")
    exact = spent(*zip(*differing, strict=True), e / (height + 1))
    require(exact <= e, f"tree over {items} and {moved} at {e}")
    for t in range(2**height):
        parts = cover(t, height)
        covered = [i for size, at in parts for i in range(at * 2**size, (at + 1) * 2**size)]
        require(covered == list(range(t)) and len(parts) <= height, f"the first {t} of {2**height}")


def tree_tight() -> bool:
    """Two items, of which one rises by 1: both of its nodes rise, at the rate ln(4)/2 each."""
    return spent(nodes((0, 0)), nodes((1, 0)), ln(4) / 2) == ln(4)


def item_moves_further() -> bool:
    """An item that moves by 2."""
    return spent(nodes((0, 0)), nodes((2, 0)), ln(4) / 2) > ln(4)


def rate_of_one_node() -> bool:
    """Rate eps for each node, as if an item were in one node alone."""
    return spent(nodes((0, 0)), nodes((1, 0)), ln(4)) > ln(4)


def item_at_two_leaves() -> bool:
    """One individual is at two leaves."""
    return spent(nodes((0, 0)), nodes((1, 1)), ln(4) / 2) > ln(4)


def finite_noise() -> bool:
    """Noise clamped to [-1, 1]: a node of -1 is no noisy sum of 1."""
    noise = two_sided_geometric_clamped(ln(2), -1, 1)
    return epsilon(noise, noise.map(lambda z: z + 1)).is_infinite


TREE = Lemma(
    title="binary tree mechanism",
    statement="the sums of all nodes of the binary tree over 2^h items, each with independent two-sided "
    "noise on all integers of rate eps/(h + 1), are together eps-DP where an individual is at one leaf "
    "whose item moves by at most 1; each prefix sum of fewer than 2^h items is the sum of at most h nodes",
    reduction="A leaf is in h + 1 nodes, one on each level, whose sums move by at most 1; the densities of "
    "their noise move by a factor of at most e^(eps/(h+1)) each, all others not at all. The first t items "
    "are the nodes of the binary digits of t, of which at most h are 1; with a digit more, at most one "
    "node more.",
    inequalities=(
        "for real z, real c: max(z - c, c - z) <= max(z, -z) + max(c, -c)",
        "for integer h >= 0: sum(j, 0, h, 1) = h + 1",
        "for integer h >= 0: sum(j, 0, h, 2^j) = 2^(h + 1) - 1",
        "for A >= 1, integer k >= 0, m >= 0, M >= 0, x >= 0, y >= 0 where m <= A^k*M and x <= A*y: "
        "m*x <= A^(k + 1)*(M*y)",
        "for integer h >= 0, eps >= 0: exp(eps/(h + 1))^(h + 1) = exp(eps)",
    ),
    case=tree_case,
    tightness="two items, eps = ln 4",
    tight=tree_tight,
    dropped={
        "on all integers": finite_noise,
        "of rate eps/(h + 1)": rate_of_one_node,
        "at one leaf": item_at_two_leaves,
        "moves by at most 1": item_moves_further,
    },
)


def mean_of_blocks(records: Sequence[int], blocks: int, most: int) -> int:
    """The sum over blocks of a function into 0, ..., most: the largest record, cut."""
    size = len(records) // blocks
    return sum(min(most, max(records[i * size : (i + 1) * size])) for i in range(blocks))


def aggregate_case(rng: random.Random) -> None:
    """Generated records in two or three blocks of two, one of them replaced."""
    e, blocks, most = level(rng), rng.randint(2, 3), rng.randint(1, 2)
    records = [rng.randint(0, 3) for _ in range(2 * blocks)]
    moved = [*records]
    moved[rng.randrange(len(records))] = rng.randint(0, 3)
    sums = [mean_of_blocks(r, blocks, most) for r in (records, moved)]
    p, q = (two_sided_geometric_clamped(e / most, 0, 6, centre=s) for s in sums)
    require(max(epsilon(p, q), epsilon(q, p)) <= e, f"{blocks} blocks of {records} and {moved} at {e}")


def aggregate_tight() -> bool:
    """One block whose value moves from 0 to the largest, 2, with noise of rate ln(9)/2."""
    p, q = (two_sided_geometric_clamped(ln(9) / 2, 0, 6, centre=s) for s in (1, 3))
    return epsilon(p, q) == ln(9)


def value_outside() -> bool:
    """A block whose value moves by 3, noise for 1."""
    p, q = (two_sided_geometric_clamped(ln(3), 0, 6, centre=s) for s in (0, 3))
    return epsilon(p, q) > ln(3)


def two_blocks() -> bool:
    """A record that is in two blocks: both values move by 1."""
    p, q = (two_sided_geometric_clamped(ln(3), 0, 6, centre=s) for s in (0, 2))
    return epsilon(p, q) > ln(3)


def too_little_noise() -> bool:
    """Noise of rate ln 4 for a value that moves by 1, eps = ln 3."""
    p, q = (two_sided_geometric_clamped(ln(4), 0, 6, centre=s) for s in (0, 1))
    return epsilon(p, q) > ln(3)


AGGREGATE = Lemma(
    title="sample and aggregate",
    statement="the mean of a function into [0, B] over m disjoint blocks of the records moves by at most B/m "
    "where one individual is replaced, whatever the function, so that it is eps-DP with Laplace noise of "
    "scale B/(m eps); on whole values the same with the sum and noise of rate eps/B",
    reduction="One individual is in one block, whose value moves by at most B; the other values do not "
    "change. The rest is the Laplace mechanism.",
    inequalities=(
        "for integer m >= 1, real s, B >= 0, x >= 0, y >= 0 where x <= B and y <= B: "
        "(s + x)/m - (s + y)/m <= B/m",
        "for integer m >= 1, B > 0, eps > 0: (B/m)/(B/(m*eps)) = eps",
        "for real z, real c: max(z - c, c - z) <= max(z, -z) + max(c, -c)",
    ),
    case=aggregate_case,
    tightness="a block whose value moves from 0 to B = 2, eps = ln 9",
    tight=aggregate_tight,
    dropped={
        "into [0, B]": value_outside,
        "disjoint blocks": two_blocks,
        "scale B/(m eps)": too_little_noise,
    },
)
