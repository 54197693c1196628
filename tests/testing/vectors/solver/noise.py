"""Geometric noise: masses and tails, rows of clamped and of conditioned noise, and sums over all integers."""

from __future__ import annotations

from typing import Any

from .reals import INF, R, has

NEGLIGIBLE = -175
"""Noise beyond probability e^-175 < 10^-75 is left out of sums over all integers."""


class Geometric:
    """G(r), or E(r) where it is one-sided."""

    def __init__(self, rate: Any, *, one_sided: Any = False) -> None:
        r = R()
        self.a = r.of(0) if rate == INF else r.exp(-rate)
        self.one_sided = one_sided
        self.width = 0 if self.a == 0 else int(NEGLIGIBLE / float(r.ln(self.a))) + 1
        self.powers = [r.of(1)]

    def power(self, k: Any) -> Any:
        while len(self.powers) <= k:
            self.powers.append(self.powers[-1] * self.a)
        return self.powers[k]

    def mass(self, z: Any) -> Any:
        if self.one_sided:
            return (1 - self.a) * self.power(z) if z >= 0 else R().of(0)
        return (1 - self.a) / (1 + self.a) * self.power(abs(z))

    def at_least(self, k: Any) -> Any:
        """P(Z >= k)."""
        if self.one_sided:
            return self.power(max(k, 0))
        return self.power(k) / (1 + self.a) if k >= 0 else 1 - self.power(1 - k) / (1 + self.a)

    def range(self) -> Any:
        return range(0 if self.one_sided else -self.width, self.width + 1)


def clamped_row(a: Any, centre: Any, low: Any, high: Any) -> Any:
    """P(clamp(centre + Z, low, high) = y) for y = low..high."""
    if has("TruncatedNotClamped"):
        return conditioned_row(a, centre, low, high)
    if low == high:
        return [R().of(1)]
    noise = Geometric(INF)
    noise.a = a
    row = [noise.mass(y - centre) for y in range(low, high + 1)]
    row[0], row[-1] = noise.at_least(centre - low), noise.at_least(high - centre)
    return row


def conditioned_row(a: Any, centre: Any, low: Any, high: Any) -> Any:
    """P(centre + Z = y), conditioned on low..high."""
    nearest = min(abs(y - centre) for y in range(low, high + 1))
    weights = [
        a ** (abs(y - centre) - nearest) if a else R().of(abs(y - centre) == nearest)
        for y in range(low, high + 1)
    ]
    return [w / sum(weights) for w in weights]


def noisy(rate: Any, value: Any, low: Any, high: Any) -> Any:
    """The distribution of clamp(value + G(rate), low, high)."""
    a = R().of(0) if rate == INF else R().exp(-rate)
    return list(zip(range(low, high + 1), clamped_row(a, value, low, high), strict=True))
