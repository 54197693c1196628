"""Searches for parallel composition, noise on integers, sampling of runs, trees and local channels."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction

from assay import adjacency
from assay.dp import Dist, Mechanism, epsilon, hockey_stick, total_variation
from assay.exact import Log, Number, exp
from assay.mechanisms.noise import two_sided_geometric_clamped
from assay.testing.generated_mechanisms import dist, dp_pair, fraction, inner_fraction, level
from assay.theorems import Guarantee, compose, parallel, parallel_composition

from .trial import Searches, Trial

BITS = (False, True)
Ints = Sequence[int]


def both_ways(p: Dist[int], q: Dist[int]) -> Log:
    """The larger of the two losses."""
    return max(epsilon(p, q), epsilon(q, p))


def spent(first: Ints, second: Ints, rate: Log) -> Log:
    """The exact epsilon of noise of this rate on each coordinate."""
    pairs = [
        [two_sided_geometric_clamped(rate, -6, 6, centre=s) for s in pair]
        for pair in zip(first, second, strict=True)
    ]
    directions = (pairs, [pair[::-1] for pair in pairs])
    return max(sum((epsilon(p, q) for p, q in way), 0 * rate) for way in directions)


def on_part(rng: random.Random, e: Log) -> Mechanism[bool, int]:
    """A generated mechanism on one bit."""
    low, high = dp_pair(rng, e, fraction(rng) / 4)
    return Mechanism({False: low, True: high}, BITS, adjacency.all_pairs())


def leak(m: Mechanism[bool, int], e: Log) -> Number:
    """The exact delta of a mechanism on one bit."""
    p, q = (m.distribution(b) for b in BITS)
    return max(hockey_stick(p, q, e), hockey_stick(q, p, e))


def same_part(rng: random.Random) -> tuple[bool, bool]:
    e = level(rng)
    parts = [on_part(rng, e) for _ in range(2)]
    bound = parallel_composition([Guarantee(e, leak(m, e)) for m in parts])
    held = [m.delta(bound.epsilon) <= bound.delta for m in (parallel(*parts), compose(*parts))]
    return held[0], held[1]


def two_parts(rng: random.Random) -> tuple[bool, bool]:
    e = level(rng)
    parts = [on_part(rng, e) for _ in range(2)]
    bound = parallel_composition([Guarantee(e, leak(m, e)) for m in parts])
    held = [parallel(*parts, affected=n).delta(bound.epsilon) <= bound.delta for n in (1, 2)]
    return held[0], held[1]


def stronger(rng: random.Random) -> tuple[bool, bool]:
    e = level(rng)
    weak, strong = on_part(rng, e), on_part(rng, 3 * e)
    bound = parallel_composition([Guarantee(e, leak(m, e)) for m in (weak, weak)])
    held = [parallel(weak, m).delta(bound.epsilon) <= bound.delta for m in (weak, strong)]
    return held[0], held[1]


def moved(rng: random.Random, most: int) -> tuple[Ints, Ints]:
    """Two vectors whose coordinates differ by at most so much."""
    q = [rng.randint(-2, 2) for _ in range(2)]
    return q, [x + rng.randint(-most, most) for x in q]


def laplace_further(rng: random.Random) -> tuple[bool, bool]:
    e, (q, v) = level(rng), moved(rng, 2)
    distance = sum(abs(a - b) for a, b in zip(q, v, strict=True))
    return spent(q, v, e / max(distance, 1)) <= e, spent(q, v, e) <= e


def largest_coordinate(rng: random.Random) -> tuple[bool, bool]:
    e, (q, v) = level(rng), moved(rng, 1)
    return spent(q, v, e / 2) <= e, spent(q, v, e) <= e


def smaller_scale(rng: random.Random) -> tuple[bool, bool]:
    e, q = level(rng), rng.randint(-2, 2)
    v, factor = q + rng.choice((-1, 1)), 1 + inner_fraction(rng)
    return spent([q], [v], e) <= e, spent([q], [v], e * factor) <= e


def best(law: Dist[int], stop: Number | Fraction) -> Dist[int]:
    """The largest output of runs that end with this probability after each."""
    found, before = {}, 0 * law.probability(0)
    for y in sorted(law.support):
        after = before + law.probability(y)
        found[y] = stop * after / (1 - (1 - stop) * after) - stop * before / (1 - (1 - stop) * before)
        before = after
    return Dist(found)


def not_private(rng: random.Random) -> tuple[bool, bool]:
    e, stop = level(rng), inner_fraction(rng)
    held = [both_ways(*(best(x, stop) for x in dp_pair(rng, k * e))) <= 3 * e for k in (1, 9)]
    return held[0], held[1]


def stop_by_the_data(rng: random.Random) -> tuple[bool, bool]:
    e, (stop, other) = level(rng) / 9, (inner_fraction(rng) for _ in range(2))
    p, q = dp_pair(rng, e)
    fair = both_ways(best(p, stop), best(q, stop))
    return fair <= 3 * e, both_ways(best(p, stop), best(q, other)) <= 3 * e


def nodes(items: Ints) -> list[int]:
    """The sums of all nodes of the binary tree over two or four items."""
    sums = row = list(items)
    while len(row) > 1:
        row = [a + b for a, b in zip(row[::2], row[1::2], strict=True)]
        sums = sums + row
    return sums


def tree(rate: int, step: int, places: int) -> Trial:
    """One item of four moves by 1, at a third of the rate; and with another rate, step or number."""

    def trial(rng: random.Random) -> tuple[bool, bool]:
        e, items = level(rng), [rng.randint(0, 1) for _ in range(4)]
        held = []
        for speed, far, count in ((1, 1, 1), (rate, step, places)):
            chosen = rng.sample(range(4), count)
            after = [x + far if i in chosen else x for i, x in enumerate(items)]
            held.append(spent(nodes(items), nodes(after), e * Fraction(speed, 3)) <= e)
        return held[0], held[1]

    return trial


def weaker_channel(rng: random.Random) -> tuple[bool, bool]:
    e, p, q = level(rng), dist(rng, range(2)), dist(rng, range(2))
    factor, held = (exp(e) - 1) / (exp(e) + 1), []
    for k in (1, 3):
        low, high = dp_pair(rng, k * e)
        laws = [Dist.mixture([(x.probability(0), low), (x.probability(1), high)]) for x in (p, q)]
        held.append(total_variation(*laws) <= factor * total_variation(p, q))
    return held[0], held[1]


PARALLEL, LAPLACE, SELECTION, TREE = (
    "parallel composition",
    "Laplace mechanism",
    "private selection",
    "binary tree mechanism",
)
SEARCHES: Searches = {
    (PARALLEL, "(eps_i, delta_i)-DP"): (stronger, 40),
    (PARALLEL, "its own part of the data"): (same_part, 40),
    (PARALLEL, "changes one part"): (two_parts, 40),
    (LAPLACE, "sensitivity at most D"): (laplace_further, 12),
    (LAPLACE, "in the L1 norm"): (largest_coordinate, 12),
    (LAPLACE, "scale b = D/eps"): (smaller_scale, 12),
    (SELECTION, "an eps-DP mechanism"): (not_private, 40),
    (SELECTION, "one probability g"): (stop_by_the_data, 40),
    (TREE, "of rate eps/(h + 1)"): (tree(3, 1, 1), 12),
    (TREE, "moves by at most 1"): (tree(1, 2, 1), 12),
    (TREE, "at one leaf"): (tree(1, 1, 2), 12),
    ("contraction of total variation by a local channel", "an eps-DP channel"): (weaker_channel, 60),
}
