"""Sparse vectors that write a value where an answer crosses: the answer, the gap, or the threshold.

Sources: Lyu, Su and Li, "Understanding the sparse vector technique for differential privacy", VLDB 2017;
Ding, Wang, Zhang and Kifer, "Free gap information from the differentially private sparse vector
and noisy max mechanisms", VLDB 2019; Wang, Ding, Kifer and Zhang, "CheckDP", CCS 2020.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .....exact import EPS
from .....programs import output
from .....programs.noise.language import laplace


def svt3(answers: Iterable[Any]) -> Any:
    """Algorithm 3: writes the noisy answer that crosses."""
    bar = laplace(EPS / 2)
    for q in answers:
        v = q + laplace(EPS / 2)
        if v >= bar:
            return v
        output(False)


def svt3_binned(answers: Iterable[Any]) -> Any:
    """Algorithm 3 with noise of rate eps/4; the noisy answer that crosses is binned at -1, 0 and 1."""
    bar = laplace(EPS / 2)
    for q in answers:
        v = q + laplace(EPS / 4)
        if v >= bar:
            for edge in (-1, 0, 1):
                if v < edge:
                    return edge
            return "above"
        output(False)


def shown_threshold(answers: Iterable[Any]) -> Any:
    """Writes the noisy threshold at the crossing."""
    bar = laplace(EPS / 2)
    for q in answers:
        if q + laplace(EPS / 4) >= bar:
            return bar
        output(False)


def numeric(answers: Iterable[Any]) -> Any:
    """Numeric sparse: at the crossing the answer with fresh noise."""
    bar = laplace(EPS / 4)
    for q in answers:
        if q + laplace(EPS / 2) >= bar:
            return q + laplace(EPS / 2)
        output(False)


def num_svt(answers: Iterable[Any], c: int = 1) -> Any:
    """A third each for the threshold, the comparisons and the c noisy answers."""
    bar, seen = laplace(EPS / 3), 0
    for q in answers:
        if q + laplace(EPS / (6 * c)) >= bar:
            output(q + laplace(EPS / (3 * c)))
            seen += 1
            if seen == c:
                return None
        else:
            output(None)


def bad_num_svt(answers: Iterable[Any], c: int = 1) -> Any:
    """Writes the noisy answers that were compared."""
    bar, seen = laplace(EPS / 3), 0
    for q in answers:
        v = q + laplace(EPS / (3 * c))
        if v >= bar:
            output(v)
            seen += 1
            if seen == c:
                return None
        else:
            output(None)


def gap(answers: Iterable[Any]) -> Any:
    """At the crossing the gap between noisy answer and noisy threshold."""
    bar = laplace(EPS / 2)
    for q in answers:
        v = q + laplace(EPS / 4)
        if v >= bar:
            return v - bar
        output(False)


def bad_gap(answers: Iterable[Any]) -> Any:
    """At the crossing the noisy answer itself."""
    bar = laplace(EPS / 2)
    for q in answers:
        v = q + laplace(EPS / 4)
        if v >= bar:
            return v
        output(False)


def gap_svt(answers: Iterable[Any], c: int = 1) -> Any:
    """Sparse vector with gap: the gap at each of c crossings."""
    bar, seen = laplace(EPS / 2), 0
    for q in answers:
        v = q + laplace(EPS / (4 * c))
        if v >= bar:
            output(v - bar)
            seen += 1
            if seen >= c:
                return None
        else:
            output(0)


def monotone_gap(answers: Iterable[Any], c: int = 1) -> Any:
    """The same, with the gap at each crossing."""
    bar, seen = laplace(EPS / 2), 0
    for q in answers:
        v = q + laplace(EPS / (2 * c))
        if v >= bar:
            output(v - bar)
            seen += 1
            if seen == c:
                return None
        else:
            output(0)
