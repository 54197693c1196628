"""Automata that compare answers with noisy ends of ranges, or with earlier noisy answers.

Source: Chadha, Sistla and Viswanathan, "On linear time decidability of differential privacy for programs with
unbounded inputs", LICS 2021.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .....exact import EPS
from .....programs import output
from .....programs.noise.language import laplace


def range_1(answers: Iterable[Any]) -> Any:
    """Numeric range 1: above the range, the noisy answer that was compared."""
    low, high = laplace(EPS / 4), 1 + laplace(EPS / 4)
    for q in answers:
        v = q + laplace(EPS / 4)
        if low <= v < high:
            output("in")
        elif v >= high:
            return v
        else:
            return "below"


def range_2(answers: Iterable[Any]) -> Any:
    """Numeric range 2: above the range, the answer with fresh noise."""
    low, high = laplace(EPS / 4), 1 + laplace(EPS / 4)
    for q in answers:
        v = q + laplace(EPS / 4)
        if low <= v < high:
            output("in")
        elif v >= high:
            return q + laplace(EPS / 4)
        else:
            return "below"


def two_ranges_1(answers: Iterable[Any]) -> Any:
    """Two ranges that share a noisy end."""
    u, v, w = laplace(EPS / 4), 1 + laplace(EPS / 4), 2 + laplace(EPS / 4)
    second = False
    for q in answers:
        n = q + laplace(EPS / 4)
        if not second:
            if u <= n < v:
                output("first")
            elif n >= v:
                second = True
                output("on")
            else:
                return "below"
        elif v <= n < w:
            output("second")
        elif n < v:
            return "below"
        else:
            return "above"


def two_ranges_2(answers: Iterable[Any]) -> Any:
    """Two ranges; the end that they share is drawn again."""
    u, v, w = laplace(EPS / 4), 1 + laplace(EPS / 4), 2 + laplace(EPS / 4)
    second = False
    for q in answers:
        n = q + laplace(EPS / 4)
        if not second:
            if u <= n < v:
                output("first")
            elif n >= v:
                second = True
                v = 1 + laplace(EPS / 4)
                output("on")
            else:
                return "below"
        elif v <= n < w:
            output("second")
        elif n < v:
            return "below"
        else:
            return "above"


def disclosing(answers: Iterable[Any]) -> Any:
    """Writes every noisy answer in the range."""
    low, high = laplace(EPS / 4), 1 + laplace(EPS / 4)
    for q in answers:
        v = q + laplace(EPS / 4)
        if low <= v < high:
            output(v)
        else:
            return None


def leaking_cycle(answers: Iterable[Any]) -> Any:
    """Replaces the noisy value that answers are compared with."""
    x = laplace(EPS / 4)
    for q in answers:
        v = q + laplace(EPS / 4)
        if v < x:
            x = v
            output("lower")
        else:
            output("not lower")


def ranges(answers: Iterable[Any], m: int = 3) -> Any:
    """m ranges in turn."""
    low = [laplace(EPS / (4 * m)) for _ in range(m)]
    high = [1 + laplace(EPS / (4 * m)) for _ in range(m)]
    i = 0
    for q in answers:
        v = q + laplace(EPS / 4)
        if low[i] <= v < high[i]:
            i = (i + 1) % m
            output("in")
        elif v >= high[i]:
            return "above"
        else:
            return "below"


def min_max(answers: Iterable[Any], k: int = 3) -> Any:
    """The least and the largest of k noisy answers, then a range test."""
    seen, low, high = 0, None, None
    for q in answers:
        if seen == 0:
            low = high = q + laplace(EPS / (4 * k))
            seen = 1
        elif seen < k:
            v = q + laplace(EPS / (4 * k))
            seen += 1
            if v < low:
                low = v
                output("low")
            elif v > high:
                high = v
                output("high")
            else:
                output("between")
        else:
            v = q + laplace(EPS / 4)
            if v < low:
                return "below"
            if v > high:
                return "above"
            output("in")
