"""Distributions that opendp's samplers promise; of selections by scores, those that samples leave."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any, TypeAlias

from ....dp import Dist
from ....engines.partial import Partial
from ....errors import UndecidedError
from ....exact import Certified, ExactLike, Number, exp, number
from ....mechanisms import gibbs_distribution, noise, permute_and_flip_distribution
from ....testing.blackbox import compare
from .border import evaluate

REACH = 12
"""A discrete Gaussian is listed up to REACH deviations; the rest has a mass below 2 e^(-REACH^2/2)."""

DIGITS = 40


def clamp(z: int, ends: int) -> int:
    """z, brought to -ends..ends."""
    return max(-ends, min(ends, z))


def laplace_integers(scale: Fraction, ends: int, centre: int = 0) -> Dist[int]:
    """Discrete Laplace noise around an integer, the output brought to -ends..ends."""
    return noise.discrete_laplace_clamped(scale, -ends, ends, centre=centre)


def gaussian_integers(scale: Fraction, ends: int, centre: int = 0) -> Partial[int]:
    """Discrete Gaussian noise with the parameter sigma = scale, the output brought to -ends..ends.

    The distribution on all integers, conditioned on |z| <= n, is exact; P(|z| > n) <= 2 e^(-n^2 / (2
    sigma^2)) is what stays open (Canonne, Kamath and Steinke, NeurIPS 2020, proposition 22 with the weaker
    constant).
    """
    reach = -(-REACH * scale.numerator // scale.denominator)
    middle = noise.discrete_gaussian_truncated(scale**2, -reach, reach)
    left = Fraction((2 * exp(-Fraction(reach**2) / (2 * scale**2))).upper(DIGITS))
    lower: dict[int, Number] = {}
    for z, p in middle.items():
        outcome = clamp(centre + z, ends)
        lower[outcome] = lower.get(outcome, number(0)) + Fraction(p.lower(DIGITS)) * (1 - left)
    return Partial(lower, 1 - sum(lower.values(), number(0)), len(lower))


def binned(cuts: Sequence[Fraction], below: Sequence[Number | Certified], gap: Fraction) -> Partial[int]:
    """The distribution of the number of cuts that are below an output, from P(output <= cut) up to `gap`
    each.
    """
    known = [Fraction(0), *(Fraction(p.lower(DIGITS)) for p in below), Fraction(1)]
    slack = gap + Fraction(1, 10 ** (DIGITS - 2))
    lower = {i: number(max(Fraction(0), b - a - slack)) for i, (a, b) in enumerate(pairwise(known))}
    return Partial(lower, 1 - sum(lower.values(), number(0)), len(cuts))


def laplace_below(scale: Fraction, cut: Fraction) -> Number:
    """P(X <= cut) = e^(cut/scale)/2 for cut <= 0, and 1 - e^(-cut/scale)/2 above."""
    tail = exp(-abs(cut) / scale) / 2
    return tail if cut <= 0 else 1 - tail


def independent_flips(flip: Fraction, bits: Sequence[int]) -> Dist[tuple[int, ...]]:
    """Every bit is flipped on its own with the given probability."""
    return Dist.product(*(Dist({bit: 1 - flip, 1 - bit: flip}) for bit in bits))


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
