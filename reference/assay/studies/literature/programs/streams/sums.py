"""Sums, means, histograms and maxima of a stream.

Source: Wang, Ding, Kifer and Zhang, "CheckDP", CCS 2020.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .....exact import EPS
from .....programs import output
from .....programs.noise.language import exponential, laplace, one_sided_geometric


def partial_sum(answers: Iterable[Any]) -> Any:
    """The sum of all answers."""
    total = 0
    for q in answers:
        total += q
    return total + laplace(EPS)


def bad_partial_sum(answers: Iterable[Any]) -> Any:
    """The sum of all answers, with half of the noise."""
    total = 0
    for q in answers:
        total += q
    return total + laplace(2 * EPS)


def smart_sum(answers: Iterable[Any], block: int = 2) -> Any:
    """Running sums of noisy answers; at the end of a block its exact sum is noisy as a whole."""
    done, shown, inside, place = 0, 0, 0, 0
    for q in answers:
        inside += q
        place += 1
        if place == block:
            done += inside + laplace(EPS)
            shown, inside, place = done, 0, 0
        else:
            shown += q + laplace(EPS)
        output(shown)


def bad_smart_sum(answers: Iterable[Any], block: int = 2) -> Any:
    """The same without noise at the ends of blocks."""
    done, shown, inside, place = 0, 0, 0, 0
    for q in answers:
        inside += q
        place += 1
        if place == block:
            done += inside
            shown, inside, place = done, 0, 0
        else:
            shown += q + laplace(EPS)
        output(shown)


def prefix_sum(answers: Iterable[Any]) -> Any:
    """All running sums of noisy answers."""
    total = 0
    for q in answers:
        total += q + laplace(EPS)
        output(total)


def mean(answers: Iterable[Any]) -> Any:
    """A running mean of exact answers, with noise at the end."""
    smooth = 0
    for q in answers:
        smooth = (smooth + q) / 2
    return smooth + laplace(EPS)


def histogram(answers: Iterable[Any]) -> Any:
    """Every answer with noise of its own."""
    for q in answers:
        output(q + laplace(EPS))


def argmax(answers: Iterable[Any]) -> Any:
    """Report noisy max with Laplace noise: the place of the largest."""
    best, winner = float("-inf"), None
    for i, q in enumerate(answers):
        v = q + laplace(EPS / 2)
        if v > best:
            best, winner = v, i
    return winner


def argmax_exponential(answers: Iterable[Any]) -> Any:
    """Report noisy max with one-sided noise."""
    best, winner = float("-inf"), None
    for i, q in enumerate(answers):
        v = q + exponential(EPS / 2)
        if v > best:
            best, winner = v, i
    return winner


def argmax_one_sided(answers: Iterable[Any]) -> Any:
    """Report noisy max on integer answers."""
    best, winner = None, None
    for i, q in enumerate(answers):
        v = q + one_sided_geometric(EPS / 2)
        if best is None or v > best:
            best, winner = v, i
    return winner


def maximum(answers: Iterable[Any]) -> Any:
    """The largest noisy answer itself."""
    best = None
    for q in answers:
        v = q + laplace(EPS / 2)
        if best is None or v > best:
            best = v
    return best


def maximum_exponential(answers: Iterable[Any]) -> Any:
    """The largest answer with one-sided noise itself."""
    best = None
    for q in answers:
        v = q + exponential(EPS / 2)
        if best is None or v > best:
            best = v
    return best
