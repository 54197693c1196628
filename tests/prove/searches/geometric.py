"""Searches for the lemmas on the geometric mechanism: priors, losses and columns that nobody chose."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, TypeVar

from assay import adjacency
from assay.dp import Adjacency, Dist, Mechanism
from assay.exact import Log, Number, exp, ln, number
from assay.mechanisms import geometric_clamped, geometric_truncated
from assay.testing.generated_mechanisms import kernel
from assay.theorems import post_process, post_process_randomised
from assay.utility import bayes_loss, optimal_mechanism, worst_loss

from .trial import Searches, Trial

X = TypeVar("X", bound=Hashable)
Table = dict[tuple[Any, Any], int]
RATE = ln(2)


def remapped(m: Mechanism[X, X], prior: Dist[X], table: Table, outputs: Sequence[X]) -> Number:
    """The expected loss after the best deterministic remap, seen answer by seen answer."""
    seen = {y for x in m.domain for y in m.distribution(x).support}
    costs = {
        y: min(
            sum((prior[x] * m.distribution(x)[y] * table[x, r] for x in m.domain), number(0)) for r in outputs
        )
        for y in seen
    }
    return sum(costs.values(), number(0))


def optimal(
    m: Mechanism[X, X],
    prior: Dist[X],
    table: Table,
    outputs: Sequence[X],
    rate: Log = RATE,
    delta: int | Fraction = 0,
    near: Adjacency | None = None,
) -> bool:
    """Whether the linear program finds nothing better than m remapped."""
    found = optimal_mechanism(
        m.domain,
        outputs,
        lambda x, y: table[x, y],
        rate,
        near or m.adjacency,
        delta=delta,
        prior=prior,
    )
    return found.risk == remapped(m, prior, table, outputs)


def unimodal(rng: random.Random, n: int) -> Table:
    """A loss that does not decrease away from the count, on either side."""
    table = {}
    for i in range(n + 1):
        below, above = (sorted(rng.randint(0, 2) for _ in range(k)) for k in (i, n - i))
        table.update({(i, r): v for r, v in enumerate([*reversed(below), 0, *above])})
    return table


def some_prior(rng: random.Random, domain: Sequence[X]) -> Dist[X]:
    """Small weights, some of them 0."""
    return Dist.from_weights({x: rng.randint(x == domain[0], 3) for x in domain})


def case(rng: random.Random, n: int) -> tuple[Mechanism[int, int], Dist[int], Table, range]:
    """All that the lemma asks for."""
    counts = range(n + 1)
    return geometric_clamped(n, RATE), some_prior(rng, counts), unimodal(rng, n), counts


def against(variant: Callable[[random.Random], bool]) -> Trial:
    """The lemma on a generated prior and loss, beside a variant of it."""

    def trial(rng: random.Random) -> tuple[bool, bool]:
        return optimal(*case(rng, rng.randint(1, 2))), variant(rng)

    return trial


def any_loss(rng: random.Random) -> bool:
    m, _, _, counts = case(rng, 2)
    table = {x: rng.randint(0, 1) for x in product(counts, counts)}
    return optimal(m, Dist.from_weights({i: rng.randint(1, 3) for i in counts}), table, counts)


def two_answers(rng: random.Random) -> bool:
    m, prior, table, _ = case(rng, 3)
    return optimal(m, prior, table, (0, 3))


def moves_by_two(rng: random.Random) -> bool:
    _, prior, table, counts = case(rng, 2)
    return optimal(geometric_clamped(2, 2 * RATE, sensitivity=2), prior, table, counts, 2 * RATE)


def one_pair_only(rng: random.Random) -> bool:
    m, prior, table, counts = case(rng, 2)
    return optimal(m, prior, table, counts, near=adjacency.explicit([(0, 1)]))


def two_counts(rng: random.Random) -> bool:
    one, pairs = geometric_clamped(1, RATE), list(product((0, 1), repeat=2))
    m: Mechanism[Any, Any] = Mechanism(
        lambda x: Dist.product(*map(one.distribution, x)), pairs, adjacency.l1(1)
    )
    worse = {x: sorted(rng.randint(0, 2) for _ in range(2)) for x in pairs}
    table = {(x, r): [0, *worse[x]][abs(x[0] - r[0]) + abs(x[1] - r[1])] for x, r in product(pairs, pairs)}
    return optimal(m, some_prior(rng, pairs), table, pairs)


def with_delta(rng: random.Random) -> bool:
    m, prior, table, counts = case(rng, 1)
    return optimal(m, prior, table, counts, delta=Fraction(1, 8))


def as_it_is(rng: random.Random) -> bool:
    m, prior, table, counts = case(rng, 2)
    own = bayes_loss(m, prior, lambda x, y: table[x, y])
    return own == remapped(m, prior, table, counts)


def deterministic(rng: random.Random) -> bool:
    m, _, table, counts = case(rng, 2)

    def loss(x: int, y: int) -> int:
        return table[x, y]

    remaps = [post_process(m, list(t).__getitem__) for t in product(counts, repeat=3)]
    least = optimal_mechanism(counts, counts, loss, RATE, m.adjacency).risk
    return min(worst_loss(x, loss)[0] for x in remaps) == least


def satisfies(m: Mechanism[int, Any], rate: Log, interior: bool = True, ends: bool = True) -> bool:
    """The inequalities of the lemma on derivable mechanisms, or some of them."""
    a, n = 1 / exp(rate), len(m.domain) - 1
    for r in {r for i in m.domain for r in m.distribution(i).support}:
        q = [m.distribution(i)[r] for i in m.domain]
        if ends and (q[0] < a * q[1] or q[n] < a * q[n - 1]):
            return False
        inside = range(1, n) if interior else ()
        if any((1 + a * a) * q[i] < a * (q[i - 1] + q[i + 1]) for i in inside):
            return False
    return True


def derived(rng: random.Random, n: int = 2) -> Mechanism[int, int]:
    """A generated post-processing of the geometric mechanism on 0, ..., n."""
    return post_process_randomised(geometric_clamped(n, RATE), kernel(rng, range(n + 1), range(2)))


def beats(m: Mechanism[int, int], rng: random.Random) -> bool:
    """Whether m has a smaller loss than every post-processing of the geometric one, for a generated loss."""
    counts = m.domain
    prior, table = some_prior(rng, counts), {x: rng.randint(0, 2) for x in product(counts, range(2))}
    best = remapped(geometric_clamped(len(counts) - 1, RATE), prior, table, range(2))
    return remapped(m, prior, table, range(2)) < best


def columns(n: int, interior: bool, ends: bool) -> Trial:
    """A mechanism that satisfies some of the inequalities, beside one that was derived."""

    def trial(rng: random.Random) -> tuple[bool, bool]:
        own, counts = derived(rng, n), range(n + 1)
        other = Mechanism(kernel(rng, counts, range(2)), counts, adjacency.l1(1))
        wrong = satisfies(other, RATE, interior, ends) and beats(other, rng)
        return satisfies(own, RATE) and not beats(own, rng), not wrong

    return trial


def truncated(rng: random.Random) -> tuple[bool, bool]:
    made = post_process_randomised(geometric_truncated(2, RATE), kernel(rng, range(3), range(3)))
    return satisfies(derived(rng), RATE), satisfies(made, RATE)


def larger_rate(rng: random.Random) -> tuple[bool, bool]:
    made = post_process_randomised(geometric_clamped(2, 2 * RATE), kernel(rng, range(3), range(3)))
    return satisfies(derived(rng), RATE), satisfies(made, RATE)


BEST, MADE = "optimality of the geometric mechanism for one count", "derivable from the geometric mechanism"
NEAR = "neighbours are the counts that differ by 1"
SEARCHES: Searches = {
    (BEST, "a loss that does not decrease as the answer moves away"): (against(any_loss), 30),
    (BEST, "answers 0, ..., n"): (against(two_answers), 20),
    (BEST, f"{NEAR}: not those that differ by 2"): (against(moves_by_two), 6),
    (BEST, f"{NEAR}: all of them"): (against(one_pair_only), 6),
    (BEST, "one count"): (against(two_counts), 6),
    (BEST, "eps-DP"): (against(with_delta), 6),
    (BEST, "remapped by what is best for this prior and loss"): (against(as_it_is), 6),
    (BEST, "randomised post-processing"): (against(deterministic), 4),
    (MADE, "(1 + a^2) q_i >= a (q_(i-1) + q_(i+1))"): (columns(2, interior=False, ends=True), 100),
    (MADE, "q_0 >= a q_1 and q_n >= a q_(n-1)"): (columns(1, interior=True, ends=False), 20),
    (MADE, "the clamped geometric mechanism"): (truncated, 20),
    (MADE, "a = e^-eps"): (larger_rate, 20),
}
