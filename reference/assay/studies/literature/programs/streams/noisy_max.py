"""Report noisy max: the place of the largest noisy answer, or the answer itself.

Source: Wang, Ding, Kifer and Zhang, "CheckDP", CCS 2020.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .....exact import EPS
from .....programs.noise.language import exponential, laplace, one_sided_geometric


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
