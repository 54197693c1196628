"""Noisy gradient descent on integers: sampled rows, clipped gradients, a noisy sum, a step, and all again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from ..adjacency import Adjacency, add_remove_one
from ..arguments import integer, probability
from ..budgets.sizes import check_power
from ..dp import Dist, Mechanism
from ..errors import InvalidType
from ..exact import EpsilonLike, ExactLike, Number, eps, integer_text, number
from ..mechanisms import noise
from ..mechanisms._arguments import interval, sequences

Rows: TypeAlias = tuple[int, ...]
Steps: TypeAlias = tuple[int, ...]


def noisy_gradients_clamped(
    epsilon: EpsilonLike,
    *,
    steps: int = 2,
    q: ExactLike = "1/2",
    clip: int = 1,
    release: tuple[int, int] = (-1, 1),
    values: tuple[int, int] = (-1, 1),
    rows: int = 2,
    domain: Iterable[Rows] | None = None,
    adjacency: Adjacency | None = None,
) -> Mechanism[Rows, Steps]:
    """(y_1, ..., y_T): y_t = clamp(G_t + Z_t, release), G_t the sum of clipped gradients over a Poisson
    sample of rate q.

    The model is an integer, w_1 = 0 and w_(t+1) = w_t - y_t; the gradient of row x is w - x, that of (w -
    x)^2/2, clipped to -clip..clip; each row is in each sample with probability q, independently. P(Z = z) =
    (1 - a)/(1 + a) a^|z| with a = e^(-epsilon/clip): epsilon is the cost of a step without sampling. Default
    domain: all tuples of the values up to `rows` of them; neighbours: one row is added or removed. Claim: T
    steps cost at most T ln(1 + q (e^epsilon - 1)).
    Source: Abadi, Chu, Goodfellow, McMahan, Mironov, Talwar and Zhang, "Deep learning with differential
    privacy", CCS 2016, algorithm 1, on integers; Kasiviswanathan and others, FOCS 2008 (amplification by
    sampling).
    """
    times, share, most = integer(steps, "steps", 1), probability(q, "q"), integer(clip, "clip", 1)
    rate, outputs = eps(epsilon, "epsilon") / most, interval(release, "release")
    size, cells = integer(rows, "rows", 1), interval(values, "values")
    check_power(len(outputs), times, "outputs", f"steps = {integer_text(times)} (int)", "use fewer steps")

    def noisy(total: int) -> Dist[int]:
        return noise.two_sided_geometric_clamped(rate, outputs[0], outputs[-1], centre=total)

    def step(done: Steps, x: Rows) -> Dist[Steps]:
        w = -sum(done)
        gradients = [max(-most, min(most, w - row)) for row in x]
        return sampled_sum(gradients, share).bind(noisy).map(lambda y: (*done, y))

    def distribution(x: Rows) -> Dist[Steps]:
        given, so_far = _rows(x), Dist[Steps]({(): 1})
        for _ in range(times):
            so_far = so_far.bind(lambda done: step(done, given))
        return so_far

    return Mechanism(
        distribution,
        sequences(cells, size, f"rows = {integer_text(size)} (int), {len(cells)} values")
        if domain is None
        else domain,
        add_remove_one("sequence") if adjacency is None else adjacency,
        name="noisy_gradients_clamped",
    )


def sampled_sum(terms: Iterable[int], q: ExactLike) -> Dist[int]:
    """The sum over a Poisson sample: each term is in it with probability q, independently."""
    share = probability(q, "q")
    chances: dict[int, Number] = {0: number(1)}
    for term in terms:
        more: dict[int, Number] = {}
        for total, p in chances.items():
            for reached, chance in ((total, p * (1 - share)), (total + term, p * share)):
                more[reached] = more.get(reached, number(0)) + chance
        chances = more
    return Dist(chances)


def _rows(x: object) -> Rows:
    """A tuple of integers, which may be empty."""
    if not isinstance(x, tuple):
        raise InvalidType(f"input = {x!r} is a {type(x).__name__}; give a tuple of ints")
    return tuple(integer(value, f"input[{i}]") for i, value in enumerate(x))
