"""Private selection: run a mechanism a random number of times, and release the best output."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

from ..arguments import integer, open_probability
from ..dp import Dist, Mechanism
from ..errors import InvalidType
from ..exact import ExactLike, Number, number

X = TypeVar("X", bound=Hashable)
Out = TypeVar("Out", bound=Hashable)


def best_of_runs(distribution: Dist[Out], gamma: ExactLike, score: Callable[[Out], int]) -> Dist[Out]:
    """The best output of K runs, P(K = k) = gamma (1 - gamma)^(k - 1), the first of those with the best
    score.

    With F(s) the probability of a score of at most s and G(z) = E[z^K] = gamma z / (1 - (1 - gamma) z),

        P(o) = (G(F(s)) - G(F(s-))) P(o) / P(score = s),   s = score(o).
    """
    stop = open_probability(gamma, "gamma")
    scores = {o: integer(score(o), f"score({o!r})") for o in distribution.support}
    chances: dict[int, Number] = {}
    for o, p in distribution.items():
        chances[scores[o]] = chances.get(scores[o], number(0)) + p
    best, below = {}, number(0)
    for s in sorted(chances):
        best[s] = (_at_most(below + chances[s], stop) - _at_most(below, stop)) / chances[s]
        below = below + chances[s]
    return Dist({o: p * best[scores[o]] for o, p in distribution.items()})


def _at_most(z: Number, gamma: Number) -> Number:
    """G(z), the probability that all of the runs are in an event of probability z."""
    return gamma * z / (1 - (1 - gamma) * z)


def private_selection(
    base: Mechanism[X, Out], gamma: ExactLike, *, score: Callable[[Out], int] | None = None
) -> Mechanism[X, Out]:
    """P(o | x) = `best_of_runs` of the base mechanism's distribution on x, stopping with probability gamma.

    score: an integer, larger is better; by default the output itself.  If the base is epsilon-DP this is 3
    epsilon-DP, whatever gamma; nothing smaller holds for all bases and gammas.
    Raises InvalidType unless the base is a Mechanism, and InvalidValue unless 0 < gamma < 1.
    Source: Liu and Talwar, "Private selection from private candidates", STOC 2019, theorem 3.2; Papernot and
    Steinke, "Hyperparameter tuning with Renyi differential privacy", ICLR 2022.
    """
    if not isinstance(base, Mechanism):
        raise InvalidType(
            f"base = {base!r} is a {type(base).__name__}; give a Mechanism, whose outputs are scored"
        )
    stop, rank = open_probability(gamma, "gamma"), _itself if score is None else score
    return Mechanism(
        lambda x: best_of_runs(base.distribution(x), stop, rank),
        base.domain,
        base.adjacency,
        name="private_selection",
    )


def _itself(output: Hashable) -> int:
    """An output that is a number is its own score."""
    if not isinstance(output, int):
        raise InvalidType(
            f"output = {output!r} is a {type(output).__name__}, no score; give score=, a function to int"
        )
    return output
