"""Compositions of several rounds, on a grid of losses that are rounded down: a lower bound of delta."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from importlib import import_module
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from .pair import Pair
from .values import mp

# They have no types.
signal = cast(Any, import_module("scipy.signal"))
special = cast(Any, import_module("scipy.special"))

LOSS_POINTS = 100_000
FLOAT_MARGIN = 1e-11
"""Taken off the sum, for what floats may err in it."""

Floats = NDArray[np.float64]


def composed_below(rounds: Sequence[tuple[Pair, int]], epsilon: float) -> float:
    """A lower bound of delta(epsilon): losses rounded down to a grid, masses convolved, ends cut."""
    reach = sum(_widest(pair) * min(count, 8 + 8 * count**0.5) for pair, count in rounds)
    step = 2 * reach / LOSS_POINTS
    total, start = np.ones(1), 0
    for pair, count in rounds:
        masses, first = _rounded_down(pair, step)
        power, power_start = _power(masses, first, count)
        total, start = _cut(signal.fftconvolve(total, power), start + power_start)
    losses = (start + np.arange(len(total))) * step
    gains = np.where(losses > epsilon, -np.expm1(np.minimum(epsilon - losses, 0)), 0.0)
    return max(0.0, float(np.sum(np.maximum(total, 0) * gains)) * (1 - 1e-9) - FLOAT_MARGIN)


def _power(masses: Floats, first: int, count: int) -> tuple[Floats, int]:
    """The masses of `count` rounds."""
    result, start = np.ones(1), 0
    while count:
        if count & 1:
            result, start = _cut(signal.fftconvolve(result, masses), start + first)
        count >>= 1
        if count:
            masses, first = _cut(signal.fftconvolve(masses, masses), 2 * first)
    return result, start


def _cut(masses: Floats, start: int) -> tuple[Floats, int]:
    """Without the ends that hold next to nothing."""
    kept = np.nonzero(masses > 1e-19)[0]
    if len(kept) == 0:
        return np.zeros(1), start
    return masses[kept[0] : kept[-1] + 1], start + int(kept[0])


def _widest(pair: Pair) -> float:
    """A loss that is seldom exceeded."""
    if pair.family == "gaussian":
        mu = float(pair.parameters.get("sensitivity", 1) / pair.parameters["sigma"])
        return 2 * (mu * mu / 2 + 10 * mu)
    if pair.family == "laplace":
        return float(pair.parameters.get("sensitivity", 1) / pair.parameters["scale"])
    return max((abs(float(mp.log(p / q))) for p, q in pair.atoms() if p and q), default=1.0)


def _rounded_down(pair: Pair, step: float) -> tuple[Floats, int]:
    """P-masses by loss, rounded down to multiples of the step; infinite losses count as the largest."""
    if not pair.is_continuous:
        found: defaultdict[int, float] = defaultdict(float)
        lost = 0.0
        for p, q in pair.atoms():
            if p and q:
                found[int(mp.floor(mp.log(p / q) / step))] += float(p)
            elif p:
                lost += float(p)
        top = max(found, default=0) + int(200 / step if lost and 200 / step < LOSS_POINTS else 0)
        found[top] += lost
        first = min(found)
        masses = np.zeros(top - first + 1)
        for place, mass in found.items():
            masses[place - first] = mass
        return masses, first
    return _continuous_rounded_down(pair, step)


def _continuous_rounded_down(pair: Pair, step: float) -> tuple[Floats, int]:
    spread = float(pair.parameters["sigma" if pair.family == "gaussian" else "scale"])
    far = float(pair.parameters.get("sensitivity", 1))
    reach = 3 * far + spread * (12 if pair.family == "gaussian" else 45)
    x = np.linspace(-reach, reach, 4 * LOSS_POINTS + 1)
    p, q = ([(float(w), float(c)) for w, c in side] for side in pair.sides())
    loss = _log_density(pair, p, x) - _log_density(pair, q, x)
    cells = _tail_differences(pair, p, x)
    # The loss at the left end is the least of the cell.
    places = np.floor(loss[:-1] / step - 1e-9).astype(np.int64)
    first = int(np.min(places))
    masses = np.bincount(places - first, weights=cells)
    return np.asarray(masses, dtype=np.float64), first


def _log_density(pair: Pair, side: Sequence[tuple[float, float]], x: Floats) -> Floats:
    """The logarithm of a density, but for a constant that both sides share."""
    spread = float(pair.parameters["sigma" if pair.family == "gaussian" else "scale"])
    parts = []
    for weight, centre in side:
        if weight:
            z = (x - centre) / spread
            parts.append(np.log(weight) + (-(z**2) / 2 if pair.family == "gaussian" else -np.abs(z)))
    found = parts[0]
    for part in parts[1:]:
        found = np.logaddexp(found, part)
    return np.asarray(found, dtype=np.float64)


def _tail_differences(pair: Pair, side: Sequence[tuple[float, float]], x: Floats) -> Floats:
    """The mass of each cell, rounded down by a little."""
    spread = float(pair.parameters["sigma" if pair.family == "gaussian" else "scale"])
    total = np.zeros(len(x) - 1)
    for weight, centre in side:
        z = (x - centre) / spread
        if pair.family == "gaussian":
            above, below = special.ndtr(-z), special.ndtr(z)
        else:
            small = np.exp(-np.abs(z)) / 2
            above, below = np.where(z > 0, small, 1 - small), np.where(z > 0, 1 - small, small)
        total += weight * np.where(z[:-1] > 0, above[:-1] - above[1:], below[1:] - below[:-1])
    return np.maximum(total, 0) * (1 - 1e-9)
