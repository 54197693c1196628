"""The distributions of selection by scores, and which of them the samples of a release do not contradict."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, TypeAlias

from ....dp import Dist
from ....errors import UndecidedError
from ....exact import ExactLike, number
from ....mechanisms import gibbs_distribution, permute_and_flip_distribution
from ....testing.blackbox import compare
from .border import evaluate

Scores: TypeAlias = tuple[int, ...]

ALARM = Fraction(1, 10**13)
DRAWS = 4000
READ = (
    "lambda picked: picked if isinstance(picked, int) else picked[0] if len(picked) == 1 else tuple(picked)"
)
"""One index as it is, several as a tuple."""


def one(distribution: Callable[..., Dist[Any]], scores: Sequence[ExactLike], scale: Fraction) -> Dist[int]:
    """The index, for noise of this scale: P grows with e^(score/scale)."""
    found: Dist[int] = distribution(dict(enumerate(scores)), number(1 / scale), monotonic=True)
    return found


def peeled(
    distribution: Callable[..., Dist[Any]], scores: Sequence[ExactLike], scale: Fraction, k: int
) -> Dist[Scores]:
    """k indices, one after the other, each from those that are left."""
    if k == 0:
        return Dist.point(())

    def rest(first: int) -> Dist[Scores]:
        left = [i for i in range(len(scores)) if i != first]
        deeper = peeled(distribution, tuple(scores[i] for i in left), scale, k - 1)
        return deeper.map(lambda picked: (first, *(left[i] for i in picked)))

    return one(distribution, scores, scale).bind(rest)


DISTRIBUTIONS: dict[str, Callable[..., Dist[Any]]] = {
    "exponential mechanism": gibbs_distribution,
    "permute-and-flip": permute_and_flip_distribution,
}


def ranked(
    distribution: str, scores: Sequence[Fraction | int], scale: Fraction, k: int, negate: bool = False
) -> Dist[Any]:
    """The distribution of k indices by name; the index itself for k = 1."""
    signed = tuple(-score for score in scores) if negate else scores
    found = peeled(DISTRIBUTIONS[distribution], signed, scale, k)
    return found.map(lambda picked: picked[0]) if k == 1 else found


@lru_cache(maxsize=256)
def sampled_distribution(template: str, scale: Fraction, k: int, negate: bool) -> str:
    """The name of the one distribution that the samples of a selection from scores do not contradict."""
    mechanism, read = evaluate(template), evaluate(READ)
    return left_distribution(
        lambda scores: read(mechanism(list(scores))),
        [telling(scale, k)],
        lambda name, scores: ranked(name, scores, scale, k, negate),
    )


def telling(scale: Fraction, k: int) -> Scores:
    """k + 1 scores that are about two scales apart in all, where the distributions differ most."""
    step = max(1, round(2 * scale / k))
    return tuple(step * i for i in range(k + 1))


def left_distribution(
    sampler: Callable[[Scores], Any],
    inputs: Sequence[Scores],
    distribution: Callable[[str, Scores], Dist[Any]],
) -> str:
    """The name in DISTRIBUTIONS whose distribution the samples on no input contradict.

    Raises UndecidedError where they contradict both, or neither.
    """
    left = [
        name
        for name in DISTRIBUTIONS
        if not any(
            compare(partial(sampler, x), distribution(name, x), false_alarm=ALARM, samples=DRAWS).contradicted
            for x in inputs
        )
    ]
    if len(left) == 1:
        return left[0]
    raise UndecidedError(
        f"the samples contradict {'neither' if left else 'both'} of {' and '.join(DISTRIBUTIONS)} "
        "as the distribution"
    )
