"""Programs for the tests of symbolic decisions, for a family of noise given as an argument."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from fractions import Fraction
from itertools import product

from assay import EPS
from assay.decide.probabilities.values import Value, terms
from assay.exact import EpsilonLike
from assay.programs.noise.language import Noisy

Noise = Callable[[EpsilonLike], Noisy]
Queries = tuple[int, ...]
Body = Callable[[Queries], object]


def cube(n: int, entries: tuple[int, ...] = (-1, 0, 1)) -> list[Queries]:
    """All vectors of n entries."""
    return list(product(entries, repeat=n))


def sparse_vector(
    noise: Noise, c: int = 1, threshold: Fraction = Fraction(1, 2), query: Fraction | None = None
) -> Body:
    """TRUE and FALSE until the c-th TRUE."""

    def sparse(q: Queries) -> object:
        level = noise(EPS * threshold)
        answers: list[bool] = []
        for answer in q:
            answers.append(answer + noise(EPS * (query or Fraction(1, 4 * c))) >= level)
            if sum(answers) == c:
                break
        return tuple(answers)

    return sparse


def noisy_max(noise: Noise) -> Body:
    """The index of the largest noisy answer, the first of equal ones."""

    def argmax(q: Queries) -> object:
        noisy = [answer + noise(EPS / 2) for answer in q]
        best = 0
        for i in range(1, len(noisy)):
            if noisy[i] > noisy[best]:
                best = i
        return best

    return argmax


def ranking(noise: Noise) -> Body:
    """The order of the noisy answers by comparing every two of them."""

    def rank(q: Queries) -> object:
        noisy = [answer + noise(EPS / 2) for answer in q]
        return tuple(sum(a >= b for b in noisy) for a in noisy)

    return rank


def binned_maximum(noise: Noise) -> Body:
    """The bin of the largest noisy answer: below -1, at each of -1, 0, or from 1 on."""

    def binned(q: Queries) -> object:
        largest = max(answer + noise(EPS / 2) for answer in q)
        return next((edge for edge in (-1, 0, 1) if largest <= edge), 2)

    return binned


def binned_gap(noise: Noise) -> Body:
    """The gap between an answer and a noisy threshold, in bins."""

    def gap(q: Queries) -> object:
        level = noise(EPS / 2)
        margin = q[0] + noise(EPS / 4) - level
        if margin < 0:
            return "below"
        return "close" if margin <= 2 else "far"

    return gap


def at(value: Value, y: Fraction) -> Fraction:
    """A value without t at a rational y = e^(-t)."""
    parts = (sum((c * y**j for _, j, c in terms(p)), Fraction(0)) for p in (value.num, value.den))
    above, below = parts
    return above / below


def law_at(row: dict[Hashable, Value], y: Fraction) -> dict[Hashable, Fraction]:
    """A distribution at a rational y."""
    return {outcome: at(value, y) for outcome, value in row.items()}
